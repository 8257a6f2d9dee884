// internal.h - declares everything private to the runtime: one section per .c file, in reading order.
#ifndef MR_INTERNAL_H
#define MR_INTERNAL_H

#include <pthread.h>

#include "adopting.h"
#include "inspect.h"
#include "message/offsets.h"
#include "object/count.h"

#define MR_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
// Before a loop: clang keeps it as a loop. gcc does not unroll such loops anyway.
#ifdef __clang__
#define MR_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define MR_NO_UNROLL
#endif

// ── support.c: memory, lists, maps, switches ─────────────────────────────────────────────────

// mr_allocate and mr_reallocate are declared in observing-support.h.
// Unlike them, returns NULL if the `extra` bytes, whose number a user of the runtime chose, cannot be allocated.
void *mr_allocate_extra(size_t size, size_t extra);
enum { MR_CACHE_LINE = 64 };
void *mr_allocate_lines(size_t count);  // whole cache lines, zeroed; the caller frees them
char *mr_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
// mr_log and mr_fatal are declared in adopting.h.

// A growing array of pointers, in insertion order.
typedef struct {
    void **items;
    uint32_t count, capacity;
} mr_list;
void mr_list_append(mr_list *list, void *item);
bool mr_list_remove(mr_list *list, const void *item);  // removes the last occurrence and keeps the order of the rest
bool mr_list_contains(const mr_list *list, const void *item);
// Returns a malloc'd, NULL-terminated copy; NULL if `list` is NULL or empty. `outCount` may be NULL.
void *mr_list_copy(const mr_list *list, unsigned int *outCount);
void *mr_list_copy_shared(const mr_list *list, unsigned int *outCount);  // takes the runtime lock
void mr_list_free(mr_list *list);

// A hash map with open addressing. Keys are addresses or, in a map created with {.strings = true}, strings compared by
// content. The map owns neither keys nor values. A NULL value means absent.
typedef struct {
    const void *key;
    void *value;
} mr_map_entry;
typedef struct {
    bool strings;
    uint32_t count, used, capacity;
    mr_map_entry *entries;
} mr_map;
void *mr_map_get(const mr_map *map, const void *key);
void mr_map_set(mr_map *map, const void *key, void *value);
void *mr_map_remove(mr_map *map, const void *key);  // returns the value
void mr_map_free(mr_map *map);

// hash-table.c is declared in observing-support.h: the layers above use it too.

// The environment variables, read once at startup. support.c has the table with their help texts.
typedef struct {
    bool zombies;         // freed objects stay; a message or release to one ends the process
    bool check;           // check the order of locks, and that foreign code runs with none held
    bool trace;           // print events on standard error
    bool trace_messages;  // print every message on standard error
    bool trace_file;      // write events to a file
    bool perf_map;        // write the names of methods made at run time to a file for perf
    bool help;
    bool report_observers;
    bool refuse_wx;        // end the process instead of using closure memory that is writable and executable
    bool libffi_closures;  // libffi makes every closure; read and written atomically
} mr_debug_switches;
extern mr_debug_switches mr_debug;
void mr_debug_read_switches(void);

// ── lock.c: locks and their order ───────────────────────────────────────────────────────────────────

// The ranks, which define the order of locks, are declared in observing-support.h, because the layers above have ranks
// too.
// No lock is held while foreign code runs (a message, a block, a hook, a destroy function, a deinit).
enum { MR_LOCK_FREE, MR_LOCK_TAKEN, MR_LOCK_CONTENDED };  // contended: taken, and a thread may be asleep
struct mr_lock {
    _Atomic(uint32_t) state;
    uint8_t rank;
    uint32_t number;  // 1 + the index in the list of the locks that fork() takes; 0 for the others
};
#define MR_LOCK_INIT(lockRank)                                                                                         \
    { .rank = (lockRank) }
// Defines a global lock, and registers it for fork() before main() begins.
#define MR_GLOBAL_LOCK(name, lockRank)                                                                                 \
    mr_lock name = MR_LOCK_INIT(lockRank);                                                                             \
    __attribute__((constructor(101))) static void register_##name(void) { mr_lock_register(&name); }
