// path.c - registrations that are not simple (is_simple in table.c), such as those of key paths: attaches and detaches
// their relays.
//
// A relay is attached to the value of its parent's key, or, as a dependency, to its parent's own object. Before a value
// on the path changes, the relays after it are detached; afterwards they are attached to the new value. Values are read
// with no lock held, so two threads may read different values of one key. The count `followed` decides: a thread drops
// its value if another thread has begun to read the key after it. The verbs in the names, from the lowest level up:
//      table    kvo_enter, kvo_withdraw      adds or removes one observance
//      relay    attach, detach               sets or clears one relay's object and property, with its observance
//               put up, take down            attaches or detaches a relay and all relays below it
//      change   lead away                    takes down the relays behind a key before the key changes
//               follow                       reads the value of a relay's key, and puts up the next relay on it, unless
//                                            it is there already
#include "change.h"

enum { LOCKS = 64 };

static mr_lock *path_locks[LOCKS];

__attribute__((constructor(102))) static void make_locks(void) {
    for (int index = 0; index < LOCKS; index++) path_locks[index] = mr_lock_create_apart(MR_LOCK_RELAYS);
}

static mr_lock *lock_of(const kvo_path *path) { return path_locks[mr_hash_address(path) % LOCKS]; }
void kvo_path_lock(const kvo_path *path) { mr_lock_take(lock_of(path)); }
void kvo_path_unlock(const kvo_path *path) { mr_lock_give(lock_of(path)); }

// ── Objects that are not retained ───────────────────────────────────────────────────────────────────

kvo_weak kvo_weak_begin(id object) {
    if (mr_can_be_held(object)) {
        mr_hold(object);
        return (kvo_weak){object, NULL};
    }
    id *location = mr_allocate(sizeof *location);
    objc_initWeakOrNil(location, object);
    return (kvo_weak){object, location};
}

// May be called under any lock. The caller calls mr_retain_settle after the lock.
id kvo_weak_load_unsettled(const kvo_weak *weak) {
    if (weak->weak) return mr_weak_load_unsettled(weak->weak);
    return weak->object && mr_retain_if_present(weak->object) ? weak->object : nil;
}

id kvo_weak_load_alive_unsettled(const kvo_weak *weak) {
    if (weak->weak) return mr_weak_load_unsettled(weak->weak);
    return weak->object && mr_retain_if_alive(weak->object) ? weak->object : nil;
}

id kvo_weak_load(const kvo_weak *weak) { return mr_retain_settle(kvo_weak_load_unsettled(weak)); }

void kvo_weak_end(kvo_weak *weak) {
    if (weak->weak) {
        objc_destroyWeak(weak->weak);
        free(weak->weak);
    } else {
        mr_unhold(weak->object);
    }
    *weak = (kvo_weak){0};
}

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────────

// A text that begins with an operator is a single key: `@sum.price` is one value.
static size_t key_length(const char *text) { return text[0] == '@' ? strlen(text) : strcspn(text, "."); }

static const char *rest_of(const char *text) {
    size_t length = key_length(text);
    return text[length] ? text + length + 1 : NULL;
}

// ── A path's life ───────────────────────────────────────────────────────────────────────────────────

kvo_path *kvo_path_create(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                          uint32_t options, void *context) {
    size_t size = strlen(text) + 1;
    kvo_path *path = mr_allocate(sizeof *path + size);
    atomic_init(&path->owners, 1);
    path->observer = kvo_weak_begin(observer);
    path->context = context;
    path->options = options;
    path->key_path = objc_retain(keyPath);
    kvo_relay *first = &path->first;
    first->path = path;
    first->text = memcpy(path->text, text, size);
    first->rest = rest_of(first->text);
    first->has.on = kvo_weak_begin(object);
    first->has.property = property;
    first->has.retained = kvo_property_retain(property);
    first->generation = 1;
    first->changing = kvo_has_next_key(first->rest) && !property->is_foreign;
    path->last = first;
    return path;
}

void kvo_path_retain(kvo_path *path) {
    assert(atomic_load_explicit(&path->owners, memory_order_relaxed) > 0);
    atomic_fetch_add_explicit(&path->owners, 1, memory_order_relaxed);
}

