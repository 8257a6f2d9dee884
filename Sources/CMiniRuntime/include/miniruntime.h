// miniruntime.h - extensions to Apple's API: blocks made from C functions, calls by signature, invocations, tagged
// pointers, introspection, locks, tables, the trace hook.
#ifndef MINIRUNTIME_H
#define MINIRUNTIME_H

#include "objc/encoding.h"
#include "objc/message.h"
#include "objc/objc-arc.h"
#include "objc/objc-exception.h"
#include "objc/objc.h"
#include "objc/runtime.h"

MR_BEGIN_DECLS

// ── Objects that Swift retains and releases ─────────────────────────────────────────────────────────
// An object as a Swift reference type: Swift's compiler retains and releases it as it does instances of Swift classes.
struct MR_SWIFT("import_reference") MR_SWIFT("retain:mr_reference_retain")
    MR_SWIFT("release:mr_reference_release") mr_reference {
    void *isa;
};
void mr_reference_retain(struct mr_reference *reference);
// Ends the process if a dealloc raises and no caller on this thread handles exceptions, because Swift cannot throw
// here. Releases the objects that a dealloc has autoreleased if the thread has no pool.
void mr_reference_release(struct mr_reference *reference);
// Takes over the caller's +1.
MR_SWIFT("returns_retained") static inline struct mr_reference *mr_reference_take(id object) {
    return (struct mr_reference *)(void *)object;
}

// ── Blocks: functions with a context, as objects ────────────────────────────────────────────────────
// `arguments[0]` points to self, `arguments[1]` to _cmd, and the others to the arguments in order. `result` points to
// zeroed memory for the return value; it is NULL for void. Runs on the sender's thread, with no lock held.
typedef void (*mr_block_function)(void *context, void *result, void **arguments);

// Returns a block of class NSBlock, +1 (caller releases). `destroy`, if not NULL, is called with `context` when the
// block dies. nil, without calling `destroy`, if `types` is malformed or `function` is NULL. Apple: a block literal.
id mr_block_create(const char *types, mr_block_function function, void *context, void (*destroy)(void *context));
const char *mr_block_types(id block);
// Makes the IMP of a block jump directly to `function`, which is faster than to enter the block. The block must take
// one number, pointer or object and return nothing. The value is in one of the registers `word` and `real`; a float is
// in the low four bytes. Returns false and changes nothing for other types, and for a libffi closure.
typedef void (*mr_setter_function)(id self, SEL _cmd, uintptr_t word, void *context, double real);
bool mr_imp_take_setter(IMP imp, mr_setter_function function);
// The number of IMPs created by imp_implementationWithBlock and not removed yet. For leak tests.
size_t mr_closure_count(void);

// ── What is behind an IMP ───────────────────────────────────────────────────────────────────────────
// A compiled function is where the linker placed it. All other entries are made while the program runs: an entry loads
// a context of its own and jumps to a function that many entries share. An entry is either a stub, in a page of the
// runtime's own that is never writable, or a closure made by libffi. Any thread may call these functions.
typedef enum {
    MR_IMP_FUNCTION,  // a compiled function, and any address that is no entry, or one that was removed
    MR_IMP_STUB,
    MR_IMP_LIBFFI
} mr_imp_kind;
// Returns the kind of code at the address. Searches all pages of stubs.
mr_imp_kind mr_imp_get_kind(IMP imp);
// Returns "compiled function", "stub" or "libffi closure". Lives for ever.
const char *mr_imp_kind_name(mr_imp_kind kind);
// Returns the purpose of an entry: "accessor", "forwarder" for an IMP that packs its message into an invocation, the
// purpose that mr_block_set_purpose has set, otherwise "closure". NULL for a compiled function. Lives for ever.
const char *mr_imp_get_purpose(IMP imp);
// Sets the purpose of a block's IMPs, a string that lives for ever. Call it before the first IMP is made. Does nothing
// to nil and to compiled blocks.
void mr_block_set_purpose(id block, const char *purpose);
// Returns the class, or metaclass, of the first method that has the IMP, borrowed, and stores the method's name.
// Returns Nil and stores nothing if no registered class has such a method. Reads all methods.
Class mr_imp_get_class(IMP imp, SEL *outName);
// Returns the kind of the entries that are made from now on, MR_IMP_STUB or MR_IMP_LIBFFI. At first it is MR_IMP_LIBFFI
// if MINIRUNTIME_CLOSURES=libffi is in the environment. An entry whose arguments do not fit in registers is always a
// libffi closure.
mr_imp_kind mr_closure_kind(void);
// Sets that kind. Existing entries keep theirs.
void mr_closure_set_kind(mr_imp_kind kind);

