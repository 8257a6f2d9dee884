// relay.c - the effect of a change on the paths through its key: finds their relays, takes the relays below them down
// before the change and puts them up after it, and finds values that were replaced without a notification.
//
// Interface: kvo_relay_lead_away, kvo_relay_lead_back and kvo_catch_up, and the searches of a path (table.h). Values
// are read, and relays taken down or put up, with no lock held; a kvo_standing identifies a relay that has not changed
// since.
#include "change.h"

// ── Lists of relays ─────────────────────────────────────────────────────────────────────────────────

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

static kvo_standing *at(kvo_standings *standings, uint32_t index) {
    assert(index < standings->count);
    return index < KVO_FEW ? &standings->few[index] : &standings->others[index - KVO_FEW];
}

kvo_standing kvo_standings_at(const kvo_standings *standings, uint32_t index) {
    return *at((kvo_standings *)standings, index);
}

void kvo_standings_end(kvo_standings *standings) { free(standings->others); }

// ── Changes under way ───────────────────────────────────────────────────────────────────────────────
// A value counts as replaced without a notification only if no change of its key is under way. The counters include
// changes that began before the key was observed, which `changing` of a relay does not.

_Atomic(uint32_t) *kvo_changes_under_way(id object, const kvo_key *key) {
    enum { COUNTERS = 1024 };
    static _Atomic(uint32_t) counters[COUNTERS];
    return &counters[(mr_hash_address(object) + mr_hash_address(key)) % COUNTERS];
}

// Whether no change of the key is under way but `own`, a change that this thread has begun. `own` may be NULL.
static bool is_alone(id object, const kvo_key *key, const kvo_change *own) {
    bool is_own = own && own->is_counted && own->object == object && own->key == key;
    return atomic_load(kvo_changes_under_way(object, key)) <= is_own;
}

// ── Finding ─────────────────────────────────────────────────────────────────────────────────────────

static void find(kvo_relay *relay, id object, const kvo_key *key, kvo_standings *found) {
    if (relay->has.on.object == nil) return;
    if (kvo_is_on(relay, object, key)) kvo_standings_add(found, (kvo_standing){relay, relay->generation});
    for (kvo_relay *other = relay->dependencies; other; other = other->sibling) find(other, object, key, found);
    if (relay->next) find(relay->next, object, key, found);
}

static void sort(kvo_standings *standings, uint32_t from) {
    for (uint32_t end = from + 1; end < standings->count; end++) {
        for (uint32_t index = end; index > from; index--) {
            kvo_standing *second = at(standings, index), *first = at(standings, index - 1), swapped = *first;
            if (first->relay->number < second->relay->number) break;
            *first = *second;
            *second = swapped;
        }
    }
}

int kvo_path_find(kvo_path *path, id object, const kvo_key *key, kvo_standings *standings) {
    uint32_t before = standings->count;
    int is_last_key = -1;
    kvo_path_lock(path);
    if (!path->is_over) find(&path->first, object, key, standings);
    sort(standings, before);
    if (standings->count > before) is_last_key = kvo_is_last_key(at(standings, before)->relay);
    kvo_path_unlock(path);
    return is_last_key;
}

// ── Values replaced without a notification ──────────────────────────────────────────────────────────

// A copy of a relay's state, and of the next relay on its path. The property and the object are +1.
typedef struct view {
    const kvo_property *property, *retained;
    bool leads_on, was_changing;
    bool is_alone;  // no other change of the key, or of a key that it depends on, is under way
    uint32_t followed;
    kvo_standing next;  // empty if the next relay is detached or missing
    id object;          // the object of the next relay; nil if it is dead
} view;

