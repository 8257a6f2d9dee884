// value.c - reads the current value of a key with the getter that valueForKey: would send; reuses change dictionaries.
#include "change.h"

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────

// Sends a message that returns an object, with an argument that a getter ignores. Returns the object, +1, with NSNull
// for nil; nil if an exception is pending.
static id send_for_object(id object, SEL selector, id argument) {
    void *pool = objc_autoreleasePoolPush();
    id value = objc_retain(((id(*)(id, SEL, id))objc_msgSend)(object, selector, argument));
    objc_autoreleasePoolPop(pool);
    if (!mr_exception_pending()) return value ? value : objc_retain(kvo_known.null);
    kvo_let_go(value);
    return nil;
}

// Returns the value, +1, with NSNull for nil; nil if an exception is pending.
static id value_by(id object, const kvc_getter *getter) {
    if (getter->kind == KVC_OBJECT_VALUE) return send_for_object(object, getter->selector, nil);
    return kvc_get_boxed(object, getter);
}

static const kvc_getter *find_getter(id object, const kvo_property *property) {
    typedef const kvc_getter *(*method)(id, SEL, id);
    return ((method)objc_msgSend)(property->owner, kvo_known.getter, object);
}

// Returns the getter that valueForKey: would send; NULL if valueForKey: must be sent, or if an exception is pending.
static const kvc_getter *getter_of(id object, const kvo_property *property) {
    const kvc_getter *getter = NULL;
    if (object_getClass(object) != property->notifying) return NULL;
    return kvo_property_knows_getter(property, &getter) ? getter : find_getter(object, property);
}

static id value_or_send(id object, const kvc_getter *getter, SEL selector, id argument) {
    if (getter) return value_by(object, getter);
    return mr_exception_pending() ? nil : send_for_object(object, selector, argument);
}

id kvo_value(id object, const kvo_property *property) {
    return value_or_send(object, getter_of(object, property), kvo_known.value_for_key, kvc_key_name(property->key));
}

id kvo_value_at(id object, const kvo_property *only, id keyPath) {
    return value_or_send(object, only ? getter_of(object, only) : NULL, kvo_known.value_for_key_path, keyPath);
}

// ── Values at the ends of paths ─────────────────────────────────────────────────────────────────────

enum { MOST_STEPS = 8 };

// Only the addresses of the object and its class are compared: both may be dead, and others may be in their place.
typedef struct {
    id object;
    Class cls;
    const kvo_property *property;
    const kvc_getter *getter;
} step;

// Returns whether a node's key has a getter that C can send, or none that is known yet: then the step has none. The
// object may be dead: its memory is read, and so must be held.
static bool is_usable_step(const kvo_node *node, step *outStep) {
    if (node->weak || node->retained) return false;
    const kvo_property *property = node->is.property;
    *outStep = (step){node->is.object, property->notifying, property, NULL};
    if (object_getClass(outStep->object) != outStep->cls) return false;
    return !kvo_property_knows_getter(outStep->property, &outStep->getter) || outStep->getter;
}

// Copies the way of a path, if each of its keys is a known step. Returns the number of keys; 0 if it is not so, or if
// the path has more than MOST_STEPS.
static uint32_t copy_way(kvo_path *path, step *steps) {
    uint32_t count = 0;
    kvo_path_lock(path);
    const kvo_node *node = &path->first, *last = NULL;
    while (node && count < MOST_STEPS && is_usable_step(node, &steps[count])) {
        count++;
        last = node;
        node = node->next;
    }
    bool is_whole = last && last->rest == NULL;
    kvo_path_unlock(path);
    return is_whole ? count : 0;
}

// Returns the value, +1; nil if an exception is pending, or if the values lead another way, which sets `outLeft`.
static id value_along(const step *steps, uint32_t count, id root, bool *outLeft) {
    id value = objc_retain(root);
    for (uint32_t index = 0; index < count && value && value != kvo_known.null; index++) {
        // An object that is alive has a class that is alive, and with it the property.
        const step *step = &steps[index];
        bool is_same = value == step->object && object_getClass(value) == step->cls;
        const kvc_getter *getter = is_same ? step->getter : NULL;
        if (is_same && getter == NULL) getter = find_getter(value, step->property);
        *outLeft = getter == NULL;
        id next = getter ? value_by(value, getter) : nil;
        kvo_let_go(value);
        value = next;
    }
    return value;
}

id kvo_path_value(kvo_path *path, id root) {
    step steps[MOST_STEPS];
    uint32_t count = copy_way(path, steps);
    bool left = count == 0;
    id value = left ? nil : value_along(steps, count, root, &left);
    if (!left || mr_exception_pending()) return value;
    return kvo_value_at(root, path->first.rest ? NULL : path->first.is.property, path->key_path);
}

// ── Dictionaries ────────────────────────────────────────────────────────────────────────────────────
// If no observer has retained a dictionary, its thread reuses it. mr_object_set_aside excludes the dictionaries of a
// thread from the counts of objects, so that the spare one does not look like a leak. One that somebody else retains
// counts from the end of the notification on.

static _Thread_local id spare;

static void let_go(id dictionary) {
    mr_object_set_aside(dictionary, false);
    kvo_let_go(dictionary);
}

static void end_thread(void) {
    if (spare) let_go(spare);
    spare = nil;
}

static _Thread_local kvo_thread_end at_thread_end = {.run = end_thread};

static id new_dictionary(void) { return ((id(*)(Class, SEL))objc_msgSend)(kvo_known.dictionary, kvo_known.alloc); }

static id *entries_of(id dictionary) { return (id *)((char *)dictionary + kvo_known.dictionary_entries); }

static id fill(id dictionary, id old, id new, bool isPrior) {
    id *entries = entries_of(dictionary);
    assert(entries[KVO_INDEXES_ENTRY] == nil && entries[KVO_OLD_ENTRY] == nil && entries[KVO_NEW_ENTRY] == nil);
    entries[KVO_KIND_ENTRY] = kvo_known.setting;
    entries[KVO_OLD_ENTRY] = old;
    entries[KVO_NEW_ENTRY] = new;
    entries[KVO_IS_PRIOR_ENTRY] = isPrior ? kvo_known.yes : nil;
    return dictionary;
}

id kvo_dictionary_create(id old, id new, bool isPrior) { return fill(new_dictionary(), old, new, isPrior); }

id kvo_dictionary(id old, id new, bool isPrior) {
    id dictionary = spare ? spare : new_dictionary();
    if (spare == nil) mr_object_set_aside(dictionary, true);
    spare = nil;
    return fill(dictionary, old, new, isPrior);
}

void kvo_dictionary_end(id dictionary) {
    if (dictionary == nil) return;
    if (spare || !mr_object_is_unshared(dictionary, 1)) return let_go(dictionary);
    id *entries = entries_of(dictionary), old = entries[KVO_OLD_ENTRY], new = entries[KVO_NEW_ENTRY];
    entries[KVO_OLD_ENTRY] = entries[KVO_NEW_ENTRY] = nil;
    // The values are released first: their dealloc may cause another change, which keeps its own dictionary in `spare`.
    kvo_let_go(old);
    kvo_let_go(new);
    if (spare) return let_go(dictionary);
    kvo_expect_thread_end(&at_thread_end);
    spare = dictionary;
}
