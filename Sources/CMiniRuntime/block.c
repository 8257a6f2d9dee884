// block.c - NSBlock, a C function with its context as an object, and blocks as methods.
//
// The fields of a block are set at creation and never change. A table maps the IMPs of imp_implementationWithBlock to
// their blocks, and retains the blocks.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// ── Blocks ──────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    Class isa;
    const mr_signature *signature;
    mr_block_function function;
    void *context;
    void (*destroy)(void *context);
    const char *purpose;  // of its IMPs; lives for ever
} block_object;

static block_object *as_block(id object) {
    return object && mr_inherits(object_getClass(object), mr_class.NSBlock) ? (block_object *)object : NULL;
}

id mr_block_create(const char *types, mr_block_function function, void *context, void (*destroy)(void *context)) {
    const mr_signature *signature = mr_signature_get(types);
    if (signature == NULL || function == NULL) return nil;
    block_object *block = (block_object *)class_createInstance(mr_class.NSBlock, 0);
    block->signature = signature;
    block->function = function;
    block->context = context;
    block->destroy = destroy;
    block->purpose = "closure";
    return (id)block;
}

void *mr_block_context(id object) {
    block_object *block = as_block(object);
    return block ? block->context : NULL;
}

mr_block_function mr_block_code(id object) {
    block_object *block = as_block(object);
    return block ? block->function : NULL;
}

const char *mr_block_types(id object) {
    block_object *block = as_block(object);
    return block ? mr_signature_types(block->signature) : NULL;
}

void mr_block_set_purpose(id object, const char *purpose) {
    block_object *block = as_block(object);
    if (block) block->purpose = purpose;
}

static id block_copy(id self, SEL _cmd) {
    (void)_cmd;
    return objc_retain(self);
}

static id block_copy_with_zone(id self, SEL _cmd, void *zone) {
    (void)_cmd, (void)zone;
    return objc_retain(self);
}

static void block_dealloc(id self, SEL _cmd) {
    (void)_cmd;
    block_object *block = (block_object *)self;
    mr_assert_unlocked("a block's destroy function");
    if (block->destroy) block->destroy(block->context);
    object_dispose(self);
}

void mr_block_boot(void) {
    static const mr_method_entry methods[] = {
        {"copy", "@16@0:8", (IMP)block_copy},
        {"copyWithZone:", "@24@0:8^{_NSZone=}16", (IMP)block_copy_with_zone},
        {"dealloc", "v16@0:8", (IMP)block_dealloc},
    };
    mr_class.NSBlock = mr_define_class("NSBlock", mr_class.NSObject, sizeof(block_object) - sizeof(Class));
    MR_ADD_METHODS(mr_class.NSBlock, methods);
}

// ── Blocks as methods ───────────────────────────────────────────────────────────────────────────────

static mr_lock table_lock = MR_LOCK_INIT(MR_LOCK_CLOSURES);
static mr_map table;  // IMP -> block, retained; guarded by table_lock

IMP imp_implementationWithBlock(id object) {
    block_object *block = as_block(object);
    if (block == NULL || block->function == NULL) return NULL;  // [NSBlock alloc] has no function
    IMP imp = mr_closure_create(block->signature, block->function, block->context);
    objc_retain(object);
    mr_lock_acquire(&table_lock);
    mr_map_set(&table, imp, object);
    mr_lock_release(&table_lock);
    return imp;
}

id imp_getBlock(IMP imp) {
    if (imp == NULL) return nil;
    mr_lock_acquire(&table_lock);
    id block = mr_map_get(&table, imp);
    mr_lock_release(&table_lock);
    return block;
}

BOOL imp_removeBlock(IMP imp) {
    if (imp == NULL) return NO;
    mr_lock_acquire(&table_lock);
    id block = mr_map_get(&table, imp);
    mr_map_remove(&table, imp);
    mr_lock_release(&table_lock);
    if (block == nil) return NO;
    mr_closure_free(imp);
    objc_release(block);
    return YES;
}

// Of the generated entries only forwarders have no block.
const char *mr_imp_get_purpose(IMP imp) {
    if (mr_imp_get_kind(imp) == MR_IMP_FUNCTION) return NULL;
    mr_lock_acquire(&table_lock);
    block_object *block = mr_map_get(&table, imp);
    const char *purpose = block ? block->purpose : "forwarder";
    mr_lock_release(&table_lock);
    return purpose;
}

size_t mr_closure_count(void) {
    mr_lock_acquire(&table_lock);
    size_t count = table.count;
    mr_lock_release(&table_lock);
    return count;
}
