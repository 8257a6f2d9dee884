// observing-internal.h - the declarations that the files of this folder share: sets, lists, entries and stripes, nodes
// and paths.
//
// A path's lock is taken before a stripe's. Each section says which lock its functions need.
#ifndef KVO_OBSERVING_INTERNAL_H
#define KVO_OBSERVING_INTERNAL_H
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <trace.h>

#include "observing.h"

// ── foundation.c: what observing uses of Foundation ─────────────────────────────────────────────────

// Found by name when the layer above is loaded, before the program could replace a method. All objects live for ever.
typedef struct {
    SEL alloc, value_for_key, value_for_key_path, observe_value, add_observer, remove_observer, read_elements,
        new_dictionary, announce;
    SEL property, getter, dependencies, dead_observer, raise_replaced;
    IMP own_add_observer;  // NSObject's
    struct {
        SEL will, did;
        IMP own_will, own_did;  // NSObject's
    } messages[3];              // by kvo_messages
    id null;                    // NSNull
    id yes, setting;            // NSNumbers, +1: YES and the kind of a change to a new value
    Class dictionary, property_class, info_class;
    ptrdiff_t dictionary_entries;  // the offset of an array of objects in a change dictionary, in bytes
    id setting_only, prior_only;   // the change dictionaries without values: after a change, and before it
} kvo_foundation;
extern kvo_foundation kvo_known;

// ── thread.c ────────────────────────────────────────────────────────────────────────────────────────

// What a file does when the calling thread ends. Thread-local, so each thread has its own.
typedef struct kvo_thread_end {
    void (*run)(void);
    bool is_expected;
    struct kvo_thread_end *next;
} kvo_thread_end;
// Has it run when the calling thread ends, before those that are expected already. O(1).
void kvo_expect_thread_end(kvo_thread_end *end);

// ── set.c: hash tables of entries that begin with their key. Linear probing, at most half full. ──────

typedef struct {
    void **slots;  // `capacity` of them: a power of two, or 0
    uint32_t count, capacity;
} kvo_set;

void *kvo_set_find(const kvo_set *set, const void *key);  // NULL if the key is not in the set
void kvo_set_add(kvo_set *set, void *entry);              // its key must not be in the set
void kvo_set_remove(kvo_set *set, const void *key);       // the key must be in the set

// ── observance.c ────────────────────────────────────────────────────────────────────────────────────

// A reference that does not retain its object. It may be copied, but kvo_reference_end is called for one copy only.
typedef struct {
    id object;  // the object's address; its memory is held, unless `weak` is set
    id *weak;   // a weak reference to an object whose memory cannot be held
} kvo_reference;
kvo_reference kvo_reference_begin(id object);
id kvo_reference_load(const kvo_reference *weak);  // +1; nil if the object is dead
// The same under a lock: call mr_retain_settle after the lock. Returns nil also for an object whose dealloc runs on
// this thread: weak references to it are nil already.
id kvo_reference_load_alive_unsettled(const kvo_reference *weak);
void kvo_reference_end(kvo_reference *weak);

// Releases an object, which may be nil. If its dealloc leaves an exception pending, the process ends, unless code on
// this thread handles exceptions.
static inline void kvo_let_go(id object) {
    if (object) mr_reference_release((struct mr_reference *)(void *)object);
}

// Retains the owner of a property, and returns it; nil if the class keeps the property. Sends no message. Callers store
// this result and do not read is_lasting again: a path, and another thread's change, may outlive the class and with it
// the property.
static inline id kvo_property_retain(const kvo_property *property) {
    return property->is_lasting ? nil : objc_retain(property->owner);
}

