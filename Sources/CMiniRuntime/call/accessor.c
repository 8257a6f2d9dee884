// accessor.c - synthesized accessors: C functions that read and write one ivar, atomically unless told otherwise.
//
//      IMP = stub ──► self + offset ──► the function of its kind (get_int, set_copy, ...)
//      IMP = libffi closure ──► get_value, set_object, ... ──► the same, or a copy of a structure
//
// A value of one, two, four or eight bytes is loaded and stored by one relaxed atomic access. Larger structures are
// copied, and atomic object pointers are loaded and replaced, under one of several locks, chosen by the address of the
// ivar. An object is retained before its lock is let go, and released after it: neither message is ever sent under it.
//
// A class with a -retain of its own is sent that message after the lock: until then, a root retain keeps the object.
// A class that counts in a way of its own, and never calls NSObject's -retain, is not protected by that.
#include <stdlib.h>
#include <string.h>

#include "../message/message.h"
#include "../object/object.h"
#include "call.h"

// ── Locks ───────────────────────────────────────────────────────────────────────────────────────────

MR_STRIPED_LOCKS(stripes, MR_LOCK_LOCATIONS)

mr_lock *mr_location_lock(const void *location) { return mr_stripe(stripes, location); }

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────

// Whether one machine access reads or writes the value.
static bool is_word(const void *location, size_t size) {
    return size && size <= sizeof(uint64_t) && (size & (size - 1)) == 0 && ((uintptr_t)location & (size - 1)) == 0;
}

static void load_word(const void *location, void *value, size_t size) {
    uint64_t word;  // little-endian: its first bytes are the value
    switch (size) {
        case 1: word = __atomic_load_n((const uint8_t *)location, __ATOMIC_RELAXED); break;
        case 2: word = __atomic_load_n((const uint16_t *)location, __ATOMIC_RELAXED); break;
        case 4: word = __atomic_load_n((const uint32_t *)location, __ATOMIC_RELAXED); break;
        default: word = __atomic_load_n((const uint64_t *)location, __ATOMIC_RELAXED); break;
    }
    memcpy(value, &word, size);
}

static void store_word(void *location, const void *value, size_t size) {
    uint64_t word = 0;
    memcpy(&word, value, size);
    switch (size) {
        case 1: __atomic_store_n((uint8_t *)location, (uint8_t)word, __ATOMIC_RELAXED); break;
        case 2: __atomic_store_n((uint16_t *)location, (uint16_t)word, __ATOMIC_RELAXED); break;
        case 4: __atomic_store_n((uint32_t *)location, (uint32_t)word, __ATOMIC_RELAXED); break;
        default: __atomic_store_n((uint64_t *)location, word, __ATOMIC_RELAXED); break;
    }
}

void mr_value_load(const void *location, void *value, size_t size) {
    if (is_word(location, size)) return load_word(location, value, size);
    mr_lock *lock = mr_location_lock(location);
    mr_lock_acquire(lock);
    memcpy(value, location, size);
    mr_lock_release(lock);
}

void mr_value_store(void *location, const void *value, size_t size) {
    if (is_word(location, size)) return store_word(location, value, size);
    mr_lock *lock = mr_location_lock(location);
    mr_lock_acquire(lock);
    memcpy(location, value, size);
    mr_lock_release(lock);
}

// ── Objects ─────────────────────────────────────────────────────────────────────────────────────────

id mr_strong_load(id *location) {
    mr_lock *lock = mr_location_lock(location);
    mr_lock_acquire(lock);
    id object = *location;
    mr_retain_begin(object);
    mr_lock_release(lock);
    return mr_retain_settle(object);
}

static id exchange(id *location, id value) {
    mr_lock *lock = mr_location_lock(location);
    mr_lock_acquire(lock);
    id old = *location;
    store_word(location, &value, sizeof value);  // object_copy reads it without the lock
    mr_lock_release(lock);
    return old;
}

void mr_strong_store(id *location, id value) { objc_release(exchange(location, objc_retain(value))); }

