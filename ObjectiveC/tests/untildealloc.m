// untildealloc.m - ObservationController: observations that the swizzled -dealloc of the observed object removes.
// sources: ObjectiveC/package/Sources/ObservationController
#import "check.h"
#import <Foundation/Foundation.h>
#import <ObservationController.h>
#import <objc/runtime.h>
#include <pthread.h>

enum { NEW = NSKeyValueObservingOptionNew, INITIAL = NSKeyValueObservingOptionInitial };

static int base_deaths, middle_deaths, leaf_deaths, foreign_deaths, captured, calls;

// Two chains of three classes: Base, Middle, Leaf, which all implement dealloc, and Base, Gap, GapLeaf, of which Gap
// does not.
@interface Base : NSObject
@property(nonatomic) int value;
@property(nonatomic, strong) Base *next;
@end
@implementation Base
- (void)dealloc {
    base_deaths++;
    self.value = -1;  // no observer is notified
#if !__has_feature(objc_arc)
    [_next release];
    [super dealloc];
#endif
}
@end

@interface Middle : Base
@end
@implementation Middle
- (void)dealloc {
    middle_deaths++;
    self.value = -2;
    SUPER_DEALLOC;
}
@end

@interface Leaf : Middle
@end
@implementation Leaf
- (void)dealloc {
    leaf_deaths++;
    SUPER_DEALLOC;
}
@end

@interface Gap : Base
@end
@implementation Gap
@end

@interface GapLeaf : Gap
@property(nonatomic, copy) NSString *name;
@end
@implementation GapLeaf
- (void)dealloc {
    leaf_deaths++;
#if !__has_feature(objc_arc)
    [_name release];
    [super dealloc];
#endif
}
@end

// Inherits dealloc from NSObject.
@interface Plain : NSObject
@property(nonatomic) int value;
@end
@implementation Plain
@end

// An object for blocks to capture, which lives as long as the block. The variable `captured` counts its instances.
@interface Captured : NSObject
@property(nonatomic) int calls;
@end
@implementation Captured
- (instancetype)init {
    if ((self = [super init])) captured++;
    return self;
}
- (void)dealloc {
    captured--;
    SUPER_DEALLOC;
}
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    self.calls++;
}
@end

static void reset(void) { base_deaths = middle_deaths = leaf_deaths = foreign_deaths = calls = 0; }

static id observe(id object) {
    Captured *one = AUTORELEASE([Captured new]);
    return [object obc_observeKeyPath:@"value"
                untilDeallocWithBlock:^(id changed, NSString *keyPath, NSDictionary *change) {
                  one.calls++;
                  calls++;
                }];
}

static id make(Class cls) { return AUTORELEASE([cls new]); }

static IMP own_dealloc(Class cls) {
    unsigned count = 0;
    IMP found = NULL;
    Method *methods = class_copyMethodList(cls, &count);
    for (unsigned index = 0; index < count; index++) {
        if (method_getName(methods[index]) == sel_registerName("dealloc"))
            found = method_getImplementation(methods[index]);
    }
    free(methods);
    return found;
}

TEST("the block is called with the object, the key path and the change, until the object is deallocated") {
    reset();
    @autoreleasepool {
        Base *object = make([Base class]);
        Base *__unsafe_unretained unretained = object;
        __block int seen = 0;
        [object obc_observeKeyPath:@"value"
                           options:NEW | INITIAL | NSKeyValueObservingOptionOld
             untilDeallocWithBlock:^(id changed, NSString *keyPath, NSDictionary *change) {
               CHECK(changed == unretained && [keyPath isEqual:@"value"]);
               CHECK([change[NSKeyValueChangeNewKey] isEqual:@(seen)]);
               CHECK(seen == 0 ? change[NSKeyValueChangeOldKey] == nil
                               : [change[NSKeyValueChangeOldKey] isEqual:@(seen - 1)]);
               seen++;
             }];
        object.value = 1;
        object.value = 2;
        CHECK(seen == 3);
        observe(object);
        object.value = 3;
        CHECK(seen == 4 && calls == 1 && captured == 1);
    }
    CHECK(base_deaths == 1 && calls == 1 && captured == 0);
}

