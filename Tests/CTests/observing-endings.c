// observing-endings.c - registrations, observers and threads that end while another thread uses the same table.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include "observing-fakes.h"

// ── A registration that ends ────────────────────────────────────────────────────────────────────────

static sem_t is_ending, is_checked;
static pthread_t ending_thread;
static id root, middle, other, ending_observer;
static IMP next_getter;
static bool is_armed;

static void *end_registration(void *unused) {
    CHECK(fake_unobserve(root, ending_observer, "next.next.count"));
    return NULL;
}

// Called on the ending thread when the path is over, and no node but the last one is unlinked yet.
static void change_and_wait(void) {
    fake_on_undelegate = NULL;
    fake_set(middle, "next", other);
    sem_post(&is_ending);
    sem_wait(&is_checked);
}

static id get_next_while_ending(id self, SEL _cmd) {
    if (is_armed && self == middle) {
        is_armed = false;
        pthread_create(&ending_thread, NULL, end_registration, NULL);
        sem_wait(&is_ending);
    }
    return ((id(*)(id, SEL))next_getter)(self, _cmd);
}

OBSERVING_TEST(ending_while_checked,
               "A value that changes while its registration ends is not reported as replaced without notice") {
    id foreign = fake_foreign("F");
    root = fake_node("A");
    middle = fake_node("B");
    other = fake_node("C");
    fake_set(root, "next", middle);
    fake_set(middle, "next", foreign);
    ending_observer = fake_observer("a");
    fake_observe(root, ending_observer, "next.next.count", 0);
    sem_init(&is_ending, 0, 0);
    sem_init(&is_checked, 0, 0);
    Method getter = class_getInstanceMethod(fake_node_class, sel("next"));
    next_getter = method_setImplementation(getter, (IMP)get_next_while_ending);
    fake_on_undelegate = change_and_wait;
    is_armed = true;
    fake_set(root, "next", nil);  // compares the values of both keys first
    CHECK(!is_armed && fake_called.replaced == 0 && !mr_exception_pending());
    objc_release(mr_exception_take());
    sem_post(&is_checked);
    pthread_join(ending_thread, NULL);
    method_setImplementation(getter, next_getter);
    sem_destroy(&is_ending);
    sem_destroy(&is_checked);
    NOTIFIED("");
    RELEASE(root, middle, other, foreign, ending_observer);
}

// ── An observer that dies at once ───────────────────────────────────────────────────────────────────

// The two threads share nothing but the table, so that the thread sanitizer finds out whether the table orders them.
static void *register_and_let_go(void *hasRegistered) {
    void *pool = objc_autoreleasePoolPush();
    id mine = fake_observer("o");
    const kvo_property *property = fake_find_property(root, "fleeting", strlen("fleeting"), false);
    kvo_observance_release(fake_add(root, mine, property, property->key->text, 0, NULL));
    fake_release_property(property);
    objc_release(mine);
    atomic_store_explicit((atomic_bool *)hasRegistered, true, memory_order_relaxed);
    objc_autoreleasePoolPop(pool);
    return NULL;
}

OBSERVING_TEST(found_at_once, "A change on another thread removes the registration of an observer that has just died") {
    atomic_bool has_registered = false;
    pthread_t thread;
    root = fake_node("A");
    pthread_create(&thread, NULL, register_and_let_go, &has_registered);
    while (!atomic_load_explicit(&has_registered, memory_order_relaxed)) usleep(100);
    fake_will(root, "fleeting");
    fake_did(root, "fleeting");
    CHECK(fake_called.deaths == 1 && !mr_object_is_observed(root));
    pthread_join(thread, NULL);
    objc_release(root);
}

// ── A thread that ends ──────────────────────────────────────────────────────────────────────────────

static void announce_middle(void *middle) {
    fake_will(middle, "next");
    CHECK(kvo_manual_depth() == 1);
}

OBSERVING_TEST(ending_thread_abandons,
               "A thread that ends between the two messages of a change leaves the path on the present objects") {
    id foreign = fake_foreign("F"), leaf = fake_node("D"), a = fake_observer("a");
    root = fake_node("A");
    middle = fake_node("B");
    fake_set(root, "next", middle);
    fake_set(middle, "next", leaf);
    fake_observe(root, a, "next.next.count", KVO_NEW);
    for (int round = 0; round < 2; round++) fake_on_thread(announce_middle, middle);
    fake_set_int(leaf, "count", 1);
    NOTIFIED("a next.next.count to 1");
    fake_on_thread(announce_middle, middle);
    fake_set(middle, "next", foreign);
    NOTIFIED("a next.next.count to 0");
    fake_set_silently(middle, "next", leaf);
    CHECK(fake_unobserve(root, a, "next.next.count") && fake_called.replaced == 1);
    fake_set_silently(middle, "next", foreign);
    RELEASE(root, middle, foreign, leaf, a);
}

// Called when a value is read on a thread that ends.
static void keep_announcing(void) {
    if (kvo_manual_depth() == 0) fake_will(other, "manual");
}

static void announce_both(void *unused) {
    fake_will(middle, "next");
    fake_on_value = keep_announcing;
}

OBSERVING_TEST(ending_thread_announces, "A getter that runs at the end of a thread may announce changes") {
    id leaf = fake_node("D"), a = fake_observer("a");
    root = fake_node("A");
    middle = fake_node("B");
    other = fake_node("C");
    fake_set(root, "next", middle);
    fake_set(middle, "next", leaf);
    fake_observe(root, a, "next.next.count", KVO_NEW);
    fake_observe(other, a, "manual", 0);
    fake_on_thread(announce_both, NULL);
    fake_on_value = NULL;
    fake_set_int(leaf, "count", 1);
    NOTIFIED("a next.next.count to 1");
    CHECK(fake_unobserve(root, a, "next.next.count") && fake_unobserve(other, a, "manual"));
    RELEASE(root, middle, other, leaf, a);
}

static void announce_unknown(void *unused) {
    fake_will(root, "next");
    fake_set_silently(root, "next", middle);
}

OBSERVING_TEST(ending_thread_raises, "An exception that is raised at the end of a thread is dropped") {
    id a = fake_observer("a");
    root = fake_node("A");
    middle = fake_node("B");
    fake_observe(root, a, "next.unknown", 0);
    fake_on_thread(announce_unknown, NULL);
    CHECK(!mr_object_is_observed(middle) && fake_unobserve(root, a, "next.unknown"));
    NOTIFIED("");
    fake_set_silently(root, "next", nil);
    RELEASE(root, middle, a);
}