bool mr_strong_begin_change(id *location, id object) {
    mr_lock *lock = mr_location_lock(location);
    mr_lock_acquire(lock);
    if (*location == object && mr_object_is_unshared(object, 2)) return true;
    mr_lock_release(lock);
    return false;
}

void mr_strong_end_change(id *location) { mr_lock_release(mr_location_lock(location)); }

bool mr_strong_replace(id *location, id old, id value) {
    mr_lock *lock = mr_location_lock(location);
    mr_lock_acquire(lock);
    bool is_there = *location == old;
    if (is_there) store_word(location, &value, sizeof value);
    mr_lock_release(lock);
    return is_there;
}

// +1; false if the object cannot be copied: an exception is pending then.
static bool copy_object(id object, SEL copy, id *outCopy) {
    id pending = mr_exception_pending();
    *outCopy = object ? mr_send0(id, object, copy) : nil;
    return mr_exception_pending() == pending;
}

static void store_copy(id *location, id value, SEL selector, bool atomic) {
    id copy;
    if (!copy_object(value, selector, &copy)) return;
    if (atomic) {
        objc_release(exchange(location, copy));
    } else {
        id old = *location;
        *location = copy;
        objc_release(old);
    }
}

// ── The accessors ───────────────────────────────────────────────────────────────────────────────────
// Each is one of these functions, of a location and, if it sets, a value; the code that the IMP stands for adds the
// ivar's offset to self (mr_accessor_entry in closure-*.S), and jumps: two jumps more than a compiled accessor.

#define SCALAR(name, type, widened)                                                                                    \
    static widened get_##name(const type *location) {                                                                  \
        type value;                                                                                                    \
        __atomic_load(location, &value, __ATOMIC_RELAXED);                                                             \
        return value;                                                                                                  \
    }                                                                                                                  \
    static void set_##name(type *location, type value) { __atomic_store(location, &value, __ATOMIC_RELAXED); }
SCALAR(signed_byte, int8_t, int)  // widened here: callers need not do it
SCALAR(byte, uint8_t, unsigned)
SCALAR(signed_short, int16_t, int)
SCALAR(short, uint16_t, unsigned)
SCALAR(int, uint32_t, unsigned)
SCALAR(word, uint64_t, uint64_t)
SCALAR(float, float, float)
SCALAR(double, double, double)

static id get_strong(id *location) { return objc_autorelease(mr_strong_load(location)); }
static void set_copy(id *location, id value) { store_copy(location, value, mr_sel.copy, true); }
static id get_plain_strong(id *location) { return objc_retainAutorelease(*location); }
static void set_plain_copy(id *location, id value) { store_copy(location, value, mr_sel.copy, false); }

typedef mr_function pair[2];  // a getter and a setter
#define PAIR(getter, setter)                                                                                           \
    { (mr_function)(getter), (mr_function)(setter) }

// By storage, then by whether it is atomic. Weak references are atomic by themselves.
static const pair object_accessors[][2] = {
    [MR_STORAGE_STRONG] = {PAIR(get_plain_strong, objc_storeStrong), PAIR(get_strong, mr_strong_store)},
    [MR_STORAGE_COPY] = {PAIR(get_plain_strong, set_plain_copy), PAIR(get_strong, set_copy)},
    [MR_STORAGE_WEAK] = {PAIR(objc_loadWeak, objc_storeWeakOrNil), PAIR(objc_loadWeak, objc_storeWeakOrNil)},
};

// Those of a scalar of such a type and size; NULL for what does not travel in one register.
static const mr_function *scalar_accessors(char kind, size_t size) {
    static const pair of_size[] = {[1] = PAIR(get_byte, set_byte),
                                   [2] = PAIR(get_short, set_short),
                                   [4] = PAIR(get_int, set_int),
                                   [8] = PAIR(get_word, set_word)},
                      signed_byte = PAIR(get_signed_byte, set_signed_byte),
                      signed_short = PAIR(get_signed_short, set_signed_short), real = PAIR(get_float, set_float),
                      long_real = PAIR(get_double, set_double);
    switch (kind) {
        case 'c': return signed_byte;
        case 's': return signed_short;
        case 'f': return real;
        case 'd': return long_real;
        default: return kind && strchr("BCSiIlLqQ^*@#:", kind) ? of_size[size] : NULL;
    }
}

