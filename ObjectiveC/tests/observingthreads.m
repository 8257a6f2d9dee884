// observingthreads.m - ObservationController: eight threads observe, change, unobserve and release the same objects.
// sources: ObjectiveC/package/Sources/ObservationController
#import "check.h"
#import <Foundation/Foundation.h>
#import <ObservationController.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 8, ROUNDS = 3000, OBJECTS = 5, NEW = NSKeyValueObservingOptionNew };

static atomic_int items, listeners, calls, wrong;

@interface Item : NSObject
@property int number;
@property(copy) NSString *name;
@property(strong) Item *next;
@end
@implementation Item
- (instancetype)init {
    if ((self = [super init])) atomic_fetch_add(&items, 1);
    return self;
}
- (void)dealloc {
    atomic_fetch_sub(&items, 1);
#if !__has_feature(objc_arc)
    [_name release];
    [_next release];
    [super dealloc];
#endif
}
@end

@interface Listener : NSObject
@end
@implementation Listener
- (instancetype)init {
    if ((self = [super init])) atomic_fetch_add(&listeners, 1);
    return self;
}
- (void)dealloc {
    atomic_fetch_sub(&listeners, 1);
    SUPER_DEALLOC;
}
- (void)heard:(NSDictionary *)change of:(id)object keyPath:(NSString *)keyPath {
    atomic_fetch_add(&calls, 1);
    if (change[NSKeyValueChangeNewKey] == nil || ![object isKindOfClass:[Item class]]) atomic_fetch_add(&wrong, 1);
}
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    if (context != (__bridge void *)[Listener class]) atomic_fetch_add(&wrong, 1);
    [self heard:change of:object keyPath:keyPath];
}
@end

static Item *shared[OBJECTS];
static OBCObservationController *retaining, *nonretaining;

static void run(void *(*body)(void *)) {
    pthread_t threads[THREADS];
    for (long index = 0; index < THREADS; index++) pthread_create(&threads[index], NULL, body, (void *)index);
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
}

static void observe(OBCObservationController *all, Item *item, unsigned way) {
    static NSString *const keys[] = {@"number", @"name", @"next.number"};
    NSString *key = keys[way / 3 % 3];
    switch (way % 3) {
        case 0: [all observe:item keyPath:key options:NEW action:@selector(heard:of:keyPath:)]; break;
        case 1: [all observe:item keyPath:key options:NEW context:(__bridge void *)[Listener class]]; break;
        default:
            [all observe:item
                 keyPath:key
                 options:NEW | NSKeyValueObservingOptionInitial
                   block:^(id observer, NSString *keyPath, id object, NSDictionary *change) {
                     [observer heard:change of:object keyPath:keyPath];
                   }];
    }
}

static void change(Item *item, unsigned random) {
    item.number = (int)random;
    if (random % 3 == 0) item.name = random % 2 ? @"a name" : @"another";
}

static void unobserve(OBCObservationController *all, Item *item, unsigned random) {
    switch (random % 8) {
        case 0: [all unobserveAll]; break;
        case 1: [all unobserve:item]; break;
        case 2: [all unobserve:item keyPath:@"name"]; break;
        case 3: [all unobserve:item keyPath:@"next.number"]; break;
        default: [all unobserve:item keyPath:@"number"];
    }
}

static void *share(void *number) {
    unsigned seed = (unsigned)(long)number + 1;
    for (int round = 0; round < ROUNDS; round++) {
        @autoreleasepool {
            unsigned random = (unsigned)rand_r(&seed) >> 3;
            Item *item = shared[random % OBJECTS];
            OBCObservationController *all = random / 16 % 2 ? retaining : nonretaining;
            observe(all, item, random / 5);
            change(item, random / 7);
            unobserve(all, item, random / 32);
        }
    }
    return NULL;
}

TEST("eight threads use two controllers and five objects at once") {
    @autoreleasepool {
        Listener *listener = AUTORELEASE([Listener new]);
        retaining = [[OBCObservationController alloc] initWithObserver:listener];
        nonretaining = [[OBCObservationController alloc] initWithObserver:listener retainsObserved:NO];
        for (int index = 0; index < OBJECTS; index++) {
            shared[index] = [Item new];
            shared[index].next = AUTORELEASE([Item new]);
        }
        run(share);
        CHECK(calls > ROUNDS && wrong == 0);
        [retaining unobserveAll];
        [nonretaining unobserveAll];
        int before = calls;
        for (int index = 0; index < OBJECTS; index++) change(shared[index], 6);
        CHECK(calls == before && retaining.observedObjectCount == 0 && nonretaining.observedObjectCount == 0);
        for (int index = 0; index < OBJECTS; index++) {
            RELEASE(shared[index]);
            shared[index] = nil;
        }
        RELEASE(retaining);
        RELEASE(nonretaining);
        retaining = nonretaining = nil;
    }
    CHECK(items == 0 && listeners == 0);
}

