// isa.c - the isa of an object: reading and exchanging it. Also the flag of observed objects, which the observing layer
// sets before it exchanges the isa.
//
// The isa is the first word of an object and is read without a lock. Whoever exchanges it counts the object as an
// instance of the new class.
#include "object.h"

Class object_getClass(id object) { return object ? mr_isa(object) : Nil; }

static void count_as(id object, Class cls, Class old) {
    if (!mr_has_header(object) || mr_is_meta(old) || mr_counted_class(old) == mr_counted_class(cls)) return;
    mr_count_instances(cls, +1);
    mr_count_instances(old, -1);
}

bool mr_isa_replace(id object, Class old, Class cls) {
    Class before = old;
    bool isReplaced = atomic_compare_exchange_strong(&object->isa, &before, cls);
    if (isReplaced) count_as(object, cls, old);
    return isReplaced;
}

void mr_isa_changed(id object, Class cls, Class old) {
    mr_trace(.kind = MR_TRACE_ISA_CHANGED, .object = object, .cls = cls, .other = old);
}

Class object_setClass(id object, Class cls) {
    if (object == nil || cls == Nil || mr_is_tagged(object)) return object_getClass(object);
    Class old = atomic_exchange_explicit(&object->isa, cls, memory_order_acq_rel);
    count_as(object, cls, old);
    mr_isa_changed(object, cls, old);
    return old;
}

const char *object_getClassName(id object) { return class_getName(object_getClass(object)); }

BOOL object_isClass(id object) { return object && mr_is_meta(mr_isa(object)); }

void *object_getIndexedIvars(id object) {
    if (object == nil || mr_is_tagged(object)) return NULL;
    if (object_isClass(object)) return (char *)object + ((Class)object)->data->extent.after;
    return (char *)object + class_getInstanceSize(mr_isa(object));
}

// ── Objects that are observed ───────────────────────────────────────────────────────────────────────

static void leave_alone(id object) {}

static _Atomic(void (*)(id object)) death_hook = leave_alone;

void mr_object_set_death_hook(void (*hook)(id object)) { atomic_store(&death_hook, hook); }

void mr_object_died(id object) {
    void (*hook)(id object) = atomic_load(&death_hook);
    hook(object);
}

bool mr_object_is_observed(id object) {
    if (object == nil || mr_is_tagged(object)) return false;
    if (!mr_has_header(object)) return true;
    // The messenger reads the isa without a memory order. If this call comes from a notifying setter, the messenger
    // has read the notifying class; the fence makes the flag visible too, which was set before the isa.
    atomic_thread_fence(memory_order_acquire);
    return atomic_load_explicit(mr_count_of(object), memory_order_relaxed) & MR_OBJECT_OBSERVED;
}

void mr_object_set_observed(id object, bool isObserved) {
    if (!mr_has_header(object)) return;
    if (isObserved) atomic_fetch_or_explicit(mr_count_of(object), MR_OBJECT_OBSERVED, memory_order_release);
    else atomic_fetch_and_explicit(mr_count_of(object), ~(uint64_t)MR_OBJECT_OBSERVED, memory_order_release);
}
