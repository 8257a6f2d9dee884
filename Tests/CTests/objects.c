// objects.c - classes, caches, lifetimes and exceptions: what does not depend on the arguments of a message, but on the
// memory model and the atomic operations of the CPU.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ctests.h"

static int one(id self, SEL _cmd) { return 1; }
static int two(id self, SEL _cmd) { return 2; }
static int answer(id object, const char *name) { return SENDER(int, id, SEL)(object, sel(name)); }

// ── Caches ──────────────────────────────────────────────────────────────────────────────────────────

TEST(changes_seen, "A method added, replaced or exchanged is seen by the next message, in subclasses too") {
    Class cls = ctests_class("Changing", Nil), subclass = ctests_class("ChangingToo", cls);
    id object = ctests_new(subclass);
    COLD_AND_CACHED CHECK(answer(object, "late") == 0 && ctests_raised("NSInvalidArgumentException"));
    ctests_method(cls, "late", (void *)one, "i@:");
    COLD_AND_CACHED CHECK(answer(object, "late") == 1);
    class_replaceMethod(cls, sel("late"), (IMP)(void *)two, NULL);
    COLD_AND_CACHED CHECK(answer(object, "late") == 2);
    ctests_method(cls, "other", (void *)one, "i@:");
    COLD_AND_CACHED CHECK(answer(object, "other") == 1);
    method_exchangeImplementations(class_getInstanceMethod(cls, sel("late")),
                                   class_getInstanceMethod(cls, sel("other")));
    COLD_AND_CACHED CHECK(answer(object, "late") == 1 && answer(object, "other") == 2);
    CHECK(class_getInstanceMethod(subclass, sel("late")) == class_getInstanceMethod(cls, sel("late")));
    ctests_method(subclass, "late", (void *)two, "i@:");
    CHECK(class_getInstanceMethod(subclass, sel("late")) != class_getInstanceMethod(cls, sel("late")));
    COLD_AND_CACHED CHECK(answer(object, "late") == 2);
    objc_release(object);
    objc_disposeClassPair(subclass);
    objc_disposeClassPair(cls);
}

TEST(generation, "Making a class leaves what is known of methods valid; changing one that can be in use does not") {
    size_t before = mr_method_generation();
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), "MadeQuietly", 0);
    ctests_method(cls, "one", (void *)one, "i@:");
    ctests_method(object_getClass((id)cls), "one", (void *)one, "i@:");
    objc_registerClassPair(cls);
    CHECK(mr_method_generation() == before);
    ctests_method(cls, "two", (void *)two, "i@:");
    ctests_method(object_getClass((id)cls), "two", (void *)two, "i@:");
    class_replaceMethod(cls, sel("one"), (IMP)(void *)two, "i@:");
    CHECK(mr_method_generation() == before + 3);
    Class unregistered = objc_allocateClassPair(cls, "InUseEarly", 0);
    id object = ctests_new(cls);
    object_setClass(object, unregistered);
    ctests_method(unregistered, "one", (void *)one, "i@:");
    CHECK(mr_method_generation() == before + 4);
    object_setClass(object, cls);
    objc_release(object);
    objc_disposeClassPair(unregistered);
    objc_disposeClassPair(cls);
    CHECK(mr_method_generation() > before + 4);
}

static int numbered(id self, SEL _cmd) { return atoi(sel_getName(_cmd) + 1); }

TEST(many_methods, "A cache grows with a thousand methods, and each is found") {
    enum { COUNT = 1000 };
    Class cls = ctests_class("Growing", Nil);
    SEL selectors[COUNT];
    for (int index = 0; index < COUNT; index++) {
        char name[16];
        selectors[index] = sel_registerName((snprintf(name, sizeof name, "m%d", index), name));
        class_addMethod(cls, selectors[index], (IMP)(void *)numbered, "i@:");
    }
    id object = ctests_new(cls);
    int wrong = 0;
    COLD_AND_CACHED {
        for (int index = 0; index < COUNT; index++) {
            wrong += SENDER(int, id, SEL)(object, selectors[index]) != index;
        }
    }
    CHECK(wrong == 0);
    CHECK(mr_cache_capacity(cls) >= COUNT);
    objc_release(object);
    objc_disposeClassPair(cls);
}

enum { SENDERS = 3, ROUNDS = 20000 };
static id shared;
static atomic_bool stop;
static atomic_int strange;

