// hash-table.c - NSHashTable: a set whose options say how it keeps its members. It is a table of keys without values.
//
// A hash table may be used by one thread at a time.
#include "slots.h"

static inline mr_slots *slots_of(id self) { return (mr_slots *)(void *)((char *)(void *)self + sizeof(Class)); }

// ── Making ──────────────────────────────────────────────────────────────────────────────────────────

static id init_with_options(id self, SEL _cmd, unsigned long options, unsigned long capacity) {
    slots_of(self)->keys.kind = (uint32_t)options;
    slots_of(self)->values.kind = MR_KEEPS_NOTHING;
    return self;
}

static id init_with_functions(id self, SEL _cmd, id functions, unsigned long capacity) {
    init_with_options(self, _cmd, 0, capacity);
    slots_of(self)->keys = mr_keeping_by_functions(functions);
    return self;
}

static id pointer_functions(id self, SEL _cmd) {
    return objc_autorelease(mr_keeping_copy_functions(slots_of(self)->keys));
}

static id init(id self, SEL _cmd) { return init_with_options(self, _cmd, MR_KEEPS_STRONG, 0); }

static id with_options(id cls, SEL _cmd, unsigned long options) {
    return objc_autorelease(init_with_options(SEND(id, cls, "alloc"), _cmd, options, 0));
}

static id weak_objects(id cls, SEL _cmd) { return with_options(cls, _cmd, MR_KEEPS_WEAK); }

static id copy(id self, SEL _cmd, void *zone) {
    id made = SEND(id, (id)objc_getClass("NSHashTable"), "alloc");
    mr_slots_copy(made, slots_of(made), slots_of(self));
    return made;
}

static void dealloc(id self, SEL _cmd) {
    mr_slots_free(slots_of(self));
    object_dispose(self);
}

// ── Using ───────────────────────────────────────────────────────────────────────────────────────────

static id member(id self, SEL _cmd, id object) {
    id found = nil, value;
    mr_slot *slot = mr_slots_find(self, slots_of(self), object);
    return slot && mr_slot_read(slots_of(self), slot, &found, &value) ? found : nil;
}

static void add(id self, SEL _cmd, id object) {
    if (object) mr_slots_set(self, slots_of(self), object, nil);
}

static void remove_object(id self, SEL _cmd, id object) { mr_slots_remove(self, slots_of(self), object); }
static void remove_all(id self, SEL _cmd) { mr_slots_end(slots_of(self)); }
static BOOL contains(id self, SEL _cmd, id object) { return mr_slots_find(self, slots_of(self), object) != NULL; }
// The same for pointers, which ARC would retain as arguments and results.
id NSHashGet(id table, id item) { return member(table, NULL, item); }
void NSHashInsert(id table, id item) { add(table, NULL, item); }
void NSHashInsertKnownAbsent(id table, id item) { add(table, NULL, item); }
void NSHashRemove(id table, id item) { remove_object(table, NULL, item); }

static size_t count(id self, SEL _cmd) { return mr_slots_count(slots_of(self)); }
static id all_objects(id self, SEL _cmd) { return mr_slots_array(slots_of(self), false); }
static id any_object(id self, SEL _cmd) { return SEND(id, all_objects(self, _cmd), "firstObject"); }
static id enumerator(id self, SEL _cmd) { return SEND(id, all_objects(self, _cmd), "objectEnumerator"); }
static id description(id self, SEL _cmd) { return SEND(id, all_objects(self, _cmd), "description"); }

static id set(id self, SEL _cmd) {
    return ((id(*)(id, SEL, id))(void *)objc_msgSend)((id)objc_getClass("NSSet"), sel_registerName("setWithArray:"),
                                                      all_objects(self, _cmd));
}

static size_t enumerate(id self, SEL _cmd, struct mr_enumeration *state, id *buffer, size_t length) {
    return mr_slots_enumerate(slots_of(self), state, buffer, length);
}

// ── Set operations ──────────────────────────────────────────────────────────────────────────────────

static bool has(id table, id object) { return SEND_WITH(bool, table, "containsObject:", (id, SEL, id), object); }
static void remove_from(id table, id object) { SEND_WITH(void, table, "removeObject:", (id, SEL, id), object); }

static BOOL is_subset(id self, SEL _cmd, id other) {
    id members = SEND(id, self, "allObjects");
    for (size_t index = 0, count = mr_count_of(members); index < count; index++) {
        if (!has(other, mr_object_at(members, index))) return NO;
    }
    return YES;
}

