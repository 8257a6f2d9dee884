// side.c - data that few objects have: associated objects, observation info, a monitor, weak references to the object.
//
// The second word of the header points to the side table, which is allocated on first use. The side tables of objects
// without a header (classes, constants) are in one map, by address. Values are released after the lock, because a
// release may run any code.
#include <stdlib.h>

#include "internal.h"

// ── The side table ──────────────────────────────────────────────────────────────────────────────────

static mr_lock headerless_lock = MR_LOCK_INIT(MR_LOCK_TABLES);
static mr_map headerless;  // object -> mr_side_table; guarded by headerless_lock

static mr_side_table *side_table_create(void) {
    mr_side_table *table = mr_allocate(sizeof *table);
    table->lock = (mr_lock)MR_LOCK_INIT(MR_LOCK_SIDE);
    return table;
}

static mr_side_table *headerless_table(id object, bool create) {
    mr_lock_acquire(&headerless_lock);
    mr_side_table *table = mr_map_get(&headerless, object);
    if (table == NULL && create) mr_map_set(&headerless, object, table = side_table_create());
    mr_lock_release(&headerless_lock);
    return table;
}

// NULL if there is none. Inline, because every observed set calls it.
static inline mr_side_table *existing_table(id object) {
    if (MR_UNLIKELY(object == nil || mr_is_tagged(object))) return NULL;
    if (MR_UNLIKELY(!mr_has_header(object))) return headerless_table(object, false);
    return atomic_load_explicit(&mr_header_of(object)->side, memory_order_acquire);
}

mr_side_table *mr_side_table_get(id object, bool create) {
    mr_side_table *table = existing_table(object);
    if (table || !create || object == nil || mr_is_tagged(object)) return table;
    if (!mr_has_header(object)) return headerless_table(object, true);
    mr_side_table *fresh = side_table_create();
    if (atomic_compare_exchange_strong(&mr_header_of(object)->side, &table, fresh)) return fresh;
    free(fresh);
    return table;
}

static void leave_alone(void *info) {}

static _Atomic(void (*)(void *info)) observation_info_destructor = leave_alone;

bool mr_side_table_free(id object) {
    mr_side_table_remove_associations(object);
    mr_side_table *table = mr_side_table_get(object, false);
    if (table == NULL) return false;
    if (mr_has_header(object)) {
        atomic_store(&mr_header_of(object)->side, NULL);
    } else {
        mr_lock_acquire(&headerless_lock);
        mr_map_remove(&headerless, object);
        mr_lock_release(&headerless_lock);
    }
    void *info = atomic_load(&table->observation_info);
    mr_weak_handle *handle = atomic_load(&table->weak_handle);
    mr_map_free(&table->weak_locations);
    mr_monitor_free(table->monitor);
    free(table->associations);
    free(table);
    void (*destructor)(void *info) = atomic_load(&observation_info_destructor);
    if (info) destructor(info);
    if (handle) mr_weak_handle_release(handle);
    return handle != NULL;
}

// ── Associated objects ──────────────────────────────────────────────────────────────────────────────

enum { OBJC_ASSOCIATION_ATOMIC = OBJC_ASSOCIATION_RETAIN & ~OBJC_ASSOCIATION_RETAIN_NONATOMIC };

static bool policy_retains(objc_AssociationPolicy policy) {
    return policy & OBJC_ASSOCIATION_RETAIN_NONATOMIC;  // the bit that RETAIN and COPY share
}

static bool policy_copies(objc_AssociationPolicy policy) {
    return (policy & OBJC_ASSOCIATION_COPY_NONATOMIC) == OBJC_ASSOCIATION_COPY_NONATOMIC;
}

static mr_association *find_locked(mr_side_table *table, const void *key) {
    for (uint32_t index = 0; index < table->association_count; index++) {
        if (table->associations[index].key == key) return &table->associations[index];
    }
    return NULL;
}

static mr_association *append_locked(mr_side_table *table) {
    if (table->association_count == table->association_capacity) {
        table->association_capacity = table->association_capacity ? table->association_capacity * 2 : 2;
        table->associations =
            mr_reallocate(table->associations, table->association_capacity * sizeof *table->associations);
    }
    return &table->associations[table->association_count++];
}

