// errors.c - NSError as an error of Swift.
//
// Compiled code passes an NSError itself where it has a value of type `any Error`, while libswiftCore expects an object
// that contains the error, with the error's type and conformance. An NSError has these words at the same places, and
// contains itself.
#include "internal.h"
#include "swift-support.h"

extern const char error_protocol[] __asm__("$ss5ErrorMp");
const void *swift_conformsToProtocol(const void *type, const void *protocol);

// The conformance is in the library of Foundation for Swift. NULL if the program does not link that.
void mr_swift_error_prepare(id object, mr_swift_error *error) {
    static _Atomic(const void *) conformance;
    if (conformance == NULL) conformance = swift_conformsToProtocol(swift_ns_error, error_protocol);
    *error = (mr_swift_error){object_getClass(object), conformance, object};
}

// ── Casts of an error of Swift to NSError, and of an NSError to a structure of Swift ────────────────

// Defined by Foundation for Swift: returns an NSError that contains the error, +1.
extern SWIFT_CALL id mr_swift_error_object(id error) __attribute__((weak));
// Defined there, too: stores a value of the type that an NSError becomes. false if it becomes none.
extern SWIFT_CALL bool mr_swift_error_cast(id error, const void *type, void *to) __attribute__((weak));

static bool is_any_error(const void *type) {
    enum { ERROR = 1, SPECIAL_SHIFT = 24, SPECIAL_MASK = 0x3f };
    const uint32_t *words = type;
    return *(const word *)type == SWIFT_EXISTENTIAL && (words[2] >> SPECIAL_SHIFT & SPECIAL_MASK) == ERROR;
}

bool swift_cast_of_error(id *to, id *from, const void *fromType, const void *toType) {
    if (mr_swift_error_object == NULL || toType != swift_ns_error || !is_any_error(fromType)) return false;
    *to = mr_swift_error_object(*from);
    return true;
}

bool swift_cast_to_error(void *to, id *from, const void *fromType, const void *toType) {
    return mr_swift_error_cast && is_any_error(fromType) && mr_swift_error_cast(*from, toType, to);
}
