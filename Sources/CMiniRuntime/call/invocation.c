// invocation.c - a message as an object: NSInvocation.
//
//      NSInvocation: isa │ signature │ frame ──► result │ argument 0 = self │ argument 1 = _cmd │ argument 2 …
//
// Every value starts at a multiple of 16 bytes, because libffi receives pointers to the values.
#include <stdlib.h>
#include <string.h>

#include "../boot/boot.h"
#include "../message/message.h"
#include "call.h"

typedef struct {
    Class isa;
    const mr_signature *signature;
    char *result;      // the start of the frame
    void **arguments;  // pointers into the frame
    bool retained;
    id kept_result;  // +1: the object in `result`, owned until another result replaces it; nil if it is not owned
} invocation_object;

// ── The frame ───────────────────────────────────────────────────────────────────────────────────────

static size_t room(size_t size) { return size < 16 ? 16 : (size + 15) & ~(size_t)15; }

id mr_invocation_create(const mr_signature *signature) {
    if (signature == NULL) return nil;
    invocation_object *invocation = (invocation_object *)class_createInstance(mr_class.NSInvocation, 0);
    size_t bytes = room(signature->return_size);
    for (unsigned int index = 0; index < signature->argument_count; index++)
        bytes += room(signature->argument_sizes[index]);
    invocation->signature = signature;
    invocation->result = mr_allocate(bytes);
    invocation->arguments = mr_allocate(signature->argument_count * sizeof(void *));
    char *place = invocation->result + room(signature->return_size);
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        invocation->arguments[index] = place;
        place += room(signature->argument_sizes[index]);
    }
    return (id)invocation;
}

// NULL for any other object, and for an invocation that was never given a signature.
static invocation_object *as_invocation(id object) {
    if (!mr_inherits(object_getClass(object), mr_class.NSInvocation)) return NULL;
    return ((invocation_object *)object)->signature ? (invocation_object *)object : NULL;
}

const mr_signature *mr_invocation_signature(id invocation) {
    invocation_object *object = as_invocation(invocation);
    return object ? object->signature : NULL;
}

// Returns '@' or '*' for an argument that the invocation owns once it retains its arguments; else 0.
static char owned_kind(const mr_signature *signature, unsigned int index) {
    char kind = *objc_skip_type_qualifiers(signature->argument_types[index]);
    return kind == '@' || kind == '*' ? kind : 0;
}

// Returns the object, +1. A block that is still on the stack is copied.
static id own_object(id object) {
    bool isBlock = mr_inherits(object_getClass(object), mr_class.NSBlock);
    return isBlock ? mr_send0(id, object, mr_sel.copy) : objc_retain(object);
}

static void own_argument(invocation_object *invocation, unsigned int index) {
    void **place = invocation->arguments[index];
    switch (owned_kind(invocation->signature, index)) {
        case '@': *place = own_object(*place); break;
        case '*': *place = mr_copy_string(*place); break;
    }
}

static void disown(const mr_signature *signature, unsigned int index, void *value) {
    switch (owned_kind(signature, index)) {
        case '@': objc_release(value); break;
        case '*': free(value); break;
    }
}

// Keeps the result alive if it is an object, and `isOwned`. In either case lets go of the former result.
static void keep_result(invocation_object *invocation, bool isOwned) {
    id old = invocation->kept_result;
    bool isObject = *objc_skip_type_qualifiers(invocation->signature->return_type) == '@';
    invocation->kept_result = isObject && isOwned ? objc_retain(*(id *)(void *)invocation->result) : nil;
    objc_release(old);
}

enum { RESULT = -1 };  // the index of the result, among those of the arguments

// Returns the place of a value in the frame, and stores the value's size. NULL if there is no such value.
static void *place_of(const invocation_object *object, int64_t index, size_t *size) {
    if (object == NULL || index < RESULT || index >= object->signature->argument_count) return NULL;
    *size = index == RESULT ? object->signature->return_size : object->signature->argument_sizes[index];
    return index == RESULT ? object->result : object->arguments[index];
}

// Fills the register of a result that was set: a small integer as its sign demands, a float with zeros.
static void extend_result(invocation_object *object) {
    uint64_t word = mr_load_scalar(object->signature->return_kind, object->result);
    memcpy(object->result, &word, sizeof word);
}

void mr_invocation_get_whole_result(id invocation, void *result) {
    const invocation_object *object = as_invocation(invocation);
    if (object) memcpy(result, object->result, mr_signature_whole(object->signature)->return_size);
}

