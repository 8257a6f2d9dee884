// exceptions.m - @try, @catch, @finally and @throw; exceptions that the runtime raises; uncaught exceptions.
#import "check.h"
#import <Foundation/Foundation.h>
#import <objc/objc-exception.h>
#import <objc/objc-sync.h>
#import <objc/runtime.h>
#import <pthread.h>

@interface Mishap : NSException
@end
@implementation Mishap
@end
@interface Odd : NSObject
@end
@implementation Odd
@end

static int deaths;
@interface Local : NSObject
- (void)throwIt:(id)object;
- (int)nested:(int)depth;
@end
@implementation Local
- (void)throwIt:(id)object {
    @throw object;
}
- (int)nested:(int)depth {
    if (depth == 0) @throw AUTORELEASE([Odd new]);
    @try {
        return [self nested:depth - 1];
    } @finally {
        deaths++;
    }
}
- (void)dealloc {
    deaths++;
    SUPER_DEALLOC;
}
@end

static NSException *mishap(NSString *reason) {
    return [Mishap exceptionWithName:@"Mishap" reason:reason userInfo:@{@"key" : @"value"}];
}

TEST("the first @catch whose class fits gets the exception") {
    int caught = 0;
    @try {
        @throw mishap(@"why");
    } @catch (Odd *odd) {
        caught = 1;
    } @catch (NSException *exception) {
        caught = 2;
        CHECK([exception.name isEqual:@"Mishap"] && [exception.reason isEqual:@"why"]);
        CHECK([exception.userInfo[@"key"] isEqual:@"value"] && [exception isKindOfClass:[Mishap class]]);
    } @catch (id object) {
        caught = 3;
    }
    CHECK(caught == 2);
}

TEST("any object can be thrown, and id and ... catch it") {
    int caught = 0;
    @try {
        @throw AUTORELEASE([Odd new]);
    } @catch (NSException *exception) {
        caught = 1;
    } @catch (id object) {
        caught = 2;
        CHECK([object isKindOfClass:[Odd class]]);
    } @
    try {
        @throw @"a string";
    } @catch (...) {
        caught += 10;
    }
    CHECK(caught == 12);
}

TEST("@finally runs whether an exception is thrown or not, and on a return") {
    int runs = 0;
    @try {
        runs++;
    } @finally {
        runs++;
    } @
    try {
        @try {
            @throw mishap(nil);
        } @finally {
            runs++;
        }
    } @catch (Mishap *caught) {
        runs++;
    }
    CHECK(runs == 4);
    deaths = 0;
    Local *local = [Local new];
    @try {
        [local nested:5];
    } @catch (Odd *odd) {
        CHECK(deaths == 5);
    }
    RELEASE(local);
}

TEST("@throw without an object throws the same one again") {
    id first = mishap(@"again"), second = nil;
    @try {
        @try {
            @throw first;
        } @catch (NSException *exception) {
            @throw;
        }
    } @catch (id object) {
        second = object;
    }
    CHECK(first == second);
}

TEST("an exception thrown in a handler takes the place of the one that it handles") {
    int caught = 0;
    @try {
        @try {
            @throw mishap(@"first");
        } @catch (NSException *exception) {
            @throw AUTORELEASE([Odd new]);
        }
    } @catch (Odd *odd) {
        caught = 1;
        @try {
            @throw mishap(@"third");
        } @catch (NSException *exception) {
            caught += [exception.reason isEqual:@"third"];
        }
    }
    CHECK(caught == 2);
}

TEST("an exception passes through many frames, blocks and loops of compiled code") {
    Local *local = [Local new];
    void (^block)(void) = ^{ [local throwIt:mishap(@"deep")]; };
    int caught = 0;
    for (int index = 0; index < 100; index++) {
        @try {
            block();
        } @catch (NSException *exception) {
            caught++;
        }
    }
    CHECK(caught == 100);
    RELEASE(local);
}

TEST("an exception lives as long as its handler, and no longer") {
    deaths = 0;
    @autoreleasepool {
        @try {
            @throw AUTORELEASE([Local new]);
        } @catch (id object) {
            CHECK(deaths == 0);
        }
    }
    CHECK(deaths == 1);
}

@interface Local (Unimplemented)
- (void)nobodyHasThis;
@end

TEST("an unknown message raises an exception that compiled code catches") {
    Local *local = [Local new];
    NSString *reason = nil;
    @try {
        [local nobodyHasThis];
        CHECK(!"reached");
    } @catch (NSException *exception) {
        CHECK([exception.name isEqual:NSInvalidArgumentException]);
        reason = RETAIN(exception.reason);
    }
    CHECK([reason hasPrefix:@"-[Local nobodyHasThis]: unrecognized selector sent to instance 0x"]);
    CHECK(mr_exception_pending() == nil);
    RELEASE(reason);
    RELEASE(local);
}

TEST("-raise is caught as @throw is") {
    int caught = 0;
    @try {
        [mishap(@"raised") raise];
        CHECK(!"reached");
    } @catch (Mishap *exception) {
        caught = [exception.reason isEqual:@"raised"];
    }
    CHECK(caught);
}

