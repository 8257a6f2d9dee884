// message.h - declares how a message finds its method: the cache, the slow path, forwarding.
#ifndef MR_MESSAGE_H
#define MR_MESSAGE_H

#include "../class/class.h"

// ── cache.c ─────────────────────────────────────────────────────────────────────────────────────────

// cache.c explains who reads and who writes a cache.
struct mr_cache {
    uintptr_t mask;  // (capacity - 1) * 8, which masks byte offsets
    uint32_t occupied;
    mr_cache *outgrown;  // the smaller cache that it replaced; readers may still use it
    _Atomic(Method) buckets[];
};
extern mr_cache mr_empty_cache;
static inline _Atomic(Method) *mr_cache_bucket(mr_cache *cache, SEL sel) {
    uintptr_t offset = ((uintptr_t)sel >> MR_SELECTOR_SHIFT) & cache->mask;
    return (_Atomic(Method) *)((char *)cache->buckets + offset);
}
static inline Method mr_cache_find(_Atomic(mr_cache *) *place, SEL sel) {
    mr_cache *cache = atomic_load_explicit(place, memory_order_acquire);
    for (_Atomic(Method) *bucket = mr_cache_bucket(cache, sel);; bucket++) {
        Method method = atomic_load_explicit(bucket, memory_order_acquire);
        if (method == NULL || method->name == sel) return method;
    }
}
// Returns the method that the cache contains for `sel`, or NULL.
static inline Method mr_cache_lookup(Class cls, SEL sel) { return mr_cache_find(&cls->cache, sel); }
// Whether a search has found no method for `sel`, and no method list has changed since.
static inline bool mr_cache_is_missing(Class cls, SEL sel) { return mr_cache_find(&cls->data->missing, sel) != NULL; }
bool mr_cache_fill_locked(Class cls, SEL sel, Method method);  // false while messages are traced
void mr_cache_remember_missing_locked(Class cls, SEL sel);
static inline void mr_caches_init(Class cls) {
    atomic_init(&cls->cache, &mr_empty_cache);
    atomic_init(&cls->data->missing, &mr_empty_cache);
}
void mr_cache_flush_locked(Class cls);
void mr_cache_flush_tree_locked(Class cls);
void mr_cache_free(Class cls);

// ── dispatch.c: the slow path ───────────────────────────────────────────────────────────────────────

// Where to jump for a message, and with which receiver. A NULL IMP makes the message return zero: no class implements
// it, and an exception is pending. The struct is returned in two registers, which the assembly relies on.
typedef struct {
    IMP imp;
    id receiver;
} mr_target;
mr_target mr_send_slow(id receiver, SEL sel);
mr_target mr_send_stret_slow(id receiver, SEL sel);                      // forward.c
mr_target mr_send_super_slow(const struct objc_super *super, SEL sel);   // searches super_class itself
mr_target mr_send_super2_slow(const struct objc_super *super, SEL sel);  // searches the superclass of super_class
// Returns the method that a message to an instance of `cls` calls, after method resolution; NULL if there is none.
// Fills the cache.
Method mr_method_resolve(Class cls, SEL sel);
bool mr_class_implements(Class cls, SEL sel);

// Returns the messenger, to be cast to the function type of a method. gcc warns of a call through a cast of its name.
static inline void *mr_messenger_address(void) { return (void *)objc_msgSend; }
// Typed sends for C: mr_send0(id, object, sel), mr_send1(bool, object, sel, SEL, argument).
#define mr_send0(R, object, sel) (((R(*)(id, SEL))mr_messenger_address())((id)(object), (sel)))
#define mr_send1(R, object, sel, A, a) (((R(*)(id, SEL, A))mr_messenger_address())((id)(object), (sel), (a)))

// ── forward.c ───────────────────────────────────────────────────────────────────────────────────────

mr_target mr_forward(id receiver, SEL sel);
mr_target mr_forward_stret(id receiver, SEL sel);
// Whether this thread looks up the signature of such a message, whose resolution has failed and is not repeated.
bool mr_is_forwarding(Class cls, SEL sel);
void mr_raise_unrecognized(id receiver, SEL sel);
// Ends the process, because a message was sent to the deallocated instance `receiver`.
_Noreturn void mr_zombie_messaged(id receiver, SEL sel);

_Static_assert(offsetof(struct mr_cache, mask) == MR_CACHE_MASK, "offsets.h");
_Static_assert(offsetof(struct mr_cache, buckets) == MR_CACHE_BUCKETS, "offsets.h");

#endif
