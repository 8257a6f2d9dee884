// OBCDealloc.h - ends observations when the observed object is deallocated.
#import "OBCObservation.h"

NS_ASSUME_NONNULL_BEGIN

/// Makes -dealloc of an object end an observation of it, and retains the observation until then.
///
/// The first call for a class replaces the -dealloc of that class. Returns NO if the object is being deallocated and
/// has ended its observations.
BOOL OBCEndAtDealloc(id object, OBCObservation *observation);

/// Reverts OBCEndAtDealloc.
void OBCForgetAtDealloc(id object, OBCObservation *observation);

/// Ends an observation if OBCEndAtDealloc was called with it and this object. Has no effect on observations of other
/// objects.
void OBCEndNow(id object, OBCObservation *observation);

NS_ASSUME_NONNULL_END
