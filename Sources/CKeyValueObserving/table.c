// table.c - the registrations of all objects: adds, removes and finds them, and exchanges the isa of observed objects.
//
// The structures are drawn in observing.h. A block exists as long as its object has observances. The table and the isa
// change under one acquisition of the stripe's lock.
#include "change.h"

kvo_stripe kvo_stripes[KVO_STRIPES];
kvo_hooks kvo_above;

void kvo_set_hooks(const kvo_hooks *hooks) { kvo_above = *hooks; }

// Priority 102: runs after the constructors of the runtime (101), which initialize its locks.
__attribute__((constructor(102))) static void make_stripes(void) {
    for (int index = 0; index < KVO_STRIPES; index++) kvo_stripes[index].lock = mr_lock_create_apart(MR_LOCK_OBSERVED);
}

// ── Under the lock ──────────────────────────────────────────────────────────────────────────────────

static kvo_list *list_in(kvo_object *block, const kvo_key *key) {
    if (block == NULL) return NULL;
    if (block->first.observances && block->first.key == key) return &block->first;
    return kvo_set_find(&block->others, key);
}

kvo_list *kvo_list_of(const kvo_stripe *stripe, id object, const kvo_key *key) {
    assert(mr_lock_is_taken(stripe->lock));
    return list_in(kvo_set_find(&stripe->objects, object), key);
}

static kvo_object *add_object(kvo_stripe *stripe, id object) {
    kvo_object *block = mr_allocate(sizeof *block);
    block->object = object;
    kvo_set_add(&stripe->objects, block);
    mr_object_set_observed(object, true);
    return block;
}

static kvo_list *add_list(kvo_object *block, const kvo_key *key) {
    bool is_first = block->first.observances == NULL;
    kvo_list *list = is_first ? &block->first : mr_allocate(sizeof *list);
    kvo_list_begin(list, key);
    if (!is_first) kvo_set_add(&block->others, list);
    return list;
}

// Exchanges the isa if it is `from`. An object that has another isa, such as a later subclass, keeps it.
static void change_isa(id object, Class from, Class to, kvo_aftermath *after) {
    if (from == Nil || to == Nil || !mr_isa_replace(object, from, to)) return;
    after->old_isa = from;
    after->new_isa = to;
}

// Frees a list without observances, and the block of an object without lists.
static void drop_empty(kvo_stripe *stripe, kvo_object *block, kvo_list *list, const kvo_property *property,
                       kvo_aftermath *after) {
    if (list->live > 0) return;
    if (list != &block->first) kvo_set_remove(&block->others, list->key);
    kvo_list_end(list);
    if (list != &block->first) free(list);
    if (block->first.observances || block->others.count) return;
    id object = block->object;
    after->was_last = true;
    after->info = block->info;
    change_isa(object, property->notifying, property->original, after);
    mr_object_set_observed(object, false);
    kvo_set_remove(&stripe->objects, object);
    free(block->others.slots);
    free(block);
}

kvo_aftermath kvo_enter(id object, kvo_observance *observance) {
    kvo_aftermath after = {.object = object};
    const kvo_property *property = observance->property;
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *block = kvo_set_find(&stripe->objects, object);
    if (block == NULL) block = add_object(stripe, object);
    kvo_list *list = list_in(block, property->key);
    if (list == NULL) list = add_list(block, property->key);
    observance->number = ++stripe->latest;
    if (observance->relay) observance->relay->number = observance->number;
    kvo_list_append(list, *observance);
    if (property->is_automatic) change_isa(object, property->original, property->notifying, &after);
    kvo_stripe_unlock(stripe);
    return after;
}

static void take_out(kvo_stripe *stripe, kvo_object *block, kvo_list *list, kvo_observance *observance,
                     kvo_aftermath *after) {
    assert(mr_lock_is_taken(stripe->lock) && block->object != nil);
    const kvo_property *property = observance->property;
    uint64_t removals = atomic_load_explicit(&stripe->removals, memory_order_relaxed);
    atomic_store_explicit(&stripe->removals, removals + 1, memory_order_release);
    kvo_list_remove(list, observance);
    drop_empty(stripe, block, list, property, after);
}

