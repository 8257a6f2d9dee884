// map-table.c - NSMapTable: a dictionary whose options say how it keeps its keys and its values.
//
// A map table may be used by one thread at a time.
#include "core-foundation.h"
#include "slots.h"

static inline mr_slots *slots_of(id self) { return (mr_slots *)(void *)((char *)(void *)self + sizeof(Class)); }

// ── Making ──────────────────────────────────────────────────────────────────────────────────────────

static id init_with_options(id self, SEL _cmd, unsigned long keys, unsigned long values, unsigned long capacity) {
    slots_of(self)->keys.kind = (uint32_t)keys;
    slots_of(self)->values.kind = (uint32_t)values;
    return self;
}

static id init_with_functions(id self, SEL _cmd, id keys, id values, unsigned long capacity) {
    slots_of(self)->keys = mr_keeping_by_functions(keys);
    slots_of(self)->values = mr_keeping_by_functions(values);
    return self;
}

static id key_functions(id self, SEL _cmd) { return objc_autorelease(mr_keeping_copy_functions(slots_of(self)->keys)); }
static id value_functions(id self, SEL _cmd) {
    return objc_autorelease(mr_keeping_copy_functions(slots_of(self)->values));
}

static id make(Class cls, unsigned long keys, unsigned long values) {
    return objc_autorelease(init_with_options(SEND(id, cls, "alloc"), NULL, keys, values, 0));
}

static id with_options(id cls, SEL _cmd, unsigned long keys, unsigned long values) {
    return make((Class)(void *)cls, keys, values);
}
static id strong_to_strong(id cls, SEL _cmd) { return make((Class)(void *)cls, MR_KEEPS_STRONG, MR_KEEPS_STRONG); }
static id weak_to_strong(id cls, SEL _cmd) { return make((Class)(void *)cls, MR_KEEPS_WEAK, MR_KEEPS_STRONG); }
static id strong_to_weak(id cls, SEL _cmd) { return make((Class)(void *)cls, MR_KEEPS_STRONG, MR_KEEPS_WEAK); }
static id weak_to_weak(id cls, SEL _cmd) { return make((Class)(void *)cls, MR_KEEPS_WEAK, MR_KEEPS_WEAK); }

static id copy(id self, SEL _cmd, void *zone) {
    id made = SEND(id, (id)objc_getClass("NSMapTable"), "alloc");
    mr_slots_copy(made, slots_of(made), slots_of(self));
    return made;
}

static void dealloc(id self, SEL _cmd) {
    mr_slots_free(slots_of(self));
    object_dispose(self);
}

// ── Using ───────────────────────────────────────────────────────────────────────────────────────────

static id object_for_key(id self, SEL _cmd, id key) {
    id found, value = nil;
    mr_slot *slot = mr_slots_find(self, slots_of(self), key);
    return slot && mr_slot_read(slots_of(self), slot, &found, &value) ? value : nil;
}

static void set_object(id self, SEL _cmd, id object, id key) {
    uint32_t kept = slots_of(self)->keys.kind & MR_KEEPS;
    if (key == nil && (kept == MR_KEEPS_STRONG || kept == MR_KEEPS_WEAK)) {
        mr_raise("NSInvalidArgumentException", "*** -[NSMapTable setObject:forKey:]: key cannot be nil");
        return;
    }
    mr_slots_set(self, slots_of(self), key, object);
}

static void remove_object(id self, SEL _cmd, id key) { mr_slots_remove(self, slots_of(self), key); }
static void remove_all(id self, SEL _cmd) { mr_slots_end(slots_of(self)); }
// The same for pointers, which ARC would retain as arguments and results.
id NSMapGet(id table, id key) { return object_for_key(table, NULL, key); }
void NSMapInsert(id table, id key, id value) { set_object(table, NULL, value, key); }
void NSMapRemove(id table, id key) { remove_object(table, NULL, key); }

static size_t count(id self, SEL _cmd) { return mr_slots_count(slots_of(self)); }

static size_t enumerate(id self, SEL _cmd, struct mr_enumeration *state, id *buffer, size_t length) {
    return mr_slots_enumerate(slots_of(self), state, buffer, length);
}

static id key_enumerator(id self, SEL _cmd) {
    return SEND(id, mr_slots_array(slots_of(self), false), "objectEnumerator");
}
static id object_enumerator(id self, SEL _cmd) {
    return SEND(id, mr_slots_array(slots_of(self), true), "objectEnumerator");
}

id mr_CFDictionaryCreateMutable(void *allocator, long capacity, const mr_cf_callbacks *keys,
                                const mr_cf_callbacks *values);

// Adds the entries to a dictionary.
static id add_entries(id self, id dictionary) {
    const mr_slots *slots = slots_of(self);
    id key, value;
    for (size_t index = 0; index < slots->used; index++) {
        if (!mr_slot_read(slots, &slots->slots[index], &key, &value)) continue;
        SEND_WITH(void, dictionary, "setObject:forKey:", (id, SEL, id, id), value, key);
    }
    return dictionary;
}

