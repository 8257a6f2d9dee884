// internal.h - the runtime's own index: one section for each .c file, in reading order.
#ifndef MR_INTERNAL_H
#define MR_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "miniruntime.h"
#include "offsets.h"

#define MR_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

// ── support.c: memory, lists, maps, locks, switches ─────────────────────────────────────────────────

// Out of memory ends the process with one line that names the size: no function below has to ask.
void *mr_allocate(size_t size);  // zeroed
// The one exception: NULL if the `extra` bytes, whose number a caller chose, cannot be had.
void *mr_allocate_extra(size_t size, size_t extra);
void *mr_reallocate(void *memory, size_t size);
char *mr_copy_string(const char *string);  // NULL for NULL
char *mr_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
// One line on standard error: "miniruntime[pid]: ...".
void mr_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void mr_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

// A growing array of pointers, in order of arrival.
typedef struct {
    void **items;
    uint32_t count, capacity;
} mr_list;
void mr_list_append(mr_list *list, void *item);
bool mr_list_remove(mr_list *list, const void *item);  // the last one; the order of the rest stays
bool mr_list_contains(const mr_list *list, const void *item);
// A malloc'd copy that ends with NULL; NULL if empty. `outCount` may be NULL.
void *mr_list_copy(const mr_list *list, unsigned int *outCount);
void mr_list_free(mr_list *list);

// A hash map with open addressing. Keys are addresses, or strings (compared by content) in a map made with
// {.strings = true}. Neither keys nor values are owned. A NULL value means absent.
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
void mr_map_remove(mr_map *map, const void *key);
void mr_map_free(mr_map *map);

// Every lock of the runtime, in the order in which they may be taken: a thread that holds one takes only later ones.
// None is held while foreign code runs (a message, a block, a hook, a destroy function).
typedef enum {
    MR_LOCK_RUNTIME,    // classes, methods, caches (writing), properties, protocols, tags
    MR_LOCK_SELECTORS,  // the selector table
    MR_LOCK_CLOSURES,   // the table of closure IMPs, and of signatures
    MR_LOCK_SIDE,       // one object's side table: associations, observation info
    MR_LOCK_TABLES,     // the table of side tables of objects without a header
    MR_LOCK_WEAK,       // weak references; striped by address of the object
    MR_LOCK_RANKS
} mr_lock_rank;
enum { MR_LOCK_FREE, MR_LOCK_TAKEN, MR_LOCK_CONTENDED };  // contended: taken, and somebody may be asleep
typedef struct {
    _Atomic(uint32_t) state;
    uint8_t rank;
} mr_lock;
#define MR_LOCK_INIT(lockRank)                                                                                         \
    { MR_LOCK_FREE, (lockRank) }
static inline void mr_lock_acquire(mr_lock *lock);
static inline void mr_lock_release(mr_lock *lock);
// Sleeping until a number that others change is no longer `value`, or for no reason; waking all who sleep on it.
void mr_futex_wait(_Atomic(uint32_t) *number, uint32_t value);
void mr_futex_wake_all(_Atomic(uint32_t) *number);
// With MINIRUNTIME_CHECK set, taking locks out of order or running foreign code under one ends the process.
void mr_assert_unlocked(const char *what);
extern mr_lock mr_runtime_lock;

// The switches of the environment, read once (support.c has the table).
typedef struct {
    bool zombies;         // freed objects stay, and messages or releases to them end the process with a sentence
    bool check;           // lock order and invariants
    bool trace;           // events on standard error
    bool trace_messages;  // every message on standard error
    bool help;
    bool report_observers;
    bool refuse_wx;  // no closure in memory that is writable and executable at once
} mr_debug_switches;
extern mr_debug_switches mr_debug;
void mr_debug_read_switches(void);

// An observed set takes one lock. In line, and with nothing called unless somebody waits, that is 14 instructions in
// place of 73 with a pthread mutex, and 8 bytes in every side table in place of 48.
void mr_lock_note(const mr_lock *lock, bool taken);  // for the checks
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

