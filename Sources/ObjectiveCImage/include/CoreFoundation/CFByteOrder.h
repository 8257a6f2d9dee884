// CFByteOrder.h - see CoreFoundation.h.
#import <CoreFoundation/CoreFoundation.h>
