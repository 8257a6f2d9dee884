// runloops.m - NSTimer, NSRunLoop, and messages that a run loop sends later.
#import <Foundation/Foundation.h>

#import "check.h"

@interface Clock : NSObject {
  @public
    int ticks;
    id userInfo;
    id argument;
}
@end
static int dead_clocks;
@implementation Clock
- (void)tick:(NSTimer *)timer {
    ticks++;
    userInfo = timer.userInfo;
    if (ticks == 3) [timer invalidate];
}
- (void)note:(id)object {
    ticks++;
    argument = object;
}
- (void)fail {
    ticks++;
    [NSException raise:@"Late" format:@"in a callback"];
}
- (void)dealloc {
    dead_clocks++;
    SUPER_DEALLOC;
}
@end

// Runs the current run loop until the clock has ticked so often, or for ten seconds.
static void run_until(Clock *clock, int ticks) {
    NSDate *end = [NSDate dateWithTimeIntervalSinceNow:10];
    while (clock->ticks < ticks && end.timeIntervalSinceNow > 0) {
        NSDate *soon = [NSDate dateWithTimeIntervalSinceNow:0.005];
        [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode beforeDate:soon];
    }
    CHECK(clock->ticks >= ticks);
}

TEST("a repeating timer sends its message until it is invalidated") {
    Clock *clock = AUTORELEASE([Clock new]);
    NSTimer *timer = [NSTimer scheduledTimerWithTimeInterval:0.001
                                                      target:clock
                                                    selector:@selector(tick:)
                                                    userInfo:@"info"
                                                     repeats:YES];
    CHECK(timer.isValid && timer.timeInterval == 0.001);
    run_until(clock, 3);
    CHECK(clock->ticks == 3 && [clock->userInfo isEqual:@"info"] && !timer.isValid);
}

TEST("an interval of nothing is a tenth of a millisecond") {
    double intervals[] = {NAN, -INFINITY, -1, 0, 5e-324, 1e-10};
    for (unsigned index = 0; index < sizeof intervals / sizeof *intervals; index++) {
        __block int fired = 0;
        NSTimer *timer = [NSTimer scheduledTimerWithTimeInterval:intervals[index]
                                                         repeats:YES
                                                           block:^(NSTimer *fires) {
                                                             if (++fired == 3) [fires invalidate];
                                                           }];
        CHECK(timer.timeInterval == 0.0001);
        timer.fireDate = [NSDate distantPast];
        NSDate *end = [NSDate dateWithTimeIntervalSinceNow:10];
        while (timer.valid && end.timeIntervalSinceNow > 0) {
            NSDate *soon = [NSDate dateWithTimeIntervalSinceNow:0.005];
            [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode beforeDate:soon];
        }
        CHECK(fired == 3);
    }
}

TEST("a timer that does not repeat becomes invalid when it has fired") {
    __block int calls = 0;
    Clock *clock = AUTORELEASE([Clock new]);
    NSTimer *timer = [NSTimer timerWithTimeInterval:0
                                            repeats:NO
                                              block:^(NSTimer *fired) {
                                                calls++;
                                                clock->ticks = fired.isValid;
                                              }];
    [[NSRunLoop currentRunLoop] addTimer:timer forMode:NSRunLoopCommonModes];
    run_until(clock, 1);
    CHECK(calls == 1 && !timer.isValid);
    [timer fire];
    CHECK(calls == 1);
}

TEST("a timer that no run loop has fires when the program wants it, and frees what it retains") {
    dead_clocks = 0;
    @autoreleasepool {
        Clock *clock = [Clock new];
        NSTimer *timer = [[NSTimer alloc] initWithFireDate:[NSDate distantFuture]
                                                  interval:1
                                                    target:clock
                                                  selector:@selector(tick:)
                                                  userInfo:nil
                                                   repeats:YES];
        CHECK(timer.fireDate.timeIntervalSinceNow > 1e8);
        [timer fire];
        [timer fire];
        CHECK(clock->ticks == 2 && timer.isValid);
        RELEASE(clock);
        CHECK(dead_clocks == 0);
        [timer invalidate];
        RELEASE(timer);
    }
    CHECK(dead_clocks == 1);
}

