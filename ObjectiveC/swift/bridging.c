// bridging.c - values that become objects.
//
// Compiled code calls a function of libswiftCore for `x as AnyObject` and for an argument of type id. For a value that
// no class stands for, a structure that is not _ObjectiveCBridgeable, that makes an object of a class of its own, which
// cannot be sent messages. So such a value is refused. For nil in an optional it returns an object of that class, too,
// always the same one; here nil is NSNull, as on Apple's systems.
#include <dlfcn.h>

#include "internal.h"

#define BRIDGE "$ss27_bridgeAnythingToObjectiveCyyXlxlF"

// Returns the object for nil, +1.
SWIFT_CALL id swift_nil_object(void) __asm__("$ss16_nullPlaceholderyXlvg");

static bool is_nil(id object) {
    id object_of_nil = swift_nil_object();
    swift_release(object_of_nil);
    return object == object_of_nil;
}

SWIFT_CALL id mr_swift_bridge(void *value, const void *type) __asm__(BRIDGE);
SWIFT_CALL id mr_swift_bridge(void *value, const void *type) {
    typedef SWIFT_CALL id function(void *, const void *);
    static function *next;
    if (next == NULL) next = (function *)dlsym(RTLD_NEXT, BRIDGE);
    id object = next(value, type);
    if ((intptr_t)object > 0 && !swift_has_class(object) && swift_is_known(__builtin_return_address(0))) {
        if (is_nil(object)) {
            swift_release(object);
            return objc_retain(
                ((id(*)(Class, SEL))(void *)objc_msgSend)(objc_getClass("NSNull"), sel_registerName("null")));
        }
        swift_text name = swift_getTypeName(type, true);
        mr_fatal("a value of type %.*s cannot be an object of Objective-C", (int)name.length, name.bytes);
    }
    return object;
}
