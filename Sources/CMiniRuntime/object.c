// object.c - the life of an object: creation, retain count, deallocation, isa; and tagged pointers.
//
//             header                      id
//      ┌───────────────┬────────────┬──── ▼ ───┬───────────┐
//      │ count │ flags │ side table │   isa    │ ivars ... │
//      └───────────────┴────────────┴──────────┴───────────┘
//         56       8  bits     on first use
//
// The count is the number of owners. Only the release that takes it to zero sets DEALLOCATING and sends -dealloc. From
// then on weak references cannot bring the object back.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// ── isa ─────────────────────────────────────────────────────────────────────────────────────────────

Class object_getClass(id object) { return object ? mr_isa(object) : Nil; }

static Class counted_class(Class cls) {
    while (mr_class_flags(cls) & MR_CLASS_PERMANENT && mr_superclass(cls)) cls = mr_superclass(cls);
    return cls;
}

void mr_count_instance(Class cls, ptrdiff_t change) {
    atomic_fetch_add_explicit(&counted_class(cls)->data->instance_count, (size_t)change, memory_order_relaxed);
}

Class mr_exchange_isa(id object, Class cls) {
    Class old = atomic_exchange_explicit(&object->isa, cls, memory_order_acq_rel);
    if (mr_has_header(object) && counted_class(old) != counted_class(cls)) {
        mr_count_instance(old, -1);
        mr_count_instance(cls, +1);
    }
    return old;
}

Class object_setClass(id object, Class cls) {
    if (object == nil || cls == Nil || mr_is_tagged(object)) return object_getClass(object);
    Class old = mr_exchange_isa(object, cls);
    mr_trace(.kind = MR_TRACE_ISA_CHANGED, .object = object, .cls = cls, .other = old);
    return old;
}

const char *object_getClassName(id object) { return class_getName(object_getClass(object)); }

BOOL object_isClass(id object) { return object && mr_is_meta(mr_isa(object)); }

void *object_getIndexedIvars(id object) {
    if (object == nil || mr_is_tagged(object)) return NULL;
    if (object_isClass(object)) return (char *)object + sizeof(struct objc_class);
    return (char *)object + class_getInstanceSize(mr_isa(object));
}

// ── Creation ────────────────────────────────────────────────────────────────────────────────────────

size_t mr_header_size(void) { return sizeof(mr_header); }

static id construct(Class cls, void *bytes, uint64_t flags) {
    id object = bytes;
    atomic_init(&mr_header_of(object)->count, MR_OBJECT_ONE | flags);
    atomic_init(&object->isa, cls);
    mr_count_instance(cls, +1);
    mr_trace(.kind = MR_TRACE_OBJECT_ALLOCATED, .object = object, .cls = cls);
    return object;
}

static bool can_have_instances(Class cls) {
    return mr_class_is_registered(cls) && !(mr_class_flags(cls) & MR_CLASS_UNCOUNTED);
}

id class_createInstance(Class cls, size_t extraBytes) {
    if (!can_have_instances(cls)) return nil;
    mr_header *header = mr_allocate_extra(sizeof(mr_header) + class_getInstanceSize(cls), extraBytes);
    return header ? construct(cls, header + 1, 0) : nil;
}

id objc_constructInstance(Class cls, void *bytes) {
    return bytes && can_have_instances(cls) ? construct(cls, bytes, MR_OBJECT_PLACED) : nil;
}

static void retain_location(id *location, id other) { *location = objc_retain(*location); }

static void copy_weak_location(id *location, id original) {
    // The bytes at `location` were copied from the original: registers the object that the original's ivar refers to
    // now.
    id copy = *(id *)original;
    objc_copyWeak(location, (id *)((char *)copy + ((char *)location - (char *)((id *)original)[1])));
}

id object_copy(id object, size_t size) {
    if (object == nil || mr_is_tagged(object) || !mr_has_header(object)) return object;
    size_t ivars = class_getInstanceSize(mr_isa(object));
    id copy = class_createInstance(mr_isa(object), size > ivars ? size - ivars : 0);
    if (copy == nil) return nil;
    memcpy((char *)copy + sizeof(Class), (char *)object + sizeof(Class), (size > ivars ? size : ivars) - sizeof(Class));
    mr_ivars_visit(copy, false, retain_location, nil);
    id pair[2] = {object, copy};
    mr_ivars_visit(copy, true, copy_weak_location, (id)pair);
    return copy;
}

// ── Retain count ────────────────────────────────────────────────────────────────────────────────────

id mr_root_retain(id object) {
    atomic_fetch_add_explicit(&mr_header_of(object)->count, MR_OBJECT_ONE, memory_order_relaxed);
    return object;
}

bool mr_try_retain(id object) {
    mr_header *header = mr_header_of(object);
    uint64_t count = atomic_load_explicit(&header->count, memory_order_relaxed);
    do {
        if (count < MR_OBJECT_ONE || count & MR_OBJECT_DEALLOCATING) return false;
    } while (!atomic_compare_exchange_weak_explicit(&header->count, &count, count + MR_OBJECT_ONE, memory_order_relaxed,
                                                    memory_order_relaxed));
    return true;
}

// Most objects have no side table, so this test saves most deallocations several lookups.
static inline bool has_side_table(id object) {
    return atomic_load_explicit(&mr_header_of(object)->side, memory_order_acquire) != NULL;
}

