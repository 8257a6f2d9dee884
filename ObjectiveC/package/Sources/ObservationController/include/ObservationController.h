// ObservationController.h - imports the public headers of the library.
#import "NSObject+OBCObservation.h"
#import "OBCObservationController.h"
