// observing.h - the registrations of all observed objects: their structures, and the functions that Swift calls. The
// stripes, kvo_object and kvo_list are declared in observing-internal.h.
//
//      64 stripes, by address of the object
//        └─ kvo_object    one entry for each observed object; unlinked with its last observance
//             └─ kvo_list       one for each observed key: the only observance, or an array of them
//                  └─ kvo_observance, kvo_observance, ...     in order of registration
//                        observer, property, options, context
//
// An observance is a counted object. It is made once, never moved and never used again, so its address identifies it to
// whoever owns it.
// A registration with a key path, or of a key with dependencies, is a kvo_path: a tree of nodes, each an observance.
//
//      employer.name of a person:    kvo_node employer on the person ──next──► kvo_node name on the company
//      fullName, of first and last:  kvo_node fullName on the person ──dependencies──► first, last on the person
//
// Observances are added and removed under the lock of the object's stripe. The object's isa changes under the same
// lock: a thread that finds the notifying class and takes that lock also finds the registration.
#ifndef KVO_OBSERVING_H
#define KVO_OBSERVING_H
#include <miniruntime.h>
#include <stdatomic.h>

#include "property.h"

MR_BEGIN_DECLS
MR_ASSUME_NONNULL_BEGIN

// ── Registrations ───────────────────────────────────────────────────────────────────────────────────
// A path's nodes are linked and unlinked under the path's lock, and added to the table and removed from it under that
// lock and the stripe's. A registration's observance is added and removed under the stripe's lock alone, and those of a
// dead object are removed so; then the nodes behind them are unlinked.
//
// Observers, observed objects and the objects on a path are not retained. The memory of observers and of all objects on
// a path is held (mr_hold), so that a dead one can be recognized. The memory of an object that has only registrations
// without a path is not held: its entry is removed before that memory is freed (kvo_object_died).

// The options of a registration, as bits. Objective-C: NSKeyValueObservingOptions.
enum {
    KVO_NEW = 1,
    KVO_OLD = 2,
    KVO_INITIAL = 4,
    KVO_PRIOR = 8,
    KVO_UNTIL_EITHER_DIES = 0x100,
    KVO_CAUSE = 0x200,     // during its notifications, kvo_cause_current returns why they are sent
    KVO_REQUESTED = 0xFFF  // all bits that a registration may have
};
// What an observance is, as further bits of its options.
enum {
    KVO_ON_PATH = 0x1000,  // it is a kvo_node
    KVO_LEADS = 0x2000,    // a path continues after its key, or after a key that depends on it
    KVO_IS_LAST = 0x4000,  // its key is the last one of the registered path, so its value is that of the path
    KVO_IS_TWIN = 0x8000   // an older node of its path was on the same key of the same object
};

typedef struct kvo_path kvo_path;
typedef struct kvo_node kvo_node;

// One observer of one key of one object: a registration, or a further node of a registration's path. Everything but
// `owners` and `removed` is set before other threads can find it.
typedef struct {
    _Atomic(uint32_t) owners;
    _Atomic(bool) removed;  // set once, under the stripe's lock; of a foreign object, under the path's
    uint16_t options;
    id object;  // the observed object's address
    const kvo_property *property;
    id observer;                     // its address: the registration holds its memory
    Class _Nullable observer_class;  // at registration, for messages after the observer's death; Nil for a further node
    void *_Nullable context;
    uint64_t number;  // ascending within the stripe; 0 until it is in the table
} kvo_observance;

// A node of a path: a key that a registration observes, on the object that has the key. The key is on the registered
// path, or is one that such a key depends on.
struct kvo_node {
    kvo_observance is;
    kvo_path *path;                // +1, but for the path's first node
    id _Nullable *_Nullable weak;  // a weak reference to an object whose memory cannot be held
    id _Nullable retained;         // +1: the property's owner, unless the class keeps the property
    kvo_node *_Nullable affects;   // +1: the node whose key depends on this key; NULL on the registered path itself
    const char *text;              // the key path, beginning with this node's key
    const char *_Nullable rest;    // the key path after this node's key; NULL if it is the last key
    // Guarded by the path's lock.
    kvo_node *_Nullable parent;  // the node that this one is linked to; NULL for the first, and once it is unlinked
    kvo_node *_Nullable next;    // +1: the node of the next key, on the value of this node's key
    kvo_node *_Nullable dependencies;  // +1: the first node of a key or path that this key depends on ...
    kvo_node *_Nullable sibling;       // +1: ... and the next one of the same list
    id _Nullable delegate;             // +1: the observer that is registered with a foreign object
    // Who reads the key's value to link the next node, or is about to change it, takes a number, which is odd, and
    // links only while the number is this one. Then it becomes even. While it is odd, no value counts as replaced.
    uint64_t reading;
};