// The selectors that the runtime itself sends or looks for.
#define MR_SELECTORS(X)                                                                                                \
    X(alloc, "alloc")                                                                                                  \
    X(allowsWeakReference, "allowsWeakReference")                                                                      \
    X(autorelease, "autorelease")                                                                                      \
    X(class, "class")                                                                                                  \
    X(conformsToProtocol, "conformsToProtocol:")                                                                       \
    X(copy, "copy")                                                                                                    \
    X(copyWithZone, "copyWithZone:")                                                                                   \
    X(dealloc, "dealloc")                                                                                              \
    X(description, "description")                                                                                      \
    X(doesNotRecognizeSelector, "doesNotRecognizeSelector:")                                                           \
    X(forwardInvocation, "forwardInvocation:")                                                                         \
    X(forwardingTargetForSelector, "forwardingTargetForSelector:")                                                     \
    X(init, "init")                                                                                                    \
    X(initialize, "initialize")                                                                                        \
    X(instanceMethodSignatureForSelector, "instanceMethodSignatureForSelector:")                                       \
    X(isEqual, "isEqual:")                                                                                             \
    X(methodSignatureForSelector, "methodSignatureForSelector:")                                                       \
    X(mutableCopyWithZone, "mutableCopyWithZone:")                                                                     \
    X(release, "release")                                                                                              \
    X(resolveClassMethod, "resolveClassMethod:")                                                                       \
    X(resolveInstanceMethod, "resolveInstanceMethod:")                                                                 \
    X(respondsToSelector, "respondsToSelector:")                                                                       \
    X(retain, "retain")                                                                                                \
    X(stringWithUTF8String, "stringWithUTF8String:")                                                                   \
    X(superclass, "superclass")
struct mr_selectors {
#define MR_SELECTOR_FIELD(field, name) SEL field;
    MR_SELECTORS(MR_SELECTOR_FIELD)
#undef MR_SELECTOR_FIELD
};
extern struct mr_selectors mr_sel;
void mr_selectors_boot(void);

// ── class.c: the class object and its record ────────────────────────────────────────────────────────

// Five words that never change their place: they are those of Apple's 64-bit runtime.
struct objc_object {
    _Atomic(Class) isa;
};
typedef struct mr_cache mr_cache;
typedef struct mr_class_data mr_class_data;
struct objc_class {
    _Atomic(Class) isa;
    _Atomic(Class) superclass;
    _Atomic(mr_cache *) cache;
    uintptr_t reserved;
    mr_class_data *data;
    // objc_allocateClassPair's extra bytes follow
};

enum {
    MR_CLASS_META = 1 << 0,          // a metaclass: its instances are classes, which have no header and live for ever
    MR_CLASS_REGISTERED = 1 << 1,    //
    MR_CLASS_INITIALIZED = 1 << 2,   // +initialize has returned
    MR_CLASS_INITIALIZING = 1 << 3,  // +initialize runs
    MR_CLASS_CUSTOM_RR = 1 << 4,     // -retain, -release or -autorelease is not NSObject's: counting goes by messages
    MR_CLASS_PERMANENT = 1 << 5,     // never disposed of; its instances count for its superclass
    MR_CLASS_CONSTANT = 1 << 6,      // its instances are static data without a header
    MR_CLASS_ZOMBIE = 1 << 7,        // the class of objects that are gone
    // retain and release have to look twice at instances of such a class
    MR_CLASS_UNCOUNTED = MR_CLASS_META | MR_CLASS_CONSTANT,
    MR_CLASS_INHERITED = MR_CLASS_CUSTOM_RR | MR_CLASS_CONSTANT,
};

struct mr_class_data {
    // Set before registration, then immutable.
    char *name;
    Class metaclass;  // of a class; NULL for a metaclass
    Class instance;   // of a metaclass: its one instance; NULL for a class
    uint32_t instance_start, instance_size;
    size_t extra_bytes;
    uint8_t *ivar_layout, *weak_ivar_layout;
    mr_list ivars;
    bool has_strong_ivars, has_weak_ivars;  // superclasses included

    // Written under the runtime lock, read by anyone.
    _Atomic(uint32_t) flags;
    _Atomic(int) version;

    // Guarded by the runtime lock.
    mr_list methods;
    mr_map method_index;  // selector -> Method; filled from the ninth method on
    mr_list properties;
    mr_list protocols;
    Class first_subclass, next_sibling;
    pthread_t initializing_thread;

