// property.h - the properties of observed classes: a key of a class, with its getter and the class's declarations about
// it. property.c contains the functions.
#ifndef KVO_PROPERTY_H
#define KVO_PROPERTY_H
#include <accessor.h>
#include <keys.h>
#include <miniruntime.h>
#include <stdint.h>

MR_BEGIN_DECLS
MR_ASSUME_NONNULL_BEGIN

// ── Key paths ───────────────────────────────────────────────────────────────────────────────────────

// Returns the length of a path's first key, which ends at the first dot, at NUL, or at the limit. A path that begins
// with an operator is a single key: `@sum.price` is one value. O(result).
size_t kvo_first_key_length(const char *text, size_t limit);
// A key path, split after its first key.
typedef struct {
    const kvc_key *_Nullable known;  // its first key; NULL if that was not entered
    size_t length;                   // of the first key, in bytes
    bool has_rest;
} kvo_key_path;
// Splits a key path. Returns false if a key before, between or after the dots is empty, or contains NUL. O(length).
bool kvo_key_path_read(const char *text, size_t length, kvo_key_path *outPath);

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────

// A key of a class, with the class's declarations about it.
typedef struct {
    const kvc_key *key;
    Class original;
    Class _Nullable notifying;  // its notifying class; Nil if it has none
    bool is_automatic;          // its setters notify (automaticallyNotifiesObserversForKey:)
    bool is_lasting;            // it lives as long as its class; otherwise every user of the property retains it
    bool is_foreign;            // of an object whose class overrides addObserver:forKeyPath:options:context:
    id _Nullable owner;         // an NSKeyValueProperty, which keeps this memory
    // kvo_declarations() when the class was last sent keyPathsForValuesAffectingValueForKey:, and
    // mr_method_generation() when its setters were last overridden. These and the following fields are read and written
    // atomically.
    size_t declared, hooked;
    bool is_dependent;  // its class declares keys that affect it
    // The getter that valueForKey: would send to an instance of the notifying class, and mr_method_generation() when it
    // was found. The getter is NULL if valueForKey: does more than send it.
    // The generation is written after the getter: a thread that reads the generation reads that getter or a newer one.
    size_t getter_generation;
    const kvc_getter *_Nullable getter;
} kvo_property;

// A class with observed instances. The class and its notifying class share this record (mr_class_record).
typedef struct {
    mr_table properties;
    const void *owner;  // the layer above's object for this class
} kvo_class;

// Any thread may search, without a lock. Only one thread at a time may enter properties, and only those that a search
// did not find.

// Returns the lasting property of a key; NULL if none was entered. The second also returns NULL if the property's
// dependencies are out of date or its setters are not yet overridden.
kvo_property *_Nullable kvo_property_find(const kvo_class *cls, const kvc_key *key);
const kvo_property *_Nullable kvo_property_ready(Class isa, const kvc_key *key);
void kvo_property_enter(kvo_class *cls, kvo_property *property);
// Whether the dependencies are up to date, and whether the setters were overridden since methods last changed.
bool kvo_property_is_declared(const kvo_property *property);
void kvo_property_set_declared(kvo_property *property, bool isDependent, size_t generation);
// Whether the key depends on others. A registration keeps the dependencies that it has found, whatever is declared
// later.
static inline bool kvo_property_is_dependent(const kvo_property *property) {
    return __atomic_load_n(&property->is_dependent, __ATOMIC_RELAXED);
}
bool kvo_property_is_hooked(const kvo_property *property);
void kvo_property_set_hooked(kvo_property *property, size_t generation);
// Returns whether the getter was searched for since methods last changed, and stores the result of that search: NULL if
// valueForKey: must be sent.
bool kvo_property_knows_getter(const kvo_property *property, const kvc_getter *_Nullable *_Nonnull outGetter);
// Stores the result of a search for the getter. Called by one thread at a time for each property.
void kvo_property_set_getter(kvo_property *property, const kvc_getter *_Nullable getter, size_t generation);
// The generation of all declarations of dependent keys. kvo_declarations_changed increments it.
size_t kvo_declarations(void);
void kvo_declarations_changed(void);

MR_ASSUME_NONNULL_END
MR_END_DECLS
#endif
