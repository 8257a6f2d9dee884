// captures.c - captured objects, which the copy and dispose helpers of a block retain and release; `__block` variables.
//
// A `__block` variable starts in the stack frame of its function, and moves to the heap when the first block that
// captures it is copied. Its `forwarding` word points at its current location; all code reads the variable through that
// word.
//
//      frame │ isa │ forwarding ─┐ │ flags │ size │ value │          before the move: forwarding points at the frame
//                                └──► heap │ isa │ forwarding: itself │ flags, count │ size │ value │
#include <stdlib.h>
#include <string.h>

#include "abi.h"
#include "blocks.h"

typedef struct variable {
    void *isa;
    struct variable *forwarding;
    int32_t flags, size;
    void (*keep)(struct variable *to, struct variable *from);  // both exist only with BLOCK_HAS_HELPERS
    void (*destroy)(struct variable *variable);
} variable;

// The kinds of captures: the low four bits of the `kind` that helpers pass. A further bit, which is ignored, marks a
// `__weak` capture. CALLED_BY_VARIABLE marks calls by the helpers of a `__block` variable, which is compiled without
// ARC and does not own its value.
enum { CAPTURED_OBJECT = 3, CAPTURED_BLOCK = 7, CAPTURED_VARIABLE = 8, CAPTURED_KINDS = 15, CALLED_BY_VARIABLE = 128 };

// Copies a variable to the heap. The copy has two owners: the block and the frame.
static variable *move_to_heap(variable *from) {
    assert(from->size >= (int32_t)offsetof(variable, keep));
    variable *copy = mr_allocate((size_t)from->size);
    memcpy(copy, from, (size_t)from->size);
    copy->flags = (from->flags & ~BLOCK_COUNT_MASK) | BLOCK_IS_COUNTED | 2 * BLOCK_COUNT_ONE;
    copy->forwarding = from->forwarding = copy;
    if (from->flags & BLOCK_HAS_HELPERS) from->keep(copy, from);
    return copy;
}

static variable *retain_variable(variable *captured) {
    variable *current = captured->forwarding;
    if (!(current->flags & BLOCK_IS_COUNTED)) return move_to_heap(current);
    mr_block_count_up(&current->flags);
    return current;
}

static void release_variable(variable *captured) {
    variable *current = captured->forwarding;
    if (!(current->flags & BLOCK_IS_COUNTED) || !mr_block_count_down(&current->flags)) return;
    if (current->flags & BLOCK_HAS_HELPERS) current->destroy(current);
    free(current);
}

void _Block_object_assign(void *to, const void *captured, int kind) {
    void **location = to;
    if (kind & CALLED_BY_VARIABLE) {
        *location = (void *)captured;
        return;
    }
    switch (kind & CAPTURED_KINDS) {
        case CAPTURED_OBJECT: *location = objc_retain((id)(void *)captured); break;
        case CAPTURED_BLOCK: *location = objc_retainBlock((id)(void *)captured); break;
        case CAPTURED_VARIABLE: *location = retain_variable((variable *)captured); break;
        default: mr_fatal("a block captures something of the unknown kind %d", kind);
    }
}

void _Block_object_dispose(const void *captured, int kind) {
    if (kind & CALLED_BY_VARIABLE) return;
    switch (kind & CAPTURED_KINDS) {
        case CAPTURED_OBJECT: objc_release((id)(void *)captured); break;
        case CAPTURED_BLOCK: _Block_release(captured); break;
        case CAPTURED_VARIABLE: release_variable((variable *)captured); break;
        default: mr_fatal("a block captures something of the unknown kind %d", kind);
    }
}