bool kvo_withdraw(id object, const kvo_property *property, uint64_t number, kvo_aftermath *outAfter) {
    *outAfter = (kvo_aftermath){.object = object};
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *block = kvo_set_find(&stripe->objects, object);
    kvo_list *list = list_in(block, property->key);
    kvo_observance *observance = list ? kvo_list_find(list, number) : NULL;
    if (observance) take_out(stripe, block, list, observance, outAfter);
    kvo_stripe_unlock(stripe);
    return observance != NULL;
}

void kvo_finish(kvo_aftermath after) {
    if (after.old_isa) mr_isa_changed(after.object, after.new_isa, after.old_isa);
    if (after.was_last) kvo_announced_abandon_of_dying(after.object);
    objc_release(after.info);
}

// ── Adding and removing ─────────────────────────────────────────────────────────────────────────────

// Whether a registration needs no path: its key is a single lasting key without dependencies, and its observer's memory
// can be held.
static bool is_simple(const kvo_property *property, const char *text, id observer) {
    return property->is_lasting && !kvo_is_path(property, text) && mr_can_be_held(observer) &&
           !kvo_above.is_dependent(property);
}

static void trace(mr_trace_kind kind, id object, id observer, const char *text) {
    if (!mr_trace_is_on()) return;
    mr_trace_emit(&(mr_trace_event){.kind = kind, .object = object, .other = observer, .text = text});
}

uint64_t kvo_add(id object, id observer, const kvo_property *property, id keyPath, const char *text, uint32_t options,
                 void *context) {
    kvo_observance observance = {observer, object_getClass(observer), property, context, NULL, 0, options, 0};
    kvo_path *path = NULL;
    if (is_simple(property, text, observer)) {
        mr_hold(observer);
    } else {
        path = kvo_path_create(object, observer, property, keyPath, text, options, context);
        kvo_path_retain(path);
        observance.relay = &path->first;
    }
    kvo_finish(kvo_enter(object, &observance));
    trace(MR_TRACE_OBSERVER_ADDED, object, observer, text);
    if (path) {
        kvo_path_extend(path, object);
        kvo_path_release(path);
    }
    return observance.number;
}

// Releases what a removed observance owned. No lock may be held.
static void release_observance(const kvo_observance *observance) {
    if (observance->relay == NULL) mr_unhold(observance->observer);
    else if (observance->relay->parent == NULL) kvo_path_end(observance->relay->path);
}

// Returns the path of a registration, +1, if it must be searched for replaced values before the registration is
// removed: without its observances, the path no longer follows changes. NULL if no search is needed.
static kvo_path *path_to_check(const kvo_observance *observance, bool isChecked) {
    if (isChecked || observance->relay == NULL || observance->relay->path->options & KVO_UNTIL_EITHER_DIES) return NULL;
    kvo_path_retain(observance->relay->path);
    return observance->relay->path;
}

// Whether the observer of a registration is dead. An observer whose memory cannot be held is dead for the table as soon
// as weak references to it are nil.
static bool has_dead_observer(const kvo_observance *observance) {
    const kvo_weak *weak = observance->relay ? &observance->relay->path->observer : NULL;
    return weak && weak->weak ? true : mr_object_is_dead(weak ? weak->object : observance->observer);
}

