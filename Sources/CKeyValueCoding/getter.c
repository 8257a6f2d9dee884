// getter.c - sends a getter and makes an object of its result.
#include "accessor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <observing-support.h>

#include "coding-internal.h"

kvc_foundation kvc_known;

// Returns an NSValue or NSNumber, +1.
static id box(Class cls, kvc_boxed contents) {
    id boxed = ((id(*)(Class, SEL))objc_msgSend)(cls, kvc_known.alloc);
    *(kvc_boxed *)(void *)((char *)boxed + kvc_known.boxed) = contents;
    return boxed;
}

// The same with a copy of a value; nil if an exception is pending.
static id copy(Class cls, const char *encoding, size_t size, const void *value) {
    if (mr_exception_pending()) return nil;
    kvc_boxed contents = {encoding, size, {0}};
    if (size <= sizeof contents.words) memcpy(contents.words, value, size);
    else contents.words[0] = (uintptr_t)memcpy(mr_allocate(size), value, size);
    return box(cls, contents);
}

id kvc_box_integer(int64_t value, const kvc_getter *getter) {
    return box(kvc_known.number, (kvc_boxed){getter->encoding, getter->size, {(uint64_t)value}});
}

static id send_for_float(id object, const kvc_getter *getter) {
    float value = ((float (*)(id, SEL))objc_msgSend)(object, getter->selector);
    if (getter->zero == 0 || mr_exception_pending()) {
        return copy(kvc_known.number, getter->encoding, sizeof value, &value);
    }
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (id)(getter->zero | bits);
}

static id send_for_double(id object, const kvc_getter *getter) {
    double value = ((double (*)(id, SEL))objc_msgSend)(object, getter->selector);
    uint64_t payload;
    bool is_tagged = getter->zero && mr_tag_payload_of_double(value, &payload) && !mr_exception_pending();
    if (is_tagged) return (id)(getter->zero | payload);
    return copy(kvc_known.number, getter->encoding, sizeof value, &value);
}

static id send_for_value(id object, const kvc_getter *getter) {
    size_t size = mr_signature_return_size(getter->signature);
    void *value = __builtin_alloca(size > sizeof(uint64_t) ? size : sizeof(uint64_t));
    SEL selector = getter->selector;
    mr_send(getter->signature, memset(value, 0, size), (void *[]){&object, &selector});
    const char *encoding = objc_skip_type_qualifiers(mr_signature_return_type(getter->signature));
    return copy(kvc_known.value, encoding, size, value);
}

id kvc_get_other(id object, const kvc_getter *getter) {
    switch (getter->kind) {
        case KVC_FLOAT_VALUE: return send_for_float(object, getter);
        case KVC_DOUBLE_VALUE: return send_for_double(object, getter);
        case KVC_OTHER_VALUE: return send_for_value(object, getter);
        default: assert(!"a getter of objects or integers"); return nil;
    }
}
