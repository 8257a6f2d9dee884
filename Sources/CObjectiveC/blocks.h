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
// Takes one owner off the count in `flags`, and returns whether it was the last.
static inline bool mr_block_count_down(int32_t *flags) {
    return ((__atomic_sub_fetch(flags, BLOCK_COUNT_ONE, __ATOMIC_ACQ_REL)) & (BLOCK_COUNT_MASK - 1)) == 0;
}

bool mr_is_compiled_block(id object);
void mr_block_imps_boot(void);  // block-imps.c

#endif
