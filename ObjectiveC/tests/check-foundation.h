// check-foundation.h - what tests of Foundation share: the exception that a block raises, and an observer.
#ifndef CHECK_FOUNDATION_H
#define CHECK_FOUNDATION_H

#import "check.h"
#import <Foundation/Foundation.h>

// Returns the exception that `body` raises; nil if it raises none.
__attribute__((unused)) static NSException *exception_of(void (^body)(void)) {
    @try {
        body();
    } @catch (NSException *exception) {
        return AUTORELEASE(RETAIN(exception));
    }
    return nil;
}

// An observer that counts its notifications, keeps the last one, and then calls a block.
@interface Watcher : NSObject {
  @public
    int calls;
}
@property(nonatomic, copy) NSString *keyPath;
@property(nonatomic, strong) NSDictionary *change;
@property(nonatomic, copy) void (^body)(void *context);
@end
@implementation Watcher
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    calls++;
    self.keyPath = keyPath;
    self.change = change;
    if (_body) _body(context);
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_keyPath release];
    [_change release];
    [_body release];
    [super dealloc];
}
#endif
@end

#endif