// Defines an array of such locks, each in a cache line of its own. mr_stripe returns the lock that guards an address.
enum { MR_STRIPES = 64 };
typedef struct {
    _Alignas(MR_CACHE_LINE) mr_lock lock;
} mr_stripe_lock;
#define MR_STRIPED_LOCKS(name, lockRank)                                                                               \
    static mr_stripe_lock name[MR_STRIPES] = {[0 ... MR_STRIPES - 1] = {MR_LOCK_INIT(lockRank)}};                      \
    __attribute__((constructor(101))) static void register_##name(void) {                                              \
        for (int index = 0; index < MR_STRIPES; index++) mr_lock_register(&name[index].lock);                          \
    }
static inline mr_lock *mr_stripe(mr_stripe_lock *stripes, const void *address) {
    return &stripes[mr_hash_address(address) % MR_STRIPES].lock;
}
void mr_lock_register(mr_lock *lock);
// Sleeps until another thread changes `number` from `value`; may return early. The second function wakes all sleepers.
void mr_futex_wait(_Atomic(uint32_t) *number, uint32_t value);
void mr_futex_wake_all(_Atomic(uint32_t) *number);
// Ends the process if this thread holds a lock. `what` names the foreign code that is about to run. Only with
// MINIRUNTIME_CHECK set, which also checks the order of locks.
void mr_assert_unlocked(const char *what);
extern mr_lock mr_runtime_lock;

// Every observed set takes a lock (mr_lock_take, which inlines this function), so the uncontended path makes no further
// call. Each side table has a lock, which is small: 12 bytes, where a pthread mutex has 40.
void mr_lock_note(const mr_lock *lock, bool taken);  // records a lock as held or released, for MINIRUNTIME_CHECK
void mr_lock_wait(mr_lock *lock);
void mr_lock_wake(mr_lock *lock);
static inline void mr_lock_acquire(mr_lock *lock) {
    if (MR_UNLIKELY(mr_debug.check)) mr_lock_note(lock, true);
    uint32_t free = MR_LOCK_FREE;
    bool taken = atomic_compare_exchange_strong_explicit(&lock->state, &free, MR_LOCK_TAKEN, memory_order_acquire,
                                                         memory_order_relaxed);
    if (MR_UNLIKELY(!taken)) mr_lock_wait(lock);
}
static inline void mr_lock_release(mr_lock *lock) {
    if (MR_UNLIKELY(mr_debug.check)) mr_lock_note(lock, false);
    uint32_t state = atomic_exchange_explicit(&lock->state, MR_LOCK_FREE, memory_order_release);
    if (MR_UNLIKELY(state == MR_LOCK_CONTENDED)) mr_lock_wake(lock);
}

// ── selector.c ──────────────────────────────────────────────────────────────────────────────────────

// The selectors that the runtime itself sends or searches for.
#define MR_SELECTORS(X)                                                                                                \
    X(alloc, "alloc")                                                                                                  \
    X(allowsWeakReference, "allowsWeakReference")                                                                      \
    X(autorelease, "autorelease")                                                                                      \
    X(class, "class")                                                                                                  \
    X(copy, "copy")                                                                                                    \
    X(copyWithZone, "copyWithZone:")                                                                                   \
    X(dealloc, "dealloc")                                                                                              \
    X(description, "description")                                                                                      \
    X(doesNotRecognizeSelector, "doesNotRecognizeSelector:")                                                           \
    X(forwardInvocation, "forwardInvocation:")                                                                         \
    X(forwardingTargetForSelector, "forwardingTargetForSelector:")                                                     \
    X(init, "init")                                                                                                    \
    X(initialize, "initialize")                                                                                        \
    X(methodSignatureForSelector, "methodSignatureForSelector:")                                                       \
    X(mutableCopy, "mutableCopy")                                                                                      \
    X(mutableCopyWithZone, "mutableCopyWithZone:")                                                                     \
    X(release, "release")                                                                                              \
    X(resolveClassMethod, "resolveClassMethod:")                                                                       \
    X(resolveInstanceMethod, "resolveInstanceMethod:")                                                                 \
    X(retain, "retain")                                                                                                \
    X(stringWithUTF8String, "stringWithUTF8String:")