static id dictionary(id self, SEL _cmd) {
    return add_entries(self, SEND(id, objc_getClass("NSMutableDictionary"), "dictionary"));
}

// The keys are not copied: the copy of a table that is its own key is another table, whose description would not end.
static id description(id self, SEL _cmd) {
    const mr_cf_callbacks keys = mr_kCFTypeDictionaryKeyCallBacks, values = mr_kCFTypeDictionaryValueCallBacks;
    id entries = objc_autorelease(mr_CFDictionaryCreateMutable(NULL, 0, &keys, &values));
    return SEND(id, add_entries(self, entries), "description");
}

static bool are_equal_values(const mr_slots *slots, id first, id second) {
    uint32_t kept = slots->values.kind & MR_KEEPS, compared = slots->values.kind & MR_COMPARES;
    bool are_objects = (kept == MR_KEEPS_STRONG || kept == MR_KEEPS_WEAK) && compared == MR_BY_ISEQUAL;
    return first == second || (are_objects && first && SEND_WITH(bool, first, "isEqual:", (id, SEL, id), second));
}

// Tables are equal if they have equal values for the same keys, however they keep them.
static BOOL is_equal(id self, SEL _cmd, id other) {
    if (self == other) return YES;
    if (other == nil || !SEND_WITH(bool, other, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSMapTable")) ||
        count(self, _cmd) != mr_count_of(other)) {
        return NO;
    }
    const mr_slots *slots = slots_of(self);
    id key, value;
    for (size_t index = 0; index < slots->used; index++) {
        if (!mr_slot_read(slots, &slots->slots[index], &key, &value)) continue;
        id there = SEND_WITH(id, other, "objectForKey:", (id, SEL, id), key);
        if (!are_equal_values(slots, value, there)) return NO;
    }
    return YES;
}

void mr_map_table_boot(void) {
    static const mr_method_entry methods[] = {
        {"initWithKeyOptions:valueOptions:capacity:", "@40@0:8Q16Q24Q32", (IMP)init_with_options},
        {"initWithKeyPointerFunctions:valuePointerFunctions:capacity:", "@40@0:8@16@24Q32", (IMP)init_with_functions},
        {"keyPointerFunctions", "@16@0:8", (IMP)key_functions},
        {"valuePointerFunctions", "@16@0:8", (IMP)value_functions},
        {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
        {"dealloc", "v16@0:8", (IMP)dealloc},
        {"objectForKey:", "@24@0:8@16", (IMP)object_for_key},
        {"setObject:forKey:", "v32@0:8@16@24", (IMP)set_object},
        {"removeObjectForKey:", "v24@0:8@16", (IMP)remove_object},
        {"removeAllObjects", "v16@0:8", (IMP)remove_all},
        {"count", "Q16@0:8", (IMP)count},
        {"isEqual:", "B24@0:8@16", (IMP)is_equal},
        {"hash", "Q16@0:8", (IMP)count},
        {"countByEnumeratingWithState:objects:count:", MR_ENUMERATE_TYPES, (IMP)enumerate},
        {"keyEnumerator", "@16@0:8", (IMP)key_enumerator},
        {"objectEnumerator", "@16@0:8", (IMP)object_enumerator},
        {"dictionaryRepresentation", "@16@0:8", (IMP)dictionary},
        {"description", "@16@0:8", (IMP)description},
    };
    static const mr_method_entry class_methods[] = {
        {"mapTableWithKeyOptions:valueOptions:", "@32@0:8Q16Q24", (IMP)with_options},
        {"strongToStrongObjectsMapTable", "@16@0:8", (IMP)strong_to_strong},
        {"weakToStrongObjectsMapTable", "@16@0:8", (IMP)weak_to_strong},
        {"strongToWeakObjectsMapTable", "@16@0:8", (IMP)strong_to_weak},
        {"weakToWeakObjectsMapTable", "@16@0:8", (IMP)weak_to_weak},
        {"mapTableWithStrongToStrongObjects", "@16@0:8", (IMP)strong_to_strong},
        {"mapTableWithWeakToStrongObjects", "@16@0:8", (IMP)weak_to_strong},
        {"mapTableWithStrongToWeakObjects", "@16@0:8", (IMP)strong_to_weak},
        {"mapTableWithWeakToWeakObjects", "@16@0:8", (IMP)weak_to_weak},
    };
    Class cls = mr_make_table_class("NSMapTable");
    mr_class_prepend_methods(cls, methods, sizeof methods / sizeof *methods);
    mr_class_prepend_methods(object_getClass((id)cls), class_methods, sizeof class_methods / sizeof *class_methods);
    mr_adopt(cls, "NSCopying");
    mr_adopt(cls, "NSFastEnumeration");
    objc_registerClassPair(cls);
}