void kvo_path_release(kvo_path *path) {
    if (atomic_fetch_sub_explicit(&path->owners, 1, memory_order_acq_rel) > 1) return;
    assert(path->is_over);
    for (kvo_relay *relay = path->first.made_after; relay;) {
        kvo_relay *next = relay->made_after;
        assert(relay->has.on.object == nil);
        free(relay);
        relay = next;
    }
    kvo_weak_end(&path->first.has.on);
    kvo_weak_end(&path->observer);
    kvo_property_release(path->first.has.retained);
    kvo_let_go(path->key_path);
    free(path);
}

// ── Taking down ─────────────────────────────────────────────────────────────────────────────────────

// Returns the lowest attached relay at or below `relay`; NULL if there is none. Relays below a detached one are
// detached.
static kvo_relay *lowest(kvo_relay *relay) {
    if (relay == NULL || relay->has.on.object == nil) return NULL;
    kvo_relay *found = lowest(relay->next);
    for (kvo_relay *other = relay->dependencies; other && found == NULL; other = other->sibling) found = lowest(other);
    return found ? found : relay;
}

// Returns what the relay owned, to be released after the path's lock (give_back).
static kvo_attachment detach_locked(kvo_relay *relay) {
    assert(relay->has.on.object && relay->parent);
    kvo_attachment had = relay->has;
    relay->has = (kvo_attachment){0};
    relay->generation++;
    relay->is_torn = false;
    relay->settled = relay->followed;
    return had;
}

static void give_back(kvo_attachment had) {
    if (had.delegate) {
        id object = kvo_weak_load(&had.on);
        if (object) kvo_above.undelegate(had.delegate, object);
        kvo_let_go(object);
        kvo_let_go(had.delegate);
    }
    kvo_weak_end(&had.on);
    kvo_property_release(had.retained);
}

// Detaches a relay and all relays below it, from the lowest up. Takes the lock once for each, and releases each relay's
// attachment with no lock held.
// - above: if not NULL, the function ends when this standing becomes void, so that it does not detach relays that
//   another thread, or an undelegate, has attached again.
static void take_down(kvo_relay *top, const kvo_standing *above) {
    for (kvo_relay *from = top; from;) {
        kvo_aftermath after = {0};
        kvo_path_lock(top->path);
        kvo_relay *relay = lowest(from);
        if (relay == NULL) relay = lowest(top);  // another thread has detached `from`
        if (relay == NULL || (above && kvo_is_void(*above))) return kvo_path_unlock(top->path);
        uint64_t number = relay->number;
        kvo_attachment had = detach_locked(relay);
        if (!had.property->is_foreign) kvo_withdraw(had.on.object, had.property, number, &after);
        from = relay == top ? NULL : relay->parent;
        kvo_path_unlock(top->path);
        kvo_finish(after);
        give_back(had);
    }
}

void kvo_relay_take_down(kvo_standing above, kvo_relay *top) { take_down(top, &above); }

void kvo_path_end(kvo_path *path) {
    kvo_path_lock(path);
    path->is_over = true;
    kvo_path_unlock(path);
    take_down(path->first.next, NULL);
    for (kvo_relay *other = path->first.dependencies; other; other = other->sibling) take_down(other, NULL);
    kvo_path_release(path);
}

void kvo_relay_died(kvo_relay *relay, id object, uint64_t number) {
    kvo_path_lock(relay->path);
    bool is_current =
        relay->has.on.object == object && relay->number == number;  // numbers are unique within a stripe only
    kvo_standing standing = {relay, relay->generation, 0};
    kvo_path_unlock(relay->path);
    if (is_current) kvo_relay_take_down(standing, relay);
}

// ── Putting up ──────────────────────────────────────────────────────────────────────────────────────

static void extend(kvo_standing standing, id object);