struct mr_selectors {
#define MR_SELECTOR_FIELD(field, name) SEL field;
    MR_SELECTORS(MR_SELECTOR_FIELD)
#undef MR_SELECTOR_FIELD
};
extern struct mr_selectors mr_sel;
void mr_selectors_boot(void);

// ── class.c: the class object and its data ──────────────────────────────────────────────────────────

// The first five words of a class never move: their layout is that of Apple's 64-bit runtime. The word `swift` is what
// Swift's libraries read of every class (adopting.h); Apple's runtime has a part of the cache there.
struct objc_object {
    _Atomic(Class) isa;
};
typedef struct mr_cache mr_cache;
typedef struct mr_class_data mr_class_data;
struct objc_class {
    _Atomic(Class) isa;
    _Atomic(Class) superclass;
    _Atomic(mr_cache *) cache;
    struct {
        uint32_t instance_size;
        uint16_t alignment_mask, counting;  // counting: MR_COUNTING_...
    } swift;
    mr_class_data *data;
    // followed by the rest of the class's memory, and the extra bytes of objc_allocateClassPair
};

enum {
    MR_CLASS_META = 1 << 0,          // a metaclass: its instances are classes, which have no header and are not counted
    MR_CLASS_REGISTERED = 1 << 1,    //
    MR_CLASS_INITIALIZED = 1 << 2,   // +initialize was sent and has returned
    MR_CLASS_INITIALIZING = 1 << 3,  // +initialize is running
    MR_CLASS_CUSTOM_RR = 1 << 4,     // overrides -retain, -release or -autorelease: counting goes through messages
    MR_CLASS_PERMANENT = 1 << 5,     // disposed of with its superclass or never; instances count for the superclass
    MR_CLASS_CONSTANT = 1 << 6,      // its instances are static data without a header
    MR_CLASS_ZOMBIE = 1 << 7,        // the class of deallocated objects, with MINIRUNTIME_ZOMBIES
    MR_CLASS_INTERRUPTED = 1 << 8,   // +initialize was running on another thread when fork() created this process
    MR_CLASS_DECLARED = 1 << 9,      // its layouts name every ivar that owns an object
    MR_CLASS_CUSTOM_WEAK = 1 << 10,  // overrides -allowsWeakReference, which is sent before a weak reference is made
    MR_CLASS_STATIC = 1 << 11,       // its five words are in static memory, of CObjectiveC or of a compiled image
    MR_CLASS_SWIFT = 1 << 12,        // Swift's compiler wrote it, or it is a copy of such a class
    MR_CLASS_NATIVE = 1 << 13,       // Swift counts its instances, which have no header: its methods forward to Swift
    MR_CLASS_DEINIT = 1 << 14,       // its -dealloc may be a deinit of Swift's
    // instances have no header and are never counted
    MR_CLASS_UNCOUNTED = MR_CLASS_META | MR_CLASS_CONSTANT,
    MR_CLASS_HEADERLESS = MR_CLASS_UNCOUNTED | MR_CLASS_NATIVE,
    // the flags that a subclass inherits
    MR_CLASS_INHERITED = MR_CLASS_CUSTOM_RR | MR_CLASS_CUSTOM_WEAK | MR_CLASS_CONSTANT | MR_CLASS_NATIVE,
};

// What an instance owns, by its class or a superclass: it is released or destroyed when the instance dies.
enum { MR_OWNS_STRONG = 1, MR_OWNS_WEAK = 2, MR_OWNS_DESTRUCTOR = 4, MR_OWNS_CONSTRUCTOR = 8 };
enum { MR_COUNT_STRIPES = 4, MR_COUNT_ENDED = 0, MR_COUNT_MADE = 1 };

