// change.c - one change of one key, from will to did.
//
//      copy  the observances of the key are copied into deliveries, under the lock; live observers are retained
//      will  for each delivery: read the old value, detach the relays after the key, send the prior notification
//      body  the class's own setter or mutator
//      did   attach relays to the new value; for each delivery, in reverse order: read the new value, notify
//      end   everything that was retained is released
//
// After the copy no lock is held while other code runs: the deliveries keep alive everything that the change uses. A
// registration that is removed during the change is not notified, unless its observer has registered again
// (kvo_delivery_renew). After an exception in the will phase or the body the change is abandoned: no further observer
// is notified, as after an exception in the did phase. delivery.c contains the work for a single delivery.
#include "change.h"

// ── Around a setter ─────────────────────────────────────────────────────────────────────────────────

void kvo_change_make(kvo_change *change, const kvo_place *place) {
    change->object = place->object;
    change->key = place->key;
    change->is_scalar = place->is_scalar;
    change->elements = place->elements;
    change->stripe = kvo_stripe_of(place->object);
    change->since = change->stamp = 0;
    change->options = change->count = change->begun = 0;
    change->has_paths = change->is_doubled = false;
    change->is_counted = place->key && !place->is_scalar;
    if (change->is_counted) kvo_count_change(place->object, place->key, true);
    change->led.count = change->led.room = 0;
    change->led.others = NULL;
    change->replaced = (kvo_replaced){0};
    change->replaced_on = NULL;
    change->told = (kvo_told){0};
}

void kvo_change_settle(const kvo_change *change) {
    for (uint32_t index = 0; index < change->count; index++) mr_retain_settle(change->deliveries[index].observer);
}

// Releases the lock of the stripe, which the caller took to copy the observances, and runs the change from will to end.
static void unlock_and_change(kvo_change *change, void (*body)(void *context), void *context) {
    kvo_stripe_unlock(change->stripe);
    kvo_change_settle(change);
    kvo_change_begin(change);
    if (!mr_exception_pending()) body(context);
    if (mr_exception_pending()) kvo_change_abandon(change, false);
    else kvo_change_finish(change);
    kvo_change_end(change);
}

// Not inlined: its variables would take stack space in each nested change, even in one with few observers.
static __attribute__((noinline)) void change_for_many(kvo_change *change, const kvo_list *list,
                                                      void (*body)(void *context), void *context) {
    kvo_delivery *room = mr_allocate(list->live * sizeof *room);
    kvo_change_copy(change, list, room);
    unlock_and_change(change, body, context);
    free(room);
}

// The caller keeps the object alive. With few observers, the deliveries are on this stack frame.
static void change_kept(kvo_change *change, void (*body)(void *context), void *context) {
    enum { FEW = 8 };
    bool is_observed = mr_object_is_observed(change->object);
    if (is_observed) mr_lock_take(change->stripe->lock);
    const kvo_list *list = is_observed ? kvo_list_of(change->stripe, change->object, change->key) : NULL;
    if (list == NULL) {
        if (is_observed) change->since = change->stripe->latest;
        if (is_observed) kvo_stripe_unlock(change->stripe);
        body(context);
        if (!change->is_scalar) kvo_follow_newcomers(change->object, change->key, change->since);
        return kvo_change_end(change);
    }
    if (list->live > FEW) return change_for_many(change, list, body, context);
    kvo_change_copy(change, list, __builtin_alloca(list->live * sizeof(kvo_delivery)));
    unlock_and_change(change, body, context);
}

void kvo_tell_around(const kvo_place *place, void (*body)(void *context), void *context) {
    kvo_change change;
    kvo_change_make(&change, place);
    // The setter may release the last reference to its own object.
    objc_retain(place->object);
    change_kept(&change, body, context);
    objc_release(place->object);
}

// ── Will ────────────────────────────────────────────────────────────────────────────────────────────

static void trace(mr_trace_kind kind, const kvo_change *change) {
    mr_trace_emit(&(mr_trace_event){.kind = kind, .object = change->object, .text = change->key->text});
}

// Returns the value at the registered key or key path, +1. nil for a collection whose elements change: in this case
// elements_dictionary supplies the elements.
static id setting_value(const kvo_change *change, const kvo_delivery *delivery) {
    if (delivery->is_last_key) return change->elements ? nil : kvo_value(change->object, delivery->property);
    return kvo_path_value(delivery->path, delivery->root ? delivery->root : change->object);
}

// Whether no observance was removed from the stripe since the change began, so that no search is needed. false for a
// foreign object, whose relays are not in the table.
static inline bool is_as_it_was(const kvo_change *change, const kvo_delivery *delivery) {
    uint64_t removals = atomic_load_explicit(&change->stripe->removals, memory_order_acquire);
    return removals == change->removals && !delivery->property->is_foreign;
}

static __attribute__((noinline)) bool is_still_there(const kvo_change *change, const kvo_delivery *delivery) {
    if (delivery->path) return kvo_path_find(delivery->path, change->object, change->key) >= 0;
    mr_lock_take(change->stripe->lock);
    const kvo_list *list = kvo_list_of(change->stripe, change->object, change->key);
    bool found = list && kvo_list_find(list, delivery->number);
    kvo_stripe_unlock(change->stripe);
    return found;
}

// Whether the registration of a delivery still observes the changing key.
static inline bool is_standing(const kvo_change *change, const kvo_delivery *delivery) {
    return is_as_it_was(change, delivery) || is_still_there(change, delivery);
}

// Whether a getter that was called for the delivery, after is_standing returned true, has removed the registration.
static inline bool is_removed_by_getter(const kvo_change *change, const kvo_delivery *delivery) {
    if (is_as_it_was(change, delivery)) return false;
    return delivery->path ? kvo_path_is_over(delivery->path) : !is_still_there(change, delivery);
}

