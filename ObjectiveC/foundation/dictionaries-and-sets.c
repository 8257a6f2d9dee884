// dictionaries-and-sets.c - methods that make dictionaries from two arrays, and that select entries and members.
//
// The methods use the messages of the collection, so they work for subclasses too. They take no locks.
#include "foundation.h"

static id value_for(id dictionary, id key) { return SEND_WITH(id, dictionary, "objectForKey:", (id, SEL, id), key); }

// ── Made from two arrays ────────────────────────────────────────────────────────────────────────────

static id init_with_arrays(id self, SEL _cmd, id objects, id keys) {
    size_t count = mr_count_of(objects);
    if (count != mr_count_of(keys)) {
        objc_autorelease(self);  // released even if the exception leaves this frame
        mr_raise("NSInvalidArgumentException", "*** -[%s %s]: count of objects (%zu) differs from count of keys (%zu)",
                 object_getClassName(self), sel_getName(_cmd), count, mr_count_of(keys));
        return nil;
    }
    id *halves = mr_room(2 * count, sizeof *halves);
    for (size_t index = 0; index < count; index++) {
        halves[index] = mr_object_at(objects, index);
        halves[count + index] = mr_object_at(keys, index);
    }
    return SEND_WITH(id, self, "initWithObjects:forKeys:count:", (id, SEL, const id *, const id *, size_t), halves,
                     halves + count, count);
}

static id with_arrays(id cls, SEL _cmd, id objects, id keys) {
    return objc_autorelease(
        SEND_WITH(id, SEND(id, cls, "alloc"), "initWithObjects:forKeys:", (id, SEL, id, id), objects, keys));
}

// ── Entries ─────────────────────────────────────────────────────────────────────────────────────────

static id keys_for(id self, SEL _cmd, id object) {
    id keys = SEND(id, self, "allKeys"), found = SEND(id, objc_getClass("NSMutableArray"), "array");
    for (size_t index = 0, count = mr_count_of(keys); index < count; index++) {
        id key = mr_object_at(keys, index);
        if (SEND_WITH(bool, value_for(self, key), "isEqual:", (id, SEL, id), object)) mr_add_object(found, key);
    }
    return objc_autorelease(SEND(id, found, "copy"));
}

static id values_for(id self, SEL _cmd, id keys, id marker) {
    id values = SEND(id, objc_getClass("NSMutableArray"), "array");
    for (size_t index = 0, count = mr_count_of(keys); index < count; index++) {
        id value = value_for(self, mr_object_at(keys, index));
        mr_add_object(values, value ? value : marker);
    }
    return objc_autorelease(SEND(id, values, "copy"));
}

static id keys_passing(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return nil;
    id before = mr_exception_pending(), keys = SEND(id, self, "allKeys");
    id found = SEND(id, objc_getClass("NSMutableSet"), "set");
    bool stop = false;
    for (size_t index = 0, count = mr_count_of(keys); index < count && !stop; index++) {
        id key = mr_object_at(keys, index);
        bool passes = CALL_BLOCK(bool, block, (id, id, id, bool *), key, value_for(self, key), &stop);
        if (mr_has_raised(before)) return nil;
        if (passes) mr_add_object(found, key);
    }
    return objc_autorelease(SEND(id, found, "copy"));
}

static id keys_passing_with_options(id self, SEL _cmd, unsigned long options, id block) {
    return keys_passing(self, _cmd, block);
}

// How to compare the values of two keys, which are given to the function below by NSArray's sorting.
typedef struct {
    id dictionary, block;
    SEL selector;
} mr_value_order;

static long compare_values(id first, id second, void *context) {
    const mr_value_order *order = context;
    id left = value_for(order->dictionary, first), right = value_for(order->dictionary, second);
    if (order->block) return CALL_BLOCK(long, order->block, (id, id, id), left, right);
    return ((long (*)(id, SEL, id))(void *)objc_msgSend)(left, order->selector, right);
}

static id sorted_keys(mr_value_order order) {
    return SEND_WITH(id, SEND(id, order.dictionary, "allKeys"),
                     "sortedArrayUsingFunction:context:", (id, SEL, long (*)(id, id, void *), void *), compare_values,
                     &order);
}

static id keys_by_selector(id self, SEL _cmd, SEL selector) {
    return sorted_keys((mr_value_order){self, nil, selector});
}

static id keys_by_comparator(id self, SEL _cmd, id block) {
    return mr_is_block(self, _cmd, block) ? sorted_keys((mr_value_order){self, block, NULL}) : nil;
}

static void enumerate_entries(id self, SEL _cmd, unsigned long options, id block) {
    SEND_WITH(void, self, "enumerateKeysAndObjectsUsingBlock:", (id, SEL, id), block);
}