struct mr_class_data {
    // Set before registration, then immutable.
    char *name;
    Class metaclass;  // of a class; NULL for a metaclass
    Class instance;   // of a metaclass: the class it belongs to; NULL for a class
    uint32_t instance_start, instance_size;
    mr_class_extent extent;
    size_t extra_bytes;
    uint8_t *ivar_layout, *weak_ivar_layout;
    mr_list ivars;
    uint8_t owns;                 // MR_OWNS_...
    IMP constructor, destructor;  // a compiled class's .cxx_construct and .cxx_destruct, or NULL

    // Read without a lock. The flags of inheritance, registration and +initialize are written under the runtime lock.
    _Atomic(uint32_t) flags;
    _Atomic(int) version;
    _Atomic(void *) record;  // of the layer above; written once
    // Keepers of the memory: the class until it is disposed of, and each dead instance that is held, because the flags
    // of its class are read through its isa.
    _Atomic(size_t) keepers;

    // Guarded by the runtime lock.
    mr_list methods;
    mr_map method_index;  // selector -> Method; filled once the class has nine methods
    mr_list properties;
    mr_list protocols;
    Class first_subclass, next_sibling;
    pthread_t initializing_thread;

    // For each stripe of threads, the number of instances created, and the negated number of instances freed: see
    // object.c. A stripe is a cache line. NULL for a metaclass. Updated without a lock.
    _Atomic(size_t) (*counts)[MR_CACHE_LINE / sizeof(size_t)];
};

static inline uint32_t mr_class_flags(Class cls) {
    return atomic_load_explicit(&cls->data->flags, memory_order_acquire);
}
static inline bool mr_is_meta(Class cls) { return mr_class_flags(cls) & MR_CLASS_META; }
static inline Class mr_superclass(Class cls) { return atomic_load_explicit(&cls->superclass, memory_order_acquire); }
extern Class mr_tagged_classes[MR_TAG_COUNT] __attribute__((visibility("hidden")));  // tag.c
// The class of any object but nil. Never sends a message.
static inline Class mr_isa(id object) {
    if (MR_UNLIKELY(mr_is_tagged(object))) return mr_tagged_classes[((uintptr_t)object >> MR_TAG_SHIFT) & MR_TAG_MASK];
    return atomic_load_explicit(&object->isa, memory_order_acquire);
}
bool mr_inherits(Class cls, Class ancestor);
// All registered classes, in order of registration. Guarded by the runtime lock: once it is released, another thread
// may dispose of a class that was read from the list.
extern mr_list mr_classes_in_order;
// Returns the superclass if `cls` shares its superclass's record, as a notifying class does; otherwise `cls` itself.
static inline Class mr_original_class(Class cls) {
    void *record = atomic_load_explicit(&cls->data->record, memory_order_acquire);
    Class superclass = record ? mr_superclass(cls) : Nil;
    return superclass && atomic_load_explicit(&superclass->data->record, memory_order_acquire) == record ? superclass
                                                                                                         : cls;
}
// Calls `visit` for `cls` and all classes that inherit from it.
void mr_class_visit_tree_locked(Class cls, void (*visit)(Class cls, void *context), void *context);
void mr_class_set_flags(Class cls, uint32_t flags);
void mr_class_set_tree_flags_locked(Class cls, uint32_t flags);  // of the class and all its subclasses
// Removes one keeper. Removing the last one frees the class.
void mr_class_let_go(Class cls);

// ── ivar.c ──────────────────────────────────────────────────────────────────────────────────────────

struct objc_ivar {
    char *name, *types;
    uint32_t offset, size, alignment;
};
// Calls `visit` with each strong (or weak) ivar of an instance. The ivars of superclasses come last.
void mr_ivars_visit(id object, bool weak, void (*visit)(id *location, id other), id other);
void mr_ivars_free(mr_class_data *data);

// ── method.c ────────────────────────────────────────────────────────────────────────────────────────

// A method never moves, and only its IMP changes, until its class is disposed of: caches hold pointers to it.
struct objc_method {
    SEL name;
    char *types;
    _Atomic(IMP) imp;
    Class cls;
    _Atomic(const mr_signature *) signature;  // of `types`; NULL until first used
    _Atomic(uint64_t) shape;                  // of the signature; 0 until the signature is first used
};
static inline IMP mr_method_imp(Method method) { return atomic_load_explicit(&method->imp, memory_order_acquire); }
Method mr_method_search_locked(Class cls, SEL sel);  // searches the class and its superclasses
Method mr_method_own_locked(Class cls, SEL sel);     // searches the class alone
void mr_methods_free(mr_class_data *data);

