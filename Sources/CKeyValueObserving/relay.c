// relay.c - the effect of a change on the paths through its key: takes down the relays behind the key before the
// change, attaches them to its value after it, and finds values that were replaced without a notification.
//
// Interface: kvo_path_find, kvo_path_lead_away, kvo_standings_follow and others (table.h). Values are read, and relays
// taken down or put up, with no lock held; a kvo_standing identifies a relay that has not changed since.
#include "change.h"

// Whether no change of the key is under way but `own`, a change that this thread has begun. `own` may be NULL.
static bool is_alone(id object, const kvo_key *key, const kvo_change *own) {
    bool is_own = own && own->is_noted && own->object == object && own->key == key;
    return kvo_underway_count(object, key) == is_own;
}

// ── Relays on a key ─────────────────────────────────────────────────────────────────────────────────

kvo_observance *kvo_path_find(kvo_path *path, id object, const kvo_key *key) {
    kvo_observance *first = NULL;
    kvo_path_lock(path);
    for (const kvo_relay *relay = &path->first; relay && !path->is_over; relay = relay->made_after) {
        if (!kvo_is_on(relay, object, key) || kvo_is_removed(&relay->is->is)) continue;
        if (first == NULL || relay->is->is.number < first->number) first = &relay->is->is;
    }
    if (first) kvo_observance_retain(first);
    kvo_path_unlock(path);
    return first;
}

// Returns the next relay, in the order in which the path's relays were made, that is attached to a key of an object.
// Empty if there is none.
// - after: the relay before; NULL at the beginning.
static kvo_standing next_relay(kvo_path *path, const kvo_relay *after, id object, const kvo_key *key) {
    kvo_path_lock(path);
    kvo_relay *relay = after ? after->made_after : &path->first;
    while (relay && !kvo_is_on(relay, object, key)) relay = relay->made_after;
    kvo_standing standing = {path->is_over ? NULL : relay, relay ? relay->generation : 0, 0};
    kvo_path_unlock(path);
    return standing;
}

// Returns the relay's object, +1; nil if it is dead. The changing object may be dying, and is retained all the same.
// - outAffected: the relay whose key depends on this relay's key; empty once this relay is detached.
static id object_of(kvo_standing standing, id changing, kvo_standing *outAffected) {
    kvo_relay *relay = standing.relay;
    kvo_path_lock(relay->path);
    bool is_there = !kvo_is_void(standing);
    bool is_changing = is_there && relay->is->is.object == changing;
    kvo_weak on = is_there && !is_changing ? kvo_object_of(relay->is) : (kvo_weak){0};
    id object = kvo_weak_load_unsettled(&on);
    kvo_relay *affected = is_there ? relay->affects : NULL;
    *outAffected = (kvo_standing){affected, affected ? affected->generation : 0, 0};
    kvo_path_unlock(relay->path);
    return is_changing ? objc_retain(changing) : mr_retain_settle(object);
}

// ── Values replaced without a notification ──────────────────────────────────────────────────────────

// A copy of a relay's state, and of the next relay on its path. The property and the object are +1.
typedef struct view {
    const kvo_property *property, *retained;
    bool was_changing;
    bool is_alone;      // no other change of the key, or of a key that it depends on, is under way
    kvo_standing read;  // the relay, while its key is neither read nor changed again
    kvo_standing next;  // empty if the next relay is detached or missing
    id object;          // the object of the next relay; nil if it is dead
} view;

// Whether the relay's key, and each key that it depends on, has no change under way except `own`, and no value that is
// being followed. Needs the path's lock.
static bool is_left_alone(const kvo_relay *relay, id on, const kvo_change *own) {
    if (relay->followed != relay->settled || !is_alone(on, relay->is->is.property->key, own)) return false;
    for (const kvo_relay *first = relay->dependencies; first; first = first->sibling) {
        for (const kvo_relay *other = first; other && other->is; other = other->next) {
            if (!is_left_alone(other, other->is->is.object, own)) return false;
        }
    }
    return true;
}

// Copies the state of a relay. Returns false if the standing is void.
static bool look(kvo_standing standing, id on, const kvo_change *own, view *outView) {
    const kvo_relay *relay = standing.relay;
    *outView = (view){.read = {standing.relay, standing.generation, 0}};
    kvo_path_lock(relay->path);
    bool is_there = !kvo_is_void(standing);
    if (is_there) {
        outView->property = relay->is->is.property;
        outView->retained = kvo_property_retain(relay->is->is.property);
        outView->was_changing = relay->changing > 0;
        outView->is_alone = is_left_alone(relay, on, own);
        outView->read.followed = relay->followed;
    }
    if (is_there && relay->next && relay->next->is) {
        outView->next = (kvo_standing){relay->next, relay->next->generation, 0};
        kvo_weak on = kvo_object_of(relay->next->is);
        outView->object = kvo_weak_load_alive_unsettled(&on);
    }
    kvo_path_unlock(relay->path);
    mr_retain_settle(outView->object);
    return is_there;
}