// - text: of a dependency, copied; NULL for the relay after the parent's key.
static kvo_relay *make_relay(kvo_relay *parent, const char *text) {
    size_t size = text ? strlen(text) + 1 : 0;
    kvo_relay *relay = mr_allocate(sizeof *relay + size);
    relay->path = parent->path;
    relay->parent = parent;
    relay->affects = text ? parent : parent->affects;
    relay->text = text ? memcpy(relay + 1, text, size) : parent->rest;
    relay->rest = rest_of(relay->text);
    return parent->path->last = parent->path->last->made_after = relay;
}

// Returns a detached relay below `above`, creating one if needed; NULL if `above` is void. This is the next relay on
// the path if `above.followed` is set, and otherwise one of the dependencies.
// - text: of a dependency.
static kvo_relay *relay_for(kvo_standing above, const char *text) {
    kvo_relay *parent = above.relay;
    if (kvo_is_void(above)) return NULL;
    if (above.followed) return parent->next ? parent->next : (parent->next = make_relay(parent, NULL));
    kvo_relay **end = &parent->dependencies;
    while (*end && ((*end)->has.on.object || strcmp((*end)->text, text) != 0)) end = &(*end)->sibling;
    return *end ? *end : (*end = make_relay(parent, text));
}

static kvo_standing attach_locked(kvo_relay *relay, kvo_attachment has, kvo_aftermath *outAfter) {
    assert(relay->has.on.object == nil && relay->has.property == NULL);
    relay->has = has;
    relay->changing = kvo_has_next_key(relay->rest) && !has.property->is_foreign;
    kvo_observance observance = {.observer = (id)(void *)relay->parent, .property = has.property, .relay = relay};
    if (!has.property->is_foreign) *outAfter = kvo_enter(has.on.object, &observance);
    return (kvo_standing){relay, ++relay->generation, 0};
}

static void delegate(kvo_standing standing, id object, const char *text) {
    kvo_relay *relay = standing.relay;
    id observer = kvo_above.delegate(relay, object, text);
    if (observer == nil) return;
    kvo_path_lock(relay->path);
    bool is_late = relay->generation != standing.generation;
    if (!is_late) relay->has.delegate = observer;
    kvo_path_unlock(relay->path);
    if (!is_late) return;
    kvo_above.undelegate(observer, object);
    kvo_let_go(observer);
}

// Returns the property of a text's first key, for an object: +1 unless it is lasting. NULL if an exception is pending.
static const kvo_property *property_of(id object, const char *text) {
    size_t length = key_length(text);
    bool is_foreign =
        class_getMethodImplementation(object_getClass(object), kvo_above.add_observer) != kvo_above.own_add_observer;
    const kvo_key *key = is_foreign ? NULL : kvo_key_find(text, length);
    const kvo_property *ready = key ? kvo_property_ready(object_getClass(object), key) : NULL;
    return ready ? ready : kvo_above.property(object, text, length, is_foreign);
}

// Attaches a relay for the first key of `text`, and the relays below it. An exception may be pending afterwards.
// - known: the property of a dependency on a key of the parent's own object, which needs no relays below; else NULL.
static void put_up(kvo_standing above, id object, const char *text, const kvo_property *known) {
    if (mr_is_tagged(object)) return;
    kvo_attachment has = {.property = known ? known : property_of(object, text)};
    if (has.property == NULL) return;
    has.retained = known ? kvo_property_retain(known) : has.property->is_lasting ? NULL : has.property;
    has.on = kvo_weak_begin(object);
    // Read before the relay is attached: afterwards another thread may detach it, and release the property.
    bool is_foreign = has.property->is_foreign;
    bool extends = known == NULL && (kvo_has_next_key(rest_of(text)) || kvo_above.is_dependent(has.property));
    kvo_aftermath after = {0};
    kvo_standing standing = {0};
    kvo_path_lock(above.relay->path);
    kvo_relay *relay = relay_for(above, text);
    if (relay) standing = attach_locked(relay, has, &after);
    kvo_path_unlock(above.relay->path);
    if (relay == NULL) return give_back(has);
    kvo_finish(after);
    if (is_foreign) delegate(standing, object, text);
    else if (extends) extend(standing, object);
    if (mr_exception_pending()) kvo_relay_take_down(standing, relay);
}

