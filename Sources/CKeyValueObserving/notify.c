// notify.c - sends one notification of a change, or that of the option initial; finds what to notify in place of a
// registration that was removed.
#include "change.h"

// ── Notifying ───────────────────────────────────────────────────────────────────────────────────────

// Not inlined: the event would take stack space in each nested change.
__attribute__((noinline)) void kvo_trace(mr_trace_kind kind, id object, id observer, id dictionary, const char *text) {
    mr_trace_emit(
        &(mr_trace_event){.kind = kind, .object = object, .other = observer, .argument = dictionary, .text = text});
}

static void send(id observer, id keyPath, const char *text, id object, id dictionary, void *context) {
    typedef void (*method)(id, SEL, id, id, id, void *);
    bool is_traced = mr_trace_is_on();
    if (is_traced) kvo_trace(MR_TRACE_NOTIFICATION, object, observer, dictionary, text);
    ((method)objc_msgSend)(observer, kvo_known.observe_value, keyPath, object, dictionary, context);
    if (is_traced) kvo_trace(MR_TRACE_NOTIFICATION_DONE, object, observer, nil, text);
}

// Removes the registration of a dead observer, and reports it. An observer whose dealloc is running on another thread
// is left alone: it may remove itself. An observer whose memory cannot be held is dead as soon as weak references to it
// are nil.
static __attribute__((noinline)) void bury(const kvo_observance *registration, id object) {
    bool is_dead = kvo_observer_of(registration).weak || mr_object_is_dead(registration->observer);
    if (!is_dead || !kvo_remove_exactly((kvo_observance *)registration)) return;
    typedef void (*method)(Class, SEL, const kvo_observance *, id);
    ((method)objc_msgSend)(kvo_known.info_class, kvo_known.dead_observer, registration, object);
}

// Retains the observer while it is notified, and neither before nor after.
static void notify_observer(const kvo_observance *to, id object, id dictionary) {
    const kvo_observance *registration = kvo_registration_of(to);
    id observer = kvo_observer_load(to);
    if (observer == nil) return bury(registration, object);
    send(observer, kvo_name_of(registration), kvo_text_of(registration), object, dictionary, to->context);
    kvo_let_go(observer);
}

// Retains the object of the registration while the observer is notified; the changing object is retained already.
static void notify(const kvo_change *change, const kvo_observance *to, id dictionary) {
    const kvo_node *node = kvo_node_of(to);
    if (node == NULL || node->path->first.is.object == change->object) {
        return notify_observer(to, change->object, dictionary);
    }
    id root = kvo_node_object(&node->path->first, nil);
    if (root) notify_observer(to, root, dictionary);
    kvo_let_go(root);
}

// Notifies of a new value. Takes over `new`. Sends the last dictionary again if its entries are the same.
static void notify_setting(kvo_change *change, const kvo_observance *to, id old, id new, bool isPrior) {
    kvo_last_dictionary *last = &change->last;
    if (old == nil && new == nil) {
        return notify(change, to, isPrior ? kvo_known.prior_only : kvo_known.setting_only);
    }
    bool is_same = last->dictionary && last->old == old && last->new == new && last->is_prior == isPrior;
    if (is_same) {
        kvo_let_go(new);
    } else {
        kvo_dictionary_end(last->dictionary);
        last->dictionary = nil;
        *last = (kvo_last_dictionary){kvo_dictionary(objc_retain(old), new, isPrior), old, new, isPrior};
    }
    notify(change, to, last->dictionary);
}

static void notify_elements(kvo_change *change, const kvo_observance *to, bool isPrior) {
    typedef id (*method)(id, SEL, id, uintptr_t, bool);
    uintptr_t options = to->options & KVO_REQUESTED;
    id dictionary =
        ((method)objc_msgSend)(change->elements, kvo_known.new_dictionary, change->object, options, isPrior);
    if (dictionary) notify(change, to, dictionary);
    kvo_let_go(dictionary);
}

