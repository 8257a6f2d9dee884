// locks.m - NSLock, NSRecursiveLock, NSCondition and NSConditionLock, on one thread and on several.
#import "check.h"
#import <Foundation/Foundation.h>
#include <pthread.h>
#include <signal.h>

enum { THREADS = 4, ROUNDS = 5000 };

static void run_threads(void *(*body)(void *), void *argument) {
    pthread_t threads[THREADS];
    for (int index = 0; index < THREADS; index++) pthread_create(&threads[index], NULL, body, argument);
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
}

// Runs the body with standard error redirected, and returns the text that was written to it.
static const char *errors_of(void (^body)(void)) {
    static char text[4096];
    int ends[2], before = dup(2);
    CHECK(pipe(ends) == 0);
    dup2(ends[1], 2);
    close(ends[1]);
    body();
    dup2(before, 2);
    close(before);
    ssize_t length = read(ends[0], text, sizeof text - 1);
    text[length > 0 ? length : 0] = 0;
    close(ends[0]);
    return text;
}

static int lines(const char *text) {
    int count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

static NSLock *lock;
static long sum;

static void *add_under_lock(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        [lock lock];
        sum++;
        [lock unlock];
    }
    return NULL;
}

TEST("threads that lock a lock exclude each other") {
    lock = [NSLock new];
    sum = 0;
    run_threads(add_under_lock, NULL);
    CHECK(sum == THREADS * ROUNDS);
    RELEASE(lock);
    lock = nil;
}

static void *try_it(void *object) {
    id candidate = (__bridge id)object;
    BOOL took = [candidate tryLock];
    if (took) [candidate unlock];
    return took ? object : NULL;
}

static BOOL can_another_thread_lock(id lock) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, try_it, (__bridge void *)lock);
    pthread_join(thread, &result);
    return result != NULL;
}

TEST("tryLock locks a lock that nobody holds, and returns NO for any other") {
    NSLock *plain = [NSLock new];
    CHECK([plain tryLock] && ![plain tryLock] && !can_another_thread_lock(plain));
    [plain unlock];
    CHECK(can_another_thread_lock(plain));
    RELEASE(plain);
}

TEST("a recursive lock is free once its holder has unlocked it as often as locked it") {
    NSRecursiveLock *recursive = [NSRecursiveLock new];
    [recursive lock];
    [recursive lock];
    CHECK([recursive tryLock] && !can_another_thread_lock(recursive));
    [recursive unlock];
    [recursive unlock];
    CHECK(!can_another_thread_lock(recursive));
    [recursive unlock];
    CHECK(can_another_thread_lock(recursive));
    RELEASE(recursive);
}

static NSCondition *condition;
static int waiting, tickets;

static void *take_ticket(void *unused) {
    [condition lock];
    waiting++;
    [condition broadcast];
    while (tickets == 0) [condition wait];
    tickets--;
    [condition unlock];
    return NULL;
}

TEST("threads wait for a condition until it is signalled, and hold the lock afterwards") {
    condition = [NSCondition new];
    pthread_t threads[THREADS];
    for (int index = 0; index < THREADS; index++) pthread_create(&threads[index], NULL, take_ticket, NULL);
    [condition lock];
    while (waiting < THREADS) [condition wait];
    tickets = 1;
    [condition signal];
    [condition unlock];
    [condition lock];
    tickets += THREADS - 1;
    [condition broadcast];
    [condition unlock];
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
    CHECK(tickets == 0);
    RELEASE(condition);
    condition = nil;
}

static void *unlock_it(void *object) {
    [(__bridge id)object unlock];
    return NULL;
}

TEST("an unlock of a lock that the thread does not hold writes one line, and changes nothing") {
    NSLock *plain = [NSLock new];
    const char *said = errors_of(^{ [plain unlock]; });
    CHECK(strstr(said, "*** -[NSLock unlock]: lock (<NSLock: 0x") && lines(said) == 1);
    CHECK(strstr(said, "'(null)') unlocked when not locked"));
    plain.name = @"cache";
    [plain lock];
    said = errors_of(^{
      pthread_t thread;
      pthread_create(&thread, NULL, unlock_it, (__bridge void *)plain);
      pthread_join(thread, NULL);
    });
    CHECK(strstr(said, "'cache') unlocked from thread which did not lock it") && lines(said) == 1);
    CHECK(!can_another_thread_lock(plain));
    [plain unlock];
    CHECK(can_another_thread_lock(plain));
    RELEASE(plain);
}

