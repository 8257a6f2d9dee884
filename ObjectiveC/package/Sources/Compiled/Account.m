// Account.m - a model class and an observer, in Objective-C, which the tests in Swift use.
#import <Foundation/Foundation.h>

#include "compiled.h"

@interface Account : NSObject
@property int balance;
@property(nonatomic, copy) NSString *owner;
@property(nonatomic, strong) NSMutableArray *entries;
@property(nonatomic, strong) Account *partner;
@property(readonly) NSString *title;
@property(nonatomic, copy) int (^rule)(int);
@end

static int loads;
int compiled_load_count(void) { return loads; }

@implementation Account
+ (void)load {
    loads++;
}
+ (NSSet *)keyPathsForValuesAffectingTitle {
    return [NSSet setWithObject:@"owner"];
}
- (instancetype)init {
    if ((self = [super init])) _entries = [NSMutableArray new];
    return self;
}
- (NSString *)title {
    return [@"account of " stringByAppendingString:self.owner ?: @"nobody"];
}
- (void)withdraw:(int)amount {
    if (amount > self.balance) {
        @throw [NSException exceptionWithName:@"Overdrawn" reason:@"not enough" userInfo:nil];
    }
    self.balance -= amount;
}
- (void)withdrawByBlock:(int)amount {
    NSMutableArray *local = [NSMutableArray new];
    void (^block)(void) = ^{
      @try {
          [self withdraw:amount];
      } @finally {
          [local addObject:@1];
          [self.entries addObjectsFromArray:local];
      }
    };
    block();
}
- (BOOL)tryToWithdraw:(int)amount {
    @try {
        [self withdraw:amount];
        return YES;
    } @catch (NSException *exception) {
        return NO;
    }
}
- (BOOL)catchesUnknownMessages {
    @try {
        [(id)self removeObjectAtIndex:3];
    } @catch (NSException *exception) {
        return [exception.name isEqual:NSInvalidArgumentException];
    }
    return NO;
}
- (NSString *)hostOfAddress:(NSString *)address {
    return [NSURL URLWithString:address].host;
}
- (int)applyRuleTo:(int)value {
    return self.rule ? self.rule(value) : value;
}
- (void)useInterest:(int)percent {
    self.rule = ^(int value) { return value + value * percent / 100; };
}
- (double)sumOf:(NSArray *)numbers {
    double sum = 0;
    for (NSNumber *number in numbers) sum += number.doubleValue;
    return sum;
}
@end

// An observer in Objective-C, which counts its notifications and keeps the last new value.
@interface Auditor : NSObject
@property(readonly) int notified;
@property(readonly, copy) NSString *last;
@end
@implementation Auditor
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    _notified++;
    _last = [change[NSKeyValueChangeNewKey] description];
}
- (void)watch:(id)object key:(NSString *)key {
    [object addObserver:self forKeyPath:key options:NSKeyValueObservingOptionNew context:NULL];
}
- (void)forget:(id)object key:(NSString *)key {
    [object removeObserver:self forKeyPath:key];
}
@end
