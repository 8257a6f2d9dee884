// observances.c - arrays of the observances of one key of one object.
//
// Interface: kvo_observances_… (observing-internal.h). A removed observance stays in the array, unless the array is
// short and nobody else reads it. Before an array is handed out, and when only a quarter of its capacity is in use, the
// list gets a new array without the removed ones, so adding and removing are O(1) amortised.
#include "observing-internal.h"

// ── The index of observers ──────────────────────────────────────────────────────────────────────────
// Behind the items: a hash table with 2 * capacity slots, which contain the place, from 1, of each observer's latest
// registration, or 0; and for each item the place of the previous registration with the same observer.

static uint32_t *slots_of(const kvo_observances *array) { return (uint32_t *)(void *)&array->items[array->capacity]; }

static uint32_t *previous_of(const kvo_observances *array) { return slots_of(array) + 2 * array->capacity; }

static uint32_t *slot_of(const kvo_observances *array, id observer) {
    uint32_t *slots = slots_of(array);
    size_t mask = 2 * array->capacity - 1, slot = mr_hash_address(observer) & mask;
    while (slots[slot] && array->items[slots[slot] - 1]->observer != observer) slot = (slot + 1) & mask;
    return &slots[slot];
}

static void enter(kvo_observances *array, uint32_t index) {
    uint32_t *slot = slot_of(array, array->items[index]->observer);
    previous_of(array)[index] = *slot;
    *slot = index + 1;
}

// ── Arrays ──────────────────────────────────────────────────────────────────────────────────────────

void kvo_observances_append(kvo_observances *array, kvo_observance *observance) {
    assert(array->count < array->capacity && !kvo_is_removed(observance));
    assert(array->count == 0 || array->items[array->count - 1]->number < observance->number);
    array->items[array->count] = kvo_observance_retain(observance);
    array->options |= observance->options;
    if (array->capacity >= KVO_INDEXED && kvo_is_registration(observance)) enter(array, array->count);
    array->count++;
    array->live++;
}

kvo_observances *kvo_observances_create(const kvo_observances *old, uint32_t capacity) {
    assert((capacity & (capacity - 1)) == 0 && (old == NULL || capacity >= old->live));
    size_t size = sizeof(kvo_observances) + capacity * sizeof(kvo_observance *);
    if (capacity >= KVO_INDEXED) size += 3 * capacity * sizeof(uint32_t);
    kvo_observances *fresh = mr_allocate(size);
    atomic_init(&fresh->owners, 1);
    fresh->capacity = capacity;
    for (uint32_t index = 0; old && index < old->count; index++) {
        if (!kvo_is_removed(old->items[index])) kvo_observances_append(fresh, old->items[index]);
    }
    return fresh;
}

void kvo_observances_remove(kvo_observances *array, const kvo_observance *observance) {
    uint32_t kept = 0;
    for (uint32_t index = 0; index < array->count; index++) {
        kvo_observance *item = array->items[index];
        if (item == observance) atomic_fetch_sub_explicit(&item->owners, 1, memory_order_release);
        else array->items[kept++] = item;
    }
    assert(kept + 1 == array->count);
    array->count = kept;
}

void kvo_observances_release(kvo_observances *array) {
    if (atomic_fetch_sub_explicit(&array->owners, 1, memory_order_acq_rel) > 1) return;
    for (uint32_t index = 0; index < array->count; index++) kvo_observance_release(array->items[index]);
    free(array);
}

bool kvo_observance_fits(const kvo_observance *observance, const kvo_request *request) {
    if (observance->observer != request->observer || kvo_is_removed(observance)) return false;
    const char *text = kvo_text_of(observance);
    return kvo_is_registration(observance) && (request->is_any_context || observance->context == request->context) &&
           (text == request->text || strcmp(text, request->text) == 0);
}

kvo_observance *kvo_observances_match(const kvo_observances *array, const kvo_request *request) {
    bool has_index = array->capacity >= KVO_INDEXED;
    uint32_t place = has_index ? *slot_of(array, request->observer) : array->count;
    while (place) {
        kvo_observance *observance = array->items[place - 1];
        if (kvo_observance_fits(observance, request)) return observance;
        place = has_index ? previous_of(array)[place - 1] : place - 1;
    }
    return NULL;
}

const char *kvo_observances_check(const kvo_observances *array, const kvc_key *key) {
    uint32_t live = 0;
    if (array->count > array->capacity || (array->capacity & (array->capacity - 1))) return "an array is too full";
    for (uint32_t index = 0; index < array->count; index++) {
        const kvo_observance *observance = array->items[index];
        if (index && observance->number <= array->items[index - 1]->number) return "observances are not in order";
        if (kvo_is_removed(observance)) continue;
        live++;
        if (observance->property->key != key) return "an observance is in another key's list";
        if ((array->options & observance->options) != observance->options) return "an array lacks an option";
        bool is_indexed = array->capacity >= KVO_INDEXED && kvo_is_registration(observance);
        if (is_indexed && *slot_of(array, observance->observer) < index + 1) return "an observance is not found";
    }
    if (live != array->live) return "an array counts other observances than it has";
    return live == 0 ? "an array without observances is kept" : NULL;
}