static void *send_until_stopped(void *ignored) {
    while (!atomic_load(&stop)) {
        int result = answer(shared, "racing");
        if (result != 1 && result != 2) atomic_fetch_add(&strange, 1);
    }
    return NULL;
}

TEST(racing, "Threads that send while methods are replaced and caches flushed run one method or the other") {
    Class cls = ctests_class("Racing", Nil);
    ctests_method(cls, "racing", (void *)one, "i@:");
    shared = ctests_new(cls);
    pthread_t threads[SENDERS];
    for (int index = 0; index < SENDERS; index++) pthread_create(&threads[index], NULL, send_until_stopped, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        class_replaceMethod(cls, sel("racing"), (IMP)(round % 2 ? (void *)one : (void *)two), NULL);
    }
    atomic_store(&stop, true);
    for (int index = 0; index < SENDERS; index++) pthread_join(threads[index], NULL);
    CHECK(strange == 0);
    objc_release(shared);
    objc_disposeClassPair(cls);
}

// ── Lifetimes ───────────────────────────────────────────────────────────────────────────────────────

TEST(owned, "Owners, associated objects and pools: the last one to let go ends the object") {
    static char key;
    Class cls = ctests_mortal("Mortal");
    id owner = ctests_new(cls), owned = ctests_new(cls);
    objc_setAssociatedObject(owner, &key, owned, OBJC_ASSOCIATION_RETAIN);
    objc_release(owned);
    void *pool = objc_autoreleasePoolPush();
    CHECK(objc_getAssociatedObject(owner, &key) == owned && ctests_deaths == 0);
    objc_autorelease(owner);
    CHECK(ctests_deaths == 0);
    objc_autoreleasePoolPop(pool);
    CHECK(ctests_deaths == 2);
    objc_disposeClassPair(cls);
}

TEST(weakly, "A weak reference reads nil once its object is gone") {
    Class cls = ctests_mortal("WeaklyHeld");
    id object = ctests_new(cls), weak, moved;
    objc_initWeak(&weak, object);
    objc_moveWeak(&moved, &weak);
    id loaded = objc_loadWeakRetained(&moved);
    CHECK(loaded == object);
    objc_release(loaded);
    objc_release(object);
    CHECK(ctests_deaths == 1 && objc_loadWeakRetained(&moved) == nil);
    objc_destroyWeak(&moved);
    objc_disposeClassPair(cls);
}

// ── A move beside a store ───────────────────────────────────────────────────────────────────────────

enum { MOVES = 2000 };
static id weak_from, weak_to, stored;
static pthread_barrier_t round_begins, round_ends;

static void *store_beside(void *unused) {
    for (int index = 0; index < MOVES; index++) {
        pthread_barrier_wait(&round_begins);
        objc_storeWeak(&weak_from, stored);
        pthread_barrier_wait(&round_ends);
    }
    return unused;
}

TEST(move_beside_store, "What another thread stores in a weak reference that is moved is moved, or stays") {
    Class cls = ctests_class("MovedWeakly", Nil);
    id first = ctests_new(cls);
    pthread_t thread;
    int lost = 0;
    stored = ctests_new(cls);
    pthread_barrier_init(&round_begins, NULL, 2);
    pthread_barrier_init(&round_ends, NULL, 2);
    pthread_create(&thread, NULL, store_beside, NULL);
    for (int index = 0; index < MOVES; index++) {
        objc_initWeak(&weak_from, first);
        pthread_barrier_wait(&round_begins);
        objc_moveWeak(&weak_to, &weak_from);
        pthread_barrier_wait(&round_ends);
        bool isMoved = weak_to == stored && weak_from == nil, stays = weak_to == first && weak_from == stored;
        lost += !isMoved && !stays;
        objc_destroyWeak(&weak_to);
        objc_destroyWeak(&weak_from);
    }
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&round_begins);
    pthread_barrier_destroy(&round_ends);
    CHECK(lost == 0);
    objc_initWeak(&weak_to, first);
    objc_moveWeak(&weak_to, &weak_to);
    CHECK(weak_to == first);
    objc_moveWeak(&weak_from, &weak_to);
    CHECK(weak_from == first && weak_to == nil);
    objc_destroyWeak(&weak_from);
    objc_moveWeak(&weak_to, &weak_from);
    CHECK(weak_to == nil && weak_from == nil);
    objc_release(first);
    objc_release(stored);
    objc_disposeClassPair(cls);
}

