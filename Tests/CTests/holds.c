// holds.c - holds on an object's memory, and retaining what may be dead.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "../../Sources/CMiniRuntime/object/count.h"
#include "ctests.h"

static _Atomic(int) deaths;

static _Atomic(uint64_t) *count_of(id object) { return (_Atomic(uint64_t) *)((char *)object - mr_header_size()); }

static uint64_t holds_of(id object) { return (atomic_load(count_of(object)) & MR_OBJECT_HOLDS) / MR_OBJECT_HOLD; }

static void dealloc(id self, SEL _cmd) {
    atomic_fetch_add(&deaths, 1);
    CHECK(!mr_retain_if_alive(self));
    mr_hold(self);  // a dealloc may, and is not kept from disposing of its object
    object_dispose(self);
    CHECK(!mr_retain_if_alive(self));
    mr_unhold(self);
}

static Class make_class(const char *name) {
    Class cls = ctests_class(name, Nil);
    ctests_method(cls, "dealloc", (void *)dealloc, "v@:");
    atomic_store(&deaths, 0);
    return cls;
}

// ── Memory ──────────────────────────────────────────────────────────────────────────────────────────

TEST(held, "A hold keeps the memory of a dead object, which nobody retains any more") {
    Class cls = make_class("Held");
    id object = ctests_new(cls);
    mr_hold(object);
    mr_hold(object);
    CHECK(mr_can_be_held(object) && holds_of(object) == 2 && mr_retain_count(object) == 1);
    CHECK(mr_retain_if_alive(object) && mr_retain_settle(object) == object && mr_retain_count(object) == 2);
    objc_release(object);
    mr_unhold(object);
    CHECK(deaths == 0 && mr_retain_if_alive(object));
    objc_release(object);
    objc_release(object);
    CHECK(deaths == 1 && mr_instance_count(cls) == 0 && !mr_retain_if_alive(object));
    mr_hold(object);  // a holder may
    mr_unhold(object);
    CHECK(!mr_retain_if_alive(object) && (holds_of(object) == 1 || mr_debug_keeps_zombies()));
    mr_unhold(object);
    objc_disposeClassPair(cls);
}

TEST(held_and_let_go, "An object that is held no more dies as if it never had been") {
    Class cls = make_class("HeldNoMore");
    id object = ctests_new(cls);
    mr_hold(object);
    mr_unhold(object);
    CHECK(atomic_load(count_of(object)) == MR_OBJECT_ONE);
    objc_release(object);
    CHECK(deaths == 1);
    objc_disposeClassPair(cls);
}

TEST(held_without_release, "An object that is disposed of directly is dead for those who hold it") {
    Class cls = ctests_class("DisposedOf", Nil);
    id object = ctests_new(cls);
    mr_hold(object);
    objc_destructInstance(object);
    CHECK(mr_retain_if_alive(object));
    objc_release(object);
    object_dispose(object);
    CHECK(!mr_retain_if_alive(object) && mr_instance_count(cls) == 0);
    mr_unhold(object);
    objc_disposeClassPair(cls);
}

TEST(held_of_disposed_class, "The class of a dead object that is held may be disposed of") {
    Class cls = make_class("DisposedOfFirst");
    id object = ctests_new(cls);
    mr_hold(object);
    objc_release(object);
    char *reason = mr_class_dispose(cls);
    CHECK(reason == NULL && objc_getClass("DisposedOfFirst") == Nil);
    free(reason);
    CHECK(!mr_retain_if_alive(object));
    mr_unhold(object);
}

TEST(not_held, "nil, tagged pointers, classes and constants are not held, and always alive") {
    mr_tag_register(5, ctests_class("TaggedAndNotHeld", Nil));
    id objects[] = {nil, mr_tag_make(5, 1), (id)objc_getClass("NSObject"), (id)objc_getProtocol("NSObject")};
    for (int index = 0; index < 4; index++) {
        mr_hold(objects[index]);
        CHECK(mr_retain_if_alive(objects[index]) && mr_retain_settle(objects[index]) == objects[index]);
        mr_unhold(objects[index]);
        CHECK(mr_can_be_held(objects[index]) == (index != 2));
    }
}

TEST(weakly_instead, "Objects in memory of others, and classes, are referred to weakly where they cannot be held") {
    Class cls = make_class("Placed");
    static void *memory[16];
    id placed = objc_constructInstance(cls, (char *)memory + mr_header_size()), weak;
    CHECK(placed && !mr_can_be_held(placed) && objc_initWeak(&weak, placed) == placed);
    objc_destructInstance(placed);
    CHECK(objc_loadWeakRetained(&weak) == nil);
    object_dispose(placed);
    objc_initWeak(&weak, (id)cls);
    CHECK(!mr_can_be_held((id)cls) && objc_loadWeakRetained(&weak) == (id)cls);
    objc_disposeClassPair(cls);
    CHECK(objc_loadWeakRetained(&weak) == nil);
    objc_storeWeak(&weak, (id)objc_getClass("NSObject"));
    CHECK(objc_loadWeakRetained(&weak) == (id)objc_getClass("NSObject"));
    objc_destroyWeak(&weak);
}

