// arrays.c - methods of arrays and ordered sets that read and change several elements, such as -subarrayWithRange:.
//
// The methods use the messages of the collection, so they work for subclasses too. A message to each element ends when
// one raises an exception. They take no locks.
#include "foundation.h"

bool mr_is_in_range(id self, SEL _cmd, mr_range range, size_t count) {
    if (range.location <= count && range.length <= count - range.location) return true;
    mr_raise("NSRangeException", "*** -[%s %s]: range {%zu, %zu} extends beyond bounds [0 .. %zu]",
             object_getClassName(self), sel_getName(_cmd), range.location, range.length, count ? count - 1 : 0);
    return false;
}

static id array_of(const char *cls, const id *objects, size_t count) {
    return SEND_WITH(id, objc_getClass(cls), "arrayWithObjects:count:", (id, SEL, const id *, size_t), objects, count);
}

static void get_objects(id self, SEL _cmd, id *objects, mr_range range) {
    if (!mr_is_in_range(self, _cmd, range, mr_count_of(self))) return;
    for (size_t index = 0; index < range.length; index++) objects[index] = mr_object_at(self, range.location + index);
}

static id subarray(id self, SEL _cmd, mr_range range) {
    if (!mr_is_in_range(self, _cmd, range, mr_count_of(self))) return nil;
    id array = SEND(id, objc_getClass("NSMutableArray"), "array");
    for (size_t index = 0; index < range.length; index++)
        mr_add_object(array, mr_object_at(self, range.location + index));
    return objc_autorelease(SEND(id, array, "copy"));
}

static size_t index_in_range(id self, SEL _cmd, id object, mr_range range) {
    if (!mr_is_in_range(self, _cmd, range, mr_count_of(self))) return NOT_FOUND;
    for (size_t index = range.location; index < range.location + range.length; index++) {
        if (SEND_WITH(bool, mr_object_at(self, index), "isEqual:", (id, SEL, id), object)) return index;
    }
    return NOT_FOUND;
}

static id adding_array(id self, SEL _cmd, id other) {
    id sum = objc_autorelease(SEND(id, self, "mutableCopy"));
    SEND_WITH(void, sum, "addObjectsFromArray:", (id, SEL, id), other);
    return objc_autorelease(SEND(id, sum, "copy"));
}

static id first_common(id self, SEL _cmd, id other) {
    for (size_t index = 0, count = mr_count_of(self); index < count; index++) {
        id object = mr_object_at(self, index);
        if (SEND_WITH(bool, other, "containsObject:", (id, SEL, id), object)) return object;
    }
    return nil;
}

// ── A message or a block for each element ───────────────────────────────────────────────────────────

// Elements are read from a copy, which keeps them alive if they remove themselves.
static id elements_of(id self) { return SEND(id, SEND(id, self, "objectEnumerator"), "allObjects"); }

static void perform_with(id self, SEL _cmd, SEL selector, id argument) {
    id before = mr_exception_pending(), elements = elements_of(self);
    for (size_t index = 0, count = mr_count_of(elements); index < count && !mr_has_raised(before); index++) {
        ((void (*)(id, SEL, id))(void *)objc_msgSend)(mr_object_at(elements, index), selector, argument);
    }
}

static void perform(id self, SEL _cmd, SEL selector) { perform_with(self, _cmd, selector, nil); }

// Returns the indexes in `among`, or all if that is nil, whose objects pass the test of a block; at most `limit`.
static id passing(id self, SEL _cmd, id among, unsigned long options, id block, size_t limit) {
    if (!mr_is_block(self, _cmd, block)) return nil;
    id before = mr_exception_pending(), elements = elements_of(self);
    id indexes = SEND(id, objc_getClass("NSMutableIndexSet"), "indexSet");
    bool stop = false, isReverse = options & 2;  // NSEnumerationReverse
    for (size_t step = 0, count = mr_count_of(elements); step < count && !stop; step++) {
        size_t index = isReverse ? count - 1 - step : step;
        if (among && !SEND_WITH(bool, among, "containsIndex:", (id, SEL, size_t), index)) continue;
        bool passes = CALL_BLOCK(bool, block, (id, id, size_t, bool *), mr_object_at(elements, index), index, &stop);
        if (mr_has_raised(before)) return nil;
        if (!passes) continue;
        SEND_WITH(void, indexes, "addIndex:", (id, SEL, size_t), index);
        if (--limit == 0) stop = true;
    }
    return indexes;
}