// ── Accessors ───────────────────────────────────────────────────────────────────────────────────────
// Creates an accessor as @synthesize does: an IMP with an address of its own, made from a block that imp_getBlock
// returns. Any number of threads may call atomic accessors of the same ivar at once. Returns NULL if `types` is
// malformed or `ivar` is NULL.
typedef enum {
    MR_STORAGE_VALUE,   // a number, a structure, or an object that is not owned
    MR_STORAGE_STRONG,  //
    MR_STORAGE_COPY,    // the setter sends -copy, and keeps the old value if -copy raises
    MR_STORAGE_WEAK     //
} mr_storage;
IMP mr_accessor_create(const char *types, Ivar ivar, mr_storage storage, bool atomic, bool setter);
// Read or write an ivar without its accessors, as atomically as they do. The first two copy `size` bytes from or to
// `location`. mr_ivar_load_object returns the object, +1, and follows the ivar layouts of the class, like
// object_setIvar, its counterpart.
void mr_value_load(const void *location, void *value, size_t size);
void mr_value_store(void *location, const void *value, size_t size);
id mr_ivar_load_object(id object, Ivar ivar);

// ── Calls whose types are known only at run time ────────────────────────────────────────────────────
// Calls `imp`. `arguments` holds one pointer per argument, including self and _cmd. `result` has room for max(return
// size, 8) bytes; NULL discards the value.
void mr_call(IMP imp, const mr_signature *signature, void *result, void **arguments);
// The same through the messenger: objc_msgSend, or the variant for the return type. A message to nil returns zero.
void mr_send(const mr_signature *signature, void *result, void **arguments);
// Sends the message to super: the search starts at the superclass of `current`.
void mr_send_super(Class current, const mr_signature *signature, void *result, void **arguments);

// Register contents for a call whose arguments are all scalars: up to four words and eight doubles after self and _cmd.
// Both CPUs' calling conventions assign the two kinds of register independently, so any mix of arguments within these
// limits can be passed without libffi.
enum { MR_WORD_ARGUMENTS = 4, MR_FLOAT_ARGUMENTS = 8 };
typedef struct {
    uintptr_t words[MR_WORD_ARGUMENTS];
    double floats[MR_FLOAT_ARGUMENTS];  // a float occupies the low four bytes
} mr_registers;
// Call `imp` with these registers. The function's name gives the type of the result.
uintptr_t mr_call_word(IMP imp, id self, SEL _cmd, const mr_registers *registers);
double mr_call_double(IMP imp, id self, SEL _cmd, const mr_registers *registers);
float mr_call_float(IMP imp, id self, SEL _cmd, const mr_registers *registers);

// Sends a message whose arguments and result are words. A method with fewer arguments ignores the rest.
uintptr_t mr_send_words(id receiver, SEL sel, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth);

