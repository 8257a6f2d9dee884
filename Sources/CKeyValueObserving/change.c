// change.c - one change of one key, from will to did.
//
//      see   a snapshot of the observances of the key is taken, under the lock
//      will  for each: read the old value, leave the path behind the key, send the prior notification
//      body  the class's own setter or mutator
//      did   follow the paths behind the new value; for each, in reverse order: read the new value, notify
//      end   everything that was retained is released
//
// After the snapshot no lock is held while other code runs. docs/kvo.md follows one change through these phases, and
// lists what it retains; notify.c has the work for a single notification.
#include "change.h"

// ── Around a setter ─────────────────────────────────────────────────────────────────────────────────

void kvo_change_make(kvo_change *change, const kvo_subject *subject) {
    *change = (kvo_change){
        .object = subject->object, .key = subject->key, .is_scalar = subject->is_scalar, .elements = subject->elements};
    if (subject->key && !subject->is_scalar) change->underway = kvo_underway_begin(subject->object, subject->key);
}

// Runs the change from will to end.
// - turns: zeroed ones; NULL if they are not needed, or if there are too many for the stack.
static void change_with(kvo_change *change, kvo_turn *turns, void (*body)(void *context), void *context) {
    change->turns = turns;
    kvo_change_begin(change);
    if (!mr_exception_pending()) body(context);
    if (mr_exception_pending()) kvo_change_abandon(change, false);
    else kvo_change_finish(change);
    kvo_change_end(change);
}

// Not inlined: the turns would take stack space in each nested change, even in one that needs none.
static __attribute__((noinline)) void change_with_turns(kvo_change *change, void (*body)(void *context),
                                                        void *context) {
    kvo_turn *turns = __builtin_alloca(change->seen.count * sizeof *turns);
    change_with(change, memset(turns, 0, change->seen.count * sizeof *turns), body, context);
}

// The caller keeps the object alive, and has set `seen`.
static void change_kept(kvo_change *change, void (*body)(void *context), void *context) {
    enum { FEW = 16 };
    if (change->seen.count == 0) {
        // Nobody is notified, but a path that meanwhile gets a node for the key must find it under way.
        body(context);
        if (!change->is_scalar) kvo_follow_newcomers(change->object, change->key, change->seen.since);
        return kvo_change_end(change);
    }
    if (kvo_change_needs_turns(change) && change->seen.count <= FEW) change_with_turns(change, body, context);
    else change_with(change, NULL, body, context);
}

void kvo_change_around(const kvo_subject *subject, void (*body)(void *context), void *context) {
    kvo_snapshot seen = {0};
    if (mr_object_is_observed(subject->object)) seen = kvo_snapshot_since(subject->object, subject->key, 0);
    if (seen.count == 0 && subject->is_scalar) return body(context);
    kvo_change change;
    kvo_change_make(&change, subject);
    change.seen = seen;
    // The setter may release the last reference to its own object.
    objc_retain(subject->object);
    change_kept(&change, body, context);
    objc_release(subject->object);
}

// ── Parts of both phases ────────────────────────────────────────────────────────────────────────────

static void trace(mr_trace_kind kind, const kvo_change *change) {
    mr_trace_emit(&(mr_trace_event){.kind = kind, .object = change->object, .text = change->key->text});
}

// Returns the value at the registered key or key path, +1. nil if an exception is pending, if the registration's object
// is dead, and for a collection whose elements change: in this case notify_elements supplies the elements.
static id setting_value(const kvo_change *change, const kvo_observance *to) {
    if (to->options & KVO_IS_LAST) return change->elements ? nil : kvo_value(change->object, to->property);
    kvo_node *first = &kvo_node_of(to)->path->first;
    id root = kvo_node_object(first, change->object);
    id value = root ? kvo_path_value(first->path, root) : nil;
    kvo_let_go(root);
    return value;
}

// ── Turns ───────────────────────────────────────────────────────────────────────────────────────────

static kvo_turn *turn_of(kvo_change *change, uint32_t index) {
    if (change->turns == NULL) {
        change->turns = mr_allocate(change->seen.count * sizeof *change->turns);
        change->owns_turns = true;
    }
    return &change->turns[index];
}

