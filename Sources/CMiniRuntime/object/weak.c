// weak.c - zeroing weak references.
//
// The side table of an object records every location that refers to the object weakly. Locations are read, registered
// and cleared under one of several locks (stripes), chosen by the object's address. Locations are cleared before their
// object is freed, so a thread that holds the stripe and finds the object in a location knows that its memory is valid.
#include <stdlib.h>

#include "../call/call.h"
#include "../message/message.h"
#include "object.h"

MR_STRIPED_LOCKS(stripes, MR_LOCK_WEAK)

static mr_lock *stripe_of(id object) { return mr_stripe(stripes, object); }

static id load(id *location) { return atomic_load_explicit((_Atomic(id) *)location, memory_order_acquire); }

static void store(id *location, id value) {
    atomic_store_explicit((_Atomic(id) *)location, value, memory_order_release);
}

// Objects that are never freed need no registration. Classes need one, because they may be disposed of.
static bool is_immortal(id object) {
    return (intptr_t)object <= 0 || mr_class_flags(mr_isa(object)) & MR_CLASS_CONSTANT;
}

// Sends no message if the class inherits NSObject's method, which returns YES.
static bool allows_weak_reference(id object) {
    if (!(mr_class_flags(mr_isa(object)) & MR_CLASS_CUSTOM_WEAK)) return true;
    return !mr_class_implements(mr_isa(object), mr_sel.allowsWeakReference) ||
           mr_send0(BOOL, object, mr_sel.allowsWeakReference);
}

// ── Weak locations ──────────────────────────────────────────────────────────────────────────────────

// What happens if the object cannot be referred to weakly. Compiled code cannot be given nil for such an object: its
// optimizer takes the result of objc_initWeak for the argument, and would release the object once too often.
typedef enum { NIL_IF_REFUSED, FATAL_IF_REFUSED } refusal;

static id register_location(id *location, id object, bool allowed, refusal refusal) {
    if (is_immortal(object)) {
        store(location, object);
        return object;
    }
    mr_side_table *table = mr_side_table_get(object, true);
    mr_lock_acquire(stripe_of(object));
    uint64_t count = mr_has_header(object) ? atomic_load_explicit(mr_count_of(object), memory_order_acquire) : 0;
    id stored = allowed && !(count & MR_OBJECT_DEALLOCATING) ? object : nil;
    if (stored) mr_map_set(&table->weak_locations, location, location);
    store(location, stored);
    mr_lock_release(stripe_of(object));
    if (stored == nil && refusal == FATAL_IF_REFUSED) {
        mr_fatal("Cannot form weak reference to instance (%p) of class %s. It is possible that this object was "
                 "over-released, or is in the process of deallocation.",
                 (void *)object, object_getClassName(object));
    }
    return stored;
}

static id init_weak(id *location, id object, refusal refusal) {
    bool allowed = is_immortal(object) || allows_weak_reference(object);
    return register_location(location, object, allowed, refusal);
}

id objc_initWeak(id *location, id object) { return init_weak(location, object, FATAL_IF_REFUSED); }
id objc_initWeakOrNil(id *location, id object) { return init_weak(location, object, NIL_IF_REFUSED); }

// Sets the location to nil. Another thread, or the object's death, may do so at the same time: do not read the object's
// memory without the lock, because it may already be freed.
static void unregister(id *location) {
    for (id object = load(location); object != nil; object = load(location)) {
        mr_lock_acquire(stripe_of(object));
        if (load(location) == object) {
            if (!is_immortal(object)) mr_map_remove(&mr_side_table_get(object, false)->weak_locations, location);
            store(location, nil);
        }
        mr_lock_release(stripe_of(object));
    }
}

static id store_weak(id *location, id object, refusal refusal) {
    bool allowed = is_immortal(object) || allows_weak_reference(object);
    // Without this lock, two threads that store at once could register the location for both objects.
    mr_lock *lock = mr_location_lock(location);
    mr_lock_acquire(lock);
    unregister(location);
    id stored = register_location(location, object, allowed, refusal);
    mr_lock_release(lock);
    return stored;
}

id objc_storeWeak(id *location, id object) { return store_weak(location, object, FATAL_IF_REFUSED); }
id objc_storeWeakOrNil(id *location, id object) { return store_weak(location, object, NIL_IF_REFUSED); }

void objc_destroyWeak(id *location) { unregister(location); }

void objc_copyWeak(id *to, id *from) {
    id object = objc_loadWeakRetained(from);
    objc_initWeakOrNil(to, object);
    objc_release(object);
}

// Moves the reference under the stripe of the object. Returns false if the location no longer refers to the object.
static bool move(id *to, id *from, id object) {
    bool isPointer = (intptr_t)object > 0;
    if (isPointer) mr_lock_acquire(stripe_of(object));
    bool isCurrent = load(from) == object;
    if (isCurrent && isPointer && !is_immortal(object)) {
        mr_map *locations = &mr_side_table_get(object, false)->weak_locations;
        mr_map_remove(locations, from);
        mr_map_set(locations, to, to);
    }
    if (isCurrent) {
        store(to, object);
        store(from, nil);
    }
    if (isPointer) mr_lock_release(stripe_of(object));
    return isCurrent;
}

// One step for other threads: what they store in `from` is stored before the move, or stays there. The object's class
// has allowed the reference, so it is not sent -allowsWeakReference again.
void objc_moveWeak(id *to, id *from) {
    if (to == from) return;
    mr_lock *lock = mr_location_lock(from);
    mr_lock_acquire(lock);
    while (!move(to, from, load(from))) continue;  // another thread has cleared the location
    mr_lock_release(lock);
}

// ── Loading ─────────────────────────────────────────────────────────────────────────────────────────

id mr_weak_load_unsettled(id *location) {
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

id objc_loadWeakRetained(id *location) { return mr_retain_settle(mr_weak_load_unsettled(location)); }

id objc_loadWeak(id *location) { return objc_autorelease(objc_loadWeakRetained(location)); }

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
    mr_lock_release(stripe_of(object));
}
