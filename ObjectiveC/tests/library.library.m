// library.library.m - the library that library.m loads while it runs: a class, a category of a class of the program,
// and +load.
#import <Foundation/Foundation.h>
#import <objc/runtime.h>
#include <stdlib.h>

@interface Plain : NSObject
@end

@interface Plugin : NSObject
@end
@implementation Plugin
+ (void)load {
    setenv("PLUGIN_LOADED", [self description].UTF8String, 1);
}
- (NSString *)greeting {
    return @"hello from the library";
}
- (int)fail {
    @throw [NSException exceptionWithName:@"Plugin" reason:@"asked to" userInfo:nil];
}
@end

@interface NSObject (Added)
- (int)answer;
@end
@implementation NSObject (Added)
- (int)answer {
    return 42;
}
@end