TEST("a run loop retains its timer, and the timer its target, until it is invalidated") {
    dead_clocks = 0;
    NSTimer *timer = nil;
    @autoreleasepool {
        Clock *clock = [Clock new];
        timer = RETAIN([NSTimer scheduledTimerWithTimeInterval:100
                                                        target:clock
                                                      selector:@selector(tick:)
                                                      userInfo:nil
                                                       repeats:YES]);
        RELEASE(clock);
    }
    CHECK(dead_clocks == 0);
    [timer invalidate];
    RELEASE(timer);
    CHECK(dead_clocks == 1);
}

TEST("a timer that does not repeat releases its target when it has fired") {
    dead_clocks = 0;
    @autoreleasepool {
        Clock *clock = AUTORELEASE([Clock new]);
        [NSTimer scheduledTimerWithTimeInterval:0 target:clock selector:@selector(note:) userInfo:nil repeats:NO];
        run_until(clock, 1);
        clock->argument = nil;
    }
    CHECK(dead_clocks == 1);
}

TEST("each thread has one run loop, which returns at once if it has nothing to do") {
    CHECK([NSRunLoop currentRunLoop] == [NSRunLoop mainRunLoop]);
    __block BOOL isOther = NO, isSame = NO, hasRun = YES;
    NSThread *thread = AUTORELEASE([[NSThread alloc] initWithBlock:^{
      isOther = [NSRunLoop currentRunLoop] != [NSRunLoop mainRunLoop];
      isSame = [NSRunLoop currentRunLoop] == [NSRunLoop currentRunLoop];
      hasRun = [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode beforeDate:[NSDate distantFuture]];
      [[NSRunLoop currentRunLoop] run];
    }]);
    [thread start];
    while (!thread.isFinished) [NSThread sleepForTimeInterval:0.001];
    CHECK(isOther && isSame && !hasRun);
}

TEST("a run loop runs blocks, and those of the main queue") {
    Clock *clock = AUTORELEASE([Clock new]);
    [[NSRunLoop currentRunLoop] performBlock:^{ clock->ticks++; }];
    dispatch_async(dispatch_get_main_queue(), ^{ clock->ticks++; });
    run_until(clock, 2);
    [[NSRunLoop currentRunLoop] performSelector:@selector(note:)
                                         target:clock
                                       argument:@7
                                          order:0
                                          modes:@[ NSDefaultRunLoopMode ]];
    run_until(clock, 3);
    CHECK([clock->argument isEqual:@7]);
}

TEST("messages are sent after a delay, unless they are cancelled") {
    Clock *clock = AUTORELEASE([Clock new]), *cancelled = AUTORELEASE([Clock new]);
    [cancelled performSelector:@selector(note:) withObject:@1 afterDelay:0];
    [cancelled performSelector:@selector(note:) withObject:@2 afterDelay:0];
    [clock performSelector:@selector(note:) withObject:@3 afterDelay:0.002];
    [NSObject cancelPreviousPerformRequestsWithTarget:cancelled selector:@selector(note:) object:@1];
    run_until(clock, 1);
    CHECK([clock->argument isEqual:@3] && cancelled->ticks == 1 && [cancelled->argument isEqual:@2]);
    [cancelled performSelector:@selector(note:) withObject:@1 afterDelay:0];
    [NSObject cancelPreviousPerformRequestsWithTarget:cancelled];
    [clock performSelector:@selector(note:) withObject:nil afterDelay:0.001 inModes:@[ NSRunLoopCommonModes ]];
    run_until(clock, 2);
    CHECK(cancelled->ticks == 1);
}

TEST("a message is not sent before its delay has passed, and a shorter delay comes first") {
    Clock *clock = AUTORELEASE([Clock new]);
    NSDate *start = [NSDate date];
    [clock performSelector:@selector(note:) withObject:@"second" afterDelay:0.05];
    [clock performSelector:@selector(note:) withObject:@"first" afterDelay:0.01];
    run_until(clock, 1);
    CHECK([clock->argument isEqual:@"first"] && start.timeIntervalSinceNow <= -0.01);
    run_until(clock, 2);
    CHECK([clock->argument isEqual:@"second"] && start.timeIntervalSinceNow <= -0.05);
}

