// nsobject.c - the methods of NSObject.
//
// A result that depends on the object's class is computed from the message -class, not from the isa, so that classes
// that override -class, as notifying classes do, stay hidden; but for methodForSelector: and
// methodSignatureForSelector:.
#include <stdlib.h>

#include "../message/message.h"
#include "../object/object.h"
#include "boot.h"

#define ENTRY(name, types, function)                                                                                   \
    { name, types, (IMP)(void *)(function) }

id mr_string_object(const char *text) {
    Class cls = text ? objc_lookUpClass("NSString") : Nil;
    return cls ? mr_send1(id, cls, mr_sel.stringWithUTF8String, const char *, text) : nil;
}

static Class class_of(id self) { return mr_send0(Class, self, mr_sel.class); }

// ── Class and kind ──────────────────────────────────────────────────────────────────────────────────

static Class instance_class(id self, SEL _cmd) { return object_getClass(self); }

static Class instance_superclass(id self, SEL _cmd) { return class_getSuperclass(class_of(self)); }

static BOOL is_kind_of(id self, SEL _cmd, Class cls) { return cls && mr_inherits(class_of(self), cls); }

static BOOL is_member_of(id self, SEL _cmd, Class cls) { return class_of(self) == cls; }

static BOOL responds_to(id self, SEL _cmd, SEL sel) { return class_respondsToSelector(class_of(self), sel); }

static bool conforms(Class cls, Protocol *protocol) {
    while (cls && !class_conformsToProtocol(cls, protocol)) cls = class_getSuperclass(cls);
    return cls != Nil;
}

static BOOL conforms_to(id self, SEL _cmd, Protocol *protocol) { return conforms(class_of(self), protocol); }

static BOOL is_proxy(id self, SEL _cmd) { return NO; }

// The same for class objects: +class returns the class itself, and its kind is that of its metaclass.

static id myself(id self, SEL _cmd) { return self; }

static Class class_superclass(id self, SEL _cmd) { return class_getSuperclass((Class)self); }

static BOOL class_is_kind_of(id self, SEL _cmd, Class cls) { return cls && mr_inherits(object_getClass(self), cls); }

static BOOL is_subclass_of(id self, SEL _cmd, Class cls) { return cls && mr_inherits((Class)self, cls); }

static BOOL class_is_member_of(id self, SEL _cmd, Class cls) { return object_getClass(self) == cls; }

static BOOL class_responds_to(id self, SEL _cmd, SEL sel) {
    return class_respondsToSelector(object_getClass(self), sel);
}

static BOOL class_conforms_to(id self, SEL _cmd, Protocol *protocol) { return conforms((Class)self, protocol); }

static BOOL instances_respond_to(id self, SEL _cmd, SEL sel) { return class_respondsToSelector((Class)self, sel); }

static int64_t class_version(id self, SEL _cmd) { return class_getVersion((Class)self); }

static void class_set_version(id self, SEL _cmd, int64_t version) { class_setVersion((Class)self, (int)version); }

// ── Sending by selector ─────────────────────────────────────────────────────────────────────────────

static id perform(id self, SEL _cmd, SEL sel) { return mr_send0(id, self, sel); }

static id perform_with(id self, SEL _cmd, SEL sel, id argument) { return mr_send1(id, self, sel, id, argument); }

static id perform_with_with(id self, SEL _cmd, SEL sel, id first, id second) {
    return ((id(*)(id, SEL, id, id))mr_messenger_address())(self, sel, first, second);
}

static IMP method_for(id self, SEL _cmd, SEL sel) { return class_getMethodImplementation(object_getClass(self), sel); }

static IMP instance_method_for(id self, SEL _cmd, SEL sel) { return class_getMethodImplementation((Class)self, sel); }

// ── Messages that no class implements ───────────────────────────────────────────────────────────────

BOOL mr_resolve_nothing(id self, SEL _cmd, SEL sel) { return NO; }

static id forwarding_target(id self, SEL _cmd, SEL sel) { return nil; }

// Returns the types of a method that a protocol of the class, or of a superclass, declares; NULL if none does.
static const char *types_in_protocols(Class cls, SEL sel, bool isInstanceMethod) {
    const char *types = NULL;
    for (; cls && types == NULL; cls = class_getSuperclass(cls)) {
        unsigned int count = 0;
        Protocol **protocols = class_copyProtocolList(cls, &count);
        for (unsigned int index = 0; index < 2 * count && types == NULL; index++) {
            bool isRequired = index % 2 == 0;
            types = protocol_getMethodDescription(protocols[index / 2], sel, isRequired, isInstanceMethod).types;
        }
        free(protocols);
    }
    return types;
}

