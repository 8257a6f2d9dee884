// malformed.library.m - a library with a class that has the name of a class of the runtime.
#import <objc/NSObject.h>

@interface NSSet : NSObject
@end
@implementation NSSet
@end
