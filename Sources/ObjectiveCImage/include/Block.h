// Block.h - blocks, copied and released by C functions.
#ifndef BLOCK_H
#define BLOCK_H

// A copy on the heap, +1 (caller releases by _Block_release). A block that captures nothing is its own copy.
void *_Block_copy(const void *block);
void _Block_release(const void *block);
// The type encoding, "i12@?0i8"; NULL if it was compiled without. Borrowed.
const char *_Block_signature(const void *block);

#define Block_copy(...) ((__typeof(__VA_ARGS__))_Block_copy((const void *)(__VA_ARGS__)))
#define Block_release(...) _Block_release((const void *)(__VA_ARGS__))

#endif
