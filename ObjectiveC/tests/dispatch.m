// dispatch.m - compiled blocks passed to libdispatch, which uses the block functions of libBlocksRuntime.
#import "check.h"
#import <Block.h>
#import <Foundation/Foundation.h>
#include <dispatch/dispatch.h>
#import <objc/runtime.h>

static int deaths;
@interface Passed : NSObject
- (int)number;
@end
@implementation Passed
- (int)number {
    return 1;
}
- (void)dealloc {
    __atomic_add_fetch(&deaths, 1, __ATOMIC_SEQ_CST);
    SUPER_DEALLOC;
}
@end

TEST("blocks run on a queue with what they have captured, which is released when they have run") {
    dispatch_queue_t queue = dispatch_queue_create("test", NULL);
    __block int sum = 0;
    @autoreleasepool {
        for (int index = 0; index < 1000; index++) {
            Passed *object = [Passed new];
            dispatch_async(queue, ^{ sum += [object number]; });
            RELEASE(object);
        }
    }
    dispatch_sync(queue, ^{});
    RELEASE(queue);
    CHECK(sum == 1000 && deaths == 1000);
}

TEST("a block that libdispatch makes is an object, can be copied, called and waited for") {
    dispatch_queue_t queue = dispatch_queue_create("test", NULL);
    __block int runs = 0;
    dispatch_block_t waited = dispatch_block_create(0, ^{ runs++; });
    dispatch_async(queue, waited);
    dispatch_block_wait(waited, DISPATCH_TIME_FOREVER);
    dispatch_block_t called = dispatch_block_create(0, ^{ runs += 10; });
    dispatch_block_t copy = [(id)called copy];
    copy();
    called();
    CHECK(runs == 21 && [(id)copy isKindOfClass:objc_getClass("NSBlock")]);
    RELEASE(copy);
    RELEASE(called);
    RELEASE(waited);
    RELEASE(queue);
}