// References to the object of a node, and to the observer of any observance.
static inline kvo_reference kvo_object_of(const kvo_node *node) { return (kvo_reference){node->is.object, node->weak}; }
static inline kvo_reference kvo_observer_of(const kvo_observance *observance) {
    const kvo_node *node = kvo_node_of(observance);
    return (kvo_reference){observance->observer, node ? node->path->observer : NULL};
}
// Returns the observer, +1; nil if it is dead.
static inline id kvo_observer_load(const kvo_observance *observance) {
    kvo_reference observer = kvo_observer_of(observance);
    if (observer.weak) return kvo_reference_load(&observer);
    return mr_retain_if_present(observer.object) ? mr_retain_settle(observer.object) : nil;
}

// ── observances.c: the observances of one key of one object ───────────────────────────────────────────

// An array of observances, in the order of their numbers. Owned by a list, and by the snapshots that it was handed out
// to: these read the items that it had then, which never change.
typedef struct kvo_observances {
    _Atomic(uint32_t) owners;
    uint32_t options;                // those that any item has, or one removed since had
    uint32_t count, live, capacity;  // `count` includes items that were removed since, `live` does not
    struct kvo_observances *next;    // of arrays to release
    kvo_observance *items[];         // +1 each. If `capacity` is at least KVO_INDEXED, an index by observer follows.
} kvo_observances;
enum { KVO_INDEXED = 16 };

// Returns an array for so many items, +1, with the items of `old` that were not removed. `old` may be NULL.
kvo_observances *kvo_observances_create(const kvo_observances *old, uint32_t capacity);
void kvo_observances_release(kvo_observances *array);  // no lock may be held
// Needs the lock of the stripe, and capacity. Retains the observance.
void kvo_observances_append(kvo_observances *array, kvo_observance *observance);
// Removes an observance, which has another owner, from a short array that only its list owns. Needs the lock of the
// stripe.
void kvo_observances_remove(kvo_observances *array, const kvo_observance *observance);
// Returns the latest registration that matches; NULL if none does. O(1) on average, and linear in the registrations of
// the observer. Needs the lock of the stripe.
kvo_observance *kvo_observances_match(const kvo_observances *array, const kvo_request *request);
bool kvo_observance_fits(const kvo_observance *observance, const kvo_request *request);
// Returns the first violated invariant; NULL if there is none.
const char *kvo_observances_check(const kvo_observances *array, const kvc_key *key);

// ── registry.c: entries and stripes ─────────────────────────────────────────────────────────────────

// The observances of one key of one object. Both pointers are NULL if there are none.
typedef struct {
    const kvc_key *key;
    kvo_observance *only;      // +1: the only one, unless there is an array
    kvo_observances *several;  // +1: made with the second one, and kept until the last is removed
} kvo_list;
static inline bool kvo_list_is_empty(const kvo_list *list) { return list->only == NULL && list->several == NULL; }

typedef struct kvo_object {
    id object;
    id info;  // +1; nil until kvo_info sets it
    union {
        struct {
            kvo_list first;  // the list of one key, inside the entry because most objects have one observed key; may be
                             // empty
            kvo_set others;  // the lists of the other keys
        };
        struct {
            struct kvo_object *next;
            Class original, notifying;  // if the object's isa was restored from the second to the first; else Nil
        } emptied;                      // an entry that is garbage
    };
} kvo_object;

typedef struct {
    _Alignas(64) mr_lock *lock;
    // Guarded by the lock.
    uint64_t latest;  // the number of the latest observance
    kvo_set objects;
} kvo_stripe;

enum { KVO_STRIPES = 64 };
extern kvo_stripe kvo_stripes[KVO_STRIPES];

// The lower bits of the hash select the stripe of an object, the bits above them its slot in a set.
static inline kvo_stripe *kvo_stripe_of(const void *object) {
    return &kvo_stripes[mr_hash_address(object) % KVO_STRIPES];
}
static inline kvo_stripe *kvo_stripe_lock(const void *object) {
    kvo_stripe *stripe = kvo_stripe_of(object);
    mr_lock_take(stripe->lock);
    return stripe;
}
static inline void kvo_stripe_unlock(kvo_stripe *stripe) { mr_lock_give(stripe->lock); }