// A registration for a key path, for a key with dependencies, or for a property or observer that a simple registration
// cannot keep (is_simple in registration.c). It ends when the observance of its first node is removed.
struct kvo_path {
    kvo_node first;                    // the registration
    id _Nullable *_Nullable observer;  // a weak reference to an observer whose memory cannot be held
    id key_path;                       // +1: as it was registered; its text follows the structure
};

// ── The layer above ─────────────────────────────────────────────────────────────────────────────────

// A value that was replaced without a notification: the name of its key, and the object that has the key. Both +1; nil
// if there is none.
typedef struct {
    id _Nullable key;
    id _Nullable object;
} kvo_replaced;

// The layer above implements these messages, which are sent with no lock held, on the calling thread of the observing
// function or change:
//
//      @interface NSKeyValueProperty   the owner of a kvo_property
//      + (const kvo_property *)propertyOfObject:(id)object key:(const char *)key length:(size_t)length
//            foreign:(BOOL)isForeign
//            Returns the property of a key of an object, ready to be observed: +1 unless it is lasting. NULL if an
//            exception is pending. `isForeign`: the object's class overrides addObserver:forKeyPath:options:context:.
//      - (const kvc_getter *)getterOfObject:(id)object
//            Finds the getter that valueForKey: would send to an object of the notifying class, and stores it in the
//            property. NULL if there is none, or if an exception is pending.
//      - (void)visitDependencies:(kvo_dependency_visitor)visit context:(void *)context
//            Visits what the key depends on: keys of the same object, and paths that begin at it.
//
//      @interface NSKeyValueObservationInfo
//      + (void)reportDeadObserver:(const kvo_observance *)registration object:(id)object
//            Reports a registration that was removed because its observer is dead.
//      + (void)raiseReplaced:(const kvo_replaced *)replaced observer:(id)observer keyPath:(id)keyPath object:(id)object
//            Raises an exception for a value that was replaced without a notification.
typedef void (*kvo_dependency_visitor)(const kvo_property *_Nullable key, const char *_Nullable path, void *context);

// The entries of an NSKeyValueChangeDictionary, each an object or nil: its ivar is an array of them.
typedef enum { KVO_KIND_ENTRY, KVO_INDEXES_ENTRY, KVO_OLD_ENTRY, KVO_NEW_ENTRY, KVO_IS_PRIOR_ENTRY } kvo_entry;

// ── foundation.c ─────────────────────────────────────────────────────────────────────────────────────

// Finds the classes and methods of the layers above. Called once, before the first registration, when these exist and
// no program could have replaced them.
void kvo_load(void);

// ── observance.c ────────────────────────────────────────────────────────────────────────────────────

static inline kvo_observance *kvo_observance_retain(kvo_observance *observance) {
    atomic_fetch_add_explicit(&observance->owners, 1, memory_order_relaxed);
    return observance;
}
// No lock may be held.
void kvo_observance_release(kvo_observance *observance);
static inline bool kvo_is_removed(const kvo_observance *observance) {
    return atomic_load_explicit(&observance->removed, memory_order_acquire);
}
// The node that an observance is; NULL for a simple registration.
static inline kvo_node *_Nullable kvo_node_of(const kvo_observance *observance) {
    return observance->options & KVO_ON_PATH ? (kvo_node *)observance : NULL;
}
// The registration of an observance: itself, or the first node of its path.
static inline const kvo_observance *kvo_registration_of(const kvo_observance *observance) {
    const kvo_node *node = kvo_node_of(observance);
    return node ? &node->path->first.is : observance;
}
static inline bool kvo_is_registration(const kvo_observance *observance) {
    return kvo_registration_of(observance) == observance;
}
// Returns the key path that the observance observes, from its own key on.
static inline const char *kvo_text_of(const kvo_observance *observance) {
    const kvo_node *node = kvo_node_of(observance);
    return node ? node->text : observance->property->key->text;
}
// The key path as it was registered.
static inline id kvo_name_of(const kvo_observance *observance) {
    const kvo_node *node = kvo_node_of(observance);
    return node ? node->path->key_path : kvc_key_name(observance->property->key);
}

