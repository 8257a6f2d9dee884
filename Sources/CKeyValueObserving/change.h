// change.h - a change that has begun, and its deliveries. A setter's is on the stack, and so are up to 8 deliveries: more
// are on the heap. A change between two messages is on the heap, with all of its deliveries.
#ifndef KVO_CHANGE_H
#define KVO_CHANGE_H
#include "table.h"

// What a change works with for one registration, which it notifies once, however many observances of it the key has. A
// copy: other threads may change the registration meanwhile, but not this.
typedef struct {
    uint64_t number;  // of its observance, or of the first of its relays on the key
    kvo_path *path;   // +1; NULL of a simple registration
    const kvo_property *property;
    const kvo_property *retained;  // see kvo_property_retain; NULL of a simple registration
    void *context;
    id address;   // of the observer
    id observer;  // the same, +1; nil if it is dead
    id root;      // +1: the object that was registered with; nil if it is the one that changes
    id old;       // +1
    uint32_t options;
    bool leads_on;     // a path goes on behind the key, or behind one that depends on it
    bool is_last_key;  // it is the registered key, and not one on the way to that, or one that it depends on
    bool is_over;      // not to be notified any more: the registration is gone, or its object dead
} kvo_delivery;

// The dictionary with values that was sent last, +1, and its entries.
typedef struct {
    id dictionary, old, new;
    bool is_prior;
} kvo_told;

typedef struct kvo_change {
    id object;
    const kvo_key *key;
    kvo_content content;
    void *elements;  // what changes a collection, +1; NULL for a new value
    kvo_stripe *stripe;
    uint32_t removals;  // of the stripe, when the change began
    uint32_t options;   // of all deliveries
    uint64_t since;     // the number of the observance that came last before the change
    uint64_t stamp;     // 0 until there are many deliveries: see is_known in delivery.c
    kvo_delivery *deliveries;
    uint32_t count;
    bool is_counted;    // among the changes under way of its key
    bool has_paths;     // a delivery has a path
    bool is_doubled;    // a path has more than one relay on the key
    uint32_t begun;     // how many deliveries the will phase has come to
    kvo_standings led;  // relays whose values the change replaces
    // The first value that was replaced on a path without a notification, if there is one, and the path.
    kvo_replaced replaced;
    const kvo_path *replaced_on;
    kvo_told told;
} kvo_change;

// ── change.c ────────────────────────────────────────────────────────────────────────────────────────

// The fields of a change that has not begun, without deliveries. Takes over `elements`. From here to its end the change
// counts as under way.
void kvo_change_make(kvo_change *change, const kvo_place *place);
// When the lock is free: sends -retain to each observer whose class has one of its own (mr_retain_settle).
void kvo_change_settle(const kvo_change *change);
// The will phase, and the did phase. An exception may be pending afterwards.
void kvo_change_begin(kvo_change *change);
void kvo_change_finish(kvo_change *change);
// In place of the did phase, if the change did not take place: nobody is notified, but paths are followed again.
void kvo_change_abandon(kvo_change *change, bool isObjectDead);
// Releases all that the change owns, but not the memory of the deliveries.
void kvo_change_end(kvo_change *change);

// ── delivery.c ──────────────────────────────────────────────────────────────────────────────────────

// Under the lock of the stripe: copies the observances of the key into deliveries, one for each registration. `room`
// has room for all, and stays the caller's. Each delivery owns what its fields say; the observers are to be settled.
void kvo_change_copy(kvo_change *change, const kvo_list *list, kvo_delivery *room);
// Sends the notification of a delivery, or, if its observer is dead, removes the registration. Takes over `new`, the
// value to be sent: nil if the options do not ask for it, or if elements change, which `elements` knows.
void kvo_delivery_tell(kvo_change *change, const kvo_delivery *delivery, id new, bool isPrior);
// The registration of the delivery was removed during the change. If its observer has registered again with the same
// key path, options and context, and that registration has no delivery yet, it gets this one, with the root and the old
// value. Returns whether it is to be notified. false if there is none, or if its path does not lead through the key.
bool kvo_delivery_renew(const kvo_change *change, kvo_delivery *delivery);
// Releases all that a delivery owns.
static inline void kvo_delivery_release(const kvo_delivery *delivery) {
    kvo_let_go(delivery->old);
    kvo_let_go(delivery->root);
    kvo_let_go(delivery->observer);
    kvo_property_release(delivery->retained);
    if (delivery->path) kvo_path_release(delivery->path);
}

// ── value.c ─────────────────────────────────────────────────────────────────────────────────────────

// The value of a key, +1, with the null for nil; nil if something was raised.
id kvo_value(id object, const kvo_property *property);
// The same for the key path of a registration.
id kvo_path_value(const kvo_path *path, id root);
// A change dictionary, +1, of a new value; takes over the values.
enum { KVO_OLD_VALUE = 2, KVO_NEW_VALUE, KVO_IS_PRIOR };
id kvo_dictionary(id old, id new, bool isPrior);
// Releases a dictionary, which may be nil; the thread keeps one for its next change.
void kvo_dictionary_end(id dictionary);
// Releases the one that the thread keeps.
void kvo_dictionary_end_thread(void);

// ── announced.c ─────────────────────────────────────────────────────────────────────────────────────

// To be called by a thread that keeps a dictionary or announces a change: they are released when the thread ends.
void kvo_expect_thread_end(void);

#endif