static void *own(void *number) {
    unsigned seed = (unsigned)(long)number + 100;
    for (int round = 0; round < ROUNDS; round++) {
        @autoreleasepool {
            unsigned random = (unsigned)rand_r(&seed) >> 3;
            Item *item = AUTORELEASE([Item new]);
            observe(retaining, item, random);
            observe(nonretaining, item, random / 3);
            [item obc_observeKeyPath:@"number"
                untilDeallocWithBlock:^(id object, NSString *keyPath, NSDictionary *change) {
                  atomic_fetch_add(&calls, 1);
                }];
            change(item, random / 5);
            if (random % 7 == 0) unobserve(nonretaining, item, random / 64 | 1);
            [retaining unobserve:item];
        }
    }
    return NULL;
}

TEST("eight threads release objects that shared controllers observe") {
    @autoreleasepool {
        Listener *listener = AUTORELEASE([Listener new]);
        retaining = [[OBCObservationController alloc] initWithObserver:listener];
        nonretaining = [[OBCObservationController alloc] initWithObserver:listener retainsObserved:NO];
        calls = 0;
        run(own);
        CHECK(calls > THREADS * ROUNDS && wrong == 0 && items == 0);
        CHECK(retaining.observedObjectCount == 0 && nonretaining.observedObjectCount == 0);
        RELEASE(retaining);
        RELEASE(nonretaining);
        retaining = nonretaining = nil;
    }
    CHECK(items == 0 && listeners == 0);
}

static void *controllers(void *number) {
    unsigned seed = (unsigned)(long)number + 200;
    for (int round = 0; round < ROUNDS; round++) {
        @autoreleasepool {
            unsigned random = (unsigned)rand_r(&seed) >> 3;
            // The pool deallocates the observer with its controllers, while other threads change the objects.
            Listener *listener = AUTORELEASE([Listener new]);
            Item *item = shared[random % OBJECTS];
            OBCObservationController *all =
                random / 8 % 2 ? listener.obc_observationController : listener.obc_nonretainingObservationController;
            observe(all, item, random / 16);
            change(shared[random / 7 % OBJECTS], random / 9);
            if (random % 11 == 0) {
                // Only this thread uses this object, which is deallocated before or after the controller.
                Item *mine = AUTORELEASE([Item new]);
                observe(listener.obc_nonretainingObservationController, mine, random / 16);
                change(mine, 6);
            }
        }
    }
    return NULL;
}

TEST("eight threads release observers and controllers while others change the observed objects") {
    @autoreleasepool {
        for (int index = 0; index < OBJECTS; index++) shared[index] = [Item new];
        calls = 0;
        run(controllers);
        CHECK(calls > ROUNDS && wrong == 0);
        for (int index = 0; index < OBJECTS; index++) {
            RELEASE(shared[index]);
            shared[index] = nil;
        }
    }
    CHECK(items == 0 && listeners == 0);
}

static OBCObservationController *dying;
static pthread_barrier_t together;

static void *die(void *number) {
    for (int round = 0; round < ROUNDS / 3; round++) {
        @autoreleasepool {
            pthread_barrier_wait(&together);
            if ((long)number == 0) {
                RELEASE(dying);
                dying = nil;
            } else {
                change(shared[0], (unsigned)round);
                if ((long)number == 1) {
                    RELEASE(shared[1]);
                    shared[1] = nil;
                }
            }
        }
        pthread_barrier_wait(&together);
        if ((long)number == 2) {
            @autoreleasepool {
                dying = [[OBCObservationController alloc] initWithObserver:shared[0] retainsObserved:NO];
                shared[1] = [Item new];
                OBCObservationBlock block =
                    ^(id observer, NSString *keyPath, id object, NSDictionary *change) { atomic_fetch_add(&calls, 1); };
                [dying observe:shared[0] keyPaths:@[ @"number", @"name" ] options:NEW block:block];
                [dying observe:shared[1] keyPaths:@[ @"number", @"name" ] options:NEW block:block];
            }
        }
    }
    return NULL;
}

TEST("a controller and an observed object are deallocated at the same time") {
    pthread_barrier_init(&together, NULL, THREADS);
    shared[0] = [Item new];
    run(die);
    @autoreleasepool {
        RELEASE(dying);
        dying = nil;
        RELEASE(shared[1]);
        shared[1] = nil;
        RELEASE(shared[0]);
        shared[0] = nil;
    }
    CHECK(items == 0 && listeners == 0);
}
