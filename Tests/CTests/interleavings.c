// interleavings.c - three threads own, hold and let go of one object, in every order.
//
// A model of the runtime and of C11's memory model for one atomic word. A step of a thread is one atomic operation of
// the runtime on the count word, or one access to the object's memory. count.h, which the runtime uses, computes the
// words and names the memory orders. The model keeps the values that the word has had, and a load reads any of those
// that C11 permits: all orders of steps, and all values read, are all executions. A state of the world that was
// reached before is not explored again.
#include <stdlib.h>

#include "../../Sources/CMiniRuntime/object/count.h"
#include "ctests.h"

enum { THREADS = 3, LENGTH = 8, VALUES = 16, EVERYTHING = (1 << 2 * THREADS) - 1 };

// The actions of a thread. RETAIN is mr_retain_if_alive; if it fails, the thread goes on behind the next RELEASE.
typedef enum { END, HOLD, UNHOLD, RETAIN, USE, RELEASE } action;

// Mistakes in the runtime that the model has to find.
typedef enum {
    NO_MISTAKE,
    RELAXED_RELEASE,
    RELAXED_UNHOLD,
    RELAXED_DISPOSAL,
    RELAXED_LOAD_IN_DISPOSAL,
    DISPOSAL_IN_TWO_STEPS,
    RETAIN_OF_THE_DEAD,
    MISTAKES
} mistake;

typedef struct {
    action actions[THREADS][LENGTH];
    uint64_t owners, holds;  // to begin with
    uint32_t frees;          // in the end
} scenario;

