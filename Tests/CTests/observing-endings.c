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

// Called on the ending thread when the path is over, and no relay but the last one is detached yet.
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
    kvo_add(root, mine, property, property->key->name, property->key->text, 0, NULL);
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