TEST(too_many_holds, "A hold for which there is no more room becomes permanent: the memory is never freed") {
    Class cls = ctests_class("HeldForEver", Nil);
    id object = ctests_new(cls);
    _Atomic(uint64_t) *count = count_of(object);
    atomic_fetch_add(count, MR_OBJECT_HOLDS - 2 * MR_OBJECT_HOLD);
    for (uint64_t holds = 0xfffffe; holds <= 0x1000002; holds++) {
        mr_hold(object);
        CHECK(holds_of(object) == (holds < 0xffffff ? holds : 0xffffff) && mr_retain_count(object) == 1);
    }
    for (int index = 0; index < 5; index++) mr_unhold(object);
    CHECK(holds_of(object) == 0xffffff && mr_retain_if_alive(object) && mr_retain_count(object) == 2);
    objc_release(object);
    objc_release(object);
    CHECK(mr_instance_count(cls) == 0 && !mr_retain_if_alive(object) && holds_of(object) == 0xffffff);
    // One hold in place of all, so that the memory of the test is freed.
    atomic_fetch_sub(count, MR_OBJECT_HOLDS - MR_OBJECT_HOLD);
    mr_unhold(object);
    objc_disposeClassPair(cls);
}

// ── Classes that count by themselves ────────────────────────────────────────────────────────────────

static int retains, releases, owners;

static id retain(id self, SEL _cmd) {
    struct objc_super super = {self, objc_getClass("NSObject")};
    retains++;
    return ((id(*)(struct objc_super *, SEL))objc_msgSendSuper)(&super, _cmd);
}

static void release(id self, SEL _cmd) {
    struct objc_super super = {self, objc_getClass("NSObject")};
    releases++;
    ((void (*)(struct objc_super *, SEL))objc_msgSendSuper)(&super, _cmd);
}

// The same without the header.
static id retain_apart(id self, SEL _cmd) {
    retains++;
    owners++;
    return self;
}

static void release_apart(id self, SEL _cmd) {
    releases++;
    if (--owners == 0) object_dispose(self);
}

static void check_settled(Class cls, int number) {
    id object = ctests_new(cls), weak;
    retains = releases = 0;
    owners = 1;
    mr_hold(object);
    objc_initWeak(&weak, object);
    CHECK(mr_retain_if_alive(object) && retains == 0);
    CHECK(mr_retain_settle(object) == object && retains == number);
    CHECK(objc_loadWeakRetained(&weak) == object && retains == 2 * number);
    objc_release(object);
    objc_release(object);
    CHECK(releases == 2 * number && owners == 1 && mr_retain_count(object) == 1);
    objc_release(object);
    CHECK(!mr_retain_if_alive(object) && objc_loadWeakRetained(&weak) == nil && retains == 2 * number);
    mr_unhold(object);
    objc_destroyWeak(&weak);
    objc_disposeClassPair(cls);
}

TEST(settled, "An object of a class that counts by itself is sent -retain for what sends -release later") {
    Class counting = ctests_class("CountsItself", Nil), apart = ctests_class("CountsApart", Nil);
    ctests_method(counting, "retain", (void *)retain, "@@:");
    ctests_method(counting, "release", (void *)release, "v@:");
    ctests_method(apart, "retain", (void *)retain_apart, "@@:");
    ctests_method(apart, "release", (void *)release_apart, "v@:");
    check_settled(counting, 1);
    check_settled(apart, 1);
    check_settled(ctests_class("CountsAsOthers", Nil), 0);
}

// ── Threads ─────────────────────────────────────────────────────────────────────────────────────────

enum { HOLDERS = 4, ROUNDS = 500 };

static id shared;
static _Atomic(int) strange;
static pthread_barrier_t together;

static void *retain_while_it_lives(void *number) {
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&together);
        if (number == NULL) objc_release(shared);
        mr_hold(shared);
        while (mr_retain_if_alive(shared)) {
            if (object_getClass(shared) == Nil) atomic_fetch_add(&strange, 1);
            objc_release(shared);
            if (round % 2 || number == NULL) break;
        }
        mr_unhold(shared);
        mr_unhold(shared);
        pthread_barrier_wait(&together);
    }
    return NULL;
}

TEST(hold_race, "Of several threads that hold an object while its last owner lets go, one frees its memory") {
    Class cls = make_class("HeldByMany");
    pthread_t threads[HOLDERS];
    pthread_barrier_init(&together, NULL, HOLDERS + 1);
    for (uintptr_t index = 0; index < HOLDERS; index++) {
        pthread_create(&threads[index], NULL, retain_while_it_lives, (void *)index);
    }
    for (int round = 0; round < ROUNDS; round++) {
        shared = ctests_new(cls);
        for (int index = 0; index < HOLDERS; index++) mr_hold(shared);
        pthread_barrier_wait(&together);
        pthread_barrier_wait(&together);
    }
    for (int index = 0; index < HOLDERS; index++) pthread_join(threads[index], NULL);
    pthread_barrier_destroy(&together);
    CHECK(strange == 0 && deaths == ROUNDS && mr_instance_count(cls) == 0);
    objc_disposeClassPair(cls);
}
