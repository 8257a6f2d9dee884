// observing-model.c - random scripts against a model of a few rules, while each allocation fails once.
//
// Where there is no memory the process ends. Up to then everybody was told what the model says, and in its order; and
// what the process is in the middle of is under a lock: where none is held, the table is whole.
#include <stdio.h>
#include <stdlib.h>

#include "observing-fakes.h"

// ── The model ───────────────────────────────────────────────────────────────────────────────────────

enum { NODES = 3, OBSERVERS = 3, MOST = 40, COUNT, NEXT, NEXT_COUNT };
static const char *const paths[] = {[COUNT] = "count", [NEXT] = "next", [NEXT_COUNT] = "next.count"};
static const char *const node_names[] = {"A", "B", "C"}, *const observer_names[] = {"a", "b", "c"};

typedef struct {
    int observer, node, path;
    uint32_t options;
} registration;

// That a registration looks at a key of a node: they stand in the order in which they came.
typedef struct {
    registration *of;
    int node, key;
} watch;

static struct {
    int count[NODES], next[NODES];  // the number of a node, or -1
    registration *registrations[MOST];
    watch watches[2 * MOST];
    int registered, watched;
    char expected[8192];
} model;

static void put_up(registration *of, int node, int key) {
    if (node >= 0) model.watches[model.watched++] = (watch){of, node, key};
}

// Takes down those of a registration on a key, or on any with 0.
static void take_down(const registration *of, int key) {
    int kept = 0;
    for (int index = 0; index < model.watched; index++) {
        watch *each = &model.watches[index];
        if (each->of != of || (key && each->key != key)) model.watches[kept++] = *each;
    }
    model.watched = kept;
}

static void add_value(const char *label, int node, int path) {
    int found = path == NEXT_COUNT ? model.next[node] : node;
    char *end = model.expected + strlen(model.expected);
    size_t room = sizeof model.expected - strlen(model.expected);
    if (found < 0 || (path == NEXT && model.next[node] < 0)) snprintf(end, room, " %s nil", label);
    else if (path == NEXT) snprintf(end, room, " %s %s", label, node_names[model.next[node]]);
    else snprintf(end, room, " %s %d", label, model.count[found]);
}

static void add_name(const registration *of, const char *when) {
    size_t length = strlen(model.expected);
    snprintf(model.expected + length, sizeof model.expected - length, "%s%s %s%s", length ? "; " : "",
             observer_names[of->observer], paths[of->path], when);
}

// A key changes from what it is: who is told, in which order, of what.
static void model_set(int node, int key, int value) {
    registration *told[MOST];
    char old[MOST][64];
    int count = 0;
    for (int index = 0; index < model.watched; index++) {
        if (model.watches[index].node == node && model.watches[index].key == key)
            told[count++] = model.watches[index].of;
    }
    for (int index = 0; index < count; index++) {
        registration *of = told[index];
        size_t length = strlen(model.expected);
        if (of->options & KVO_OLD) add_value("from", of->node, of->path);
        strcpy(old[index], model.expected + length);
        model.expected[length] = '\0';
        if (of->path == NEXT_COUNT && key == NEXT) take_down(of, COUNT);
        if (of->options & KVO_PRIOR) {
            add_name(of, " before");
            strcat(model.expected, old[index]);
        }
    }
    *(key == NEXT ? &model.next[node] : &model.count[node]) = value;
    for (int index = 0; index < count && key == NEXT; index++) {
        if (told[index]->path == NEXT_COUNT) put_up(told[index], value, COUNT);
    }
    for (int index = count - 1; index >= 0; index--) {
        add_name(told[index], "");
        strcat(model.expected, old[index]);
        if (told[index]->options & KVO_NEW) add_value("to", told[index]->node, told[index]->path);
    }
}

static void model_add(int observer, int node, int path, uint32_t options) {
    ctests_spare_allocations(true);
    registration *made = calloc(1, sizeof *made);
    ctests_spare_allocations(false);
    *made = (registration){observer, node, path, options};
    model.registrations[model.registered++] = made;
    put_up(made, node, path == COUNT ? COUNT : NEXT);
    if (path == NEXT_COUNT) put_up(made, model.next[node], COUNT);
}

// The latest one that fits; false if there is none.
static bool model_remove(int observer, int node, int path) {
    for (int index = model.registered - 1; index >= 0; index--) {
        registration *of = model.registrations[index];
        if (of->observer != observer || of->node != node || of->path != path) continue;
        take_down(of, 0);
        free(of);
        model.registered--;
        memmove(&model.registrations[index], &model.registrations[index + 1],
                (size_t)(model.registered - index) * sizeof *model.registrations);
        return true;
    }
    return false;
}

// ── The script ──────────────────────────────────────────────────────────────────────────────────────

static uint32_t seed;
static int any(int end) {
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)end);
}

static id nodes[NODES], observers[OBSERVERS];

static void count_observance(const kvo_observance *observance, id live, void *context) { ++*(int *)context; }

