// observing.h - who observes what: the structures, and the one place where registrations are stored.
//
//      64 stripes, by address of the object
//        └─ kvo_object    one block for each observed object; gone with its last observance
//             └─ kvo_list       one for each key that is observed
//                  └─ kvo_observance │ kvo_observance │ ...     in the order in which they came
//                        observer, property, options, context
//                        relay ─► kvo_path, of a registration that is more than one key of an object:
//
//      employer.name of a person:    kvo_relay employer on the person ──next──► kvo_relay name on the company
//      fullName, of first and last:  kvo_relay fullName on the person ──dependencies──► first, last on the person
//
// Observances are read and written under the lock of the object's stripe. The object's isa changes under the same lock:
// a thread that finds the notifying class, and then takes the lock, finds the registration. The relays of a path are
// written under the path's lock. Under both locks the observance of a relay is added, and removed when the relay is
// detached. Under the stripe's lock alone the observance of a registration is removed, and those of a dead object.
//
// Observers, observed objects and the objects on a path are not retained. The memory of observers and of the objects on
// a path, the first one included, is held (mr_hold), so that one can find out whether they are alive. An object with
// registrations without a path only is not held: the block with its address is removed before its memory is freed
// (kvo_object_died). No function of the layer above is called under a lock but retain_property.
#ifndef KVO_OBSERVING_H
#define KVO_OBSERVING_H
#include <miniruntime.h>
#include <objc/runtime.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// ── Keys ────────────────────────────────────────────────────────────────────────────────────────────

// A key, interned: two keys are equal if their addresses are.
typedef struct {
    id name;                      // the NSString that messages carry
    const char *text;             // the same in UTF-8
    size_t length;                // of that, in bytes
    const void *_Nullable owner;  // what the layer above knows besides
} kvo_key;

// How a getter is sent, and what becomes of what it returns.
typedef enum { KVO_OTHER_VALUE, KVO_OBJECT_VALUE, KVO_INTEGER_VALUE } kvo_value_kind;
typedef struct {
    SEL selector;
    kvo_value_kind kind;
    // Of an integer: its size in bytes, and the tagged number of its type that is 0, whose lower 56 bits are the value.
    uint8_t size;
    bool is_signed, is_bool;
    uint64_t zero;
    const void *_Nullable owner;  // what the layer above knows besides
} kvo_getter;

// A key of a class, as the layer above knows it.
typedef struct {
    const kvo_key *key;
    Class original;
    Class _Nullable notifying;  // its notifying class; Nil if it has none
    bool is_automatic;          // its setters notify (automaticallyNotifiesObserversForKey:)
    bool is_lasting;            // the class keeps it, as long as it lives; else whoever works with it retains it
    bool is_foreign;            // of objects that have an addObserver:... of their own
    const void *owner;          // what the layer above knows besides
    // kvo_declarations() when the class was asked what affects the key, and mr_method_generation() when its setters
    // were overridden. Both are read and written atomically, as those that follow.
    size_t declared, hooked;
    // What valueForKey: would send to an object of the notifying class, and mr_method_generation() when that was found
    // out. The getter is NULL if valueForKey: does more than send it. The generation is written after the getter: a
    // thread that reads the generation reads that getter or a newer one.
    size_t getter_generation;
    const kvo_getter *_Nullable getter;
} kvo_property;

// A class whose instances are observed: the record of it and of its notifying class (mr_class_record).
typedef struct {
    mr_table properties;
    const void *owner;  // what the layer above knows besides
} kvo_class;

// ── Registrations ───────────────────────────────────────────────────────────────────────────────────

// Bits of what an observer asks for, as they are registered.
enum { KVO_NEW = 1, KVO_OLD = 2, KVO_INITIAL = 4, KVO_PRIOR = 8, KVO_UNTIL_EITHER_DIES = 0x100 };

typedef struct kvo_path kvo_path;
typedef struct kvo_relay kvo_relay;

