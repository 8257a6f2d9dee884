// slots.c - hash tables in the order of insertion, which keep their keys and values strongly, weakly, as copies, or
// without retaining them. A table may be used by one thread at a time.
//
// The slot of a removed key stays empty, and the index still refers to it, until a table that is full is rebuilt.
#include "slots.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_ROOM = 8 };

// ── One key, one value ──────────────────────────────────────────────────────────────────────────────

static bool is_weak(mr_keeping how) { return (how.kind & MR_KEEPS) == MR_KEEPS_WEAK; }
static bool is_strong(mr_keeping how) { return (how.kind & MR_KEEPS) == MR_KEEPS_STRONG; }
static bool is_object(mr_keeping how) { return is_strong(how) || is_weak(how); }
static uint32_t comparison_of(mr_keeping how) { return how.kind & MR_COMPARES; }

// Whether the items are memory whose bytes are compared, and how many bytes an item has.
static bool has_bytes(mr_keeping how) {
    bool isStructure = comparison_of(how) == MR_BY_BYTES && how.functions && how.functions->size;
    return isStructure || comparison_of(how) == MR_BY_TEXT;
}
static size_t size_of(id item, mr_keeping how) {
    if (comparison_of(how) == MR_BY_TEXT) return strlen((const char *)(const void *)item) + 1;
    return how.functions->size(item);
}

static bool is_by_isequal(mr_keeping how) { return is_object(how) && comparison_of(how) == MR_BY_ISEQUAL; }

// Returns what the table will keep: a copy or the item itself, +1 if the table keeps it strongly.
static id own(id item, mr_keeping how) {
    BOOL copies = (how.kind & MR_COPIES) != 0;
    if (how.functions && how.functions->retain) return (id)(void *)how.functions->retain(NULL, item);
    if (how.functions && how.functions->acquire) return how.functions->acquire(item, how.functions->size, copies);
    if (is_strong(how)) return copies ? SEND(id, item, "copy") : objc_retain(item);
    if (!copies || item == nil || (how.kind & MR_KEEPS) != MR_KEEPS_MEMORY || !has_bytes(how)) return item;
    void *memory = mr_allocate(size_of(item, how));
    return memcpy(memory, item, size_of(item, how));
}

// Stores in `*place` what the table will keep of an item.
static void acquire(id *place, id item, mr_keeping how) {
    id owned = own(item, how);
    if (is_weak(how)) objc_initWeakOrNil(place, owned);
    else *place = owned;
}

static void let_go(id *place, mr_keeping how) {
    id item = *place;
    if (is_weak(how)) objc_destroyWeak(place);
    *place = nil;
    if (how.functions && how.functions->release) how.functions->release(NULL, item);
    else if (how.functions && how.functions->relinquish && item) how.functions->relinquish(item, how.functions->size);
    else if (is_strong(how)) objc_release(item);
    else if ((how.kind & MR_KEEPS) == MR_KEEPS_MEMORY) free(item);
}

static void move(id *to, id *from, mr_keeping how) {
    if (is_weak(how)) objc_moveWeak(to, from);
    else *to = *from;
}

// Returns a key or value, autoreleased if it is an object.
static id read(const id *place, mr_keeping how) {
    if (is_weak(how)) return objc_loadWeak((id *)place);
    return is_object(how) ? objc_retainAutorelease(*place) : *place;
}

static size_t hash_of(id key, mr_keeping how) {
    size_t hash;
    if (how.functions && how.functions->hash) hash = how.functions->hash(key, how.functions->size);
    else if (has_bytes(how)) hash = mr_hash_bytes((const char *)(const void *)key, size_of(key, how));
    else if (is_by_isequal(how)) hash = SEND(size_t, key, "hash") * 0x9E3779B97F4A7C15 >> 8;
    else hash = mr_hash_address(key);
    return hash > MR_SLOT_REMOVED ? hash : hash + 2;
}

static bool are_equal(id first, id second, mr_keeping how) {
    if (how.functions && how.functions->is_equal) return how.functions->is_equal(first, second, how.functions->size);
    if (first == second || first == nil || second == nil) return first == second;
    if (has_bytes(how)) {
        size_t size = size_of(first, how);
        return size == size_of(second, how) && memcmp(first, second, size) == 0;
    }
    return is_by_isequal(how) && SEND_WITH(bool, first, "isEqual:", (id, SEL, id), second);
}

// Returns whether a key or value is alive. A weak reference is set to nil when its object is deallocated.
static bool is_there(const id *place, mr_keeping how) {
    return !is_weak(how) || __atomic_load_n(place, __ATOMIC_ACQUIRE);
}

