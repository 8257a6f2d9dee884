// base.h - declares what base/ offers to all other folders: memory, lists, maps, debug switches, locks, selectors, the
// state of a thread's exceptions, tracing.
#ifndef MR_BASE_H
#define MR_BASE_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "adopting.h"
#include "inspect.h"

#define MR_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
// Before a loop: clang keeps it as a loop. gcc does not unroll such loops anyway.
#ifdef __clang__
#define MR_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define MR_NO_UNROLL
#endif

// ── support.c: memory, lists, maps, switches ─────────────────────────────────────────────────

// mr_allocate and mr_reallocate are declared in observing-support.h.
// Unlike them, returns NULL if the `extra` bytes, whose number a user of the runtime chose, cannot be allocated.
void *mr_allocate_extra(size_t size, size_t extra);
enum { MR_CACHE_LINE = 64 };
void *mr_allocate_lines(size_t count);  // whole cache lines, zeroed; the caller frees them
char *mr_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
// mr_log and mr_fatal are declared in adopting.h.

// A growing array of pointers, in insertion order.
typedef struct {
    void **items;
    uint32_t count, capacity;
} mr_list;
void mr_list_append(mr_list *list, void *item);
bool mr_list_remove(mr_list *list, const void *item);  // removes the last occurrence and keeps the order of the rest
bool mr_list_contains(const mr_list *list, const void *item);
// Returns a malloc'd, NULL-terminated copy; NULL if `list` is NULL or empty. `outCount` may be NULL.
void *mr_list_copy(const mr_list *list, unsigned int *outCount);
void *mr_list_copy_shared(const mr_list *list, unsigned int *outCount);  // takes the runtime lock
void mr_list_free(mr_list *list);

// A hash map with open addressing. Keys are addresses or, in a map created with {.strings = true}, strings compared by
// content. The map owns neither keys nor values. A NULL value means absent.
typedef struct {
    const void *key;
    void *value;
} mr_map_entry;
typedef struct {
    bool strings;
    uint32_t count, used, capacity;
    mr_map_entry *entries;
} mr_map;
void *mr_map_get(const mr_map *map, const void *key);
void mr_map_set(mr_map *map, const void *key, void *value);
void *mr_map_remove(mr_map *map, const void *key);  // returns the value
void mr_map_free(mr_map *map);

// hash-table.c is declared in observing-support.h: the layers above use it too.

// The environment variables, read once at startup. support.c has the table with their help texts.
typedef struct {
    uint8_t zombies;         // freed objects stay; a message or release to one ends the process
    uint8_t check;           // check the order of locks, and that foreign code runs with none held
    uint8_t trace;           // print events on standard error
    uint8_t trace_messages;  // print every message on standard error
    uint8_t trace_file;      // write events to a file
    uint8_t perf_map;        // for profilers: write the names of methods made at run time to a file; describe stubs
    uint8_t help;
    uint8_t report_observers;
    uint8_t leftovers;        // of LeftoverPolicy
    uint8_t refuse_wx;        // end the process instead of using closure memory that is writable and executable
    uint8_t libffi_closures;  // libffi makes every closure; read and written atomically
} mr_debug_switches;
extern mr_debug_switches mr_debug;
void mr_debug_read_switches(void);

// ── lock.c: locks and their order ───────────────────────────────────────────────────────────────────

// The ranks, which define the order of locks, are declared in observing-support.h, because the layers above have ranks
// too.
// No lock is held while foreign code runs (a message, a block, a hook, a destroy function, a deinit).
enum { MR_LOCK_FREE, MR_LOCK_TAKEN, MR_LOCK_CONTENDED };  // contended: taken, and a thread may be asleep
struct mr_lock {
    _Atomic(uint32_t) state;
    uint8_t rank;
    uint32_t number;  // 1 + the index in the list of the locks that fork() takes; 0 for the others
};
#define MR_LOCK_INIT(lockRank)                                                                                         \
    { .rank = (lockRank) }
// Defines a global lock, and registers it for fork() before main() begins.
#define MR_GLOBAL_LOCK(name, lockRank)                                                                                 \
    mr_lock name = MR_LOCK_INIT(lockRank);                                                                             \
    __attribute__((constructor(101))) static void register_##name(void) { mr_lock_register(&name); }
// Defines an array of such locks, each in a cache line of its own. mr_stripe returns the lock that guards an address.
enum { MR_STRIPES = 64 };
typedef struct {
    _Alignas(MR_CACHE_LINE) mr_lock lock;
} mr_stripe_lock;
#define MR_STRIPED_LOCKS(name, lockRank)                                                                               \
    static mr_stripe_lock name[MR_STRIPES] = {[0 ... MR_STRIPES - 1] = {MR_LOCK_INIT(lockRank)}};                      \
    __attribute__((constructor(101))) static void register_##name(void) {                                              \
        for (int index = 0; index < MR_STRIPES; index++) mr_lock_register(&name[index].lock);                          \
    }
