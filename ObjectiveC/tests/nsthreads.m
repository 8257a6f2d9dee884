// nsthreads.m - NSThread, os_unfair_lock, OSSpinLock, and the older atomic operations.
#import <Foundation/Foundation.h>
#import <libkern/OSAtomic.h>
#import <os/lock.h>

#import "check.h"

static dispatch_semaphore_t done;

static void wait_until_done(void) { dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER); }

static int deaths;
@interface Work : NSObject {
  @public
    NSThread *thread;
    id argument;
}
@end
@implementation Work
- (void)run:(id)given {
    thread = RETAIN([NSThread currentThread]);
    argument = RETAIN(given);
    dispatch_semaphore_signal(done);
}
- (void)dealloc {
    deaths++;
    RELEASE(thread);
    RELEASE(argument);
    SUPER_DEALLOC;
}
@end

TEST("the main thread is the thread of main()") {
    CHECK([NSThread isMainThread] && [NSThread currentThread] == [NSThread mainThread]);
    CHECK([NSThread currentThread].isMainThread && [NSThread mainThread].isExecuting);
}

TEST("a thread sends its target a message with an argument, and runs a block") {
    done = dispatch_semaphore_create(0);
    Work *work = [Work new];
    NSThread *thread = [[NSThread alloc] initWithTarget:work selector:@selector(run:) object:@"argument"];
    thread.name = @"worker";
    CHECK(!thread.isExecuting && !thread.isFinished && [thread.name isEqual:@"worker"]);
    [thread start];
    wait_until_done();
    CHECK(work->thread == thread && ![thread isMainThread] && [work->argument isEqual:@"argument"]);
    RELEASE(thread);
    __block BOOL isMain = YES;
    [NSThread detachNewThreadWithBlock:^{
      isMain = [NSThread isMainThread];
      dispatch_semaphore_signal(done);
    }];
    wait_until_done();
    CHECK(!isMain && [NSThread isMultiThreaded]);
    [NSThread detachNewThreadSelector:@selector(run:) toTarget:AUTORELEASE([Work new]) withObject:nil];
    wait_until_done();
    RELEASE(work);
}

TEST("a message is sent in the background") {
    done = dispatch_semaphore_create(0);
    Work *work = [Work new];
    [work performSelectorInBackground:@selector(run:) withObject:@"argument"];
    wait_until_done();
    CHECK(work->thread != [NSThread currentThread] && [work->argument isEqual:@"argument"]);
    RELEASE(work);
}

TEST("a thread has the stack that it asks for") {
    NSUInteger usual = AUTORELEASE([NSThread new]).stackSize, size = 16 << 20;
    done = dispatch_semaphore_create(0);
    __block size_t given = 0;
    NSThread *thread = AUTORELEASE([[NSThread alloc] initWithBlock:^{
      pthread_attr_t attributes;
      pthread_getattr_np(pthread_self(), &attributes);
      pthread_attr_getstacksize(&attributes, &given);
      pthread_attr_destroy(&attributes);
      dispatch_semaphore_signal(done);
    }]);
    CHECK(thread.stackSize == usual && thread.threadPriority == 0.5);
    CHECK(thread.qualityOfService == NSQualityOfServiceDefault);
    thread.stackSize = size;
    thread.qualityOfService = NSQualityOfServiceUtility;
    CHECK(thread.stackSize == size && thread.qualityOfService == NSQualityOfServiceUtility);
    [thread start];
    wait_until_done();
    CHECK(given >= size);
}

TEST("a thread cannot be started twice, and can be cancelled") {
    done = dispatch_semaphore_create(0);
    NSThread *thread = [[NSThread alloc] initWithBlock:^{
      while (![NSThread currentThread].isCancelled) [NSThread sleepForTimeInterval:0];
      dispatch_semaphore_signal(done);
    }];
    [thread start];
    NSString *name = nil;
    @try {
        [thread start];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSInvalidArgumentException]);
    [thread cancel];
    wait_until_done();
    CHECK(thread.isCancelled);
    RELEASE(thread);
}

TEST("each thread has its dictionary, also a thread that NSThread has not started") {
    done = dispatch_semaphore_create(0);
    [NSThread currentThread].threadDictionary[@"key"] = @"main";
    __block id found = nil;
    __block BOOL isSame = NO;
    dispatch_async(dispatch_get_global_queue(0, 0), ^{
      found = [NSThread currentThread].threadDictionary[@"key"];
      isSame = [NSThread currentThread] == [NSThread currentThread] && ![NSThread isMainThread];
      dispatch_semaphore_signal(done);
    });
    wait_until_done();
    CHECK(found == nil && isSame && [[NSThread currentThread].threadDictionary[@"key"] isEqual:@"main"]);
    [[NSThread currentThread].threadDictionary removeObjectForKey:@"key"];
}

enum { THREADS = 4, ROUNDS = 20000 };

