// blocks.h - the layout and flags of a block, shared by blocks.c, captures.c and block-imps.c.
#ifndef MR_BLOCKS_H
#define MR_BLOCKS_H

#include "adopting.h"

typedef struct mr_block_header block_literal;

// The flags of a block. In blocks of libBlocksRuntime, and in `__block` variables on the heap, they also contain a
// count of owners. The count is in steps of 2, because the ABI reserves the lowest bit.
enum {
    BLOCK_COUNT_ONE = 2,
    BLOCK_COUNT_MASK = 0xffff,
    BLOCK_IS_COUNTED = 1 << 24,
    BLOCK_HAS_HELPERS = 1 << 25,
    BLOCK_IS_GLOBAL = 1 << 28,
    BLOCK_HAS_SIGNATURE = 1 << 30
};
// The largest count of owners. Once reached, it never changes, and the block or variable lives for ever.
enum { BLOCK_COUNT_FULL = BLOCK_COUNT_MASK - 1 };

// Adds `step` to the count in `flags`, unless it is full. Returns the new flags.
static inline int32_t mr_block_count(int32_t *flags, int32_t step) {
    int32_t before = __atomic_load_n(flags, __ATOMIC_RELAXED), after;
    do {
        if ((before & BLOCK_COUNT_FULL) == BLOCK_COUNT_FULL) return before;
        after = before + step;
    } while (!__atomic_compare_exchange_n(flags, &before, after, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return after;
}
static inline void mr_block_count_up(int32_t *flags) { mr_block_count(flags, BLOCK_COUNT_ONE); }
// Takes one owner off the count, and returns whether it was the last.
static inline bool mr_block_count_down(int32_t *flags) {
    return (mr_block_count(flags, -BLOCK_COUNT_ONE) & BLOCK_COUNT_FULL) == 0;
}

bool mr_is_compiled_block(id object);
void mr_block_imps_boot(void);  // block-imps.c

#endif
