// accessor.h - getters and setters, sent as `valueForKey:` and `setValue:forKey:` send them.
#ifndef KVC_ACCESSOR_H
#define KVC_ACCESSOR_H
#include <miniruntime.h>
#include <stdint.h>

MR_BEGIN_DECLS
MR_ASSUME_NONNULL_BEGIN

// A getter: its selector, and how its return value becomes an object. There is one for each selector and signature, and
// it lives for ever, as these do.
typedef enum {
    KVC_OBJECT_VALUE,
    KVC_INTEGER_VALUE,
    KVC_FLOAT_VALUE,
    KVC_DOUBLE_VALUE,
    KVC_OTHER_VALUE  // a structure, a union or a pointer: an NSValue
} kvc_value_kind;
typedef struct {
    SEL selector;
    const mr_signature *signature;
    kvc_value_kind kind;
    // The rest describes numbers:
    uint8_t size;  // of an integer, in bytes
    bool is_signed, is_bool;
    const char *_Nullable encoding;  // lives for ever
    // The tagged NSNumber of the type with the value 0; 0 if the program has no tagged pointers. The lower 56 bits
    // contain an integer or a float, the lower 60 a double (mr_tag_payload_of_double).
    uint64_t zero;
} kvc_getter;

// The contents of an NSValue, and of an NSNumber that is no tagged pointer.
typedef struct {
    const char *encoding;  // lives for ever
    size_t size;           // in bytes
    uint64_t words[2];     // the value in their first bytes, or the address of a value that is longer
} kvc_boxed;

// Sends a getter of integers, and extends its result to 64 bits.
static inline int64_t kvc_send_for_integer(id object, const kvc_getter *getter) {
    uint64_t (*send)(id, SEL) = (uint64_t(*)(id, SEL))objc_msgSend;
    uint64_t word = send(object, getter->selector);
    // The upper bits of the register are undefined.
    unsigned unused = 64 - 8 * getter->size;
    int64_t value = (int64_t)(word << unused);
    value = getter->is_signed ? value >> unused : (int64_t)((uint64_t)value >> unused);
    return getter->is_bool ? value != 0 : value;
}

// Returns an NSNumber, +1, for an integer that no tagged pointer contains; nil if an exception is pending.
id _Nullable kvc_box_integer(int64_t value, const kvc_getter *getter);

// Sends a getter of integers. Returns its value as an NSNumber, +1; nil if an exception is pending.
static inline id _Nullable kvc_get_integer(id object, const kvc_getter *getter) {
    enum { PAYLOAD = 56 };
    int64_t value = kvc_send_for_integer(object, getter);
    if (mr_exception_pending()) return nil;
    int64_t tagged = (int64_t)((uint64_t)value << (64 - PAYLOAD)) >> (64 - PAYLOAD);
    bool fits = tagged == value && (value >= 0 || getter->is_signed);
    if (!fits || getter->zero == 0) return kvc_box_integer(value, getter);
    return (id)(getter->zero | ((uint64_t)value & ((UINT64_C(1) << PAYLOAD) - 1)));
}

// The same for floating-point numbers and other values.
id _Nullable kvc_get_other(id object, const kvc_getter *getter);
// The same for each getter that returns no object.
static inline id _Nullable kvc_get_boxed(id object, const kvc_getter *getter) {
    return getter->kind == KVC_INTEGER_VALUE ? kvc_get_integer(object, getter) : kvc_get_other(object, getter);
}

// Sends a getter, as `valueForKey:` does. Returns its value as an object, borrowed; nil if an exception is pending.
static inline id _Nullable kvc_get(id object, const kvc_getter *getter) {
    if (getter->kind != KVC_OBJECT_VALUE) return objc_autorelease(kvc_get_boxed(object, getter));
    id (*send)(id, SEL) = (id(*)(id, SEL))objc_msgSend;
    return send(object, getter->selector);
}

// Sends a setter with the value at `value`, which has the type of the argument.
static inline void kvc_set(id object, SEL selector, const mr_signature *signature, void *value) {
    mr_send(signature, NULL, (void *[]){&object, &selector, value});
}

// ── valueForKey: ────────────────────────────────────────────────────────────────────────────────────

// Finds the classes of Foundation, and puts a look-up of remembered getters before NSObject's valueForKey:, which
// searches. Called once, when these exist and no program could have replaced them.
void kvc_load(void);
// Whether a key can be recognized without reading its text: a string of 15 bytes at most, and a constant string of the
// program.
bool kvc_is_recognized(id _Nullable key);
// Remembers the getter of a class for a recognized key, until the methods of any class change. `generation` is that of
// methods (mr_method_generation) before the getter was searched for. Any thread. O(1).
void kvc_getter_remember(Class isa, id key, const kvc_getter *getter, size_t generation);

MR_ASSUME_NONNULL_END
MR_END_DECLS
#endif
