// observing-threads.c - many threads at once: registrations, changes of a path, and deaths, in random order.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "observing-fakes.h"

enum { THREADS = 6, NODES = 6 };
static id nodes[NODES];
static atomic_bool is_over;

// Runs the function on so many threads, with its number.
static void run_threads(int count, void *(*run)(void *number)) {
    pthread_t threads[THREADS];
    for (intptr_t index = 0; index < count; index++) pthread_create(&threads[index], NULL, run, (void *)index);
    for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
}

static void make_nodes(void) {
    for (int index = 0; index < NODES; index++) nodes[index] = fake_node("N");
}

static void end_nodes(void) {
    for (int index = 0; index < NODES; index++) fake_set(nodes[index], "next", nil);
    for (int index = 0; index < NODES; index++) {
        CHECK(!mr_object_is_observed(nodes[index]) && object_getClass(nodes[index]) == fake_node_class);
        objc_release(nodes[index]);
    }
}

static uint32_t next_random(uint32_t *seed) { return (*seed = *seed * 1664525u + 1013904223u) >> 8; }

// ── Registering ─────────────────────────────────────────────────────────────────────────────────────

static void *add_and_remove(void *number) {
    static const char *const keys[] = {"count", "ratio", "next", "summary"};
    void *pool = objc_autoreleasePoolPush();
    id mine = fake_observer("o");
    for (int round = 0; round < 1500; round++) {
        id node = nodes[(round + (intptr_t)number) % NODES];
        const char *key = keys[round % 4];
        kvo_observance_release(fake_add(node, mine, fake_property(key), key, 0, number));
        CHECK(fake_is_observed(node, key));
        CHECK(fake_unobserve_with(node, mine, key, number) && !fake_unobserve(node, mine, key));
    }
    objc_release(mine);
    objc_autoreleasePoolPop(pool);
    return NULL;
}

OBSERVING_TEST(registering_threads,
               "Six threads register with the same objects and remove: each finds its own, nothing is left") {
    make_nodes();
    run_threads(THREADS, add_and_remove);
    CHECK_TABLE();
    end_nodes();
}

// ── One path, replaced on two threads ───────────────────────────────────────────────────────────────

static pthread_barrier_t start, end;
enum { ROUNDS = 1500 };

static void *replace_next(void *number) {
    void *pool = objc_autoreleasePoolPush();
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&start);
        fake_set(nodes[0], "next", nodes[1 + (round + (intptr_t)number * 2) % 5]);
        pthread_barrier_wait(&end);
    }
    objc_autoreleasePoolPop(pool);
    return NULL;
}

// Runs `work` with 0 and 1 on two threads, which meet before and after each round, and counts what is wrong in between.
static int race(void *(*work)(void *number), int (*wrong)(void)) {
    pthread_barrier_init(&start, NULL, 3);
    pthread_barrier_init(&end, NULL, 3);
    pthread_t threads[2];
    for (intptr_t index = 0; index < 2; index++) pthread_create(&threads[index], NULL, work, (void *)index);
    int count = 0;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&start);
        pthread_barrier_wait(&end);
        count += wrong();
        if (round % 100 == 0) CHECK_TABLE();
    }
    for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
    pthread_barrier_destroy(&start);
    pthread_barrier_destroy(&end);
    return count;
}

// How many nodes but the first are observed, and are not the last value of its link, or the other way round.
static int wrong_middles(void) {
    id last = fake_get(nodes[0], "next");
    int wrong = 0;
    for (int index = 1; index < NODES; index++) wrong += mr_object_is_observed(nodes[index]) != (nodes[index] == last);
    return wrong;
}

OBSERVING_TEST(replacing_threads, "A path whose middle is replaced on two threads at once ends on the last value") {
    make_nodes();
    id a = fake_observer("a");
    fake_observe(nodes[0], a, "next.count", KVO_NEW);
    CHECK(race(replace_next, wrong_middles) == 0);
    CHECK(fake_unobserve(nodes[0], a, "next.count"));
    objc_release(a);
    end_nodes();
}

// ── Two links of one path ───────────────────────────────────────────────────────────────────────────

