// weak.c - zeroing weak references.
//
// The side table of an object records every location that refers to the object weakly. Locations are read, registered
// and cleared under one of several locks (stripes), chosen by the object's address. Locations are cleared before their
// object is freed, so a thread that holds the stripe and finds the object in a location knows that its memory is valid.
#include <stdlib.h>

#include "internal.h"

enum { STRIPES = 64 };

static mr_lock stripes[STRIPES];

__attribute__((constructor(101))) static void make_stripes(void) {
    for (int index = 0; index < STRIPES; index++) stripes[index] = (mr_lock)MR_LOCK_INIT(MR_LOCK_WEAK);
}

static mr_lock *stripe_of(id object) { return &stripes[((uintptr_t)object >> 5) % STRIPES]; }

static id load(id *location) { return atomic_load_explicit((_Atomic(id) *)location, memory_order_acquire); }

static void store(id *location, id value) {
    atomic_store_explicit((_Atomic(id) *)location, value, memory_order_release);
}

// Objects that are never freed need no registration.
static bool is_immortal(id object) { return object == nil || !mr_has_header(object); }

static bool allows_weak_reference(id object) {
    return !mr_class_implements(mr_isa(object), mr_sel.allowsWeakReference) ||
           mr_send0(BOOL, object, mr_sel.allowsWeakReference);
}

// ── Weak locations ──────────────────────────────────────────────────────────────────────────────────

id objc_initWeak(id *location, id object) {
    if (is_immortal(object)) {
        store(location, object);
        return object;
    }
    bool allowed = allows_weak_reference(object);
    mr_side_table *table = mr_side_table_get(object, true);
    mr_lock_acquire(stripe_of(object));
    uint64_t count = atomic_load_explicit(&mr_header_of(object)->count, memory_order_acquire);
    id stored = allowed && !(count & MR_OBJECT_DEALLOCATING) ? object : nil;
    if (stored) mr_map_set(&table->weak_locations, location, location);
    store(location, stored);
    mr_lock_release(stripe_of(object));
    return stored;
}

// Sets the location to nil. Another thread, or the object's death, may do so at the same time.
static void unregister(id *location) {
    for (id object = load(location); object != nil; object = load(location)) {
        if (is_immortal(object)) {
            store(location, nil);
            return;
        }
        mr_lock_acquire(stripe_of(object));
        if (load(location) == object) {
            mr_map_remove(&mr_side_table_get(object, false)->weak_locations, location);
            store(location, nil);
        }
        mr_lock_release(stripe_of(object));
    }
}

id objc_storeWeak(id *location, id object) {
    unregister(location);
    return objc_initWeak(location, object);
}

void objc_destroyWeak(id *location) { unregister(location); }

void objc_copyWeak(id *to, id *from) {
    id object = objc_loadWeakRetained(from);
    objc_initWeak(to, object);
    objc_release(object);
}

void objc_moveWeak(id *to, id *from) {
    objc_copyWeak(to, from);
    objc_destroyWeak(from);
}

// ── Loading ─────────────────────────────────────────────────────────────────────────────────────────

bool mr_retain_if_alive(id object) { return is_immortal(object) || mr_try_retain(object); }

id objc_loadWeakRetained(id *location) {
    for (;;) {
        id object = load(location);
        if ((intptr_t)object <= 0) return object;  // nil or tagged: must not be dereferenced
        mr_lock_acquire(stripe_of(object));
        bool current = load(location) == object;
        bool alive = current && mr_retain_if_alive(object);
        mr_lock_release(stripe_of(object));
        if (current) return alive ? object : nil;
    }
}

id objc_loadWeak(id *location) { return objc_autorelease(objc_loadWeakRetained(location)); }

// ── Handles ─────────────────────────────────────────────────────────────────────────────────────────
// A handle keeps the memory of its object allocated, even after the object's death, until the last owner releases the
// handle. A load therefore takes no lock: it only tries to retain the object. Objects that the runtime cannot keep
// allocated (classes, constants, and objects in memory of the caller) are loaded under the stripe lock.

struct mr_weak_handle {
    _Atomic(uintptr_t) object;  // address and flags
    _Atomic(size_t) owners;     // including the object's side table, until the object is disposed of
};
enum { HANDLE_BORROWS = 1, HANDLE_CLEARED = 2, HANDLE_FLAGS = HANDLE_BORROWS | HANDLE_CLEARED };

