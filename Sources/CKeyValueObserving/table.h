// table.h - the declarations that the files of this folder share: sets, lists, blocks and stripes, paths, relays.
//
// A path's lock is taken before a stripe's. Each section says which lock its functions need.
#ifndef KVO_TABLE_H
#define KVO_TABLE_H
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <trace.h>

#include "observing.h"

extern kvo_hooks kvo_above;  // the functions of the layer above

// ── set.c: hash tables of blocks that begin with their key. Linear probing, at most half full. ──────

typedef struct {
    void **slots;  // `room` of them: a power of two, or 0
    uint32_t count, room;
} kvo_set;

void *kvo_set_find(const kvo_set *set, const void *key);  // NULL if the key is not in the set
void kvo_set_add(kvo_set *set, void *block);              // its key must not be in the set
void kvo_set_remove(kvo_set *set, const void *key);       // the key must be in the set

// ── observance.c ────────────────────────────────────────────────────────────────────────────────────

// A reference that does not retain its object. It may be copied, but kvo_weak_end is called for one copy only.
typedef struct {
    id object;  // the object's address; its memory is held, unless `weak` is set
    id *weak;   // a weak reference to an object whose memory cannot be held
} kvo_weak;
kvo_weak kvo_weak_begin(id object);
id kvo_weak_load(const kvo_weak *weak);  // +1; nil if the object is dead
// The same under a lock: call mr_retain_settle after the lock. The second returns nil also for an object whose dealloc
// runs on this thread: weak references to it are nil already.
id kvo_weak_load_unsettled(const kvo_weak *weak);
id kvo_weak_load_alive_unsettled(const kvo_weak *weak);
void kvo_weak_end(kvo_weak *weak);

// Returns the property to release later; NULL if the class keeps it. Callers store this result and do not read
// is_lasting again: a path, and another thread's change, may outlive the class and with it the property.
static inline const kvo_property *kvo_property_retain(const kvo_property *property) {
    if (property->is_lasting) return NULL;
    kvo_above.retain_property(property);
    return property;
}
static inline void kvo_property_release(const kvo_property *retained) {
    if (retained) kvo_above.release_property(retained);
}

// References to the object of a path's observance, and to the observer of any observance.
static inline kvo_weak kvo_object_of(const kvo_path_observance *observance) {
    return (kvo_weak){observance->is.object, observance->weak};
}
static inline kvo_weak kvo_observer_of(const kvo_observance *observance) {
    return (kvo_weak){observance->observer, observance->relay ? observance->relay->path->observer : NULL};
}
// Returns the observer, +1; nil if it is dead.
static inline id kvo_observer_load(const kvo_observance *observance) {
    kvo_weak observer = kvo_observer_of(observance);
    if (observer.weak) return kvo_weak_load(&observer);
    return mr_retain_if_present(observer.object) ? mr_retain_settle(observer.object) : nil;
}

// ── observers.c: the observances of one key of one object ───────────────────────────────────────────

// An array of observances, in the order of their numbers. Owned by a list, and by the snapshots that it was handed out
// to: these read the items that it had then, which never change.
typedef struct kvo_observers {
    _Atomic(uint32_t) owners;
    uint32_t options;            // of any item
    uint32_t count, live, room;  // `count` includes items that were removed since, `live` does not
    struct kvo_observers *next;  // of arrays to release
    kvo_observance *items[];     // +1 each. If `room` is at least KVO_INDEXED, an index by observer follows.
} kvo_observers;
enum { KVO_INDEXED = 16 };

// Returns an array for so many items, +1, with the items of `old` that were not removed. `old` may be NULL.
kvo_observers *kvo_observers_create(const kvo_observers *old, uint32_t room);
void kvo_observers_release(kvo_observers *observers);  // no lock may be held
// Needs the lock of the stripe, and room. Retains the observance.
void kvo_observers_append(kvo_observers *observers, kvo_observance *observance);
// Removes an observance, which has another owner, from a short array that only its list owns. Needs the lock of the
// stripe.
void kvo_observers_remove(kvo_observers *observers, const kvo_observance *observance);
// Returns the latest registration that matches; NULL if none does. O(1) on average, and linear in the registrations of
// the observer. Needs the lock of the stripe.
kvo_observance *kvo_observers_match(const kvo_observers *observers, const kvo_request *request);
bool kvo_observance_fits(const kvo_observance *observance, const kvo_request *request);
// Returns the first violated invariant; NULL if there is none.
const char *kvo_observers_check(const kvo_observers *observers, const kvo_key *key);