// What a closure that is one of them knows: a copy of the ivar's place, and the function.
typedef struct {
    mr_function function;  // NULL for a value that is copied
    uint32_t offset, size;
    bool atomic;
} accessor;

static void *location_of(const accessor *accessor, void **arguments) {
    return *(char **)arguments[0] + accessor->offset;
}

// The same for libffi's closures, which find self and the value in memory.
static void get_object(void *context, void *result, void **arguments) {
    *(id *)result = ((id(*)(id *))((accessor *)context)->function)(location_of(context, arguments));
}

static void set_object(void *context, void *result, void **arguments) {
    ((void (*)(id *, id))((accessor *)context)->function)(location_of(context, arguments), *(id *)arguments[2]);
}

static void get_value(void *context, void *result, void **arguments) {
    const accessor *accessor = context;
    if (accessor->atomic) mr_value_load(location_of(accessor, arguments), result, accessor->size);
    else memcpy(result, location_of(accessor, arguments), accessor->size);
}

static void set_value(void *context, void *result, void **arguments) {
    const accessor *accessor = context;
    if (accessor->atomic) mr_value_store(location_of(accessor, arguments), arguments[2], accessor->size);
    else memcpy(location_of(accessor, arguments), arguments[2], accessor->size);
}

IMP mr_accessor_create(const char *types, Ivar ivar, mr_storage storage, bool atomic, bool setter) {
    if (ivar == NULL) return NULL;
    bool owns = storage != MR_STORAGE_VALUE, aligned = ivar->size && ivar->offset % ivar->size == 0;
    const mr_function *scalar = scalar_accessors(*objc_skip_type_qualifiers(ivar->types), ivar->size);
    accessor *contents = mr_allocate(sizeof *contents);
    *contents = (accessor){NULL, ivar->offset, ivar->size, atomic};
    if (owns) contents->function = object_accessors[storage][atomic][setter];
    else if (scalar && aligned) contents->function = scalar[setter];
    mr_block_function general = owns ? (setter ? set_object : get_object) : (setter ? set_value : get_value);
    id block = mr_block_create(types, general, contents, free);
    if (block == nil) {
        free(contents);
        return NULL;
    }
    mr_block_set_purpose(block, "accessor");
    IMP imp = imp_implementationWithBlock(block);
    if (contents->function) mr_closure_shorten(imp, contents->function, contents->offset);
    objc_release(block);
    return imp;
}

// ── What compilers call ─────────────────────────────────────────────────────────────────────────────

id objc_getProperty(id self, SEL _cmd, ptrdiff_t offset, BOOL atomic) {
    if (self == nil) return nil;
    id *location = (id *)((char *)self + offset);
    return atomic ? objc_autorelease(mr_strong_load(location)) : *location;
}

void objc_setProperty(id self, SEL _cmd, ptrdiff_t offset, id value, BOOL atomic, signed char shouldCopy) {
    if (self == nil) return;
    enum { MUTABLE_COPY = 2 };
    id *location = (id *)((char *)self + offset);
    if (shouldCopy) store_copy(location, value, shouldCopy == MUTABLE_COPY ? mr_sel.mutableCopy : mr_sel.copy, atomic);
    else if (atomic) mr_strong_store(location, value);
    else objc_storeStrong(location, value);
}

void objc_copyStruct(void *destination, const void *source, ptrdiff_t size, BOOL atomic, BOOL hasStrong) {
    if (!atomic) {
        memmove(destination, source, (size_t)size);
        return;
    }
    // One of the two is an ivar, and nobody says which: both are, one after the other.
    char *copy = mr_allocate((size_t)size);
    mr_value_load(source, copy, (size_t)size);
    mr_value_store(destination, copy, (size_t)size);
    free(copy);
}