TEST("what a collection raises is caught by its class and by its name") {
    int caught = 0;
    @try {
        [@[ @1 ] objectAtIndex:7];
        CHECK(!"reached");
    } @catch (NSException *exception) {
        caught += [exception.name isEqual:NSRangeException];
    }
    NSMutableArray *array = [NSMutableArray array];
    id none = nil;
    @try {
        [array addObject:none];
        CHECK(!"reached");
    } @catch (NSException *exception) {
        caught += [exception.name isEqual:NSInvalidArgumentException];
    } @
    try {
        [array setValue:@1 forKey:@"length"];
        [[Local new] valueForKey:@"missing"];
        CHECK(!"reached");
    } @catch (NSException *exception) {
        caught += [exception.name isEqual:NSUndefinedKeyException];
    }
    CHECK(caught == 3 && mr_exception_pending() == nil);
}

TEST("a collection that is changed in its own loop raises an exception") {
    NSMutableArray *array = [NSMutableArray array];
    [array addObject:@1];
    [array addObject:@2];
    int rounds = 0, caught = 0;
    @try {
        for (id element in array) {
            rounds++;
            [array addObject:element];
        }
    } @catch (NSException *exception) {
        caught = [exception.name isEqual:NSGenericException];
    }
    CHECK(caught && rounds == 1);
}

static void *throw_on_thread(void *argument) {
    intptr_t caught = 0;
    @autoreleasepool {
        for (int index = 0; index < 1000; index++) {
            @try {
                @throw mishap(@"on a thread");
            } @catch (NSException *exception) {
                caught++;
            }
        }
    }
    return (void *)caught;
}

TEST("every thread throws and catches its own exceptions") {
    pthread_t threads[4];
    for (int index = 0; index < 4; index++) pthread_create(&threads[index], NULL, throw_on_thread, NULL);
    for (int index = 0; index < 4; index++) {
        void *caught;
        pthread_join(threads[index], &caught);
        CHECK((intptr_t)caught == 1000);
    }
}

TEST("an exception leaves a @synchronized block, which gives its lock back") {
    NSObject *lock = [NSObject new];
    @try {
        @synchronized(lock) {
            @throw mishap(@"inside");
        }
    } @catch (NSException *exception) {}
    CHECK(objc_sync_exit(lock) != 0);
    RELEASE(lock);
}

#if __has_feature(objc_arc)
TEST("strong local variables of frames that an exception leaves are released, as far as -fobjc-arc-exceptions says") {
    deaths = 0;
    @autoreleasepool {
        @try {
            Local *local = [Local new];
            [local throwIt:mishap(@"leaves")];
        } @catch (NSException *exception) {}
    }
    // Without the option, such variables leak, as with Apple's clang.
    CHECK(deaths <= 1);
}
#endif

TEST("an exception that nobody catches ends the process with the text that everybody knows") {
    CHECK_ENDS("*** Terminating app due to uncaught exception 'Mishap', reason: 'alone'", @throw mishap(@"alone"));
    CHECK_ENDS("*** Terminating app due to uncaught exception of class 'Odd'", @throw AUTORELEASE([Odd new]));
    CHECK_ENDS(
        "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[Odd nobodyHasThis]",
        [(Local *)[Odd new] nobodyHasThis]);
    CHECK_ENDS("*** Terminating app due to uncaught exception 'NSRangeException'", [@[] objectAtIndex:0]);
    CHECK_ENDS("outside of every @catch", objc_exception_rethrow());
}

TEST("nil is thrown to handlers of id and of everything, and to no handler of a class") {
    int caught = 0, finished = 0;
    @try {
        @throw(id) nil;
    } @catch (id object) {
        caught = object == nil ? 1 : -1;
    }
    CHECK(caught == 1);
    @try {
        @throw(id) nil;
    } @catch (...) {
        caught = 2;
    }
    CHECK(caught == 2);
    @try {
        @try {
            @throw(id) nil;
        } @catch (NSObject *object) {
            caught = -2;
        } @finally {
            finished++;
        }
    } @catch (id object) {
        @try {
            @throw;
        } @catch (id again) {
            caught = again == nil ? 3 : -3;
        }
    }
    CHECK(caught == 3 && finished == 1);
    @try {
        // Code of C is between the block and the handler.
        (void)[@[ @1, @2 ] sortedArrayUsingComparator:^NSComparisonResult(id first, id second) { @throw(id) nil; }];
    } @catch (id object) {
        caught = object == nil ? 4 : -4;
    }
    CHECK(caught == 4);
    CHECK_ENDS("uncaught exception: nil was thrown", @throw(id) nil);
    CHECK_ENDS("uncaught exception: nil was thrown", {
        @try {
            @throw(id) nil;
        } @catch (NSObject *object) {}
    });
    // The exception is pending in code of C, which ends the process.
    CHECK_ENDS("uncaught exception: nil was thrown", {
        [[NSNotificationCenter defaultCenter] addObserverForName:NSThreadWillExitNotification
                                                          object:nil
                                                           queue:nil
                                                      usingBlock:^(NSNotification *notification) { @throw(id) nil; }];
        @try {
            [NSThread exit];
        } @catch (id object) {}
    });
}