// Adds methods from a table in C, for the classes that the runtime itself defines.
void mr_add_methods(Class cls, const mr_method_entry *entries, size_t count);
#define MR_ADD_METHODS(cls, table) mr_add_methods((cls), (table), sizeof(table) / sizeof *(table))

// ── cache.c ─────────────────────────────────────────────────────────────────────────────────────────

// cache.c explains who reads and who writes a cache.
struct mr_cache {
    uintptr_t mask;  // (capacity - 1) * 8, which masks byte offsets
    uint32_t occupied;
    mr_cache *outgrown;  // the smaller cache that it replaced; readers may still use it
    _Atomic(Method) buckets[];
};
extern mr_cache mr_empty_cache;
static inline _Atomic(Method) *mr_cache_bucket(mr_cache *cache, SEL sel) {
    uintptr_t offset = ((uintptr_t)sel >> MR_SELECTOR_SHIFT) & cache->mask;
    return (_Atomic(Method) *)((char *)cache->buckets + offset);
}
// Returns the method that the cache contains for `sel`, or NULL.
static inline Method mr_cache_lookup(Class cls, SEL sel) {
    mr_cache *cache = atomic_load_explicit(&cls->cache, memory_order_acquire);
    for (_Atomic(Method) *bucket = mr_cache_bucket(cache, sel);; bucket++) {
        Method method = atomic_load_explicit(bucket, memory_order_acquire);
        if (method == NULL || method->name == sel) return method;
    }
}
bool mr_cache_fill_locked(Class cls, SEL sel, Method method);  // false while messages are traced
void mr_cache_flush_locked(Class cls);
void mr_cache_flush_tree_locked(Class cls);
void mr_cache_free(Class cls);

// ── dispatch.c: the slow path ───────────────────────────────────────────────────────────────────────

// Where to jump for a message, and with which receiver. A NULL IMP makes the message return zero: no class implements
// it, and an exception is pending. The struct is returned in two registers, which the assembly relies on.
typedef struct {
    IMP imp;
    id receiver;
} mr_target;
mr_target mr_send_slow(id receiver, SEL sel);
mr_target mr_send_stret_slow(id receiver, SEL sel);                      // forward.c
mr_target mr_send_super_slow(const struct objc_super *super, SEL sel);   // searches super_class itself
mr_target mr_send_super2_slow(const struct objc_super *super, SEL sel);  // searches the superclass of super_class
// Returns the method that a message to an instance of `cls` calls, after method resolution; NULL if there is none.
// Fills the cache.
Method mr_method_resolve(Class cls, SEL sel);
bool mr_class_implements(Class cls, SEL sel);

// Returns the messenger, to be cast to the function type of a method. gcc warns of a call through a cast of its name.
static inline void *mr_messenger_address(void) { return (void *)objc_msgSend; }
// Typed sends for C: mr_send0(id, object, sel), mr_send1(bool, object, sel, SEL, argument).
#define mr_send0(R, object, sel) (((R(*)(id, SEL))mr_messenger_address())((id)(object), (sel)))
#define mr_send1(R, object, sel, A, a) (((R(*)(id, SEL, A))mr_messenger_address())((id)(object), (sel), (a)))

// ── initialize.c ────────────────────────────────────────────────────────────────────────────────────

// Sends +initialize to `cls` (not a metaclass) and its superclasses unless they are initialized. false if an exception
// was raised.
bool mr_initialize(Class cls);
// Called in the child of a fork(), which has one thread. Marks the classes whose +initialize was running on another
// thread. The caller holds every global lock.
void mr_initialize_forked_locked(void);

// ── forward.c ───────────────────────────────────────────────────────────────────────────────────────

