// slots.c - hash tables with linear probing, which keep their keys and values strongly, weakly, as copies, or without
// retaining them. A table may be used by one thread at a time.
#include "slots.h"

#include <stdlib.h>

enum { LEAST_ROOM = 8 };

// ── One key, one value ──────────────────────────────────────────────────────────────────────────────

static bool is_object(uint32_t kind) { return (kind & MR_KEEPS) != MR_KEEPS_NOTHING; }
static bool is_by_address(uint32_t kind) { return kind & (MR_BY_ADDRESS | MR_OBJECT_BY_ADDRESS) || !is_object(kind); }

static bool is_weak(uint32_t kind) { return (kind & MR_KEEPS) == MR_KEEPS_WEAK; }
static bool is_strong(uint32_t kind) { return (kind & MR_KEEPS) == MR_KEEPS_STRONG; }

// Returns the object that the table will keep: a copy or `object` itself, +1 if the table keeps it strongly.
static id own(id object, uint32_t kind) {
    if (!is_strong(kind)) return object;
    return kind & MR_COPIES ? SEND(id, object, "copy") : objc_retain(object);
}

static void put(id *place, id owned, uint32_t kind) {
    if (is_weak(kind)) objc_initWeakOrNil(place, owned);
    else *place = owned;
}

static void let_go(id *place, uint32_t kind) {
    id object = *place;
    if (is_weak(kind)) objc_destroyWeak(place);
    *place = nil;
    if (is_strong(kind)) objc_release(object);
}

static void move(id *to, id *from, uint32_t kind) {
    if (is_weak(kind)) objc_moveWeak(to, from);
    else *to = *from;
}

// Returns a key or value, autoreleased if it is an object.
static id read(const id *place, uint32_t kind) {
    if (is_weak(kind)) return objc_loadWeak((id *)place);
    return is_object(kind) ? objc_retainAutorelease(*place) : *place;
}

static size_t hash_of(id key, uint32_t kind) {
    size_t hash = is_by_address(kind) ? mr_hash_address(key) : SEND(size_t, key, "hash") * 0x9E3779B97F4A7C15 >> 8;
    return hash > MR_SLOT_REMOVED ? hash : hash + 2;
}

static bool are_equal(id first, id second, uint32_t kind) {
    if (first == second || is_by_address(kind)) return first == second;
    return ((BOOL(*)(id, SEL, id))(void *)objc_msgSend)(first, sel_registerName("isEqual:"), second);
}

// Returns whether a key or value is alive. A weak reference is set to nil when its object is deallocated.
static bool is_there(const id *place, uint32_t kind) {
    return !is_weak(kind) || __atomic_load_n(place, __ATOMIC_ACQUIRE);
}

static bool is_alive(const mr_slots *slots, const mr_slot *slot) {
    return slot->hash > MR_SLOT_REMOVED && is_there(&slot->key, slots->key_kind) &&
           is_there(&slot->value, slots->value_kind);
}

bool mr_slot_read(const mr_slots *slots, const mr_slot *slot, id *outKey, id *outValue) {
    if (!is_alive(slots, slot)) return false;
    *outKey = read(&slot->key, slots->key_kind);
    *outValue = read(&slot->value, slots->value_kind);
    // Another thread may have deallocated a weak object since is_alive read the reference.
    return (*outKey || !is_weak(slots->key_kind)) && (*outValue || !is_weak(slots->value_kind));
}

// ── The table ───────────────────────────────────────────────────────────────────────────────────────

// Marks a slot as removed. Releases its key and value only afterwards, because a dealloc may use the table.
static void empty(const mr_slots *slots, mr_slot *slot) {
    mr_slot had = {.hash = slot->hash};
    move(&had.key, &slot->key, slots->key_kind);
    move(&had.value, &slot->value, slots->value_kind);
    *slot = (mr_slot){.hash = MR_SLOT_REMOVED};
    let_go(&had.key, slots->key_kind);
    let_go(&had.value, slots->value_kind);
}

void mr_slots_end(mr_slots *slots) {
    mr_slots ended = *slots;
    slots->slots = NULL;
    slots->room = slots->used = 0;
    slots->mutations++;
    for (size_t index = 0; index < ended.room; index++) {
        if (ended.slots[index].hash > MR_SLOT_REMOVED) empty(&ended, &ended.slots[index]);
    }
    free(ended.slots);
}