// Detaches the next relay, and all relays below it. Returns false, and detaches none, if the next relay is attached to
// that value, or if the standing is void.
static bool leave_old_object(kvo_standing standing, kvo_relay *next, id value) {
    kvo_relay *relay = standing.relay;
    kvo_path_lock(relay->path);
    bool is_there = !kvo_is_void(standing), is_whole = is_there && next->has.on.object && !relay->is_torn;
    id present = is_whole ? kvo_weak_load_unsettled(&next->has.on) : nil;
    bool leaves = is_there && (present == nil || present != value);
    if (leaves) relay->is_torn = true;
    kvo_path_unlock(relay->path);
    kvo_let_go(mr_retain_settle(present));
    if (!leaves) return false;
    kvo_relay_take_down(standing, next);
    kvo_path_lock(relay->path);
    if (!kvo_is_void(standing)) relay->is_torn = false;
    kvo_path_unlock(relay->path);
    return true;
}

void kvo_relay_follow(kvo_standing standing, id object, uint32_t ended) {
    kvo_relay *relay = standing.relay, *next = NULL;
    kvo_path_lock(relay->path);
    bool is_there = !kvo_is_void(standing) && kvo_has_next_key(relay->rest) && !relay->has.property->is_foreign;
    bool follows = is_there && (ended || relay->changing == 0);
    assert(!is_there || relay->changing >= ended);
    // Decremented now: a newcomer that is followed on another thread during the reading must not be left out.
    if (is_there) relay->changing -= ended;
    if (follows) standing.followed = ++relay->followed;
    if (follows && relay->next && relay->next->has.on.object) next = relay->next;
    else if (follows) relay->is_torn = false;
    const kvo_property *property = relay->has.property, *retained = follows ? kvo_property_retain(property) : NULL;
    const char *rest = relay->rest;
    kvo_path_unlock(relay->path);
    if (!follows) return;
    id value = kvo_value(object, property);
    bool is_loose = next == NULL || leave_old_object(standing, next, value);
    if (is_loose && value && value != kvo_above.null) put_up(standing, value, rest, NULL);
    kvo_path_lock(relay->path);
    if (!kvo_is_void(standing)) relay->settled = standing.followed;
    kvo_path_unlock(relay->path);
    kvo_let_go(value);
    kvo_property_release(retained);
}

// ── Dependent keys ──────────────────────────────────────────────────────────────────────────────────

// Whether a relay above, which this one affects, is attached to the same key of the same object, and so has relays for
// its dependencies: keys may depend on each other in a ring. A relay that is the next one on the path of another begins
// no ring, because a path ends. Also true if the relay was detached.
static bool is_ring(kvo_standing standing) {
    const kvo_relay *relay = standing.relay;
    kvo_path_lock(relay->path);
    bool found = kvo_is_void(standing);
    for (const kvo_relay *below = relay, *above; (above = below->parent) && !found; below = above) {
        bool is_dependency = below != above->next;
        found =
            is_dependency && above->has.property && kvo_is_on(above, relay->has.on.object, relay->has.property->key);
    }
    kvo_path_unlock(relay->path);
    return found;
}

typedef struct {
    kvo_standing above;
    id object;
} dependent;

static void put_up_dependency(const kvo_property *key, const char *path, void *context) {
    const dependent *dependent = context;
    if (mr_exception_pending()) return;
    put_up(dependent->above, dependent->object, key ? key->key->text : path, key);
}

static void extend(kvo_standing standing, id object) {
    kvo_relay *relay = standing.relay;
    kvo_path_lock(relay->path);
    bool is_there = !kvo_is_void(standing);
    const kvo_property *property = relay->has.property, *retained = is_there ? kvo_property_retain(property) : NULL;
    kvo_path_unlock(relay->path);
    if (!is_there) return;
    if (kvo_above.is_dependent(property) && !is_ring(standing)) {
        dependent dependent = {standing, object};
        kvo_above.visit_dependencies(property, &dependent, put_up_dependency);
    }
    kvo_property_release(retained);
    if (!mr_exception_pending()) kvo_relay_follow(standing, object, 1);
}

void kvo_path_extend(kvo_path *path, id object) { extend(kvo_first_standing(path), object); }