// Whether the relay's key, and each key that it depends on, has no change under way except `own`. Needs the path's
// lock.
static bool is_left_alone(const kvo_relay *relay, id on, const kvo_change *own) {
    if (!is_alone(on, relay->has.property->key, own)) return false;
    for (const kvo_relay *first = relay->dependencies; first; first = first->sibling) {
        for (const kvo_relay *other = first; other && other->has.on.object; other = other->next) {
            if (!is_left_alone(other, other->has.on.object, own)) return false;
        }
    }
    return true;
}

// Copies the state of a relay. Returns false if the relay was detached since `standing`.
static bool look(kvo_standing standing, id on, const kvo_change *own, view *outView) {
    const kvo_relay *relay = standing.relay;
    *outView = (view){0};
    kvo_path_lock(relay->path);
    bool is_same = relay->generation == standing.generation && !relay->path->is_over;
    if (is_same) {
        outView->property = relay->has.property;
        outView->retained = kvo_property_retain(relay->has.property);
        outView->leads_on = relay->rest != NULL;
        outView->was_changing = relay->changing > 0;
        outView->is_alone = is_left_alone(relay, on, own);
        outView->followed = relay->followed;
    }
    if (is_same && relay->next && relay->next->has.on.object) {
        outView->next = (kvo_standing){relay->next, relay->next->generation};
        outView->object = kvo_weak_load_unsettled(&relay->next->has.on);
    }
    kvo_path_unlock(relay->path);
    mr_retain_settle(outView->object);
    return is_same;
}

static void let_go(const view *view) {
    kvo_let_go(view->object);
    kvo_property_release(view->retained);
}