TEST("a class without a dealloc of its own calls its superclass's, once") {
    reset();
    CHECK(own_dealloc([Plain class]) == NULL && own_dealloc([Gap class]) == NULL);
    @autoreleasepool {
        Plain *plain = make([Plain class]);
        Gap *gap = make([Gap class]);
        observe(plain);
        observe(gap);
        plain.value = gap.value = 1;
        CHECK(calls == 2);
    }
    CHECK(own_dealloc([Plain class]) != NULL && own_dealloc([Gap class]) != NULL);
    CHECK(base_deaths == 1 && captured == 0);
}

TEST("the class is changed once, and in the program's class") {
    @autoreleasepool {
        Base *first = make([Base class]);
        observe(first);
        IMP dealloc = own_dealloc([Base class]);
        for (int index = 0; index < 100; index++) observe(make([Base class]));
        observe(first);
        CHECK(own_dealloc([Base class]) == dealloc && dealloc != NULL);
        CHECK([first class] == [Base class]);
    }
    CHECK(captured == 0);
}

TEST("a subclass is swizzled after its superclass, and each dealloc runs once") {
    for (int round = 0; round < 3; round++) {
        reset();
        @autoreleasepool {
            Base *base = make([Base class]);
            Middle *middle = make([Middle class]);
            Leaf *leaf = make([Leaf class]);
            observe(base);
            observe(middle);
            if (round) observe(leaf);
            base.value = middle.value = leaf.value = 1;
            CHECK(calls == (round ? 3 : 2));
        }
        CHECK(base_deaths == 3 && middle_deaths == 2 && leaf_deaths == 1 && captured == 0);
    }
}

TEST("a superclass is swizzled after its subclass, and each dealloc runs once") {
    // Classes that only this test uses, from the superclass down.
    Class bottom = objc_allocateClassPair([Base class], "Bottom", 0);
    objc_registerClassPair(bottom);
    Class top = objc_allocateClassPair(bottom, "Top", 0);
    objc_registerClassPair(top);
    for (int round = 0; round < 3; round++) {
        reset();
        @autoreleasepool {
            Base *high = make(top), *low = make(bottom);
            observe(high);
            if (round) observe(low);
            high.value = low.value = 1;
            CHECK(calls == (round ? 2 : 1));
        }
        CHECK(base_deaths == 2 && captured == 0);
    }
    CHECK(own_dealloc(bottom) != NULL && own_dealloc(top) != NULL && own_dealloc(bottom) != own_dealloc(top));
}

TEST("a class between two swizzled ones is left alone") {
    reset();
    @autoreleasepool {
        GapLeaf *leaf = make([GapLeaf class]);
        leaf.name = @"some name";
        [leaf obc_observeKeyPath:@"name"
            untilDeallocWithBlock:^(id changed, NSString *keyPath, NSDictionary *change) { calls++; }];
        leaf.name = @"other";
        observe(leaf);
        leaf.value = 1;
        CHECK(calls == 2);
    }
    CHECK(base_deaths == 1 && leaf_deaths == 1 && captured == 0);
}

TEST("an object that is not observed is deallocated while another instance is observed, and the other way round") {
    reset();
    Middle *observed = [Middle new];
    observe(observed);
    for (int index = 0; index < 100; index++) {
        @autoreleasepool {
            Middle *other = make([Middle class]);
            other.value = 1;
        }
    }
    CHECK(middle_deaths == 100 && base_deaths == 100 && calls == 0);
    @autoreleasepool {
        observed.value = 1;
    }
    CHECK(calls == 1);
    Middle *survivor = [Middle new];
    observe(survivor);
    RELEASE(observed);
    observed = nil;
    CHECK(middle_deaths == 101);
    @autoreleasepool {
        survivor.value = 2;
    }
    CHECK(calls == 2);
    RELEASE(survivor);
    survivor = nil;
    CHECK(middle_deaths == 102);
}