// One observer of one key of one object: a registration, or a relay of one.
typedef struct {
    // Its memory is held, by the path if there is one. Of a relay: the address of its parent, which is no object, and
    // which is only compared. nil of a removed observance, which keeps the address in `context`.
    id observer;
    Class _Nullable observer_class;  // when it registered; Nil of a relay
    const kvo_property *property;
    void *_Nullable context;
    kvo_relay *_Nullable relay;  // NULL for a registration of one lasting key that no other affects
    uint64_t number;             // grows with every observance of the stripe
    uint32_t options;
    uint32_t previous;  // the index, from 1, of the observance before it with the same observer; 0 for none
} kvo_observance;

// An object that is not retained. It may be copied, but only one of the copies is ended (kvo_weak_end).
typedef struct {
    id _Nullable object;           // its address; its memory is held
    id _Nullable *_Nullable weak;  // of an object whose memory cannot be held: a weak reference to it
} kvo_weak;

// A key that a registration observes: a key of its path, or one that such a key depends on.
struct kvo_relay {
    kvo_path *path;
    kvo_relay *_Nullable parent;  // whose value this one's object is, or whose key depends on this; NULL: the first
    kvo_relay *_Nullable next;    // the relay of the next key, on the value of this one
    kvo_relay *_Nullable dependencies;  // the keys and paths that this key depends on ...
    kvo_relay *_Nullable sibling;       // ... as a list
    kvo_relay *_Nullable affects;       // whose key depends on this one; NULL on the registered path itself
    // Guarded by the path's lock.
    kvo_weak on;  // the object; empty while the relay is detached
    const kvo_property *_Nullable property;
    const kvo_property *_Nullable retained;  // see kvo_property_retain
    const char *_Nullable text;              // the key path from its key on
    const char *_Nullable rest;              // the same behind its key; NULL at the end
    uint64_t number;                         // of its observance
    uint32_t generation;    // how often it was attached or detached: if it is the same, nothing has changed
    uint32_t followed;      // how often its key's value was looked for, or began to change: see kvo_relay_follow
    uint32_t changing;      // how many changes of the key have begun and not ended
    id _Nullable delegate;  // the observer that stands for it with a foreign object, +1
    kvo_relay *_Nullable made_before;
};

// A key path from some key on, for the relays that need it.
typedef struct kvo_text {
    struct kvo_text *_Nullable next;
    char text[];
} kvo_text;

// A registration that is more than one lasting key. Lives as long as it is registered, or a delivery works with it.
struct kvo_path {
    _Atomic(uint32_t) owners;
    _Atomic(uint64_t) stamp;  // the latest change that has found it
    kvo_weak observer;
    void *_Nullable context;
    uint32_t options;
    id key_path;  // +1: as it was registered
    // Guarded by its lock.
    bool is_over;                 // nothing may be attached any more
    kvo_relay *_Nullable relays;  // all but the first
    kvo_text *_Nullable texts;    // of dependencies
    kvo_relay first;
    char text[];  // the key path
};

// ── The layer above ─────────────────────────────────────────────────────────────────────────────────

// Where a value was replaced without a notification: the key's name and the object, both +1; nil if nowhere.
typedef struct {
    id _Nullable key;
    id _Nullable object;
} kvo_replaced;

// An observer that is gone, as an error message names it, and what it was registered for.
typedef struct {
    uintptr_t observer;
    Class _Nullable observer_class;
    id key_path;
} kvo_gone;

