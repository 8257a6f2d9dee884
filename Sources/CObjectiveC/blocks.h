// blocks.h - what the files of blocks share: the layout of a block, and its flags.
#ifndef MR_BLOCKS_H
#define MR_BLOCKS_H

#include "adopting.h"

typedef struct mr_block_header block_literal;

// A count in the flags, of blocks of libBlocksRuntime and of `__block` variables on the heap. It is even: the lowest bit
// was once a lock.
enum {
    BLOCK_COUNT_ONE = 2,
    BLOCK_COUNT_MASK = 0xffff,
    BLOCK_IS_COUNTED = 1 << 24,
    BLOCK_HAS_HELPERS = 1 << 25,
    BLOCK_IS_GLOBAL = 1 << 28,
    BLOCK_HAS_SIGNATURE = 1 << 30
};
// Whether this was the last owner.
static inline bool mr_block_count_down(int32_t *flags) {
    return ((__atomic_sub_fetch(flags, BLOCK_COUNT_ONE, __ATOMIC_ACQ_REL)) & (BLOCK_COUNT_MASK - 1)) == 0;
}

bool mr_is_compiled_block(id object);
void mr_block_imps_boot(void);  // block-imps.c

#endif
