// registry.c - who observes what: an entry for each observed object, with a list for each key; and their isa.
//
// The structures are drawn in observing.h. An entry exists as long as its object has observances. The table and the isa
// change under one acquisition of the stripe's lock. Readers get snapshots: a list without an array hands out its only
// observance, another one its array.
#include "observing-internal.h"

kvo_stripe kvo_stripes[KVO_STRIPES];

// Priority 102: runs after the constructors of the runtime (101), which initialize its locks.
__attribute__((constructor(102))) static void make_stripes(void) {
    for (int index = 0; index < KVO_STRIPES; index++) kvo_stripes[index].lock = mr_lock_create_apart(MR_LOCK_OBSERVED);
}

// ── Lists. Need the lock of the stripe ──────────────────────────────────────────────────────────────

static kvo_list *list_in(kvo_object *entry, const kvc_key *key) {
    if (entry == NULL) return NULL;
    if (entry->first.key == key && !kvo_list_is_empty(&entry->first)) return &entry->first;
    return kvo_set_find(&entry->others, key);
}

// Replaces the array of a list by one for `capacity` items, without the removed ones.
static void renew(kvo_list *list, uint32_t capacity, kvo_garbage *garbage) {
    kvo_observances *old = list->several;
    list->several = kvo_observances_create(old, capacity);
    if (old == NULL) return;
    old->next = garbage->arrays;
    garbage->arrays = old;
}

static void append(kvo_list *list, kvo_observance *observance, kvo_garbage *garbage) {
    if (kvo_list_is_empty(list)) {
        list->only = kvo_observance_retain(observance);
        return;
    }
    kvo_observances *several = list->several;
    if (several == NULL) {
        renew(list, 2, garbage);
        kvo_observances_append(list->several, list->only);
        atomic_fetch_sub_explicit(&list->only->owners, 1, memory_order_relaxed);  // the array owns it now
        list->only = NULL;
    } else if (several->count == several->capacity) {
        renew(list, several->live * 2 > several->capacity ? several->capacity * 2 : several->capacity, garbage);
    }
    kvo_observances_append(list->several, observance);
}

// Removes an observance from its list, which may be empty afterwards.
static void remove_from_list(kvo_list *list, kvo_observance *observance, kvo_garbage *garbage) {
    atomic_store_explicit(&observance->removed, true, memory_order_release);
    kvo_observances *several = list->several;
    if (several == NULL) {
        assert(list->only == observance && atomic_load(&observance->owners) > 1);
        list->only = NULL;
        atomic_fetch_sub_explicit(&observance->owners, 1, memory_order_release);
    } else if (--several->live == 0) {
        list->several = NULL;
        several->next = garbage->arrays;
        garbage->arrays = several;
    } else if (several->capacity < KVO_INDEXED && atomic_load_explicit(&several->owners, memory_order_acquire) == 1) {
        kvo_observances_remove(several, observance);
    } else if (several->live * 4 <= several->capacity) {
        renew(list, several->capacity / 2, garbage);
    }
}

// ── Entries. Need the lock of the stripe ────────────────────────────────────────────────────────────

static kvo_object *add_object(kvo_stripe *stripe, id object) {
    kvo_object *entry = mr_allocate(sizeof *entry);
    entry->object = object;
    kvo_set_add(&stripe->objects, entry);
    mr_object_set_observed(object, true);
    return entry;
}

static kvo_list *add_list(kvo_object *entry, const kvc_key *key) {
    bool is_first = kvo_list_is_empty(&entry->first);
    kvo_list *list = is_first ? &entry->first : mr_allocate(sizeof *list);
    list->key = key;
    if (!is_first) kvo_set_add(&entry->others, list);
    return list;
}

// Exchanges the isa if it is `from`. An object that has another isa, such as a later subclass, keeps it.
static bool change_isa(id object, Class from, Class to) {
    return from != Nil && to != Nil && mr_isa_replace(object, from, to);
}

// Returns the class that a notifying class observes: its superclass, which has the same record. Nil for other classes.
static Class original_of(Class notifying) {
    void *record = mr_class_record(notifying);
    Class superclass = class_getSuperclass(notifying);
    return record && mr_class_record(superclass) == record ? superclass : Nil;
}