// What the layer above does for this one. Called with no lock held, on the thread that changes something, unless a
// comment says otherwise.
typedef struct {
    // The value of a key, +1, with NSNull for nil. nil if something was raised.
    // - getter: what is known to be sent; NULL if that is to be found out.
    id _Nullable (*_Nonnull value)(id object, const kvo_property *property, const kvo_getter *_Nullable getter);
    // That of a key path. `only` is the property, if the path is one key.
    id _Nullable (*_Nonnull value_at_path)(id object, const kvo_property *_Nullable only, id keyPath);
    SEL observe_value;  // observeValueForKeyPath:ofObject:change:context:
    id null;            // what stands for nil in a value
    // addObserver:forKeyPath:options:context:, and NSObject's own method of that name.
    SEL add_observer;
    IMP own_add_observer;
    // What the class of an object says of its key, ready to be observed: +1 unless it is lasting. NULL if that raised.
    // - isForeign: the object has another addObserver:...
    const kvo_property *_Nullable (*_Nonnull property)(id object, const char *key, size_t length, bool isForeign);
    // Of one that is not lasting. The first under locks as well.
    void (*_Nonnull retain_property)(const kvo_property *property);
    void (*_Nonnull release_property)(const kvo_property *property);
    // Visits what a key depends on: keys of the same object, and paths that lead away from it.
    bool (*_Nonnull is_dependent)(const kvo_property *property);
    void (*_Nonnull visit_dependencies)(const kvo_property *property, void *context,
                                        void (*visit)(const kvo_property *_Nullable key, const char *_Nullable path,
                                                      void *context));
    // A change dictionary, +1, of a value that is set. Takes over the values.
    id _Nonnull (*_Nonnull dictionary)(id _Nullable old, id _Nullable new, bool isPrior);
    ptrdiff_t dictionary_values;  // where in one its values are: kind, indexes, old, new, and `yes` before a change
    id yes;
    id setting_only, prior_only;  // those that say nothing else, before the change the second
    // A change of some elements. The first reads the collection before the change. The second makes a dictionary, +1,
    // nil if something was raised. The third ends the change of elements.
    void (*_Nonnull elements_begin)(void *elements, id object, const kvo_key *key, uint32_t options);
    id _Nullable (*_Nonnull elements_dictionary)(void *elements, id object, uint32_t options, bool isPrior);
    void (*_Nonnull elements_end)(void *elements);
    // Registers with a foreign object by message, and ends that. The relay's path stays alive in between.
    id _Nullable (*_Nonnull delegate)(kvo_relay *relay, id object, const char *keyPath);
    void (*_Nonnull undelegate)(id delegate, id object);
    // The change of which an observer may have received a prior notification is abandoned.
    void (*_Nonnull abandoned)(id observer);
    // The observer of a registration is dead. `object` is the one that was registered with.
    void (*_Nonnull observer_died)(const kvo_gone *gone, id object, bool isSilent);
    // Takes over what was replaced.
    void (*_Nonnull raise_replaced)(kvo_replaced replaced, id observer, id keyPath, id object);
    // Of a notifying setter. The first is the original's IMP, or NULL if the class overrides a message that is to be
    // sent in a change, such as willChangeValueForKey:. The second is the original's IMP in any case. The third sets
    // where more is to be done than to notify observers. The fourth ends the setter.
    IMP _Nullable (*_Nonnull silent_original)(void *setter);
    IMP _Nonnull (*_Nonnull original)(void *setter);
    void (*_Nonnull set)(void *setter, void *_Nullable result, void *_Nullable *_Nonnull arguments);
    void (*_Nonnull release_setter)(void *setter);
} kvo_hooks;

// To be called once, before anything is added.
void kvo_set_hooks(const kvo_hooks *hooks);

// ── property.c: keys and properties ─────────────────────────────────────────────────────────────────
// Any thread may search, without a lock. Callers that enter exclude each other, and have searched before.

