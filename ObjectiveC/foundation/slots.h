// slots.h - the tables behind NSMapTable, NSHashTable and the dictionaries of CoreFoundation.
//
//      slot │ hash │ key │ value │         Slots are filled in the order of insertion. An index of their
//           │ hash │ key │ value │         numbers by hash follows them. A weak key or value becomes nil when
//           │ free │     │       │         its object is deallocated; its slot then counts as removed.
//
// A table may be used by one thread at a time. Functions of the program that hash, compare, copy or release may use it:
// a search that a change interrupts raises the exception of a mutated collection, which has the table's owner, an
// object.
#ifndef MR_SLOTS_H
#define MR_SLOTS_H
#include "foundation.h"

// How a table keeps its keys or values and compares its keys. These are the values of NSPointerFunctionsOptions.
enum { MR_KEEPS_STRONG = 0, MR_KEEPS_NOTHING = 2, MR_KEEPS_MEMORY = 3, MR_KEEPS_WEAK = 5, MR_KEEPS = 0xff };
enum {
    MR_BY_ISEQUAL = 0,
    MR_BY_ADDRESS = 1 << 8,
    MR_OBJECT_BY_ADDRESS = 2 << 8,
    MR_BY_TEXT = 3 << 8,
    MR_BY_BYTES = 4 << 8,
    MR_INTEGER = 5 << 8,
    MR_COMPARES = 0xff << 8,
    MR_COPIES = 1 << 16,
};

// Functions of an NSPointerFunctions; NULL for those that the options choose.
typedef size_t (*mr_size_function)(const void *item);
typedef struct {
    size_t (*hash)(const void *item, mr_size_function size);
    BOOL (*is_equal)(const void *first, const void *second, mr_size_function size);
    mr_size_function size;
    id (*description)(const void *item);
    void *(*acquire)(const void *item, mr_size_function size, BOOL copies);
    void (*relinquish)(const void *item, mr_size_function size);
    // Those of CoreFoundation's callbacks, which come before the last two.
    const void *(*retain)(void *allocator, const void *item);
    void (*release)(void *allocator, const void *item);
} mr_pointer_functions;

typedef struct {
    uint32_t kind;                          // options: MR_KEEPS_... | MR_BY_ADDRESS ...
    const mr_pointer_functions *functions;  // NULL if the options choose all of them
    id owner;                               // the NSPointerFunctions that has the functions; +1
} mr_keeping;

typedef struct {
    size_t hash;  // MR_SLOT_FREE, MR_SLOT_REMOVED, or the hash of the key
    id key, value;
} mr_slot;
enum { MR_SLOT_FREE, MR_SLOT_REMOVED };

typedef struct {
    mr_slot *slots;           // NULL if room is 0
    size_t room, used;        // all slots, 0 or a power of two; those that are not free, which come first
    size_t removed;           // those that mr_slots_remove has emptied
    unsigned long mutations;  // incremented by each change, and when the slots move
    mr_keeping keys, values;
} mr_slots;

// Releases all keys and values and frees the slots. The table is then empty, and may be used again.
void mr_slots_end(mr_slots *slots);
// Returns the slot whose key equals `key`; NULL if there is none, or if its key or value was deallocated. O(1) on
// average.
mr_slot *mr_slots_find(id owner, mr_slots *slots, id key);
// Sets the value of a key. If the table has an equal key, that key stays; otherwise `key` is added as `keys` says.
void mr_slots_set(id owner, mr_slots *slots, id key, id value);
void mr_slots_remove(id owner, mr_slots *slots, id key);
// Copies the options and the living keys and values of another table into an empty one.
void mr_slots_copy(id owner, mr_slots *slots, const mr_slots *other);
// Reads the key and the value of a slot, autoreleased if they are objects. Returns false if the slot is free, or if its
// key or value was deallocated.
bool mr_slot_read(const mr_slots *slots, const mr_slot *slot, id *outKey, id *outValue);
// Returns the number of slots whose keys and values are alive. O(1), or O(room) if keys or values are weak.
size_t mr_slots_count(const mr_slots *slots);
// Fast enumeration of the keys. Each key is autoreleased, because the table may keep it weakly.
size_t mr_slots_enumerate(mr_slots *slots, struct mr_enumeration *state, id *buffer, size_t length);
// The type encoding of countByEnumeratingWithState:objects:count:.
#define MR_ENUMERATE_TYPES "Q40@0:8^{?=Q^@^Q[5Q]}16^@24Q32"
// Returns the living keys, or the living values, as an autoreleased NSArray. Only for tables of objects.
id mr_slots_array(const mr_slots *slots, bool areValues);

// How an NSPointerFunctions keeps pointers, as a copy that later changes of the object do not affect; and back, +1.
mr_keeping mr_keeping_by_functions(id functions);
id mr_keeping_copy_functions(mr_keeping keeping);
// The class methods of NSPointerFunctions and NSPointerArray: an object initialized by -initWithOptions:, autoreleased.
id mr_made_with_options(id cls, SEL _cmd, unsigned long options);
// Ends a table that will not be used again.
void mr_slots_free(mr_slots *slots);

// Returns a new class, not yet registered, whose instances contain an mr_slots after their isa.
Class mr_make_table_class(const char *name);

#endif