// Messages whose types the caller knows at compile time. Such a message is sent only if its method is in the cache and
// has exactly the caller's shape: one letter per type, '@' for all objects and '^' for all pointers, the return type in
// the lowest byte. A returned object is +1.
enum { MR_SHAPE_ARGUMENTS = 6 };
// Flags to add to a shape. They are constants instead of macros, so that Swift imports them.
// The call releases the objects that its method autoreleases. Without this flag, it does so only if the thread has no
// pool.
static const uint64_t MR_SHAPE_DRAINS = UINT64_C(1) << 63;
// The method's name implies that it returns an object +1.
static const uint64_t MR_SHAPE_OWNED = UINT64_C(1) << 62;
typedef enum {
    MR_SENT,
    MR_RAISED,   // an exception is pending, and there is no value
    MR_NOT_SENT  // the method has another shape or is not cached, messages are traced, or an exception is pending
} mr_shaped_end;
typedef struct {
    union {
        uint64_t word;
        double real;  // a float is in the low four bytes
        id object;
    } value;
    mr_shaped_end end;
} mr_shaped_result;
// Integers, pointers and objects are passed as words and floating-point numbers as reals, each kind in argument order.
// mr_send_shaped is for methods that return neither a floating-point number nor an object, or return nothing.
mr_shaped_result mr_send_shaped(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2, double real,
                                double real2);
mr_shaped_result mr_send_shaped_real(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2, double real,
                                     double real2);
mr_shaped_result mr_send_shaped_object(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2,
                                       double real, double real2);
// Takes more words, and returns a value of any kind.
mr_shaped_result mr_send_shaped_long(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2,
                                     uintptr_t word3, uintptr_t word4, double real, double real2);

// The messenger as an IMP: Swift cannot cast the imported function.
IMP mr_messenger(void);
// Returns the selector with that name. NULL if it is not registered, in which case no class has such a method.
SEL mr_selector_known(const char *name);
// Like sel_registerName, but faster for a string that has the same address in each call, such as a literal.
SEL mr_selector_literal(const char *name);
// Returns the method that instances of `cls` have, or NULL. No side effects: neither method resolution nor +initialize.
Method mr_method_lookup(Class cls, SEL sel);
// Returns the method that this message would call now, after +initialize and method resolution. NULL if the message
// would be forwarded.
Method mr_method_for_message(id receiver, SEL sel);
// The signature of the method's types, cached in the method. NULL if the types are missing or malformed.
const mr_signature *mr_method_signature(Method method);

// ── Method signatures and invocations as objects ────────────────────────────────────────────────────
// Returns an NSMethodSignature, autoreleased; nil if `types` is malformed. Apple: +signatureWithObjCTypes:.
id mr_method_signature_object(const char *types);
// NULL if `methodSignature` is not an NSMethodSignature.
const mr_signature *mr_method_signature_get(id methodSignature);
// Returns an NSInvocation, +1 (caller releases), with all arguments zero. It does not retain its arguments until
// mr_invocation_retain_arguments is called. Apple: +invocationWithMethodSignature:.
id mr_invocation_create(const mr_signature *signature);
const mr_signature *mr_invocation_signature(id invocation);
// Copy a value out or in; its size is given by the signature. false if there is no such argument.
bool mr_invocation_get_argument(id invocation, void *value, unsigned int index);
bool mr_invocation_set_argument(id invocation, const void *value, unsigned int index);
bool mr_invocation_get_return_value(id invocation, void *value);
bool mr_invocation_set_return_value(id invocation, const void *value);
// Retains object arguments and copies C strings until the invocation dies.
void mr_invocation_retain_arguments(id invocation);
// Sends the message to argument 0.
void mr_invocation_invoke(id invocation);