TEST("an object that has a plain observer before, during or after is deallocated well") {
    for (int way = 0; way < 4; way++) {
        reset();
        Captured *plain = AUTORELEASE([Captured new]);
        @autoreleasepool {
            Leaf *object = make([Leaf class]);
            if (way != 1) [object addObserver:plain forKeyPath:@"value" options:NEW context:NULL];
            observe(object);
            if (way == 1) [object addObserver:plain forKeyPath:@"value" options:NEW context:NULL];
            object.value = 1;
            CHECK(calls == 1 && plain.calls == 1);
            CHECK([object class] == [Leaf class]);
            if (way == 2) [object addObserver:plain forKeyPath:@"next.value" options:NEW context:NULL];
            [object removeObserver:plain forKeyPath:@"value"];
            if (way == 2) [object removeObserver:plain forKeyPath:@"next.value"];
            object.value = 2;
            CHECK(calls == 2 && plain.calls == 1);
        }
        CHECK(leaf_deaths == 1 && middle_deaths == 1 && base_deaths == 1);
    }
}

TEST("the program's class is swizzled, not the one that key-value observing has put in its place") {
    reset();
    Class fresh = objc_allocateClassPair([Gap class], "Fresh", 0);
    objc_registerClassPair(fresh);
    Captured *plain = AUTORELEASE([Captured new]);
    @autoreleasepool {
        Base *object = make(fresh);
        [object addObserver:plain forKeyPath:@"value" options:NEW context:NULL];
        IMP notifying = class_getMethodImplementation(object_getClass(object), @selector(setValue:));
        CHECK(notifying != class_getMethodImplementation(fresh, @selector(setValue:)));
        CHECK(own_dealloc(fresh) == NULL);
        observe(object);
        CHECK(own_dealloc(fresh) != NULL);
        [object removeObserver:plain forKeyPath:@"value"];
        object.value = 1;
    }
    CHECK(calls == 1 && plain.calls == 0 && base_deaths == 1);
}

TEST("controllers that do not retain, retaining ones and blocks observe one object together") {
    reset();
    Captured *me = AUTORELEASE([Captured new]);
    OBCObservationController *weak = [[OBCObservationController alloc] initWithObserver:me retainsObserved:NO];
    OBCObservationController *strong = [[OBCObservationController alloc] initWithObserver:me];
    @autoreleasepool {
        Leaf *object = make([Leaf class]);
        observe(object);
        observe(object);
        for (OBCObservationController *all in @[ weak, strong, me.obc_nonretainingObservationController ]) {
            [all observe:object keyPath:@"value" options:NEW context:NULL];
        }
        object.value = 1;
        CHECK(calls == 2 && me.calls == 3 && captured == 3);
    }
    CHECK(leaf_deaths == 0);
    @autoreleasepool {
        [strong unobserveAll];
    }
    CHECK(leaf_deaths == 1 && captured == 1);
    CHECK(weak.observedObjectCount == 0 && me.obc_nonretainingObservationController.observedObjectCount == 0);
    RELEASE(weak);
    RELEASE(strong);
}

TEST("an observation is removed by its token, in its callback too, and a second time without effect") {
    reset();
    @autoreleasepool {
        Base *object = make([Base class]);
        @autoreleasepool {
            id token = observe(object);
            object.value = 1;
            [object obc_removeObservation:token];
            object.value = 2;
            [object obc_removeObservation:token];
            CHECK(calls == 1);
        }
        CHECK(captured == 0);
        __block __unsafe_unretained id own = nil;
        own = [object obc_observeKeyPath:@"value"
                   untilDeallocWithBlock:^(id changed, NSString *keyPath, NSDictionary *change) {
                     calls++;
                     [changed obc_removeObservation:own];
                   }];
        object.value = 3;
        object.value = 4;
        CHECK(calls == 2);
        // A token of another object has no effect.
        id token = observe(object);
        [make([Base class]) obc_removeObservation:token];
        object.value = 5;
        CHECK(calls == 3);
    }
    CHECK(base_deaths == 2 && captured == 0);
}

