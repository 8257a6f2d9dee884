// malformed.library.m - a library with a class that has the name of one of the runtime's.
#import <objc/NSObject.h>

@interface NSSet : NSObject
@end
@implementation NSSet
@end
