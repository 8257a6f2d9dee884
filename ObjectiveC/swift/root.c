// root.c - the root of Swift's own classes, as Objective-C sees it: a class in Swift that names no superclass inherits
// from `_TtCs12_SwiftObject`. Swift counts its instances, and they have no header.
//
// Objective-C code may keep such an object, put it into an array and compare it; it cannot be observed.
#include "class-storage.h"
#include "internal.h"

MR_DEFINE_STORAGE(_TtCs12_SwiftObject)
static const mr_stored_class classes[] = {MR_STORAGE_ROW(_TtCs12_SwiftObject)};

static id retain(id self, SEL sel) { return swift_retain(self); }
static void release(id self, SEL sel) { swift_release(self); }
static id autorelease(id self, SEL sel) { return objc_autorelease(self); }
static id itself(id self, SEL sel) { return self; }
static Class class_of(id self, SEL sel) { return object_getClass(self); }
static Class superclass_of(id self, SEL sel) { return class_getSuperclass(object_getClass(self)); }
static BOOL is_equal(id self, SEL sel, id other) { return self == other; }
static word hash(id self, SEL sel) { return (word)self >> 4; }
static BOOL no(id self, SEL sel) { return NO; }

static BOOL is_kind(id self, SEL sel, Class ancestor) { return swift_inherits(object_getClass(self), ancestor); }

static BOOL responds(id self, SEL sel, SEL asked) { return class_respondsToSelector(object_getClass(self), asked); }

static BOOL conforms(id self, SEL sel, Protocol *protocol) { return swift_conforms(object_getClass(self), protocol); }

static Class class_itself(Class self, SEL sel) { return self; }

static void make_root(void) {
    static const mr_method_entry methods[] = {
        {"retain", "@@:", (IMP)(void *)retain},
        {"release", "v@:", (IMP)(void *)release},
        {"autorelease", "@@:", (IMP)(void *)autorelease},
        {"self", "@@:", (IMP)(void *)itself},
        {"class", "#@:", (IMP)(void *)class_of},
        {"superclass", "#@:", (IMP)(void *)superclass_of},
        {"isEqual:", "B@:@", (IMP)(void *)is_equal},
        {"hash", "Q@:", (IMP)(void *)hash},
        {"isProxy", "B@:", (IMP)(void *)no},
        {"allowsWeakReference", "B@:", (IMP)(void *)no},
        {"isKindOfClass:", "B@:#", (IMP)(void *)is_kind},
        {"respondsToSelector:", "B@::", (IMP)(void *)responds},
        {"conformsToProtocol:", "B@:@", (IMP)(void *)conforms},
    };
    static const mr_method_entry class_methods[] = {
        {"class", "#@:", (IMP)(void *)class_itself},
        {"self", "#@:", (IMP)(void *)class_itself},
    };
    Class root = objc_allocateClassPair(Nil, "_TtCs12_SwiftObject", 0);
    class_addIvar(root, "refCounts", sizeof(word), 3, "Q");
    mr_class_set_native(root);
    mr_class_prepend_methods(root, methods, sizeof methods / sizeof *methods);
    mr_class_prepend_methods(object_getClass((id)root), class_methods, sizeof class_methods / sizeof *class_methods);
    objc_registerClassPair(root);
}

static mr_class_library library = {classes, sizeof classes / sizeof *classes, make_root, NULL, false};

__attribute__((constructor(105))) static void add_library(void) { mr_class_library_add(&library); }
__attribute__((constructor(106))) static void load_library(void) { mr_class_library_load(&library); }
