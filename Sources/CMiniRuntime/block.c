// block.c - functions made at run time: NSBlock, a function with its context, and closures, which give such a function
// an IMP of its own address.
//
//      IMP = code in libffi's memory ──► libffi unpacks the registers ──► closure_entered ──► function(context, …)
//
// A block's fields are set at creation and never change. A closure belongs to whoever made it; those of
// imp_implementationWithBlock are in a table by IMP, and keep their block alive while they are there.
#include <ffi.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// ── Closures ────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    ffi_closure *code;
    mr_block_function function;
    void *context;
    size_t return_size;
    char return_kind;  // the type's first letter
    id block;          // of imp_implementationWithBlock; else nil
} closure;

// libffi wants small integers widened to a register.
static void widen(void *result, char kind) {
    switch (kind) {
        case 'c': *(ffi_sarg *)result = *(int8_t *)result; break;
        case 'B':
        case 'C': *(ffi_arg *)result = *(uint8_t *)result; break;
        case 's': *(ffi_sarg *)result = *(int16_t *)result; break;
        case 'S': *(ffi_arg *)result = *(uint16_t *)result; break;
        case 'i':
        case 'l': *(ffi_sarg *)result = *(int32_t *)result; break;
        case 'b':
        case 'I':
        case 'L': *(ffi_arg *)result = *(uint32_t *)result; break;
    }
}

static void closure_entered(ffi_cif *cif, void *result, void **arguments, void *user) {
    mr_foreign_join((const struct mr_cif *)cif, arguments);
    // The function may remove this very closure: afterwards only the copies are there.
    closure entered = *(closure *)user;
    if (entered.return_size == 0) {
        entered.function(entered.context, NULL, arguments);
        return;
    }
    memset(result, 0, entered.return_size);
    entered.function(entered.context, result, arguments);
    if (entered.return_size < sizeof(ffi_arg)) widen(result, entered.return_kind);
}

// Ends the process if the memory at an address is writable and executable at once, or if nobody tells what it is.
static void refuse_writable_code(const void *code) {
    uintptr_t address = (uintptr_t)code, start, end;
    char permissions[5], *line = NULL;
    size_t room = 0;
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps && !found && getline(&line, &room, maps) >= 0) {
        int fields = sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &start, &end, permissions);
        found = fields == 3 && start <= address && address < end;
    }
    free(line);
    if (maps) fclose(maps);
    if (!found) mr_fatal("MINIRUNTIME_REFUSE_WX is set, and /proc/self/maps does not tell of the memory for closures");
    if (strchr(permissions, 'w') == NULL || strchr(permissions, 'x') == NULL) return;
    mr_fatal("MINIRUNTIME_REFUSE_WX is set, and memory for closures is writable and executable at once");
}

void *mr_closure_create(const mr_signature *signature, mr_block_function function, void *context, IMP *outIMP) {
    void *entry = NULL;
    ffi_closure *code = ffi_closure_alloc(sizeof(ffi_closure), &entry);
    if (code == NULL) mr_fatal("out of memory for code: libffi could not allocate a closure");
    if (MR_UNLIKELY(mr_debug.refuse_wx)) refuse_writable_code(entry);
    closure *created = mr_allocate(sizeof *created);
    *created = (closure){
        .code = code,
        .function = function,
        .context = context,
        .return_size = signature->return_size,
        .return_kind = *objc_skip_type_qualifiers(signature->return_type),
    };
    // A signature's cif begins with libffi's.
    if (ffi_prep_closure_loc(code, (ffi_cif *)signature->cif, closure_entered, created, entry) != FFI_OK) {
        mr_fatal("libffi refuses a closure for the types '%s'", signature->types);
    }
    *outIMP = entry;
    return created;
}

void mr_closure_free(void *memory) {
    closure *dead = memory;
    if (dead == NULL) return;
    ffi_closure_free(dead->code);
    free(dead);
}

// ── Blocks ──────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    Class isa;
    const mr_signature *signature;
    mr_block_function function;
    void *context;
    void (*destroy)(void *context);
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
static mr_map table;  // IMP -> closure

IMP imp_implementationWithBlock(id object) {
    block_object *block = as_block(object);
    if (block == NULL || block->function == NULL) return NULL;  // [NSBlock alloc] has none
    IMP imp;
    closure *created = mr_closure_create(block->signature, block->function, block->context, &imp);
    created->block = objc_retain(object);
    mr_lock_acquire(&table_lock);
    mr_map_set(&table, imp, created);
    mr_lock_release(&table_lock);
    return imp;
}

id imp_getBlock(IMP imp) {
    if (imp == NULL) return nil;
    mr_lock_acquire(&table_lock);
    closure *found = mr_map_get(&table, imp);
    id block = found ? found->block : nil;
    mr_lock_release(&table_lock);
    return block;
}

BOOL imp_removeBlock(IMP imp) {
    if (imp == NULL) return NO;
    mr_lock_acquire(&table_lock);
    closure *found = mr_map_get(&table, imp);
    mr_map_remove(&table, imp);
    mr_lock_release(&table_lock);
    if (found == NULL) return NO;
    id block = found->block;
    mr_closure_free(found);
    objc_release(block);
    return YES;
}

size_t mr_closure_count(void) {
    mr_lock_acquire(&table_lock);
    size_t count = table.count;
    mr_lock_release(&table_lock);
    return count;
}