// ── Tagged pointers ─────────────────────────────────────────────────────────────────────────────────
// Small values stored in the pointer itself: the top bit is set, three bits hold the tag, 60 bits the payload. A tagged
// pointer has no header and no isa; its class is the one registered for its tag. Apple: objc-internal.h.
enum { MR_TAG_COUNT = 8, MR_TAG_PAYLOAD_BITS = 60 };
// Registers `cls` for `tag` and makes the class permanent. false if another class has the tag, or it is out of range.
bool mr_tag_register(unsigned int tag, Class cls);
// nil if no class is registered for the tag, or the payload needs more than 60 bits.
id mr_tag_make(unsigned int tag, uint64_t payload);
static inline bool mr_is_tagged(id object) { return (intptr_t)object < 0; }
static inline uint64_t mr_tag_payload(id object) {
    return (uintptr_t)object & ((UINT64_C(1) << MR_TAG_PAYLOAD_BITS) - 1);
}

// ── For the layer that implements observing ─────────────────────────────────────────────────────────
// Returns whether an object is marked as observed. The layer that implements observing sets the mark, and is then
// notified of the object's death. Takes no lock. Always true for objects without a header (classes and constants), and
// false for nil and tagged pointers.
bool mr_object_is_observed(id object);
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
// mr_hold and mr_unhold do nothing for nil, tagged pointers, classes and constants.
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
    X(MR_LOCK_RELAYS, GLOBAL, "the relays of key paths; striped by address of the path")                               \
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
size_t mr_hash_string(const char *string);
// The upper half of the product, because it depends on all bits of the address: the arenas of malloc, one for each
// thread, lie 64 MiB apart, so that objects of two threads often differ in the bits above only.
static inline size_t mr_hash_address(const void *key) { return ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15 >> 32; }

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

// ── Dealloc ─────────────────────────────────────────────────────────────────────────────────────────
// While a scope is open on a thread, object_dispose does not dispose of the scope's object but sets `disposed`; the
// code that closes the scope then calls object_dispose. For a dealloc that uses the object after calling super's
// dealloc.
typedef struct mr_dealloc_scope {
    id object;
    struct mr_dealloc_scope *outer;
    bool defers_disposal;  // false in the scopes that the runtime opens itself
    bool disposed;
} mr_dealloc_scope;
void mr_dealloc_begin(mr_dealloc_scope *scope, id object);
void mr_dealloc_end(mr_dealloc_scope *scope);  // the innermost one

// ── Autorelease pools, for callers in other languages ───────────────────────────────────────────────
// Pushes a pool if the thread has none, and returns it; the caller pops it like any other pool. Returns NULL if the
// thread has one.
void *mr_pool_push_if_none(void);
// Returns the number of entries on the thread's stack: objects, and marks where pools begin.
size_t mr_pool_height(void);
// Takes `object` out of its pool and gives its +1 to the caller, if it is the last object that was autoreleased, and
// that happened after the stack had height `height`. A caller that retains a +0 result at once thus leaves nothing in
// the pool.
bool mr_pool_take(id object, size_t height);

