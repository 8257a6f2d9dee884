// nativeobservers.h - an observed class in Objective-C, for nativeobservers.swift.
#import <Foundation/Foundation.h>

@interface ObservedModel : NSObject
@property(nonatomic) int number;
- (void)registerObserver:(id _Nonnull)observer;
- (void)unregisterObserver:(id _Nonnull)observer;
// Returns the reason of the exception that the setter raises, or nil.
- (NSString *_Nullable)reasonAfterSetting:(int)number;
@end