static void *replace_a_link(void *number) {
    void *pool = objc_autoreleasePoolPush();
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&start);
        for (int turn = 0; turn < 6; turn++) {
            if (number == NULL) fake_set(nodes[0], "next", nodes[1 + (turn & 1)]);
            else fake_set(nodes[1 + ((round + turn) & 1)], "next", nodes[3 + (round + turn) % 3]);
            if (mr_exception_pending()) objc_release(mr_exception_take());
        }
        pthread_barrier_wait(&end);
    }
    objc_autoreleasePoolPop(pool);
    return NULL;
}

// How many of the last three nodes are observed, and should not be, or the other way round.
static int wrong_ends(void) {
    id last = fake_get(fake_get(nodes[0], "next"), "next");
    int wrong = 0;
    for (int index = 3; index < NODES; index++)
        wrong += fake_is_observed(nodes[index], "count") != (nodes[index] == last);
    return wrong;
}

static void race_on_two_links(const char *path) {
    make_nodes();
    for (int index = 0; index < 3; index++) fake_set(nodes[index], "next", nodes[index ? 3 : 1]);
    id a = fake_observer("a"), b = fake_observer("b");
    fake_observe(nodes[0], a, path, 0);
    for (int index = 1; index < 3; index++) fake_observe(nodes[index], b, "next", 0);
    int replaced = fake_called.replaced;
    CHECK(race(replace_a_link, wrong_ends) == 0);
    CHECK_TABLE();
    CHECK(fake_called.replaced == replaced);
    CHECK(fake_unobserve(nodes[0], a, path));
    for (int index = 1; index < 3; index++) CHECK(fake_unobserve(nodes[index], b, "next"));
    objc_release(a);
    objc_release(b);
    end_nodes();
}

OBSERVING_TEST(two_links,
               "Two links of a path are replaced on two threads at once: it ends on the object that is there") {
    race_on_two_links("next.next.count");
}

OBSERVING_TEST(two_dependencies,
               "The same below a key that depends on both: nobody is said to have replaced it silently") {
    race_on_two_links("ahead.count");
}

// A change by a setter and one by two messages, of one key on two threads: the second comes when the first has replaced
// the value, and is reading it to follow it.

static void (*change_elsewhere)(void *context);

static void change_while_following(void) {
    if (fake_get(nodes[0], "next") != nodes[2]) return;  // the first has not replaced it yet, or the second has
    fake_on_value = NULL;
    fake_on_thread(change_elsewhere, NULL);
}

static void set_next(void *context) { fake_set(nodes[0], "next", nodes[3]); }

static void announce_next(void *context) {
    fake_will(nodes[0], "next");
    fake_set_silently(nodes[0], "next", nodes[3]);
    fake_did(nodes[0], "next");
}

// Whether the path follows the last value, and nobody was said to have replaced one silently.
static bool is_second_followed(void (*first)(void), void (*second)(void *context)) {
    make_nodes();
    fake_set(nodes[0], "next", nodes[1]);
    id a = fake_observer("a");
    fake_observe(nodes[0], a, "next.count", 0);
    int replaced = fake_called.replaced;
    change_elsewhere = second;
    fake_on_value = change_while_following;
    first();
    bool is_right = fake_on_value == NULL && fake_called.replaced == replaced && !mr_exception_pending();
    fake_on_value = NULL;
    for (int index = 1; index < NODES; index++)
        is_right = is_right && fake_is_observed(nodes[index], "count") == (index == 3);
    CHECK(fake_unobserve(nodes[0], a, "next.count"));
    objc_release(a);
    end_nodes();
    return is_right;
}

static void set_first(void) { fake_set(nodes[0], "next", nodes[2]); }

static void announce_first(void) {
    fake_will(nodes[0], "next");
    fake_set_silently(nodes[0], "next", nodes[2]);
    fake_did(nodes[0], "next");
}

OBSERVING_TEST(two_messages_and_a_setter,
               "A setter on one thread and two messages on another are two announced changes, whichever comes first") {
    CHECK(is_second_followed(announce_first, set_next));
    CHECK(is_second_followed(set_first, announce_next));
    CHECK(is_second_followed(announce_first, announce_next));
}