// ── Members ─────────────────────────────────────────────────────────────────────────────────────────

static id members_passing(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return nil;
    id before = mr_exception_pending(), members = SEND(id, self, "allObjects");
    id found = SEND(id, objc_getClass("NSMutableSet"), "set");
    bool stop = false;
    for (size_t index = 0, count = mr_count_of(members); index < count && !stop; index++) {
        id member = mr_object_at(members, index);
        bool passes = CALL_BLOCK(bool, block, (id, id, bool *), member, &stop);
        if (mr_has_raised(before)) return nil;
        if (passes) mr_add_object(found, member);
    }
    return objc_autorelease(SEND(id, found, "copy"));
}

static void enumerate_members(id self, SEL _cmd, unsigned long options, id block) {
    SEND_WITH(void, self, "enumerateObjectsUsingBlock:", (id, SEL, id), block);
}

// ── Descriptions ────────────────────────────────────────────────────────────────────────────────────

static id in_locale(id self, SEL _cmd, id locale) { return SEND(id, self, "description"); }

// The description, each line behind four spaces for each level.
static id indented(id self, SEL _cmd, id locale, size_t level) {
    id text = SEND_WITH(id, self, "descriptionWithLocale:", (id, SEL, id), locale);
    if (level == 0) return text;
    if (level > 100) level = 100;
    id spaces = mr_string_with_format("%*s", (int)(4 * level), "");
    id lines = SEND_WITH(id, text, "componentsSeparatedByString:", (id, SEL, id), mr_string_with_format("\n"));
    id break_text = mr_string_with_format("\n%*s", (int)(4 * level), "");
    text = SEND_WITH(id, lines, "componentsJoinedByString:", (id, SEL, id), break_text);
    return SEND_WITH(id, spaces, "stringByAppendingString:", (id, SEL, id), text);
}

static void add_descriptions(const char *name) {
    static const mr_method_entry methods[] = {
        {"descriptionWithLocale:", "@24@0:8@16", (IMP)in_locale},
        {"descriptionWithLocale:indent:", "@32@0:8@16Q24", (IMP)indented},
    };
    mr_class_prepend_methods(objc_getClass(name), methods, sizeof methods / sizeof *methods);
}

// ── Shared keys ─────────────────────────────────────────────────────────────────────────────────────

// On Apple's systems, dictionaries that have the keys of such a set take less memory.
static id shared_keys(id cls, SEL _cmd, id keys) { return objc_autorelease(SEND(id, keys, "copy")); }
static id with_shared_keys(id cls, SEL _cmd, id keys) { return SEND(id, cls, "dictionary"); }

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

void mr_dictionaries_and_sets_boot(void) {
    static const mr_method_entry makers[] = {
        {"dictionaryWithObjects:forKeys:", "@32@0:8@16@24", (IMP)with_arrays},
        {"sharedKeySetForKeys:", "@24@0:8@16", (IMP)shared_keys},
    };
    static const mr_method_entry mutable_makers[] = {
        {"dictionaryWithSharedKeySet:", "@24@0:8@16", (IMP)with_shared_keys},
    };
    static const mr_method_entry dictionary[] = {
        {"initWithObjects:forKeys:", "@32@0:8@16@24", (IMP)init_with_arrays},
        {"allKeysForObject:", "@24@0:8@16", (IMP)keys_for},
        {"objectsForKeys:notFoundMarker:", "@32@0:8@16@24", (IMP)values_for},
        {"keysOfEntriesPassingTest:", "@24@0:8@?16", (IMP)keys_passing},
        {"keysOfEntriesWithOptions:passingTest:", "@32@0:8Q16@?24", (IMP)keys_passing_with_options},
        {"keysSortedByValueUsingSelector:", "@24@0:8:16", (IMP)keys_by_selector},
        {"keysSortedByValueUsingComparator:", "@24@0:8@?16", (IMP)keys_by_comparator},
        {"enumerateKeysAndObjectsWithOptions:usingBlock:", "v32@0:8Q16@?24", (IMP)enumerate_entries},
    };
    static const mr_method_entry set[] = {
        {"objectsPassingTest:", "@24@0:8@?16", (IMP)members_passing},
        {"enumerateObjectsWithOptions:usingBlock:", "v32@0:8Q16@?24", (IMP)enumerate_members},
    };
    ADD_CLASS_METHODS_TO("NSDictionary", makers);
    ADD_CLASS_METHODS_TO("NSMutableDictionary", mutable_makers);
    ADD_METHODS("NSDictionary", dictionary);
    ADD_METHODS("NSSet", set);
    add_descriptions("NSArray");
    add_descriptions("NSDictionary");
    add_descriptions("NSSet");
    add_descriptions("NSOrderedSet");
}