// ── registration.c: adds and removes registrations ──────────────────────────────────────────────────
// Any thread. `object` is alive, and no tagged pointer.

// Adds a registration, and returns it, +1. `keyPath` is the property's key, or begins with it. If the key is automatic,
// an object whose isa is the original class gets the notifying class. Links the nodes of the path, and then sends the
// notification for the option initial: the observer may remove the registration during that notification, and is
// notified of changes that it makes during it. An exception may be pending afterwards. O(1) amortised for one key.
kvo_observance *kvo_add(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                        uint32_t options, void *_Nullable context);
// A registration to remove.
typedef struct {
    id object;
    id observer;  // only its address is used: the observer may be dead
    const kvc_key *key;
    const char *text;  // the key path
    void *_Nullable context;
    bool is_any_context;
} kvo_request;
typedef struct {
    bool found;
    kvo_replaced replaced;  // the first value on the registration's path that was replaced without a notification
} kvo_removal;
// Removes the latest registration that matches.
kvo_removal kvo_remove(const kvo_request *request);
// Removes a registration. Returns false if it was already removed.
bool kvo_remove_exactly(kvo_observance *registration);

// - live: the observer of a registration; nil if it is dead, and for a further key of a path.
typedef void (*kvo_visitor)(const kvo_observance *observance, id _Nullable live, void *_Nullable context);
// Calls the visitor with all observances of an object, in order of registration, with no lock held. They are those of
// the moment of the call: some may have been removed when their turn comes. O(n log n).
void kvo_visit(id object, kvo_visitor visitor, void *_Nullable context);
// Removes all observances of a dead object whose memory is not freed yet, and calls the visitor with each. Returns the
// object's info, +1; nil if it has none.
id _Nullable kvo_object_died(id object, kvo_visitor visitor, void *_Nullable context);

// ── registry.c: all observed objects ────────────────────────────────────────────────────────────────

// Returns whether the object has observances: for that key, or, with NULL, for any.
bool kvo_is_observed(id object, const kvc_key *_Nullable key);

// Returns all observed objects that are alive, in no order, each +1. The caller frees the array.
id _Nonnull *_Nullable kvo_objects_copy(size_t *outCount);

// Returns the observation info of an object, +1: the object that -observationInfo returns. nil if the object is not
// observed. If it has no info yet, the table retains `fresh` as its info until the last observance is removed.
id _Nullable kvo_info(id object, id _Nullable fresh);
// Returns the observed object whose info is `info`, +1; nil if it is dead, or no longer observed. `object` may be dead:
// only its address is used.
id _Nullable kvo_object_of_info(const void *object, id info);

// ── change.c: a change, from will to did ────────────────────────────────────────────────────────────

// The messages that announce a change: willChangeValueForKey:, willChange:valuesAtIndexes:forKey:,
// willChangeValueForKey:withSetMutation:usingObjects: and their counterparts with did.
typedef enum { KVO_VALUE_MESSAGES, KVO_INDEXES_MESSAGES, KVO_SET_MESSAGES } kvo_messages;

// The value that changes. A change of elements is described by an object with these methods:
//
//      - (void)readFrom:(id)object key:(NSString *)key options:(uintptr_t)options
//            Reads the collection before the change, as far as observers with the options need it.
//      - (NSDictionary *)newDictionaryOf:(id)object options:(uintptr_t)options prior:(BOOL)isPrior
//            Returns the change dictionary, +1; nil if an exception is pending.
//      - (void)announceTo:(id)object key:(NSString *)key did:(BOOL)isDid
//            Sends the message of the change to the object.
//
// and a class NSKeyValueElementsChange with the method
//
//      + (instancetype)newFromChange:(NSDictionary *)change
//            Returns the description of what a change dictionary tells, +1; nil for a new value.
typedef struct {
    id object;
    const kvc_key *_Nullable key;
    bool is_scalar;         // the value is a number, structure or pointer: no path leads through it
    id _Nullable elements;  // +1, taken over: for elements of a collection; nil for a new value
    kvo_messages messages;  // that announce the change
} kvo_subject;
// Notifies the observers of a key before and after `body`, which makes the change. After an exception no further
// observer is notified. No exception may be pending when the function is called.
void kvo_change_around(const kvo_subject *subject, void (*body)(void *_Nullable context), void *_Nullable context);

// ── announce.c: changes that messages announce ──────────────────────────────────────────────────────

