// object.c - the life of an object: creation and retain count. isa.c contains its isa, dealloc.c its end.
//
//             header                      id
//      ┌───────────────┬────────────┬──── ▼ ───┬───────────┐
//      │  count word   │ side table │   isa    │ ivars ... │
//      └───────────────┴────────────┴──────────┴───────────┘
//            count.h     on first use
//
// The count word contains the number of owners, the number of holds, and flags. Only the release that takes the owners
// to zero sets DEALLOCATING and sends -dealloc; a direct object_dispose sets it and sends nothing. From then on neither
// a weak reference nor a hold can bring the object back.
#include <stdlib.h>
#include <string.h>

#include "../boot/boot.h"
#include "../message/message.h"
#include "object.h"

// ── Counting instances ──────────────────────────────────────────────────────────────────────────────
// A class counts its instances in stripes, one cache line each, so that threads that create and free instances of one
// class do not all write to the same line. Each thread uses one stripe. An instance that is freed on another thread may
// be counted as created in one stripe and as freed in another.

void mr_count_instances(Class cls, ptrdiff_t change) {
    static _Atomic(size_t) threads;
    static _Thread_local size_t number;  // of this thread, from 1 on
    if (MR_UNLIKELY(number == 0)) number = atomic_fetch_add(&threads, 1) + 1;
    _Atomic(size_t) *stripe = mr_counted_class(cls)->data->counts[number % MR_COUNT_STRIPES];
    atomic_fetch_add_explicit(&stripe[change > 0 ? MR_COUNT_MADE : MR_COUNT_ENDED], (size_t)change,
                              memory_order_release);
}

// Reads the counts of freed instances before those of created ones, so every instance that it subtracts has also been
// added. While other threads create and free instances, the sum may include some of those instances, but it never
// leaves out an instance that stays alive. A class in use is therefore never disposed of.
size_t mr_instance_count(Class cls) {
    size_t sum = 0;
    for (int index = 0; cls && cls->data->counts && index < 2 * MR_COUNT_STRIPES; index++) {
        _Atomic(size_t) *stripe = cls->data->counts[index % MR_COUNT_STRIPES];
        sum += atomic_load_explicit(&stripe[index / MR_COUNT_STRIPES], memory_order_acquire);
    }
    return sum;
}

void mr_object_set_aside(id object, bool isAside) { mr_count_instances(mr_isa(object), isAside ? -1 : +1); }

// ── Creation ────────────────────────────────────────────────────────────────────────────────────────

size_t mr_header_size(void) { return sizeof(mr_header); }

// Runs the constructors of ivars of C++ types, those of superclasses first.
static __attribute__((noinline)) void run_constructors(id object, Class cls) {
    if (!(cls->data->owns & MR_OWNS_CONSTRUCTOR)) return;
    if (mr_superclass(cls)) run_constructors(object, mr_superclass(cls));
    if (cls->data->constructor) ((id(*)(id, SEL))(void *)cls->data->constructor)(object, NULL);
}