static bool is_alive(const mr_slots *slots, const mr_slot *slot) {
    return slot->hash > MR_SLOT_REMOVED && is_there(&slot->key, slots->keys) && is_there(&slot->value, slots->values);
}

bool mr_slot_read(const mr_slots *slots, const mr_slot *slot, id *outKey, id *outValue) {
    if (!is_alive(slots, slot)) return false;
    *outKey = read(&slot->key, slots->keys);
    *outValue = read(&slot->value, slots->values);
    // Another thread may have deallocated a weak object since is_alive read the reference.
    return (*outKey || !is_weak(slots->keys)) && (*outValue || !is_weak(slots->values));
}

// ── The table ───────────────────────────────────────────────────────────────────────────────────────

// Marks a slot as removed. Releases its key and value only afterwards, because a dealloc may use the table.
static void empty(const mr_slots *slots, mr_slot *slot) {
    mr_slot had = {.hash = slot->hash};
    move(&had.key, &slot->key, slots->keys);
    move(&had.value, &slot->value, slots->values);
    *slot = (mr_slot){.hash = MR_SLOT_REMOVED};
    let_go(&had.key, slots->keys);
    let_go(&had.value, slots->values);
}

void mr_slots_end(mr_slots *slots) {
    mr_slots ended = *slots;
    slots->slots = NULL;
    slots->room = slots->used = slots->removed = 0;
    slots->mutations++;
    for (size_t index = 0; index < ended.used; index++) {
        if (ended.slots[index].hash > MR_SLOT_REMOVED) empty(&ended, &ended.slots[index]);
    }
    free(ended.slots);
}

void mr_slots_free(mr_slots *slots) {
    mr_slots_end(slots);
    objc_release(slots->keys.owner);
    objc_release(slots->values.owner);
}

// Returns an entry of the index, which follows the slots: the number of a slot, counted from 1; 0 if it is free.
static uint32_t *index_entry(const mr_slots *slots, size_t probe) {
    return (uint32_t *)(void *)(slots->slots + slots->room) + (probe & (2 * slots->room - 1));
}

// Returns the slot of a key with that hash. Returns NULL and raises an exception if the program changes the table while
// its code compares keys; the slots may be elsewhere then.
static mr_slot *search(id owner, mr_slots *slots, id key, size_t hash) {
    unsigned long mutations = slots->mutations;
    for (size_t probe = hash; slots->room; probe++) {
        uint32_t number = *index_entry(slots, probe);
        if (number == 0) return NULL;
        mr_slot *slot = &slots->slots[number - 1];
        if (slot->hash != hash) continue;
        id found, value;
        bool is_found = mr_slot_read(slots, slot, &found, &value) && are_equal(found, key, slots->keys);
        if (slots->mutations != mutations) {
            objc_enumerationMutation(owner);
            return NULL;
        }
        if (is_found) return slot;
    }
    return NULL;
}

mr_slot *mr_slots_find(id owner, mr_slots *slots, id key) {
    return slots->room ? search(owner, slots, key, hash_of(key, slots->keys)) : NULL;
}

// Takes the next slot, and enters its number into the index.
static mr_slot *take_slot(mr_slots *slots, size_t hash) {
    assert(slots->used < slots->room);
    size_t probe = hash;
    while (*index_entry(slots, probe)) probe++;
    mr_slot *slot = &slots->slots[slots->used++];
    *index_entry(slots, probe) = (uint32_t)slots->used;
    slot->hash = hash;
    return slot;
}

// Moves the table into more room. Drops the slots whose key or value was deallocated, and releases what they own when
// the table is whole again, because a dealloc may use it.
static void grow(mr_slots *slots) {
    mr_slots old = *slots;
    size_t alive = mr_slots_count(&old);
    slots->room = LEAST_ROOM;
    while ((alive + 1) * 2 > slots->room) slots->room *= 2;
    if (slots->room > UINT32_MAX / 2) mr_fatal("out of memory for a table");
    slots->slots = mr_allocate(slots->room * (sizeof *slots->slots + 2 * sizeof(uint32_t)));
    slots->used = slots->removed = 0;
    slots->mutations++;
    for (size_t index = 0; index < old.used; index++) {
        mr_slot *from = &old.slots[index];
        if (from->hash <= MR_SLOT_REMOVED || !is_alive(&old, from)) continue;
        mr_slot *to = take_slot(slots, from->hash);
        move(&to->key, &from->key, slots->keys);
        move(&to->value, &from->value, slots->values);
        from->hash = MR_SLOT_REMOVED;
    }
    for (size_t index = 0; index < old.used; index++) {
        if (old.slots[index].hash > MR_SLOT_REMOVED) empty(&old, &old.slots[index]);
    }
    free(old.slots);
}

