// slots.h - the tables behind NSMapTable and NSHashTable.
//
//      slot │ hash │ key │ value │         A weak key or value becomes nil when its object is
//           │ hash │ key │ value │         deallocated. Its slot then counts as empty.
//           │ free │     │       │
//
// A table may be used by one thread at a time.
#ifndef MR_SLOTS_H
#define MR_SLOTS_H
#include "foundation.h"

// How a table keeps its keys or values and compares its keys. These are the values of NSPointerFunctionsOptions.
enum { MR_KEEPS_STRONG = 0, MR_KEEPS_NOTHING = 2, MR_KEEPS_WEAK = 5, MR_KEEPS = 0xff };
enum { MR_BY_ADDRESS = 1 << 8, MR_OBJECT_BY_ADDRESS = 2 << 8, MR_COPIES = 1 << 16 };

typedef struct {
    size_t hash;  // MR_SLOT_FREE, MR_SLOT_REMOVED, or the hash of the key
    id key, value;
} mr_slot;
enum { MR_SLOT_FREE, MR_SLOT_REMOVED };

typedef struct {
    mr_slot *slots;                 // NULL if room is 0
    size_t room, used;              // all slots, 0 or a power of two; slots that are not free, at most three quarters
    unsigned long mutations;        // incremented by each addition and removal
    uint32_t key_kind, value_kind;  // options: MR_KEEPS_... | MR_BY_ADDRESS ...
} mr_slots;

// Releases all keys and values and frees the slots. The table is then empty, and may be used again.
void mr_slots_end(mr_slots *slots);
// Returns the slot whose key equals `key`; NULL if there is none, or if its key or value was deallocated. O(1) on
// average.
mr_slot *mr_slots_find(mr_slots *slots, id key);
// Sets the value of a key. If the table has an equal key, that key stays; otherwise `key` is added as key_kind says.
void mr_slots_set(mr_slots *slots, id key, id value);
void mr_slots_remove(mr_slots *slots, id key);
// Copies the options and the living keys and values of another table into an empty one.
void mr_slots_copy(mr_slots *slots, const mr_slots *other);
// Reads the key and the value of a slot, autoreleased if they are objects. Returns false if the slot is free, or if its
// key or value was deallocated.
bool mr_slot_read(const mr_slots *slots, const mr_slot *slot, id *outKey, id *outValue);
// Returns the number of slots whose keys and values are alive. O(room).
size_t mr_slots_count(const mr_slots *slots);
// Fast enumeration of the keys. Each key is autoreleased, because the table may keep it weakly.
size_t mr_slots_enumerate(mr_slots *slots, struct mr_enumeration *state, id *buffer, size_t length);
// The type encoding of countByEnumeratingWithState:objects:count:.
#define MR_ENUMERATE_TYPES "Q40@0:8^{?=Q^@^Q[5Q]}16^@24Q32"
// Returns the living keys, or the living values, as an autoreleased NSArray. Only for tables of objects.
id mr_slots_array(const mr_slots *slots, bool areValues);

// Returns a new class, not yet registered, whose instances contain an mr_slots after their isa.
Class mr_make_table_class(const char *name);

#endif
