// invariants.c - kvo_check_invariants: checks the whole table and all paths. The model test calls it after every step.
#include "table.h"

static const char *check_set(const kvo_set *set) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < set->room; slot++) {
        if (set->slots[slot] == NULL) continue;
        count++;
        if (kvo_set_find(set, *(void *const *)set->slots[slot]) != set->slots[slot]) return "a block is not found";
    }
    if (count != set->count) return "a set counts other blocks than it has";
    if (set->room && set->count * 2 > set->room) return "a set is too full";
    return NULL;
}

static const char *check_object(const kvo_object *block, const kvo_stripe *stripe) {
    bool has_first = block->first.observances != NULL;
    if (kvo_stripe_of(block->object) != stripe) return "an object is in another one's stripe";
    if (!mr_object_is_observed(block->object)) return "an object does not know that it is observed";
    if (!has_first && block->others.count == 0) return "an object without observances is kept";
    const char *wrong = check_set(&block->others);
    if (wrong == NULL && has_first) wrong = kvo_list_check(&block->first);
    for (uint32_t slot = 0; slot < block->others.room && wrong == NULL; slot++) {
        const kvo_list *list = block->others.slots[slot];
        if (list && list->key == block->first.key) return "a key has two lists";
        if (list) wrong = kvo_list_check(list);
    }
    return wrong;
}

// ── Paths ───────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    kvo_path **paths;
    size_t count;
} found_paths;

static void note_paths(const kvo_list *list, found_paths *found) {
    for (uint32_t index = 0; list && index < list->count; index++) {
        const kvo_observance *observance = &list->observances[index];
        if (observance->observer == nil || observance->relay == NULL) continue;
        found->paths = mr_reallocate(found->paths, (found->count + 1) * sizeof *found->paths);
        kvo_path_retain(found->paths[found->count++] = observance->relay->path);
    }
}

// Needs the path's lock. Checks that each attached relay is in the table with its number, and its parent attached.
static const char *check_relay(const kvo_relay *relay) {
    const char *wrong = NULL;
    if (relay->has.on.object && relay->has.property == NULL) return "a relay has an object and no property";
    if (relay->has.on.object == nil && relay->has.delegate)
        return "a relay is detached, and another observer stands for it";
    if (relay->has.on.object && relay->parent && relay->parent->has.on.object == nil)
        return "a relay hangs on a detached one";
    if (relay->has.on.object && !relay->has.property->is_foreign) {
        kvo_stripe *stripe = kvo_stripe_lock(relay->has.on.object);
        const kvo_list *list = kvo_list_of(stripe, relay->has.on.object, relay->has.property->key);
        const kvo_observance *observance = list ? kvo_list_find(list, relay->number) : NULL;
        // The first relay's observance is removed before the path is over, and a dead object's block before its relays
        // are detached.
        bool is_kept = relay->parent && mr_object_is_observed(relay->has.on.object);
        if (observance == NULL && is_kept) wrong = "an attached relay is not in the table";
        if (observance && observance->relay != relay) wrong = "the number of a relay is another one's";
        kvo_stripe_unlock(stripe);
    }
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
        const kvo_object *block = stripe->objects.slots[slot];
        if (block == NULL) continue;
        wrong = check_object(block, stripe);
        note_paths(block->first.observances ? &block->first : NULL, found);
        for (uint32_t other = 0; other < block->others.room; other++) note_paths(block->others.slots[other], found);
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
