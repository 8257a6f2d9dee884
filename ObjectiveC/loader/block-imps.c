// block-imps.c - compiled blocks as methods, for imp_implementationWithBlock.
//
// A block's function has the parameters (block, self, ...), a method has (self, _cmd, ...). Both begin with two
// pointers, so one signature serves for calling either. It depends only on the block's descriptor, and is cached by
// descriptor.
#include <stdlib.h>
#include <string.h>

#include "abi.h"
#include "blocks.h"

enum { MAX_ARGUMENTS = 64 };

typedef struct {
    const struct mr_block_descriptor *descriptor;
    const mr_signature *signature;
} described;

static mr_lock *lock;
static mr_table table;  // of `described`; written under the lock, read without it

void mr_block_imps_boot(void) { lock = mr_lock_create(MR_LOCK_TABLE); }

// Returns the block's type encoding, such as "v20@?0@8i16". NULL if the block was compiled without one.
const char *_Block_signature(const void *object) {
    const block_literal *block = object;
    if (!(block->flags & BLOCK_HAS_SIGNATURE)) return NULL;
    return block->descriptor->more[block->flags & BLOCK_HAS_HELPERS ? 2 : 0];
}

static char *copy_type(const char *type, const char *end) { return mr_copy_text(type, (size_t)(end - type)); }

// Whether a block's first parameter can be self: an object, a class, or a pointer, with which a block avoids retaining
// self.
static bool can_be_self(const char *type) { return strchr("@#^", *objc_skip_type_qualifiers(type)) != NULL; }

// Returns the signature of the method: the block's types without the block itself, and with _cmd. Returns NULL if the
// types are malformed or NULL, or if the block's first parameter cannot be self.
static const mr_signature *method_signature(const char *types) {
    char *result = NULL, *arguments[MAX_ARGUMENTS] = {NULL};
    unsigned int count = 0;
    const char *at = types, *end;
    for (int position = -1; at && *at && count < MAX_ARGUMENTS; position++, at = objc_skip_argspec(at)) {
        if ((end = objc_skip_typespec(at)) == NULL) break;
        if (position < 0) result = copy_type(at, end);
        else if (position == 1 && !can_be_self(at)) break;
        else if (position > 1) arguments[count++] = copy_type(at, end);
    }
    const mr_signature *signature = NULL;
    if (result && at && *at == '\0') {
        char *encoding = mr_method_encoding_copy(result, (const char *const *)arguments, count);
        signature = mr_signature_get(encoding);
        free(encoding);
    }
    free(result);
    for (unsigned int index = 0; index < count; index++) free(arguments[index]);
    return signature;
}

static bool has_descriptor(const void *element, const void *descriptor) {
    return ((const described *)element)->descriptor == descriptor;
}

static const mr_signature *signature_of(const block_literal *block) {
    size_t hash = mr_hash_address(block->descriptor);
    const described *known = mr_table_find(&table, hash, has_descriptor, block->descriptor);
    if (known) return known->signature;
    const mr_signature *signature = method_signature(_Block_signature(block));
    if (signature == NULL) return NULL;
    described *made = mr_allocate(sizeof *made);
    *made = (described){block->descriptor, signature};
    mr_lock_take(lock);
    bool isNew = mr_table_find(&table, hash, has_descriptor, block->descriptor) == NULL;
    if (isNew) mr_table_insert(&table, hash, made);
    mr_lock_give(lock);
    if (!isNew) free(made);
    return signature;
}

// The function of the closure that mr_compiled_block_imp makes. `arguments` are the arguments of the method.
static void call_block(void *context, void *result, void **arguments) {
    const block_literal *block = context;
    const mr_signature *signature = signature_of(block);
    unsigned int count = mr_signature_argument_count(signature);
    assert(count >= 2 && count <= MAX_ARGUMENTS + 2);
    void *passed[MAX_ARGUMENTS + 2] = {&context, arguments[0]};
    for (unsigned int index = 2; index < count; index++) passed[index] = arguments[index];
    mr_call((IMP)(void *)block->invoke, signature, result, passed);
}

IMP mr_compiled_block_imp(id *object) {
    if (!mr_is_compiled_block(*object)) return NULL;
    const block_literal *block = (const block_literal *)(void *)*object;
    const mr_signature *signature = _Block_signature(block) ? signature_of(block) : NULL;
    if (signature == NULL) {
        mr_log("imp_implementationWithBlock: a block of the types '%s' cannot be a method: its first parameter is not "
               "self",
               _Block_signature(block) ? _Block_signature(block) : "");
        return NULL;
    }
    *object = objc_retainBlock(*object);
    return mr_closure_create(signature, call_block, *object);
}
