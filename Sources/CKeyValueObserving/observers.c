// observers.c - arrays of the observances of one key of one object.
//
// Interface: kvo_observers_… (observing-internal.h). A removed observance stays in the array, unless the array is short
// and nobody else reads it. Before an array is handed out, and when only a quarter of its capacity is in use, the list
// gets a new array without the removed ones, so adding and removing are O(1) amortised.
#include "observing-internal.h"

// ── The index of observers ──────────────────────────────────────────────────────────────────────────
// Behind the items: a hash table with 2 * capacity slots, which contain the place, from 1, of each observer's latest
// registration, or 0; and for each item the place of the previous registration with the same observer.

static uint32_t *slots_of(const kvo_observers *observers) {
    return (uint32_t *)(void *)&observers->items[observers->capacity];
}

static uint32_t *previous_of(const kvo_observers *observers) { return slots_of(observers) + 2 * observers->capacity; }

static uint32_t *slot_of(const kvo_observers *observers, id observer) {
    uint32_t *slots = slots_of(observers);
    size_t mask = 2 * observers->capacity - 1, slot = mr_hash_address(observer) & mask;
    while (slots[slot] && observers->items[slots[slot] - 1]->observer != observer) slot = (slot + 1) & mask;
    return &slots[slot];
}

static void enter(kvo_observers *observers, uint32_t index) {
    uint32_t *slot = slot_of(observers, observers->items[index]->observer);
    previous_of(observers)[index] = *slot;
    *slot = index + 1;
}

// ── Arrays ──────────────────────────────────────────────────────────────────────────────────────────

void kvo_observers_append(kvo_observers *observers, kvo_observance *observance) {
    assert(observers->count < observers->capacity && !kvo_is_removed(observance));
    assert(observers->count == 0 || observers->items[observers->count - 1]->number < observance->number);
    observers->items[observers->count] = kvo_observance_retain(observance);
    observers->options |= observance->options;
    if (observers->capacity >= KVO_INDEXED && kvo_is_registration(observance)) enter(observers, observers->count);
    observers->count++;
    observers->live++;
}

kvo_observers *kvo_observers_create(const kvo_observers *old, uint32_t capacity) {
    assert((capacity & (capacity - 1)) == 0 && (old == NULL || capacity >= old->live));
    size_t size = sizeof(kvo_observers) + capacity * sizeof(kvo_observance *);
    if (capacity >= KVO_INDEXED) size += 3 * capacity * sizeof(uint32_t);
    kvo_observers *fresh = mr_allocate(size);
    atomic_init(&fresh->owners, 1);
    fresh->capacity = capacity;
    for (uint32_t index = 0; old && index < old->count; index++) {
        if (!kvo_is_removed(old->items[index])) kvo_observers_append(fresh, old->items[index]);
    }
    return fresh;
}

void kvo_observers_remove(kvo_observers *observers, const kvo_observance *observance) {
    uint32_t kept = 0;
    for (uint32_t index = 0; index < observers->count; index++) {
        kvo_observance *item = observers->items[index];
        if (item == observance) atomic_fetch_sub_explicit(&item->owners, 1, memory_order_release);
        else observers->items[kept++] = item;
    }
    assert(kept + 1 == observers->count);
    observers->count = kept;
}

void kvo_observers_release(kvo_observers *observers) {
    if (atomic_fetch_sub_explicit(&observers->owners, 1, memory_order_acq_rel) > 1) return;
    for (uint32_t index = 0; index < observers->count; index++) kvo_observance_release(observers->items[index]);
    free(observers);
}

bool kvo_observance_fits(const kvo_observance *observance, const kvo_request *request) {
    if (observance->observer != request->observer || kvo_is_removed(observance)) return false;
    const char *text = kvo_text_of(observance);
    return kvo_is_registration(observance) && (request->is_any_context || observance->context == request->context) &&
           (text == request->text || strcmp(text, request->text) == 0);
}

kvo_observance *kvo_observers_match(const kvo_observers *observers, const kvo_request *request) {
    bool has_index = observers->capacity >= KVO_INDEXED;
    uint32_t place = has_index ? *slot_of(observers, request->observer) : observers->count;
    while (place) {
        kvo_observance *observance = observers->items[place - 1];
        if (kvo_observance_fits(observance, request)) return observance;
        place = has_index ? previous_of(observers)[place - 1] : place - 1;
    }
    return NULL;
}

const char *kvo_observers_check(const kvo_observers *observers, const kvc_key *key) {
    uint32_t live = 0;
    if (observers->count > observers->capacity || (observers->capacity & (observers->capacity - 1)))
        return "an array is too full";
    for (uint32_t index = 0; index < observers->count; index++) {
        const kvo_observance *observance = observers->items[index];
        if (index && observance->number <= observers->items[index - 1]->number) return "observances are not in order";
        if (kvo_is_removed(observance)) continue;
        live++;
        if (observance->property->key != key) return "an observance is in another key's list";
        if ((observers->options & observance->options) != observance->options) return "an array lacks an option";
        bool is_indexed = observers->capacity >= KVO_INDEXED && kvo_is_registration(observance);
        if (is_indexed && *slot_of(observers, observance->observer) < index + 1) return "an observance is not found";
    }
    if (live != observers->live) return "an array counts other observances than it has";
    return live == 0 ? "an array without observances is kept" : NULL;
}