static inline void notify_change(kvo_change *change, const kvo_observance *to, id old, id new, bool isPrior) {
    if (change->elements && to->options & KVO_IS_LAST) notify_elements(change, to, isPrior);
    else notify_setting(change, to, old, new, isPrior);
}

// Not inlined, so that a notification without a cause pays for one test only.
static __attribute__((noinline)) void notify_with_cause(kvo_change *change, const kvo_observance *to, id old, id new,
                                                        bool isPrior) {
    kvo_cause cause = {.object = change->object, .key = change->key, .to = to};
    kvo_cause_enter(&cause);
    notify_change(change, to, old, new, isPrior);
    kvo_cause_leave(&cause);
}

void kvo_notify(kvo_change *change, const kvo_observance *to, id old, id new, bool isPrior) {
    if (to->options & KVO_CAUSE) notify_with_cause(change, to, old, new, isPrior);
    else notify_change(change, to, old, new, isPrior);
}

// ── In place of a removed one ───────────────────────────────────────────────────────────────────────

// Whether a turn of the change notifies the registration.
static bool has_turn(const kvo_change *change, const kvo_observance *registration) {
    for (uint32_t index = 0; index < change->seen.count; index++) {
        const kvo_observance *stand_in = change->turns ? change->turns[index].stand_in : NULL;
        if (kvo_registration_of(kvo_items(&change->seen)[index]) == registration) return true;
        if (stand_in && kvo_registration_of(stand_in) == registration) return true;
    }
    return false;
}

// Whether two registrations differ in their age only. If a key has lost or gained its dependencies since, the new
// registration is another one.
static bool is_equal(const kvo_observance *one, const kvo_observance *other) {
    return one->observer == other->observer && one->context == other->context && one->object == other->object &&
           one->options == other->options && strcmp(kvo_text_of(one), kvo_text_of(other)) == 0;
}

// Returns the first observance of the key, +1, whose registration equals a removed one and is notified by no turn.
static kvo_observance *find_equal(const kvo_change *change, const kvo_observance *removed) {
    kvo_snapshot now = kvo_snapshot_since(change->object, change->key, change->seen.since);
    kvo_observance *found = NULL;
    for (uint32_t index = 0; index < now.count && found == NULL; index++) {
        kvo_observance *each = kvo_items(&now)[index];
        const kvo_observance *registration = kvo_registration_of(each);
        if (kvo_is_removed(registration) || !is_equal(registration, removed) || has_turn(change, registration))
            continue;
        found = kvo_observance_retain(each);
    }
    kvo_snapshot_release(&now);
    return found;
}

kvo_observance *kvo_find_stand_in(const kvo_change *change, const kvo_observance *removed) {
    const kvo_observance *registration = kvo_registration_of(removed);
    if (!kvo_is_removed(registration)) return kvo_path_find(kvo_node_of(removed)->path, change->object, change->key);
    id observer = kvo_observer_load(registration);
    kvo_observance *found = observer ? find_equal(change, registration) : NULL;
    kvo_let_go(observer);
    return found;
}

// ── The first notification ──────────────────────────────────────────────────────────────────────────

void kvo_notify_initial(const kvo_observance *to) {
    const kvo_node *node = kvo_node_of(to);
    id object = to->object, observer = to->observer, keyPath = kvo_name_of(to), new = nil;
    bool is_path = node && node->rest;
    if (to->options & KVO_NEW) {
        new = is_path || kvo_property_is_dependent(to->property)
                  ? kvo_value_at(object, is_path ? NULL : to->property, keyPath)
                  : kvo_value(object, to->property);
        if (mr_exception_pending()) return;
    }
    id dictionary = kvo_dictionary(nil, new, false);
    kvo_cause none = {0};
    objc_retain(observer);
    if (to->options & KVO_CAUSE) kvo_cause_enter(&none);
    send(observer, keyPath, kvo_text_of(to), object, dictionary, to->context);
    if (to->options & KVO_CAUSE) kvo_cause_leave(&none);
    kvo_let_go(observer);
    kvo_dictionary_end(dictionary);
}
