// object.h - declares an object's life: its header, side table and end, and autorelease pools.
#ifndef MR_OBJECT_H
#define MR_OBJECT_H

#include "../class/class.h"
#include "count.h"

// ── object.c, isa.c, side.c, weak.c: an object's life ───────────────────────────────────────────────

// The two words before the isa.
typedef struct mr_side_table mr_side_table;
typedef struct {
    _Atomic(uint64_t) count;  // count.h
    _Atomic(mr_side_table *) side;
} mr_header;
static inline mr_header *mr_header_of(id object) { return (mr_header *)object - 1; }
static inline _Atomic(uint64_t) *mr_count_of(id object) { return &mr_header_of(object)->count; }
// Most objects have no side table, so this test saves most deallocations several lookups.
static inline bool mr_has_side_table(id object) {
    return atomic_load_explicit(&mr_header_of(object)->side, memory_order_acquire) != NULL;
}
// Whether the object has a header. Tagged pointers, classes, constant objects and Swift's own objects have none.
static inline bool mr_has_header(id object) {
    return !mr_is_tagged(object) && !(mr_class_flags(mr_isa(object)) & MR_CLASS_HEADERLESS);
}
// Whether Swift counts the object.
static inline bool mr_is_native(id object) {
    return !mr_is_tagged(object) && mr_class_flags(mr_isa(object)) & MR_CLASS_NATIVE;
}
void mr_object_died(id object);  // calls the death hook
id mr_root_retain(id object);    // NSObject's -retain and -release
void mr_root_release(id object);
// Retains an object without sending a message, under the lock that keeps the object alive. The caller then releases the
// lock and calls mr_retain_settle.
void mr_retain_begin(id object);
// Returns the class that counts the instances of a class: the nearest superclass that is not permanent.
static inline Class mr_counted_class(Class cls) {
    while (mr_class_flags(cls) & MR_CLASS_PERMANENT && mr_superclass(cls)) cls = mr_superclass(cls);
    return cls;
}
void mr_count_instances(Class cls, ptrdiff_t change);

// ── dealloc.c ───────────────────────────────────────────────────────────────────────────────────────

bool mr_runs_dealloc_of(id object);  // on this thread

typedef struct {
    const void *key;
    id value;
    objc_AssociationPolicy policy;
} mr_association;
typedef struct mr_monitor mr_monitor;
// The data that few objects need, allocated on first use.
struct mr_side_table {
    mr_lock lock;
    // Guarded by `lock`.
    mr_association *associations;
    uint32_t association_count, association_capacity;
    mr_monitor *monitor;  // of @synchronized
    // Guarded by the weak lock of the object's stripe.
    mr_map weak_locations;
};
// Returns the side table of an object. NULL for nil and tagged pointers, and if there is none and `create` is false.
// The side tables of objects without a header are found by address.
mr_side_table *mr_side_table_get(id object, bool create);
// Removes all associations, except those for life (MR_ASSOCIATION_FOR_LIFE) unless the object is dying.
void mr_side_table_remove_associations(id object, bool dying);
void mr_side_table_free(id object);
void mr_monitor_free(mr_monitor *monitor);  // sync.c; NULL is fine
void mr_weak_clear(id object);              // sets every weak reference to the object to nil

// ── autorelease.c ─────────────────────────────────────────────────────────────────────────────────

// The autoreleased objects of a thread, with a nil where each pool begins.
typedef struct {
    id *objects;
    size_t count, capacity;
    size_t pools;
} mr_pool_stack;
extern MR_THREAD_LOCAL mr_pool_stack mr_pools;
void mr_pools_release_down_to(size_t height);

_Static_assert(sizeof(mr_header) == 16, "the header is two words");

#endif
