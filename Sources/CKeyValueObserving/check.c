// check.c - kvo_check_invariants: checks the whole table and all paths. The model test calls it after every step.
#include "table.h"

static const char *check_set(const kvo_set *set) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < set->room; slot++) {
        if (set->slots[slot] == NULL) continue;
        count++;
        if (kvo_set_find(set, *(void *const *)set->slots[slot]) != set->slots[slot]) return "an entry is not found";
    }
    if (count != set->count) return "a set counts other entries than it has";
    if (set->room && set->count * 2 > set->room) return "a set is too full";
    return NULL;
}

static const char *check_list(const kvo_list *list) {
    if (list->several)
        return list->only ? "a list has one observance and several" : kvo_observers_check(list->several, list->key);
    if (kvo_is_removed(list->only)) return "an observance is removed, and in the table";
    return list->only->property->key == list->key ? NULL : "an observance is in another key's list";
}

static const char *check_object(const kvo_object *entry, const kvo_stripe *stripe) {
    bool has_first = !kvo_list_is_empty(&entry->first);
    if (kvo_stripe_of(entry->object) != stripe) return "an object is in another one's stripe";
    if (!mr_object_is_observed(entry->object)) return "an object does not know that it is observed";
    if (!has_first && entry->others.count == 0) return "an object without observances is kept";
    const char *wrong = check_set(&entry->others);
    if (wrong == NULL && has_first) wrong = check_list(&entry->first);
    for (uint32_t slot = 0; slot < entry->others.room && wrong == NULL; slot++) {
        const kvo_list *list = entry->others.slots[slot];
        if (list && (kvo_list_is_empty(list) || list->key == entry->first.key)) {
            wrong = kvo_list_is_empty(list) || has_first ? "a key has two lists, or an empty one" : NULL;
        }
        if (list && wrong == NULL) wrong = check_list(list);
    }
    return wrong;
}

// ── Paths ───────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    kvo_path **paths;
    size_t count;
} found_paths;

static void note_paths(const kvo_list *list, found_paths *found) {
    uint32_t count = list == NULL ? 0 : list->several ? list->several->count : list->only ? 1 : 0;
    for (uint32_t index = 0; index < count; index++) {
        const kvo_observance *observance = list->several ? list->several->items[index] : list->only;
        if (kvo_is_removed(observance) || observance->relay == NULL) continue;
        found->paths = mr_reallocate(found->paths, (found->count + 1) * sizeof *found->paths);
        kvo_path_retain(found->paths[found->count++] = observance->relay->path);
    }
}

// Whether an observance that a relay attaches was removed. Those of a dead object are removed before its relays are
// detached.
static bool is_lost(const kvo_observance *observance) {
    kvo_stripe *stripe = kvo_stripe_lock(observance->object);
    bool is_lost = kvo_is_removed(observance) && mr_object_is_observed(observance->object);
    kvo_stripe_unlock(stripe);
    return is_lost;
}

// Needs the path's lock. Checks that each attached relay is in the table, and its parent attached.
static const char *check_relay(const kvo_relay *relay) {
    const char *wrong = NULL;
    if (relay->is == NULL && relay->delegate) return "a relay is detached, and another observer stands for it";
    if (relay->is && relay->parent && relay->parent->is == NULL) return "a relay hangs on a detached one";
    if (relay->is && relay->is->is.relay != relay) return "an observance has another relay";
    // The first relay's observance is removed before the path is over.
    if (relay->is && relay->parent && is_lost(&relay->is->is)) return "an attached relay is not in the table";
    for (const kvo_relay *other = relay->dependencies; other && !wrong; other = other->sibling)
        wrong = check_relay(other);
    return wrong == NULL && relay->next ? check_relay(relay->next) : wrong;
}

static const char *check_paths(found_paths *found) {
    const char *wrong = NULL;
    for (size_t index = 0; index < found->count; index++) {
        kvo_path *path = found->paths[index];
        kvo_path_lock(path);
        if (wrong == NULL && !path->is_over) wrong = check_relay(&path->first);
        kvo_path_unlock(path);
        kvo_path_release(path);
    }
    free(found->paths);
    return wrong;
}

static const char *check_stripe(const kvo_stripe *stripe, found_paths *found) {
    mr_lock_take(stripe->lock);
    const char *wrong = check_set(&stripe->objects);
    for (uint32_t slot = 0; slot < stripe->objects.room && wrong == NULL; slot++) {
        const kvo_object *entry = stripe->objects.slots[slot];
        if (entry == NULL) continue;
        wrong = check_object(entry, stripe);
        note_paths(&entry->first, found);
        for (uint32_t other = 0; other < entry->others.room; other++) note_paths(entry->others.slots[other], found);
    }
    mr_lock_give(stripe->lock);
    return wrong;
}

const char *kvo_check_invariants(void) {
    const char *wrong = NULL;
    for (int index = 0; index < KVO_STRIPES && wrong == NULL; index++) {
        found_paths found = {0};
        wrong = check_stripe(&kvo_stripes[index], &found);
        const char *wrong_path = check_paths(&found);
        if (wrong == NULL) wrong = wrong_path;
    }
    return wrong;
}