TEST("small locks exclude other threads") {
    __block os_unfair_lock unfair = OS_UNFAIR_LOCK_INIT;
    __block OSSpinLock spin = OS_SPINLOCK_INIT;
    __block int first = 0, second = 0;
    dispatch_apply(THREADS, dispatch_get_global_queue(0, 0), ^(size_t index) {
      for (int round = 0; round < ROUNDS; round++) {
          os_unfair_lock_lock(&unfair);
          first++;
          os_unfair_lock_unlock(&unfair);
          OSSpinLockLock(&spin);
          second++;
          OSSpinLockUnlock(&spin);
      }
    });
    CHECK(first == THREADS * ROUNDS && second == THREADS * ROUNDS);
    CHECK(os_unfair_lock_trylock(&unfair) && !os_unfair_lock_trylock(&unfair));
    CHECK(OSSpinLockTry(&spin) && !OSSpinLockTry(&spin));
    os_unfair_lock_unlock(&unfair);
    OSSpinLockUnlock(&spin);
    CHECK(OSSpinLockTry(&spin));
}

TEST("the older atomic operations return the new value") {
    volatile int32_t number = 5;
    volatile int64_t large = 1;
    volatile uint32_t bits = 6;
    CHECK(OSAtomicIncrement32(&number) == 6 && OSAtomicDecrement32Barrier(&number) == 5);
    CHECK(OSAtomicAdd32(10, &number) == 15 && OSAtomicAdd64Barrier(-2, &large) == -1);
    CHECK(OSAtomicCompareAndSwap32(15, 1, &number) && !OSAtomicCompareAndSwap32Barrier(15, 2, &number) && number == 1);
    CHECK(OSAtomicOr32(1, &bits) == 7 && OSAtomicAnd32Barrier(3, &bits) == 3 && OSAtomicXor32Orig(1, &bits) == 3);
    void *volatile pointer = NULL;
    CHECK(OSAtomicCompareAndSwapPtrBarrier(NULL, (void *)&bits, &pointer) && pointer == (void *)&bits);
    OSMemoryBarrier();
}

TEST("a thread posts a notification before it ends") {
    done = dispatch_semaphore_create(0);
    NSThread *thread = AUTORELEASE([[NSThread alloc] initWithBlock:^{}]);
    __block NSThread *ended = nil;
    NSNotificationCenter *center = [NSNotificationCenter defaultCenter];
    id token = [center addObserverForName:NSThreadWillExitNotification
                                   object:thread
                                    queue:nil
                               usingBlock:^(NSNotification *notification) {
                                 ended = [NSThread currentThread];
                                 dispatch_semaphore_signal(done);
                               }];
    [thread start];
    wait_until_done();
    CHECK(ended == thread);
    [center removeObserver:token];
}

TEST("each thread keeps the priority that it is given") {
    CHECK(fabs([NSThread threadPriority] - 0.5) < 0.01 && [NSThread setThreadPriority:0.8]);
    CHECK(fabs([NSThread threadPriority] - 0.8) < 0.01 && [NSThread setThreadPriority:0.5]);
}

TEST("a thread ends itself, after its notification") {
    dispatch_semaphore_t ended = dispatch_semaphore_create(0);
    __block BOOL hasContinued = NO;
    id token = [[NSNotificationCenter defaultCenter]
        addObserverForName:NSThreadWillExitNotification
                    object:nil
                     queue:nil
                usingBlock:^(NSNotification *note) { dispatch_semaphore_signal(ended); }];
    deaths = 0;
    NSThread *thread = [[NSThread alloc] initWithBlock:^{
      [AUTORELEASE([Work new]) class];
      if ([NSThread currentThread]) [NSThread exit];
      hasContinued = YES;
    }];
    [thread start];
    dispatch_semaphore_wait(ended, DISPATCH_TIME_FOREVER);
    [[NSNotificationCenter defaultCenter] removeObserver:token];
    while (!thread.isFinished) usleep(100);
    CHECK(!hasContinued);
    RELEASE(thread);
}

@implementation Work (Calls)
+ (NSArray *)calls {
    __block NSArray *lines = nil;
    void (^block)(void) = ^{ lines = RETAIN([NSThread callStackSymbols]); };
    block();
    return AUTORELEASE(lines);
}
@end

TEST("a thread's calls are addresses and lines of text") {
    NSArray<NSNumber *> *addresses = [NSThread callStackReturnAddresses];
    NSArray<NSString *> *lines = [Work calls];
    CHECK(addresses.count > 2 && addresses[0].unsignedLongValue > 0);
    CHECK(lines.count > 2 && [lines[0] hasPrefix:@"0 "] && [lines[0] rangeOfString:@" 0x"].location == 39);
#ifndef __OPTIMIZE__
    NSString *all = [lines componentsJoinedByString:@"\n"];
    CHECK([all rangeOfString:@" +[Work(Calls) calls] + "].location != NSNotFound);
    CHECK([all rangeOfString:@" __20+[Work(Calls) calls]_block_invoke + "].location != NSNotFound);
    CHECK([all rangeOfString:@" main + "].location != NSNotFound);
#endif
    @try {
        [NSException raise:NSGenericException format:@"text"];
    } @catch (NSException *exception) {
        CHECK(exception.callStackSymbols.count == 0 && exception.callStackReturnAddresses.count == 0);
    }
}