mr_target mr_forward(id receiver, SEL sel);
mr_target mr_forward_stret(id receiver, SEL sel);
void mr_raise_unrecognized(id receiver, SEL sel);
// Ends the process, because a message was sent to the deallocated instance `receiver`.
_Noreturn void mr_zombie_messaged(id receiver, SEL sel);

// ── object.c, isa.c, side.c, weak.c: an object's life ───────────────────────────────────────────────

// The two words before the isa.
typedef struct mr_side_table mr_side_table;
typedef struct {
    _Atomic(uint64_t) count;  // count.h
    _Atomic(mr_side_table *) side;
} mr_header;
static inline mr_header *mr_header_of(id object) { return (mr_header *)object - 1; }
static inline _Atomic(uint64_t) *mr_count_of(id object) { return &mr_header_of(object)->count; }
// Most objects have no side table, so this test saves most deallocations several lookups.
static inline bool mr_has_side_table(id object) {
    return atomic_load_explicit(&mr_header_of(object)->side, memory_order_acquire) != NULL;
}
// Whether the object has a header. Tagged pointers, classes, constant objects and Swift's own objects have none.
static inline bool mr_has_header(id object) {
    return !mr_is_tagged(object) && !(mr_class_flags(mr_isa(object)) & MR_CLASS_HEADERLESS);
}
// Whether Swift counts the object.
static inline bool mr_is_native(id object) {
    return !mr_is_tagged(object) && mr_class_flags(mr_isa(object)) & MR_CLASS_NATIVE;
}
void mr_object_died(id object);  // calls the death hook
id mr_root_retain(id object);    // NSObject's -retain and -release
void mr_root_release(id object);
// Retains an object without sending a message, under the lock that keeps the object alive. The caller then releases the
// lock and calls mr_retain_settle.
void mr_retain_begin(id object);
// Returns the class that counts the instances of a class: the nearest superclass that is not permanent.
static inline Class mr_counted_class(Class cls) {
    while (mr_class_flags(cls) & MR_CLASS_PERMANENT && mr_superclass(cls)) cls = mr_superclass(cls);
    return cls;
}
void mr_count_instances(Class cls, ptrdiff_t change);

// ── dealloc.c ───────────────────────────────────────────────────────────────────────────────────────

bool mr_runs_dealloc_of(id object);  // on this thread

typedef struct {
    const void *key;
    id value;
    objc_AssociationPolicy policy;
} mr_association;
// The data that few objects need, allocated on first use.
struct mr_side_table {
    mr_lock lock;
    // Guarded by `lock`.
    mr_association *associations;
    uint32_t association_count, association_capacity;
    pthread_mutex_t *monitor;  // of @synchronized
    // Guarded by the weak lock of the object's stripe.
    mr_map weak_locations;
};
// Returns the side table of an object. NULL for nil and tagged pointers, and if there is none and `create` is false.
// The side tables of objects without a header are found by address.
mr_side_table *mr_side_table_get(id object, bool create);
// Removes all associations, except those for life (MR_ASSOCIATION_FOR_LIFE) unless the object is dying.
void mr_side_table_remove_associations(id object, bool dying);
void mr_side_table_free(id object);
void mr_monitor_free(pthread_mutex_t *monitor);  // sync.c; NULL is fine
void mr_weak_clear(id object);                   // sets every weak reference to the object to nil

// ── encoding.c ──────────────────────────────────────────────────────────────────────────────────────

// Calls `visit` for each scalar in a value of a well-formed type that has a size, with the scalar's bytes and kind:
// 'f', 'd', 'D', or 'i' for everything that is not a floating-point number. The members of a union overlap. An array of
// length zero is visited with zero bytes, unless it is in a struct of no size.
typedef void (*mr_scalar_visitor)(char kind, size_t offset, size_t size, void *context);
void mr_type_visit(const char *type, size_t offset, mr_scalar_visitor visit, void *context);

// ── signature.c, foreign.c, closure.c: calls and closures of any types ──────────────────────────────