TEST("nested key paths end with the first object, whoever is deallocated last") {
    reset();
    Base *last = [Base new];
    @autoreleasepool {
        Base *first = make([Base class]);
        first.next = make([Base class]);
        first.next.next = last;
        [first obc_observeKeyPath:@"next.next.value"
            untilDeallocWithBlock:^(id changed, NSString *keyPath, NSDictionary *change) { calls++; }];
        last.value = 1;
        CHECK(calls == 1);
        observe(first.next);
        first.next.value = 1;
        CHECK(calls == 2);
    }
    CHECK(base_deaths == 2);
    last.value = 2;
    CHECK(calls == 2);
    RELEASE(last);
    last = nil;
    CHECK(base_deaths == 3 && captured == 0);
}

TEST("objects that end each other's lives in dealloc are deallocated once") {
    reset();
    @autoreleasepool {
        Base *first = make([Base class]), *object = first;
        observe(first);
        for (int index = 0; index < 500; index++) {
            object.next = make(index % 3 ? [Leaf class] : [Gap class]);
            object = object.next;
            observe(object);
        }
        object.value = 1;
        CHECK(calls == 1);
    }
    CHECK(base_deaths == 501 && captured == 0);
}

TEST("a block that changes and observes other objects runs in the dealloc of a third") {
    reset();
    @autoreleasepool {
        Base *object = make([Base class]), *other = make([Base class]);
        observe(other);
        // When the observation ends, the captured array is released, and with it an observed object.
        NSArray *array = @[ make([Leaf class]) ];
        observe(array[0]);
        [object obc_observeKeyPath:@"value"
             untilDeallocWithBlock:^(id changed, NSString *keyPath, NSDictionary *change) {
               other.value++;
               [array[0] setValue:@(other.value) forKey:@"value"];
               observe(other);
             }];
        object.value = 1;
        CHECK(calls == 2);
    }
    CHECK(base_deaths == 3 && leaf_deaths == 1 && captured == 0);
}

// Simulates another library that swizzles dealloc, by exchanging implementations.
@interface Base (Foreign)
@end
@implementation Base (Foreign)
- (void)foreign_dealloc {
    foreign_deaths++;
    [self foreign_dealloc];
}
@end

static void exchange(Class cls) {
    SEL dealloc = sel_registerName("dealloc"), foreign = sel_registerName("foreign_dealloc");
    Method replacement = class_getInstanceMethod([Base class], foreign);
    if (class_addMethod(cls, dealloc, method_getImplementation(replacement), "v@:")) {
        IMP inherited = class_getMethodImplementation(class_getSuperclass(cls), dealloc);
        class_replaceMethod(cls, foreign, inherited, "v@:");
    } else {
        // Adds the method to the class itself, so that not the superclass's method is exchanged.
        class_addMethod(cls, foreign, method_getImplementation(replacement), "v@:");
        method_exchangeImplementations(class_getInstanceMethod(cls, dealloc), class_getInstanceMethod(cls, foreign));
    }
}

@interface Before : Base
@end
@implementation Before
- (void)dealloc {
    leaf_deaths++;
    SUPER_DEALLOC;
}
@end
@interface After : Base
@end
@implementation After
- (void)dealloc {
    leaf_deaths++;
    SUPER_DEALLOC;
}
@end
@interface Between : Base
@end
@implementation Between
- (void)dealloc {
    leaf_deaths++;
    SUPER_DEALLOC;
}
@end