// Whether an earlier observance of the same path is on the key, which notifies in place of this one.
static bool has_older_twin(const kvo_change *change, uint32_t index) {
    kvo_observance *const *items = kvo_items(&change->seen);
    if (!(items[index]->options & KVO_IS_TWIN)) return false;
    for (uint32_t other = 0; other < index; other++) {
        bool is_of_path = kvo_registration_of(items[other]) == kvo_registration_of(items[index]);
        if (is_of_path && !change->turns[other].is_over) return true;
    }
    return false;
}

static __attribute__((noinline)) const kvo_observance *find_stand_in(kvo_change *change, uint32_t index,
                                                                     const kvo_observance *removed) {
    kvo_turn *turn = turn_of(change, index);
    kvo_observance *before = turn->stand_in;
    turn->stand_in = kvo_find_stand_in(change, removed);
    if (before) kvo_observance_release(before);
    return turn->stand_in;
}

// Returns what a turn notifies: the observance that was seen or, if that was removed, its stand-in, which is searched
// for. NULL if there is none.
static inline const kvo_observance *notified_by(kvo_change *change, uint32_t index) {
    const kvo_observance *to = kvo_items(&change->seen)[index];
    if (change->turns && change->turns[index].stand_in) to = change->turns[index].stand_in;
    if (!kvo_is_removed(to) && !kvo_is_removed(kvo_registration_of(to))) return to;
    return find_stand_in(change, index, to);
}

// Returns the node behind which a turn leaves its path, and follows it again: that of the observance that it notifies
// or, if another turn notifies, of the one that was seen. NULL if no path continues there.
static kvo_node *node_left_by(const kvo_change *change, uint32_t index) {
    const kvo_turn *turn = &change->turns[index];
    const kvo_observance *to = kvo_items(&change->seen)[index];
    if (turn->stand_in && !turn->is_over) to = turn->stand_in;
    return to->options & KVO_LEADS ? kvo_node_of(to) : NULL;
}

// ── Will ────────────────────────────────────────────────────────────────────────────────────────────

// Leaves what is behind the key on the path of a node. First compares it with the values: while the nodes of dependent
// keys are linked, a change of such a key on another thread is visible (replaced.c). Returns false if another change
// has left it before.
static bool leave(kvo_change *change, kvo_node *node) {
    if (!(node->is.options & KVO_UNTIL_EITHER_DIES) && change->replaced.key == nil) {
        change->replaced = kvo_find_replaced_before(node, change);
        if (change->replaced.key) change->replaced_on = kvo_registration_of(&node->is);
    }
    return kvo_path_leave(node);
}

static void begin(kvo_change *change, uint32_t index) {
    kvo_turn *turn = turn_of(change, index);
    const kvo_observance *registration = kvo_registration_of(kvo_items(&change->seen)[index]);
    // One that was removed before its turn is not notified by this change, even if it has been made again.
    const kvo_observance *to = kvo_is_removed(registration) ? NULL : notified_by(change, index);
    turn->is_over = to == NULL || has_older_twin(change, index);
    if (to == NULL) return;
    if (!turn->is_over && to->options & KVO_OLD) turn->old = setting_value(change, to);
    // The getter may have raised, or removed the registration.
    if (mr_exception_pending() || kvo_is_removed(registration)) {
        turn->is_over = true;
        return;
    }
    kvo_node *left = node_left_by(change, index);
    if (left) turn->has_left = leave(change, left);
    bool is_notified = !turn->is_over && to->options & KVO_PRIOR && !mr_exception_pending();
    if (is_notified) kvo_notify(change, to, turn->old, nil, true);
}

// Has the collection read before its elements change, with the options of all its observers.
static void look_at_elements(kvo_change *change) {
    typedef void (*method)(id, SEL, id, id, uintptr_t);
    uintptr_t options = 0;
    for (uint32_t index = 0; index < change->seen.count; index++) {
        const kvo_observance *to = kvo_items(&change->seen)[index];
        if (to->options & KVO_IS_LAST) options |= to->options & KVO_REQUESTED;
    }
    ((method)objc_msgSend)(change->elements, kvo_known.read_elements, change->object, kvc_key_name(change->key),
                           options);
}