// Gives the object its original class back, if its isa is a notifying class. That may be another one than the object
// got first: other code may have exchanged the isa between two registrations.
static void restore_isa(kvo_object *entry) {
    Class notifying = object_getClass(entry->object), original = original_of(notifying);
    bool is_restored = change_isa(entry->object, notifying, original);
    entry->emptied.original = is_restored ? original : Nil;
    entry->emptied.notifying = is_restored ? notifying : Nil;
}

// Frees an empty list. The entry of an object without lists becomes garbage.
static void drop_empty(kvo_stripe *stripe, kvo_object *entry, kvo_list *list, bool is_alive, kvo_garbage *garbage) {
    if (!kvo_list_is_empty(list)) return;
    if (list != &entry->first) {
        kvo_set_remove(&entry->others, list->key);
        free(list);
    }
    if (!kvo_list_is_empty(&entry->first) || entry->others.count) return;
    kvo_set_remove(&stripe->objects, entry->object);
    free(entry->others.slots);
    entry->emptied.original = entry->emptied.notifying = Nil;
    if (is_alive) restore_isa(entry);
    mr_object_set_observed(entry->object, false);
    entry->emptied.next = garbage->entries;
    garbage->entries = entry;
}

// - is_alive: whether the object is, whose isa is then restored with its last observance
static void remove_observance(kvo_stripe *stripe, kvo_observance *observance, bool is_alive, kvo_garbage *garbage) {
    assert(mr_lock_is_taken(stripe->lock));
    kvo_object *entry = kvo_set_find(&stripe->objects, observance->object);
    kvo_list *list = list_in(entry, observance->property->key);
    remove_from_list(list, observance, garbage);
    drop_empty(stripe, entry, list, is_alive, garbage);
}

// ── Adding and removing ─────────────────────────────────────────────────────────────────────────────

void kvo_registry_add(kvo_observance *observance, kvo_garbage *garbage) {
    id object = observance->object;
    const kvo_property *property = observance->property;
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *entry = kvo_set_find(&stripe->objects, object);
    if (entry == NULL) entry = add_object(stripe, object);
    kvo_list *list = list_in(entry, property->key);
    if (list == NULL) list = add_list(entry, property->key);
    observance->number = ++stripe->latest;
    append(list, observance, garbage);
    bool is_swizzled = property->is_automatic && change_isa(object, property->original, property->notifying);
    kvo_stripe_unlock(stripe);
    if (is_swizzled) garbage->swizzled = observance;
}

bool kvo_registry_remove(kvo_observance *observance, kvo_garbage *garbage) {
    kvo_stripe *stripe = kvo_stripe_lock(observance->object);
    bool is_there = !kvo_is_removed(observance);
    if (is_there) remove_observance(stripe, observance, true, garbage);
    kvo_stripe_unlock(stripe);
    return is_there;
}

// Whether a registration must be checked for replaced values before it is removed: without its observances, a path no
// longer follows changes.
static bool needs_check(const kvo_observance *registration) {
    return registration->options & KVO_ON_PATH && !(registration->options & KVO_UNTIL_EITHER_DIES);
}

kvo_observance *kvo_registry_find_and_remove(const kvo_request *request, bool *outIsRemoved, kvo_garbage *garbage) {
    kvo_stripe *stripe = kvo_stripe_lock(request->object);
    const kvo_list *list = list_in(kvo_set_find(&stripe->objects, request->object), request->key);
    kvo_observance *found = NULL;
    if (list && list->several) found = kvo_observances_match(list->several, request);
    else if (list && kvo_observance_fits(list->only, request)) found = list->only;
    if (found) kvo_observance_retain(found);
    *outIsRemoved = found && !needs_check(found);
    if (*outIsRemoved) remove_observance(stripe, found, true, garbage);
    kvo_stripe_unlock(stripe);
    return found;
}

// ── Snapshots ───────────────────────────────────────────────────────────────────────────────────────

static kvo_snapshot snapshot_of(kvo_list *list, uint64_t since, kvo_garbage *garbage) {
    kvo_observances *several = list->several;
    if (several == NULL) {
        bool is_new = list->only->number > since;
        kvo_observance *only = is_new ? kvo_observance_retain(list->only) : NULL;
        return (kvo_snapshot){.only = only, .count = is_new, .options = is_new ? only->options : 0};
    }
    if (several->items[several->count - 1]->number <= since) return (kvo_snapshot){0};
    if (several->live < several->count) renew(list, several->capacity, garbage);
    several = list->several;
    atomic_fetch_add_explicit(&several->owners, 1, memory_order_relaxed);
    return (kvo_snapshot){several, NULL, several->count, several->options, 0};
}