@interface Worker : NSObject {
  @public
    NSMutableArray *notes;
    NSThread *thread;
    BOOL isStopped;
}
@end
@implementation Worker
- (void)work {
    @autoreleasepool {
        NSPort *port = [NSMachPort port];
        NSRunLoop *loop = [NSRunLoop currentRunLoop];
        [loop addPort:port forMode:NSDefaultRunLoopMode];
        while (!isStopped) [loop runMode:NSDefaultRunLoopMode beforeDate:[NSDate distantFuture]];
        [loop removePort:port forMode:NSDefaultRunLoopMode];
        CHECK(![loop runMode:NSDefaultRunLoopMode beforeDate:[NSDate distantFuture]]);
    }
}
- (void)note:(id)object {
    CHECK([NSThread currentThread] == thread);
    [notes addObject:object];
}
- (void)stop {
    isStopped = YES;
}
- (void)dealloc {
    RELEASE(notes);
    RELEASE(thread);
    SUPER_DEALLOC;
}
@end

TEST("a thread whose run loop waits for a port sends the messages of other threads, in their order") {
    Worker *worker = AUTORELEASE([Worker new]);
    worker->notes = [NSMutableArray new];
    worker->thread = [[NSThread alloc] initWithTarget:worker selector:@selector(work) object:nil];
    NSThread *thread = worker->thread;
    [worker performSelector:@selector(note:) onThread:thread withObject:@"before its start" waitUntilDone:NO];
    [thread start];
    [worker performSelector:@selector(note:) onThread:thread withObject:@"waited for" waitUntilDone:YES];
    CHECK([worker->notes isEqual:(@[ @"before its start", @"waited for" ])]);
    NSArray *modes = @[ NSDefaultRunLoopMode ];
    [worker performSelector:@selector(stop) onThread:thread withObject:nil waitUntilDone:NO modes:modes];
    while (!thread.isFinished) [NSThread sleepForTimeInterval:0.001];
    NSString *name = nil;
    @try {
        [worker performSelector:@selector(note:) onThread:thread withObject:@"late" waitUntilDone:YES];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSDestinationInvalidException] && worker->notes.count == 2);
}

TEST("to wait for a thread that ends without having sent the message raises an exception") {
    dispatch_semaphore_t end = dispatch_semaphore_create(0);
    NSThread *thread =
        AUTORELEASE([[NSThread alloc] initWithBlock:^{ dispatch_semaphore_wait(end, DISPATCH_TIME_FOREVER); }]);
    [thread start];
    Clock *clock = AUTORELEASE([Clock new]);
    dispatch_async(dispatch_get_global_queue(0, 0), ^{ dispatch_semaphore_signal(end); });
    NSString *name = nil;
    @try {
        [clock performSelector:@selector(note:) onThread:thread withObject:nil waitUntilDone:YES];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSDestinationInvalidException] && clock->ticks == 0);
}

TEST("a run loop that sleeps wakes up for a message and a block of another thread") {
    for (int kind = 0; kind < 2; kind++) {
        Clock *clock = AUTORELEASE([Clock new]);
        NSDate *end = [NSDate dateWithTimeIntervalSinceNow:30];
        dispatch_semaphore_t sleeps = dispatch_semaphore_create(0);
        CFRunLoopObserverRef observer = CFRunLoopObserverCreateWithHandler(
            NULL, kCFRunLoopBeforeWaiting, false, 0,
            ^(CFRunLoopObserverRef ref, CFRunLoopActivity activity) { dispatch_semaphore_signal(sleeps); });
        CFRunLoopAddObserver(CFRunLoopGetMain(), observer, kCFRunLoopDefaultMode);
        NSTimer *timer = [NSTimer timerWithTimeInterval:30 repeats:NO block:^(NSTimer *fired){}];
        [[NSRunLoop mainRunLoop] addTimer:timer forMode:NSDefaultRunLoopMode];
        [NSThread detachNewThreadWithBlock:^{
          dispatch_semaphore_wait(sleeps, DISPATCH_TIME_FOREVER);
          if (kind == 0) {
              [clock performSelectorOnMainThread:@selector(note:) withObject:@1 waitUntilDone:NO];
          } else {
              [[NSRunLoop mainRunLoop] performBlock:^{
                [clock note:@1];
                CFRunLoopStop(CFRunLoopGetMain());
              }];
          }
        }];
        while (clock->ticks == 0 && end.timeIntervalSinceNow > 0) {
            [[NSRunLoop mainRunLoop] runMode:NSDefaultRunLoopMode beforeDate:end];
        }
        CHECK(end.timeIntervalSinceNow > 0 && clock->ticks == 1);
        [timer invalidate];
        CFRelease(observer);
    }
}