// What a change of the table leaves to be done when no lock is held.
typedef struct {
    kvo_observances *arrays;         // that were replaced
    kvo_object *entries;             // of objects that are not observed any more
    kvo_node *nodes;                 // that were unlinked, +1, linked by `sibling`
    const kvo_observance *swizzled;  // that was added, and has changed the object's isa
} kvo_garbage;
// Adds an observance, and sets its number. The lock of a path may be held.
void kvo_registry_add(kvo_observance *observance, kvo_garbage *garbage);
// Removes an observance, which the caller owns. Returns false if it was already removed. The lock of a path may be
// held.
bool kvo_registry_remove(kvo_observance *observance, kvo_garbage *garbage);
// Finds the latest registration that matches, and removes it unless it must be checked for replaced values before.
// Returns it, +1; NULL if there is none.
kvo_observance *kvo_registry_find_and_remove(const kvo_request *request, bool *outIsRemoved, kvo_garbage *garbage);

// Observances of several keys. The caller releases them, and frees the array.
typedef struct {
    kvo_observance **items;  // +1 each
    size_t count;
} kvo_collected;
// Returns the observances of all keys of an object, in the order of registration.
// - removed: if it is not NULL, also removes them, and leaves the isa alone: for an object that has died
kvo_collected kvo_collect(id object, kvo_garbage *removed);
// Appends the observances of an entry, in no order. Needs the lock of the stripe.
void kvo_collect_entry(const kvo_object *entry, kvo_collected *all);

// The observances of a key at one moment, in the order of registration.
typedef struct {
    kvo_observances *several;  // +1: the list's array; NULL if the list has none
    kvo_observance *only;      // +1: the list's only observance
    uint32_t count, options;   // options: those that any item has, or one removed since had
    uint64_t since;            // the number of the stripe's latest observance
} kvo_snapshot;
static inline kvo_observance *const *kvo_items(const kvo_snapshot *snapshot) {
    return snapshot->several ? snapshot->several->items : &snapshot->only;
}
// - since: the snapshot is empty unless an observance with a greater number was added; 0 if any will do
kvo_snapshot kvo_snapshot_since(id object, const kvc_key *key, uint64_t since);
static inline void kvo_snapshot_release(const kvo_snapshot *snapshot) {
    if (snapshot->several) kvo_observances_release(snapshot->several);
    else if (snapshot->only) kvo_observance_release(snapshot->only);
}

// ── sweep.c ─────────────────────────────────────────────────────────────────────────────────────────

// Reports exchanged isas, and releases what the garbage owns. No lock may be held.
void kvo_sweep(kvo_garbage *garbage);

// ── node.c: the nodes of a path ─────────────────────────────────────────────────────────────────────

kvo_path *kvo_path_create(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                          uint32_t options, void *context);
// Makes a node that is not linked, +1. Takes over `retained`, the property's owner unless the class keeps the property.
kvo_node *kvo_node_create(kvo_path *path, id object, const kvo_property *property, id retained, const char *text);
void kvo_node_free(kvo_node *node);  // called by kvo_observance_release
void kvo_path_lock(const kvo_path *path);
void kvo_path_unlock(const kvo_path *path);

// Returns the object of a node, +1; nil if it is dead.
// - changing: an object that the caller keeps alive. It is returned even if it is dying on another thread.
id kvo_node_object(const kvo_node *node, id changing);
// Whether the path has a key to observe on the value of the node's key.
bool kvo_node_has_next(const kvo_node *node);

