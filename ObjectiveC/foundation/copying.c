// copying.c - collections of the objects of other collections, or of copies of them.
//
// Each method sends the initializer that takes the objects alone, so subclasses are made by their own initializers.
#include "foundation.h"

// Returns the objects, or an array of their copies, autoreleased; nil if a copy has raised.
static id objects_of(id array, BOOL copies) {
    if (!copies) return array;
    id made = SEND(id, objc_getClass("NSMutableArray"), "array"), before = mr_exception_pending();
    size_t count = mr_count_of(array);
    for (size_t index = 0; index < count && !mr_has_raised(before); index++) {
        id copy = SEND(id, mr_object_at(array, index), "copy");
        if (copy) mr_add_object(made, copy);
        objc_release(copy);
    }
    return mr_has_raised(before) ? nil : made;
}

// Initializes a new collection by a message that takes an array, or whatever `convert`, a class method, makes of one.
// Releases the collection, and returns nil, if an exception is pending.
static id init_with(id self, const char *init, const char *cls, const char *convert, id objects) {
    id before = mr_exception_pending();
    if (objects && cls) objects = SEND_WITH(id, objc_getClass(cls), convert, (id, SEL, id), objects);
    if (objects && !mr_has_raised(before)) return SEND_WITH(id, self, init, (id, SEL, id), objects);
    objc_release(self);
    return nil;
}

static id part_of(id array, mr_range range) {
    return SEND_WITH(id, array, "subarrayWithRange:", (id, SEL, mr_range), range);
}

static id array_with_array(id self, SEL _cmd, id array, BOOL copies) {
    return init_with(self, "initWithArray:", NULL, NULL, objects_of(array, copies));
}

static id set_with_set(id self, SEL _cmd, id set, BOOL copies) {
    id objects = objects_of(SEND(id, set, "allObjects"), copies);
    return init_with(self, "initWithSet:", "NSSet", "setWithArray:", objects);
}

static id dictionary_with_dictionary(id self, SEL _cmd, id dictionary, BOOL copies) {
    id keys = SEND(id, dictionary, "allKeys");
    id values = SEND_WITH(id, dictionary, "objectsForKeys:notFoundMarker:", (id, SEL, id, id), keys, keys);
    id objects = objects_of(values, copies);
    id made = objects ? SEND_WITH(id, objc_getClass("NSDictionary"),
                                  "dictionaryWithObjects:forKeys:", (id, SEL, id, id), objects, keys)
                      : nil;
    return init_with(self, "initWithDictionary:", NULL, NULL, made);
}

// ── Ordered sets ────────────────────────────────────────────────────────────────────────────────────

static id ordered_with_part(id self, SEL _cmd, id array, mr_range range, BOOL copies) {
    id part = part_of(array, range);
    return init_with(self, "initWithArray:", NULL, NULL, part ? objects_of(part, copies) : nil);
}

static id ordered_with_part_of_set(id self, SEL _cmd, id set, mr_range range, BOOL copies) {
    return ordered_with_part(self, _cmd, SEND(id, set, "array"), range, copies);
}

static id ordered_with_ordered_set(id self, SEL _cmd, id set, BOOL copies) {
    return array_with_array(self, _cmd, SEND(id, set, "array"), copies);
}

static id ordered_with_members(id self, SEL _cmd, id set, BOOL copies) {
    return array_with_array(self, _cmd, SEND(id, set, "allObjects"), copies);
}

static id ordered_with_set(id self, SEL _cmd, id set) { return ordered_with_members(self, _cmd, set, NO); }

// Class methods, which send the initializer of the same arguments.

static id made_with_set(id cls, SEL _cmd, id set) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithSet:", (id, SEL, id), set));
}

static id made_with_members(id cls, SEL _cmd, id set, BOOL copies) {
    id made = SEND_WITH(id, SEND(id, cls, "alloc"), "initWithSet:copyItems:", (id, SEL, id, BOOL), set, copies);
    return objc_autorelease(made);
}

static id made_with_part(id cls, SEL _cmd, id array, mr_range range, BOOL copies) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithArray:range:copyItems:",
                                      (id, SEL, id, mr_range, BOOL), array, range, copies));
}

static id made_with_part_of_set(id cls, SEL _cmd, id set, mr_range range, BOOL copies) {
    return made_with_part(cls, _cmd, SEND(id, set, "array"), range, copies);
}

void mr_copying_boot(void) {
#define PART "@48@0:8@16{_NSRange=QQ}24B40"
    static const mr_method_entry array[] = {{"initWithArray:copyItems:", "@28@0:8@16B24", (IMP)array_with_array}};
    static const mr_method_entry set[] = {{"initWithSet:copyItems:", "@28@0:8@16B24", (IMP)set_with_set}};
    static const mr_method_entry dictionary[] = {
        {"initWithDictionary:copyItems:", "@28@0:8@16B24", (IMP)dictionary_with_dictionary}};
    static const mr_method_entry ordered[] = {
        {"initWithArray:copyItems:", "@28@0:8@16B24", (IMP)array_with_array},
        {"initWithArray:range:copyItems:", PART, (IMP)ordered_with_part},
        {"initWithOrderedSet:copyItems:", "@28@0:8@16B24", (IMP)ordered_with_ordered_set},
        {"initWithOrderedSet:range:copyItems:", PART, (IMP)ordered_with_part_of_set},
        {"initWithSet:", "@24@0:8@16", (IMP)ordered_with_set},
        {"initWithSet:copyItems:", "@28@0:8@16B24", (IMP)ordered_with_members},
    };
    static const mr_method_entry makers[] = {
        {"orderedSetWithSet:", "@24@0:8@16", (IMP)made_with_set},
        {"orderedSetWithSet:copyItems:", "@28@0:8@16B24", (IMP)made_with_members},
        {"orderedSetWithArray:range:copyItems:", PART, (IMP)made_with_part},
        {"orderedSetWithOrderedSet:range:copyItems:", PART, (IMP)made_with_part_of_set},
    };
    ADD_METHODS("NSArray", array);
    ADD_METHODS("NSSet", set);
    ADD_METHODS("NSDictionary", dictionary);
    ADD_METHODS("NSOrderedSet", ordered);
    ADD_CLASS_METHODS_TO("NSOrderedSet", makers);
}
