// classes.c - a class as a type of Swift, and back; casts of objects and classes.
//
// The address of a class is also that of its type: every class has what libswiftCore reads of one (descriptors.c).
#include "internal.h"

word swift_isaMask = ~(word)0;  // every bit of an isa belongs to the class's address

// ── Types ───────────────────────────────────────────────────────────────────────────────────────────

const void *swift_getObjCClassMetadata(Class cls) { return cls; }
Class swift_getObjCClassFromMetadata(const void *type) { return (Class)type; }
Class swift_getObjCClassFromObject(id object) { return object_getClass(object); }
Class swift_getInitializedObjCClass(Class cls) { return cls; }

// Structures and the like have a kind in their first word. A class of code without Objective-C has one, too, and is no
// class for the runtime.
Class swift_getObjCClassFromMetadataConditional(const void *type) {
    return type && *(const word *)type > SWIFT_LAST_KIND ? (Class)type : Nil;
}

Class swift_compiled_class(Class cls) {
    while (cls && !(mr_class_is_swift(cls) && mr_class_is_static(cls))) cls = class_getSuperclass(cls);
    return cls;
}

// Passes over the class that observing made, as `-class` does. What a method `class` in Swift answers takes no effect:
// the type is the class that Swift compiled.
const void *swift_getObjectType(id object) {
    if (!swift_has_class(object)) return *(const void **)object;
    Class cls = object_getClass(object);
    if (mr_class_is_swift(cls)) return swift_compiled_class(cls);
    return ((Class(*)(id, SEL))(void *)objc_msgSend)(object, sel_registerName("class"));
}

// ── Casts ───────────────────────────────────────────────────────────────────────────────────────────

// A class of code without Objective-C never inherits from a class of the runtime.
static bool is_kind(id object, Class ancestor) {
    return object && swift_has_class(object) && swift_inherits(object_getClass(object), ancestor);
}

static _Noreturn void cast_failed(const char *from, Class to) {
    mr_fatal("Could not cast value of type '%s' to '%s'", from, class_getName(to));
}

id swift_dynamicCastObjCClass(id object, Class target) { return is_kind(object, target) ? object : nil; }

id swift_dynamicCastObjCClassUnconditional(id object, Class target, const char *file, unsigned line, unsigned column) {
    if (object && !is_kind(object, target)) cast_failed(object_getClassName(object), target);
    return object;
}

Class swift_dynamicCastObjCClassMetatype(Class cls, Class target) { return swift_inherits(cls, target) ? cls : Nil; }

Class swift_dynamicCastObjCClassMetatypeUnconditional(Class cls, Class target, const char *file, unsigned line,
                                                      unsigned column) {
    if (!swift_inherits(cls, target)) cast_failed(class_getName(cls), target);
    return cls;
}