// ── Introspection ───────────────────────────────────────────────────────────────────────────────────
// The bytes of the header before each object, and the number of an object's owners: 0 for nil, SIZE_MAX for an object
// that is not counted.
size_t mr_header_size(void);
size_t mr_retain_count(id object);
enum { MR_OBJECT_OBSERVED = 1 << 2 };  // a flag of the count word: the layer above is notified of the object's death
// Reads the header of an object and its side table. false for objects without a header: classes, constants, tagged
// pointers.
typedef struct {
    const void *address;
    uint64_t count_word;     // retain count << 32 | holds << 8 | flags
    const void *side_table;  // NULL until first used
    size_t association_count;
} mr_header_facts;
bool mr_header_read(id object, mr_header_facts *facts);
// The number of live instances of `cls` itself, and of all classes. An instance of a permanent class counts for its
// superclass. Both are exact unless other threads create or free instances during the call: some of those instances may
// then be included, but an instance that stays alive is never left out.
size_t mr_instance_count(Class cls);
size_t mr_live_object_count(void);
// Marks a class as never disposed of by itself. Its instances count for its superclass.
void mr_class_set_permanent(Class cls);
bool mr_class_is_registered(Class cls);
// Declares, before registration, that the layouts of a class name every ivar that owns an object, as the layouts of ARC
// do. An ivar in neither layout is then unretained, even for object_setIvarWithStrongDefault.
void mr_class_declare_ownership(Class cls);
// The names of all registered classes, and the distinct type encodings of all instance and class methods with one
// selector. Strings and list belong to the caller. Unlike the list of objc_copyClassList, both are safe to read while
// other threads dispose of classes.
char **mr_class_names_copy(unsigned int *outCount);
char **mr_selector_encodings_copy(SEL name, unsigned int *outCount);
// Returns the name of the class at an address, which the caller frees. NULL if no class is at that address any more.
// O(classes).
char *mr_class_name_copy(const void *address);
// Like objc_disposeClassPair, but returns NULL, or a sentence with the reason why the class stays, which the caller
// frees.
char *mr_class_dispose(Class cls);
// The method cache of a class: its number of buckets, and the cached methods (the caller frees the list).
size_t mr_cache_capacity(Class cls);
Method *mr_cache_copy_methods(Class cls, unsigned int *outCount);
// Increases whenever the methods of any class change. A result computed from methods stays valid while it is unchanged.
// Creating and registering a class does not increase it.
extern size_t mr_method_generation_count;  // read and written atomically
static inline size_t mr_method_generation(void) {
    return __atomic_load_n(&mr_method_generation_count, __ATOMIC_ACQUIRE);
}
// The bytes held by outgrown caches, which are freed with their class.
size_t mr_cache_retired_bytes(Class cls);
// Checks the invariants of one class, or of all if `cls` is Nil. NULL, or a sentence describing a violation, which the
// caller frees.
char *mr_check_invariants(Class cls);
// "assembly" or "C", and the CPU: "x86-64" or "aarch64".
const char *mr_dispatch_kind(void);
const char *mr_cpu_name(void);
// The sanitizer that the runtime was built with, or NULL. The version of libffi, or NULL if libffi is too old to report
// it.
const char *mr_sanitizer_name(void);
const char *mr_libffi_version(void);
// Returns the path of the loaded file that contains `address`, or NULL. Stores the file's base address and the exported
// symbol at exactly `address`, or NULL.
const char *mr_image_of(const void *address, const void **outBase, const char **outSymbol);
// Prints the MINIRUNTIME_... environment variables, their values and help texts on standard error.
void mr_debug_print_switches(void);
// Whether MINIRUNTIME_REPORT_OBSERVERS is set: the layer that implements observing then lists leftover observers at
// exit.
bool mr_debug_reports_observers(void);
// Whether MINIRUNTIME_ZOMBIES is set: the memory of dead objects stays.
bool mr_debug_keeps_zombies(void);