static BOOL is_equal_table(id self, SEL _cmd, id other) {
    return mr_count_of(self) == mr_count_of(other) && is_subset(self, _cmd, other);
}

static BOOL is_equal(id self, SEL _cmd, id other) {
    return self == other ||
           (other && SEND_WITH(bool, other, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSHashTable")) &&
            is_equal_table(self, _cmd, other));
}

static BOOL intersects(id self, SEL _cmd, id other) {
    id members = SEND(id, self, "allObjects");
    for (size_t index = 0, count = mr_count_of(members); index < count; index++) {
        if (has(other, mr_object_at(members, index))) return YES;
    }
    return NO;
}

static void unite(id self, SEL _cmd, id other) {
    id members = SEND(id, other, "allObjects");
    for (size_t index = 0, count = mr_count_of(members); index < count; index++) {
        mr_add_object(self, mr_object_at(members, index));
    }
}

static void subtract(id self, SEL _cmd, id other) {
    id members = SEND(id, other, "allObjects");
    for (size_t index = 0, count = mr_count_of(members); index < count; index++) {
        remove_from(self, mr_object_at(members, index));
    }
}

static void intersect(id self, SEL _cmd, id other) {
    id members = SEND(id, self, "allObjects");
    for (size_t index = 0, count = mr_count_of(members); index < count; index++) {
        id member = mr_object_at(members, index);
        if (!has(other, member)) remove_from(self, member);
    }
}

void mr_hash_table_boot(void) {
    static const mr_method_entry methods[] = {
        {"initWithPointerFunctions:capacity:", "@32@0:8@16Q24", (IMP)init_with_functions},
        {"pointerFunctions", "@16@0:8", (IMP)pointer_functions},
        {"initWithOptions:capacity:", "@32@0:8Q16Q24", (IMP)init_with_options},
        {"init", "@16@0:8", (IMP)init},
        {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
        {"dealloc", "v16@0:8", (IMP)dealloc},
        {"member:", "@24@0:8@16", (IMP)member},
        {"addObject:", "v24@0:8@16", (IMP)add},
        {"removeObject:", "v24@0:8@16", (IMP)remove_object},
        {"removeAllObjects", "v16@0:8", (IMP)remove_all},
        {"containsObject:", "B24@0:8@16", (IMP)contains},
        {"count", "Q16@0:8", (IMP)count},
        {"allObjects", "@16@0:8", (IMP)all_objects},
        {"anyObject", "@16@0:8", (IMP)any_object},
        {"setRepresentation", "@16@0:8", (IMP)set},
        {"objectEnumerator", "@16@0:8", (IMP)enumerator},
        {"countByEnumeratingWithState:objects:count:", MR_ENUMERATE_TYPES, (IMP)enumerate},
        {"description", "@16@0:8", (IMP)description},
    };
    static const mr_method_entry class_methods[] = {
        {"hashTableWithOptions:", "@24@0:8Q16", (IMP)with_options},
        {"weakObjectsHashTable", "@16@0:8", (IMP)weak_objects},
        {"hashTableWithWeakObjects", "@16@0:8", (IMP)weak_objects},
    };
    static const mr_method_entry set_methods[] = {
        {"isEqual:", "B24@0:8@16", (IMP)is_equal},
        {"hash", "Q16@0:8", (IMP)count},
        {"isEqualToHashTable:", "B24@0:8@16", (IMP)is_equal_table},
        {"isSubsetOfHashTable:", "B24@0:8@16", (IMP)is_subset},
        {"intersectsHashTable:", "B24@0:8@16", (IMP)intersects},
        {"unionHashTable:", "v24@0:8@16", (IMP)unite},
        {"minusHashTable:", "v24@0:8@16", (IMP)subtract},
        {"intersectHashTable:", "v24@0:8@16", (IMP)intersect},
    };
    Class cls = mr_make_table_class("NSHashTable");
    mr_class_prepend_methods(cls, set_methods, sizeof set_methods / sizeof *set_methods);
    mr_class_prepend_methods(cls, methods, sizeof methods / sizeof *methods);
    mr_class_prepend_methods(object_getClass((id)cls), class_methods, sizeof class_methods / sizeof *class_methods);
    mr_adopt(cls, "NSCopying");
    mr_adopt(cls, "NSFastEnumeration");
    objc_registerClassPair(cls);
}
