// accessor.c - what synthesized accessors do: an ivar is read and written by any number of threads at once.
//
// Interface: the Accessors section of miniruntime.h. Words are relaxed atomic loads and stores. Objects and larger
// structures are read and written under one of a few locks, chosen by the address of the ivar.
// Invariant: no -retain, -release or -copy of a class runs under such a lock. A getter of an object that counts by
// messages says that it reads, and leaves the lock; what a setter takes out then is released by the last such getter.
#include <string.h>

#include "internal.h"

enum { STRIPE_COUNT = 64 };
typedef struct {
    _Alignas(64) mr_lock lock;
    // Guarded by `lock`.
    uint32_t readers;  // getters that run a -retain
    mr_list replaced;  // +1 each; what was taken out while there were any
} stripe;
static stripe stripes[STRIPE_COUNT];

__attribute__((constructor(101))) static void make_locks(void) {
    for (int index = 0; index < STRIPE_COUNT; index++) stripes[index].lock = (mr_lock)MR_LOCK_INIT(MR_LOCK_ACCESSORS);
}

static stripe *stripe_of(const void *location) {
    uintptr_t address = (uintptr_t)location;
    return &stripes[(address >> 3 ^ address >> 9) % STRIPE_COUNT];
}

// ── Objects ─────────────────────────────────────────────────────────────────────────────────────────

// Retains by message what the ivar held when `readers` was counted up.
static void retain_by_message(stripe *place, id value) {
    objc_retain(value);
    mr_lock_acquire(&place->lock);
    mr_list replaced = {0};
    if (--place->readers == 0) {
        replaced = place->replaced;
        place->replaced = (mr_list){0};
    }
    mr_lock_release(&place->lock);
    for (uint32_t index = 0; index < replaced.count; index++) objc_release(replaced.items[index]);
    mr_list_free(&replaced);
}

id mr_property_get(id *location, bool isAtomic) {
    if (!isAtomic) return objc_retain(*location);
    stripe *place = stripe_of(location);
    mr_lock_acquire(&place->lock);
    id value = *location;
    bool isPlain = value == nil || mr_is_tagged(value) ||
                   !(mr_class_flags(mr_isa(value)) & (MR_CLASS_UNCOUNTED | MR_CLASS_CUSTOM_RR));
    if (isPlain && value && !mr_is_tagged(value)) mr_root_retain(value);
    if (!isPlain) place->readers++;
    mr_lock_release(&place->lock);
    if (!isPlain) retain_by_message(place, value);
    return value;
}

void mr_property_set(id *location, id value, bool isAtomic, bool copies) {
    if (copies && value) {
        id pending = mr_exception_pending();
        value = mr_send0(id, value, mr_sel.copy);
        if (mr_exception_pending() != pending) return objc_release(value);
    } else {
        objc_retain(value);
    }
    id old;
    if (isAtomic) {
        stripe *place = stripe_of(location);
        mr_lock_acquire(&place->lock);
        old = *location;
        *location = value;
        if (place->readers && old) {
            mr_list_append(&place->replaced, old);
            old = nil;
        }
        mr_lock_release(&place->lock);
    } else {
        old = *location;
        *location = value;
    }
    objc_release(old);
}

// ── Numbers and structures ──────────────────────────────────────────────────────────────────────────

// Whether one instruction reads it all.
static bool is_word(const void *location, size_t size) {
    return size <= sizeof(uint64_t) && size && (size & (size - 1)) == 0 && (uintptr_t)location % size == 0;
}

#define LOAD(type)                                                                                                     \
    do {                                                                                                               \
        type word = atomic_load_explicit((const _Atomic(type) *)location, memory_order_relaxed);                       \
        memcpy(value, &word, sizeof word);                                                                             \
    } while (0)
#define STORE(type)                                                                                                    \
    do {                                                                                                               \
        type word;                                                                                                     \
        memcpy(&word, value, sizeof word);                                                                             \
        atomic_store_explicit((_Atomic(type) *)location, word, memory_order_relaxed);                                  \
    } while (0)

static void copy_locked(const void *location, void *to, const void *from, size_t size) {
    stripe *place = stripe_of(location);
    mr_lock_acquire(&place->lock);
    memcpy(to, from, size);
    mr_lock_release(&place->lock);
}

void mr_property_read(const void *location, void *value, size_t size) {
    switch (is_word(location, size) ? size : 0) {
        case 1: LOAD(uint8_t); break;
        case 2: LOAD(uint16_t); break;
        case 4: LOAD(uint32_t); break;
        case 8: LOAD(uint64_t); break;
        default: copy_locked(location, value, location, size);
    }
}

void mr_property_write(void *location, const void *value, size_t size) {
    switch (is_word(location, size) ? size : 0) {
        case 1: STORE(uint8_t); break;
        case 2: STORE(uint16_t); break;
        case 4: STORE(uint32_t); break;
        case 8: STORE(uint64_t); break;
        default: copy_locked(location, location, value, size);
    }
}
