// method-signature.c - the types of a method as an object: NSMethodSignature.
#include <stdlib.h>
#include <string.h>

#include "../boot/boot.h"
#include "../message/message.h"
#include "call.h"

typedef struct {
    Class isa;
    const mr_signature *signature;
} signature_object;

id mr_method_signature_object(const char *types) {
    const mr_signature *signature = mr_signature_get_any(types);
    if (signature == NULL) return nil;
    signature_object *object = (signature_object *)class_createInstance(mr_class.NSMethodSignature, 0);
    object->signature = signature;
    return objc_autorelease((id)object);
}

const mr_signature *mr_method_signature_any(id object) {
    if (!mr_inherits(object_getClass(object), mr_class.NSMethodSignature)) return NULL;
    return ((signature_object *)object)->signature;
}

const mr_signature *mr_method_signature_get(id methodSignature) {
    const mr_signature *signature = mr_method_signature_any(methodSignature);
    return signature && signature->takes == MR_TAKES_MESSAGE ? signature : NULL;
}

id mr_no_instance(id self, SEL _cmd, void *zone) { return nil; }

static id signature_with_types(id self, SEL _cmd, const char *types) { return mr_method_signature_object(types); }

static uint64_t signature_number_of_arguments(id self, SEL _cmd) {
    return mr_signature_argument_count(mr_method_signature_any(self));
}

static const char *signature_argument_type(id self, SEL _cmd, uint64_t index) {
    const mr_signature *signature = mr_method_signature_any(self);
    if (index < signature->argument_count) return mr_signature_argument_type(signature, (unsigned int)index);
    mr_raise("NSInvalidArgumentException",
             "-[NSMethodSignature getArgumentTypeAtIndex:]: index (%llu) out of bounds [0, %d]",
             (unsigned long long)index, (int)signature->argument_count - 1);
    return NULL;
}

static const char *signature_return_type(id self, SEL _cmd) {
    return mr_signature_return_type(mr_method_signature_any(self));
}

static uint64_t signature_return_length(id self, SEL _cmd) {
    return mr_signature_return_size(mr_method_signature_any(self));
}

// Each argument takes whole words.
static uint64_t signature_frame_length(id self, SEL _cmd) {
    const mr_signature *signature = mr_method_signature_any(self);
    uint64_t length = 0;
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        length += (signature->argument_sizes[index] + 7) & ~(uint64_t)7;
    }
    return length;
}

// V among the qualifiers of the result stands for oneway.
static BOOL signature_is_oneway(id self, SEL _cmd) {
    const char *type = mr_method_signature_any(self)->return_type;
    return memchr(type, 'V', (size_t)(objc_skip_type_qualifiers(type) - type)) != NULL;
}

static BOOL signature_is_equal(id self, SEL _cmd, id other) {
    const mr_signature *left = mr_method_signature_any(self), *right = mr_method_signature_any(other);
    if (right == NULL || left->argument_count != right->argument_count) return NO;
    bool isEqual = strcmp(left->return_type, right->return_type) == 0;
    for (unsigned int index = 0; index < left->argument_count && isEqual; index++) {
        isEqual = strcmp(left->argument_types[index], right->argument_types[index]) == 0;
    }
    return isEqual;
}

static uint64_t signature_hash(id self, SEL _cmd) {
    const mr_signature *signature = mr_method_signature_any(self);
    uint64_t hash = mr_hash_string(signature->return_type);
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        hash = hash * 31 + mr_hash_string(signature->argument_types[index]);
    }
    return hash;
}

// Writes the numbers and types that -description leaves out, in lines like those of Foundation. Programs search them
// for the line about structures that are returned in memory.
static id signature_debug_description(id self, SEL _cmd) {
    const mr_signature *signature = mr_method_signature_any(self);
#ifdef __x86_64__
    bool isSpecial = signature->returns_in_memory;
#else
    bool isSpecial = false;  // there is one objc_msgSend
#endif
    char *text =
        mr_format("<NSMethodSignature: %p>\n    number of arguments = %u\n    frame size = %llu\n    is special struct "
                  "return? %s\n"
                  "    return value:\n        type encoding (%s)",
                  (void *)self, signature->argument_count, (unsigned long long)signature_frame_length(self, _cmd),
                  isSpecial ? "YES" : "NO", signature->return_type);
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        char *longer = mr_format("%s\n    argument %u:\n        type encoding (%s)", text, index,
                                 signature->argument_types[index]);
        free(text);
        text = longer;
    }
    id string =
        mr_send1(id, (id)objc_getClass("NSString"), sel_registerName("stringWithUTF8String:"), const char *, text);
    free(text);
    return string;
}

void mr_method_signature_boot(void) {
    static const mr_method_entry classMethods[] = {
        {"allocWithZone:", "@24@0:8^v16", (IMP)mr_no_instance},
        {"signatureWithObjCTypes:", "@24@0:8*16", (IMP)signature_with_types},
    };
    static const mr_method_entry methods[] = {
        {"numberOfArguments", "Q16@0:8", (IMP)signature_number_of_arguments},
        {"getArgumentTypeAtIndex:", "*24@0:8Q16", (IMP)signature_argument_type},
        {"isEqual:", "B24@0:8@16", (IMP)signature_is_equal},
        {"debugDescription", "@16@0:8", (IMP)signature_debug_description},
        {"hash", "Q16@0:8", (IMP)signature_hash},
        {"methodReturnType", "*16@0:8", (IMP)signature_return_type},
        {"methodReturnLength", "Q16@0:8", (IMP)signature_return_length},
        {"frameLength", "Q16@0:8", (IMP)signature_frame_length},
        {"isOneway", "B16@0:8", (IMP)signature_is_oneway},
    };
    Class cls = mr_define_class("NSMethodSignature", mr_class.NSObject, sizeof(signature_object) - sizeof(Class));
    mr_class.NSMethodSignature = cls;
    MR_ADD_METHODS(mr_isa((id)cls), classMethods);
    MR_ADD_METHODS(cls, methods);
}