    // Counted without a lock.
    _Atomic(size_t) instance_count;
};

static inline uint32_t mr_class_flags(Class cls) {
    return atomic_load_explicit(&cls->data->flags, memory_order_acquire);
}
static inline bool mr_is_meta(Class cls) { return mr_class_flags(cls) & MR_CLASS_META; }
static inline Class mr_superclass(Class cls) { return atomic_load_explicit(&cls->superclass, memory_order_acquire); }
extern Class mr_tagged_classes[MR_TAG_COUNT] __attribute__((visibility("hidden")));
// The isa of any object but nil.
static inline Class mr_isa(id object) {
    if (MR_UNLIKELY(mr_is_tagged(object))) return mr_tagged_classes[((uintptr_t)object >> MR_TAG_SHIFT) & MR_TAG_MASK];
    return atomic_load_explicit(&object->isa, memory_order_acquire);
}
bool mr_inherits(Class cls, Class ancestor);
// Registered classes; guarded by the runtime lock. Without it, another thread may dispose of one that was just read.
extern mr_list mr_classes_in_order;
// Calls `visit` for `cls`, all its subclasses, and theirs.
void mr_class_visit_tree_locked(Class cls, void (*visit)(Class cls, void *context), void *context);
void mr_class_set_flags_locked(Class cls, uint32_t flags);

// ── ivar.c ──────────────────────────────────────────────────────────────────────────────────────────

struct objc_ivar {
    char *name, *types;
    uint32_t offset, size, alignment;
};
// Calls `visit` with each strong (or weak) word of an instance, superclasses last.
void mr_ivars_visit(id object, bool weak, void (*visit)(id *location, id other), id other);
void mr_ivars_free(mr_class_data *data);

// ── method.c ────────────────────────────────────────────────────────────────────────────────────────

// A method never moves and, but for its IMP, never changes, until its class is disposed of: caches point at it.
struct objc_method {
    SEL name;
    char *types;
    _Atomic(IMP) imp;
    Class cls;
    _Atomic(const mr_signature *) signature;  // of `types`, once asked for
};
static inline IMP mr_method_imp(Method method) { return atomic_load_explicit(&method->imp, memory_order_acquire); }
Method mr_method_search_locked(Class cls, SEL sel);  // the chain
Method mr_method_own_locked(Class cls, SEL sel);     // the class alone
void mr_methods_free(mr_class_data *data);

// A table of methods written in C, for the classes that the runtime itself defines.
typedef struct {
    const char *name;
    const char *types;
    IMP imp;
} mr_method_entry;
void mr_add_methods(Class cls, const mr_method_entry *entries, size_t count);
#define MR_ADD_METHODS(cls, table) mr_add_methods((cls), (table), sizeof(table) / sizeof *(table))

// ── cache.c ─────────────────────────────────────────────────────────────────────────────────────────

// See cache.c for who reads and who writes.
struct mr_cache {
    uintptr_t mask;  // (capacity - 1) * 8: a byte offset
    uint32_t occupied;
    mr_cache *outgrown;  // the smaller one it replaced, which readers may still hold
    _Atomic(Method) buckets[];
};
extern mr_cache mr_empty_cache;
Method mr_cache_lookup(Class cls, SEL sel);
bool mr_cache_fill_locked(Class cls, SEL sel, Method method);  // false while messages are traced
void mr_cache_flush_locked(Class cls);
void mr_cache_flush_tree_locked(Class cls);
void mr_cache_free(Class cls);

// ── dispatch.c: the slow path ───────────────────────────────────────────────────────────────────────

// What a message comes to: where to jump, with which receiver. A NULL IMP answers zero: nothing implements the message,
// and an exception is pending. Returned in two registers: the assembly depends on it.
typedef struct {
    IMP imp;
    id receiver;
} mr_target;
mr_target mr_send_slow(id receiver, SEL sel);
mr_target mr_send_stret_slow(id receiver, SEL sel);                      // forward.c
mr_target mr_send_super_slow(const struct objc_super *super, SEL sel);   // searches super_class itself
mr_target mr_send_super2_slow(const struct objc_super *super, SEL sel);  // searches the superclass of super_class
// The Method that a message to an object of class `cls` finds, resolution included; NULL if there is none. Fills the
// cache.
Method mr_method_resolve(Class cls, SEL sel);
bool mr_class_implements(Class cls, SEL sel);

