// list.c - the observances of one key of one object.
//
// Interface: kvo_list_… (table.h). Observances are in order of registration, which is the order of their numbers. A
// removed observance leaves a gap. When only a quarter of the room is in use, the gaps are closed and the room is
// halved, so adding and removing are O(1) amortised.
#include "table.h"

enum { INDEXED = 16 };

static bool is_removed(const kvo_observance *observance) { return observance->observer == nil; }

// ── The index of observers ──────────────────────────────────────────────────────────────────────────

// Returns the observer's slot in the hash table. The slot contains the index, from 1, of the observer's latest
// observance; 0 if it has none.
static uint32_t *index_slot(const kvo_list *list, id observer) {
    size_t mask = list->index_size - 1, slot = mr_hash_address(observer) & mask;
    while (list->index[slot]) {
        // A removed observance still links to the observer's earlier ones. Its observer's address is in `context`.
        const kvo_observance *latest = &list->observances[list->index[slot] - 1];
        if (latest->observer == observer || (is_removed(latest) && latest->context == observer)) break;
        slot = (slot + 1) & mask;
    }
    return &list->index[slot];
}

static void enter(kvo_list *list, uint32_t index) {
    kvo_observance *observance = &list->observances[index];
    uint32_t *slot = index_slot(list, observance->observer);
    observance->previous = *slot;
    *slot = index + 1;
}

// Rebuilds the index. A short list has none.
static void make_index(kvo_list *list) {
    free(list->index);
    list->index = NULL;
    list->index_size = list->room < INDEXED ? 0 : list->room * 2;
    if (list->index_size == 0) return;
    list->index = mr_allocate(list->index_size * sizeof *list->index);
    for (uint32_t index = 0; index < list->count; index++) enter(list, index);
}

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────

void kvo_list_begin(kvo_list *list, const kvo_key *key) {
    *list = (kvo_list){.key = key, .observances = &list->one, .room = 1};
}

static void free_room(const kvo_list *list, kvo_observance *room) {
    if (room != &list->one) free(room);
}

void kvo_list_end(kvo_list *list) {
    free(list->index);
    free_room(list, list->observances);
    *list = (kvo_list){0};
}

// Closes the gaps, and sets the room to `room` observances.
static void tidy(kvo_list *list, uint32_t room) {
    assert((room & (room - 1)) == 0 && room >= list->live);
    kvo_observance *old = list->observances, *fresh = old;
    if (room != list->room) fresh = room == 1 ? &list->one : mr_allocate(room * sizeof *fresh);
    uint32_t count = 0;
    for (uint32_t index = 0; index < list->count; index++) {
        if (!is_removed(&old[index])) fresh[count++] = old[index];
    }
    assert(count == list->live);
    list->observances = fresh;
    list->count = count;
    list->room = room;
    if (fresh != old) free_room(list, old);
    make_index(list);
}

void kvo_list_append(kvo_list *list, kvo_observance observance) {
    assert(observance.observer != nil);
    assert(list->count == 0 || list->observances[list->count - 1].number < observance.number);
    if (list->count == list->room) tidy(list, list->live * 2 > list->room ? list->room * 2 : list->room);
    observance.previous = 0;
    list->observances[list->count] = observance;
    if (list->index) enter(list, list->count);
    list->count++;
    list->live++;
}

void kvo_list_remove(kvo_list *list, kvo_observance *observance) {
    assert(!is_removed(observance) && list->live > 0);
    observance->context = observance->observer;
    observance->observer = nil;
    list->live--;
    if (list->live > 0 && list->live * 4 <= list->room) tidy(list, list->room / 2);
}

uint32_t kvo_list_index(const kvo_list *list, uint64_t number) {
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->observances[middle].number < number) low = middle + 1;
        else high = middle;
    }
    return low;
}

kvo_observance *kvo_list_find(const kvo_list *list, uint64_t number) {
    uint32_t index = kvo_list_index(list, number);
    kvo_observance *found = &list->observances[index];
    return index < list->count && found->number == number && !is_removed(found) ? found : NULL;
}

static bool fits(const kvo_observance *observance, const kvo_request *request) {
    if (observance->observer != request->observer) return false;
    const char *text = kvo_text_of(observance);
    return kvo_is_registration(observance) && (request->is_any_context || observance->context == request->context) &&
           (text == request->text || strcmp(text, request->text) == 0);
}

kvo_observance *kvo_list_match(const kvo_list *list, const kvo_request *request) {
    uint32_t index = list->index ? *index_slot(list, request->observer) : list->count;
    while (index) {
        kvo_observance *observance = &list->observances[index - 1];
        if (!is_removed(observance) && fits(observance, request)) return observance;
        index = list->index ? observance->previous : index - 1;
    }
    return NULL;
}

const char *kvo_list_check(const kvo_list *list) {
    uint32_t live = 0;
    if (list->count > list->room || (list->room & (list->room - 1))) return "a list holds more than its room";
    for (uint32_t index = 0; index < list->count; index++) {
        const kvo_observance *observance = &list->observances[index];
        if (index && observance->number <= list->observances[index - 1].number) return "observances are not in order";
        if (list->index && observance->previous > index) return "an index leads forward";
        if (is_removed(observance)) continue;
        live++;
        if (observance->property->key != list->key) return "an observance is in another key's list";
        if (list->index && kvo_list_find(list, observance->number) != observance) return "an observance is not found";
    }
    if (live != list->live) return "a list counts other observances than it has";
    if (live == 0) return "a list without observances is kept";
    if ((list->index != NULL) != (list->room >= INDEXED)) return "a list has an index, or none, against its size";
    return NULL;
}
