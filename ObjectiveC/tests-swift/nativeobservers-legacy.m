// nativeobservers-legacy.m - the class that nativeobservers.h declares.
#import "nativeobservers.h"

@implementation ObservedModel
- (void)registerObserver:(id)observer {
    [self addObserver:observer forKeyPath:@"number" options:0 context:NULL];
}
- (void)unregisterObserver:(id)observer {
    [self removeObserver:observer forKeyPath:@"number"];
}
- (NSString *)reasonAfterSetting:(int)number {
    @try {
        self.number = number;
    } @catch (NSException *exception) {
        return exception.reason;
    }
    return nil;
}
@end
