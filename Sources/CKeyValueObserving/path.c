// path.c - what a path follows: reads the values of its keys, and links nodes for the keys that come after them.
//
// Registrations that are not simple (is_simple in registration.c), such as those of key paths, are paths. A node is on
// the value of its parent's key or, as a dependency, on its parent's own object. Before a value on the path changes,
// the nodes behind it are unlinked; afterwards new nodes are linked to the new value. Values are read with no lock
// held, so two threads may read different values of one key. The number that each takes before (kvo_node.reading)
// decides: a value is dropped if another thread has begun to read the key, or to change it, since.
#include "change.h"

// ── Following a value ───────────────────────────────────────────────────────────────────────────────

// Returns the property of a text's first key, for an object: +1 unless it is lasting. NULL if an exception is pending.
static const kvo_property *property_of(id object, const char *text) {
    size_t length = kvo_first_key_length(text, SIZE_MAX);
    bool is_foreign =
        class_getMethodImplementation(object_getClass(object), kvo_known.add_observer) != kvo_known.own_add_observer;
    const kvc_key *key = is_foreign ? NULL : kvc_key_find(text, length);
    const kvo_property *ready = key ? kvo_property_ready(object_getClass(object), key) : NULL;
    if (ready) return ready;
    typedef const kvo_property *(*method)(Class, SEL, id, const char *, size_t, bool);
    return ((method)objc_msgSend)(kvo_known.property_class, kvo_known.property, object, text, length, is_foreign);
}

// Makes a node for the first key of `text`, +1. NULL if an exception is pending.
static kvo_node *make_node(kvo_path *path, id object, const char *text) {
    const kvo_property *property = property_of(object, text);
    if (property == NULL) return NULL;
    return kvo_node_create(path, object, property, property->is_lasting ? nil : property->owner, text);
}

// Ends the linking of a node, which the caller owns: takes over the node.
static void finish(kvo_node *node, bool isLinked, id object, bool extends) {
    if (isLinked && extends) kvo_path_extend(node, object);
    if (isLinked && mr_exception_pending()) kvo_path_unlink(node);
    kvo_observance_release(&node->is);
}

// Whether a node is linked, and `reading` still the latest number. Needs the path's lock.
static bool is_current(const kvo_node *node, uint64_t reading) {
    return kvo_node_is_linked(node) && node->reading == reading;
}

// Whether a node is on an object, which is alive. The memory of a dead one may be in use again unless it is held.
static bool is_on(const kvo_node *node, id object) {
    if (node->is.object != object || node->weak == NULL) return node->is.object == object;
    id present = kvo_node_object(node, nil);
    kvo_let_go(present);
    return present == object;
}

// Returns whether the next node is on the value already.
static bool is_there(kvo_node *node, uint64_t reading, id value) {
    kvo_path_lock(node->path);
    kvo_node *next = is_current(node, reading) ? node->next : NULL;
    if (next) kvo_observance_retain(&next->is);
    kvo_path_unlock(node->path);
    if (next == NULL) return false;
    bool is_there = is_on(next, value);
    kvo_observance_release(&next->is);
    return is_there;
}

// Links the rest of the path to the value of a node's key, which was read with that number.
static void attach(kvo_node *node, uint64_t reading, id value) {
    bool is_known = is_there(node, reading, value);
    bool is_observable = value && value != kvo_known.null && !mr_is_tagged(value);
    kvo_node *made = is_observable && !is_known ? make_node(node->path, value, node->rest) : NULL;
    kvo_garbage garbage = {0};
    kvo_path_lock(node->path);
    bool is_latest = is_current(node, reading);
    if (is_latest && !is_known) kvo_node_unlink(&node->next, &garbage);
    if (is_latest && made) kvo_node_link(&node->next, made, node, node->affects, &garbage);
    if (is_latest) node->reading++;
    kvo_path_unlock(node->path);
    kvo_sweep(&garbage);
    if (made) finish(made, is_latest, value, true);
}

// Reads the value of a node's key, and links the rest of the path to it. An exception may be pending afterwards.
static void follow(kvo_node *node, id object) {
    if (!kvo_node_has_next(node)) return;
    kvo_path_lock(node->path);
    uint64_t reading = kvo_node_is_linked(node) ? kvo_node_begin_reading(node) : 0;
    kvo_path_unlock(node->path);
    if (reading == 0) return;
    id value = kvo_value(object, node->is.property);
    attach(node, reading, value);
    kvo_let_go(value);
}

// ── Dependent keys ──────────────────────────────────────────────────────────────────────────────────

// Whether a node that this one affects is on the same key of the same object, and so has nodes for its dependencies:
// keys may depend on each other in a ring.
static bool is_ring(const kvo_node *node) {
    const kvo_node *above = node->affects;
    while (above && !kvo_node_is_on(above, node->is.object, node->is.property->key)) above = above->affects;
    return above != NULL;
}