static int stores_within;

// Stores in the reference that is being moved.
static BOOL store_and_allow(id self, SEL _cmd) {
    stores_within++;
    objc_storeWeak(&weak_from, stored);
    return YES;
}

TEST(move_in_one_step, "Moving a weak reference sends no message, so that nothing is stored in it meanwhile") {
    Class cls = ctests_class("AllowedWeakly", Nil);
    id object = ctests_new(cls);
    stored = ctests_new(objc_getClass("NSObject"));
    objc_initWeak(&weak_from, object);
    ctests_method(cls, "allowsWeakReference", (void *)store_and_allow, "B@:");
    objc_moveWeak(&weak_to, &weak_from);
    CHECK(stores_within == 0 && weak_to == object && weak_from == nil);
    objc_destroyWeak(&weak_to);
    objc_release(object);
    objc_release(stored);
    objc_disposeClassPair(cls);
}

// ── Weak references that a class refuses ────────────────────────────────────────────────────────────

static BOOL refuse(id self, SEL _cmd) { return NO; }

static bool can_be_held_weakly(Class cls) {
    id object = ctests_new(cls), weak;
    bool held = objc_initWeakOrNil(&weak, object) == object;
    CHECK(weak == (held ? object : nil) && objc_storeWeakOrNil(&weak, object) == weak);
    objc_release(object);
    CHECK(weak == nil);
    objc_destroyWeak(&weak);
    return held;
}

TEST(weak_refused,
     "A class that refuses weak references does so for its subclasses, those made before it refused too") {
    Class cls = ctests_class("Refusing", Nil), early = ctests_class("RefusingEarly", cls);
    Class moved = ctests_class("RefusingOnceMoved", Nil), other = ctests_class("NotRefusing", Nil);
    CHECK(can_be_held_weakly(cls) && can_be_held_weakly(early) && can_be_held_weakly(moved));
    ctests_method(cls, "allowsWeakReference", (void *)refuse, "B@:");
    Class late = ctests_class("RefusingLate", cls);
    class_setSuperclass(moved, cls);
    CHECK(!can_be_held_weakly(cls) && !can_be_held_weakly(early) && !can_be_held_weakly(late));
    CHECK(!can_be_held_weakly(moved) && can_be_held_weakly(other));
    Class classes[] = {moved, late, early, cls, other};
    for (int index = 0; index < 5; index++) objc_disposeClassPair(classes[index]);
}

TEST(weak_refused_by_replacement, "A method that replaces allowsWeakReference decides from then on") {
    Class cls = ctests_class("Deciding", Nil);
    Method method = class_getInstanceMethod(cls, sel("allowsWeakReference"));
    IMP original = method_setImplementation(method, (IMP)(void *)refuse);
    CHECK(!can_be_held_weakly(cls));
    method_setImplementation(method, original);
    CHECK(can_be_held_weakly(cls));
    objc_disposeClassPair(cls);
}

static id weak_location;

static void *load_until_stopped(void *ignored) {
    while (!atomic_load(&stop)) {
        id object = objc_loadWeakRetained(&weak_location);
        if (object && object_getClass(object) == Nil) atomic_fetch_add(&strange, 1);
        objc_release(object);
    }
    return NULL;
}

TEST(weak_race, "Threads load a weak reference while its objects die") {
    Class cls = ctests_mortal("WeaklyRaced");
    pthread_t threads[SENDERS];
    atomic_store(&stop, false);
    for (int index = 0; index < SENDERS; index++) pthread_create(&threads[index], NULL, load_until_stopped, NULL);
    for (int round = 0; round < ROUNDS / 10; round++) {
        id object = ctests_new(cls);
        objc_storeWeak(&weak_location, object);
        objc_release(object);
    }
    atomic_store(&stop, true);
    for (int index = 0; index < SENDERS; index++) pthread_join(threads[index], NULL);
    objc_destroyWeak(&weak_location);
    CHECK(strange == 0 && ctests_deaths == ROUNDS / 10);
    objc_disposeClassPair(cls);
}

static void *store_mortals(void *ignored) {
    for (int round = 0; round < ROUNDS / 10; round++) {
        id object = ctests_new(object_getClass(shared));
        objc_storeWeak(&weak_location, object);
        objc_release(object);
    }
    return NULL;
}