// An optional method of a protocol has a signature even if nothing implements it.
static id signature_of_method(Class cls, SEL sel, bool isInstanceMethod) {
    Class searched = isInstanceMethod ? cls : object_getClass((id)cls);
    Method method = class_getInstanceMethod(searched, sel);
    const char *types = method ? method_getTypeEncoding(method) : types_in_protocols(cls, sel, isInstanceMethod);
    return types ? mr_method_signature_object(types) : nil;
}

static id method_signature_for(id self, SEL _cmd, SEL sel) {
    bool isClass = object_isClass(self);
    return signature_of_method(isClass ? (Class)self : object_getClass(self), sel, !isClass);
}

static id instance_method_signature_for(id self, SEL _cmd, SEL sel) {
    return signature_of_method((Class)self, sel, true);
}

static void forward_invocation(id self, SEL _cmd, id invocation) {
    SEL sel = NULL;
    mr_invocation_get_argument(invocation, &sel, 1);
    mr_send1(void, self, mr_sel.doesNotRecognizeSelector, SEL, sel);
}

static void does_not_recognize(id self, SEL _cmd, SEL sel) { mr_raise_unrecognized(self, sel); }

// ── Comparing, describing, copying ──────────────────────────────────────────────────────────────────

static uint64_t hash(id self, SEL _cmd) { return (uintptr_t)self; }

static BOOL is_equal(id self, SEL _cmd, id other) { return self == other; }

static id description(id self, SEL _cmd) {
    char *text = mr_format("<%s: %p>", class_getName(class_of(self)), (void *)self);
    id string = mr_string_object(text);
    free(text);
    return string;
}

static id class_description(id self, SEL _cmd) { return mr_string_object(class_getName((Class)self)); }

static id debug_description(id self, SEL _cmd) { return mr_send0(id, self, mr_sel.description); }

static id copy(id self, SEL _cmd) { return mr_send1(id, self, mr_sel.copyWithZone, void *, NULL); }

static id mutable_copy(id self, SEL _cmd) { return mr_send1(id, self, mr_sel.mutableCopyWithZone, void *, NULL); }

// ── Allocation and ownership ────────────────────────────────────────────────────────────────────────

static id alloc_with_zone(id self, SEL _cmd, void *zone) { return class_createInstance((Class)self, 0); }

// Sends allocWithZone: only if the class overrides it, as classes with a single instance do. allocWithZone: never sends
// alloc, so that either can be overridden by a method that sends the other to self or to super.
static id alloc(id self, SEL _cmd) {
    bool is_custom = mr_class_flags(mr_isa(self)) & MR_CLASS_CUSTOM_ALLOC;
    if (MR_UNLIKELY(is_custom)) return mr_send1(id, self, mr_sel.allocWithZone, void *, NULL);
    return class_createInstance((Class)self, 0);
}

static id alloc_init(id self, SEL _cmd) { return mr_send0(id, mr_send0(id, self, mr_sel.alloc), mr_sel.init); }

static id retain(id self, SEL _cmd) { return mr_has_header(self) ? mr_root_retain(self) : self; }

static void release(id self, SEL _cmd) {
    if (mr_has_header(self)) mr_root_release(self);
}

static id autorelease(id self, SEL _cmd) { return mr_root_autorelease(self); }

// There is one zone, the heap of malloc, and NULL stands for it.
static void *zone(id self, SEL _cmd) { return NULL; }

static uint64_t retain_count(id self, SEL _cmd) { return mr_retain_count(self); }

static void dealloc(id self, SEL _cmd) { object_dispose(self); }

static BOOL allows_weak_reference(id self, SEL _cmd) { return YES; }

static void nothing(id self, SEL _cmd) {}

// ── Method tables ───────────────────────────────────────────────────────────────────────────────────

