// check.c - kvo_check_invariants: checks the whole table and all paths. The model test calls it after every step.
#include "observing-internal.h"

static const char *check_set(const kvo_set *set) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < set->capacity; slot++) {
        if (set->slots[slot] == NULL) continue;
        count++;
        if (kvo_set_find(set, *(void *const *)set->slots[slot]) != set->slots[slot]) return "an entry is not found";
    }
    if (count != set->count) return "a set counts other entries than it has";
    if (set->capacity && set->count * 2 > set->capacity) return "a set is too full";
    return NULL;
}

static const char *check_list(const kvo_list *list) {
    if (list->several)
        return list->only ? "a list has one observance and several" : kvo_observances_check(list->several, list->key);
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
    for (uint32_t slot = 0; slot < entry->others.capacity && wrong == NULL; slot++) {
        const kvo_list *list = entry->others.slots[slot];
        if (list && (kvo_list_is_empty(list) || list->key == entry->first.key)) {
            wrong = kvo_list_is_empty(list) || has_first ? "a key has two lists, or an empty one" : NULL;
        }
        if (list && wrong == NULL) wrong = check_list(list);
    }
    return wrong;
}

// ── Paths ───────────────────────────────────────────────────────────────────────────────────────────

// Whether a linked node was removed. Those of a dead object are removed before they are unlinked.
static bool is_lost(const kvo_node *node) {
    if (node->is.property->is_foreign) return kvo_is_removed(&node->is);
    kvo_stripe *stripe = kvo_stripe_lock(node->is.object);
    bool is_lost = kvo_is_removed(&node->is) && mr_object_is_observed(node->is.object);
    kvo_stripe_unlock(stripe);
    return is_lost;
}

// Needs the path's lock. Checks that each linked node is in the table, and linked to the right one.
static const char *check_node(const kvo_node *node) {
    const char *wrong = NULL;
    // The first node is removed before the others are unlinked.
    if (node->parent && is_lost(node)) return "a linked node is not in the table";
    for (const kvo_node *other = node->dependencies; other && !wrong; other = other->sibling) {
        wrong = other->parent != node || other->affects != node ? "a dependency has another parent" : check_node(other);
    }
    if (wrong || node->next == NULL) return wrong;
    if (node->next->parent != node || node->next->affects != node->affects) return "a node has another parent";
    return node->next->sibling ? "a value has two nodes" : check_node(node->next);
}

static const char *check_place(const kvo_node *node) {
    const char *wrong = NULL;
    kvo_path_lock(node->path);
    bool is_first = node == &node->path->first;
    if (is_first && kvo_node_is_linked(node)) wrong = check_node(node);
    if (!is_first && !node->parent && !kvo_is_removed(&node->is)) wrong = "an unlinked node";
    kvo_path_unlock(node->path);
    return wrong;
}

static const char *check_nodes(const kvo_collected *found) {
    const char *wrong = NULL;
    for (size_t index = 0; index < found->count; index++) {
        const kvo_node *node = kvo_node_of(found->items[index]);
        if (node && wrong == NULL) wrong = check_place(node);
        kvo_observance_release(found->items[index]);
    }
    free(found->items);
    return wrong;
}

// - found: gets the observances of the stripe's objects
static const char *check_stripe(const kvo_stripe *stripe, kvo_collected *found) {
    mr_lock_take(stripe->lock);
    const char *wrong = check_set(&stripe->objects);
    for (uint32_t slot = 0; slot < stripe->objects.capacity && wrong == NULL; slot++) {
        const kvo_object *entry = stripe->objects.slots[slot];
        if (entry == NULL) continue;
        wrong = check_object(entry, stripe);
        kvo_collect_entry(entry, found);
    }
    mr_lock_give(stripe->lock);
    return wrong;
}

const char *kvo_check_invariants(void) {
    const char *wrong = NULL;
    for (int index = 0; index < KVO_STRIPES && wrong == NULL; index++) {
        kvo_collected found = {0};
        wrong = check_stripe(&kvo_stripes[index], &found);
        const char *wrong_node = check_nodes(&found);
        if (wrong == NULL) wrong = wrong_node;
    }
    return wrong;
}
