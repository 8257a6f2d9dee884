// class.h - declares classes: the class object and its data, ivars, methods, +initialize, properties.
#ifndef MR_CLASS_H
#define MR_CLASS_H

#include "../base/base.h"
#include "../base/offsets.h"

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
    MR_CLASS_CUSTOM_ALLOC = 1 << 15,  // of a metaclass: overrides +allocWithZone:, which +alloc then sends
    MR_CLASS_RESOLVES = 1 << 16,      // of a metaclass: overrides +resolveInstanceMethod: or +resolveClassMethod:
    // instances have no header and are never counted
    MR_CLASS_UNCOUNTED = MR_CLASS_META | MR_CLASS_CONSTANT,
    MR_CLASS_HEADERLESS = MR_CLASS_UNCOUNTED | MR_CLASS_NATIVE,
    // the flags that a subclass inherits
    MR_CLASS_INHERITED = MR_CLASS_CUSTOM_RR | MR_CLASS_CUSTOM_WEAK | MR_CLASS_CUSTOM_ALLOC | MR_CLASS_RESOLVES |
                         MR_CLASS_CONSTANT | MR_CLASS_NATIVE,
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
    _Atomic(mr_cache *) missing;  // selectors that no method list has a method for: cache.c

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

// ── initialize.c ────────────────────────────────────────────────────────────────────────────────────

// Sends +initialize to `cls` (not a metaclass) and its superclasses unless they are initialized. false if an exception
// was raised.
bool mr_initialize(Class cls);
void mr_initialize_nothing(id self, SEL _cmd);  // NSObject's +initialize
// Called in the child of a fork(), which has one thread. Marks the classes whose +initialize was running on another
// thread. The caller holds every global lock.
void mr_initialize_forked_locked(void);

// ── property.c, protocol.c ──────────────────────────────────────────────────────────────────────────

// Copies the attributes.
objc_property_t mr_property_create(const char *name, const objc_property_attribute_t *attributes, unsigned int count);
void mr_property_free(objc_property_t property);
objc_property_t mr_property_named_locked(const mr_list *properties, const char *name);

_Static_assert(offsetof(struct objc_class, superclass) == MR_CLASS_SUPERCLASS, "offsets.h");
_Static_assert(offsetof(struct objc_class, cache) == MR_CLASS_CACHE, "offsets.h");
_Static_assert(offsetof(struct objc_method, name) == MR_METHOD_NAME, "offsets.h");
_Static_assert(offsetof(struct objc_method, imp) == MR_METHOD_IMP, "offsets.h");

#endif
