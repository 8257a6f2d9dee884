// small-locks.c - os_unfair_lock and OSSpinLock: locks of four bytes, on the kernel's futex.
//
// The word is 0 if the lock is free, 1 if a thread holds it, and 2 if other threads may be waiting too.
#include <linux/futex.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { IS_FREE, IS_HELD, HAS_WAITERS };

static bool try_lock(volatile int32_t *word) {
    int32_t expected = IS_FREE;
    return __atomic_compare_exchange_n(word, &expected, IS_HELD, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void take(volatile int32_t *word) {
    if (try_lock(word)) return;
    while (__atomic_exchange_n(word, HAS_WAITERS, __ATOMIC_ACQUIRE) != IS_FREE) {
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, HAS_WAITERS, NULL, NULL, 0);
    }
}

static void give(volatile int32_t *word) {
    if (__atomic_exchange_n(word, IS_FREE, __ATOMIC_RELEASE) == HAS_WAITERS) {
        syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    }
}

void OSSpinLockLock(volatile int32_t *lock) { take(lock); }
bool OSSpinLockTry(volatile int32_t *lock) { return try_lock(lock); }
void OSSpinLockUnlock(volatile int32_t *lock) { give(lock); }

void os_unfair_lock_lock(int32_t *lock) { take(lock); }
bool os_unfair_lock_trylock(int32_t *lock) { return try_lock(lock); }
void os_unfair_lock_unlock(int32_t *lock) { give(lock); }
