// set.c - hash tables of blocks that begin with their key, which is a pointer.
//
// Interface: kvo_set_… (table.h). Linear probing without tombstones: removing closes the gap. At most half full.
#include "table.h"

enum { LEAST = 4 };

static const void *key_of(const void *block) { return *(const void *const *)block; }

static size_t home_of(const kvo_set *set, const void *key) {
    return (mr_hash_address(key) / KVO_STRIPES) & (set->room - 1);
}

// Returns the slot with the block of a key; if the set has no such block, the empty slot for it.
static void **slot_of(const kvo_set *set, const void *key) {
    size_t mask = set->room - 1, slot = home_of(set, key);
    while (set->slots[slot] && key_of(set->slots[slot]) != key) slot = (slot + 1) & mask;
    return &set->slots[slot];
}

void *kvo_set_find(const kvo_set *set, const void *key) { return set->room ? *slot_of(set, key) : NULL; }

static void resize(kvo_set *set, uint32_t room) {
    kvo_set old = *set;
    set->slots = mr_allocate(room * sizeof *set->slots);
    set->room = room;
    for (uint32_t slot = 0; slot < old.room; slot++) {
        if (old.slots[slot]) *slot_of(set, key_of(old.slots[slot])) = old.slots[slot];
    }
    free(old.slots);
}

void kvo_set_add(kvo_set *set, void *block) {
    if ((set->count + 1) * 2 > set->room) resize(set, set->room ? set->room * 2 : LEAST);
    void **slot = slot_of(set, key_of(block));
    assert(*slot == NULL);
    *slot = block;
    set->count++;
}

// Moves blocks after an emptied slot back, so that no probe from a block's home slot ends before the block.
static void close_gap(kvo_set *set, size_t gap) {
    size_t mask = set->room - 1;
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
    if (set->room > LEAST && set->count * 8 <= set->room) resize(set, set->room / 4);
}
