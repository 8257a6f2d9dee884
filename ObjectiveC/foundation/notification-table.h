// notification-table.h - the registrations of a notification center.
//
//      heads[BY_KEY]     │ │ │ ──► registration ──► registration      of one name and sender, the newest first
//      heads[BY_ADDRESS] │ │ │ ──► registration                       of one observer
//
// A registration is an object. It contains either a weak reference to the observer and a selector, or a block; and the
// name and the sender of the notifications that it receives, NULL for any. The functions take no locks: the center's
// lock guards a table.
#ifndef MR_NOTIFICATION_TABLE_H
#define MR_NOTIFICATION_TABLE_H
#include "foundation.h"

enum { BY_KEY, BY_ADDRESS, CHAINS };

typedef struct {
    id observer;          // a weak reference; nil for a block
    const void *address;  // of the observer or, for a block, of this registration
    SEL selector;
    id block, queue;     // +1, or nil
    mr_utf8 name;        // malloc'd; NULL for any name
    const void *sender;  // compared by address; NULL for any sender
    uintptr_t is_removed;
    uint64_t number;    // increases from registration to registration
    id next[CHAINS];    // the next in each chain
    id *place[CHAINS];  // where each chain refers to this one
} mr_registration;

typedef struct {
    id *heads[CHAINS];  // +1 in BY_KEY; as many as `room`, which is 0 or a power of two
    size_t count, room;
    uint64_t number;  // of the last registration
} mr_registrations;

// The observer, sender and name whose registrations are removed; NULL stands for any name or sender.
typedef struct {
    const void *address, *sender;
    mr_utf8 name;
} mr_removal;

extern Class mr_registration_class;

static inline mr_registration *mr_registration_of(id object) {
    return (mr_registration *)(void *)((char *)(void *)object + sizeof(Class));
}
// Returns the bytes of a name; NULL for nil.
static inline mr_utf8 mr_name_of(id string) { return string ? mr_utf8_of(string) : (mr_utf8){NULL, 0}; }

// Returns a new registration, +1. Copies the name and the block.
id mr_registration_create(id observer, SEL selector, id queue, id block, id name, id sender);
void mr_registration_dealloc(id self, SEL _cmd);
// Compares two registrations by their numbers, for qsort.
int mr_registration_order(const void *first, const void *second);

// Adds a registration and consumes its +1. The table must have room.
void mr_registrations_add(mr_registrations *table, id registration);
// Removes the registrations whose observers were deallocated, and makes room for more. Returns the removed ones as a
// list, which the caller releases without the lock: a release may run a dealloc.
id mr_registrations_grow(mr_registrations *table);
// The same for matching registrations, and for those of the same chain whose observers were deallocated.
id mr_registrations_remove(mr_registrations *table, const mr_removal *removal);
// Releases the registrations of a list.
void mr_registrations_release(id list);
// Retains the registrations for a name and a sender, as many as there is room for, in any order. Returns the number of
// all. Looks only at those that may match.
size_t mr_registrations_find(const mr_registrations *table, mr_utf8 name, const void *sender, id *found, size_t room);
// Releases all registrations of a table that nobody uses any more.
void mr_registrations_end(mr_registrations *table);

#endif
