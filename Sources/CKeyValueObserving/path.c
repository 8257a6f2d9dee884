// path.c - registrations that are not simple (is_simple in table.c), such as those of key paths: attaches and detaches
// their relays.
//
// A relay is attached to the value of its parent's key, or, as a dependency, to its parent's own object. Before a value
// on the path changes, the relays after it are detached; afterwards they are attached to the new value. Values are read
// with no lock held, so two threads may read different values of one key. The count `followed` decides: a thread drops
// its value if another thread has begun to read the key after it. The verbs in the names, from the lowest level up:
//      table    kvo_insert, kvo_take_out     adds or removes one observance
//      relay    attach, detach               gives a relay its observance, or takes it
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

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────────

// A text that begins with an operator is a single key: `@sum.price` is one value.
static size_t key_length(const char *text) { return text[0] == '@' ? strlen(text) : strcspn(text, "."); }

static const char *rest_of(const char *text) {
    size_t length = key_length(text);
    return text[length] ? text + length + 1 : NULL;
}

// ── A path's life ───────────────────────────────────────────────────────────────────────────────────

// Whether the path continues after the relay's key, or after a key that depends on it.
static bool leads_on(const kvo_relay *relay) {
    while (relay && relay->rest == NULL) relay = relay->affects;
    return relay != NULL;
}

static uint16_t options_of(const kvo_relay *relay, uint32_t requested) {
    bool is_last = relay->affects == NULL && relay->rest == NULL;
    return (uint16_t)(requested | KVO_ON_PATH | (is_last ? KVO_IS_LAST : 0) | (leads_on(relay) ? KVO_LEADS : 0));
}

kvo_path *kvo_path_create(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                          uint32_t options, void *context) {
    size_t size = strlen(text) + 1;
    kvo_path *path = mr_allocate(sizeof *path + size);
    kvo_relay *first = &path->first;
    first->path = path;
    first->text = memcpy(path->text, text, size);
    first->rest = rest_of(first->text);
    first->is = &path->is;
    first->generation = 1;
    first->changing = kvo_has_next_key(first->rest) && !property->is_foreign;
    path->last = first;
    path->key_path = objc_retain(keyPath);
    kvo_weak on = kvo_weak_begin(object);
    path->is = (kvo_path_observance){{1, false, options_of(first, options), on.object, property, observer,
                                      object_getClass(observer), context, first, 0},
                                     on.weak,
                                     kvo_property_retain(property)};
    path->observer = kvo_weak_begin(observer).weak;
    return path;
}

void kvo_path_free(kvo_path *path) {
    for (kvo_relay *relay = path->first.made_after; relay;) {
        kvo_relay *next = relay->made_after;
        assert(relay->is == NULL);
        free(relay);
        relay = next;
    }
    kvo_weak on = kvo_object_of(&path->is), observer = kvo_observer_of(&path->is.is);
    kvo_weak_end(&on);
    kvo_weak_end(&observer);
    kvo_property_release(path->is.retained);
    kvo_let_go(path->key_path);
    free(path);
}

// ── Taking down ─────────────────────────────────────────────────────────────────────────────────────

// Returns the lowest attached relay at or below `relay`; NULL if there is none. Relays below a detached one are
// detached.
static kvo_relay *lowest(kvo_relay *relay) {
    if (relay == NULL || relay->is == NULL) return NULL;
    kvo_relay *found = lowest(relay->next);
    for (kvo_relay *other = relay->dependencies; other && found == NULL; other = other->sibling) found = lowest(other);
    return found ? found : relay;
}

// What a relay owned while it was attached.
typedef struct {
    kvo_path_observance *is;
    id delegate;
} attachment;

// Returns what the relay owned, to be released after the path's lock (give_back).
static attachment detach_locked(kvo_relay *relay) {
    assert(relay->is && relay->parent);
    attachment had = {relay->is, relay->delegate};
    relay->is = NULL;
    relay->delegate = nil;
    relay->generation++;
    relay->is_torn = false;
    relay->settled = relay->followed;
    return had;
}

static void give_back(attachment had) {
    if (had.delegate) {
        kvo_weak on = kvo_object_of(had.is);
        id object = kvo_weak_load(&on);
        if (object) kvo_above.undelegate(had.delegate, object);
        kvo_let_go(object);
        kvo_let_go(had.delegate);
    }
    kvo_observance_release(&had.is->is);
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
        attachment had = detach_locked(relay);
        if (had.is->is.property->is_foreign) had.is->is.removed = true;
        else kvo_take_out(&had.is->is, &after);
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
}

void kvo_relay_died(const kvo_observance *observance) {
    kvo_relay *relay = observance->relay;
    kvo_path_lock(relay->path);
    bool is_current = relay->is && &relay->is->is == observance;
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
    while (*end && ((*end)->is || strcmp((*end)->text, text) != 0)) end = &(*end)->sibling;
    return *end ? *end : (*end = make_relay(parent, text));
}

