// replaced.c - finds values on a path that were replaced without a notification: the node of the next key is on another
// object than the value, and no change of the key is under way.
#include "change.h"

// Whether no change of the key is under way but `own`, a change that this thread has begun. `own` may be NULL.
static bool is_alone(id object, const kvc_key *key, const kvo_change *own) {
    bool is_own = own && own->underway && own->object == object && own->key == key;
    return kvo_underway_count(object, key) == is_own;
}

// Whether a node's value is neither being read nor changed, except by `own`, and the same is true of each key that it
// depends on. Needs the path's lock.
static bool is_left_alone(const kvo_node *node, id on, const kvo_change *own) {
    if (node->reading % 2 || !is_alone(on, node->is.property->key, own)) return false;
    for (const kvo_node *first = node->dependencies; first; first = first->sibling) {
        for (const kvo_node *other = first; other; other = other->next) {
            if (!is_left_alone(other, other->is.object, own)) return false;
        }
    }
    return true;
}

// The node of the next key, +1, the object that it is on, +1, and the number of the latest reading; NULL if there is no
// such node, and nil if its object is dead or dying.
typedef struct {
    kvo_node *next;
    id object;
    uint64_t reading;
} behind;

// Returns what is behind a node whose key is left alone.
static behind look_behind(const kvo_node *node, id on, const kvo_change *own) {
    behind found = {0};
    kvo_path_lock(node->path);
    if (kvo_node_is_linked(node) && node->next && is_left_alone(node, on, own)) {
        kvo_reference weak = kvo_object_of(node->next);
        kvo_observance_retain(&node->next->is);
        found = (behind){node->next, kvo_reference_load_alive_unsettled(&weak), node->reading};
    }
    kvo_path_unlock(node->path);
    mr_retain_settle(found.object);
    return found;
}

// Whether the key's value was replaced. False if that cannot be proved: the getter has raised, the registration is
// ending, or another thread has begun to read or to change the key.
static bool is_replaced(const kvo_node *node, id on, const behind *found, const kvo_change *own) {
    id value = kvo_value(on, node->is.property);
    bool is_other = value && value != found->object;
    kvo_let_go(value);
    if (!is_other) return false;
    kvo_path_lock(node->path);
    is_other = kvo_node_is_linked(node) && node->reading == found->reading && is_left_alone(node, on, own);
    kvo_path_unlock(node->path);
    return is_other;
}

kvo_replaced kvo_find_replaced(kvo_node *node, id object, const kvo_change *own) {
    kvo_replaced replaced = {nil, nil};
    behind found = look_behind(node, object, own);
    if (found.object && is_replaced(node, object, &found, own)) {
        replaced = (kvo_replaced){objc_retain(kvc_key_name(node->is.property->key)), objc_retain(object)};
    } else if (found.object) {
        replaced = kvo_find_replaced(found.next, found.object, own);
    }
    if (found.next) kvo_observance_release(&found.next->is);
    kvo_let_go(found.object);
    return replaced;
}

kvo_replaced kvo_find_replaced_before(kvo_node *node, const kvo_change *change) {
    kvo_replaced replaced = {nil, nil};
    for (; node && replaced.key == nil; node = node->affects) {
        id object = kvo_node_object(node, change->object);
        if (object) replaced = kvo_find_replaced(node, object, change);
        kvo_let_go(object);
    }
    return replaced;
}
