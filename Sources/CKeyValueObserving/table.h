// table.h - what the files of this target share: sets, lists, blocks and stripes, paths.
#ifndef KVO_TABLE_H
#define KVO_TABLE_H
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "observing.h"

extern kvo_hooks kvo_above;  // the layer above

// To be freed. Where there is no memory, the process ends, as with all that is allocated here.
static inline char *kvo_text_copy(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(mr_allocate(size), text, size);
}

// ── set.c: hash tables of blocks that begin with their key. Linear probing, at most half full. ──────

typedef struct {
    void **slots;  // a power of two of them, or none
    uint32_t count, room;
} kvo_set;

void *kvo_set_find(const kvo_set *set, const void *key);  // NULL if there is none
void kvo_set_add(kvo_set *set, void *block);              // whose key is not there yet
void kvo_set_remove(kvo_set *set, const void *key);       // which is there

// ── list.c: the observances of one key of one object. All of it under the lock of the stripe. ───────

typedef struct {
    const kvo_key *key;
    kvo_observance *observances;  // in the order of their numbers; a removed one has no observer
    uint32_t count, live, room;
    uint32_t index_size;
    // A hash table of observers: the index, from 1, of the latest observance of each. NULL while the list is short.
    uint32_t *index;
    uint64_t latest_relay;  // the number of the relay that came last
    kvo_observance one;     // the room while one is enough: no further memory is needed
} kvo_list;

void kvo_list_begin(kvo_list *list, const kvo_key *key);
void kvo_list_end(kvo_list *list);
void kvo_list_append(kvo_list *list, kvo_observance observance);
void kvo_list_remove(kvo_list *list, kvo_observance *observance);
// The observance with that number; NULL if it was removed. O(log n).
kvo_observance *kvo_list_find(const kvo_list *list, uint64_t number);
// The latest registration that fits. O(1) on average, and linear in those of one observer.
kvo_observance *kvo_list_match(const kvo_list *list, const kvo_request *request);
const char *kvo_list_check(const kvo_list *list);

// ── table.c: blocks and stripes ─────────────────────────────────────────────────────────────────────

typedef struct {
    id object;
    id info;         // +1; nil until somebody asks for it (kvo_info)
    kvo_list first;  // most objects are observed at one key; without observances there is none
    kvo_set others;  // the lists of further keys
} kvo_object;

typedef struct {
    _Alignas(64) mr_lock *lock;
    _Atomic(uint32_t) removals;  // written under the lock, and read by changes under way
    // Guarded by the lock.
    uint64_t latest;  // the number of the observance that came last
    kvo_set objects;
} kvo_stripe;

enum { KVO_STRIPES = 64 };
extern kvo_stripe kvo_stripes[KVO_STRIPES];

// The lower bits choose the stripe of an object, those above them the slot in a set.
static inline kvo_stripe *kvo_stripe_of(const void *object) {
    return &kvo_stripes[mr_hash_address(object) % KVO_STRIPES];
}
static inline kvo_stripe *kvo_stripe_lock(const void *object) {
    kvo_stripe *stripe = kvo_stripe_of(object);
    mr_lock_take(stripe->lock);
    return stripe;
}
static inline void kvo_stripe_unlock(kvo_stripe *stripe) { mr_lock_give(stripe->lock); }

// Under the lock of the stripe: NULL if nobody observes the key.
kvo_list *kvo_list_of(const kvo_stripe *stripe, id object, const kvo_key *key);

// What is left to be done after a change of the table, when the lock is free.
typedef struct {
    id info, object;
    Class old_isa, new_isa;
    bool was_last;
} kvo_aftermath;

// Adds an observance, and sets its number. A lock may be held that comes before the stripe's.
kvo_aftermath kvo_enter(id object, kvo_observance *observance);
// Removes the one with that number; false if it was not there any more.
bool kvo_withdraw(id object, const kvo_property *property, uint64_t number, kvo_aftermath *outAfter);
// With no lock held.
void kvo_finish(kvo_aftermath after);

// ── path.c: relays ──────────────────────────────────────────────────────────────────────────────────

kvo_weak kvo_weak_begin(id object);
id kvo_weak_load(const kvo_weak *weak);            // +1; nil if it is dead
id kvo_weak_load_unsettled(const kvo_weak *weak);  // the same under a lock: for mr_retain_settle when it is free
void kvo_weak_end(kvo_weak *weak);
// Returns what is to be released: the property, or NULL if its class keeps it. A path, and a change that another thread
// has begun, may outlive that class, and must not ask the property.
static inline const kvo_property *kvo_property_retain(const kvo_property *property) {
    if (property->is_lasting) return NULL;
    kvo_above.retain_property(property);
    return property;
}
static inline void kvo_property_release(const kvo_property *retained) {
    if (retained) kvo_above.release_property(retained);
}
static inline bool kvo_is_on(const kvo_relay *relay, id object, const kvo_key *key) {
    return relay->on.object == object && relay->property->key == key;
}