// Typed sends for C: mr_send0(id, object, sel), mr_send1(bool, object, sel, SEL, argument).
#define mr_send0(R, object, sel) (((R(*)(id, SEL))(void *)objc_msgSend)((id)(object), (sel)))
#define mr_send1(R, object, sel, A, a) (((R(*)(id, SEL, A))(void *)objc_msgSend)((id)(object), (sel), (a)))

// ── initialize.c ────────────────────────────────────────────────────────────────────────────────────

// Sends +initialize to `cls` (not a metaclass) and its superclasses if that has not been done. false if an exception
// came out.
bool mr_initialize(Class cls);

// ── forward.c ───────────────────────────────────────────────────────────────────────────────────────

mr_target mr_forward(id receiver, SEL sel);
void mr_raise_unrecognized(id receiver, SEL sel);
// Ends the process: `receiver` is dead.
_Noreturn void mr_zombie_messaged(id receiver, SEL sel);

// ── object.c, side.c, weak.c: an object's life ──────────────────────────────────────────────────────

// The two words in front of the isa.
typedef struct mr_side_table mr_side_table;
typedef struct {
    _Atomic(uint64_t) count;  // retain count << 8 | flags
    _Atomic(mr_side_table *) side;
} mr_header;
enum {
    MR_OBJECT_DEALLOCATING = 1 << 0,
    MR_OBJECT_PLACED = 1 << 1,  // objc_constructInstance: the memory is the caller's
    MR_OBJECT_COUNT_SHIFT = 8,
};
#define MR_OBJECT_ONE (UINT64_C(1) << MR_OBJECT_COUNT_SHIFT)
static inline mr_header *mr_header_of(id object) { return (mr_header *)object - 1; }
// Whether there is a header in front: not for tagged pointers, classes and constant objects.
static inline bool mr_has_header(id object) {
    return !mr_is_tagged(object) && !(mr_class_flags(mr_isa(object)) & MR_CLASS_UNCOUNTED);
}
bool mr_try_retain(id object);  // false if the object is dying
id mr_root_retain(id object);   // NSObject's -retain and -release
void mr_root_release(id object);
id mr_root_autorelease(id object);  // autorelease.c
void mr_count_instance(Class cls, ptrdiff_t change);
Class mr_exchange_isa(id object, Class cls);  // object_setClass without its trace event

typedef struct {
    const void *key;
    id value;
    objc_AssociationPolicy policy;
} mr_association;
struct mr_side_table {
    mr_lock lock;
    // Guarded by `lock`.
    mr_association *associations;
    uint32_t association_count, association_capacity;
    _Atomic(void *) observation_info;  // written under `lock`
    pthread_mutex_t *monitor;          // @synchronized's
    // Guarded by the weak stripe of the object.
    mr_map weak_locations;
    _Atomic(mr_weak_handle *) weak_handle;  // owned; read by who keeps the object alive
};
// NULL if there is none and `create` is false, and for a tagged pointer. Objects without a header share a table by
// address.
mr_side_table *mr_side_table_get(id object, bool create);
void mr_side_table_remove_associations(id object);
// Whether a weak handle keeps the memory of the object, and frees it with its last owner, who may have gone just now.
bool mr_side_table_free(id object);
void mr_monitor_free(pthread_mutex_t *monitor);  // sync.c; NULL is fine
void mr_weak_clear(id object);                   // every weak reference to it reads nil from now on

// ── encoding.c ──────────────────────────────────────────────────────────────────────────────────────

// Calls `visit` with each scalar in a value of a well-formed type that has a size: its bytes, and its kind, 'f', 'd',
// 'D', or 'i' for all that is no floating-point number. Members of a union overlap.
typedef void (*mr_scalar_visitor)(char kind, size_t offset, size_t size, void *context);
void mr_type_visit(const char *type, size_t offset, mr_scalar_visitor visit, void *context);

// ── signature.c, foreign.c, closure.c: calls and closures of any types ──────────────────────────────