typedef void (*mr_function)(void);  // a function of any type
// The registers in which a closure receives scalars: self, _cmd and those of mr_registers.
enum { MR_WORD_REGISTERS = 2 + MR_WORD_ARGUMENTS, MR_REGISTERS = MR_WORD_REGISTERS + MR_FLOAT_ARGUMENTS };
// The first arguments of a function: self and _cmd, a block, an object, or others.
typedef enum { MR_TAKES_ANYTHING, MR_TAKES_OBJECT, MR_TAKES_BLOCK, MR_TAKES_MESSAGE } mr_taken;
struct mr_signature {
    char *types;
    mr_taken takes;
    char *return_type;
    char **argument_types;
    unsigned int argument_count;
    size_t return_size;
    size_t *argument_sizes;
    bool returns_in_memory;
    // Needs no libffi: the result is a number, object or pointer, and the arguments are such, or pairs of doubles, that
    // fit in registers.
    bool in_registers;
    uint8_t places[MR_REGISTERS];  // for each argument, the index of its register, or of the first of a structure's
    char return_kind;              // the encoding of a scalar; 0 for a type that mr_load_scalar cannot load
    char setter_argument;          // for a setter in registers, the first character of its argument's type; else 0
    bool takes_words;              // a method of up to four words, with no floating-point number, that returns nothing
    uint8_t structure;             // of a method without arguments: see mr_structure_call; else 0
    uint64_t shape;                // see mr_send_shaped
    mr_function messenger;         // objc_msgSend, or its variant for the return type
    struct mr_cif *cif;            // libffi's description of the call
    _Atomic(IMP) forwarder;        // the closure that packs a message into an invocation; NULL until first used
};
// Like mr_signature_get, but also returns signatures of blocks and of functions that are no methods.
const mr_signature *mr_signature_get_any(const char *types);
// Loads a scalar as it lies in a register: small signed integers are sign-extended, a float is in the low four bytes.
static inline uint64_t mr_load_scalar(char kind, const void *address) {
    switch (kind) {
        case 'c': return (uint64_t) * (const int8_t *)address;
        case 'B':
        case 'C': return *(const uint8_t *)address;
        case 's': return (uint64_t) * (const int16_t *)address;
        case 'S': return *(const uint16_t *)address;
        case 'i':
        case 'l': return (uint64_t) * (const int32_t *)address;
        case 'f':
        case 'I':
        case 'L': return *(const uint32_t *)address;
        default: return *(const uint64_t *)address;
    }
}
// Implemented in shape.c. Returns 0 for a signature with a structure, or with more arguments than a shape can hold.
uint64_t mr_shape_of(const mr_signature *signature);
// Implemented in structure.c. Whether a type is a structure of two doubles, which are passed in registers.
bool mr_structure_is_pair(const char *type);
// Returns which structure of numbers a method without arguments returns; 0 for all others.
uint8_t mr_structure_of(const mr_signature *signature);
// Calls such a method, and stores what it returns. `imp` may be the messenger for the structure.
void mr_structure_call(uint8_t structure, IMP imp, id self, SEL _cmd, void *result);
// Fills in the messenger, the registers and the cif of a parsed signature. They live for ever.
void mr_foreign_prepare(mr_signature *signature);
// Calls a function or messenger. `first` replaces arguments[0]; a NULL `result` discards the return value.
void mr_foreign_call(mr_function target, const mr_signature *signature, void *result, void *first,
                     void *const *arguments);
// Creates a closure by libffi. Ends the process if the system gives no memory for code, or only memory that
// MINIRUNTIME_REFUSE_WX refuses.
IMP mr_foreign_closure_create(const mr_signature *signature, mr_block_function function, void *context);
bool mr_foreign_closure_exists(IMP imp);
bool mr_foreign_closure_free(IMP imp);  // false if the IMP is no closure of libffi's
void mr_closure_free(IMP imp);
// frames.c: for unwinders, describes code that leaves the stack as its caller has made it.
void mr_frames_describe(const void *stubs, size_t size);
// Turns a closure that has not been called yet into a jump to function(self + offset, first argument). Does nothing if
// libffi created the closure.
void mr_closure_shorten(IMP imp, mr_function function, size_t offset);
extern const char mr_closure_stubs[] __attribute__((visibility("hidden")));  // closure-*.S
void mr_closure_entry(void);
void mr_accessor_entry(void);
void mr_setter_entry(void);
// Returns the signature's forwarder, which lives for ever. The first call creates it with `function`, a function of
// forward.c.
IMP mr_signature_forwarder(const mr_signature *signature, mr_block_function function);

