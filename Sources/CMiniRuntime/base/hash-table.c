// hash-table.c - a hash table of pointers, which only grows, and which any thread may search without a lock.
//
//      table->slots ──► ┌──────────┬──────────┬────────────────────────────────────────────────┐
//                       │ capacity │ outgrown │ hash, element │ 0, NULL │ hash, element │ …    │
//                       └──────────┴────│─────┴────────────────────────────────────────────────┘
//                                       └──► the array half its size that it replaced ──► …
//
// A search loads the current array of slots and walks from the slot of its hash until it finds the element or an empty
// slot. This is safe because
//   - a slot is written once, its hash before its element, and never emptied;
//   - at least half of the slots are empty;
//   - outgrown arrays stay readable until the table is freed. Together they have fewer slots than the current array.
// A search that started before an insertion may miss the new element, as if it had been made a moment earlier. Writers
// therefore search again, under their lock, before they insert.
#include <stdlib.h>

#include "base.h"

typedef struct {
    _Atomic(size_t) hash;
    _Atomic(void *) element;
} slot;
struct mr_table_slots {
    size_t capacity;  // a power of two
    mr_table_slots *outgrown;
    slot slots[];
};

static mr_table_slots *slots_of(const mr_table *table) { return __atomic_load_n(&table->slots, __ATOMIC_ACQUIRE); }

static void *element_of(const slot *slot) { return atomic_load_explicit(&slot->element, memory_order_acquire); }

void *mr_table_find(const mr_table *table, size_t hash, mr_table_matcher matches, const void *key) {
    mr_table_slots *slots = slots_of(table);
    for (size_t index = hash; slots; index++) {
        slot *slot = &slots->slots[index & (slots->capacity - 1)];
        void *element = element_of(slot);
        if (element == NULL) break;
        if (atomic_load_explicit(&slot->hash, memory_order_relaxed) == hash && matches(element, key)) return element;
    }
    return NULL;
}

void mr_table_visit(const mr_table *table, void (*visit)(void *element, void *context), void *context) {
    mr_table_slots *slots = slots_of(table);
    for (size_t index = 0; slots && index < slots->capacity; index++) {
        void *element = element_of(&slots->slots[index]);
        if (element) visit(element, context);
    }
}

static void enter(mr_table_slots *slots, size_t hash, void *element) {
    size_t index = hash & (slots->capacity - 1);
    while (element_of(&slots->slots[index])) index = (index + 1) & (slots->capacity - 1);
    atomic_store_explicit(&slots->slots[index].hash, hash, memory_order_relaxed);
    atomic_store_explicit(&slots->slots[index].element, element, memory_order_release);
}

static void grow(mr_table *table) {
    mr_table_slots *old = table->slots;
    size_t capacity = old ? old->capacity * 2 : 8;
    mr_table_slots *larger = mr_allocate(sizeof *larger + capacity * sizeof *larger->slots);
    larger->capacity = capacity;
    larger->outgrown = old;
    for (size_t index = 0; old && index < old->capacity; index++) {
        void *element = element_of(&old->slots[index]);
        if (element) enter(larger, atomic_load_explicit(&old->slots[index].hash, memory_order_relaxed), element);
    }
    __atomic_store_n(&table->slots, larger, __ATOMIC_RELEASE);
}

void mr_table_insert(mr_table *table, size_t hash, void *element) {
    if (++table->count * 2 > (table->slots ? table->slots->capacity : 0)) grow(table);
    enter(table->slots, hash, element);
}

void mr_table_free(mr_table *table) {
    for (mr_table_slots *slots = table->slots, *outgrown; slots; slots = outgrown) {
        outgrown = slots->outgrown;
        free(slots);
    }
    *table = (mr_table){0};
}
