// bridging.c - values that become objects.
//
// Compiled code calls a function of libswiftCore for `x as AnyObject` and for an argument of type id. For a value that
// no class stands for, a structure that is not _ObjectiveCBridgeable, that makes an object of a class of its own, which
// cannot be sent messages. So such a value is refused.
#include <dlfcn.h>

#include "internal.h"

#define BRIDGE "$ss27_bridgeAnythingToObjectiveCyyXlxlF"

SWIFT_CALL id mr_swift_bridge(void *value, const void *type) __asm__(BRIDGE);
SWIFT_CALL id mr_swift_bridge(void *value, const void *type) {
    typedef SWIFT_CALL id function(void *, const void *);
    static function *next;
    if (next == NULL) next = (function *)dlsym(RTLD_NEXT, BRIDGE);
    id object = next(value, type);
    if ((intptr_t)object > 0 && !swift_has_class(object) && swift_is_known(__builtin_return_address(0))) {
        swift_text name = swift_getTypeName(type, true);
        mr_fatal("a value of type %.*s cannot be an object of Objective-C", (int)name.length, name.bytes);
    }
    return object;
}
