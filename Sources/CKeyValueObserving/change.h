// change.h - a change that has begun: a snapshot of the observances of its key, and a turn for each of them.
//
// The change of a setter is on the stack, with up to 16 turns; more turns are on the heap. A change that two messages
// announce is on the heap.
#ifndef KVO_CHANGE_H
#define KVO_CHANGE_H
#include "observing-internal.h"

// What a change needs to know of one observance from will to did. A registration is notified once, even if several of
// its nodes are on the changing key.
typedef struct {
    id old;                    // the old value, +1
    kvo_observance *stand_in;  // +1: what to notify in place of an observance that was removed; NULL if nothing
    bool has_left;             // what is behind the key on a path, and follows it again
    bool is_over;              // not to be notified: another turn does it, or the registration was removed
} kvo_turn;

// The last change dictionary with values that was sent, +1, and its entries.
typedef struct {
    id dictionary, old, new;
    bool is_prior;
} kvo_last_dictionary;

typedef struct kvo_change {
    id object;
    const kvc_key *key;
    bool is_scalar;
    id elements;  // describes a change of elements, +1; nil for a new value
    kvo_snapshot seen;
    kvo_turn *turns;    // one for each observance; NULL while none has anything to keep
    uint32_t underway;  // its number among the changes under way; 0 if it is not one of them
    bool owns_turns;    // they are on the heap
    uint32_t begun;     // how many observances the will phase has processed
    // The first value on a path that was replaced without a notification, and the path's registration; empty if there
    // is none.
    kvo_replaced replaced;
    const kvo_observance *replaced_on;
    kvo_last_dictionary last;
} kvo_change;

// ── change.c ────────────────────────────────────────────────────────────────────────────────────────

// Initializes a change without observances. Takes over `elements`. Until kvo_change_end, the change counts as under
// way.
void kvo_change_make(kvo_change *change, const kvo_subject *subject);
// Whether the change needs turns from the beginning.
static inline bool kvo_change_needs_turns(const kvo_change *change) {
    return change->seen.options & (KVO_OLD | KVO_PRIOR | KVO_ON_PATH);
}
// Run the will phase, and the did phase. An exception may be pending afterwards.
void kvo_change_begin(kvo_change *change);
void kvo_change_finish(kvo_change *change);
// Replaces the did phase if the change did not take place: paths follow their values again, but nobody is notified.
void kvo_change_abandon(kvo_change *change, bool isObjectDead);
// Releases everything that the change owns.
void kvo_change_end(kvo_change *change);

// ── notify.c ────────────────────────────────────────────────────────────────────────────────────────

// Sends the notification of an observance, or, if its observer is dead, removes the registration. Takes over `new`.
// - old, new: the values; nil without the option, or if elements change
void kvo_notify(kvo_change *change, const kvo_observance *to, id old, id new, bool isPrior);
// Returns the observance to notify in place of one that was removed during the change, +1: another one of the same path
// on the changing key; or, if the registration was removed and its observer has registered again with the same key
// path, options and context, that of the new registration, unless another turn has it. NULL if there is none.
kvo_observance *kvo_find_stand_in(const kvo_change *change, const kvo_observance *removed);

// ── value.c ─────────────────────────────────────────────────────────────────────────────────────────

// Returns the value of a key, +1, with NSNull for nil; nil if an exception is pending.
id kvo_value(id object, const kvo_property *property);
// Returns the value at the key path of a registration likewise. `root` is the object of its first node.
id kvo_path_value(kvo_path *path, id root);
// Returns the value at a key path likewise. `only` is the property if the path is a single key.
id kvo_value_at(id object, const kvo_property *only, id keyPath);
// Returns a change dictionary, +1, of the kind setting. Takes over the values. The first may reuse one.
id kvo_dictionary(id old, id new, bool isPrior);
id kvo_dictionary_create(id old, id new, bool isPrior);
// Releases what kvo_dictionary has returned, or nil. The thread keeps one unshared dictionary for its next change.
void kvo_dictionary_end(id dictionary);

#endif
