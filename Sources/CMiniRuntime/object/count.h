// count.h - the first word of an object's header: what it contains, and how each operation changes it.
//
//      63            32 31            8 7      0
//     ┌────────────────┬───────────────┬────────┐
//     │     owners     │     holds     │ flags  │
//     └────────────────┴───────────────┴────────┘
//
// An owner keeps the object alive, a hold keeps its memory allocated. object.c and dealloc.c apply these functions
// atomically, with the memory orders below. docs/holds.md proves that they are right, and Tests/CTests/interleavings.c
// tests them in every interleaving of three threads.
#ifndef MR_COUNT_H
#define MR_COUNT_H

#include <assert.h>
#include <stdatomic.h>

#include "observing-support.h"

enum {
    MR_OBJECT_DEALLOCATING = 1 << 0,  // the last owner has released it; it cannot come back to life
    MR_OBJECT_PLACED = 1 << 1,        // objc_constructInstance: the caller owns the memory
    // 1 << 2 is MR_OBJECT_OBSERVED, in observing-support.h.
    MR_OBJECT_DISPOSED = 1 << 3,  // object_dispose has run: ending the last hold frees the memory
    MR_OBJECT_COUNT_SHIFT = 32,
};
#define MR_OBJECT_HOLD (UINT64_C(1) << 8)
#define MR_OBJECT_ONE (UINT64_C(1) << MR_OBJECT_COUNT_SHIFT)
// The mask of the holds, and their largest number. Once reached, the number never changes, and the memory stays.
#define MR_OBJECT_HOLDS (MR_OBJECT_ONE - MR_OBJECT_HOLD)

// The memory order of each operation on owners and holds. None relies on a fence, because the thread sanitizer does not
// support fences. The observed flag is separate: mr_object_set_observed changes it with release order, and
// mr_object_is_observed loads it after a fence.
enum {
    MR_RETAIN_ORDER = memory_order_relaxed,
    MR_RELEASE_ORDER = memory_order_acq_rel,
    MR_HOLD_ORDER = memory_order_relaxed,
    MR_UNHOLD_ORDER = memory_order_acq_rel,
    MR_DISPOSE_ORDER = memory_order_acq_rel,
    MR_DISPOSE_LOAD_ORDER = memory_order_acquire,
};

// Whether the object has 2^31 owners, half of what the word can count: the process then ends.
static inline bool mr_word_is_full(uint64_t word) { return word >> 63; }

// Whether the object has an owner and has not begun to die. Once false, the result stays false.
static inline bool mr_word_is_alive(uint64_t word) { return word >= MR_OBJECT_ONE && !(word & MR_OBJECT_DEALLOCATING); }

// Whether the release that found `before` was the last one, or one too many.
static inline bool mr_word_was_last(uint64_t before) { return before < 2 * MR_OBJECT_ONE; }

static inline uint64_t mr_word_with_hold(uint64_t word) {
    assert(!(word & MR_OBJECT_PLACED));
    return (word & MR_OBJECT_HOLDS) == MR_OBJECT_HOLDS ? word : word + MR_OBJECT_HOLD;
}

static inline uint64_t mr_word_without_hold(uint64_t word) {
    assert(word & MR_OBJECT_HOLDS);
    return (word & MR_OBJECT_HOLDS) == MR_OBJECT_HOLDS ? word : word - MR_OBJECT_HOLD;
}

// Whether the memory must be freed. The thread whose operation results in such a word frees it.
static inline bool mr_word_is_over(uint64_t word) { return word & MR_OBJECT_DISPOSED && !(word & MR_OBJECT_HOLDS); }

#endif
