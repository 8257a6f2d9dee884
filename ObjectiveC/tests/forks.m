// forks.m - children of fork() in a program whose other threads make closures, throw, log, format and synchronize.
#import "check.h"
#import <Foundation/Foundation.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#import <objc/objc-sync.h>
#import <objc/runtime.h>

enum { THREADS = 3, CHILDREN = 1000, FIRST_CHILDREN = 40, SECONDS = 20, MOST_ROUNDS = 100000000 };

// Whether all that a child may use works. Nothing is left of it.
static BOOL use_everything(int number) {
    BOOL works;
    @autoreleasepool {
        IMP imp = imp_implementationWithBlock(^(id self) { return number; });
        works = ((int (*)(id, SEL))imp)(nil, NULL) == number && imp_removeBlock(imp);
        @try {
            [NSException raise:@"Forked" format:@"%@ has %d of %.2f käse", @"Jürgen", number, 0.5];
            works = NO;
        } @catch (NSException *exception) {
            works = works && [exception.reason hasSuffix:@"0.50 käse"];
        } @
        synchronized(@1) {
            NSLog(
                @"%@: %d, %@", [NSDate date], number,
                @{@"key" : @[ @1, @"two", @3.5 ]});
        }
        works = works && [[NSString stringWithFormat:@"%@%S", @"a", (const unichar *)u"ß"] length] == 2;
    }
    return works;
}

static _Atomic(int) busy_threads;
static _Atomic(BOOL) is_over;

static void *stay_busy(void *unused) {
    busy_threads++;
    for (int round = 0; round < MOST_ROUNDS && !is_over; round++) use_everything(round);
    return NULL;
}

// Forks so many children and waits for each. Returns how many of them did not exit with status 0.
static int children_that_failed(int count) {
    int failed = 0;
    for (int child = 0; child < count && failed < 5; child++) {
        pid_t process = guarded_fork(SECONDS);
        if (process == 0) _exit(use_everything(child) ? 0 : 1);
        int status;
        failed += waitpid(process, &status, 0) != process || status != 0;
    }
    return failed;
}

// Standard error goes nowhere: it takes some ten thousand lines of NSLog.
static int failed_beside_threads(int count) {
    int before = dup(2), nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 2);
    pthread_t threads[THREADS];
    is_over = NO;
    busy_threads = 0;
    for (int index = 0; index < THREADS; index++) pthread_create(&threads[index], NULL, stay_busy, NULL);
    while (busy_threads == 0) sched_yield();
    int failed = children_that_failed(count);
    is_over = YES;
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
    dup2(before, 2);
    close(before);
    close(nowhere);
    return failed;
}

// The first test, because the program begins with it again.
TEST("the first child of a program works like every other, though no thread had used anything before") {
    if (getenv("IS_FIRST") != NULL) _exit(failed_beside_threads(1));
    for (int round = 0; round < FIRST_CHILDREN; round++) {
        pid_t process = guarded_fork(2 * SECONDS);
        if (process == 0) {
            setenv("IS_FIRST", "1", 1);
            execl("/proc/self/exe", "forks", (char *)NULL);
            abort();
        }
        int status = 0;
        CHECK(waitpid(process, &status, 0) == process && status == 0);
        if (status) return;
    }
}

TEST("a child that does not end is ended after its seconds, even if its parent's thread has blocked all signals") {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pid_t process = guarded_fork(1);
    if (process == 0) {
        while (true) pause();
    }
    int status = 0;
    CHECK(waitpid(process, &status, 0) == process && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

TEST("a thousand children make closures, throw, log, format and use @synchronized while other threads do the same") {
    CHECK(failed_beside_threads(CHILDREN) == 0);
}

TEST("a child that was forked inside of @synchronized leaves it and enters it again") {
    id object = [NSObject new];
    @synchronized(object) {
        @synchronized(@1) {
            pid_t process = guarded_fork(SECONDS);
            if (process == 0) {
                @try {
                    @synchronized(object) {
                        @throw [NSException exceptionWithName:@"Forked" reason:nil userInfo:nil];
                    }
                } @catch (id exception) {}
                _exit(objc_sync_exit(object) || objc_sync_exit(@1) || objc_sync_enter(object) || objc_sync_enter(@1) ||
                      objc_sync_exit(@1) || objc_sync_exit(object) || objc_sync_exit(object) == 0);
            }
            int status = 0;
            CHECK(waitpid(process, &status, 0) == process && status == 0);
        }
    }
    RELEASE(object);
}