// Whether kvo_change_by_method needs a description of changed elements: the key is observed, or the object's class
// overrides the messages; and the key is not suppressed.
bool kvo_needs_elements(id object, const kvc_key *key, kvo_messages messages);
// Makes a change as a method of the class: sends the messages of the subject around `body` if the object's class
// overrides them, and notifies observers otherwise. Only calls `body` while the key is suppressed. An exception that is
// pending before is set aside, because a dealloc may set values while one is.
void kvo_change_by_method(const kvo_subject *subject, void (*body)(void *_Nullable context), void *_Nullable context);

// While a key of an object is suppressed, its setter and mutators do not notify on this thread, because their caller
// does. The caller owns the structure. Suppressions nest.
typedef struct kvo_suppression {
    id object;
    const char *text;
    struct kvo_suppression *_Nullable outer;
} kvo_suppression;
void kvo_suppress(kvo_suppression *suppression);
void kvo_unsuppress(kvo_suppression *suppression);
bool kvo_is_suppressed(id object, const kvc_key *key);

// ── manual.c: a change that two messages announce ────────────────────────────────────────────────
// Pairs for one key nest; pairs for different keys may overlap. A change belongs to the thread that announced it, and
// retains neither its object nor observers between its two messages, because the second may never be sent; but the
// object, if it has found a value that was replaced without a notification.

// Begins a change. An exception may be pending afterwards. `text` names the key. The subject's key may be NULL if no
// observance has that key.
void kvo_will_change(const kvo_subject *subject, const char *text);
// Begins a change of the key of a node on a foreign object: notifies only the node's registration. Does nothing once
// the node is unlinked, or if its object is dead. An exception may be pending afterwards. Takes over `elements`, which
// are used only if the key is the last one of the registered path.
void kvo_node_will_change(kvo_node *node, id _Nullable elements);
// Ends the latest change of the key, or of the node. If that change was not recorded, because the key had no observers
// when it began, links the nodes of paths that were registered since to the current value.
void kvo_did_change(id object, const kvc_key *_Nullable key, const char *text, kvo_node *_Nullable node);
// Returns how many changes of this thread have begun and not ended.
size_t kvo_manual_depth(void);
// Abandons this thread's changes beyond that depth; or the latest change of a node.
void kvo_manual_abandon(size_t depth);
void kvo_manual_abandon_node(const kvo_node *node);
// Abandons this thread's changes of an object: all those of a dead object, or those that the dealloc of a dying object
// has announced. With nil, abandons those of all dead objects.
void kvo_manual_abandon_of(id _Nullable object, bool isDead);

// ── cause.c: why a notification is sent ─────────────────────────────────────────────────────────────

// Why the thread sends a notification of a registration with KVO_CAUSE. On the stack, for as long as it is sent.
typedef struct kvo_cause {
    id _Nullable object;                 // whose key changes; nil in the notification for the option initial
    const kvc_key *_Nullable key;        // that key
    const kvo_observance *_Nullable to;  // the observance of that key
    const void *_Nullable stored;        // of the layer above, for a notification that it delivers later; else NULL
    const struct kvo_cause *_Nullable outer;
} kvo_cause;
// Begin and end a notification. They nest.
void kvo_cause_enter(kvo_cause *cause);
void kvo_cause_leave(const kvo_cause *cause);
// Returns the cause of this thread's innermost notification that has one; NULL if there is none.
const kvo_cause *_Nullable kvo_cause_current(void);
// Returns the key path on which the changed key was observed, then that of the key which depends on it, and so on up to
// the registered key path: each ends with a zero, the last one with two. The caller frees it. Needs `to`.
char *kvo_cause_copy_paths(const kvo_cause *cause);
// Returns the number of the calling thread, as debuggers show it. That of the main thread is the number of the process.
long kvo_cause_thread(void);

// ── setter.c ────────────────────────────────────────────────────────────────────────────────────────

// Returns the IMP of a notifying setter, which makes a change with the class's own setter as the body. The caller
// removes it with imp_removeBlock. Returns NULL if the class has no method for the selector, or if its type encoding is
// malformed or has other than three arguments.
IMP _Nullable kvo_setter_create(SEL selector, const kvo_property *property);

// ── check.c ─────────────────────────────────────────────────────────────────────────────────────────

// Checks the table and all paths. Returns the first violated invariant, as a text that lives for ever; NULL if there is
// none. Takes the lock of every stripe: for tests.
const char *_Nullable kvo_check_invariants(void);

MR_ASSUME_NONNULL_END
MR_END_DECLS
#endif