static id indexes_passing(id self, SEL _cmd, id block) { return passing(self, _cmd, nil, 0, block, SIZE_MAX); }

static id indexes_among_passing(id self, SEL _cmd, id among, unsigned long options, id block) {
    return passing(self, _cmd, among, options, block, SIZE_MAX);
}

static size_t index_among_passing(id self, SEL _cmd, id among, unsigned long options, id block) {
    id indexes = passing(self, _cmd, among, options, block, 1);
    return indexes ? SEND(size_t, indexes, "firstIndex") : NOT_FOUND;
}

static id sorted_by_function(id self, SEL _cmd, long (*compare)(id, id, void *), void *context) {
    size_t count = mr_count_of(self);
    id *objects = mr_room(count, sizeof *objects), elements = elements_of(self);
    for (size_t end = 0; end < count; end++) {
        // The place after all elements that are not greater, so that equal ones keep their order.
        id object = mr_object_at(elements, end);
        size_t low = 0, high = end;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (compare(objects[middle], object, context) > 0) high = middle;
            else low = middle + 1;
        }
        for (size_t index = end; index > low; index--) objects[index] = objects[index - 1];
        objects[low] = object;
    }
    return array_of("NSArray", objects, count);
}

// ── Mutable arrays ──────────────────────────────────────────────────────────────────────────────────

static void remove_range(id self, SEL _cmd, mr_range range) {
    if (!mr_is_in_range(self, _cmd, range, mr_count_of(self))) return;
    id indexes = SEND_WITH(id, objc_getClass("NSIndexSet"), "indexSetWithIndexesInRange:", (id, SEL, mr_range), range);
    SEND_WITH(void, self, "removeObjectsAtIndexes:", (id, SEL, id), indexes);
}

static void remove_all_of(id self, SEL _cmd, id other) {
    id before = mr_exception_pending(), objects = elements_of(other);
    for (size_t index = 0, count = mr_count_of(objects); index < count && !mr_has_raised(before); index++) {
        SEND_WITH(void, self, "removeObject:", (id, SEL, id), mr_object_at(objects, index));
    }
}

static void remove_identical(id self, SEL _cmd, id object) {
    for (size_t index = mr_count_of(self); index-- > 0;) {
        if (mr_object_at(self, index) == object)
            SEND_WITH(void, self, "removeObjectAtIndex:", (id, SEL, size_t), index);
    }
}

static void replace_range(id self, SEL _cmd, mr_range range, id others) {
    if (!mr_is_in_range(self, _cmd, range, mr_count_of(self))) return;
    id objects = objc_autorelease(SEND(id, others, "copy")), cls = (id)objc_getClass("NSIndexSet");
    mr_range places = {range.location, mr_count_of(objects)};
    remove_range(self, _cmd, range);
    id indexes = SEND_WITH(id, cls, "indexSetWithIndexesInRange:", (id, SEL, mr_range), places);
    SEND_WITH(void, self, "insertObjects:atIndexes:", (id, SEL, id, id), objects, indexes);
}

static void sort_by_function(id self, SEL _cmd, long (*compare)(id, id, void *), void *context) {
    SEND_WITH(void, self, "setArray:", (id, SEL, id), sorted_by_function(self, _cmd, compare, context));
}

// ── Ordered sets ────────────────────────────────────────────────────────────────────────────────────

static id reversed(id self, SEL _cmd) {
    id members = SEND(id, SEND(id, self, "reverseObjectEnumerator"), "allObjects");
    return SEND_WITH(id, objc_getClass("NSOrderedSet"), "orderedSetWithArray:", (id, SEL, id), members);
}

// Puts the members at some indexes, in their order, before the member that is at `index` without them.
static void move_objects(id self, SEL _cmd, id indexes, size_t index) {
    id members = SEND_WITH(id, self, "objectsAtIndexes:", (id, SEL, id), indexes),
       cls = (id)objc_getClass("NSIndexSet");
    if (members == nil) return;  // an exception was raised
    mr_range range = {index, mr_count_of(members)};
    SEND_WITH(void, self, "removeObjectsAtIndexes:", (id, SEL, id), indexes);
    id places = SEND_WITH(id, cls, "indexSetWithIndexesInRange:", (id, SEL, mr_range), range);
    SEND_WITH(void, self, "insertObjects:atIndexes:", (id, SEL, id, id), members, places);
}