// The same many times over: the second may come at any moment.
static void *replace_by_hand_or_setter(void *byHand) {
    void *pool = objc_autoreleasePoolPush();
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&start);
        for (int turn = 0; turn < 20; turn++) {
            id value = nodes[1 + (turn + (byHand ? 2 : 0)) % 5];
            if (byHand) fake_will(nodes[0], "next");
            if (byHand) fake_set_silently(nodes[0], "next", value);
            if (byHand) fake_did(nodes[0], "next");
            else fake_set(nodes[0], "next", value);
        }
        pthread_barrier_wait(&end);
    }
    objc_autoreleasePoolPop(pool);
    return NULL;
}

OBSERVING_TEST(by_hand_and_setter,
               "A thread that announces by hand does not take another one's setter for a silent change") {
    make_nodes();
    fake_set(nodes[0], "next", nodes[1]);
    id a = fake_observer("a");
    fake_observe(nodes[0], a, "next.count", 0);
    int replaced = fake_called.replaced;
    CHECK(race(replace_by_hand_or_setter, wrong_middles) == 0);
    CHECK(fake_called.replaced == replaced);
    CHECK(fake_unobserve(nodes[0], a, "next.count"));
    objc_release(a);
    end_nodes();
}

// ── Everything ──────────────────────────────────────────────────────────────────────────────────────

enum { MINE = 12 };
typedef struct {
    id node, observer;
    const char *path;
} registration;

static const char *const paths[] = {"count", "next.count", "next.next.count", "label", "next.label", "next", "summary"};

static void change_something(uint32_t random) {
    id node = nodes[random % NODES], value = nodes[random / 8 % NODES];
    switch (random / 64 % 6) {
        case 0: fake_set_int(node, "count", (int)random); break;
        case 1: fake_set(node, "next", nil); break;
        case 2: {
            id fresh = fake_node("F");
            fake_set(fresh, "next", value);
            fake_set(node, "next", fresh);
            objc_release(fresh);
            break;
        }
        case 3:
            fake_will(node, "next");
            fake_will(value, "count");
            fake_did(node, "next");
            fake_did(value, "count");
            break;
        default: fake_set(node, "next", value);
    }
}

static void *do_anything(void *number) {
    registration mine[MINE] = {0};
    uint32_t seed = (uint32_t)(intptr_t)number + 1;
    for (int step = 0; step < 1200; step++) {
        void *pool = objc_autoreleasePoolPush();
        uint32_t random = next_random(&seed);
        registration *one = &mine[random % MINE];
        change_something(next_random(&seed));
        if (one->node && random / 16 % 4) {
            CHECK(fake_unobserve(one->node, one->observer, one->path));
            objc_release(one->observer);
            *one = (registration){0};
        } else if (one->node == nil) {
            *one = (registration){nodes[random / 64 % NODES], fake_observer("o"), paths[random / 512 % 7]};
            const kvo_property *property = fake_property(strncmp(one->path, "next", 4) == 0 ? "next" : one->path);
            uint32_t options = random / 4096 % 16 & ~(uint32_t)KVO_INITIAL;
            kvo_observance_release(fake_add(one->node, one->observer, property, one->path, options, NULL));
        }
        // A value may be replaced by a thread that began before somebody looked at the key.
        objc_release(mr_exception_take());
        objc_autoreleasePoolPop(pool);
    }
    for (int index = 0; index < MINE; index++) {
        if (mine[index].node == nil) continue;
        CHECK(fake_unobserve(mine[index].node, mine[index].observer, mine[index].path));
        objc_release(mine[index].observer);
    }
    return NULL;
}

static void *check_again_and_again(void *unused) {
    for (; !is_over; usleep(2000)) CHECK_TABLE();
    return NULL;
}

OBSERVING_TEST(everything,
               "Whatever four threads change and register at once, the table is whole, and nothing is left") {
    make_nodes();
    is_over = false;
    pthread_t checking;
    pthread_create(&checking, NULL, check_again_and_again, NULL);
    run_threads(4, do_anything);
    is_over = true;
    pthread_join(checking, NULL);
    CHECK_TABLE();
    end_nodes();
}