static inline mr_lock *mr_stripe(mr_stripe_lock *stripes, const void *address) {
    return &stripes[mr_hash_address(address) % MR_STRIPES].lock;
}
void mr_lock_register(mr_lock *lock);
// Sleeps until another thread changes `number` from `value`; may return early. The second function wakes all sleepers.
void mr_futex_wait(_Atomic(uint32_t) *number, uint32_t value);
void mr_futex_wake_all(_Atomic(uint32_t) *number);
// Ends the process if this thread holds a lock. `what` names the foreign code that is about to run. Only with
// MINIRUNTIME_CHECK set, which also checks the order of locks.
void mr_assert_unlocked(const char *what);
extern mr_lock mr_runtime_lock;

// Every observed set takes a lock (mr_lock_take, which inlines this function), so the uncontended path makes no further
// call. Each side table has a lock, which is small: 12 bytes, where a pthread mutex has 40.
void mr_lock_note(const mr_lock *lock, bool taken);  // records a lock as held or released, for MINIRUNTIME_CHECK
void mr_lock_wait(mr_lock *lock);
void mr_lock_wake(mr_lock *lock);
static inline void mr_lock_acquire(mr_lock *lock) {
    if (MR_UNLIKELY(mr_debug.check)) mr_lock_note(lock, true);
    uint32_t free = MR_LOCK_FREE;
    bool taken = atomic_compare_exchange_strong_explicit(&lock->state, &free, MR_LOCK_TAKEN, memory_order_acquire,
                                                         memory_order_relaxed);
    if (MR_UNLIKELY(!taken)) mr_lock_wait(lock);
}
static inline void mr_lock_release(mr_lock *lock) {
    if (MR_UNLIKELY(mr_debug.check)) mr_lock_note(lock, false);
    uint32_t state = atomic_exchange_explicit(&lock->state, MR_LOCK_FREE, memory_order_release);
    if (MR_UNLIKELY(state == MR_LOCK_CONTENDED)) mr_lock_wake(lock);
}

// ── selector.c ──────────────────────────────────────────────────────────────────────────────────────

// The selectors that the runtime itself sends or searches for.
#define MR_SELECTORS(X)                                                                                                \
    X(alloc, "alloc")                                                                                                  \
    X(allocWithZone, "allocWithZone:")                                                                                 \
    X(allowsWeakReference, "allowsWeakReference")                                                                      \
    X(autorelease, "autorelease")                                                                                      \
    X(class, "class")                                                                                                  \
    X(copy, "copy")                                                                                                    \
    X(copyWithZone, "copyWithZone:")                                                                                   \
    X(dealloc, "dealloc")                                                                                              \
    X(description, "description")                                                                                      \
    X(doesNotRecognizeSelector, "doesNotRecognizeSelector:")                                                           \
    X(forwardInvocation, "forwardInvocation:")                                                                         \
    X(forwardingTargetForSelector, "forwardingTargetForSelector:")                                                     \
    X(init, "init")                                                                                                    \
    X(initialize, "initialize")                                                                                        \
    X(methodSignatureForSelector, "methodSignatureForSelector:")                                                       \
    X(mutableCopy, "mutableCopy")                                                                                      \
    X(mutableCopyWithZone, "mutableCopyWithZone:")                                                                     \
    X(release, "release")                                                                                              \
    X(resolveClassMethod, "resolveClassMethod:")                                                                       \
    X(resolveInstanceMethod, "resolveInstanceMethod:")                                                                 \
    X(retain, "retain")                                                                                                \
    X(stringWithUTF8String, "stringWithUTF8String:")
struct mr_selectors {
#define MR_SELECTOR_FIELD(field, name) SEL field;
    MR_SELECTORS(MR_SELECTOR_FIELD)
#undef MR_SELECTOR_FIELD
};
extern struct mr_selectors mr_sel;
void mr_selectors_boot(void);

// ── exception.c ───────────────────────────────────────────────────────────────────────────────────

// mr_pending_exception is in objc-exception.h.
extern MR_THREAD_LOCAL int mr_try_count;
void mr_exception_boot(void);

// ── trace.c, trace-file.c, perf-map.c ─────────────────────────────────────────────────────────────

#define mr_trace(...)                                                                                                  \
    do {                                                                                                               \
        if (MR_UNLIKELY(mr_trace_is_on())) mr_trace_emit(&(mr_trace_event){__VA_ARGS__});                              \
    } while (0)
extern _Atomic(bool) mr_tracing_messages;
const char *mr_trace_kind_name(mr_trace_kind kind);
void mr_trace_boot(void);
// Writes the events from now on to the file that MINIRUNTIME_TRACE_FILE names.
void mr_trace_file_boot(void);
// Writes a line for a method whose IMP is no compiled function, if MINIRUNTIME_PERF_MAP asks for it.
void mr_perf_map_boot(void);
void mr_perf_map_add(Class cls, SEL name, IMP imp);

#endif