TEST(weak_store_race, "Threads store into one weak reference while the objects in it die") {
    Class cls = ctests_class("WeaklyStored", Nil);
    shared = ctests_new(cls);
    pthread_t threads[SENDERS];
    for (int index = 0; index < SENDERS; index++) pthread_create(&threads[index], NULL, store_mortals, NULL);
    for (int index = 0; index < SENDERS; index++) pthread_join(threads[index], NULL);
    CHECK(mr_instance_count(cls) == 1 && weak_location == nil);
    objc_release(shared);
    objc_disposeClassPair(cls);
}

static void *release_shared(void *ignored) {
    objc_release(shared);
    return NULL;
}

TEST(last_owner_race, "Of several threads that release an object while others load it weakly, one ends it, once") {
    enum { DEATHS = 500, OWNERS = 2 };
    Class cls = ctests_mortal("Fought");
    pthread_t loader, owners[OWNERS];
    atomic_store(&stop, false);
    pthread_create(&loader, NULL, load_until_stopped, NULL);
    for (int round = 1; round <= DEATHS; round++) {
        shared = ctests_new(cls);
        objc_storeWeak(&weak_location, shared);
        for (int index = 1; index < OWNERS; index++) objc_retain(shared);
        for (int index = 0; index < OWNERS; index++) pthread_create(&owners[index], NULL, release_shared, NULL);
        for (int index = 0; index < OWNERS; index++) pthread_join(owners[index], NULL);
    }
    atomic_store(&stop, true);
    pthread_join(loader, NULL);
    objc_destroyWeak(&weak_location);
    CHECK(strange == 0 && ctests_deaths == DEATHS && mr_instance_count(cls) == 0);
    objc_disposeClassPair(cls);
}

static void *retain_and_release(void *ignored) {
    for (int round = 0; round < ROUNDS; round++) objc_release(objc_retain(shared));
    return NULL;
}

TEST(counted, "Retains and releases of many threads leave the count as it was") {
    Class cls = ctests_mortal("Counted");
    pthread_t threads[SENDERS];
    shared = ctests_new(cls);
    for (int index = 0; index < SENDERS; index++) pthread_create(&threads[index], NULL, retain_and_release, NULL);
    for (int index = 0; index < SENDERS; index++) pthread_join(threads[index], NULL);
    CHECK(mr_retain_count(shared) == 1 && ctests_deaths == 0);
    objc_release(shared);
    CHECK(ctests_deaths == 1);
    objc_disposeClassPair(cls);
}

// ── Counts of instances ─────────────────────────────────────────────────────────────────────────────

enum { MAKERS = 5, MADE = 200 };
static Class counted_class;
static id made[MAKERS][MADE];

static void *make_some(void *row) {
    for (int index = 0; index < MADE; index++) ((id *)row)[index] = ctests_new(counted_class);
    return NULL;
}

static void *end_some(void *row) {
    for (int index = 0; index < MADE; index++) objc_release(((id *)row)[index]);
    return NULL;
}

static void on_threads(void *(*body)(void *), int from, int to) {
    pthread_t threads[MAKERS];
    for (int index = from; index < to; index++) pthread_create(&threads[index], NULL, body, made[index]);
    for (int index = from; index < to; index++) pthread_join(threads[index], NULL);
}