TEST("another library exchanges dealloc before, after, and while an object is observed") {
    reset();
    exchange([Before class]);
    @autoreleasepool {
        Before *object = make([Before class]);
        observe(object);
        object.value = 1;
    }
    CHECK(calls == 1 && foreign_deaths == 1 && leaf_deaths == 1 && base_deaths == 1 && captured == 0);
    reset();
    @autoreleasepool {
        observe(make([After class]));
    }
    CHECK(foreign_deaths == 0 && leaf_deaths == 1 && captured == 0);
    exchange([After class]);
    @autoreleasepool {
        After *object = make([After class]);
        observe(object);
        object.value = 1;
    }
    CHECK(calls == 1 && foreign_deaths == 1 && leaf_deaths == 2 && base_deaths == 2 && captured == 0);
    reset();
    @autoreleasepool {
        Between *object = make([Between class]);
        observe(object);
        exchange([Between class]);
        object.value = 1;
    }
    CHECK(calls == 1 && foreign_deaths == 1 && leaf_deaths == 1 && base_deaths == 1 && captured == 0);
}

TEST("classes that are made while the program runs are swizzled, and objects that change their class") {
    reset();
    Class made = objc_allocateClassPair([Leaf class], "Made", 0);
    objc_registerClassPair(made);
    @autoreleasepool {
        Leaf *object = make(made);
        observe(object);
        object.value = 1;
        CHECK(calls == 1 && [object class] == made);
        Leaf *changed = make([Leaf class]);
        object_setClass(changed, made);
        observe(changed);
        changed.value = 1;
        CHECK(calls == 2);
    }
    CHECK(leaf_deaths == 2 && base_deaths == 2 && captured == 0);
}

TEST("weak references are nil when the observations end") {
    reset();
    NSMapTable *weak = [NSMapTable strongToWeakObjectsMapTable];
    @autoreleasepool {
        Base *object = make([Base class]);
        [weak setObject:object forKey:@"object"];
        observe(object);
        CHECK([weak objectForKey:@"object"] == object);
    }
    CHECK([weak objectForKey:@"object"] == nil && base_deaths == 1);
}

enum { THREADS = 8, ROUNDS = 500 };
static Class racing[20];
static pthread_barrier_t together;

static void *race(void *unused) {
    for (int index = 0; index < 20; index++) {
        pthread_barrier_wait(&together);
        for (int round = 0; round < ROUNDS / 20; round++) {
            @autoreleasepool {
                Plain *observed = make(racing[index]), *other = make(racing[index]);
                __block int seen = 0;
                [observed obc_observeKeyPath:@"value"
                       untilDeallocWithBlock:^(id changed, NSString *keyPath, NSDictionary *change) { seen++; }];
                observed.value = other.value = round;
                if (seen != 1) abort();
            }
        }
    }
    return NULL;
}

TEST("threads that observe the first instances of a class at once replace its dealloc once") {
    pthread_barrier_init(&together, NULL, THREADS);
    static int deaths;
    for (int index = 0; index < 20; index++) {
        char name[20];
        snprintf(name, sizeof name, "Racing%d", index);
        // Each class inherits from the previous class, which is swizzled first.
        racing[index] = objc_allocateClassPair(index ? racing[index - 1] : [Plain class], name, 0);
        if (index == 0) {
            Class cls = racing[0];
            SEL dealloc = sel_registerName("dealloc");
            void (*inherited)(__unsafe_unretained id, SEL) = (void (*)(__unsafe_unretained id, SEL))(
                void (*)(void))class_getMethodImplementation([Plain class], dealloc);
            class_addMethod(cls, dealloc, imp_implementationWithBlock(^(__unsafe_unretained id object) {
                              __sync_fetch_and_add(&deaths, 1);
                              inherited(object, dealloc);
                            }),
                            "v@:");
        }
        objc_registerClassPair(racing[index]);
    }
    pthread_t threads[THREADS];
    for (int index = 0; index < THREADS; index++) pthread_create(&threads[index], NULL, race, NULL);
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
    CHECK(deaths == THREADS * ROUNDS * 2);
}