// The following need the path's lock.
static inline bool kvo_node_is_linked(const kvo_node *node) {
    return node->parent || (node == &node->path->first && !kvo_is_removed(&node->is));
}
static inline bool kvo_node_is_on(const kvo_node *node, id object, const kvc_key *key) {
    return node->is.object == object && node->is.property->key == key;
}
// Returns the oldest node, at or below `from`, that is on a key of an object and in the table; NULL if there is none.
kvo_node *kvo_node_find(kvo_node *from, id object, const kvc_key *key);
// Takes a number for a reading, or a change, of the node's value.
uint64_t kvo_node_begin_reading(kvo_node *node);
// Links a node to the end of a list, retains it, and adds it to the table.
void kvo_node_link(kvo_node **link, kvo_node *node, kvo_node *parent, kvo_node *affects, kvo_garbage *garbage);
// Unlinks the node and all nodes below it, if there is one, and removes them from the table.
void kvo_node_unlink(kvo_node **link, kvo_garbage *garbage);

// ── path.c: what the nodes follow ───────────────────────────────────────────────────────────────────
// Values are read with no lock held.

// Links everything below a node that was just linked. An exception may be pending afterwards.
void kvo_path_extend(kvo_node *node, id object);
// Before a change: unlinks what follows the value of the node's key, and the values of the keys that depend on it.
// Returns false if the node is unlinked: then the change that has unlinked it does this.
bool kvo_path_leave(kvo_node *node);
// After a change: reads these values, and links what follows them.
// - changing: the object of the change; nil if it has died.
void kvo_path_follow(kvo_node *node, id changing);
// Does so for nodes on a key that were linked after `since`, and so possibly to the value before the change.
void kvo_follow_newcomers(id object, const kvc_key *key, uint64_t since);
// Unlinks a node and all nodes below it; of a path's first node, which has no parent, all nodes below it.
void kvo_path_unlink(kvo_node *node);
// Returns the path's node on a key of an object, +1, the oldest one; NULL if there is none.
kvo_observance *kvo_path_find(kvo_path *path, id object, const kvc_key *key);

// ── replaced.c: values that were replaced without a notification ────────────────────────────────────

struct kvo_change;  // change.h
// Returns the first key, at or below a node, whose value was replaced without a notification, and the object that has
// the key. The second searches below the node's key and all keys that depend on it, at the beginning of a change.
// - own: a change that this thread has begun; NULL if there is none
kvo_replaced kvo_find_replaced(kvo_node *node, id object, const struct kvo_change *own);
kvo_replaced kvo_find_replaced_before(kvo_node *node, const struct kvo_change *change);

// ── notify.c ────────────────────────────────────────────────────────────────────────────────────────

// Sends the notification of a new registration for the option initial. An exception may be pending afterwards.
void kvo_notify_initial(const kvo_observance *to);
// Emits an event about an observer. Called while a trace is on.
void kvo_trace(mr_trace_kind kind, id object, id observer, id dictionary, const char *text);

// ── underway.c ──────────────────────────────────────────────────────────────────────────────────────

// Notes that this thread changes a key, until kvo_underway_end is called with the number that is returned, from 1.
uint32_t kvo_underway_begin(id object, const kvc_key *key);
void kvo_underway_end(uint32_t number);
// Returns how many changes of a key are under way on all threads. O(changes under way).
uint32_t kvo_underway_count(id object, const kvc_key *key);

// ── announce.c ──────────────────────────────────────────────────────────────────────────────────────

extern MR_THREAD_LOCAL kvo_suppression *kvo_suppressed;  // the innermost one of the thread
// Whether changes of a class's instances are announced by these messages, because the class overrides one of them.
bool kvo_is_announced(Class isa, kvo_messages messages);

// ── delegate.c: observers that stand in for nodes ───────────────────────────────────────────────────

// Registers a delegate for the node with its object, by message. Returns it, +1, or nil if an exception is pending. The
// delegate owns the node.
id kvo_delegate_register(kvo_node *node, id object);
// Removes its registration.
void kvo_delegate_unregister(id delegate, id object);
// Abandons the change that a prior notification to this delegate has begun. Does nothing for other observers.
void kvo_delegate_abandon(id observer);
// Makes the class of delegates. Called once.
void kvo_delegate_load(void);

#endif