// Whether the key's value is still the object that the next relay is attached to. Also true if no replacement can be
// proved: that object is dead or dying, the getter has raised, the registration is ending, or another thread is
// changing the key.
static bool is_what_was_followed(const view *view, id object, const kvo_change *own) {
    if (view->object == nil) return true;
    id value = kvo_value(object, view->property);
    bool is_same = value == nil || value == view->object;
    kvo_let_go(value);
    if (is_same) return true;
    const kvo_relay *relay = view->read.relay;
    kvo_path_lock(relay->path);
    is_same = kvo_is_void(view->read) || !is_left_alone(relay, object, own);
    kvo_path_unlock(relay->path);
    return is_same;
}

// Returns the first key, at or after the relay's, whose value was replaced without a notification, and the object that
// has the key. The caller keeps `object` alive.
static kvo_replaced find_replaced(kvo_standing standing, id object, const kvo_change *own) {
    kvo_replaced replaced = {nil, nil};
    view view;
    objc_retain(object);
    while (object && standing.relay && replaced.key == nil && look(standing, object, own, &view)) {
        if (view.is_alone && !view.was_changing && !is_what_was_followed(&view, object, own)) {
            replaced = (kvo_replaced){objc_retain(view.property->key->name), objc_retain(object)};
        }
        kvo_let_go(object);
        kvo_property_release(view.retained);
        object = view.object;
        standing = view.was_changing ? (kvo_standing){0} : view.next;
    }
    kvo_let_go(object);
    return replaced;
}

kvo_replaced kvo_path_find_replaced(kvo_path *path, id object) {
    return find_replaced(kvo_first_standing(path), object, NULL);
}

// ── Leading away ────────────────────────────────────────────────────────────────────────────────────

void kvo_standings_add(kvo_standings *standings, kvo_standing standing) {
    if (standings->count < KVO_FEW) {
        standings->few[standings->count++] = standing;
        return;
    }
    uint32_t others = standings->count++ - KVO_FEW;
    if (others == standings->room) {
        standings->room = others ? others * 2 : 2 * KVO_FEW;
        standings->others = mr_reallocate(standings->others, standings->room * sizeof standing);
    }
    standings->others[others] = standing;
}

// Detaches the relays behind a relay. A value of its key that was read before is not attached any more.
static void lead_away(kvo_standing standing, kvo_standings *led) {
    kvo_relay *relay = standing.relay;
    kvo_path_lock(relay->path);
    bool leads_on = !kvo_is_void(standing) && kvo_has_next_key(relay->rest) && !relay->is->is.property->is_foreign;
    if (leads_on) relay->followed++;
    if (leads_on) relay->changing++;
    kvo_relay *next = relay->next;
    kvo_path_unlock(relay->path);
    if (!leads_on) return;
    kvo_standings_add(led, standing);
    kvo_relay_take_down(standing, next);
}

void kvo_path_lead_away(kvo_path *path, kvo_change *change) {
    bool is_checked = !(path->is.is.options & KVO_UNTIL_EITHER_DIES);
    kvo_standing standing = next_relay(path, NULL, change->object, change->key);
    for (; standing.relay; standing = next_relay(path, standing.relay, change->object, change->key)) {
        // The first turn compares all values before the second detaches relays: while the relays of dependencies are
        // attached, a change of such a dependency on another thread is visible in the counters.
        for (int turn = is_checked ? 0 : 1; turn < 2; turn++) {
            kvo_standing affected, present = standing;
            for (; present.relay; present = affected) {
                id object = object_of(present, change->object, &affected);
                if (object && turn == 1) lead_away(present, &change->led);
                else if (object && change->replaced.key == nil)
                    change->replaced = find_replaced(present, object, change);
                kvo_let_go(object);
            }
        }
    }
}

// ── Following ───────────────────────────────────────────────────────────────────────────────────────

// Calls kvo_relay_follow. Returns the relay whose key depends on the relay's key.
static kvo_standing follow(kvo_standing standing, id changing, uint32_t ended) {
    kvo_standing affected;
    id before = kvo_set_aside(), object = object_of(standing, changing, &affected);
    if (object) kvo_relay_follow(standing, object, ended);
    kvo_let_go(object);
    kvo_put_back(before);
    return affected;
}

void kvo_standings_follow(const kvo_standings *standings, id changing) {
    for (uint32_t index = 0; index < standings->count; index++) {
        follow(index < KVO_FEW ? standings->few[index] : standings->others[index - KVO_FEW], changing, 1);
    }
}

void kvo_follow_newcomers(id object, const kvo_key *key, uint64_t since) {
    if (!mr_object_is_observed(object)) return;
    // A relay that is attached from now on reads the present value itself.
    kvo_snapshot now = kvo_snapshot_since(object, key, since);
    for (uint32_t index = 0; index < now.count; index++) {
        const kvo_observance *observance = kvo_items(&now)[index];
        if (observance->number <= since || !(observance->options & KVO_LEADS)) continue;
        kvo_relay *relay = observance->relay;
        kvo_path_lock(relay->path);
        bool is_attached = relay->is && &relay->is->is == observance;
        kvo_standing standing = {is_attached ? relay : NULL, relay->generation, 0};
        kvo_path_unlock(relay->path);
        while (standing.relay) standing = follow(standing, object, 0);
    }
    kvo_snapshot_release(&now);
}