// Not inlined, because few releases are the last.
static __attribute__((noinline)) void release_last(id object, uint64_t before) {
    if (before < MR_OBJECT_ONE) {
        mr_fatal("object %p of class %s was released more often than it was retained", (void *)object,
                 object_getClassName(object));
    }
    if (before & MR_OBJECT_DEALLOCATING) return;  // its own dealloc retained and released it
    atomic_thread_fence(memory_order_acquire);
    atomic_fetch_or_explicit(&mr_header_of(object)->count, MR_OBJECT_DEALLOCATING, memory_order_relaxed);
    if (has_side_table(object)) mr_weak_clear(object);
    mr_send0(void, object, mr_sel.dealloc);
}

void mr_root_release(id object) {
    // acq_rel instead of a release with a fence: ThreadSanitizer does not understand fences
    uint64_t before = atomic_fetch_sub_explicit(&mr_header_of(object)->count, MR_OBJECT_ONE, memory_order_acq_rel);
    if (MR_UNLIKELY(before < 2 * MR_OBJECT_ONE)) release_last(object, before);
}

// Whether retaining or releasing this object takes more than an atomic addition.
static inline uint32_t special_counting(id object) {
    return mr_class_flags(mr_isa(object)) & (MR_CLASS_UNCOUNTED | MR_CLASS_CUSTOM_RR);
}

static __attribute__((noinline)) bool is_uncounted(id object, SEL sel) {
    uint32_t flags = mr_class_flags(mr_isa(object));
    if (flags & MR_CLASS_ZOMBIE) mr_zombie_messaged(object, sel);
    return flags & MR_CLASS_UNCOUNTED;
}

id objc_retain(id object) {
    if ((intptr_t)object <= 0) return object;  // nil or tagged
    if (MR_UNLIKELY(special_counting(object))) {
        return is_uncounted(object, mr_sel.retain) ? object : mr_send0(id, object, mr_sel.retain);
    }
    return mr_root_retain(object);
}

void objc_release(id object) {
    if ((intptr_t)object <= 0) return;
    if (MR_UNLIKELY(special_counting(object))) {
        if (!is_uncounted(object, mr_sel.release)) mr_send0(void, object, mr_sel.release);
        return;
    }
    mr_root_release(object);
}

void objc_storeStrong(id *location, id value) {
    id old = *location;
    if (old == value) return;
    *location = objc_retain(value);
    objc_release(old);
}

size_t mr_retain_count(id object) {
    if (object == nil) return 0;
    if (!mr_has_header(object)) return SIZE_MAX;
    return (size_t)(atomic_load(&mr_header_of(object)->count) >> MR_OBJECT_COUNT_SHIFT);
}

// ── Deallocation ────────────────────────────────────────────────────────────────────────────────────

static void release_location(id *location, id other) {
    id value = *location;
    *location = nil;
    objc_release(value);
}

static void destroy_weak_location(id *location, id other) { objc_destroyWeak(location); }

void *objc_destructInstance(id object) {
    if (object == nil || !mr_has_header(object)) return object;
    mr_class_data *data = mr_isa(object)->data;
    if (data->has_strong_ivars) mr_ivars_visit(object, false, release_location, nil);
    if (data->has_weak_ivars) mr_ivars_visit(object, true, destroy_weak_location, nil);
    if (!has_side_table(object)) return object;
    mr_side_table_remove_associations(object);
    mr_weak_clear(object);
    return object;
}

static void make_zombie(id object, Class cls) {
    mr_side_table_free(object);
    atomic_store(&mr_header_of(object)->side, (mr_side_table *)(void *)cls);
    atomic_store(&object->isa, mr_class.zombie);
}

id object_dispose(id object) {
    if (object == nil || !mr_has_header(object)) return nil;
    Class cls = mr_isa(object);
    mr_header *header = mr_header_of(object);
    uint64_t before = atomic_fetch_or(&header->count, MR_OBJECT_DEALLOCATING);
    objc_destructInstance(object);
    uint64_t after = atomic_load_explicit(&header->count, memory_order_acquire);
    // The caller may dispose of an object directly, without a release, while its count is still one.
    if (after >> MR_OBJECT_COUNT_SHIFT && (before & MR_OBJECT_DEALLOCATING)) {
        mr_fatal(
            "object %p of class %s was retained while it was deallocated: %llu owners would be left with freed memory",
            (void *)object, class_getName(cls), (unsigned long long)(after >> MR_OBJECT_COUNT_SHIFT));
    }
    mr_count_instance(cls, -1);
    mr_trace(.kind = MR_TRACE_OBJECT_DEALLOCATED, .object = object, .cls = cls);
    if (MR_UNLIKELY(mr_debug.zombies)) {
        make_zombie(object, cls);
        return nil;
    }
    bool is_kept = has_side_table(object) && mr_side_table_free(object);
    if (!is_kept && !(before & MR_OBJECT_PLACED)) free(header);
    return nil;
}

// ── Tagged pointers ─────────────────────────────────────────────────────────────────────────────────

Class mr_tagged_classes[MR_TAG_COUNT];

bool mr_tag_register(unsigned int tag, Class cls) {
    if (tag >= MR_TAG_COUNT || cls == Nil) return false;
    mr_lock_acquire(&mr_runtime_lock);
    bool free = mr_tagged_classes[tag] == Nil || mr_tagged_classes[tag] == cls;
    if (free) mr_tagged_classes[tag] = cls;
    mr_lock_release(&mr_runtime_lock);
    if (free) mr_class_set_permanent(cls);
    return free;
}

id mr_tag_make(unsigned int tag, uint64_t payload) {
    if (tag >= MR_TAG_COUNT || mr_tagged_classes[tag] == Nil || payload >> MR_TAG_PAYLOAD_BITS) return nil;
    return (id)(uintptr_t)((UINT64_C(1) << 63) | ((uint64_t)tag << MR_TAG_SHIFT) | payload);
}