mr_slot *mr_slots_find(mr_slots *slots, id key) {
    if (slots->room == 0) return NULL;
    size_t hash = hash_of(key, slots->key_kind);
    for (size_t index = hash;; index++) {
        mr_slot *slot = &slots->slots[index & (slots->room - 1)];
        if (slot->hash == MR_SLOT_FREE) return NULL;
        if (slot->hash != hash) continue;
        id found, value;
        if (mr_slot_read(slots, slot, &found, &value) && are_equal(found, key, slots->key_kind)) return slot;
    }
}

static mr_slot *free_slot(mr_slots *slots, size_t hash) {
    assert(slots->used < slots->room);
    for (size_t index = hash;; index++) {
        mr_slot *slot = &slots->slots[index & (slots->room - 1)];
        if (slot->hash == MR_SLOT_FREE) return slot;
    }
}

// Makes room for one more key. If the table has to grow, also removes the slots whose key or value was deallocated.
static void make_room(mr_slots *slots) {
    if ((slots->used + 1) * 4 <= slots->room * 3) return;
    mr_slots old = *slots;
    size_t alive = mr_slots_count(&old);
    slots->room = LEAST_ROOM;
    while ((alive + 1) * 2 > slots->room) slots->room *= 2;
    slots->slots = mr_allocate(slots->room * sizeof *slots->slots);
    slots->used = 0;
    for (size_t index = 0; index < old.room; index++) {
        mr_slot *from = &old.slots[index];
        if (from->hash <= MR_SLOT_REMOVED) continue;
        if (!is_alive(&old, from)) {
            empty(&old, from);
            continue;
        }
        mr_slot *to = free_slot(slots, from->hash);
        to->hash = from->hash;
        move(&to->key, &from->key, slots->key_kind);
        move(&to->value, &from->value, slots->value_kind);
        slots->used++;
    }
    free(old.slots);
}

void mr_slots_set(mr_slots *slots, id key, id value) {
    id owned = own(value, slots->value_kind);
    mr_slot *slot = mr_slots_find(slots, key), had = {0};
    if (slot) {
        move(&had.value, &slot->value, slots->value_kind);
    } else {
        id owned_key = own(key, slots->key_kind);
        size_t hash = hash_of(key, slots->key_kind);
        make_room(slots);
        slot = free_slot(slots, hash);
        slot->hash = hash;
        put(&slot->key, owned_key, slots->key_kind);
        slots->used++;
    }
    put(&slot->value, owned, slots->value_kind);
    slots->mutations++;
    let_go(&had.value, slots->value_kind);
}

void mr_slots_remove(mr_slots *slots, id key) {
    mr_slot *slot = mr_slots_find(slots, key);
    if (slot == NULL) return;
    slots->mutations++;
    empty(slots, slot);
}

void mr_slots_copy(mr_slots *slots, const mr_slots *other) {
    assert(slots->used == 0);
    slots->key_kind = other->key_kind;
    slots->value_kind = other->value_kind;
    for (size_t index = 0; index < other->room; index++) {
        id key, value;
        if (mr_slot_read(other, &other->slots[index], &key, &value)) mr_slots_set(slots, key, value);
    }
}

// ── The whole table ─────────────────────────────────────────────────────────────────────────────────

size_t mr_slots_count(const mr_slots *slots) {
    size_t count = 0;
    for (size_t index = 0; index < slots->room; index++) count += is_alive(slots, &slots->slots[index]);
    return count;
}

size_t mr_slots_enumerate(mr_slots *slots, struct mr_enumeration *state, id *buffer, size_t length) {
    size_t count = 0;
    id value;
    state->items = buffer;
    state->mutations = &slots->mutations;
    for (; state->state < slots->room && count < length; state->state++) {
        count += mr_slot_read(slots, &slots->slots[state->state], &buffer[count], &value);
    }
    return count;
}

id mr_slots_array(const mr_slots *slots, bool areValues) {
    id array = SEND(id, objc_getClass("NSMutableArray"), "array"), both[2];
    SEL add = sel_registerName("addObject:");
    for (size_t index = 0; index < slots->room; index++) {
        if (!mr_slot_read(slots, &slots->slots[index], &both[0], &both[1])) continue;
        ((void (*)(id, SEL, id))(void *)objc_msgSend)(array, add, both[areValues]);
    }
    return array;
}

Class mr_make_table_class(const char *name) {
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), name, 0);
    assert(cls);
    bool isAdded = class_addIvar(cls, "_slots", sizeof(mr_slots), 3, "{mr_slots=^vQQQII}");
    assert(isAdded && ivar_getOffset(class_getInstanceVariable(cls, "_slots")) == sizeof(Class));
    (void)isAdded;
    return cls;
}