typedef void (*mr_function)(void);  // of any type
// The registers that closures find scalars in: self, _cmd and those of mr_registers.
enum { MR_WORD_REGISTERS = 2 + MR_WORD_ARGUMENTS, MR_REGISTERS = MR_WORD_REGISTERS + MR_FLOAT_ARGUMENTS };
struct mr_signature {
    char *types;
    char *return_type;
    char **argument_types;
    unsigned int argument_count;
    size_t return_size;
    size_t *argument_sizes;
    bool returns_in_memory;
    bool in_registers;             // scalars only, no more than fit: needs no libffi
    uint8_t places[MR_REGISTERS];  // of each argument, the number of its register
    char return_kind;              // a scalar's type; 0 for what mr_load_scalar cannot load
    char setter_argument;          // the type of the one argument of a scalar setter; else 0
    mr_function messenger;         // objc_msgSend, or the variant for such a result
    struct mr_cif *cif;            // libffi's description of the call
    _Atomic(IMP) forwarder;        // the closure that packs such a message into an invocation
};
// A scalar as it lies in a register: small integers are widened with their sign, a float is in the low four bytes.
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
// Finds the messenger, the registers and the cif of a signature whose types are there. They live for ever.
void mr_foreign_prepare(mr_signature *signature);
// Calls a function or messenger. `first` takes the place of arguments[0]; a NULL `result` drops what is returned.
void mr_foreign_call(mr_function target, const mr_signature *signature, void *result, void *first,
                     void *const *arguments);
// What libffi hands a closure, turned into one pointer for each argument.
void mr_foreign_join(const struct mr_cif *cif, void **arguments);
// Where the system gives no memory for code, the process ends with a line that says so.
IMP mr_closure_create(const mr_signature *signature, mr_block_function function, void *context);
void mr_closure_free(IMP imp);
extern const char mr_closure_stubs[] __attribute__((visibility("hidden")));  // closure-*.S
void mr_closure_entry(void);
// The closure behind an invocation of this signature: forward.c's handler.
IMP mr_signature_forwarder(const mr_signature *signature, mr_block_function function);

// ── property.c, protocol.c ──────────────────────────────────────────────────────────────────────────

// Both take attributes that are copied.
objc_property_t mr_property_create(const char *name, const objc_property_attribute_t *attributes, unsigned int count);
void mr_property_free(objc_property_t property);

// ── exception.c, trace.c, nsobject.c, boot.c ────────────────────────────────────────────────────────

#define mr_trace(...)                                                                                                  \
    do {                                                                                                               \
        if (MR_UNLIKELY(mr_trace_is_on())) mr_trace_emit(&(mr_trace_event){__VA_ARGS__});                              \
    } while (0)
extern _Atomic(bool) mr_tracing_messages;

extern struct mr_classes {
    Class NSObject, NSBlock, NSException, NSMethodSignature, NSInvocation, Protocol, zombie;  // NULL before boot
} mr_class;
// Makes and registers a class for the runtime itself. Its +initialize has nothing to do.
Class mr_define_class(const char *name, Class superclass, size_t ivarBytes);
// An NSString, autoreleased, by a message to the class of that name; nil if there is none, or for NULL.
id mr_string_object(const char *text);
void mr_nsobject_boot(void);
void mr_nsobject_protocol_boot(void);  // once protocols work
void mr_trace_boot(void);
void mr_block_boot(void);
void mr_invocation_boot(void);
void mr_exception_boot(void);

_Static_assert(offsetof(struct objc_class, superclass) == MR_CLASS_SUPERCLASS, "offsets.h");
_Static_assert(offsetof(struct objc_class, cache) == MR_CLASS_CACHE, "offsets.h");
_Static_assert(offsetof(struct mr_cache, mask) == MR_CACHE_MASK, "offsets.h");
_Static_assert(offsetof(struct mr_cache, buckets) == MR_CACHE_BUCKETS, "offsets.h");
_Static_assert(offsetof(struct objc_method, name) == MR_METHOD_NAME, "offsets.h");
_Static_assert(offsetof(struct objc_method, imp) == MR_METHOD_IMP, "offsets.h");
_Static_assert(sizeof(mr_header) == 16, "the header is two words");

#endif
