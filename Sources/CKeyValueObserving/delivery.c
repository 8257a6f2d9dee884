// delivery.c - the deliveries of a change: copies them out of the table, sends their notifications, and transfers them
// to observers that have registered again. Also sends the notification of the option initial.
#include "change.h"

// ── Copying ─────────────────────────────────────────────────────────────────────────────────────────

// Whether a delivery of this change already has the path. Comparing each path with all deliveries would be O(n^2).
// Therefore a change with more than FEW deliveries has a stamp, greater than all earlier stamps, and writes it into
// each path that this function checks, unless the path has a greater one. The stamp that the path had decides:
//      equal to the change's      a delivery has the path
//      smaller                    only the deliveries made before the change had its stamp can have the path, and are
//                                 searched
//      greater                    another thread may have replaced this change's stamp, so all deliveries are searched
static bool is_known(kvo_change *change, kvo_path *path) {
    enum { FEW = 8 };
    static _Atomic(uint64_t) latest;
    uint32_t searched = change->count;
    if (change->count > FEW) {
        if (change->stamp == 0) change->stamp = atomic_fetch_add_explicit(&latest, 1, memory_order_relaxed) + 1;
        uint64_t stamp = atomic_load_explicit(&path->stamp, memory_order_relaxed);
        while (stamp < change->stamp &&
               !atomic_compare_exchange_weak_explicit(&path->stamp, &stamp, change->stamp, memory_order_relaxed,
                                                      memory_order_relaxed)) {}
        if (stamp == change->stamp) return true;
        if (stamp < change->stamp) searched = FEW + 1;
    }
    for (uint32_t index = 0; index < searched; index++) {
        if (change->deliveries[index].path == path) return true;
    }
    return false;
}

void kvo_delivery_fill(kvo_delivery *delivery, const kvo_observance *observance) {
    assert(observance->observer != nil);
    const kvo_relay *relay = observance->relay;
    kvo_path *path = relay ? relay->path : NULL;
    delivery->number = observance->number;
    delivery->path = path;
    delivery->property = observance->property;
    delivery->retained = path ? kvo_property_retain(observance->property) : NULL;
    delivery->root = delivery->old = nil;
    delivery->is_last_key = true;
    delivery->leads_on = delivery->is_over = false;
    if (path == NULL) {
        delivery->context = observance->context;
        delivery->options = observance->options;
        delivery->address = observance->observer;
        delivery->observer = mr_retain_if_present(observance->observer) ? observance->observer : nil;
        return;
    }
    kvo_path_retain(path);
    delivery->context = path->context;
    delivery->options = path->options;
    delivery->address = path->observer.object;
    delivery->observer = kvo_weak_load_unsettled(&path->observer);
    delivery->is_last_key = kvo_is_last_key(relay);
    delivery->leads_on = kvo_leads_on(relay);
}

// Inlined into the loop of kvo_change_copy, which runs in every change.
static inline __attribute__((always_inline)) void copy(kvo_change *change, const kvo_observance *observance) {
    if (observance->relay) {
        change->has_paths = true;
        if (is_known(change, observance->relay->path)) {
            change->is_doubled = true;
            return;
        }
    }
    kvo_delivery *delivery = &change->deliveries[change->count++];
    kvo_delivery_fill(delivery, observance);
    change->options |= delivery->options;
}

void kvo_change_add(kvo_change *change, const kvo_observance *observance) { copy(change, observance); }

void kvo_change_copy(kvo_change *change, const kvo_list *list, kvo_delivery *room) {
    assert(mr_lock_is_taken(change->stripe->lock) && change->count == 0);
    change->deliveries = room;
    change->removals = atomic_load_explicit(&change->stripe->removals, memory_order_relaxed);
    change->since = change->stripe->latest;
    for (uint32_t index = 0; list && index < list->count; index++) {
        if (list->observances[index].observer) copy(change, &list->observances[index]);
    }
}

// ── Notifying ───────────────────────────────────────────────────────────────────────────────────────

static const char *text_of(const kvo_delivery *delivery) {
    return delivery->path ? delivery->path->first.text : delivery->property->key->text;
}

static id name_of(const kvo_delivery *delivery) {
    return delivery->path ? delivery->path->key_path : delivery->property->key->name;
}

// Not inlined: the event would take stack space in each nested change.
static __attribute__((noinline)) void trace_notification(mr_trace_kind kind, id object, id observer, id dictionary,
                                                         const char *text) {
    mr_trace_emit(
        &(mr_trace_event){.kind = kind, .object = object, .other = observer, .argument = dictionary, .text = text});
}

static void notify(id observer, id keyPath, const char *text, id object, id dictionary, void *context) {
    typedef void (*method)(id, SEL, id, id, id, void *);
    bool is_traced = mr_trace_is_on();
    if (is_traced) trace_notification(MR_TRACE_NOTIFICATION, object, observer, dictionary, text);
    ((method)objc_msgSend)(observer, kvo_above.observe_value, keyPath, object, dictionary, context);
    if (is_traced) trace_notification(MR_TRACE_NOTIFICATION_DONE, object, observer, nil, text);
}