static void set_by_hand(int node, int value) {
    Ivar ivar = class_getInstanceVariable(fake_node_class, "count");
    fake_will(nodes[node], "count");
    *(int *)((char *)nodes[node] + ivar_getOffset(ivar)) = value;
    fake_did(nodes[node], "count");
}

static void step(void) {
    static const int kinds[] = {COUNT, NEXT, NEXT_COUNT};
    int node = any(NODES), observer = any(OBSERVERS), path = kinds[any(3)], value = any(10), kind = any(10), seen = 0;
    if (kind < 4 && model.registered < MOST) {
        uint32_t options = (uint32_t)any(16) & ~(uint32_t)KVO_INITIAL;
        model_add(observer, node, path, options);
        fake_observe(nodes[node], observers[observer], paths[path], options);
    } else if (kind == 4) {
        CHECK(fake_unobserve(nodes[node], observers[observer], paths[path]) == model_remove(observer, node, path));
    } else if (kind < 7) {
        model_set(node, NEXT, value % (NODES + 1) - 1);
        fake_set(nodes[node], "next", model.next[node] < 0 ? nil : nodes[model.next[node]]);
    } else {
        model_set(node, COUNT, value);
        if (kind == 7) set_by_hand(node, value);
        else fake_set_int(nodes[node], "count", value);
    }
    NOTIFIED(model.expected);
    model.expected[0] = '\0';
    kvo_visit(nodes[node], count_observance, &seen);
    for (int index = 0; index < model.watched; index++) seen -= model.watches[index].node == node;
    CHECK(seen == 0);
}

// A pair that nobody hears of, in one whose observer has left.
static void nest_unheard(void) {
    fake_observe(nodes[0], observers[0], "count", 0);
    fake_will(nodes[0], "count");
    CHECK(fake_unobserve(nodes[0], observers[0], "count"));
    fake_will(nodes[0], "count");
    fake_did(nodes[0], "count");
    fake_did(nodes[0], "count");
    NOTIFIED("");
}

static uint32_t first_seed;
static int length;

static void script(void) {
    void *pool = objc_autoreleasePoolPush();
    seed = first_seed;
    memset(&model, 0, sizeof model);
    for (int index = 0; index < NODES; index++) {
        nodes[index] = fake_node(node_names[index]);
        observers[index] = fake_observer(observer_names[index]);
        model.next[index] = -1;
    }
    for (int index = 0; index < length; index++) step();
    while (model.registered) {
        registration of = *model.registrations[any(model.registered)];
        CHECK(fake_unobserve(nodes[of.node], observers[of.observer], paths[of.path]));
        model_remove(of.observer, of.node, of.path);
    }
    nest_unheard();
    for (int index = 0; index < NODES; index++) fake_set(nodes[index], "next", nil);
    for (int index = 0; index < NODES; index++) {
        CHECK(!mr_object_is_observed(nodes[index]) && object_getClass(nodes[index]) == fake_node_class);
        objc_release(nodes[index]);
        objc_release(observers[index]);
    }
    objc_autoreleasePoolPop(pool);
}

// ── Memory that fails ───────────────────────────────────────────────────────────────────────────────

enum { MOST_LOCKS = 1000 };
static mr_lock *locks[MOST_LOCKS];
static size_t lock_count;

static void note_lock(mr_lock *lock, const char *name, void *context) {
    if (lock_count < MOST_LOCKS) locks[lock_count++] = lock;
}

// Whoever was told before the end was told what is so; and what is half done is under a lock.
static bool is_whole(void) {
    const char *log = fake_log_text();
    bool is_locked = false;
    for (size_t index = 0; index < lock_count; index++) is_locked |= mr_lock_is_taken(locks[index]);
    bool is_right = strncmp(log, model.expected, strlen(log)) == 0;
    if (!is_right) printf("notified: %s\nexpected: %s\n", log, model.expected);
    return is_right && (is_locked || fake_table_is_whole());
}

static bool is_over(void) { return fake_table_is_whole(); }

OBSERVING_TEST(random_scripts,
               "Whatever is done in whatever order, observers are notified as a model of the rules says") {
    length = 120;
    for (first_seed = 1; first_seed < 200; first_seed++) {
        int before = ctests_failures();
        script();
        if (ctests_failures() > before) printf("seed %u\n", first_seed);
    }
}

OBSERVING_TEST(failing_scripts,
               "Where there is no memory to observe with, nobody was told what is not so, and nothing is half done") {
    length = 80;
    lock_count = 0;
    mr_lock_visit_global(note_lock, NULL);
    CHECK(lock_count > 0 && lock_count < MOST_LOCKS);
    for (first_seed = 1; first_seed < 4; first_seed++) {
        ctests_ends ends = ctests_fail_each_allocation(&(ctests_program){script, is_over, is_whole});
        CHECK(ends.broken == 0 && ends.passed == 0 && ends.aborted > 100);
    }
}
