// block.c - NSBlock, a C function with its context as an object, and blocks as methods.
//
// The fields of a block are set at creation and never change. A table maps the IMPs of imp_implementationWithBlock to
// their blocks, and retains the blocks.
#include <stdlib.h>
#include <string.h>

#include "../boot/boot.h"
#include "call.h"

// ── Blocks ──────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    struct mr_block_header header;
    const mr_signature *signature;
    mr_block_function function;
    void *context;
    void (*destroy)(void *context);
    const char *purpose;  // of its IMPs; lives for ever
} block_object;

// Distinguishes the blocks that this file creates from compiled blocks.
static const struct mr_block_descriptor descriptor = {.size = sizeof(block_object)};

static void refuse_call(void) {
    mr_fatal("compiled code called a block made by mr_block_create: it can be used as a method only");
}

static block_object *as_block(id object) {
    if (object == nil || !mr_inherits(object_getClass(object), mr_class.NSBlock)) return NULL;
    block_object *block = (block_object *)object;
    return block->header.descriptor == &descriptor ? block : NULL;
}

id mr_block_create(const char *types, mr_block_function function, void *context, void (*destroy)(void *context)) {
    const mr_signature *signature = mr_signature_get(types);
    if (signature == NULL || function == NULL) return nil;
    block_object *block = (block_object *)class_createInstance(mr_class.NSBlock, 0);
    block->header.invoke = refuse_call;
    block->header.descriptor = &descriptor;
    block->signature = signature;
    block->function = function;
    block->context = context;
    block->destroy = destroy;
    block->purpose = "closure";
    return (id)block;
}

const char *mr_block_types(id object) {
    block_object *block = as_block(object);
    return block ? mr_signature_types(block->signature) : NULL;
}

void mr_block_set_purpose(id object, const char *purpose) {
    block_object *block = as_block(object);
    if (block) block->purpose = purpose;
}

static id block_copy(id self, SEL _cmd) { return objc_retain(self); }

static void block_dealloc(id self, SEL _cmd) {
    block_object *block = (block_object *)self;
    mr_assert_unlocked("a block's destroy function");
    if (block->destroy) block->destroy(block->context);
    object_dispose(self);
}

void mr_block_boot(void) {
    static const mr_method_entry methods[] = {
        {"copy", "@16@0:8", (IMP)block_copy},
        {"copyWithZone:", "@24@0:8^{_NSZone=}16", (IMP)block_copy},
        {"dealloc", "v16@0:8", (IMP)block_dealloc},
    };
    mr_class.NSBlock = mr_define_class("NSBlock", mr_class.NSObject, sizeof(block_object) - sizeof(Class));
    MR_ADD_METHODS(mr_class.NSBlock, methods);
}

// ── Blocks as methods ───────────────────────────────────────────────────────────────────────────────

// IMP -> block, retained; guarded by blocks_lock
static MR_GLOBAL_LOCK(blocks_lock, MR_LOCK_CLOSURES) static mr_map table;

IMP imp_implementationWithBlock(id object) {
    block_object *block = as_block(object);  // NULL for compiled blocks and for [NSBlock alloc]
    IMP imp = NULL;
    if (block) imp = mr_closure_create(block->signature, block->function, block->context);
    else if (object && mr_compiled_block_imp) imp = mr_compiled_block_imp(&object);
    if (imp == NULL) return NULL;
    if (block) objc_retain(object);
    mr_lock_acquire(&blocks_lock);
    mr_map_set(&table, imp, object);
    mr_lock_release(&blocks_lock);
    return imp;
}

id imp_getBlock(IMP imp) {
    if (imp == NULL) return nil;
    mr_lock_acquire(&blocks_lock);
    id block = mr_map_get(&table, imp);
    mr_lock_release(&blocks_lock);
    return block;
}

BOOL imp_removeBlock(IMP imp) {
    if (imp == NULL) return NO;
    mr_lock_acquire(&blocks_lock);
    id block = mr_map_remove(&table, imp);
    mr_lock_release(&blocks_lock);
    if (block == nil) return NO;
    mr_closure_free(imp);
    objc_release(block);
    return YES;
}

// Of the trampolines only forwarders have no block. The block cannot die under the lock: the table retains it.
const char *mr_imp_get_purpose(IMP imp) {
    if (mr_imp_get_kind(imp) == MR_IMP_FUNCTION) return NULL;
    mr_lock_acquire(&blocks_lock);
    id object = mr_map_get(&table, imp);
    const block_object *block = as_block(object);  // NULL for a compiled block
    const char *purpose = block ? block->purpose : object ? "closure" : "forwarder";
    mr_lock_release(&blocks_lock);
    return purpose;
}

size_t mr_closure_count(void) {
    mr_lock_acquire(&blocks_lock);
    size_t count = table.count;
    mr_lock_release(&blocks_lock);
    return count;
}
