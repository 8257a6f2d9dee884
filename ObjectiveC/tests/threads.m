// threads.m - several threads use @synchronized, atomic properties and weak references at the same time.
#import "check.h"
#import <Foundation/Foundation.h>
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 20000 };

@interface Shared : NSObject {
  @public
    long count;
}
@property(strong) id value;
@property(copy) NSString *text;
@end
@implementation Shared
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_value release];
    [_text release];
    [super dealloc];
}
#endif
@end

static Shared *shared;

static void run(void *(*body)(void *)) {
    pthread_t threads[THREADS];
    for (long index = 0; index < THREADS; index++) pthread_create(&threads[index], NULL, body, (void *)index);
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
}

static void *count_up(void *unused) {
    for (int index = 0; index < ROUNDS; index++) {
        @synchronized(shared) {
            @synchronized(shared) {
                shared->count++;
            }
        }
    }
    return NULL;
}

TEST("@synchronized lets one thread in at a time, which may come in again") {
    shared = [Shared new];
    run(count_up);
    CHECK(shared->count == THREADS * ROUNDS);
    RELEASE(shared);
    shared = nil;
}

static void *set_and_get(void *number) {
    for (int index = 0; index < ROUNDS; index++) {
        @autoreleasepool {
            if ((long)number % 2) {
                NSMutableArray *array = [NSMutableArray array];
                [array addObject:@(index)];
                shared.value = array;
                shared.text = [NSString stringWithUTF8String:"some text that is long enough to be allocated"];
            } else {
                NSArray *value = shared.value;
                if (value && value.count != 1) abort();
                if (shared.text && shared.text.length != 45) abort();
            }
        }
    }
    return NULL;
}

TEST("an atomic property is whole, whoever sets it meanwhile") {
    shared = [Shared new];
    run(set_and_get);
    CHECK([shared.value count] == 1);
    RELEASE(shared);
    shared = nil;
}

#if __has_feature(objc_arc)
static __weak id weak;

static void *load_weak(void *number) {
    for (int index = 0; index < ROUNDS; index++) {
        @autoreleasepool {
            if (number == NULL) {
                NSMutableArray *array = [NSMutableArray array];
                [array addObject:@1];
                weak = array;
            } else {
                NSArray *array = weak;
                if (array && array.count != 1 && array.count != 0) abort();
            }
        }
    }
    return NULL;
}

TEST("a weak variable reads a live object or nil, while another thread ends the object") {
    run(load_weak);
    CHECK(weak == nil);
}
#endif
