// underway.c - the changes that are under way, on all threads: a value counts as replaced without a notification only
// if no change of its key is.
//
// Each thread writes the object and the key of its changes into places of its own, so that a set writes to no memory
// that another thread writes. Other threads read these addresses, and follow none. Changes of scalars are left out: no
// path leads through them. (A key with an object may depend on one, though: see docs/reliability.md.)
//
//      thread ──► chunk of 32 places ──► chunk of 32 places ──► ...       free places are linked by their keys
#include "change.h"

enum { PLACES = 32 };

typedef struct {
    _Atomic(id) object;      // nil in a free place
    _Atomic(uintptr_t) key;  // the key's address; in a free place the number, from 1, of the next free one
} place;

typedef struct chunk {
    place places[PLACES];
    struct chunk *_Atomic next;
} chunk;

typedef struct running {
    struct running *next;    // guarded by the lock
    _Atomic(uint32_t) used;  // no place from this number on was ever taken; written by the thread alone
    uint32_t free, taken;    // the number, from 1, of the first free place below `used`; how many are taken
    chunk chunk;
} running;

static _Thread_local running *mine;
static running *all;  // guarded by the lock
static mr_lock *lock;

__attribute__((constructor(102))) static void make_lock(void) { lock = mr_lock_create(MR_LOCK_TABLE); }

static void end_thread(void);
static _Thread_local kvo_thread_end at_thread_end = {.run = end_thread};

static __attribute__((noinline)) void register_thread(void) {
    mine = mr_allocate(sizeof *mine);
    mr_lock_take(lock);
    mine->next = all;
    all = mine;
    mr_lock_give(lock);
    kvo_expect_thread_end(&at_thread_end);
}

// Returns the place with a number, and makes its chunk if there is none.
static inline place *place_at(uint32_t number) {
    chunk *chunk = &mine->chunk;
    for (; number >= PLACES; number -= PLACES) {
        if (atomic_load_explicit(&chunk->next, memory_order_relaxed) == NULL) {
            atomic_store_explicit(&chunk->next, mr_allocate(sizeof *chunk), memory_order_release);
        }
        chunk = atomic_load_explicit(&chunk->next, memory_order_relaxed);
    }
    return &chunk->places[number];
}

uint32_t kvo_underway_begin(id object, const kvc_key *key) {
    if (mine == NULL) register_thread();
    uint32_t number = mine->free ? mine->free - 1 : atomic_load_explicit(&mine->used, memory_order_relaxed);
    place *place = place_at(number);
    if (mine->free) mine->free = (uint32_t)atomic_load_explicit(&place->key, memory_order_relaxed);
    else atomic_store_explicit(&mine->used, number + 1, memory_order_release);
    mine->taken++;
    atomic_store_explicit(&place->key, (uintptr_t)key, memory_order_relaxed);
    atomic_store_explicit(&place->object, object, memory_order_release);
    // Who finds the new value finds the change, too.
    atomic_thread_fence(memory_order_release);
    return number + 1;
}

void kvo_underway_end(uint32_t number) {
    place *place = place_at(number - 1);
    atomic_store_explicit(&place->object, nil, memory_order_release);
    atomic_store_explicit(&place->key, mine->free, memory_order_relaxed);
    mine->free = number;
    mine->taken--;
}

static uint32_t count_on(const running *thread, id object, const kvc_key *key) {
    uint32_t count = 0, used = atomic_load_explicit(&thread->used, memory_order_acquire);
    const chunk *chunk = &thread->chunk;
    for (uint32_t number = 0; number < used && chunk; number++) {
        const place *place = &chunk->places[number % PLACES];
        count += atomic_load_explicit(&place->object, memory_order_acquire) == object &&
                 atomic_load_explicit(&place->key, memory_order_relaxed) == (uintptr_t)key;
        if (number % PLACES == PLACES - 1) chunk = atomic_load_explicit(&chunk->next, memory_order_acquire);
    }
    return count;
}

uint32_t kvo_underway_count(id object, const kvc_key *key) {
    atomic_thread_fence(memory_order_acquire);
    uint32_t count = 0;
    mr_lock_take(lock);
    for (const running *thread = all; thread; thread = thread->next) count += count_on(thread, object, key);
    mr_lock_give(lock);
    return count;
}

static void end_thread(void) {
    // A change that two messages announce ends later, or never.
    if (mine->taken > 0) return kvo_expect_thread_end(&at_thread_end);
    mr_lock_take(lock);
    running **link = &all;
    while (*link != mine) link = &(*link)->next;
    *link = mine->next;
    mr_lock_give(lock);
    for (chunk *chunk = mine->chunk.next, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(mine);
    mine = NULL;
}
