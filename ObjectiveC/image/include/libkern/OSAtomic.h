// OSAtomic.h - atomic operations and spin locks with the names that preceded those of C11. A program written today uses
// <stdatomic.h> and <os/lock.h>.
#ifndef LIBKERN_OSATOMIC_H
#define LIBKERN_OSATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#define OSMemoryBarrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)

// Each function exists for int32_t and int64_t, and with the ending Barrier. All of them are ordered as the latter.
#define OS_ATOMIC_ARITHMETIC(bits, ending)                                                                             \
    static inline int##bits##_t OSAtomicAdd##bits##ending(int##bits##_t amount, volatile int##bits##_t *value) {       \
        return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);                                                    \
    }                                                                                                                  \
    static inline int##bits##_t OSAtomicIncrement##bits##ending(volatile int##bits##_t *value) {                       \
        return OSAtomicAdd##bits##ending(1, value);                                                                    \
    }                                                                                                                  \
    static inline int##bits##_t OSAtomicDecrement##bits##ending(volatile int##bits##_t *value) {                       \
        return OSAtomicAdd##bits##ending(-1, value);                                                                   \
    }                                                                                                                  \
    static inline bool OSAtomicCompareAndSwap##bits##ending(int##bits##_t old, int##bits##_t replacement,              \
                                                            volatile int##bits##_t *value) {                           \
        return __sync_bool_compare_and_swap(value, old, replacement);                                                  \
    }
OS_ATOMIC_ARITHMETIC(32, )
OS_ATOMIC_ARITHMETIC(32, Barrier)
OS_ATOMIC_ARITHMETIC(64, )
OS_ATOMIC_ARITHMETIC(64, Barrier)
#undef OS_ATOMIC_ARITHMETIC

// Return the new value; the functions with the ending Orig return the old value.
#define OS_ATOMIC_BITS(name, function)                                                                                 \
    static inline int32_t OSAtomic##name(uint32_t mask, volatile uint32_t *value) {                                    \
        return (int32_t)__atomic_##function##_fetch(value, mask, __ATOMIC_SEQ_CST);                                    \
    }                                                                                                                  \
    static inline int32_t OSAtomic##name##Barrier(uint32_t mask, volatile uint32_t *value) {                           \
        return OSAtomic##name(mask, value);                                                                            \
    }                                                                                                                  \
    static inline int32_t OSAtomic##name##Orig(uint32_t mask, volatile uint32_t *value) {                              \
        return (int32_t)__atomic_fetch_##function(value, mask, __ATOMIC_SEQ_CST);                                      \
    }
OS_ATOMIC_BITS(Or32, or)
OS_ATOMIC_BITS(And32, and)
OS_ATOMIC_BITS(Xor32, xor)
#undef OS_ATOMIC_BITS

static inline bool OSAtomicCompareAndSwapPtr(void *old, void *replacement, void *volatile *value) {
    return __sync_bool_compare_and_swap(value, old, replacement);
}
static inline bool OSAtomicCompareAndSwapPtrBarrier(void *old, void *replacement, void *volatile *value) {
    return OSAtomicCompareAndSwapPtr(old, replacement, value);
}
static inline bool OSAtomicCompareAndSwapInt(int old, int replacement, volatile int *value) {
    return __sync_bool_compare_and_swap(value, old, replacement);
}
static inline bool OSAtomicCompareAndSwapLong(long old, long replacement, volatile long *value) {
    return __sync_bool_compare_and_swap(value, old, replacement);
}

// A lock of four bytes, zero when it is free. A thread that waits for it sleeps.
typedef int32_t OSSpinLock;
#define OS_SPINLOCK_INIT 0

#ifdef __cplusplus
extern "C" {
#endif
void OSSpinLockLock(volatile OSSpinLock *lock);
bool OSSpinLockTry(volatile OSSpinLock *lock);
void OSSpinLockUnlock(volatile OSSpinLock *lock);
#ifdef __cplusplus
}
#endif

#endif