// Whether the key's value is still the object that the next relay is attached to. Also true if no replacement can be
// proved: that object is dead, the getter has raised, the registration is ending, or another thread is changing the
// key.
static bool is_what_was_followed(kvo_standing standing, const view *view, id object, const kvo_change *own) {
    if (view->object == nil) return true;
    id value = kvo_value(object, view->property);
    bool is_same = value == nil || value == view->object;
    kvo_let_go(value);
    if (is_same) return true;
    const kvo_relay *relay = standing.relay;
    kvo_path_lock(relay->path);
    is_same = relay->path->is_over || relay->generation != standing.generation || relay->followed != view->followed ||
              !is_left_alone(relay, object, own);
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
        bool is_checked = view.is_alone && !view.was_changing;
        if (is_checked && !is_what_was_followed(standing, &view, object, own)) {
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

bool kvo_path_is_on(kvo_path *path, id object, const kvo_key *key) {
    kvo_standings standings = {0};
    kvo_path_find(path, object, key, &standings);
    kvo_standings_end(&standings);
    return standings.count > 0;
}

bool kvo_path_is_over(kvo_path *path) {
    kvo_path_lock(path);
    bool is_over = path->is_over;
    kvo_path_unlock(path);
    return is_over;
}

kvo_replaced kvo_path_find_replaced(kvo_path *path, id object) {
    return find_replaced(kvo_first_standing(path), object, NULL);
}

// ── Leading away and back ───────────────────────────────────────────────────────────────────────────

// Returns the relay's object, +1; nil if it is dead. The changing object may be dying, and is retained all the same.
// - outAffected: the relay whose key depends on this relay's key; empty once this relay is detached.
static id object_of(kvo_standing standing, id changing, kvo_standing *outAffected) {
    kvo_relay *relay = standing.relay;
    kvo_path_lock(relay->path);
    bool is_same = relay->generation == standing.generation;
    bool is_changing = is_same && relay->has.on.object == changing;
    id object = is_same && !is_changing ? kvo_weak_load_unsettled(&relay->has.on) : nil;
    kvo_relay *affected = is_same ? relay->affects : NULL;
    *outAffected = affected ? (kvo_standing){affected, affected->generation} : (kvo_standing){0};
    kvo_path_unlock(relay->path);
    return is_changing ? objc_retain(changing) : mr_retain_settle(object);
}

static void lead_away(kvo_standing standing, kvo_standings *led) {
    kvo_relay *relay = standing.relay;
    kvo_path_lock(relay->path);
    bool leads_on = relay->generation == standing.generation && relay->rest;
    if (leads_on) relay->changing++;
    if (leads_on) relay->followed++;
    kvo_relay *next = relay->next;
    kvo_path_unlock(relay->path);
    if (leads_on) kvo_standings_add(led, standing);
    kvo_relay_take_down(standing, next);
}

void kvo_relay_lead_away(kvo_standing standing, kvo_change *change) {
    bool is_checked = !(standing.relay->path->options & KVO_UNTIL_EITHER_DIES);
    // The first turn compares all values before the second detaches relays: while the relays of dependencies are
    // attached, a change of such a dependency on another thread is visible in the relay or in the counters.
    for (int turn = is_checked ? 0 : 1; turn < 2; turn++) {
        kvo_standing next, present = standing;
        for (; present.relay; present = next) {
            id object = object_of(present, change->object, &next);
            if (object && turn == 1) lead_away(present, &change->led);
            else if (object && change->replaced.key == nil) change->replaced = find_replaced(present, object, change);
            kvo_let_go(object);
        }
    }
}

void kvo_relay_lead_back(kvo_standing standing, id changing) {
    kvo_relay *relay = standing.relay;
    // Decremented before the value is read: a change on another thread during that read must attach its own value.
    kvo_path_lock(relay->path);
    bool is_same = relay->generation == standing.generation;
    assert(!is_same || relay->changing > 0);
    if (is_same) relay->changing--;
    kvo_path_unlock(relay->path);
    kvo_standing affected;
    id before = kvo_set_aside(), object = object_of(standing, changing, &affected);
    if (object) kvo_relay_follow(standing, object);
    kvo_let_go(object);
    kvo_put_back(before);
}

// Attaches the next relay to the key's current value if it is attached to another one and no change of the relay's key
// is under way.
static void catch_up(kvo_standing standing, id object) {
    view view;
    if (!look(standing, object, NULL, &view)) return;
    id value = view.leads_on && !view.was_changing ? kvo_value(object, view.property) : nil;
    if (value && (value == kvo_above.null ? nil : value) != view.object) kvo_relay_follow(standing, object);
    kvo_let_go(value);
    let_go(&view);
}

// Calls catch_up for a relay, if it is attached to that key, and for the relays whose keys depend on it.
static void catch_up_all(kvo_relay *relay, id changing, const kvo_key *key) {
    kvo_path_lock(relay->path);
    bool is_on = relay->has.on.object && kvo_is_on(relay, changing, key);
    kvo_standing standing = {is_on ? relay : NULL, relay->generation};
    kvo_path_unlock(relay->path);
    while (standing.relay) {
        kvo_standing next;
        id before = kvo_set_aside(), object = object_of(standing, changing, &next);
        if (object) catch_up(standing, object);
        kvo_let_go(object);
        kvo_put_back(before);
        standing = next;
    }
}

void kvo_catch_up(id object, const kvo_key *key, uint64_t since) {
    if (!mr_object_is_observed(object)) return;
    kvo_standings newcomers = {0};
    kvo_stripe *stripe = kvo_stripe_lock(object);
    const kvo_list *list = kvo_list_of(stripe, object, key);
    uint32_t index = list && list->latest_relay > since ? 0 : UINT32_MAX;
    for (; list && index < list->count; index++) {
        const kvo_observance *observance = &list->observances[index];
        if (observance->observer == nil || observance->relay == NULL || observance->number <= since) continue;
        kvo_path_retain(observance->relay->path);
        kvo_standings_add(&newcomers, (kvo_standing){observance->relay, 0});
    }
    kvo_stripe_unlock(stripe);
    for (index = 0; index < newcomers.count; index++) {
        kvo_relay *relay = kvo_standings_at(&newcomers, index).relay;
        catch_up_all(relay, object, key);
        kvo_path_release(relay->path);
    }
    kvo_standings_end(&newcomers);
}