static bool get(id invocation, void *value, int64_t index) {
    size_t size;
    const void *place = place_of(as_invocation(invocation), index, &size);
    if (place) memcpy(value, place, size);
    return place != NULL;
}

static bool set(id invocation, const void *value, int64_t index) {
    invocation_object *object = as_invocation(invocation);
    size_t size;
    void *place = place_of(object, index, &size);
    if (place == NULL) return false;
    void *old = *(void **)place;
    memcpy(place, value, size);
    if (index == RESULT) {
        if (mr_signature_whole(object->signature) != object->signature) extend_result(object);
        keep_result(object, object->retained);
    } else if (object->retained) {
        own_argument(object, (unsigned int)index);
        disown(object->signature, (unsigned int)index, old);
    }
    return true;
}

bool mr_invocation_get_argument(id invocation, void *value, unsigned int index) {
    return get(invocation, value, index);
}

bool mr_invocation_set_argument(id invocation, const void *value, unsigned int index) {
    return set(invocation, value, index);
}

bool mr_invocation_get_return_value(id invocation, void *value) { return get(invocation, value, RESULT); }

bool mr_invocation_set_return_value(id invocation, const void *value) {
    bool isSet = set(invocation, value, RESULT);
    if (isSet) keep_result(as_invocation(invocation), true);
    return isSet;
}

void mr_invocation_retain_arguments(id invocation) {
    invocation_object *object = as_invocation(invocation);
    if (object == NULL || object->retained) return;
    object->retained = true;
    for (unsigned int index = 0; index < object->signature->argument_count; index++) own_argument(object, index);
    keep_result(object, true);
}

// Calls the block that is the first argument. A nil block returns zero, like a message to nil. Returns false, without a
// call, for an object that is no block. Blocks of another library may have a class that this runtime does not have.
static bool call_block(invocation_object *invocation, const mr_signature *signature) {
    const struct mr_block_header *block = *(void **)invocation->arguments[0];
    Class cls = object_getClass((id)(void *)block);
    if (block == NULL) memset(invocation->result, 0, signature->return_size);
    else if (mr_inherits(cls, mr_class.NSObject) && !mr_inherits(cls, mr_class.NSBlock)) return false;
    else mr_foreign_call(block->invoke, signature, invocation->result, invocation->arguments[0], invocation->arguments);
    return true;
}

// Returns false, without a call, for an object without a signature, and for a signature or target that cannot be
// called.
static bool invoke(invocation_object *object) {
    if (object == NULL) return false;
    const mr_signature *signature = mr_signature_whole(object->signature);
    switch (signature->takes) {
        case MR_TAKES_MESSAGE: mr_send(signature, object->result, object->arguments); return true;
        case MR_TAKES_BLOCK:
            if (call_block(object, signature)) return true;
            mr_raise("NSInvalidArgumentException",
                     "-[NSInvocation invoke]: the types '%s' are of a block, and the "
                     "target %p is none",
                     object->signature->types, *(void **)object->arguments[0]);
            return false;
        default:
            mr_raise("NSInvalidArgumentException", "-[NSInvocation invoke]: the types '%s' are of no method or block",
                     object->signature->types);
            return false;
    }
}

void mr_invocation_invoke(id invocation) {
    invocation_object *object = as_invocation(invocation);
    if (invoke(object)) keep_result(object, true);
}

// ── NSInvocation ────────────────────────────────────────────────────────────────────────────────────

static id invocation_with_signature(id self, SEL _cmd, id methodSignature) {
    const mr_signature *signature = mr_method_signature_any(methodSignature);
    if (signature) return objc_autorelease(mr_invocation_create(signature));
    mr_raise("NSInvalidArgumentException",
             "+[NSInvocation invocationWithMethodSignature:]: method signature argument cannot be nil");
    return nil;
}

static id invocation_method_signature(id self, SEL _cmd) {
    return mr_method_signature_object(mr_signature_types(mr_invocation_signature(self)));
}

static id invocation_target(id self, SEL _cmd) {
    id target = nil;
    mr_invocation_get_argument(self, &target, 0);
    return target;
}

static void invocation_set_target(id self, SEL _cmd, id target) { mr_invocation_set_argument(self, &target, 0); }

static bool has_selector(id invocation) {
    const mr_signature *signature = mr_invocation_signature(invocation);
    return signature && signature->takes == MR_TAKES_MESSAGE;
}

// NULL for the invocation of a block.
static SEL invocation_selector(id self, SEL _cmd) {
    SEL sel = NULL;
    if (has_selector(self)) mr_invocation_get_argument(self, &sel, 1);
    return sel;
}