// Removes the registration of a dead observer, and reports it. An observer whose dealloc is running on another thread
// is left alone: it may remove itself.
static __attribute__((noinline)) void bury(const kvo_delivery *delivery, id object) {
    const kvo_path *path = delivery->path;
    kvo_gone gone = {.key_path = name_of(delivery)};
    const kvo_property *property = path ? path->first.has.property : delivery->property;
    if (!kvo_remove_dead(object, property, path ? path->first.number : delivery->number, &gone)) return;
    kvo_above.observer_died(&gone, object, delivery->options & KVO_UNTIL_EITHER_DIES);
}

static void tell(const kvo_change *change, const kvo_delivery *delivery, id dictionary) {
    id object = delivery->root ? delivery->root : change->object;
    if (delivery->observer == nil) return bury(delivery, object);
    notify(delivery->observer, name_of(delivery), text_of(delivery), object, dictionary, delivery->context);
}

// Notifies of a new value. Takes over `new`. Sends the last dictionary again if its entries are the same.
static void tell_setting(kvo_change *change, const kvo_delivery *delivery, id new, bool isPrior) {
    kvo_told *told = &change->told;
    if (new == nil && delivery->old == nil) {
        return tell(change, delivery, isPrior ? kvo_above.prior_only : kvo_above.setting_only);
    }
    bool is_same = told->dictionary && told->old == delivery->old && told->new == new && told->is_prior == isPrior;
    if (is_same) {
        kvo_let_go(new);
    } else {
        kvo_dictionary_end(told->dictionary);
        told->dictionary = nil;
        *told = (kvo_told){kvo_dictionary(objc_retain(delivery->old), new, isPrior), delivery->old, new, isPrior};
    }
    tell(change, delivery, told->dictionary);
}

static void tell_elements(kvo_change *change, const kvo_delivery *delivery, bool isPrior) {
    id dictionary = kvo_above.elements_dictionary(change->elements, change->object, delivery->options, isPrior);
    if (dictionary) tell(change, delivery, dictionary);
    kvo_let_go(dictionary);
}

void kvo_delivery_tell(kvo_change *change, const kvo_delivery *delivery, id new, bool isPrior) {
    if (change->elements && delivery->is_last_key) tell_elements(change, delivery, isPrior);
    else tell_setting(change, delivery, new, isPrior);
}

// ── Registered again ────────────────────────────────────────────────────────────────────────────────

// Whether the change has a delivery for the observance's registration.
static bool is_among(const kvo_change *change, const kvo_observance *observance) {
    for (uint32_t index = 0; index < change->count; index++) {
        const kvo_delivery *delivery = &change->deliveries[index];
        if (observance->relay ? delivery->path == observance->relay->path
                              : delivery->path == NULL && delivery->number == observance->number)
            return true;
    }
    return false;
}

static bool is_equal(const kvo_observance *observance, const kvo_delivery *delivery) {
    // Checked first: a removed observance has no observer, and its path may be freed.
    if (observance->observer != delivery->address) return false;
    // A registration whose key has lost or gained its dependencies since is another one.
    return (observance->relay != NULL) == (delivery->path != NULL) && observance->options == delivery->options &&
           observance->context == delivery->context && strcmp(kvo_text_of(observance), text_of(delivery)) == 0;
}

// Returns the first registration that equals the delivery's and has no delivery; NULL if there is none. Needs the lock.
static const kvo_observance *find_equal(const kvo_change *change, const kvo_delivery *delivery, const kvo_list *list) {
    if (list == NULL || list->count == 0) return NULL;
    if (delivery->observer == nil) return NULL;  // dead: another object may have its address by now
    bool is_new = list->observances[list->count - 1].number > change->since;
    if (!is_new && delivery->root == nil) return NULL;  // none was added since the change began
    for (uint32_t index = 0; index < list->count; index++) {
        const kvo_observance *observance = &list->observances[index];
        if (is_equal(observance, delivery) && !is_among(change, observance)) return observance;
    }
    return NULL;
}

bool kvo_delivery_renew(const kvo_change *change, kvo_delivery *delivery) {
    id object = delivery->root ? delivery->root : change->object;
    const kvo_property *property = delivery->path ? delivery->path->first.has.property : delivery->property;
    kvo_path *path = NULL;
    kvo_stripe *stripe = kvo_stripe_lock(object);
    const kvo_observance *found = find_equal(change, delivery, kvo_list_of(stripe, object, property->key));
    if (found) delivery->number = found->number;
    if (found && found->relay) kvo_path_retain(path = found->relay->path);
    kvo_stripe_unlock(stripe);
    if (path == NULL) return found != NULL;
    kvo_path_release(delivery->path);
    delivery->path = path;
    int is_last_key = kvo_path_find(delivery->path, change->object, change->key);
    delivery->is_last_key = is_last_key > 0;
    return is_last_key >= 0;
}

// ── The first notification ──────────────────────────────────────────────────────────────────────────

void kvo_tell_initial(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                      uint32_t options, void *context) {
    bool is_path = kvo_is_path(property, text);
    id new = nil;
    if (options & KVO_NEW) {
        new = is_path || kvo_above.is_dependent(property)
                  ? kvo_above.value_at_path(object, is_path ? NULL : property, keyPath)
                  : kvo_value(object, property);
        if (mr_exception_pending()) return;
    }
    id dictionary = kvo_dictionary(nil, new, false);
    objc_retain(observer);
    notify(observer, keyPath, text, object, dictionary, context);
    kvo_let_go(observer);
    kvo_dictionary_end(dictionary);
}
