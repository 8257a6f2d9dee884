// change.h - a change that has begun, and its deliveries: one for each registration that it notifies.
//
// The change of a setter is on the stack, with up to 8 deliveries; more deliveries are on the heap. A change that two
// messages announce is on the heap, with all of its deliveries.
#ifndef KVO_CHANGE_H
#define KVO_CHANGE_H
#include "table.h"

// A change's copy of one registration, which other threads cannot change. A registration is notified once, even if
// several of its relays are attached to the changing key.
typedef struct {
    uint64_t number;  // of the registration's observance, or of its first observance with the changing key
    kvo_path *path;   // +1; NULL for a simple registration
    const kvo_property *property;
    const kvo_property *retained;  // see kvo_property_retain; NULL for a simple registration
    void *context;
    id address;   // of the observer
    id observer;  // the observer, +1; nil if it is dead
    id root;      // the object of the registration, +1; nil if it is the changing object
    id old;       // the old value, +1
    uint32_t options;
    bool leads_on;     // kvo_leads_on of the registration's first relay on the changing key
    bool is_last_key;  // the changing key is the last one of the registered path, not an earlier one or a dependency
    bool is_over;      // not to be notified: the registration was removed, or its object is dead
} kvo_delivery;

// The last change dictionary with values that was sent, +1, and its entries.
typedef struct {
    id dictionary, old, new;
    bool is_prior;
} kvo_told;

typedef struct kvo_change {
    id object;
    const kvo_key *key;
    bool is_scalar;
    void *elements;  // the ElementsChange of a collection, +1; NULL for a new value
    kvo_stripe *stripe;
    uint64_t removals;  // the stripe's count of removals when the change began
    uint32_t options;   // of all deliveries
    uint64_t since;     // the number of the stripe's latest observance when the change began
    uint64_t stamp;     // 0 until there are many deliveries: see is_known in delivery.c
    kvo_delivery *deliveries;
    uint32_t count;
    bool is_counted;    // by kvo_count_change
    bool has_paths;     // a delivery has a path
    bool is_doubled;    // a path has more than one relay on the changing key
    uint32_t begun;     // how many deliveries the will phase has processed
    kvo_standings led;  // the relays behind which it has detached others
    // The first value on a path that was replaced without a notification, and that path's delivery; empty if there is
    // none.
    kvo_replaced replaced;
    const kvo_delivery *replaced_on;
    kvo_told told;
} kvo_change;

// ── change.c ────────────────────────────────────────────────────────────────────────────────────────

// Initializes a change without deliveries. Takes over `elements`. Until kvo_change_end, the change counts as under way.
void kvo_change_make(kvo_change *change, const kvo_place *place);
// Completes the retains of the observers, after the lock of the stripe: an observer whose class overrides -retain is
// sent that message (mr_retain_settle).
void kvo_change_settle(const kvo_change *change);
// Run the will phase, and the did phase. An exception may be pending afterwards.
void kvo_change_begin(kvo_change *change);
void kvo_change_finish(kvo_change *change);
// Replaces the did phase if the change did not take place: attaches the relays of paths again, but does not notify.
void kvo_change_abandon(kvo_change *change, bool isObjectDead);
// Releases everything that the change owns. The caller frees the array of deliveries.
void kvo_change_end(kvo_change *change);

// ── delivery.c ──────────────────────────────────────────────────────────────────────────────────────

// Copies the observances of the key into deliveries, one for each registration. Needs the lock of the stripe;
// afterwards the caller calls kvo_change_settle. `room` is the caller's array, large enough for all observances. `list`
// may be NULL.
void kvo_change_copy(kvo_change *change, const kvo_list *list, kvo_delivery *room);
// Adds a delivery for the registration of an observance, unless the change has one. The array must have room for it.
// The observance must stay as it is during the call: it is in the table, and the caller has the lock of the stripe, or
// it stands for a relay on a foreign object, and the caller has retained the property.
void kvo_change_add(kvo_change *change, const kvo_observance *observance);
// Fills a delivery from an observance, as for kvo_change_add. After the lock, the caller settles the observer
// (mr_retain_settle).
void kvo_delivery_fill(kvo_delivery *delivery, const kvo_observance *observance);
// Sends the notification of a delivery, or, if its observer is dead, removes the registration. Takes over `new`, the
// new value; nil without the option new, or if elements change.
void kvo_delivery_tell(kvo_change *change, const kvo_delivery *delivery, id new, bool isPrior);
// Handles a registration that was removed during the change. If its observer has registered again with the same key
// path, options and context, and the new registration has no delivery yet, `delivery` becomes the delivery of the new
// registration and keeps the root and the old value. Returns whether it is to be notified: false if no such
// registration exists, or if its path does not lead through the changing key.
bool kvo_delivery_renew(const kvo_change *change, kvo_delivery *delivery);
// Releases everything that a delivery owns.
static inline void kvo_delivery_release(const kvo_delivery *delivery) {
    kvo_let_go(delivery->old);
    kvo_let_go(delivery->root);
    kvo_let_go(delivery->observer);
    kvo_property_release(delivery->retained);
    if (delivery->path) kvo_path_release(delivery->path);
}

// ── value.c ─────────────────────────────────────────────────────────────────────────────────────────

// Returns the value of a key, +1, with NSNull for nil; nil if an exception is pending.
id kvo_value(id object, const kvo_property *property);
// Returns the value at the key path of a registration likewise.
id kvo_path_value(const kvo_path *path, id root);
// Returns a change dictionary, +1, of the kind setting. Takes over the values. The constants are indexes into the
// dictionary's values.
enum { KVO_OLD_VALUE = 2, KVO_NEW_VALUE, KVO_IS_PRIOR };
id kvo_dictionary(id old, id new, bool isPrior);
// Releases a dictionary, which may be nil. The thread keeps one unshared dictionary for its next change.
void kvo_dictionary_end(id dictionary);
// Releases the dictionary that the thread keeps.
void kvo_dictionary_end_thread(void);

// ── announced.c ─────────────────────────────────────────────────────────────────────────────────────

// Registers the calling thread's destructor, which releases its dictionary and its announced changes. Called by every
// thread that keeps a dictionary or announces a change.
void kvo_expect_thread_end(void);

#endif