// ── registry.c: entries and stripes ─────────────────────────────────────────────────────────────────

// The observances of one key of one object. Both pointers are NULL if there are none.
typedef struct {
    const kvo_key *key;
    kvo_observance *only;    // +1: the only one, if there was never another
    kvo_observers *several;  // +1
} kvo_list;
static inline bool kvo_list_is_empty(const kvo_list *list) { return list->only == NULL && list->several == NULL; }

typedef struct {
    id object;
    id info;         // +1; nil until kvo_info sets it
    kvo_list first;  // the list of one key, inside the entry because most objects have one observed key; may be empty
    kvo_set others;  // the lists of the other keys
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

// The work that follows a change of the table and cannot run under its lock (kvo_finish).
typedef struct {
    id info, object;
    Class old_isa, new_isa;
    kvo_observers *arrays;  // that were replaced
    bool was_last;
} kvo_aftermath;

// Adds an observance, and sets its number. The lock of a path may be held.
kvo_aftermath kvo_insert(kvo_observance *observance);
// Removes an observance, which the caller owns. Returns false if it was already removed. The lock of a path may be
// held.
bool kvo_take_out(kvo_observance *observance, kvo_aftermath *outAfter);
// Finds the latest registration that matches, and removes it unless it must be checked for replaced values before.
// Returns it, +1; NULL if there is none.
kvo_observance *kvo_find_and_take_out(const kvo_request *request, bool *outIsRemoved, kvo_aftermath *outAfter);
// Reports an exchanged isa, and releases the object's info after its last observance. No lock may be held.
void kvo_finish(kvo_aftermath after);

// The observances of a key at one moment, in the order of registration.
typedef struct {
    kvo_observers *observers;  // +1; NULL if there is at most one
    kvo_observance *only;      // +1
    uint32_t count, options;   // options: of any item
    uint64_t since;            // the number of the stripe's latest observance
} kvo_snapshot;
static inline kvo_observance *const *kvo_items(const kvo_snapshot *snapshot) {
    return snapshot->observers ? snapshot->observers->items : &snapshot->only;
}
// - since: empty unless an observance with a greater number was added.
kvo_snapshot kvo_snapshot_since(id object, const kvo_key *key, uint64_t since);
static inline kvo_snapshot kvo_snapshot_get(id object, const kvo_key *key) {
    return kvo_snapshot_since(object, key, 0);
}
static inline void kvo_snapshot_release(const kvo_snapshot *snapshot) {
    if (snapshot->observers) kvo_observers_release(snapshot->observers);
    else if (snapshot->only) kvo_observance_release(snapshot->only);
}

// ── path.c: relays ──────────────────────────────────────────────────────────────────────────────────

static inline bool kvo_is_on(const kvo_relay *relay, id object, const kvo_key *key) {
    return relay->is && relay->is->is.object == object && relay->is->is.property->key == key;
}

// Whether a key path has keys after the property's.
static inline bool kvo_is_path(const kvo_property *property, const char *text) {
    return text != property->key->text && strcmp(text, property->key->text) != 0;
}

// Whether the rest of a path has a key to observe on the value. `@count` has none: it depends on the value itself only.
static inline bool kvo_has_next_key(const char *rest) { return rest && (rest[0] != '@' || strchr(rest, '.')); }

kvo_path *kvo_path_create(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                          uint32_t options, void *context);
void kvo_path_free(kvo_path *path);
void kvo_path_lock(const kvo_path *path);
void kvo_path_unlock(const kvo_path *path);
// Attaches all relays but the first. An exception may be pending afterwards.
void kvo_path_extend(kvo_path *path, id object);
// Detaches all relays but the first.
void kvo_path_end(kvo_path *path);

// A relay, with its generation when the path was last locked. If the relay's generation differs later, the relay was
// detached since, and possibly attached again.
// - followed: for code that has read a value of the relay's key: the relay's `followed` when it began to. Then another
//   thread that reads the key later, or begins to change it, makes the standing void. Otherwise 0.
typedef struct {
    kvo_relay *relay;
    uint64_t generation;
    uint64_t followed;
} kvo_standing;
// Whether the standing does not describe its relay any more, or the path is over. Needs the path's lock.
static inline bool kvo_is_void(kvo_standing standing) {
    const kvo_relay *relay = standing.relay;
    return relay->path->is_over || relay->generation != standing.generation ||
           (standing.followed && relay->followed != standing.followed);
}
// The first relay of a path. It is attached when the path is created, and stays attached until the path is over.
static inline kvo_standing kvo_first_standing(kvo_path *path) { return (kvo_standing){&path->first, 1, 0}; }
// Reads the value of the relay's key on `object`, and attaches the relays of the rest of the path to the value, unless
// they are attached to it. An exception may be pending afterwards.
// - ended: 1 at the end of a change that has detached these relays, and for a relay that has none yet. With 0 the
//   function does nothing while such a change has begun and not ended, or before the relay has any.
void kvo_relay_follow(kvo_standing standing, id object, uint32_t ended);
// Detaches `top` and all relays below it, as long as `above` does not become void. `top` may be NULL.
void kvo_relay_take_down(kvo_standing above, kvo_relay *top);
// Detaches the relay of a dead object's observance, and all relays below it, if the observance still attaches it.
void kvo_relay_died(const kvo_observance *observance);

// ── relay.c: the effect of a change on paths ────────────────────────────────────────────────────────

// Returns the observance, +1, of the path's relay that is attached to a key of an object, the first one that was
// attached; NULL if there is none, or the path is over.
kvo_observance *kvo_path_find(kvo_path *path, id object, const kvo_key *key);
// Returns the first key of the path whose value was replaced without a notification, and the object that has the key.
kvo_replaced kvo_path_find_replaced(kvo_path *path, id object);

// A list of relays. The first KVO_FEW are in the structure, the others on the heap.
enum { KVO_FEW = 4 };
typedef struct {
    kvo_standing *others, few[KVO_FEW];
    uint32_t count, room;
} kvo_standings;
void kvo_standings_add(kvo_standings *standings, kvo_standing standing);
// Called after a change with its `led`: attaches the relays behind each of these to the present value of its key.
// - changing: the object of the change; nil if it has died.
void kvo_standings_follow(const kvo_standings *standings, id changing);

struct kvo_change;  // change.h
// Called before a change: detaches the path's relays behind the changing key, and behind the keys that depend on it,
// and adds the relays of these keys to the change's `led`. Sets the change's `replaced`, if it is not set, to a value
// that was replaced without a notification. The changing object may be dying, but its memory must not be freed yet.
void kvo_path_lead_away(kvo_path *path, struct kvo_change *change);
// Called after a change: attaches the relays behind the key, and behind the keys that depend on it, to the present
// values. Does so for relays on the key whose observances have numbers above `since`: they were attached during the
// change, possibly to the old value.
void kvo_follow_newcomers(id object, const kvo_key *key, uint64_t since);

// ── underway.c ──────────────────────────────────────────────────────────────────────────────────────

// Notes that this thread changes a key, until kvo_underway_end is called with the number that is returned.
uint32_t kvo_underway_begin(id object, const kvo_key *key);
void kvo_underway_end(uint32_t number);
// Returns how many changes of a key are under way on all threads. O(changes under way).
uint32_t kvo_underway_count(id object, const kvo_key *key);
// Frees what the calling thread has for this, unless it has a change under way.
void kvo_underway_end_thread(void);

// ── For all files ───────────────────────────────────────────────────────────────────────────────────

// Takes the pending exception, if there is one, so that other code can run. kvo_put_back makes it pending again, in
// place of an exception that this code has raised.
static inline id kvo_set_aside(void) { return mr_exception_pending() ? mr_exception_take() : nil; }
static inline void kvo_put_back(id before) {
    if (before == nil) return;
    objc_release(mr_exception_pending() ? mr_exception_take() : nil);
    mr_exception_raise(before);
    objc_release(before);
}
// Releases an object, which may be nil. If its dealloc leaves an exception pending, the process ends, unless code on
// this thread handles exceptions.
static inline void kvo_let_go(id object) {
    if (object) mr_reference_release((struct mr_reference *)(void *)object);
}

#endif
