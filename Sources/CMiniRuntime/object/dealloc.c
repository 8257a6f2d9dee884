// dealloc.c - the end of an object: the deallocs that run, what an object owned, its disposal, and holds on its memory.
//
// The object's disposal or its last hold frees the memory, whichever comes last.
#include <stdlib.h>

#include "../boot/boot.h"
#include "object.h"

// ── Running deallocs ────────────────────────────────────────────────────────────────────────────────

// The deallocs that this thread is running, innermost first. Objects without holds and flags, which nobody asks about,
// are left out.
static _Thread_local mr_dealloc_scope *deallocs;

void mr_dealloc_begin(mr_dealloc_scope *scope, id object, mr_dealloc_purpose purpose) {
    *scope = (mr_dealloc_scope){object, deallocs, purpose, false, nil};
    deallocs = scope;
}

void mr_dealloc_end(mr_dealloc_scope *scope) { deallocs = scope->outer; }

// Returns the innermost scope of an object that is open for one of these purposes; NULL if there is none.
static mr_dealloc_scope *scope_of(id object, unsigned purposes) {
    mr_dealloc_scope *scope = deallocs;
    while (scope && (scope->object != object || !(scope->purpose & purposes))) scope = scope->outer;
    return scope;
}

bool mr_runs_dealloc_of(id object) { return scope_of(object, ~0u) != NULL; }

static bool defers_disposal(id object) {
    mr_dealloc_scope *scope = scope_of(object, MR_DEALLOC_DEFERS_DISPOSAL);
    return scope && (scope->is_disposed = true);
}

void mr_dealloc_leave(id object, id remains) {
    mr_dealloc_scope *scope = scope_of(object, MR_DEALLOC_TAKES_REMAINS);
    if (scope == NULL) return;
    assert(scope->remains == nil);
    scope->remains = objc_retain(remains);
}

// ── Contents ────────────────────────────────────────────────────────────────────────────────────

static void release_location(id *location, id other) {
    id value = *location;
    *location = nil;
    objc_release(value);
}

static void destroy_weak_location(id *location, id other) { objc_destroyWeak(location); }

// Destructors set the ivars that they release to nil, so the visit of the layouts that follows releases nothing twice.
static __attribute__((noinline)) void run_destructors(id object) {
    for (Class cls = mr_isa(object); cls && cls->data->owns & MR_OWNS_DESTRUCTOR; cls = mr_superclass(cls)) {
        if (cls->data->destructor) ((void (*)(id, SEL))(void *)cls->data->destructor)(object, NULL);
    }
}

static void destroy_ivars(id object, uint8_t owned) {
    if (MR_UNLIKELY(owned & MR_OWNS_DESTRUCTOR)) run_destructors(object);
    if (owned & MR_OWNS_STRONG) mr_ivars_visit(object, false, release_location, nil);
    if (owned & MR_OWNS_WEAK) mr_ivars_visit(object, true, destroy_weak_location, nil);
}

void *objc_destructInstance(id object) {
    if (object == nil || !mr_has_header(object)) return object;
    uint8_t owned = mr_isa(object)->data->owns;
    if (owned) destroy_ivars(object, owned);
    if (!mr_has_side_table(object)) return object;
    mr_side_table_remove_associations(object, true);
    mr_weak_clear(object);
    return object;
}

// ── The end ─────────────────────────────────────────────────────────────────────────────────────────

static void free_held(id object) {
    Class cls = mr_isa(object);
    free(mr_header_of(object));
    mr_class_let_go(cls);
}

// Ends an object whose memory stays allocated, because it has holds or becomes a zombie. Its class stays allocated as
// well, because the flags of the class are read through the isa.
static __attribute__((noinline)) id leave_memory(id object) {
    Class cls = mr_isa(object);
    atomic_fetch_add_explicit(&cls->data->keepers, 1, memory_order_relaxed);
    mr_count_instances(cls, -1);
    if (mr_debug.zombies) {
        atomic_store(&mr_header_of(object)->side, (mr_side_table *)(void *)cls);
        atomic_store(&object->isa, mr_class.zombie);
        return nil;
    }
    uint64_t before = atomic_fetch_or_explicit(mr_count_of(object), MR_OBJECT_DISPOSED, MR_DISPOSE_ORDER);
    assert(!(before & MR_OBJECT_DISPOSED));
    if (mr_word_is_over(before | MR_OBJECT_DISPOSED)) free_held(object);
    return nil;
}