size_t kvo_text_hash(const char *text, size_t length);
// The key with that text, if it was entered: such a key lives for ever.
const kvo_key *_Nullable kvo_key_find(const char *text, size_t length);
void kvo_key_enter(const kvo_key *key);
// A key path taken apart at its first dot. What begins with an operator is one key: `@sum.price` is computed from price.
typedef struct {
    const kvo_key *_Nullable known;  // its first key, if it was entered
    size_t length;                   // of that key, in bytes
    bool has_rest;
} kvo_key_path;
// false unless there is a key before, between and after the dots, and no NUL. O(length).
bool kvo_key_path_read(const char *text, size_t length, kvo_key_path *outPath);
// The lasting property of a class. The second is NULL, too, if more has to be done before it can be observed.
kvo_property *_Nullable kvo_property_find(const kvo_class *cls, const kvo_key *key);
const kvo_property *_Nullable kvo_property_ready(Class isa, const kvo_key *key);
void kvo_property_enter(kvo_class *cls, kvo_property *property);
bool kvo_property_is_declared(const kvo_property *property);
void kvo_property_set_declared(kvo_property *property, size_t generation);
bool kvo_property_is_hooked(const kvo_property *property);
void kvo_property_set_hooked(kvo_property *property, size_t generation);
// Whether the getter was looked for since methods last changed, and what was found: NULL if valueForKey: must be sent.
bool kvo_property_knows_getter(const kvo_property *property, const kvo_getter *_Nullable *_Nonnull outGetter);
// Says how the getter is sent; it lives as long as the property.
void kvo_property_set_getter(kvo_property *property, const kvo_getter *_Nullable getter, size_t generation);
// Grows whenever a class says anew what affects its keys.
size_t kvo_declarations(void);
void kvo_declarations_changed(void);

// ── table.c: adding, removing, asking ───────────────────────────────────────────────────────────────
// Any thread. `object` is alive, and no tagged pointer.

// Adds a registration. `keyPath` is the property's key, or begins with it. If the key is automatic, the isa becomes the
// notifying class, unless it is already. Then attaches the relays of the path, which may raise. Returns the
// registration's number. O(1) amortised for one key.
uint64_t kvo_add(id object, id observer, const kvo_property *property, id keyPath, const char *text, uint32_t options,
                 void *_Nullable context);
// Sends the first notification to an observer that has registered with the option initial.
void kvo_tell_initial(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                      uint32_t options, void *_Nullable context);
// Which registration is to be removed: the latest one that fits.
typedef struct {
    id object;
    id observer;  // its address: it may be dead
    const kvo_key *key;
    const char *text;            // the key path
    const char *_Nullable rest;  // the same behind its first key
    void *_Nullable context;
    bool is_any_context;
} kvo_request;
typedef struct {
    bool found;
    kvo_replaced replaced;  // what was replaced silently on the registration's path
} kvo_removal;
kvo_removal kvo_remove(const kvo_request *request);
// Removes exactly that registration, and says who observed. false if it was not there any more.
bool kvo_remove_exactly(id object, const kvo_property *property, uint64_t number, kvo_gone *outGone);

// Whether anybody observes the object, or the object at a key.
bool kvo_is_observed(id object, const kvo_key *_Nullable key);

// An observance as it was when somebody asked.
typedef struct {
    uintptr_t address;
    uintptr_t observer;
    Class _Nullable observer_class;  // NULL of a relay
    id _Nullable live_observer;      // nil if it is dead
    const kvo_property *property;
    const char *key_path;
    void *_Nullable context;
    uint32_t options;
    bool is_registration;
} kvo_picture;
typedef void (*kvo_visitor)(const kvo_picture *picture, void *_Nullable context);
// Calls the visitor with all observances of an object, in the order in which they came, with no lock held. A picture
// lasts as long as the call. O(n log n).
void kvo_visit(id object, kvo_visitor visitor, void *_Nullable context);
// The objects that are observed and alive, in no order, each +1; to be freed. NULL if there are none.
id _Nonnull *_Nullable kvo_objects_copy(size_t *outCount);

// The info of an object, which stands for its registrations when somebody asks for them: +1, nil if nobody observes it.
// If it has no info yet, the table retains `fresh` as one, and releases it when the last registration goes.
id _Nullable kvo_info(id object, id _Nullable fresh);
// The object whose registrations `info` stands for, +1; nil if it is dead, or not observed any more. The object may be
// dead: only its address is looked at.
id _Nullable kvo_object_of_info(const void *object, id info);

