// observing-support.h - what the layer that implements observing needs of the runtime: holds, the death of objects,
// locks and their order, tables that are read without a lock, doubles in tagged pointers.
#ifndef OBSERVING_SUPPORT_H
#define OBSERVING_SUPPORT_H

#include "miniruntime.h"

MR_BEGIN_DECLS

// ── For the layer that implements observing ─────────────────────────────────────────────────────────
// Returns whether an object is marked as observed. The layer that implements observing sets the mark, and is then
// notified of the object's death. Takes no lock. Always true for objects without a header (classes and constants), and
// false for nil and tagged pointers.
bool mr_object_is_observed(id object);
enum { MR_OBJECT_OBSERVED = 1 << 2 };  // a flag of the count word: the layer above is notified of the object's death
void mr_object_set_observed(id object, bool isObserved);
// Sets the function that is called when an observed object, or a class, has died, while its memory is still allocated;
// it runs with no lock held. Set once.
void mr_object_set_death_hook(void (*hook)(id object));
// object_setClass in two steps: mr_isa_replace sets the isa if it is `old`, and returns whether it did. The caller may
// hold a lock. mr_isa_changed emits the trace event, after the lock is released.
bool mr_isa_replace(id object, Class old, Class isa);
void mr_isa_changed(id object, Class isa, Class old);

// A hold keeps an object's memory allocated, but does not keep the object alive. While the caller has a hold, it may
// call mr_retain_if_alive at any time. The last hold or the object's disposal frees the memory, whichever comes last. A
// hold costs no memory, takes no lock, and ignores allowsWeakReference. Any thread.
//
// mr_hold and mr_unhold do nothing for nil, tagged pointers, classes and constants. Swift holds its own objects.
void mr_hold(id object);    // the caller owns or holds the object, or runs its dealloc
void mr_unhold(id object);  // ends one hold
// Returns whether a hold keeps the object's memory allocated. false for an object in memory of the caller
// (objc_constructInstance), which must not be held, and for a class, which may be disposed of: use a weak reference
// for both. true for objects that live for ever.
bool mr_can_be_held(id object);
// Retains an object unless it has begun to die, and returns whether it is alive. The caller holds the object, or knows
// otherwise that its memory is allocated: the memory of an object in a table that the death hook clears stays allocated
// until the hook returns. Sends no message, so that it may be called under a lock; the caller then calls
// mr_retain_settle.
bool mr_retain_if_alive(id object);
// The same, but also retains an object whose -dealloc runs on the calling thread. The caller releases it before that
// -dealloc ends.
bool mr_retain_if_present(id object);
// Whether the object is static data of compiled code, such as a constant string or a block without captures. The memory
// of its isa may be read-only.
bool mr_object_is_constant(id object);
// Whether the object has begun to die, and whether it has been disposed of, so that only its memory is left. The caller
// holds the object.
bool mr_object_is_dying(id object);
bool mr_object_is_dead(id object);
// Returns the class that a dead object had, also if it is a zombie (MINIRUNTIME_ZOMBIES). The caller holds the object.
Class mr_object_last_class(id object);
// Sends -retain to an object that one of these functions has retained, if its class overrides -retain or -release, and
// undoes the retain that sent no message. Returns the object, +1 (caller releases with objc_release). The caller holds
// no lock.
id mr_retain_settle(id object);
// Like objc_loadWeakRetained, but sends no message, so that it may be called under a lock; the caller then calls
// mr_retain_settle.
id mr_weak_load_unsettled(id *location);

// Returns whether an object has exactly that many +1s and nothing else refers to it: no hold, weak reference or
// association.
bool mr_object_is_unshared(id object, unsigned owners);

// Returns the object in a strong ivar, +1, as an atomic getter does.
id mr_strong_load(id *location);
// Returns whether a strong ivar contains `object` and the object's only owners are the ivar and the caller, who has one
// +1. If so, the ivar is locked until mr_strong_end_change, and the caller may change the object in place. Send no
// message until the ivar is unlocked.
bool mr_strong_begin_change(id *location, id object);
void mr_strong_end_change(id *location);
// Replaces `old` with `value` in a strong ivar: takes over the +1 of `value`, and gives the +1 of `old` to the caller.
// Returns false and changes nothing if the ivar no longer contains `old`.
bool mr_strong_replace(id *location, id old, id value);

// Excludes an object that is kept for later reuse from its class's instance count, or includes it again.
void mr_object_set_aside(id object, bool isAside);

// ── Per-class record of the layer above ─────────────────────────────────────────────────────────────
// One word per class, found without a lock or a table. A class with the same record as its superclass, such as a
// notifying class, belongs to that superclass: it is disposed of together with the superclass, and
// +resolveInstanceMethod: is sent to the superclass instead.
// Returns NULL if no record was entered.
void *mr_class_record(Class cls);
// Enters a record for good. Returns false if the class already has one.
bool mr_class_enter_record(Class cls, void *record);
// Sets the function that is called for each class that is disposed of, with the class's record or NULL, once no lookup
// can find the class and while its memory is still allocated; it runs with no lock held. Set once, by the layer
// above.
void mr_class_set_disposal_hook(void (*hook)(Class cls, void *record));