TEST("other wrong uses write a line each") {
    const char *said = errors_of(^{
      @autoreleasepool {
          NSLock *held = [NSLock new];
          [held lock];
          RELEASE(held);
      }
    });
    CHECK(strstr(said, "*** -[NSLock dealloc]: lock") && strstr(said, "deallocated while still in use"));
    said = errors_of(^{
      NSCondition *unlocked = [NSCondition new];
      [unlocked wait];
      RELEASE(unlocked);
    });
    CHECK(strstr(said, "*** -[NSCondition wait]: lock") && lines(said) == 1);
    said = errors_of(^{
      NSRecursiveLock *recursive = [NSRecursiveLock new];
      [recursive unlock];
      CHECK(can_another_thread_lock(recursive));
      RELEASE(recursive);
    });
    CHECK(strstr(said, "*** -[NSRecursiveLock unlock]: lock") && lines(said) == 1);
}

static void end(int signal) { abort(); }

TEST("a thread that locks a lock twice writes a line and waits for ever") {
    CHECK_ENDS("deadlock", {
        NSLock *plain = [NSLock new];
        signal(SIGALRM, end);
        ualarm(200000, 0);
        [plain lock];
        [plain lock];
    });
}

TEST("a lock has a name, and conforms to NSLocking") {
    NSRecursiveLock *named = [NSRecursiveLock new];
    CHECK(named.name == nil);
    @autoreleasepool {
        named.name = [NSString stringWithFormat:@"lock %d", 1];
    }
    CHECK([named.name isEqual:@"lock 1"] && [named conformsToProtocol:@protocol(NSLocking)]);
    named.name = nil;
    CHECK(named.name == nil);
    RELEASE(named);
}

@interface Gate : NSLock
@property(nonatomic, strong) NSObject *guarded;
@end
@implementation Gate
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_guarded release];
    [super dealloc];
}
#endif
@end

TEST("a compiled subclass of a lock has ivars of its own") {
    Gate *gate = [Gate new];
    gate.guarded = @"value";
    CHECK([gate tryLock] && [gate.guarded isEqual:@"value"]);
    [gate unlock];
    RELEASE(gate);
}

TEST("a thread waits for the condition of a condition lock") {
    NSConditionLock *lock = AUTORELEASE([[NSConditionLock alloc] initWithCondition:0]);
    CHECK([lock tryLock] && ![lock tryLock] && ![lock lockBeforeDate:[NSDate dateWithTimeIntervalSinceNow:0.01]]);
    [lock unlock];
    CHECK(lock.condition == 0 && ![lock tryLockWhenCondition:1] && [lock conformsToProtocol:@protocol(NSLocking)]);
    CHECK(![lock lockWhenCondition:1 beforeDate:[NSDate dateWithTimeIntervalSinceNow:0.01]]);
    [NSThread detachNewThreadWithBlock:^{
      [lock lockWhenCondition:0];
      [lock unlockWithCondition:1];
      [lock lockWhenCondition:2];
      [lock unlockWithCondition:3];
    }];
    [lock lockWhenCondition:1];
    [lock unlockWithCondition:2];
    CHECK([lock lockWhenCondition:3 beforeDate:[NSDate dateWithTimeIntervalSinceNow:60]]);
    [lock unlock];
    lock.name = @"stages";
    CHECK([lock.name isEqual:@"stages"] && lock.condition == 3);
}

TEST("a lock and a condition are waited for until a time") {
    NSDate *past = [NSDate dateWithTimeIntervalSinceNow:-1], *later = [NSDate dateWithTimeIntervalSinceNow:60];
    NSLock *lock = AUTORELEASE([NSLock new]);
    CHECK([lock lockBeforeDate:later] && ![lock lockBeforeDate:past]);
    [lock unlock];
    CHECK([lock lockBeforeDate:past]);
    [lock unlock];
    NSRecursiveLock *recursive = AUTORELEASE([NSRecursiveLock new]);
    CHECK([recursive lockBeforeDate:past] && [recursive lockBeforeDate:past]);
    [recursive unlock];
    [recursive unlock];
    NSCondition *condition = AUTORELEASE([NSCondition new]);
    [condition lock];
    CHECK(![condition waitUntilDate:past]);
    [condition unlock];
}