typedef struct {
    kvo_node *node;
    id object;
} dependent;

// - key: the property of a key of the same object, whose own dependencies are visited, too; NULL for a path.
static void add_dependency(const kvo_property *key, const char *path, void *context) {
    const dependent *dependent = context;
    kvo_node *node = dependent->node, *made = NULL;
    if (mr_exception_pending()) return;
    if (key) made = kvo_node_create(node->path, dependent->object, key, kvo_property_retain(key), key->key->text);
    else made = make_node(node->path, dependent->object, path);
    if (made == NULL) return;
    kvo_garbage garbage = {0};
    kvo_path_lock(node->path);
    bool is_linked = kvo_node_is_linked(node);
    if (is_linked) kvo_node_link(&node->dependencies, made, node, node, &garbage);
    kvo_path_unlock(node->path);
    kvo_sweep(&garbage);
    finish(made, is_linked, dependent->object, key == NULL);
}

// ── Below a node that was just linked ───────────────────────────────────────────────────────────────

// Registers the observer that stands for a node with a foreign object.
static void delegate(kvo_node *node, id object) {
    id observer = kvo_delegate_register(node, object);
    if (observer == nil) return;
    kvo_path_lock(node->path);
    bool is_late = !kvo_node_is_linked(node);
    if (!is_late) node->delegate = observer;
    kvo_path_unlock(node->path);
    if (!is_late) return;
    kvo_delegate_unregister(observer, object);
    kvo_let_go(observer);
}

void kvo_path_extend(kvo_node *node, id object) {
    dependent dependent = {node, object};
    if (node->is.property->is_foreign) return delegate(node, object);
    if (kvo_property_is_dependent(node->is.property) && !is_ring(node)) {
        typedef void (*method)(id, SEL, kvo_dependency_visitor, void *);
        ((method)objc_msgSend)(node->is.property->owner, kvo_known.dependencies, add_dependency, &dependent);
    }
    if (!mr_exception_pending()) follow(node, object);
}

// ── After a change ──────────────────────────────────────────────────────────────────────────────────

void kvo_path_follow(kvo_node *node, id changing) {
    for (; node; node = node->affects) {
        // Nothing else is known before the object is retained: the class of a dead one, and the property, may be gone.
        if (node->rest == NULL) continue;
        id before = mr_exception_take(), object = kvo_node_object(node, changing);
        if (object) follow(node, object);
        kvo_let_go(object);
        mr_exception_put_back(before);
    }
}

void kvo_follow_newcomers(id object, const kvc_key *key, uint64_t since) {
    if (!mr_object_is_observed(object)) return;
    // A node that is linked from now on reads the present value itself.
    kvo_snapshot now = kvo_snapshot_since(object, key, since);
    for (uint32_t index = 0; index < now.count; index++) {
        const kvo_observance *observance = kvo_items(&now)[index];
        if (observance->number > since && observance->options & KVO_LEADS) {
            kvo_path_follow(kvo_node_of(observance), object);
        }
    }
    kvo_snapshot_release(&now);
}

// ── Before a change, and at the end ─────────────────────────────────────────────────────────────────

bool kvo_path_leave(kvo_node *node) {
    kvo_garbage garbage = {0};
    kvo_path_lock(node->path);
    bool is_linked = kvo_node_is_linked(node);
    // A node that was unlinked affects nothing: the change that did so leaves and follows the nodes that it affected.
    for (kvo_node *each = node; each && kvo_node_is_linked(each); each = each->affects) {
        if (!kvo_node_has_next(each)) continue;
        kvo_node_begin_reading(each);
        kvo_node_unlink(&each->next, &garbage);
    }
    kvo_path_unlock(node->path);
    kvo_sweep(&garbage);
    return is_linked;
}

void kvo_path_unlink(kvo_node *node) {
    kvo_garbage garbage = {0};
    kvo_path_lock(node->path);
    if (node->parent) {
        kvo_node **link = node->parent->next == node ? &node->parent->next : &node->parent->dependencies;
        while (*link != node) link = &(*link)->sibling;
        kvo_node_unlink(link, &garbage);
    }
    kvo_node_unlink(&node->next, &garbage);
    while (node->dependencies) kvo_node_unlink(&node->dependencies, &garbage);
    kvo_path_unlock(node->path);
    kvo_sweep(&garbage);
}

kvo_observance *kvo_path_find(kvo_path *path, id object, const kvc_key *key) {
    kvo_path_lock(path);
    kvo_node *found = kvo_node_is_linked(&path->first) ? kvo_node_find(&path->first, object, key) : NULL;
    if (found) kvo_observance_retain(&found->is);
    kvo_path_unlock(path);
    return found ? &found->is : NULL;
}