// ── Classes and methods ─────────────────────────────────────────────────────────────────────────────
// Whether the class may add a missing method when it is first sent: whether +resolveInstanceMethod:, for a metaclass
// +resolveClassMethod:, is not NSObject's, which adds none.
bool mr_class_resolves(Class cls);
// Marks a class as never disposed of by itself. Its instances count for its superclass.
void mr_class_set_permanent(Class cls);
// objc_registerClassPair in two steps, for a class that other threads find without its name, too. The first writes what
// is read of a class without a lock. The second registers it, possibly as a permanent class; it emits no event, so it
// may be called under a lock. Returns false if another class of that name was registered first.
void mr_class_prepare(Class cls);
bool mr_class_enter(Class cls, bool isPermanent);
// Declares, before registration, that the layouts of a class name every ivar that owns an object, as the layouts of ARC
// do. An ivar in neither layout is then unretained, even for object_setIvarWithStrongDefault.
void mr_class_declare_ownership(Class cls);
// Increases whenever the methods of any class change. A result computed from methods stays valid while it is unchanged:
// read it before computing the result, so that a concurrent change invalidates the result. Creating and registering a
// class does not increase it.
extern size_t mr_method_generation_count;  // read and written atomically
static inline size_t mr_method_generation(void) {
    return __atomic_load_n(&mr_method_generation_count, __ATOMIC_ACQUIRE);
}

// ── Switches ────────────────────────────────────────────────────────────────────────────────────────
// Whether MINIRUNTIME_REPORT_OBSERVERS is set: the layer that implements observing then lists leftover observers at
// exit.
bool mr_debug_reports_observers(void);
// The word of MINIRUNTIME_LEFTOVERS: 0 for raise, 1 for log, 2 for forgive.
uint8_t mr_debug_leftovers(void);
// Whether MINIRUNTIME_ZOMBIES is set: the memory of dead objects stays.
bool mr_debug_keeps_zombies(void);

// ── Dealloc ─────────────────────────────────────────────────────────────────────────────────────────
// A scope is open while a thread runs a dealloc of an object. An object may have several at once, with purposes:
typedef enum {
    MR_DEALLOC_RUNS = 1,  // the runtime's own, around the message
    // For a dealloc that uses the object after super's: object_dispose does not dispose of the object, but sets
    // `is_disposed`. Whoever closes the scope then calls object_dispose.
    MR_DEALLOC_DEFERS_DISPOSAL = 2,
    // For a dealloc that is to know what the object has left at its death (mr_dealloc_leave).
    MR_DEALLOC_TAKES_REMAINS = 4,
} mr_dealloc_purpose;
typedef struct mr_dealloc_scope {
    id object;
    struct mr_dealloc_scope *outer;
    mr_dealloc_purpose purpose;
    bool is_disposed;
    id remains;  // +1 (whoever closes the scope releases it); nil if nothing was left
} mr_dealloc_scope;
void mr_dealloc_begin(mr_dealloc_scope *scope, id object, mr_dealloc_purpose purpose);
void mr_dealloc_end(mr_dealloc_scope *scope);  // the innermost one
// Leaves something to the innermost scope of an object that takes it, once. Does nothing if there is none.
void mr_dealloc_leave(id object, id remains);

// ── Associated objects for life ─────────────────────────────────────────────────────────────────────
// Added to a policy of objc_setAssociatedObject: objc_removeAssociatedObjects keeps the value. For the state of
// libraries, of which a program that removes its own associations cannot know.
enum { MR_ASSOCIATION_FOR_LIFE = 1 << 16 };

// ── Memory ──────────────────────────────────────────────────────────────────────────────────────────
// If memory runs out, these functions end the process with one line that names the size; callers need not test for
// NULL.
void *mr_allocate(size_t size);  // zeroed; the caller frees it
void *mr_reallocate(void *memory, size_t size);

// ── Locks ───────────────────────────────────────────────────────────────────────────────────────────
// The ranks of all locks of the runtime and of the layers above it, in the order in which they may be taken: a thread
// that holds a lock may take only locks of later ranks. A GLOBAL lock guards something that the whole process shares.
// fork() takes all of them, so that global data is consistent and unlocked in the child. An OBJECT lock guards one
// object.
enum { MR_LOCK_GLOBAL, MR_LOCK_OBJECT };
#define MR_LOCK_LIST(X)                                                                                                \
    X(MR_LOCK_LOCKS, GLOBAL, "the list of locks")                                                                      \
    X(MR_LOCK_ASSOCIATED_STATE, GLOBAL, "Swift objects that hang on an object")                                        \
    X(MR_LOCK_PATHS, GLOBAL, "the nodes of key paths; striped by address of the path")                                 \
    X(MR_LOCK_OBSERVED_CLASSES, GLOBAL, "observed classes")                                                            \
    X(MR_LOCK_OBSERVED_NAMES, GLOBAL, "names of observed keys")                                                        \
    X(MR_LOCK_OBSERVED_KEYS, GLOBAL, "observed keys")                                                                  \
    X(MR_LOCK_RUNTIME, GLOBAL, "classes, methods, caches (writing), properties, protocols, tags")                      \
    X(MR_LOCK_SELECTORS, GLOBAL, "selectors")                                                                          \
    X(MR_LOCK_CLOSURES, GLOBAL, "closure IMPs and signatures")                                                         \
    X(MR_LOCK_LOCATIONS, GLOBAL, "ivars: atomic accessors, and weak references being stored; striped by address")      \
    X(MR_LOCK_OBSERVED, GLOBAL, "who observes what; striped by address of the object")                                 \
    X(MR_LOCK_SIDE, OBJECT, "an object's side table: associations")                                                    \
    X(MR_LOCK_WEAK, GLOBAL, "weak references, striped by address of the object")                                       \
    X(MR_LOCK_TABLES, GLOBAL, "the side tables of objects without a header")                                           \
    X(MR_LOCK_TABLE, GLOBAL, "a table or a variable of a layer above")                                                 \
    X(MR_LOCK_STATE, OBJECT, "the state of one object of a layer above")