// Whether it is that of a registration, and not of a relay behind one. Not of one whose path may be freed.
static inline bool kvo_is_registration(const kvo_observance *observance) {
    return observance->relay == NULL || observance->relay->parent == NULL;
}

// Whether a key path has more keys than the property's.
static inline bool kvo_is_path(const kvo_property *property, const char *text) {
    return text != property->key->text && strcmp(text, property->key->text) != 0;
}

// Whether its key is the last one of the registered path.
static inline bool kvo_is_last_key(const kvo_relay *relay) { return relay->affects == NULL && relay->rest == NULL; }

kvo_path *kvo_path_create(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                          uint32_t options, void *context);
void kvo_path_lock(const kvo_path *path);
void kvo_path_unlock(const kvo_path *path);
// Attaches the relays behind the first one. An exception may be pending afterwards.
void kvo_path_extend(kvo_path *path, id object);
// Detaches all relays, and releases the registration's share of the path.
void kvo_path_end(kvo_path *path);

// A relay, and its generation when somebody looked: if they differ later, it was detached, or attached anew.
typedef struct {
    kvo_relay *relay;
    uint32_t generation;
} kvo_standing;
// The first relay of a path, which is attached once, when the path is made, until the path is over.
static inline kvo_standing kvo_first_standing(kvo_path *path) { return (kvo_standing){&path->first, 1}; }
// Reads the value of the relay's key on `object`, and attaches the relays behind the key to it.
void kvo_relay_follow(kvo_standing standing, id object);
// Detaches a relay and all those behind it, as long as the one above is what it was. Nothing for NULL.
void kvo_relay_take_down(kvo_standing above, kvo_relay *top);
// The object is gone, and with it the relay's observance of that number.
void kvo_relay_died(kvo_relay *relay, id object, uint64_t number);

// ── relay.c: what a change does to paths ────────────────────────────────────────────────────────────

// A list of relays. The first few take no memory of their own.
enum { KVO_FEW = 4 };
typedef struct {
    kvo_standing *others, few[KVO_FEW];
    uint32_t count, room;
} kvo_standings;
void kvo_standings_add(kvo_standings *standings, kvo_standing standing);
kvo_standing kvo_standings_at(const kvo_standings *standings, uint32_t index);
void kvo_standings_end(kvo_standings *standings);

// Adds the path's relays on a key of an object, in the order in which they were attached. Returns whether the key of
// the first one is the last one of the registered path, or -1 if there is none.
int kvo_path_find(kvo_path *path, id object, const kvo_key *key, kvo_standings *standings);
bool kvo_path_is_on(kvo_path *path, id object, const kvo_key *key);
bool kvo_path_is_over(kvo_path *path);
// The first key of the path whose value was replaced without a notification.
kvo_replaced kvo_path_find_replaced(kvo_path *path, id object);

struct kvo_change;  // change.h
// Before the value of a relay's key changes, and so the keys that it affects: detaches the relays behind each of them.
// Adds to the change's `led` each of these from which a path leads on, and sets `replaced`, if it is not set, to what was
// replaced without a notification. The object that changes may be dying, but its memory is there.
void kvo_relay_lead_away(kvo_standing standing, struct kvo_change *change);
// After the change: attaches them to the value that is there now. `changing` is nil if it has died.
void kvo_relay_lead_back(kvo_standing standing, id changing);
// A relay that was attached while its key was changing may have followed the old value. Those that came after the
// observance with the number `since`, and those that they affect, follow the value that is there now.
void kvo_catch_up(id object, const kvo_key *key, uint64_t since);

// How many changes of a key are under way, on all threads, if its values may be objects. Keys with the same hash share a
// counter: at worst a value that was replaced without a notification is not reported.
_Atomic(uint32_t) *kvo_changes_under_way(id object, const kvo_key *key);

// ── For all files ───────────────────────────────────────────────────────────────────────────────────

// Takes the pending exception, if there is one, so that other code can run; the second makes it pending again.
static inline id kvo_set_aside(void) { return mr_exception_pending() ? mr_exception_take() : nil; }
static inline void kvo_put_back(id before) {
    if (before == nil) return;
    objc_release(mr_exception_pending() ? mr_exception_take() : nil);
    mr_exception_raise(before);
    objc_release(before);
}
// Releases an object; nil is none. If its dealloc raises an exception that nobody catches, the process ends.
static inline void kvo_let_go(id object) {
    if (object) mr_reference_release((struct mr_reference *)(void *)object);
}

#endif
