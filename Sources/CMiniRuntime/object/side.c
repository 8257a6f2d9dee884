// side.c - data that few objects have: associated objects, a monitor, weak references to the object.
//
// The second word of the header points to the side table, which is allocated on first use. The side tables of objects
// without a header (classes, constants) are in one map, by address. Values are released after the lock, because a
// release may run foreign code.
#include <stdlib.h>

#include "../message/message.h"
#include "object.h"

// ── The side table ──────────────────────────────────────────────────────────────────────────────────

// object -> mr_side_table; guarded by headerless_lock
static MR_GLOBAL_LOCK(headerless_lock, MR_LOCK_TABLES) static mr_map headerless;

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

// A side table could not be freed with the object, because the runtime does not see its end.
static _Noreturn void refuse_native(id object) {
    mr_fatal("object %p of class %s is counted by Swift: it can have no associated objects, no @synchronized, and no "
             "weak references from Objective-C",
             (void *)object, object_getClassName(object));
}

mr_side_table *mr_side_table_get(id object, bool create) {
    if (MR_UNLIKELY(object == nil || mr_is_tagged(object))) return NULL;
    if (MR_UNLIKELY(!mr_has_header(object))) {
        if (create && mr_is_native(object)) refuse_native(object);
        return headerless_table(object, create);
    }
    mr_side_table *table = atomic_load_explicit(&mr_header_of(object)->side, memory_order_acquire);
    if (table || !create) return table;
    mr_side_table *fresh = side_table_create();
    if (atomic_compare_exchange_strong(&mr_header_of(object)->side, &table, fresh)) return fresh;
    free(fresh);
    return table;
}

void mr_side_table_free(id object) {
    mr_side_table_remove_associations(object, true);
    mr_side_table *table = mr_side_table_get(object, false);
    if (table == NULL) return;
    if (mr_has_header(object)) {
        atomic_store(&mr_header_of(object)->side, NULL);
    } else {
        mr_lock_acquire(&headerless_lock);
        mr_map_remove(&headerless, object);
        mr_lock_release(&headerless_lock);
    }
    mr_map_free(&table->weak_locations);
    mr_monitor_free(table->monitor);
    free(table->associations);
    free(table);
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
    // Retains without a message, because none may be sent under the lock.
    bool atomic = found.policy & OBJC_ASSOCIATION_ATOMIC;
    if (atomic) mr_retain_begin(found.value);
    mr_lock_release(&table->lock);
    return atomic ? objc_autorelease(mr_retain_settle(found.value)) : found.value;
}

// Removes the associations from the table and stores their array in `*taken`. Puts those for life back unless the
// object is dying. Returns the number of associations in the array.
static uint32_t take_locked(mr_side_table *table, bool dying, mr_association **taken) {
    uint32_t count = table->association_count, kept = 0;
    mr_association *all = *taken = table->associations;
    table->associations = NULL;
    table->association_count = table->association_capacity = 0;
    if (dying) return count;
    for (uint32_t index = 0; index < count; index++) {
        if (all[index].policy & MR_ASSOCIATION_FOR_LIFE) {
            *append_locked(table) = all[index];
        } else {
            all[kept++] = all[index];
        }
    }
    return kept;
}

void mr_side_table_remove_associations(id object, bool dying) {
    mr_side_table *table = mr_side_table_get(object, false);
    while (table) {  // releasing a value may associate another
        mr_association *taken;
        mr_lock_acquire(&table->lock);
        uint32_t count = take_locked(table, dying, &taken);
        mr_lock_release(&table->lock);
        for (uint32_t index = 0; index < count; index++) {
            if (policy_retains(taken[index].policy)) objc_release(taken[index].value);
        }
        free(taken);
        if (count == 0) return;
    }
}

void objc_removeAssociatedObjects(id object) { mr_side_table_remove_associations(object, false); }
