// NSObjCRuntime.h - another name for <Foundation/NSObjCRuntime.h>.
#import <Foundation/NSObjCRuntime.h>