// The object is gone, and its memory is still there: calls the visitor with its observances, and ends them. Returns the
// info, +1, if there is one.
id _Nullable kvo_object_died(id object, kvo_visitor visitor, void *_Nullable context);

// ── change.c: a change, from will to did ────────────────────────────────────────────────────────────

// What changes.
typedef enum {
    KVO_SCALAR,   // a number or a structure: no path leads through it
    KVO_OBJECT,   // an object that is replaced: paths may lead through it
    KVO_ELEMENTS  // elements of a collection, or what was announced
} kvo_content;
typedef struct {
    id object;
    const kvo_key *_Nullable key;
    kvo_content content;
    void *_Nullable elements;  // of elements of a collection: an ElementsChange, +1, taken over; NULL for a new value
} kvo_place;
// Notifies the observers of a key before and after `body`, which makes the change. After an exception nobody else is
// notified. No exception may be pending when it is called.
void kvo_tell_around(const kvo_place *place, void (*body)(void *_Nullable context), void *_Nullable context);

// ── announced.c: a change that two messages announce ────────────────────────────────────────────────
// Pairs of one key nest, those of different keys may overlap. A change retains nobody, and belongs to its thread.

// Begins a change. If it has a relay, only the relay's registration is notified. An exception may be pending
// afterwards. The place's key may be NULL if nobody observes it: then `text` names it.
void kvo_announce(const kvo_place *place, const char *text, kvo_relay *_Nullable relay);
// Ends the latest one of the key, or of the relay. Without one, paths that came meanwhile follow what is there now.
void kvo_announced_end(id object, const kvo_key *_Nullable key, const char *text, kvo_relay *_Nullable relay);
// How many changes of this thread have begun. Abandons those beyond `depth`; the latest one of a relay.
size_t kvo_announced_depth(void);
void kvo_announced_abandon(size_t depth);
void kvo_announced_abandon_relay(const kvo_relay *relay);
// Abandons this thread's changes of an object: all, because it is dead; those that were announced while it was dying.
void kvo_announced_abandon_of_dead(id object);
void kvo_announced_abandon_of_dying(id object);

// ── setter.c ────────────────────────────────────────────────────────────────────────────────────────

typedef struct kvo_setter kvo_setter;
// The IMP of a notifying setter, which calls kvo_tell_around with the class's own setter as the body; to be removed
// with imp_removeBlock. Takes over `owner`, which the layer above knows the setter by. NULL if the class has no such
// method, or its types are malformed or without a value.
IMP _Nullable kvo_setter_create(SEL selector, const kvo_property *property, kvo_content content, void *owner);

// While a key of an object is suppressed, its setter and mutators do not notify on this thread: the caller does. Lies
// in the caller's memory; suppressions nest.
typedef struct kvo_suppression {
    id object;
    const char *text;
    struct kvo_suppression *_Nullable outer;
} kvo_suppression;
void kvo_suppress(kvo_suppression *suppression);
void kvo_unsuppress(kvo_suppression *suppression);
bool kvo_is_suppressed(id object, const kvo_key *key);

// ── path.c ──────────────────────────────────────────────────────────────────────────────────────────

void kvo_path_retain(kvo_path *path);
void kvo_path_release(kvo_path *path);
// What a relay is attached to: a key of an object, both +1, and whether the key is the last one of the registered path.
// false while the relay is detached, or its object is dead.
bool kvo_relay_attachment(kvo_relay *relay, const kvo_property *_Nullable *_Nonnull outProperty,
                          id _Nullable *_Nonnull outObject, bool *outIsLastKey);

// ── invariants.c ────────────────────────────────────────────────────────────────────────────────────

// What is wrong with the table; NULL if nothing is. The text lives for ever. Takes every stripe: for tests.
const char *_Nullable kvo_check_invariants(void);

#pragma clang assume_nonnull end
#endif