// Whether another relay of the path is attached to the same key of the same object. Needs the path's lock.
static bool is_twin(const kvo_relay *relay) {
    const kvo_observance *is = &relay->is->is;
    const kvo_relay *other = &relay->path->first;
    while (other && (other == relay || !kvo_is_on(other, is->object, is->property->key))) other = other->made_after;
    return other != NULL;
}

// - is: taken over
static kvo_standing attach_locked(kvo_relay *relay, kvo_path_observance *is, kvo_aftermath *outAfter) {
    assert(relay->is == NULL);
    relay->is = is;
    is->is.relay = relay;
    is->is.options = options_of(relay, is->is.options);
    if (is_twin(relay)) is->is.options |= KVO_IS_TWIN;
    relay->changing = kvo_has_next_key(relay->rest) && !is->is.property->is_foreign;
    kvo_path_retain(relay->path);
    if (!is->is.property->is_foreign) *outAfter = kvo_insert(&is->is);
    return (kvo_standing){relay, ++relay->generation, 0};
}

// Returns an observance that belongs to no relay yet. Takes over `retained`.
static kvo_path_observance *make_observance(const kvo_path *path, id object, const kvo_property *property,
                                            const kvo_property *retained) {
    const kvo_observance *registration = &path->is.is;
    kvo_path_observance *made = mr_allocate(sizeof *made);
    kvo_weak on = kvo_weak_begin(object);
    uint16_t options = registration->options & KVO_REQUESTED;
    *made = (kvo_path_observance){
        {1, false, options, object, property, registration->observer, Nil, registration->context, NULL, 0},
        on.weak,
        retained};
    return made;
}

// Frees one that was not attached.
static void discard(kvo_path_observance *observance) {
    kvo_weak on = kvo_object_of(observance);
    kvo_weak_end(&on);
    kvo_property_release(observance->retained);
    free(observance);
}

static void delegate(kvo_standing standing, id object, const char *text) {
    kvo_relay *relay = standing.relay;
    id observer = kvo_above.delegate(relay, object, text);
    if (observer == nil) return;
    kvo_path_lock(relay->path);
    bool is_late = relay->generation != standing.generation;
    if (!is_late) relay->delegate = observer;
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
    const kvo_property *property = known ? known : property_of(object, text), *retained;
    if (property == NULL) return;
    retained = known ? kvo_property_retain(known) : property->is_lasting ? NULL : property;
    kvo_path *path = above.relay->path;
    kvo_path_observance *is = make_observance(path, object, property, retained);
    // Read before the relay is attached: afterwards another thread may detach it, and release the property.
    bool is_foreign = property->is_foreign;
    bool extends = known == NULL && (kvo_has_next_key(rest_of(text)) || kvo_above.is_dependent(property));
    kvo_aftermath after = {0};
    kvo_standing standing = {0};
    kvo_path_lock(path);
    kvo_relay *relay = relay_for(above, text);
    if (relay) standing = attach_locked(relay, is, &after);
    kvo_path_unlock(path);
    if (relay == NULL) return discard(is);
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
    bool is_there = !kvo_is_void(standing), is_whole = is_there && next->is && !relay->is_torn;
    kvo_weak on = is_whole ? kvo_object_of(next->is) : (kvo_weak){0};
    id present = kvo_weak_load_unsettled(&on);
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
    const kvo_property *property = kvo_is_void(standing) ? NULL : relay->is->is.property;
    bool is_there = property && kvo_has_next_key(relay->rest) && !property->is_foreign;
    bool follows = is_there && (ended || relay->changing == 0);
    assert(!is_there || relay->changing >= ended);
    // Decremented now: a newcomer that is followed on another thread during the reading must not be left out.
    if (is_there) relay->changing -= ended;
    if (follows) standing.followed = ++relay->followed;
    if (follows && relay->next && relay->next->is) next = relay->next;
    else if (follows) relay->is_torn = false;
    const kvo_property *retained = follows ? kvo_property_retain(property) : NULL;
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
        found = is_dependency && kvo_is_on(above, relay->is->is.object, relay->is->is.property->key);
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
    const kvo_property *property = kvo_is_void(standing) ? NULL : relay->is->is.property;
    const kvo_property *retained = property ? kvo_property_retain(property) : NULL;
    kvo_path_unlock(relay->path);
    if (property == NULL) return;
    if (kvo_above.is_dependent(property) && !is_ring(standing)) {
        dependent dependent = {standing, object};
        kvo_above.visit_dependencies(property, &dependent, put_up_dependency);
    }
    kvo_property_release(retained);
    if (!mr_exception_pending()) kvo_relay_follow(standing, object, 1);
}

void kvo_path_extend(kvo_path *path, id object) { extend(kvo_first_standing(path), object); }
