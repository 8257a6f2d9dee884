// delegate.c - NSKeyValueObservance, the class of observers that stand in for nodes of paths.
//
// A node on an object whose class overrides addObserver:forKeyPath:options:context: cannot be in the table. Instead, a
// delegate is registered with that object by message, for the rest of the path and with notifications before and after
// each change. It makes them changes of the node's key.
#include "change.h"

static Class delegate_class;
static ptrdiff_t node_offset;
static SEL string_with_text, object_for_key, new_elements;
static id is_prior;  // the key notificationIsPrior of change dictionaries

static kvo_node **node_of(id delegate) { return (kvo_node **)(void *)((char *)delegate + node_offset); }

// Returns an NSString, autoreleased.
static id string(const char *text) {
    return ((id(*)(Class, SEL, const char *))objc_msgSend)(objc_getClass("NSString"), string_with_text, text);
}

id kvo_delegate_register(kvo_node *node, id object) {
    typedef void (*method)(id, SEL, id, id, uintptr_t, void *);
    id delegate = class_createInstance(delegate_class, 0);
    *node_of(delegate) = (kvo_node *)kvo_observance_retain(&node->is);
    void *pool = objc_autoreleasePoolPush();
    ((method)objc_msgSend)(object, kvo_known.add_observer, delegate, string(node->text), KVO_PRIOR, NULL);
    objc_autoreleasePoolPop(pool);
    if (!mr_exception_pending()) return delegate;
    kvo_let_go(delegate);
    return nil;
}

void kvo_delegate_unregister(id delegate, id object) {
    typedef void (*method)(id, SEL, id, id);
    id before = mr_exception_take();
    void *pool = objc_autoreleasePoolPush();
    ((method)objc_msgSend)(object, kvo_known.remove_observer, delegate, string((*node_of(delegate))->text));
    objc_autoreleasePoolPop(pool);
    mr_exception_put_back(before);
}

void kvo_delegate_abandon(id observer) {
    if (object_getClass(observer) == delegate_class) kvo_manual_abandon_node(*node_of(observer));
}

static void observe_value(id self, SEL _cmd, id keyPath, id object, id change, void *context) {
    typedef id (*method)(id, SEL, id);
    if (object == nil || change == nil) return;
    kvo_node *node = *node_of(self);
    if (((method)objc_msgSend)(change, object_for_key, is_prior) == nil) return kvo_did_change(object, NULL, "", node);
    // The object that the node is on changes: `object` may be a proxy for it.
    kvo_node_will_change(node,
                         ((method)objc_msgSend)((id)objc_getClass("NSKeyValueElementsChange"), new_elements, change));
}

static void dealloc(id self, SEL _cmd) {
    kvo_observance_release(&(*node_of(self))->is);
    ((void (*)(id, SEL))class_getMethodImplementation(class_getSuperclass(delegate_class), _cmd))(self, _cmd);
}

void kvo_delegate_load(void) {
    string_with_text = sel_registerName("stringWithUTF8String:");
    object_for_key = sel_registerName("objectForKey:");
    new_elements = sel_registerName("newFromChange:");
    void *pool = objc_autoreleasePoolPush();
    is_prior = objc_retain(string("notificationIsPrior"));
    objc_autoreleasePoolPop(pool);
    delegate_class = objc_allocateClassPair(objc_getClass("NSObject"), "NSKeyValueObservance", 0);
    class_addIvar(delegate_class, "_node", sizeof(kvo_node *), 3, "^v");
    class_addMethod(delegate_class, kvo_known.observe_value, (IMP)observe_value, "v48@0:8@16@24@32^v40");
    class_addMethod(delegate_class, sel_registerName("dealloc"), (IMP)dealloc, "v16@0:8");
    mr_class_set_permanent(delegate_class);
    objc_registerClassPair(delegate_class);
    node_offset = ivar_getOffset(class_getInstanceVariable(delegate_class, "_node"));
}