// A deinit in Swift retains self while it runs, and passes that reference to the superclass's -dealloc.
static size_t owners_in_deinit(Class cls) {
    size_t owners = 0;
    for (; cls; cls = mr_superclass(cls)) owners += (mr_class_flags(cls) & MR_CLASS_DEINIT) != 0;
    return owners;
}

id object_dispose(id object) {
    if (object == nil || !mr_has_header(object) || MR_UNLIKELY(deallocs && defers_disposal(object))) return nil;
    Class cls = mr_isa(object);
    uint64_t before = atomic_load_explicit(mr_count_of(object), memory_order_relaxed);
    // The flag is already set, unless the caller disposes of the object directly, without a release.
    if (!(before & MR_OBJECT_DEALLOCATING)) before = atomic_fetch_or(mr_count_of(object), MR_OBJECT_DEALLOCATING);
    objc_destructInstance(object);
    uint64_t after = atomic_load_explicit(mr_count_of(object), memory_order_acquire);
    // A direct disposal finds the count at one, which is no error.
    if (MR_UNLIKELY(after >> MR_OBJECT_COUNT_SHIFT) && (before & MR_OBJECT_DEALLOCATING) &&
        after >> MR_OBJECT_COUNT_SHIFT > owners_in_deinit(cls)) {
        mr_fatal(
            "object %p of class %s was retained while it was deallocated: %llu owners would be left with freed memory",
            (void *)object, class_getName(cls), (unsigned long long)(after >> MR_OBJECT_COUNT_SHIFT));
    }
    mr_trace(.kind = MR_TRACE_OBJECT_DEALLOCATED, .object = object, .cls = cls);
    if (MR_UNLIKELY(after & MR_OBJECT_OBSERVED)) mr_object_died(object);
    if (mr_has_side_table(object)) mr_side_table_free(object);
    uint64_t last = atomic_load_explicit(mr_count_of(object), MR_DISPOSE_LOAD_ORDER);
    if (MR_UNLIKELY(last & MR_OBJECT_HOLDS || mr_debug.zombies)) return leave_memory(object);
    // No hold can be added any more, because only owners and holders add holds. See docs/holds.md.
    mr_count_instances(cls, -1);
    if (!(last & MR_OBJECT_PLACED)) free(mr_header_of(object));
    return nil;
}

// ── Holds ───────────────────────────────────────────────────────────────────────────────────────────

static inline uint64_t change_holds(id object, uint64_t (*next)(uint64_t word), int order) {
    uint64_t before = atomic_load_explicit(mr_count_of(object), memory_order_relaxed), after;
    do after = next(before);
    while (!atomic_compare_exchange_weak_explicit(mr_count_of(object), &before, after, order, memory_order_relaxed));
    return after;
}

void mr_hold(id object) {
    if (object == nil) return;
    if (mr_has_header(object)) change_holds(object, mr_word_with_hold, MR_HOLD_ORDER);
    else if (mr_is_native(object)) mr_native.hold(object);
}

void mr_unhold(id object) {
    if (object == nil) return;
    bool isOurs = mr_has_header(object);
    if (!isOurs && mr_is_native(object)) mr_native.unhold(object);
    if (isOurs && mr_word_is_over(change_holds(object, mr_word_without_hold, MR_UNHOLD_ORDER))) free_held(object);
}

bool mr_can_be_held(id object) {
    if (object == nil || !mr_has_header(object)) return !object_isClass(object);
    return !(atomic_load_explicit(mr_count_of(object), memory_order_relaxed) & MR_OBJECT_PLACED);
}
