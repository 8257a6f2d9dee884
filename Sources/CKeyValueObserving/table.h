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

// ── list.c: the observances of one key of one object. Every function needs the lock of the stripe. ──

typedef struct {
    const kvo_key *key;
    kvo_observance *observances;  // in the order of their numbers; a removed observance has no observer
    uint32_t count, live, room;   // `count` includes the removed ones, `live` does not
    uint32_t index_size;
    // A hash table of observers: the index, from 1, of each observer's latest observance. NULL while the list is short.
    uint32_t *index;
    kvo_observance one;  // the storage of `observances` while one is enough
} kvo_list;

void kvo_list_begin(kvo_list *list, const kvo_key *key);
void kvo_list_end(kvo_list *list);
void kvo_list_append(kvo_list *list, kvo_observance observance);
void kvo_list_remove(kvo_list *list, kvo_observance *observance);
// Returns the observance with that number; NULL if it was removed. O(log n).
kvo_observance *kvo_list_find(const kvo_list *list, uint64_t number);
// Returns the index of the first observance with that number or a greater one, removed or not; `count` if there is
// none. O(log n).
uint32_t kvo_list_index(const kvo_list *list, uint64_t number);
// Returns the latest registration that matches; NULL if none does. O(1) on average, and linear in the observances of
// the observer.
kvo_observance *kvo_list_match(const kvo_list *list, const kvo_request *request);
// Returns the first violated invariant; NULL if there is none.
const char *kvo_list_check(const kvo_list *list);

// ── table.c: blocks and stripes ─────────────────────────────────────────────────────────────────────

typedef struct {
    id object;
    id info;         // +1; nil until kvo_info sets it
    kvo_list first;  // the list of one key, inside the block because most objects have one observed key; may be empty
    kvo_set others;  // the lists of the other keys
} kvo_object;

typedef struct {
    _Alignas(64) mr_lock *lock;
    _Atomic(uint64_t) removals;  // counts removals: written under the lock, read without it by changes under way
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

// Returns the observances of a key of an object; NULL if there are none. Needs the lock of the stripe.
kvo_list *kvo_list_of(const kvo_stripe *stripe, id object, const kvo_key *key);

// The work that follows a change of the table and cannot run under its lock (kvo_finish).
typedef struct {
    id info, object;
    Class old_isa, new_isa;
    bool was_last;
} kvo_aftermath;

// Adds an observance, and sets its number, which is also that of its relay. The lock of a path may be held.
kvo_aftermath kvo_enter(id object, kvo_observance *observance);
// Removes the observance with that number. Returns false if it was already removed. The lock of a path may be held.
bool kvo_withdraw(id object, const kvo_property *property, uint64_t number, kvo_aftermath *outAfter);
// Reports an exchanged isa, and releases the object's info after its last observance. No lock may be held.
void kvo_finish(kvo_aftermath after);

// ── path.c: relays ──────────────────────────────────────────────────────────────────────────────────

kvo_weak kvo_weak_begin(id object);
id kvo_weak_load(const kvo_weak *weak);            // +1; nil if the object is dead
id kvo_weak_load_unsettled(const kvo_weak *weak);  // the same under a lock: call mr_retain_settle after the lock
// The same, but nil also for an object whose dealloc runs on this thread: weak references to it are nil already.
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
static inline bool kvo_is_on(const kvo_relay *relay, id object, const kvo_key *key) {
    return relay->has.on.object == object && relay->has.property->key == key;
}

// Whether the observance is a registration, and not one of its further relays. Its path must be alive.
static inline bool kvo_is_registration(const kvo_observance *observance) {
    return observance->relay == NULL || observance->relay->parent == NULL;
}

// Returns the key path that the observance observes, from its own key on. Its path must be alive.
static inline const char *kvo_text_of(const kvo_observance *observance) {
    return observance->relay ? observance->relay->text : observance->property->key->text;
}

// Whether a key path has keys after the property's.
static inline bool kvo_is_path(const kvo_property *property, const char *text) {
    return text != property->key->text && strcmp(text, property->key->text) != 0;
}

// Whether the relay's key is the last one of the registered path.
static inline bool kvo_is_last_key(const kvo_relay *relay) { return relay->affects == NULL && relay->rest == NULL; }

// Whether the path continues after the relay's key, or after a key that depends on it.
static inline bool kvo_leads_on(const kvo_relay *relay) {
    while (relay && relay->rest == NULL) relay = relay->affects;
    return relay != NULL;
}

// Whether the rest of a path has a key to observe on the value. `@count` has none: it depends on the value itself only.
static inline bool kvo_has_next_key(const char *rest) { return rest && (rest[0] != '@' || strchr(rest, '.')); }

kvo_path *kvo_path_create(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                          uint32_t options, void *context);
void kvo_path_lock(const kvo_path *path);
void kvo_path_unlock(const kvo_path *path);
// Attaches all relays but the first. An exception may be pending afterwards.
void kvo_path_extend(kvo_path *path, id object);
// Detaches all relays but the first, and releases the registration's ownership of the path.
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
// Detaches the relay and all relays below it, if the observance with that number still attaches it to the dead object.
void kvo_relay_died(kvo_relay *relay, id object, uint64_t number);

// ── relay.c: the effect of a change on paths ────────────────────────────────────────────────────────

// Looks for the path's relays that are attached to a key of an object. Returns 1 if the one that was attached first is
// for the last key of the registered path, 0 if it is not, and -1 if there is no such relay.
int kvo_path_find(kvo_path *path, id object, const kvo_key *key);
bool kvo_path_is_over(kvo_path *path);
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

// Counts a change of a key as under way, until it ends. Changes of scalars are not counted: no path leads through them.
// A key with an object may depend on one, though: see docs/reliability.md.
void kvo_count_change(id object, const kvo_key *key, bool begins);

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