static void exchange(id self, SEL _cmd, size_t first, size_t second) {
    size_t count = mr_count_of(self);
    size_t low = first < second ? first : second, high = first < second ? second : first;
    if (!mr_is_in_range(self, _cmd, (mr_range){high, 1}, count) || low == high) return;
    id cls = (id)objc_getClass("NSIndexSet");
    SEND_WITH(void, self, "moveObjectsAtIndexes:toIndex:", (id, SEL, id, size_t),
              SEND_WITH(id, cls, "indexSetWithIndex:", (id, SEL, size_t), high), low);
    SEND_WITH(void, self, "moveObjectsAtIndexes:toIndex:", (id, SEL, id, size_t),
              SEND_WITH(id, cls, "indexSetWithIndex:", (id, SEL, size_t), low + 1), high);
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

void mr_arrays_boot(void) {
#define RANGE "{_NSRange=QQ}"
    static const mr_method_entry ordered[] = {
        {"getObjects:range:", "v40@0:8^@16" RANGE "24", (IMP)get_objects},
        {"indexesOfObjectsPassingTest:", "@24@0:8@?16", (IMP)indexes_passing},
        {"indexesOfObjectsAtIndexes:options:passingTest:", "@40@0:8@16Q24@?32", (IMP)indexes_among_passing},
        {"indexOfObjectAtIndexes:options:passingTest:", "Q40@0:8@16Q24@?32", (IMP)index_among_passing},
    };
    static const mr_method_entry array[] = {
        {"subarrayWithRange:", "@32@0:8" RANGE "16", (IMP)subarray},
        {"indexOfObject:inRange:", "Q40@0:8@16" RANGE "24", (IMP)index_in_range},
        {"arrayByAddingObjectsFromArray:", "@24@0:8@16", (IMP)adding_array},
        {"firstObjectCommonWithArray:", "@24@0:8@16", (IMP)first_common},
        {"makeObjectsPerformSelector:", "v24@0:8:16", (IMP)perform},
        {"makeObjectsPerformSelector:withObject:", "v32@0:8:16@24", (IMP)perform_with},
        {"sortedArrayUsingFunction:context:", "@32@0:8^?16^v24", (IMP)sorted_by_function},
    };
    static const mr_method_entry set[] = {
        {"makeObjectsPerformSelector:", "v24@0:8:16", (IMP)perform},
        {"makeObjectsPerformSelector:withObject:", "v32@0:8:16@24", (IMP)perform_with},
    };
    static const mr_method_entry mutable_ordered[] = {
        {"removeObjectsInArray:", "v24@0:8@16", (IMP)remove_all_of},
        {"removeObjectsInRange:", "v32@0:8" RANGE "16", (IMP)remove_range},
    };
    static const mr_method_entry mutable_array[] = {
        {"removeObjectIdenticalTo:", "v24@0:8@16", (IMP)remove_identical},
        {"replaceObjectsInRange:withObjectsFromArray:", "v40@0:8" RANGE "16@32", (IMP)replace_range},
        {"sortUsingFunction:context:", "v32@0:8^?16^v24", (IMP)sort_by_function},
    };
    static const mr_method_entry ordered_set[] = {{"reversedOrderedSet", "@16@0:8", (IMP)reversed}};
    static const mr_method_entry mutable_ordered_set[] = {
        {"moveObjectsAtIndexes:toIndex:", "v32@0:8@16Q24", (IMP)move_objects},
        {"exchangeObjectAtIndex:withObjectAtIndex:", "v32@0:8Q16Q24", (IMP)exchange},
    };
    ADD_METHODS("NSOrderedSet", ordered_set);
    ADD_METHODS("NSMutableOrderedSet", mutable_ordered_set);
    ADD_METHODS("NSArray", ordered);
    ADD_METHODS("NSOrderedSet", ordered);
    ADD_METHODS("NSArray", array);
    ADD_METHODS("NSSet", set);
    ADD_METHODS("NSMutableArray", mutable_ordered);
    ADD_METHODS("NSMutableOrderedSet", mutable_ordered);
    ADD_METHODS("NSMutableArray", mutable_array);
}
