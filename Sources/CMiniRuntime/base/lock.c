// lock.c - locks, the order in which they are taken, and how fork() treats them.
//
// Interface: mr_lock_acquire and mr_lock_release, inline in base.h; MR_GLOBAL_LOCK and MR_STRIPED_LOCKS, which
// define the locks of the core; mr_lock_create and the other functions in observing-support.h, for the layers above.
// Invariant: every lock of a global rank is in `global_locks`, so fork() takes it. With MINIRUNTIME_CHECK, the process
// ends when a thread takes a global lock that is missing in the list.
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../class/class.h"
#include "base.h"

static const struct {
    const char *name;
    bool global;
} ranks[MR_LOCK_RANKS] = {
#define MR_LOCK_ENTRY(rank, scope, text) {text, MR_LOCK_##scope == MR_LOCK_GLOBAL},
    MR_LOCK_LIST(MR_LOCK_ENTRY)
#undef MR_LOCK_ENTRY
};

// ── Checking the order ──────────────────────────────────────────────────────────────────────────────

MR_GLOBAL_LOCK(mr_runtime_lock, MR_LOCK_RUNTIME)
static _Thread_local uint32_t held_ranks;  // one bit per held rank; updated only with MINIRUNTIME_CHECK

static const char *innermost_held(void) { return ranks[31 - __builtin_clz(held_ranks)].name; }

void mr_lock_note(const mr_lock *lock, bool taken) {
    uint32_t rank = 1u << lock->rank;
    const char *name = ranks[lock->rank].name;
    if (taken && held_ranks >= rank) mr_fatal("the lock of %s is taken under that of %s", name, innermost_held());
    if (taken && ranks[lock->rank].global != (lock->number > 0)) mr_fatal("fork() does not know the lock of %s", name);
    held_ranks = taken ? held_ranks | rank : held_ranks & ~rank;
}

void mr_assert_unlocked(const char *what) {
    if (MR_UNLIKELY(mr_debug.check && held_ranks)) mr_fatal("%s runs under the lock of %s", what, innermost_held());
}

// ── Waiting ─────────────────────────────────────────────────────────────────────────────────────────
// Drepper's mutex with three states ("Futexes Are Tricky", 2011). A thread that had to wait takes the lock as
// contended, because it cannot know whether other threads still sleep. At worst its release wakes nobody.

// Preserves errno: callers of the runtime do not expect it to make system calls.
static void futex(_Atomic(uint32_t) *number, int operation, uint32_t value) {
    int saved = errno;
    syscall(SYS_futex, number, operation, value, NULL, NULL, 0);
    errno = saved;
}

void mr_futex_wait(_Atomic(uint32_t) *number, uint32_t value) { futex(number, FUTEX_WAIT_PRIVATE, value); }

void mr_futex_wake_all(_Atomic(uint32_t) *number) { futex(number, FUTEX_WAKE_PRIVATE, INT_MAX); }

void mr_lock_wait(mr_lock *lock) {
    while (atomic_exchange_explicit(&lock->state, MR_LOCK_CONTENDED, memory_order_acquire) != MR_LOCK_FREE) {
        mr_futex_wait(&lock->state, MR_LOCK_CONTENDED);
    }
}

void mr_lock_wake(mr_lock *lock) { futex(&lock->state, FUTEX_WAKE_PRIVATE, 1); }

// ── The list of global locks ────────────────────────────────────────────────────────────────────────

// The first lock in the order. fork() holds it while it takes the others, so that no lock is added or removed.
static mr_lock list_lock = {.rank = MR_LOCK_LOCKS, .number = 1};
static mr_list global_locks;  // in no particular order; guarded by list_lock

void mr_lock_register(mr_lock *lock) {
    mr_lock_acquire(&list_lock);
    mr_list_append(&global_locks, lock);
    lock->number = global_locks.count;
    mr_lock_release(&list_lock);
}

static mr_lock *created(mr_lock *lock, mr_lock_rank rank) {
    lock->rank = (uint8_t)rank;
    if (ranks[rank].global) mr_lock_register(lock);
    return lock;
}

mr_lock *mr_lock_create(mr_lock_rank rank) { return created(mr_allocate(sizeof(mr_lock)), rank); }

mr_lock *mr_lock_create_apart(mr_lock_rank rank) { return created(mr_allocate_lines(1), rank); }

void mr_lock_destroy(mr_lock *lock) {
    if (lock->number) {
        mr_lock_acquire(&list_lock);
        mr_lock *last = global_locks.items[--global_locks.count];
        last->number = lock->number;
        global_locks.items[lock->number - 1] = last;
        mr_lock_release(&list_lock);
    }
    free(lock);
}

void mr_lock_take(mr_lock *lock) { mr_lock_acquire(lock); }

void mr_lock_give(mr_lock *lock) { mr_lock_release(lock); }

size_t mr_lock_visit_global(void (*visit)(mr_lock *lock, const char *name, void *context), void *context) {
    mr_lock_acquire(&list_lock);
    size_t count = global_locks.count;
    mr_lock **copy = mr_list_copy(&global_locks, NULL);
    mr_lock_release(&list_lock);
    for (size_t index = 0; index < count && visit; index++) visit(copy[index], ranks[copy[index]->rank].name, context);
    free(copy);
    return count;
}

bool mr_lock_is_taken(const mr_lock *lock) {
    return atomic_load_explicit(&lock->state, memory_order_relaxed) != MR_LOCK_FREE;
}

// ── fork() ──────────────────────────────────────────────────────────────────────────────────────────
// The child process has one thread. A lock that another thread holds during fork() would stay taken in the child for
// ever, and the data that it guards might be half changed. The forking thread therefore takes every global lock first,
// in their order, and both processes release all of them after the fork. Locks of single objects are not taken: the
// child must not use an object that another thread was using during fork().

static void each_global_lock(void (*act)(mr_lock *lock)) {
    for (uint8_t rank = 0; rank < MR_LOCK_RANKS; rank++) {
        for (uint32_t index = 0; index < global_locks.count; index++) {
            mr_lock *lock = global_locks.items[index];
            if (lock->rank == rank) act(lock);
        }
    }
}

// Does not record the lock as held: mr_lock_note rejects two locks of one rank, and fork() takes all of them.
static void take(mr_lock *lock) {
    uint32_t free = MR_LOCK_FREE;
    if (!atomic_compare_exchange_strong(&lock->state, &free, MR_LOCK_TAKEN)) mr_lock_wait(lock);
}

static void give(mr_lock *lock) {
    if (atomic_exchange(&lock->state, MR_LOCK_FREE) == MR_LOCK_CONTENDED) mr_lock_wake(lock);
}

static void before_fork(void) {
    mr_assert_unlocked("fork()");
    take(&list_lock);
    each_global_lock(take);
}

static void after_fork(void) {
    each_global_lock(give);
    give(&list_lock);
}

static void after_fork_in_child(void) {
    mr_initialize_forked_locked();
    after_fork();
}

__attribute__((constructor(101))) static void watch_forks(void) {
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}