typedef enum {
#define MR_LOCK_RANK(rank, scope, text) rank,
    MR_LOCK_LIST(MR_LOCK_RANK)
#undef MR_LOCK_RANK
        MR_LOCK_RANKS
} mr_lock_rank;
typedef struct mr_lock mr_lock;
// The caller destroys the lock. A lock of a GLOBAL rank must be created and destroyed while no lock is held.
mr_lock *mr_lock_create(mr_lock_rank rank);
// The same, in a cache line of its own: one of several locks among which an address selects. Threads that take
// different ones do not slow each other down.
mr_lock *mr_lock_create_apart(mr_lock_rank rank);
void mr_lock_destroy(mr_lock *lock);
void mr_lock_take(mr_lock *lock);
void mr_lock_give(mr_lock *lock);
bool mr_lock_is_taken(const mr_lock *lock);
// Calls `visit` (unless NULL) with each global lock and a description of what it guards. No lock is held during these
// calls: the caller must ensure that no global lock is destroyed before the last call returns. Returns the number of
// global locks.
size_t mr_lock_visit_global(void (*visit)(mr_lock *lock, const char *name, void *context), void *context);

// ── Tables that are read without a lock ─────────────────────────────────────────────────────────────
// A hash table of pointers that only grows. A zeroed table is empty. Any thread may search it at any time. Threads that
// insert share a lock of their own, under which they first search for the element that they are about to insert.
typedef struct mr_table_slots mr_table_slots;
typedef struct {
    mr_table_slots *slots;  // read and written atomically
    size_t count;           // guarded by the writers' lock
} mr_table;
typedef bool (*mr_table_matcher)(const void *element, const void *key);
// Returns the element with that hash for which `matches` returns true, or NULL. O(1).
void *mr_table_find(const mr_table *table, size_t hash, mr_table_matcher matches, const void *key);
// Adds an element, which must not be NULL and stays in the table. The caller owns its memory.
void mr_table_insert(mr_table *table, size_t hash, void *element);
// Calls `visit` with each element that is in the table now.
void mr_table_visit(const mr_table *table, void (*visit)(void *element, void *context), void *context);
// Frees the table's own memory. No thread may be searching the table.
void mr_table_free(mr_table *table);
// The hash of a name (FNV-1a), which is inlined because names are short; and of one that ends with NUL.
static inline size_t mr_hash_bytes(const char *bytes, size_t length) {
    size_t hash = 0xCBF29CE484222325;
    for (size_t index = 0; index < length; index++) hash = (hash ^ (unsigned char)bytes[index]) * 0x100000001B3;
    return hash;
}
size_t mr_hash_string(const char *string);
// The upper half of the product, because it depends on all bits of the address: the arenas of malloc, one for each
// thread, lie 64 MiB apart, so that objects of two threads often differ in the bits above only.
static inline size_t mr_hash_address(const void *key) { return ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15 >> 32; }

// ── Doubles in tagged pointers ──────────────────────────────────────────────────────────────────────
// A double in a payload: all of it but for four bits of the exponent, so that it is zero, or more than 2^-63 and less
// than 2^65, or the negative of such a number. With the sign as its lowest bit, the exponent is the upper part, and is
// moved to begin at 0. Returns false for another double.
enum { MR_TAG_LEAST_EXPONENT = 1023 - 63 };
static inline bool mr_tag_payload_of_double(double value, uint64_t *outPayload) {
    const uint64_t least = (uint64_t)MR_TAG_LEAST_EXPONENT << 53;
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    bits = bits << 1 | bits >> 63;
    bool is_zero = bits <= 1;  // 0.0 or -0.0
    if (!is_zero) bits -= least;
    *outPayload = bits;
    return is_zero || (bits > 1 && bits >> MR_TAG_PAYLOAD_BITS == 0);
}
static inline double mr_tag_double(uint64_t payload) {
    uint64_t bits = payload > 1 ? payload + ((uint64_t)MR_TAG_LEAST_EXPONENT << 53) : payload;
    bits = bits >> 1 | bits << 63;
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

MR_END_DECLS

#endif