// Removes the registration with that number; for the number 0, the latest one that matches. If its path must be
// searched first, removes nothing, returns the path, +1, and stores the number.
static kvo_path *try_remove(const kvo_request *request, uint64_t *number, kvo_observance *outRemoved) {
    kvo_aftermath after = {.object = request->object};
    kvo_path *path = NULL;
    kvo_stripe *stripe = kvo_stripe_lock(request->object);
    kvo_object *block = kvo_set_find(&stripe->objects, request->object);
    kvo_list *list = list_in(block, request->key);
    kvo_observance *found = NULL;
    if (list) found = *number ? kvo_list_find(list, *number) : kvo_list_match(list, request);
    if (found && request->needs_dead && !has_dead_observer(found)) found = NULL;
    if (found) path = path_to_check(found, *number != 0);
    if (path) {
        *number = found->number;
    } else if (found) {
        *outRemoved = *found;
        take_out(stripe, block, list, found, &after);
    }
    kvo_stripe_unlock(stripe);
    kvo_finish(after);
    if (outRemoved->observer) release_observance(outRemoved);
    return path;
}

kvo_removal kvo_remove(const kvo_request *request) {
    kvo_removal removal = {0};
    kvo_observance removed = {0};
    while (mr_object_is_observed(request->object)) {
        uint64_t number = 0;
        kvo_path *path = try_remove(request, &number, &removed);
        if (path) {
            removal.replaced = kvo_path_find_replaced(path, request->object);
            try_remove(request, &number, &removed);
            kvo_path_release(path);
        }
        removal.found = removed.observer != nil;
        if (path == NULL || removal.found) break;
        // Another thread has removed the registration during the search: looks for an earlier one that matches.
        kvo_let_go(removal.replaced.key);
        kvo_let_go(removal.replaced.object);
        removal.replaced = (kvo_replaced){0};
    }
    if (removal.found) trace(MR_TRACE_OBSERVER_REMOVED, request->object, request->observer, request->text);
    return removal;
}

static bool remove_number(const kvo_request *request, uint64_t number, kvo_gone *outGone) {
    kvo_observance removed = {0};
    try_remove(request, &number, &removed);
    outGone->observer = (uintptr_t)removed.observer;
    outGone->observer_class = removed.observer_class;
    return removed.observer != nil;
}

bool kvo_remove_exactly(id object, const kvo_property *property, uint64_t number, kvo_gone *outGone) {
    return remove_number(&(kvo_request){.object = object, .key = property->key}, number, outGone);
}

bool kvo_remove_dead(id object, const kvo_property *property, uint64_t number, kvo_gone *outGone) {
    return remove_number(&(kvo_request){.object = object, .key = property->key, .needs_dead = true}, number, outGone);
}

// ── Finding ─────────────────────────────────────────────────────────────────────────────────────────

