// dispatch.c - the slow path of a message, taken when the cache has no entry for the selector.
//
//      objc_msgSend ── hit ──────────────────────────────────────────────► IMP
//           │ miss                                                          ▲
//           ▼                                                               │
//      +initialize ──► method tables ──► resolveInstanceMethod: ── found ───┘ (and into the cache)
//      if it is due     up the chain      may add it   │ not found
//                                                      ▼
//                                                 forward.c
#include "message.h"

// ── Method lookup ───────────────────────────────────────────────────────────────────────────────────

// Searches and fills the cache under one acquisition of the lock: see cache.c. A class that is not initialized caches
// no method, so that the messages of all other threads take the slow path, where they wait for +initialize.
static Method search_and_fill(Class cls, SEL sel) {
    if (mr_cache_is_missing(cls, sel)) return NULL;
    mr_lock_acquire(&mr_runtime_lock);
    Method method = mr_method_search_locked(cls, sel);
    Class owner = mr_is_meta(cls) ? cls->data->instance : cls;
    bool ready = method && (mr_class_flags(owner) & MR_CLASS_INITIALIZED);
    bool filled = ready && mr_cache_fill_locked(cls, sel, method);
    if (method == NULL) mr_cache_remember_missing_locked(cls, sel);
    mr_lock_release(&mr_runtime_lock);
    if (filled) mr_trace(.kind = MR_TRACE_CACHE_FILLED, .cls = cls, .selector = sel, .imp = mr_method_imp(method));
    return method;
}

// Returns the class that may add a method which `cls` lacks: the original class, never a notifying class, because a
// class adds the method to the receiver. A method of the notifying class would be missing in other instances of the
// original class, and would not notify observers.
static Class resolver_of(Class cls) { return mr_original_class(mr_is_meta(cls) ? cls->data->instance : cls); }

bool mr_class_resolves(Class cls) { return cls && mr_class_flags(mr_isa((id)resolver_of(cls))) & MR_CLASS_RESOLVES; }

// Lets the class add the method. Ignores the result, because the method lists are searched again.
static void resolve(Class cls, SEL sel) {
    SEL resolution = mr_is_meta(cls) ? mr_sel.resolveClassMethod : mr_sel.resolveInstanceMethod;
    Class resolver = resolver_of(cls);
    if (sel == resolution || !mr_class_implements(mr_isa((id)resolver), resolution)) return;
    if (mr_is_forwarding(cls, sel)) return;  // it has failed
    mr_send1(BOOL, resolver, resolution, SEL, sel);
}

// A class that resolves methods may do so at any time, so it is sent the message each time.
Method mr_method_resolve(Class cls, SEL sel) {
    if (mr_cache_is_missing(cls, sel) && !mr_class_resolves(cls)) return NULL;
    Method method = search_and_fill(cls, sel);
    if (method || (mr_class_flags(cls) & MR_CLASS_ZOMBIE)) return method;
    resolve(cls, sel);
    return search_and_fill(cls, sel);
}

// ── Entry points for assembly ───────────────────────────────────────────────────────────────────────

static const mr_target nobody = {NULL, nil};

static bool initialize_if_due(Class cls) {
    Class owner = mr_is_meta(cls) ? cls->data->instance : cls;
    return (mr_class_flags(owner) & MR_CLASS_INITIALIZED) || mr_initialize(owner);
}

static mr_target find_target(id receiver, SEL sel, Class cls) {
    Method method = mr_cache_lookup(cls, sel);
    if (method) return (mr_target){mr_method_imp(method), receiver};
    if (MR_UNLIKELY(mr_class_flags(cls) & MR_CLASS_ZOMBIE)) mr_zombie_messaged(receiver, sel);
    mr_assert_unlocked(sel_getName(sel));
    if (!initialize_if_due(cls)) return nobody;
    id raisedBefore = mr_exception_pending();
    method = mr_method_resolve(cls, sel);
    if (method == NULL) return mr_exception_pending() == raisedBefore ? mr_forward(receiver, sel) : nobody;
    IMP imp = mr_method_imp(method);
    if (MR_UNLIKELY(atomic_load_explicit(&mr_tracing_messages, memory_order_relaxed))) {
        mr_trace(.kind = MR_TRACE_MESSAGE, .object = receiver, .cls = cls, .selector = sel, .imp = imp);
    }
    return (mr_target){imp, receiver};
}

mr_target mr_send_slow(id receiver, SEL sel) {
    return receiver ? find_target(receiver, sel, mr_isa(receiver)) : nobody;
}

static mr_target send_super(id receiver, SEL sel, Class cls) {
    if (receiver == nil) return nobody;
    return cls ? find_target(receiver, sel, cls) : mr_forward(receiver, sel);  // nothing is above the root class
}

mr_target mr_send_super_slow(const struct objc_super *super, SEL sel) {
    return send_super(super->receiver, sel, super->super_class);
}

mr_target mr_send_super2_slow(const struct objc_super *super, SEL sel) {
    return send_super(super->receiver, sel, mr_superclass(super->super_class));
}

// ── The same lookups for C ──────────────────────────────────────────────────────────────────────────

static IMP forwarding_imp(void) { return (IMP)(void *)_objc_msgForward; }

IMP class_getMethodImplementation(Class cls, SEL name) {
    if (cls == Nil || name == NULL) return NULL;
    Method method = mr_cache_lookup(cls, name);
    if (method == NULL) method = mr_method_resolve(cls, name);
    return method ? mr_method_imp(method) : forwarding_imp();
}

#if defined(__x86_64__)
IMP class_getMethodImplementation_stret(Class cls, SEL name) {
    IMP imp = class_getMethodImplementation(cls, name);
    return imp == forwarding_imp() ? (IMP)(void *)_objc_msgForward_stret : imp;
}
#endif

BOOL class_respondsToSelector(Class cls, SEL name) {
    return cls && name && (mr_cache_lookup(cls, name) || mr_method_resolve(cls, name));
}

Method mr_method_for_message(id receiver, SEL sel) {
    if (receiver == nil || sel == NULL) return NULL;
    Class cls = mr_isa(receiver);
    Method method = mr_cache_lookup(cls, sel);
    if (method) return method;
    return mr_class_flags(cls) & MR_CLASS_ZOMBIE || !initialize_if_due(cls) ? NULL : mr_method_resolve(cls, sel);
}

extern void mr_return_zero(void);  // send-*.S

static IMP lookup(id receiver, SEL sel, Class cls) {
    if (receiver == nil || (cls && !initialize_if_due(cls))) return (IMP)(void *)mr_return_zero;
    return cls ? class_getMethodImplementation(cls, sel) : forwarding_imp();
}

IMP objc_msg_lookup(id receiver, SEL sel) { return lookup(receiver, sel, object_getClass(receiver)); }

IMP objc_msg_lookup_super(const struct objc_super *super, SEL sel) {
    return lookup(super->receiver, sel, super->super_class);
}

const char *mr_dispatch_kind(void) {
#ifdef MR_DISPATCH_IN_C
    return "C";
#else
    return "assembly";
#endif
}

const char *mr_cpu_name(void) {
#if defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "aarch64";
#else
#error "MiniRuntime runs on x86-64 and aarch64"
#endif
}