TEST("another thread has the main thread send a message, and waits for it") {
    Clock *clock = AUTORELEASE([Clock new]);
    __block BOOL wasSent = NO;
    NSThread *thread = AUTORELEASE([[NSThread alloc] initWithBlock:^{
      [clock performSelectorOnMainThread:@selector(note:) withObject:@5 waitUntilDone:YES];
      wasSent = clock->ticks == 1;
    }]);
    [thread start];
    run_until(clock, 1);
    while (!thread.isFinished) [NSThread sleepForTimeInterval:0.001];
    CHECK(wasSent && [clock->argument isEqual:@5]);
    [clock performSelectorOnMainThread:@selector(note:) withObject:@6 waitUntilDone:YES];
    CHECK([clock->argument isEqual:@6]);
}

TEST("an exception of a timer leaves the run loop, which can run again") {
    Clock *clock = AUTORELEASE([Clock new]);
    [NSTimer scheduledTimerWithTimeInterval:0.001 target:clock selector:@selector(fail) userInfo:nil repeats:NO];
    NSString *name = nil;
    @try {
        [[NSRunLoop currentRunLoop] runUntilDate:[NSDate dateWithTimeIntervalSinceNow:10]];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:@"Late"] && clock->ticks == 1);
    [clock performSelector:@selector(note:) withObject:nil afterDelay:0];
    run_until(clock, 2);
}

TEST("a timer of CoreFoundation is an NSTimer") {
    __block int calls = 0;
    CFAbsoluteTime soon = CFAbsoluteTimeGetCurrent() + 0.001;
    NSTimer *timer = CFBridgingRelease(CFRunLoopTimerCreateWithHandler(NULL, soon, 0, 0, 0, ^(CFRunLoopTimerRef fired) {
      calls++;
      CHECK([(__bridge NSTimer *)fired isKindOfClass:[NSTimer class]]);
    }));
    [[NSRunLoop currentRunLoop] addTimer:timer forMode:NSDefaultRunLoopMode];
    NSDate *limit = [NSDate dateWithTimeIntervalSinceNow:10];
    while (calls == 0 && limit.timeIntervalSinceNow > 0) {
        [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode beforeDate:limit];
    }
    CHECK(calls == 1 && !timer.valid);
}

TEST("a run loop that runs until a date in the past makes one pass, which fires the timers that are due") {
    NSArray *dates = @[
        [NSDate distantPast], [NSDate date], [NSDate dateWithTimeIntervalSinceNow:-1],
        [NSDate dateWithTimeIntervalSinceReferenceDate:NAN]
    ];
    for (NSDate *date in dates) {
        Clock *clock = AUTORELEASE([Clock new]);
        NSTimer *timer = [NSTimer scheduledTimerWithTimeInterval:1000
                                                          target:clock
                                                        selector:@selector(note:)
                                                        userInfo:nil
                                                         repeats:NO];
        [[NSRunLoop currentRunLoop] runUntilDate:date];
        CHECK(clock->ticks == 0);
        timer.fireDate = [NSDate dateWithTimeIntervalSinceNow:-0.001];
        [[NSRunLoop currentRunLoop] runUntilDate:date];
        CHECK(clock->ticks == 1);
    }
}