static id construct(Class cls, void *bytes, uint64_t flags) {
    id object = bytes;
    atomic_init(mr_count_of(object), MR_OBJECT_ONE | flags);
    atomic_init(&object->isa, cls);
    mr_count_instances(cls, +1);
    if (MR_UNLIKELY(cls->data->owns & MR_OWNS_CONSTRUCTOR)) run_constructors(object, cls);
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

// Another thread may be setting the original's ivars, so each word is copied with one atomic access.
static void copy_ivars(id copy, id object, size_t size) {
    _Atomic(uint64_t) *to = (void *)copy, *from = (void *)object;
    size_t words = size / sizeof *to;
    for (size_t index = 1; index < words; index++) {
        atomic_store_explicit(&to[index], atomic_load_explicit(&from[index], memory_order_relaxed),
                              memory_order_relaxed);
    }
    memcpy(to + words, from + words, size % sizeof *to);
}

// copy_ivars copies references to objects without retaining the objects. The functions below replace them with the
// objects that the original's ivars refer to now. `pair` contains the original and its copy.
static id *original_location(const id *location, const id *pair) {
    return (id *)((char *)pair[0] + ((char *)location - (char *)pair[1]));
}

static void copy_strong_location(id *location, id pair) {
    *location = mr_strong_load(original_location(location, (id *)pair));
}

static void copy_weak_location(id *location, id pair) {
    objc_copyWeak(location, original_location(location, (id *)pair));
}

id object_copy(id object, size_t size) {
    if (object == nil || mr_is_tagged(object) || !mr_has_header(object)) return object;
    size_t ivars = class_getInstanceSize(mr_isa(object));
    id copy = class_createInstance(mr_isa(object), size > ivars ? size - ivars : 0);
    if (copy == nil) return nil;
    copy_ivars(copy, object, size > ivars ? size : ivars);
    id pair[2] = {object, copy};
    mr_ivars_visit(copy, false, copy_strong_location, (id)pair);
    mr_ivars_visit(copy, true, copy_weak_location, (id)pair);
    return copy;
}

// ── Retain count ────────────────────────────────────────────────────────────────────────────────────

static _Noreturn __attribute__((noinline)) void retained_too_often(id object) {
    mr_fatal("object %p of class %s was retained too often", (void *)object, object_getClassName(object));
}

id mr_root_retain(id object) {
    uint64_t before = atomic_fetch_add_explicit(mr_count_of(object), MR_OBJECT_ONE, MR_RETAIN_ORDER);
    if (MR_UNLIKELY(mr_word_is_full(before))) retained_too_often(object);
    return object;
}

static bool retain_headerless(id object) {
    if (mr_class_flags(mr_isa(object)) & MR_CLASS_NATIVE) return mr_native.retain_if_alive(object);
    return mr_isa(object) != mr_class.zombie;
}

bool mr_retain_if_alive(id object) {
    if ((intptr_t)object <= 0) return true;  // nil or tagged
    if (MR_UNLIKELY(!mr_has_header(object))) return retain_headerless(object);
    uint64_t before = atomic_load_explicit(mr_count_of(object), memory_order_relaxed);
    do {
        if (!mr_word_is_alive(before)) return false;
    } while (!atomic_compare_exchange_weak_explicit(mr_count_of(object), &before, before + MR_OBJECT_ONE,
                                                    MR_RETAIN_ORDER, memory_order_relaxed));
    if (MR_UNLIKELY(mr_word_is_full(before))) retained_too_often(object);
    return true;
}

static inline uint64_t count_word(id object) { return atomic_load_explicit(mr_count_of(object), memory_order_acquire); }

bool mr_object_is_constant(id object) {
    return (intptr_t)object > 0 && mr_class_flags(mr_isa(object)) & MR_CLASS_CONSTANT;
}

bool mr_object_is_dead(id object) {
    if ((intptr_t)object <= 0) return false;
    return mr_isa(object) == mr_class.zombie || (mr_has_header(object) && count_word(object) & MR_OBJECT_DISPOSED);
}

// object_dispose has stored a zombie's class in its header.
Class mr_object_last_class(id object) {
    Class cls = mr_isa(object);
    return cls == mr_class.zombie ? (Class)(void *)atomic_load(&mr_header_of(object)->side) : cls;
}

bool mr_object_is_dying(id object) {
    return (intptr_t)object > 0 && mr_has_header(object) && count_word(object) & MR_OBJECT_DEALLOCATING;
}

bool mr_retain_if_present(id object) {
    if (mr_retain_if_alive(object)) return true;
    if (!mr_has_header(object) || mr_object_is_dead(object) || !mr_runs_dealloc_of(object)) return false;
    mr_root_retain(object);
    return true;
}

// A dealloc runs as if nothing had been raised: what it does is no part of the calls that have failed.
static void send_dealloc(id object) {
    id before = mr_exception_pending() ? mr_exception_take() : nil;
    mr_send0(void, object, mr_sel.dealloc);
    mr_exception_put_back(before);
}

// Not inlined, because few releases are the last. `before` is the count word that the release found.
static __attribute__((noinline)) void release_last(id object, uint64_t before, bool isMarked) {
    if (before < MR_OBJECT_ONE) {
        mr_fatal("object %p of class %s was released more often than it was retained", (void *)object,
                 object_getClassName(object));
    }
    if (before & MR_OBJECT_DEALLOCATING) return;  // its own dealloc retained and released it
    // No thread has retained it since the release: mr_retain_if_alive refuses an object without owners.
    if (!isMarked) atomic_fetch_or_explicit(mr_count_of(object), MR_OBJECT_DEALLOCATING, memory_order_relaxed);
    if (mr_has_side_table(object)) mr_weak_clear(object);
    if (isMarked) {
        send_dealloc(object);
        return;
    }
    mr_dealloc_scope scope;
    mr_dealloc_begin(&scope, object, MR_DEALLOC_RUNS);
    send_dealloc(object);
    mr_dealloc_end(&scope);
}

// Removes an owner, and returns whether it was the last one: the caller then calls release_last.
static inline bool remove_owner(id object, uint64_t *before, bool *isMarked) {
    _Atomic(uint64_t) *count = mr_count_of(object);
    *before = MR_OBJECT_ONE;
    // Most objects have no other owners, holds or flags when they die: one atomic operation removes the owner and sets
    // DEALLOCATING.
    *isMarked = atomic_load_explicit(count, memory_order_relaxed) == *before &&
                atomic_compare_exchange_strong_explicit(count, before, MR_OBJECT_DEALLOCATING, MR_RELEASE_ORDER,
                                                        memory_order_relaxed);
    if (!*isMarked) *before = atomic_fetch_sub_explicit(count, MR_OBJECT_ONE, MR_RELEASE_ORDER);
    return MR_UNLIKELY(mr_word_was_last(*before));
}

void mr_root_release(id object) {
    uint64_t before;
    bool isMarked;
    if (remove_owner(object, &before, &isMarked)) release_last(object, before, isMarked);
}

// Whether retaining or releasing this object takes more than an atomic addition.
static inline uint32_t special_counting(id object) {
    return mr_class_flags(mr_isa(object)) & (MR_CLASS_HEADERLESS | MR_CLASS_CUSTOM_RR);
}

static __attribute__((noinline)) bool is_uncounted(id object, SEL sel) {
    uint32_t flags = mr_class_flags(mr_isa(object));
    if (flags & MR_CLASS_ZOMBIE) mr_zombie_messaged(object, sel);
    return flags & MR_CLASS_UNCOUNTED;
}

// Not inlined, here and in other places, so that the path that most objects take needs no stack frame.
static __attribute__((noinline)) id retain_specially(id object) {
    if (is_uncounted(object, mr_sel.retain)) return object;
    if (!mr_is_native(object)) return mr_send0(id, object, mr_sel.retain);
    mr_native.retain(object);
    return object;
}

id objc_retain(id object) {
    if ((intptr_t)object <= 0) return object;  // nil or tagged
    return MR_UNLIKELY(special_counting(object)) ? retain_specially(object) : mr_root_retain(object);
}

static __attribute__((noinline)) void release_specially(id object) {
    if (is_uncounted(object, mr_sel.release)) return;
    if (mr_is_native(object)) mr_native.release(object);
    else mr_send0(void, object, mr_sel.release);
}

void objc_release(id object) {
    if ((intptr_t)object <= 0) return;
    if (MR_UNLIKELY(special_counting(object))) release_specially(object);
    else mr_root_release(object);
}

void mr_reference_retain(struct mr_reference *reference) { objc_retain((id)(void *)reference); }

// The part of a release from Swift that runs methods: -release of the object's class, or else -dealloc.
static __attribute__((noinline)) void run_release(id object, bool isSpecial, uint64_t before, bool isMarked) {
    id raisedBefore = mr_pending_exception;
    size_t height = mr_pools.count;
    if (isSpecial) release_specially(object);
    else release_last(object, before, isMarked);
    if (MR_UNLIKELY(mr_pools.count > height) && mr_pools.pools == 0) mr_pools_release_down_to(height);
    if (mr_pending_exception != raisedBefore && mr_try_count == 0) mr_exception_uncaught();
}

void mr_reference_release(struct mr_reference *reference) {
    id object = (id)(void *)reference;
    if ((intptr_t)object <= 0) return;
    uint64_t before = 0;
    bool isMarked = false, isSpecial = MR_UNLIKELY(special_counting(object));
    if (isSpecial || remove_owner(object, &before, &isMarked)) run_release(object, isSpecial, before, isMarked);
}

void mr_retain_begin(id object) {
    if (object == nil) return;
    if (mr_has_header(object)) mr_root_retain(object);
    else if (mr_is_native(object)) mr_native.retain(object);
}

static __attribute__((noinline)) id settle_specially(id object) {
    if (is_uncounted(object, mr_sel.retain) || mr_is_native(object)) return object;
    mr_send0(id, object, mr_sel.retain);
    mr_root_release(object);
    return object;
}

id mr_retain_settle(id object) {
    return (intptr_t)object > 0 && MR_UNLIKELY(special_counting(object)) ? settle_specially(object) : object;
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
    return (size_t)(atomic_load(mr_count_of(object)) >> MR_OBJECT_COUNT_SHIFT);
}

bool mr_object_is_unshared(id object, unsigned owners) {
    const mr_header *header = mr_header_of(object);
    return atomic_load_explicit(&header->count, memory_order_acquire) == owners * MR_OBJECT_ONE &&
           atomic_load_explicit(&header->side, memory_order_relaxed) == NULL;
}