// ── property.c, protocol.c ──────────────────────────────────────────────────────────────────────────

// Copies the attributes.
objc_property_t mr_property_create(const char *name, const objc_property_attribute_t *attributes, unsigned int count);
void mr_property_free(objc_property_t property);
objc_property_t mr_property_named_locked(const mr_list *properties, const char *name);

// ── accessor.c ──────────────────────────────────────────────────────────────────────────────────────

// Returns the lock of an ivar or weak reference: one of several, chosen by its address.
mr_lock *mr_location_lock(const void *location);
// Retains `value`, stores it in a strong ivar and releases the old value. Atomic with regard to mr_strong_load.
void mr_strong_store(id *location, id value);

// ── exception.c and autorelease.c: the state of each thread ─────────────────────────────────────────

// mr_pending_exception is in objc-exception.h.
extern MR_THREAD_LOCAL int mr_try_count;
// The autoreleased objects of a thread, with a nil where each pool begins.
typedef struct {
    id *objects;
    size_t count, capacity;
    size_t pools;
} mr_pool_stack;
extern MR_THREAD_LOCAL mr_pool_stack mr_pools;
void mr_pools_release_down_to(size_t height);

// ── trace.c, nsobject.c, boot.c ────────────────────────────────────────────────────────

#define mr_trace(...)                                                                                                  \
    do {                                                                                                               \
        if (MR_UNLIKELY(mr_trace_is_on())) mr_trace_emit(&(mr_trace_event){__VA_ARGS__});                              \
    } while (0)
extern _Atomic(bool) mr_tracing_messages;

extern struct mr_classes {
    Class NSObject, NSBlock, NSException, NSMethodSignature, NSInvocation, Protocol, zombie;  // NULL before boot
} mr_class;
// Creates and registers a class for the runtime itself, with `ivarBytes` of private ivars.
Class mr_define_class(const char *name, Class superclass, size_t ivarBytes);
// Returns an NSString, autoreleased, which a message to the class NSString creates. nil if `text` is NULL, or if the
// program does not link MiniFoundation.
id mr_string_object(const char *text);
void mr_nsobject_boot(void);
void mr_nsobject_protocol_boot(void);  // needs protocols to work
void mr_trace_boot(void);
const char *mr_trace_kind_name(mr_trace_kind kind);
// trace-file.c: writes the events from now on to the file that MINIRUNTIME_TRACE_FILE names.
void mr_trace_file_boot(void);
// perf-map.c: writes a line for a method whose IMP is no compiled function, if MINIRUNTIME_PERF_MAP asks for it.
void mr_perf_map_boot(void);
void mr_perf_map_add(Class cls, SEL name, IMP imp);
void mr_block_boot(void);
void mr_method_signature_boot(void);
void mr_invocation_boot(void);
// method-signature.c: the signature of an NSMethodSignature, of a block, too; NULL for other objects.
const mr_signature *mr_method_signature_any(id object);
void mr_exception_boot(void);

_Static_assert(offsetof(struct objc_class, superclass) == MR_CLASS_SUPERCLASS, "offsets.h");
_Static_assert(offsetof(struct objc_class, cache) == MR_CLASS_CACHE, "offsets.h");
_Static_assert(offsetof(struct mr_cache, mask) == MR_CACHE_MASK, "offsets.h");
_Static_assert(offsetof(struct mr_cache, buckets) == MR_CACHE_BUCKETS, "offsets.h");
_Static_assert(offsetof(struct objc_method, name) == MR_METHOD_NAME, "offsets.h");
_Static_assert(offsetof(struct objc_method, imp) == MR_METHOD_IMP, "offsets.h");
_Static_assert(sizeof(mr_header) == 16, "the header is two words");

#endif