static const mr_method_entry protocol_methods[] = {
    ENTRY("isEqual:", "B24@0:8@16", is_equal),
    ENTRY("hash", "Q16@0:8", hash),
    ENTRY("superclass", "#16@0:8", instance_superclass),
    ENTRY("class", "#16@0:8", instance_class),
    ENTRY("self", "@16@0:8", myself),
    ENTRY("performSelector:", "@24@0:8:16", perform),
    ENTRY("performSelector:withObject:", "@32@0:8:16@24", perform_with),
    ENTRY("performSelector:withObject:withObject:", "@40@0:8:16@24@32", perform_with_with),
    ENTRY("isProxy", "B16@0:8", is_proxy),
    ENTRY("isKindOfClass:", "B24@0:8#16", is_kind_of),
    ENTRY("isMemberOfClass:", "B24@0:8#16", is_member_of),
    ENTRY("conformsToProtocol:", "B24@0:8@16", conforms_to),
    ENTRY("respondsToSelector:", "B24@0:8:16", responds_to),
    ENTRY("retain", "@16@0:8", retain),
    ENTRY("release", "v16@0:8", release),
    ENTRY("autorelease", "@16@0:8", autorelease),
    ENTRY("retainCount", "Q16@0:8", retain_count),
    ENTRY("zone", "^{_NSZone=}16@0:8", zone),
    ENTRY("description", "@16@0:8", description),
    ENTRY("debugDescription", "@16@0:8", debug_description),
};

static const mr_method_entry instance_methods[] = {
    ENTRY("init", "@16@0:8", myself),
    ENTRY("dealloc", "v16@0:8", dealloc),
    ENTRY("finalize", "v16@0:8", nothing),
    ENTRY("copy", "@16@0:8", copy),
    ENTRY("mutableCopy", "@16@0:8", mutable_copy),
    ENTRY("methodForSelector:", "^?24@0:8:16", method_for),
    ENTRY("doesNotRecognizeSelector:", "v24@0:8:16", does_not_recognize),
    ENTRY("forwardingTargetForSelector:", "@24@0:8:16", forwarding_target),
    ENTRY("forwardInvocation:", "v24@0:8@16", forward_invocation),
    ENTRY("methodSignatureForSelector:", "@24@0:8:16", method_signature_for),
    ENTRY("allowsWeakReference", "B16@0:8", allows_weak_reference),
};

static const mr_method_entry class_methods[] = {
    ENTRY("load", "v16@0:8", nothing),
    ENTRY("initialize", "v16@0:8", mr_initialize_nothing),
    ENTRY("alloc", "@16@0:8", alloc),
    ENTRY("allocWithZone:", "@24@0:8^v16", alloc_with_zone),
    ENTRY("new", "@16@0:8", alloc_init),
    ENTRY("class", "#16@0:8", myself),
    ENTRY("superclass", "#16@0:8", class_superclass),
    ENTRY("isKindOfClass:", "B24@0:8#16", class_is_kind_of),
    ENTRY("isMemberOfClass:", "B24@0:8#16", class_is_member_of),
    ENTRY("isSubclassOfClass:", "B24@0:8#16", is_subclass_of),
    ENTRY("version", "q16@0:8", class_version),
    ENTRY("setVersion:", "v24@0:8q16", class_set_version),
    ENTRY("respondsToSelector:", "B24@0:8:16", class_responds_to),
    ENTRY("conformsToProtocol:", "B24@0:8@16", class_conforms_to),
    ENTRY("instancesRespondToSelector:", "B24@0:8:16", instances_respond_to),
    ENTRY("instanceMethodForSelector:", "^?24@0:8:16", instance_method_for),
    ENTRY("instanceMethodSignatureForSelector:", "@24@0:8:16", instance_method_signature_for),
    ENTRY("resolveInstanceMethod:", "B24@0:8:16", mr_resolve_nothing),
    ENTRY("resolveClassMethod:", "B24@0:8:16", mr_resolve_nothing),
    ENTRY("description", "@16@0:8", class_description),
    ENTRY("copy", "@16@0:8", myself),
    ENTRY("mutableCopy", "@16@0:8", myself),
    ENTRY("copyWithZone:", "@24@0:8^v16", myself),
    ENTRY("mutableCopyWithZone:", "@24@0:8^v16", myself),
};

void mr_nsobject_boot(void) {
    Class cls = objc_allocateClassPair(Nil, "NSObject", 0);
    MR_ADD_METHODS(cls, protocol_methods);
    MR_ADD_METHODS(cls, instance_methods);
    MR_ADD_METHODS(mr_isa((id)cls), class_methods);
    objc_registerClassPair(cls);
    mr_class.NSObject = cls;
}

// The protocol NSObject has the same methods as the class, from the same table.
void mr_nsobject_protocol_boot(void) {
    Protocol *protocol = objc_allocateProtocol("NSObject");
    for (size_t index = 0; index < sizeof protocol_methods / sizeof *protocol_methods; index++) {
        const mr_method_entry *entry = &protocol_methods[index];
        protocol_addMethodDescription(protocol, sel_registerName(entry->name), entry->types, YES, YES);
    }
    objc_registerProtocol(protocol);
    class_addProtocol(mr_class.NSObject, protocol);
}
