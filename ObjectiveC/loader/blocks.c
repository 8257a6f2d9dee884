// blocks.c - compiled blocks as objects: on the stack, in the data section, and copied to the heap.
//
//      __NSStackBlock__    on the stack; retain does nothing, copy makes a heap block
//      __NSGlobalBlock__   captures nothing, so it is static data; copy and retain do nothing
//      __NSMallocBlock__   a copy on the heap, with the header of all objects, which counts its owners
//      __NSForeignBlock__  a copy that libBlocksRuntime made, which counts its owners in its flags
//
// Swift's concurrency library loads libdispatch, and libdispatch loads libBlocksRuntime, which defines functions with
// the names of those below. Each library accepts the blocks of the other. A heap block made here lacks
// BLOCK_IS_COUNTED, by which libBlocksRuntime recognises heap blocks, so libBlocksRuntime copies it like a block on the
// stack.
#include <stdlib.h>
#include <string.h>

#include "abi.h"
#include "blocks.h"

static struct { Class stack, global, heap, foreign; } classes;

static inline block_literal *literal_of(id object) { return (block_literal *)(void *)object; }

// ── Copying ─────────────────────────────────────────────────────────────────────────────────────────

static block_literal *copy_to_heap(const block_literal *block) {
    size_t size = block->descriptor->size, room = class_getInstanceSize(classes.heap);
    assert(size >= sizeof(block_literal));
    block_literal *copy = (block_literal *)(void *)class_createInstance(classes.heap, size > room ? size - room : 0);
    if (copy == NULL) mr_fatal("out of memory for a block of %zu bytes", size);
    memcpy(&copy->flags, &block->flags, size - offsetof(block_literal, flags));
    copy->flags &= ~BLOCK_COUNT_MASK;
    if (copy->flags & BLOCK_HAS_HELPERS) ((void (*)(void *, const void *))block->descriptor->more[0])(copy, block);
    return copy;
}

void *_Block_copy(const void *object) {
    block_literal *block = (block_literal *)object;
    if (block == NULL || block->flags & BLOCK_IS_GLOBAL) return block;
    if (block->flags & BLOCK_IS_COUNTED) {
        mr_block_count_up(&block->flags);
        return block;
    }
    return block->isa == classes.stack ? copy_to_heap(block) : (void *)objc_retain((id)(void *)block);
}

static void dispose_captures(block_literal *block) {
    if (block->flags & BLOCK_HAS_HELPERS) ((void (*)(void *))block->descriptor->more[1])(block);
}

void _Block_release(const void *object) {
    block_literal *block = (block_literal *)object;
    if (block == NULL || block->flags & BLOCK_IS_GLOBAL) return;
    if (!(block->flags & BLOCK_IS_COUNTED)) {
        objc_release((id)(void *)block);
    } else if (mr_block_count_down(&block->flags)) {
        dispose_captures(block);
        free(block);
    }
}

// Called by ARC for values of block type. The block may also be an NSBlock that the core made.
id objc_retainBlock(id block) { return (id)_Block_copy(block); }

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

static id block_copy(id self, SEL _cmd) { return (id)_Block_copy(self); }

static id block_copy_with_zone(id self, SEL _cmd, void *zone) { return (id)_Block_copy(self); }

static void heap_dealloc(id self, SEL _cmd) {
    dispose_captures(literal_of(self));
    object_dispose(self);
}

static void foreign_release(id self, SEL _cmd) { _Block_release(self); }

static Class make_class(const char *name, bool isConstant) {
    Class cls = objc_allocateClassPair(objc_getClass("NSBlock"), name, 0);
    assert(cls);
    static const mr_method_entry methods[] = {
        {"copy", "@16@0:8", (IMP)block_copy},
        {"copyWithZone:", "@24@0:8^{_NSZone=}16", (IMP)block_copy_with_zone},
    };
    mr_class_prepend_methods(cls, methods, sizeof methods / sizeof *methods);
    if (isConstant) mr_class_set_constant(cls);
    objc_registerClassPair(cls);
    return cls;
}

extern char _NSConcreteStackBlock[], _NSConcreteGlobalBlock[], _NSConcreteMallocBlock[];

void mr_blocks_boot(void) {
    classes.stack = make_class("__NSStackBlock__", true);
    classes.global = make_class("__NSGlobalBlock__", true);
    classes.heap = make_class("__NSMallocBlock__", false);
    classes.foreign = make_class("__NSForeignBlock__", false);
    class_addMethod(classes.heap, sel_registerName("dealloc"), (IMP)heap_dealloc, "v16@0:8");
    class_addMethod(classes.foreign, sel_registerName("retain"), (IMP)block_copy, "@16@0:8");
    class_addMethod(classes.foreign, sel_registerName("release"), (IMP)foreign_release, "v16@0:8");
    if ((void *)classes.stack != _NSConcreteStackBlock || (void *)classes.global != _NSConcreteGlobalBlock ||
        (void *)classes.foreign != _NSConcreteMallocBlock) {
        mr_fatal("_NSConcreteStackBlock is another library's: link the runtime before libBlocksRuntime");
    }
    mr_block_imps_boot();
}

bool mr_is_compiled_block(id object) {
    Class cls = object_getClass(object);
    return cls && (cls == classes.stack || cls == classes.global || cls == classes.heap || cls == classes.foreign);
}
