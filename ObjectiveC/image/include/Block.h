// Block.h - functions that copy and release blocks.
#ifndef BLOCK_H
#define BLOCK_H

#include <objc/objc.h>

MR_BEGIN_DECLS

// Returns a copy of a block on the heap, +1 (the caller releases it with _Block_release). A block that captures nothing
// is not copied, and a block that is on the heap already is retained.
void *_Block_copy(const void *block);
void _Block_release(const void *block);
// Returns the block's type encoding, such as "i12@?0i8", borrowed; NULL if the block was compiled without one.
const char *_Block_signature(const void *block);

#define Block_copy(...) ((__typeof(__VA_ARGS__))_Block_copy((const void *)(__VA_ARGS__)))
#define Block_release(...) _Block_release((const void *)(__VA_ARGS__))

MR_END_DECLS

#endif