kvo_snapshot kvo_snapshot_since(id object, const kvc_key *key, uint64_t since) {
    kvo_garbage garbage = {0};
    kvo_snapshot snapshot = {0};
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_list *list = list_in(kvo_set_find(&stripe->objects, object), key);
    if (list) snapshot = snapshot_of(list, since, &garbage);
    snapshot.since = stripe->latest;
    kvo_stripe_unlock(stripe);
    if (garbage.arrays) kvo_observances_release(garbage.arrays);
    return snapshot;
}

// ── Finding ─────────────────────────────────────────────────────────────────────────────────────────

bool kvo_is_observed(id object, const kvc_key *key) {
    if (!mr_object_is_observed(object)) return false;
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *entry = kvo_set_find(&stripe->objects, object);
    bool found = key ? list_in(entry, key) != NULL : entry != NULL;
    kvo_stripe_unlock(stripe);
    return found;
}

id *kvo_objects_copy(size_t *outCount) {
    id *objects = NULL;
    size_t count = 0;
    for (int index = 0; index < KVO_STRIPES; index++) {
        kvo_stripe *stripe = &kvo_stripes[index];
        mr_lock_take(stripe->lock);
        objects = mr_reallocate(objects, (count + stripe->objects.count + 1) * sizeof *objects);
        for (uint32_t slot = 0; slot < stripe->objects.capacity; slot++) {
            kvo_object *entry = stripe->objects.slots[slot];
            if (entry && mr_retain_if_alive(entry->object)) objects[count++] = entry->object;
        }
        kvo_stripe_unlock(stripe);
    }
    for (size_t index = 0; index < count; index++) mr_retain_settle(objects[index]);
    *outCount = count;
    return objects;
}

id kvo_info(id object, id fresh) {
    if (!mr_object_is_observed(object)) return nil;
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *entry = kvo_set_find(&stripe->objects, object);
    if (entry && entry->info == nil && fresh && mr_retain_if_alive(fresh)) entry->info = fresh;
    id info = entry && entry->info && mr_retain_if_alive(entry->info) ? entry->info : nil;
    kvo_stripe_unlock(stripe);
    return info;
}

id kvo_object_of_info(const void *object, id info) {
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *entry = kvo_set_find(&stripe->objects, object);
    id found = entry && entry->info == info && mr_retain_if_present(entry->object) ? entry->object : nil;
    kvo_stripe_unlock(stripe);
    return mr_retain_settle(found);
}

// ── All observances of an object ────────────────────────────────────────────────────────────────────

static void collect_list(const kvo_list *list, kvo_collected *all) {
    const kvo_observances *several = list->several;
    size_t most = several ? several->count : list->only ? 1 : 0;
    if (most == 0) return;
    all->items = mr_reallocate(all->items, (all->count + most) * sizeof *all->items);
    for (size_t index = 0; index < most; index++) {
        kvo_observance *observance = several ? several->items[index] : list->only;
        if (!kvo_is_removed(observance)) all->items[all->count++] = kvo_observance_retain(observance);
    }
}

static int by_number(const void *a, const void *b) {
    uint64_t left = (*(kvo_observance *const *)a)->number, right = (*(kvo_observance *const *)b)->number;
    return left < right ? -1 : left > right;
}

void kvo_collect_entry(const kvo_object *entry, kvo_collected *all) {
    collect_list(&entry->first, all);
    for (uint32_t slot = 0; slot < entry->others.capacity; slot++) {
        if (entry->others.slots[slot]) collect_list(entry->others.slots[slot], all);
    }
}

kvo_collected kvo_collect(id object, kvo_garbage *removed) {
    kvo_collected all = {0};
    kvo_stripe *stripe = kvo_stripe_lock(object);
    const kvo_object *entry = kvo_set_find(&stripe->objects, object);
    if (entry) kvo_collect_entry(entry, &all);
    if (all.count) qsort(all.items, all.count, sizeof *all.items, by_number);
    for (size_t index = 0; removed && index < all.count; index++) {
        remove_observance(stripe, all.items[index], false, removed);
    }
    kvo_stripe_unlock(stripe);
    return all;
}