void kvo_change_begin(kvo_change *change) {
    if (mr_trace_is_on()) trace(MR_TRACE_WILL_CHANGE, change);
    if (change->elements) look_at_elements(change);
    if (!kvo_change_needs_turns(change)) change->begun = change->seen.count;
    for (; change->begun < change->seen.count && !mr_exception_pending(); change->begun++) {
        begin(change, change->begun);
    }
}

// ── Did ─────────────────────────────────────────────────────────────────────────────────────────────

// Makes paths follow the present value of the key. `changing` is nil if the object has died.
static void follow(const kvo_change *change, id changing) {
    for (uint32_t index = 0; change->seen.options & KVO_LEADS && index < change->begun; index++) {
        kvo_node *left = node_left_by(change, index);
        if (left && change->turns[index].has_left) kvo_path_follow(left, changing);
    }
    if (changing && !change->is_scalar) kvo_follow_newcomers(changing, change->key, change->seen.since);
}

static void deliver(kvo_change *change, uint32_t index) {
    if (change->turns && change->turns[index].is_over) return;
    // If the registration was not removed, its path may no longer lead through the key: then the change that caused
    // this has notified the observer.
    const kvo_observance *to = notified_by(change, index);
    if (to == NULL) return;
    // Read now, not once for all: an observer that was notified before may have set another value.
    id new = (to->options & KVO_NEW) ? setting_value(change, to) : nil;
    if (new == nil && mr_exception_pending()) return;
    if (kvo_is_removed(kvo_registration_of(to))) return kvo_let_go(new);  // by the getter
    kvo_notify(change, to, change->turns ? change->turns[index].old : nil, new, false);
}

// Raises the exception for a value on a path that was replaced without a notification.
static void raise_replaced(kvo_change *change) {
    const kvo_path *path = kvo_node_of(change->replaced_on)->path;
    id observer = kvo_observer_load(change->replaced_on), root = kvo_node_object(&path->first, change->object);
    if (observer && root) {
        typedef void (*method)(Class, SEL, const kvo_replaced *, id, id, id);
        SEL selector = kvo_known.raise_replaced;
        ((method)objc_msgSend)(kvo_known.info_class, selector, &change->replaced, observer, path->key_path, root);
    }
    kvo_let_go(root);
    kvo_let_go(observer);
}

void kvo_change_finish(kvo_change *change) {
    if (mr_trace_is_on()) trace(MR_TRACE_DID_CHANGE, change);
    if (change->seen.options & KVO_LEADS || !change->is_scalar) follow(change, change->object);
    if (change->replaced.key) raise_replaced(change);
    for (uint32_t index = change->seen.count; index > 0 && !mr_exception_pending(); index--) deliver(change, index - 1);
}

void kvo_change_abandon(kvo_change *change, bool isObjectDead) {
    if (mr_trace_is_on() && !isObjectDead) trace(MR_TRACE_CHANGE_ABANDONED, change);
    follow(change, isObjectDead ? nil : change->object);
    for (uint32_t index = 0; index < change->begun; index++) {
        const kvo_observance *to = kvo_items(&change->seen)[index];
        id observer = kvo_observer_load(to);
        if (observer) kvo_delegate_abandon(observer);
        kvo_let_go(observer);
    }
}

// ── The end ─────────────────────────────────────────────────────────────────────────────────────────

static void end_turns(kvo_change *change) {
    for (uint32_t index = 0; index < change->seen.count; index++) {
        kvo_turn *turn = &change->turns[index];
        kvo_let_go(turn->old);
        if (turn->stand_in) kvo_observance_release(turn->stand_in);
    }
    if (change->owns_turns) free(change->turns);
}

void kvo_change_end(kvo_change *change) {
    assert(change->begun <= change->seen.count);
    kvo_dictionary_end(change->last.dictionary);
    if (change->turns) end_turns(change);
    kvo_let_go(change->elements);
    if (change->underway) kvo_underway_end(change->underway);
    kvo_snapshot_release(&change->seen);
    kvo_let_go(change->replaced.key);
    kvo_let_go(change->replaced.object);
}