// Stores `entry` and returns the entry that it replaces.
static mr_association replace_locked(mr_side_table *table, mr_association entry) {
    mr_association old = {0}, *place = find_locked(table, entry.key);
    if (place) old = *place;
    if (entry.value) {
        *(place ? place : append_locked(table)) = entry;
    } else if (place) {
        *place = table->associations[--table->association_count];
    }
    return old;
}

void objc_setAssociatedObject(id object, const void *key, id value, objc_AssociationPolicy policy) {
    mr_side_table *table = mr_side_table_get(object, value != nil);
    if (table == NULL) return;
    if (policy_copies(policy)) {
        value = mr_send0(id, value, mr_sel.copy);
    } else if (policy_retains(policy)) {
        objc_retain(value);
    }
    mr_lock_acquire(&table->lock);
    mr_association old = replace_locked(table, (mr_association){key, value, policy});
    mr_lock_release(&table->lock);
    if (policy_retains(old.policy)) objc_release(old.value);
}

id objc_getAssociatedObject(id object, const void *key) {
    mr_side_table *table = mr_side_table_get(object, false);
    if (table == NULL) return nil;
    mr_lock_acquire(&table->lock);
    mr_association *place = find_locked(table, key);
    mr_association found = place ? *place : (mr_association){0};
    // Retains without a message, because none may be sent under the lock. The matching release is an ordinary one.
    bool keep = (found.policy & OBJC_ASSOCIATION_ATOMIC) && found.value && mr_has_header(found.value);
    if (keep) mr_root_retain(found.value);
    mr_lock_release(&table->lock);
    return keep ? objc_autorelease(found.value) : found.value;
}

static void release_associations(mr_association *associations, uint32_t count) {
    for (uint32_t index = 0; index < count; index++) {
        if (policy_retains(associations[index].policy)) objc_release(associations[index].value);
    }
    free(associations);
}

void mr_side_table_remove_associations(id object) {
    mr_side_table *table = mr_side_table_get(object, false);
    while (table) {  // releasing a value may associate another
        mr_lock_acquire(&table->lock);
        mr_association *associations = table->associations;
        uint32_t count = table->association_count;
        table->associations = NULL;
        table->association_count = table->association_capacity = 0;
        mr_lock_release(&table->lock);
        release_associations(associations, count);
        if (count == 0) return;
    }
}

void objc_removeAssociatedObjects(id object) {
    mr_side_table *table = mr_side_table_get(object, false);
    if (table == NULL) return;
    mr_lock_acquire(&table->lock);
    mr_association *removed = mr_allocate(table->association_count * sizeof *removed + 1);
    uint32_t count = 0, kept = 0;
    for (uint32_t index = 0; index < table->association_count; index++) {
        mr_association entry = table->associations[index];
        if (entry.policy & MR_ASSOCIATION_SYSTEM) {
            table->associations[kept++] = entry;
        } else {
            removed[count++] = entry;
        }
    }
    table->association_count = kept;
    mr_lock_release(&table->lock);
    release_associations(removed, count);
}

// ── Observation info ────────────────────────────────────────────────────────────────────────────────

void *mr_observation_info(id object) {
    mr_side_table *table = existing_table(object);
    return table ? atomic_load_explicit(&table->observation_info, memory_order_acquire) : NULL;
}

void mr_observation_info_set_destructor(void (*destructor)(void *info)) {
    atomic_store(&observation_info_destructor, destructor);
}

void *mr_observation_info_lock(id object) {
    mr_side_table *table = existing_table(object);
    if (MR_UNLIKELY(table == NULL)) table = mr_side_table_get(object, true);
    mr_lock_acquire(&table->lock);
    return atomic_load_explicit(&table->observation_info, memory_order_relaxed);
}

void mr_observation_info_release(id object) { mr_lock_release(&existing_table(object)->lock); }

Class mr_observation_info_unlock(id object, void *info, Class isa) {
    mr_side_table *table = existing_table(object);
    atomic_store_explicit(&table->observation_info, info, memory_order_release);
    Class old = isa && isa != mr_isa(object) ? mr_exchange_isa(object, isa) : Nil;
    mr_lock_release(&table->lock);
    if (old) mr_trace(.kind = MR_TRACE_ISA_CHANGED, .object = object, .cls = isa, .other = old);
    return old;
}