// Whether a delivery's path has to be searched for relays on the changing key, because it leads on, or may have other
// relays on the key than when the delivery was copied.
static bool needs_search(const kvo_change *change, const kvo_delivery *delivery) {
    return delivery->leads_on || change->is_doubled || !is_as_it_was(change, delivery);
}

// For a registration with a path: sets the delivery's root. Returns false if the path no longer leads through the key,
// or if the registration's object is dead.
static bool find_root(const kvo_change *change, kvo_delivery *delivery) {
    kvo_path *path = delivery->path;
    if (needs_search(change, delivery)) {
        int is_last_key = kvo_path_find(path, change->object, change->key);
        if (is_last_key < 0) return false;
        delivery->is_last_key = is_last_key;
    }
    if (path->first.has.on.object == change->object) return true;
    delivery->root = kvo_weak_load(&path->first.has.on);
    return delivery->root != nil;
}

static void begin(kvo_change *change, kvo_delivery *delivery) {
    delivery->is_over = !(delivery->path ? find_root(change, delivery) : is_standing(change, delivery));
    if (!delivery->is_over && delivery->options & KVO_OLD) {
        delivery->old = setting_value(change, delivery);
        delivery->is_over = is_removed_by_getter(change, delivery);
    }
    if (mr_exception_pending()) delivery->is_over = true;
    if (delivery->is_over) return;
    if (delivery->path && needs_search(change, delivery)) kvo_path_lead_away(delivery->path, change);
    if (change->replaced.key && change->replaced_on == NULL) change->replaced_on = delivery;
    if (delivery->options & KVO_PRIOR && !mr_exception_pending()) kvo_delivery_tell(change, delivery, nil, true);
}

// Makes the layer above read the collection before its elements change, with the options of all its observers.
static void look_at_elements(kvo_change *change) {
    uint32_t options = 0;
    for (uint32_t index = 0; index < change->count; index++) {
        const kvo_delivery *delivery = &change->deliveries[index];
        kvo_path *path = delivery->path;
        if (path == NULL || kvo_path_find(path, change->object, change->key) > 0) options |= delivery->options;
    }
    kvo_above.elements_begin(change->elements, change->object, change->key, options);
}

void kvo_change_begin(kvo_change *change) {
    if (mr_trace_is_on()) trace(MR_TRACE_WILL_CHANGE, change);
    if (change->elements) look_at_elements(change);
    bool is_quick = !change->has_paths && !(change->options & (KVO_OLD | KVO_PRIOR));
    if (is_quick) change->begun = change->count;
    for (; change->begun < change->count && !mr_exception_pending(); change->begun++) {
        begin(change, &change->deliveries[change->begun]);
    }
}

// ── Did ─────────────────────────────────────────────────────────────────────────────────────────────

// Attaches the relays behind the changed key to its present value. `changing` is nil if the object has died.
static void follow(const kvo_change *change, id changing) {
    kvo_standings_follow(&change->led, changing);
    if (changing && !change->is_scalar) kvo_follow_newcomers(changing, change->key, change->since);
}

static void deliver(kvo_change *change, kvo_delivery *delivery) {
    if (delivery->is_over) return;
    if (!is_standing(change, delivery)) {
        // If the registration was not removed, its path no longer leads through the key, and the change that caused
        // this has notified the observer.
        bool is_removed = delivery->path == NULL || kvo_path_is_over(delivery->path);
        if (!is_removed || !kvo_delivery_renew(change, delivery)) return;
    }
    // Read now, not once for all deliveries: an observer that was notified before may have set another value.
    id new = (delivery->options & KVO_NEW) ? setting_value(change, delivery) : nil;
    if (new == nil && mr_exception_pending()) return;
    if (delivery->options & KVO_NEW && is_removed_by_getter(change, delivery)) return kvo_let_go(new);
    kvo_delivery_tell(change, delivery, new, false);
}

// Raises the exception for a value on a path that was replaced without a notification.
static void raise_replaced(kvo_change *change) {
    const kvo_delivery *on = change->replaced_on;
    if (on->observer == nil) return;
    kvo_above.raise_replaced(change->replaced, on->observer, on->path->key_path, on->root ? on->root : change->object);
    change->replaced = (kvo_replaced){0};
}

void kvo_change_finish(kvo_change *change) {
    if (mr_trace_is_on()) trace(MR_TRACE_DID_CHANGE, change);
    if (change->led.count || !change->is_scalar) follow(change, change->object);
    if (change->replaced.key) raise_replaced(change);
    for (uint32_t index = change->count; index > 0 && !mr_exception_pending(); index--) {
        deliver(change, &change->deliveries[index - 1]);
    }
}

void kvo_change_abandon(kvo_change *change, bool isObjectDead) {
    if (mr_trace_is_on() && !isObjectDead) trace(MR_TRACE_CHANGE_ABANDONED, change);
    follow(change, isObjectDead ? nil : change->object);
    for (uint32_t index = 0; index < change->begun; index++) {
        id observer = change->deliveries[index].observer;
        if (observer) kvo_above.abandoned(observer);
    }
}

// ── The end ─────────────────────────────────────────────────────────────────────────────────────────

void kvo_change_end(kvo_change *change) {
    assert(change->begun <= change->count);
    kvo_dictionary_end(change->told.dictionary);
    for (uint32_t index = 0; index < change->count; index++) kvo_delivery_release(&change->deliveries[index]);
    if (change->elements) kvo_above.elements_end(change->elements);
    if (change->is_counted) kvo_count_change(change->object, change->key, false);
    if (!change->has_paths) return;
    free(change->led.others);
    kvo_let_go(change->replaced.key);
    kvo_let_go(change->replaced.object);
}