TEST(counts_of_threads, "A class counts its instances exactly after the threads that made or ended them are gone") {
    counted_class = ctests_class("MadeByThreads", Nil);
    size_t others = mr_live_object_count();
    on_threads(make_some, 0, MAKERS);
    CHECK(mr_instance_count(counted_class) == MAKERS * MADE && mr_live_object_count() == others + MAKERS * MADE);
    on_threads(end_some, 1, MAKERS);
    CHECK(mr_instance_count(counted_class) == MADE);
    char *reason = mr_class_dispose(counted_class);
    CHECK(reason && strcmp(reason, "class 'MadeByThreads' still has 200 instances") == 0);
    free(reason);
    pid_t child = fork();
    if (child == 0) {
        end_some(made[0]);
        _exit(mr_instance_count(counted_class) != 0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    end_some(made[0]);
    CHECK(mr_instance_count(counted_class) == 0);
    objc_disposeClassPair(counted_class);
    CHECK(objc_getClass("MadeByThreads") == Nil);
}

static _Atomic(id) handed_over;

static void *make_for_others(void *ignored) {
    while (!atomic_load(&stop)) objc_release(atomic_exchange(&handed_over, ctests_new(counted_class)));
    return NULL;
}

static void *end_those_of_others(void *ignored) {
    while (!atomic_load(&stop)) objc_release(atomic_exchange(&handed_over, nil));
    return NULL;
}

TEST(counts_while_running, "A count leaves out no living instance while threads end instances that others made") {
    counted_class = ctests_class("HandedOver", Nil);
    make_some(made[0]);
    pthread_t threads[2];
    atomic_store(&stop, false);
    pthread_create(&threads[0], NULL, make_for_others, NULL);
    pthread_create(&threads[1], NULL, end_those_of_others, NULL);
    int left_out = 0;
    for (int round = 0; round < 50 * ROUNDS; round++) {
        size_t count = mr_instance_count(counted_class);
        left_out += count < MADE || count > SIZE_MAX / 2;
    }
    atomic_store(&stop, true);
    for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
    CHECK(left_out == 0);
    objc_release(atomic_exchange(&handed_over, nil));
    end_some(made[0]);
    CHECK(mr_instance_count(counted_class) == 0);
    objc_disposeClassPair(counted_class);
}

// ── Exceptions and isa ──────────────────────────────────────────────────────────────────────────────

static double raising(id self, SEL _cmd) {
    mr_raise("NSRangeException", "%d is too large", 7);
    return 0;
}

TEST(exceptions, "An exception is pending until it is taken, and the first one stays") {
    Class cls = ctests_class("Raising", Nil);
    ctests_method(cls, "raising", (void *)raising, "d@:");
    id object = ctests_new(cls);
    COLD_AND_CACHED {
        CHECK(SENDER(double, id, SEL)(object, sel("raising")) == 0);
        CHECK(SENDER(double, id, SEL)(object, sel("unknown")) == 0);
        CHECK(strcmp(mr_exception_reason(mr_exception_pending()), "7 is too large") == 0);
        CHECK(ctests_raised("NSRangeException"));
    }
    objc_release(object);
    objc_disposeClassPair(cls);
}

static bool was_pending_in_dealloc, raises_in_dealloc;

static void dealloc_looking(id self, SEL _cmd) {
    was_pending_in_dealloc = mr_exception_pending() != nil;
    if (raises_in_dealloc) mr_raise("Second", "in a dealloc");
    struct objc_super super = {self, class_getSuperclass(object_getClass(self))};
    ((void (*)(struct objc_super *, SEL))objc_msgSendSuper)(&super, _cmd);
}

TEST(exceptions_and_deallocs, "A dealloc runs as if nothing had been raised, and what was raised before it stays") {
    Class cls = ctests_class("Looking", Nil);
    ctests_method(cls, "dealloc", (void *)dealloc_looking, "v@:");
    for (int round = 0; round < 4; round++) {
        bool is_pending = round % 2;
        raises_in_dealloc = round / 2;
        id object = ctests_new(cls);
        if (is_pending) mr_raise("First", "before");
        objc_release(object);
        CHECK(!was_pending_in_dealloc);
        id pending = mr_exception_take();
        const char *expected = is_pending ? "First" : raises_in_dealloc ? "Second" : NULL;
        CHECK(expected ? pending && strcmp(mr_exception_name(pending), expected) == 0 : pending == nil);
        objc_release(pending);
    }
    objc_disposeClassPair(cls);
}

TEST(isa, "An object whose isa changes answers as the new class does") {
    Class cls = ctests_class("Before", Nil), subclass = ctests_class("After", cls);
    ctests_method(cls, "which", (void *)one, "i@:");
    ctests_method(subclass, "which", (void *)two, "i@:");
    id object = ctests_new(cls);
    COLD_AND_CACHED {
        CHECK(answer(object, "which") == 1);
        CHECK(object_setClass(object, subclass) == cls && answer(object, "which") == 2);
        CHECK(object_setClass(object, cls) == subclass);
    }
    objc_release(object);
    objc_disposeClassPair(subclass);
    objc_disposeClassPair(cls);
}

static int initialized;

static void initialize(id self, SEL _cmd) { initialized++; }

TEST(initialize_once, "+initialize is sent once, before the first message") {
    Class cls = ctests_class("Initialized", Nil);
    ctests_method(object_getClass((id)cls), "initialize", (void *)initialize, "v@:");
    COLD_AND_CACHED objc_release(ctests_new(cls));
    CHECK(initialized == 1);
    objc_disposeClassPair(cls);
}