static void invocation_set_selector(id self, SEL _cmd, SEL sel) {
    if (has_selector(self)) mr_invocation_set_argument(self, &sel, 1);
}

static void raise_out_of_bounds(SEL _cmd, int64_t index, id self) {
    mr_raise("NSInvalidArgumentException", "-[NSInvocation %s]: index (%lld) out of bounds [-1, %u]", sel_getName(_cmd),
             (long long)index, mr_signature_argument_count(mr_invocation_signature(self)) - 1);
}

static void invocation_get_argument(id self, SEL _cmd, void *value, int64_t index) {
    if (!get(self, value, index)) raise_out_of_bounds(_cmd, index, self);
}

static void invocation_set_argument(id self, SEL _cmd, void *value, int64_t index) {
    if (!set(self, value, index)) raise_out_of_bounds(_cmd, index, self);
}

static void invocation_get_return_value(id self, SEL _cmd, void *value) { mr_invocation_get_return_value(self, value); }

// The value need not be an object, even if the method returns one: mocks return any pointer.
static void invocation_set_return_value(id self, SEL _cmd, void *value) { set(self, value, RESULT); }

static void invocation_retain_arguments(id self, SEL _cmd) { mr_invocation_retain_arguments(self); }

static BOOL invocation_arguments_retained(id self, SEL _cmd) {
    return as_invocation(self) && as_invocation(self)->retained;
}

static void invocation_invoke(id self, SEL _cmd) {
    invocation_object *object = as_invocation(self);
    if (invoke(object)) keep_result(object, object->retained);
}

static void invocation_invoke_with_target(id self, SEL _cmd, id target) {
    mr_invocation_set_argument(self, &target, 0);
    invocation_invoke(self, _cmd);
}

// Not in Foundation's headers; programs that call it declare it.
static void invocation_invoke_using_imp(id self, SEL _cmd, IMP imp) {
    invocation_object *object = as_invocation(self);
    if (object == NULL) return;
    mr_foreign_call((mr_function)imp, mr_signature_whole(object->signature), object->result, object->arguments[0],
                    object->arguments);
    keep_result(object, object->retained);
}

static void invocation_dealloc(id self, SEL _cmd) {
    invocation_object *object = as_invocation(self);
    if (object) {
        for (unsigned int index = 0; object->retained && index < object->signature->argument_count; index++) {
            disown(object->signature, index, *(void **)object->arguments[index]);
        }
        objc_release(object->kept_result);
        free(object->result);
        free(object->arguments);
    }
    object_dispose(self);
}

void mr_invocation_boot(void) {
    static const mr_method_entry classMethods[] = {
        {"allocWithZone:", "@24@0:8^v16", (IMP)mr_no_instance},
        {"invocationWithMethodSignature:", "@24@0:8@16", (IMP)invocation_with_signature},
    };
    static const mr_method_entry methods[] = {
        {"methodSignature", "@16@0:8", (IMP)invocation_method_signature},
        {"target", "@16@0:8", (IMP)invocation_target},
        {"setTarget:", "v24@0:8@16", (IMP)invocation_set_target},
        {"selector", ":16@0:8", (IMP)invocation_selector},
        {"setSelector:", "v24@0:8:16", (IMP)invocation_set_selector},
        {"getArgument:atIndex:", "v32@0:8^v16q24", (IMP)invocation_get_argument},
        {"setArgument:atIndex:", "v32@0:8^v16q24", (IMP)invocation_set_argument},
        {"getReturnValue:", "v24@0:8^v16", (IMP)invocation_get_return_value},
        {"setReturnValue:", "v24@0:8^v16", (IMP)invocation_set_return_value},
        {"retainArguments", "v16@0:8", (IMP)invocation_retain_arguments},
        {"argumentsRetained", "B16@0:8", (IMP)invocation_arguments_retained},
        {"invoke", "v16@0:8", (IMP)invocation_invoke},
        {"invokeWithTarget:", "v24@0:8@16", (IMP)invocation_invoke_with_target},
        {"invokeUsingIMP:", "v24@0:8^?16", (IMP)invocation_invoke_using_imp},
        {"dealloc", "v16@0:8", (IMP)invocation_dealloc},
    };
    Class invocation = mr_define_class("NSInvocation", mr_class.NSObject, sizeof(invocation_object) - sizeof(Class));
    mr_class.NSInvocation = invocation;
    MR_ADD_METHODS(mr_isa((id)invocation), classMethods);
    MR_ADD_METHODS(invocation, methods);
}