static const scenario scenarios[] = {
    {{{HOLD, RETAIN, USE, RELEASE, UNHOLD, UNHOLD}, {USE, RELEASE}, {UNHOLD}}, 1, 2, 1},
    {{{RETAIN, USE, RELEASE, UNHOLD}, {USE, RELEASE}, {RETAIN, USE, RELEASE, UNHOLD}}, 1, 2, 1},
    {{{HOLD, USE, RELEASE, RETAIN, USE, RELEASE, UNHOLD}, {RELEASE}, {RETAIN, RELEASE, UNHOLD}}, 2, 1, 1},
    {{{USE, RELEASE}, {USE, RELEASE}, {HOLD, UNHOLD, UNHOLD}}, 2, 1, 1},
    {{{USE, RELEASE}, {USE, RELEASE}, {USE, RELEASE}}, 3, 0, 1},
    {{{HOLD, HOLD, RELEASE, UNHOLD}, {RELEASE}, {UNHOLD, HOLD, UNHOLD}}, 2, 0xfffffe, 0},
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

// ── The world ───────────────────────────────────────────────────────────────────────────────────────

// `seen` is the index of the oldest value that a thread may still read, or may still read once it has acquired a
// value. `knows` has two bits for each thread: the lower one is set if all its accesses to the object's memory happened
// before, the upper one if all its uses of the object as an owner did.
typedef struct {
    uint64_t word;
    uint32_t seen, knows;
} value;
typedef struct {
    uint64_t found;  // by the last load
    uint32_t place, stage, seen, knows;
} thread;
typedef struct {
    value values[VALUES];
    thread threads[THREADS];
    uint32_t count, frees;
} world;
// Worlds are compared byte by byte.
_Static_assert(sizeof(world) == 16 * VALUES + 24 * THREADS + 8, "no padding");

static const scenario *current;
static mistake made;
static const char *violation;

static memory_order relaxed_by(mistake mistake, memory_order order) {
    return made == mistake ? memory_order_relaxed : order;
}

static bool acquires(memory_order order) { return order == memory_order_acquire || order == memory_order_acq_rel; }

static bool releases(memory_order order) { return order == memory_order_release || order == memory_order_acq_rel; }

// ── The steps ───────────────────────────────────────────────────────────────────────────────────────

static uint32_t larger(uint32_t one, uint32_t other) { return one > other ? one : other; }

static void access_memory(world *world, int number, uint32_t bits) {
    if (world->frees) violation = "the memory was used after it was freed";
    for (uint32_t index = 0; index < world->count; index++) world->values[index].knows &= ~bits;
    for (int other = 0; other < THREADS; other++) {
        if (other != number) world->threads[other].knows &= ~bits;
    }
}

static void touch_word(world *world, int number) { access_memory(world, number, 1u << number); }

static void use_object(world *world, int number) { access_memory(world, number, (1u | 1u << THREADS) << number); }

static void read_value(world *world, int number, uint32_t index, memory_order order) {
    thread *thread = &world->threads[number];
    const value *read = &world->values[index];
    thread->found = read->word;
    thread->seen = larger(thread->seen, index);
    if (!acquires(order)) return;
    thread->seen = larger(thread->seen, read->seen);
    thread->knows |= read->knows;
}

static void load(world *world, int number, uint32_t choice, memory_order order) {
    touch_word(world, number);
    read_value(world, number, world->threads[number].seen + choice, order);
}

// Reads the newest value, which `thread->found` contains afterwards, and puts `next` behind it.
static void modify(world *world, int number, uint64_t next, memory_order order) {
    touch_word(world, number);
    uint32_t last = world->count - 1;
    uint64_t word = world->values[last].word;
    if (word & ~next & (MR_OBJECT_DEALLOCATING | MR_OBJECT_DISPOSED)) violation = "a dead object came back";
    if (world->count == VALUES) abort();
    thread *thread = &world->threads[number];
    read_value(world, number, last, order);
    thread->seen = world->count++;
    // A modification continues the release sequences of the values before it.
    value *written = &world->values[last + 1];
    *written = world->values[last];
    written->word = next;
    if (!releases(order)) return;
    written->seen = thread->seen;
    written->knows |= thread->knows;
}

static bool exchange(world *world, int number, uint64_t next, memory_order order) {
    uint32_t last = world->count - 1;
    if (world->values[last].word == world->threads[number].found) {
        modify(world, number, next, order);
        return true;
    }
    touch_word(world, number);
    read_value(world, number, last, memory_order_relaxed);
    return false;
}

static uint64_t newest(const world *world) { return world->values[world->count - 1].word; }

static void free_memory(world *world, int number) {
    if (world->frees++) violation = "the memory was freed twice";
    if (world->threads[number].knows != EVERYTHING) violation = "the memory was freed while a thread may be using it";
}

// ── The operations: one step of each, and whether it was the last ───────────────────────────────────

static bool hold(world *world, thread *thread, int number, uint32_t choice) {
    if (thread->stage++ == 0) return load(world, number, choice, memory_order_relaxed), false;
    return exchange(world, number, mr_word_with_hold(thread->found), MR_HOLD_ORDER);
}

static bool unhold(world *world, thread *thread, int number, uint32_t choice) {
    if (thread->stage++ == 0) return load(world, number, choice, memory_order_relaxed), false;
    uint64_t after = mr_word_without_hold(thread->found);
    if (!exchange(world, number, after, relaxed_by(RELAXED_UNHOLD, MR_UNHOLD_ORDER))) return false;
    if (mr_word_is_over(after)) free_memory(world, number);
    return true;
}

static bool retain_if_alive(world *world, thread *thread, int number, uint32_t choice) {
    if (thread->stage == 0) {
        load(world, number, choice, memory_order_relaxed);
    } else if (exchange(world, number, thread->found + MR_OBJECT_ONE, MR_RETAIN_ORDER)) {
        if (thread->found & MR_OBJECT_DEALLOCATING) violation = "a dead object was retained";
        return true;
    }
    thread->stage = 1;
    bool alive = made == RETAIN_OF_THE_DEAD ? thread->found >= MR_OBJECT_ONE : mr_word_is_alive(thread->found);
    while (!alive && current->actions[number][thread->place] != RELEASE) thread->place++;
    return !alive;
}

enum { LOAD, END_LAST_OWNER, SUBTRACT, MARK, DEALLOC, OWN, DISOWN, DISPOSE, DECIDE, LEAVE, DECIDE_LATE };

static bool go_on(thread *thread, uint32_t stage) {
    thread->stage = stage;
    return false;
}

static bool release(world *world, thread *thread, int number, uint32_t choice) {
    memory_order order = relaxed_by(RELAXED_RELEASE, MR_RELEASE_ORDER);
    switch (thread->stage) {
        case LOAD:
            load(world, number, choice, memory_order_relaxed);
            return go_on(thread, thread->found == MR_OBJECT_ONE ? END_LAST_OWNER : SUBTRACT);
        case END_LAST_OWNER:
            return go_on(thread, exchange(world, number, MR_OBJECT_DEALLOCATING, order) ? DEALLOC : SUBTRACT);
        case SUBTRACT:
            modify(world, number, newest(world) - MR_OBJECT_ONE, order);
            if (thread->found < MR_OBJECT_ONE) violation = "the object was released too often";
            return mr_word_was_last(thread->found) ? go_on(thread, MARK) : true;
        case MARK:
            modify(world, number, newest(world) | MR_OBJECT_DEALLOCATING, memory_order_relaxed);
            return go_on(thread, DEALLOC);
        case DEALLOC:
            if (thread->knows >> THREADS != EVERYTHING >> THREADS)
                violation = "an owner may be using what dealloc ends";
            use_object(world, number);
            return go_on(thread, OWN);
        case OWN:  // a dealloc may retain and release its object
            modify(world, number, newest(world) + MR_OBJECT_ONE, MR_RETAIN_ORDER);
            return go_on(thread, DISOWN);
        case DISOWN: modify(world, number, newest(world) - MR_OBJECT_ONE, order); return go_on(thread, DISPOSE);
        case DISPOSE:
            load(world, number, choice, memory_order_acquire);
            if (thread->found >= MR_OBJECT_ONE) violation = "the object was retained while it was deallocated";
            return go_on(thread, DECIDE);
        case DECIDE:
            load(world, number, choice, relaxed_by(RELAXED_LOAD_IN_DISPOSAL, MR_DISPOSE_LOAD_ORDER));
            if (thread->found & MR_OBJECT_HOLDS) return go_on(thread, LEAVE);
            break;
        case LEAVE:
            modify(world, number, newest(world) | MR_OBJECT_DISPOSED, relaxed_by(RELAXED_DISPOSAL, MR_DISPOSE_ORDER));
            if (made == DISPOSAL_IN_TWO_STEPS) return go_on(thread, DECIDE_LATE);
            if (!mr_word_is_over(thread->found | MR_OBJECT_DISPOSED)) return true;
            break;
        case DECIDE_LATE:
            load(world, number, choice, memory_order_acquire);
            if (thread->found & MR_OBJECT_HOLDS) return true;
    }
    free_memory(world, number);
    return true;
}

static void step(world *world, int number, uint32_t choice) {
    thread *thread = &world->threads[number];
    bool ended = true;
    switch (current->actions[number][thread->place]) {
        case END: abort();
        case HOLD: ended = hold(world, thread, number, choice); break;
        case UNHOLD: ended = unhold(world, thread, number, choice); break;
        case RETAIN: ended = retain_if_alive(world, thread, number, choice); break;
        case USE: use_object(world, number); break;
        case RELEASE: ended = release(world, thread, number, choice); break;
    }
    if (!ended) return;
    thread->place++;
    thread->stage = 0;
    thread->found = 0;
}

// How many values the next step may read: more than one only if it is a load.
static uint32_t choices(const world *world, int number) {
    const thread *thread = &world->threads[number];
    action action = current->actions[number][thread->place];
    bool loads = thread->stage == 0 && action != USE;
    loads |= action == RELEASE && (thread->stage == DISPOSE || thread->stage == DECIDE || thread->stage == DECIDE_LATE);
    return action == END ? 0 : loads ? world->count - thread->seen : 1;
}

// Forgets the values that nobody can read any more, so that equal worlds are found to be equal.
static void forget(world *world) {
    uint32_t oldest = world->count - 1;
    for (int number = 0; number < THREADS; number++) {
        if (world->threads[number].seen < oldest) oldest = world->threads[number].seen;
    }
    world->count -= oldest;
    memmove(world->values, world->values + oldest, world->count * sizeof *world->values);
    memset(world->values + world->count, 0, (VALUES - world->count) * sizeof *world->values);
    for (uint32_t index = 0; index < world->count; index++) {
        uint32_t *seen = &world->values[index].seen;
        *seen = *seen > oldest ? *seen - oldest : 0;
    }
    for (int number = 0; number < THREADS; number++) world->threads[number].seen -= oldest;
}

// ── Every order ─────────────────────────────────────────────────────────────────────────────────────

static struct {
    world *worlds;     // all that were reached, in order of discovery
    uint32_t *places;  // a hash table of numbers of worlds, from 1 on
    uint32_t count, room;
} reached;

static uint32_t *place_of(const world *world) {
    uint64_t hash = 0, word;
    for (size_t offset = 0; offset < sizeof *world; offset += sizeof word) {
        memcpy(&word, (const char *)world + offset, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15;
        hash ^= hash >> 29;
    }
    for (uint32_t place = (uint32_t)hash & (reached.room - 1);; place = (place + 1) & (reached.room - 1)) {
        uint32_t *number = &reached.places[place];
        if (*number == 0 || memcmp(&reached.worlds[*number - 1], world, sizeof *world) == 0) return number;
    }
}

static void make_room(void) {
    reached.room = reached.room ? 2 * reached.room : 1024;
    reached.worlds = mr_reallocate(reached.worlds, reached.room * sizeof *reached.worlds);
    free(reached.places);
    reached.places = mr_allocate(reached.room * sizeof *reached.places);
    for (uint32_t number = 1; number <= reached.count; number++) *place_of(&reached.worlds[number - 1]) = number;
}

static void reach(const world *world) {
    if (2 * reached.count >= reached.room) make_room();
    uint32_t *number = place_of(world);
    if (*number) return;
    memcpy(&reached.worlds[reached.count], world, sizeof *world);
    *number = ++reached.count;
}

// Takes every step that is possible in a world; if none is, all threads have come to their end.
static void explore(uint32_t number) {
    bool ended = true;
    for (int thread = 0; thread < THREADS; thread++) {
        uint32_t count = choices(&reached.worlds[number], thread);
        for (uint32_t choice = 0; choice < count && !violation; choice++) {
            world next;
            memcpy(&next, &reached.worlds[number], sizeof next);
            step(&next, thread, choice);
            forget(&next);
            reach(&next);
        }
        if (count) ended = false;
    }
    if (!ended || violation) return;
    if (reached.worlds[number].frees != current->frees) violation = "the memory was not freed";
}

// What goes wrong in some order, or NULL.
static const char *run(const scenario *scenario, mistake mistake) {
    current = scenario;
    made = mistake;
    violation = NULL;
    reached.count = reached.room = 0;
    world first = {.count = 1};
    first.values[0].word = scenario->owners * MR_OBJECT_ONE + scenario->holds * MR_OBJECT_HOLD;
    first.values[0].knows = EVERYTHING;
    for (int number = 0; number < THREADS; number++) first.threads[number].knows = EVERYTHING;
    reach(&first);
    for (uint32_t number = 0; number < reached.count && !violation; number++) explore(number);
    return violation;
}

TEST(interleavings, "In every order of three threads an object's memory is freed once, when nobody uses it any more") {
    for (int index = 0; index < SCENARIOS; index++) {
        ctests_note = run(&scenarios[index], NO_MISTAKE);
        CHECK(ctests_note == NULL);
    }
}

TEST(interleavings_of_mistakes, "The model of three threads finds each of the mistakes that are easily made") {
    static const char *const names[] = {[RELAXED_RELEASE] = "a relaxed release",
                                        [RELAXED_UNHOLD] = "a relaxed unhold",
                                        [RELAXED_DISPOSAL] = "a relaxed disposal",
                                        [RELAXED_LOAD_IN_DISPOSAL] = "a disposal that does not acquire",
                                        [DISPOSAL_IN_TWO_STEPS] = "a disposal in two steps",
                                        [RETAIN_OF_THE_DEAD] = "a retain that looks at the owners only"};
    for (mistake mistake = NO_MISTAKE + 1; mistake < MISTAKES; mistake++) {
        int found = 0;
        for (int index = 0; index < SCENARIOS; index++) found += run(&scenarios[index], mistake) != NULL;
        ctests_note = names[mistake];
        CHECK(found > 0);
    }
}