bool kvo_is_observed(id object, const kvo_key *key) {
    if (!mr_object_is_observed(object)) return false;
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *block = kvo_set_find(&stripe->objects, object);
    bool found = key ? list_in(block, key) != NULL : block != NULL;
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
        for (uint32_t slot = 0; slot < stripe->objects.room; slot++) {
            kvo_object *block = stripe->objects.slots[slot];
            if (block && mr_retain_if_alive(block->object)) objects[count++] = block->object;
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
    kvo_object *block = kvo_set_find(&stripe->objects, object);
    if (block && block->info == nil && fresh && mr_retain_if_alive(fresh)) block->info = fresh;
    id info = block && block->info && mr_retain_if_alive(block->info) ? block->info : nil;
    kvo_stripe_unlock(stripe);
    return info;
}

id kvo_object_of_info(const void *object, id info) {
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *block = kvo_set_find(&stripe->objects, object);
    id found = block && block->info == info && mr_retain_if_present(block->object) ? block->object : nil;
    kvo_stripe_unlock(stripe);
    return mr_retain_settle(found);
}

// ── All observances of an object ────────────────────────────────────────────────────────────────────

// A copy of an observance, and a delivery that owns what the copy refers to.
typedef struct {
    kvo_observance observance;
    kvo_delivery kept;
    uintptr_t address;
} copied;

static size_t copy_list(const kvo_list *list, copied *copies) {
    size_t count = 0;
    for (uint32_t index = 0; list && index < list->count; index++) {
        const kvo_observance *observance = &list->observances[index];
        if (observance->observer == nil) continue;
        copied *copy = &copies[count++];
        copy->observance = *observance;
        copy->address = (uintptr_t)(observance->relay ? (const void *)observance->relay : observance);
        kvo_delivery_fill(&copy->kept, observance);
    }
    return count;
}

static int by_number(const void *a, const void *b) {
    uint64_t first = ((const copied *)a)->observance.number, second = ((const copied *)b)->observance.number;
    return first < second ? -1 : first > second;
}

// Returns copies of the observances of a block, in order of their numbers. The caller frees the array.
static copied *copy_block(const kvo_object *block, size_t *outCount) {
    size_t room = block->first.live;
    for (uint32_t slot = 0; slot < block->others.room; slot++) {
        const kvo_list *list = block->others.slots[slot];
        if (list) room += list->live;
    }
    copied *copies = mr_allocate((room + 1) * sizeof *copies);
    size_t count = copy_list(&block->first, copies);
    for (uint32_t slot = 0; slot < block->others.room; slot++) {
        count += copy_list(block->others.slots[slot], copies + count);
    }
    assert(count == room);
    qsort(copies, count, sizeof *copies, by_number);
    *outCount = count;
    return copies;
}

// Calls the visitor with an observance, and releases what the copy owns. A relay has no options of its own: the picture
// has the option prior, because a relay acts before and after each change.
static void show(copied *copy, kvo_visitor visitor, void *context) {
    const kvo_observance *observance = &copy->observance;
    bool is_registration = kvo_is_registration(observance);
    id observer = mr_retain_settle(copy->kept.observer);
    kvo_picture picture = {
        .address = copy->address,
        .observer = (uintptr_t)observance->observer,
        .observer_class = observance->observer_class,
        .live_observer = is_registration && !mr_object_is_dying(observer) ? observer : nil,
        .property = observance->property,
        .key_path = kvo_text_of(observance),
        .context = is_registration ? observance->context : NULL,
        .options = is_registration ? observance->options : KVO_PRIOR,
        .is_registration = is_registration,
    };
    visitor(&picture, context);
    kvo_delivery_release(&copy->kept);
}

void kvo_visit(id object, kvo_visitor visitor, void *context) {
    if (!mr_object_is_observed(object)) return;
    size_t count = 0;
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *block = kvo_set_find(&stripe->objects, object);
    copied *copies = block ? copy_block(block, &count) : NULL;
    kvo_stripe_unlock(stripe);
    for (size_t index = 0; index < count; index++) show(&copies[index], visitor, context);
    free(copies);
}

static void free_block(kvo_object *block) {
    kvo_list_end(&block->first);
    for (uint32_t slot = 0; slot < block->others.room; slot++) {
        if (block->others.slots[slot]) kvo_list_end(block->others.slots[slot]);
        free(block->others.slots[slot]);
    }
    free(block->others.slots);
    free(block);
}

id kvo_object_died(id object, kvo_visitor visitor, void *context) {
    size_t count = 0;
    kvo_stripe *stripe = kvo_stripe_lock(object);
    kvo_object *block = kvo_set_find(&stripe->objects, object);
    // Copied under the lock, because another thread may free a path that it is ending.
    copied *copies = block ? copy_block(block, &count) : NULL;
    if (block) kvo_set_remove(&stripe->objects, object);
    mr_object_set_observed(object, false);
    kvo_stripe_unlock(stripe);
    if (block == NULL) return nil;
    id info = block->info;
    free_block(block);
    for (size_t index = 0; index < count; index++) {
        const kvo_observance *observance = &copies[index].observance;
        bool is_registration = kvo_is_registration(observance);
        if (!is_registration) kvo_relay_died(observance->relay, object, observance->number);
        show(&copies[index], visitor, context);  // releases the path, and may free it unless it is a registration's
        if (is_registration) release_observance(observance);
    }
    free(copies);
    kvo_announced_abandon_of_dead(object);
    return info;
}