// Makes room for one more key.
static void make_room(mr_slots *slots) {
    while (slots->used >= slots->room) grow(slots);
}

// Takes a slot for a key that the table lacks. Returns NULL and raises an exception if the copy of the key raises one,
// or changes the table, which may have an equal key then.
static mr_slot *add_key(id owner, mr_slots *slots, id key, size_t hash) {
    id before = mr_exception_pending(), owned = nil;
    unsigned long mutations = slots->mutations;
    acquire(&owned, key, slots->keys);
    if (slots->mutations != mutations && !mr_has_raised(before)) objc_enumerationMutation(owner);
    if (mr_has_raised(before)) {
        let_go(&owned, slots->keys);
        return NULL;
    }
    mr_slot *slot = take_slot(slots, hash);
    move(&slot->key, &owned, slots->keys);
    return slot;
}

// Code of the program may use the table: the code that the value and the growth of the table run comes before the
// search, and the release of a value comes last.
void mr_slots_set(id owner, mr_slots *slots, id key, id value) {
    id before = mr_exception_pending(), owned = nil, replaced = nil;
    size_t hash = hash_of(key, slots->keys);
    acquire(&owned, value, slots->values);
    make_room(slots);
    mr_slot *slot = mr_has_raised(before) ? NULL : search(owner, slots, key, hash);
    bool is_replaced = slot != NULL;
    if (is_replaced) move(&replaced, &slot->value, slots->values);
    else if (!mr_has_raised(before)) slot = add_key(owner, slots, key, hash);
    if (slot == NULL) return let_go(&owned, slots->values);
    move(&slot->value, &owned, slots->values);
    slots->mutations++;
    if (is_replaced) let_go(&replaced, slots->values);
}

void mr_slots_remove(id owner, mr_slots *slots, id key) {
    mr_slot *slot = mr_slots_find(owner, slots, key);
    if (slot == NULL) return;
    slots->mutations++;
    slots->removed++;
    empty(slots, slot);
}

void mr_slots_copy(id owner, mr_slots *slots, const mr_slots *other) {
    assert(slots->used == 0);
    slots->keys = other->keys;
    slots->values = other->values;
    objc_retain(slots->keys.owner);
    objc_retain(slots->values.owner);
    for (size_t index = 0; index < other->used; index++) {
        id key, value;
        if (mr_slot_read(other, &other->slots[index], &key, &value)) mr_slots_set(owner, slots, key, value);
    }
}

// ── The whole table ─────────────────────────────────────────────────────────────────────────────────

size_t mr_slots_count(const mr_slots *slots) {
    if (!is_weak(slots->keys) && !is_weak(slots->values)) return slots->used - slots->removed;
    size_t count = 0;
    for (size_t index = 0; index < slots->used; index++) count += is_alive(slots, &slots->slots[index]);
    return count;
}

size_t mr_slots_enumerate(mr_slots *slots, struct mr_enumeration *state, id *buffer, size_t length) {
    size_t count = 0;
    id value;
    state->items = buffer;
    state->mutations = &slots->mutations;
    for (; state->state < slots->used && count < length; state->state++) {
        count += mr_slot_read(slots, &slots->slots[state->state], &buffer[count], &value);
    }
    return count;
}

id mr_slots_array(const mr_slots *slots, bool areValues) {
    id array = SEND(id, objc_getClass("NSMutableArray"), "array"), both[2];
    SEL add = sel_registerName("addObject:");
    for (size_t index = 0; index < slots->used; index++) {
        if (!mr_slot_read(slots, &slots->slots[index], &both[0], &both[1])) continue;
        ((void (*)(id, SEL, id))(void *)objc_msgSend)(array, add, both[areValues]);
    }
    return array;
}

Class mr_make_table_class(const char *name) {
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), name, 0);
    assert(cls);
    bool isAdded =
        class_addIvar(cls, "_slots", sizeof(mr_slots), 3, "{mr_slots=^vQQQQ{mr_keeping=I^v^v}{mr_keeping=I^v^v}}");
    assert(isAdded && ivar_getOffset(class_getInstanceVariable(cls, "_slots")) == sizeof(Class));
    (void)isAdded;
    return cls;
}
