// set.c - hash tables of entries that begin with their key, which is a pointer.
//
// Interface: kvo_set_… (observing-internal.h). Linear probing without tombstones: removing closes the gap. At most half
// full.
#include "observing-internal.h"

enum { LEAST = 4 };

static const void *key_of(const void *entry) { return *(const void *const *)entry; }

static size_t home_of(const kvo_set *set, const void *key) {
    return (mr_hash_address(key) / KVO_STRIPES) & (set->capacity - 1);
}

// Returns the slot with the entry of a key; if the set has no such entry, the empty slot for it.
static void **slot_of(const kvo_set *set, const void *key) {
    size_t mask = set->capacity - 1, slot = home_of(set, key);
    while (set->slots[slot] && key_of(set->slots[slot]) != key) slot = (slot + 1) & mask;
    return &set->slots[slot];
}

void *kvo_set_find(const kvo_set *set, const void *key) { return set->capacity ? *slot_of(set, key) : NULL; }

static void resize(kvo_set *set, uint32_t capacity) {
    kvo_set old = *set;
    set->slots = mr_allocate(capacity * sizeof *set->slots);
    set->capacity = capacity;
    for (uint32_t slot = 0; slot < old.capacity; slot++) {
        if (old.slots[slot]) *slot_of(set, key_of(old.slots[slot])) = old.slots[slot];
    }
    free(old.slots);
}

void kvo_set_add(kvo_set *set, void *entry) {
    if ((set->count + 1) * 2 > set->capacity) resize(set, set->capacity ? set->capacity * 2 : LEAST);
    void **slot = slot_of(set, key_of(entry));
    assert(*slot == NULL);
    *slot = entry;
    set->count++;
}

// Moves entries after an emptied slot back, so that no probe from a entry's home slot ends before the entry.
static void close_gap(kvo_set *set, size_t gap) {
    size_t mask = set->capacity - 1;
    for (size_t slot = (gap + 1) & mask; set->slots[slot]; slot = (slot + 1) & mask) {
        size_t home = home_of(set, key_of(set->slots[slot]));
        if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
        set->slots[gap] = set->slots[slot];
        set->slots[slot] = NULL;
        gap = slot;
    }
}

void kvo_set_remove(kvo_set *set, const void *key) {
    void **slot = slot_of(set, key);
    assert(*slot != NULL);
    *slot = NULL;
    close_gap(set, (size_t)(slot - set->slots));
    set->count--;
    if (set->capacity > LEAST && set->count * 8 <= set->capacity) resize(set, set->capacity / 4);
}
