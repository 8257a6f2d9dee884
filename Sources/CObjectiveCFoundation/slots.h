// slots.h - the tables behind NSMapTable and NSHashTable.
//
//      slot │ hash │ key │ value │         a weak key or value is a weak reference: it reads nil when its object is gone,
//           │ hash │ key │ value │         and then the slot is as good as empty
//           │ free │     │       │
#ifndef MR_SLOTS_H
#define MR_SLOTS_H
#include "foundation.h"

// What keeps a key or a value, and how it is compared. As NSPointerFunctionsOptions says it.
enum { MR_KEEPS_STRONG = 0, MR_KEEPS_NOTHING = 2, MR_KEEPS_WEAK = 5, MR_KEEPS = 0xff };
enum { MR_BY_ADDRESS = 1 << 8, MR_OBJECT_BY_ADDRESS = 2 << 8, MR_COPIES = 1 << 16 };

typedef struct {
    size_t hash;  // MR_SLOT_FREE, MR_SLOT_REMOVED, or that of the key
    id key, value;
} mr_slot;
enum { MR_SLOT_FREE, MR_SLOT_REMOVED };

typedef struct {
    mr_slot *slots;                 // a power of two of them, or none; at most three quarters are not free
    size_t room, used;              // how many are not free: removed ones are among them
    unsigned long mutations;        // how often something was added or removed
    uint32_t key_kind, value_kind;  // options
} mr_slots;

// Ends the table: lets go of all that it keeps.
void mr_slots_end(mr_slots *slots);
// The slot with a key that equals this one, and is alive; NULL if there is none. O(1) on average.
mr_slot *mr_slots_find(mr_slots *slots, id key);
// Sets the value of a key. A key that is there stays; else it is kept, or copied.
void mr_slots_set(mr_slots *slots, id key, id value);
void mr_slots_remove(mr_slots *slots, id key);
// Fills an empty table with what is alive in another one, kept in the same ways.
void mr_slots_copy(mr_slots *slots, const mr_slots *other);
// The key and the value of a slot, autoreleased if they are objects; false if it is free, or one of them is gone.
bool mr_slot_read(const mr_slots *slots, const mr_slot *slot, id *outKey, id *outValue);
// How many are alive. O(room).
size_t mr_slots_count(const mr_slots *slots);
// Fast enumeration of the keys. Each is autoreleased: the table may keep it weakly.
size_t mr_slots_enumerate(mr_slots *slots, struct mr_enumeration *state, id *buffer, size_t length);
// The types of countByEnumeratingWithState:objects:count:.
#define MR_ENUMERATE_TYPES "Q40@0:8^{?=Q^@^Q[5Q]}16^@24Q32"
// The keys, or the values, that are alive: an NSArray, autoreleased. Of a table of objects only.
id mr_slots_array(const mr_slots *slots, bool areValues);

// A class, to be registered, whose instances have a table behind their isa.
Class mr_make_table_class(const char *name);

#endif