static mr_weak_handle *make_handle(uintptr_t object, size_t owners) {
    mr_weak_handle *handle = mr_allocate(sizeof *handle);
    atomic_init(&handle->object, object);
    atomic_init(&handle->owners, owners);
    return handle;
}

// The flags in the object's header. An object without one counts as placed in borrowed memory.
static uint64_t flags_of(id object) {
    return mr_has_header(object) ? atomic_load(&mr_header_of(object)->count) : MR_OBJECT_PLACED;
}

// The first handle of an object is also owned by its side table.
static mr_weak_handle *share_handle(id object, mr_side_table *table) {
    mr_lock_acquire(stripe_of(object));
    mr_weak_handle *handle = atomic_load_explicit(&table->weak_handle, memory_order_relaxed);
    uint64_t flags = flags_of(object);
    if (handle) {
        atomic_fetch_add_explicit(&handle->owners, 1, memory_order_relaxed);
    } else if (flags & MR_OBJECT_DEALLOCATING) {
        handle = make_handle(0, 1);
    } else {
        handle = make_handle((uintptr_t)object | (flags & MR_OBJECT_PLACED ? HANDLE_BORROWS : 0), 2);
        atomic_store_explicit(&table->weak_handle, handle, memory_order_release);
    }
    mr_lock_release(stripe_of(object));
    return handle;
}

mr_weak_handle *mr_weak_handle_create(id object) {
    if (object == nil || mr_is_tagged(object)) return make_handle((uintptr_t)object, 1);
    mr_side_table *table = mr_side_table_get(object, true);
    mr_weak_handle *handle = atomic_load_explicit(&table->weak_handle, memory_order_acquire);
    if (handle == NULL) return share_handle(object, table);
    atomic_fetch_add_explicit(&handle->owners, 1, memory_order_relaxed);
    return handle;
}

void mr_weak_handle_release(mr_weak_handle *handle) {
    if (atomic_fetch_sub_explicit(&handle->owners, 1, memory_order_acq_rel) > 1) return;
    uintptr_t object = atomic_load_explicit(&handle->object, memory_order_relaxed);
    bool keeps = (intptr_t)object > 0 && !(object & HANDLE_BORROWS);
    if (keeps && !mr_debug.zombies) free(mr_header_of((id)(object & ~(uintptr_t)HANDLE_FLAGS)));
    free(handle);
}

static __attribute__((noinline)) id load_borrowed(mr_weak_handle *handle, id object) {
    mr_lock_acquire(stripe_of(object));
    bool alive = !(atomic_load(&handle->object) & HANDLE_CLEARED) && mr_retain_if_alive(object);
    mr_lock_release(stripe_of(object));
    return alive ? object : nil;
}

id mr_weak_handle_load(mr_weak_handle *handle) {
    uintptr_t object = atomic_load_explicit(&handle->object, memory_order_acquire);
    if ((intptr_t)object <= 0) return (id)object;  // nil or tagged
    if (MR_UNLIKELY(object & HANDLE_CLEARED)) return nil;
    if (MR_UNLIKELY(object & HANDLE_BORROWS)) return load_borrowed(handle, (id)(object & ~(uintptr_t)HANDLE_FLAGS));
    return mr_try_retain((id)object) ? (id)object : nil;
}

// ── Clearing ────────────────────────────────────────────────────────────────────────────────────────

void mr_weak_clear(id object) {
    mr_side_table *table = mr_side_table_get(object, false);
    if (table == NULL) return;
    mr_lock_acquire(stripe_of(object));
    mr_map *locations = &table->weak_locations;
    for (uint32_t index = 0; index < locations->capacity; index++) {
        id *location = locations->entries[index].value;
        if (location) store(location, nil);
    }
    mr_map_free(locations);
    mr_weak_handle *handle = atomic_load(&table->weak_handle);
    // objc_destructInstance may be called on an object that is not disposed of afterwards: its handle stays valid.
    bool ends = flags_of(object) & (MR_OBJECT_DEALLOCATING | MR_OBJECT_PLACED);
    if (handle && ends) atomic_fetch_or(&handle->object, HANDLE_CLEARED);
    mr_lock_release(stripe_of(object));
}