// ── The trace hook ──────────────────────────────────────────────────────────────────────────────────
// One function receives all events. A message that the cache finds does not test whether there is one. The function
// runs on the event's thread with no lock held, and may send messages: events that it causes itself are not traced.
//
// The kinds of events: the names that MINIRUNTIME_TRACE prints, and the fields that the events fill in. TraceEvent.Kind
// in Swift has the same order. A MESSAGE occurs only while messages are traced. The layer above sends the events from
// OBSERVER_ADDED on. ORIGINAL_CALLED: a notifying class calls the method that it overrides. NOTIFICATION: the argument
// is the change dictionary. OVERRIDE_ENTERED: a method of a notifying class begins. Of an object that was deallocated,
// only the address may be used; this concerns OBJECT_DEALLOCATED, and the two events that say that a dealloc returned.
#define MR_TRACE_LIST(X)                                                                                               \
    X(MR_TRACE_CLASS_ALLOCATED, "class allocated")       /* cls, other = superclass */                                 \
    X(MR_TRACE_CLASS_REGISTERED, "class registered")     /* cls */                                                     \
    X(MR_TRACE_CLASS_DISPOSED, "class disposed")         /* text = name */                                             \
    X(MR_TRACE_METHOD_ADDED, "method added")             /* cls, selector, imp */                                      \
    X(MR_TRACE_METHOD_REPLACED, "method replaced")       /* cls, selector, imp */                                      \
    X(MR_TRACE_CACHE_FILLED, "cache filled")             /* cls, selector, imp */                                      \
    X(MR_TRACE_CACHE_FLUSHED, "cache flushed")           /* cls; the caches of its subclasses too */                   \
    X(MR_TRACE_ISA_CHANGED, "isa changed")               /* object, cls = new isa, other = old isa */                  \
    X(MR_TRACE_INITIALIZE, "+initialize")                /* cls */                                                     \
    X(MR_TRACE_OBJECT_ALLOCATED, "object allocated")     /* object, cls */                                             \
    X(MR_TRACE_OBJECT_DEALLOCATED, "object deallocated") /* object, cls */                                             \
    X(MR_TRACE_MESSAGE, "message")                       /* object, cls = class searched, selector, imp */             \
    X(MR_TRACE_FORWARDED, "forwarded")                   /* object, selector */                                        \
    X(MR_TRACE_EXCEPTION, "exception")                   /* object = exception */                                      \
    X(MR_TRACE_OBSERVER_ADDED, "observer added")         /* object, other = observer, text = key path */               \
    X(MR_TRACE_OBSERVER_REMOVED, "observer removed")     /* object, other = observer, text = key path */               \
    X(MR_TRACE_WILL_CHANGE, "will change")               /* object, text = key */                                      \
    X(MR_TRACE_DID_CHANGE, "did change")                 /* object, text = key */                                      \
    X(MR_TRACE_CHANGE_ABANDONED, "change abandoned")     /* in place of did change: an exception was raised */         \
    X(MR_TRACE_ORIGINAL_CALLED, "original called")       /* object, cls, selector, imp */                              \
    X(MR_TRACE_ORIGINAL_RETURNED, "original returned")   /* object, cls, selector; of class: other = its result */     \
    X(MR_TRACE_NOTIFICATION, "notification")             /* object, other = observer, argument, text = key path */     \
    X(MR_TRACE_NOTIFICATION_DONE, "notification done")   /* object, other = observer, text = key path */               \
    X(MR_TRACE_OVERRIDE_ENTERED, "override entered")     /* object, cls = notifying class, selector */                 \
    X(MR_TRACE_OVERRIDE_RETURNED, "override returned")   /* object, cls, selector; of class: other = its result */
typedef enum {
#define MR_TRACE_KIND(kind, name) kind,
    MR_TRACE_LIST(MR_TRACE_KIND)
#undef MR_TRACE_KIND
} mr_trace_kind;

typedef struct {
    mr_trace_kind kind;
    id object, argument;
    Class cls;
    const void *other;
    SEL selector;
    IMP imp;
    const char *text;
} mr_trace_event;

typedef void (*mr_trace_function)(const mr_trace_event *event, void *context);
// Replaces the hook; NULL turns tracing off. Threads already inside the old hook finish it.
void mr_trace_set_hook(mr_trace_function hook, void *context);
extern mr_trace_function mr_trace_hook;  // read and written atomically
static inline bool mr_trace_is_on(void) { return __atomic_load_n(&mr_trace_hook, __ATOMIC_RELAXED) != NULL; }
// Calls the hook with an event of the layers above.
void mr_trace_emit(const mr_trace_event *event);
// Whether every message emits MR_TRACE_MESSAGE. While on, method caches stay empty, so that each message takes the slow
// path.
void instrumentObjcMessageSends(BOOL flag);

// ── The stack ───────────────────────────────────────────────────────────────────────────────────────

// Returns the address of the current stack frame. Under the address sanitizer, local variables may lie elsewhere.
static inline uintptr_t mr_stack_address(void) { return (uintptr_t)__builtin_frame_address(0); }

MR_END_DECLS

#endif
