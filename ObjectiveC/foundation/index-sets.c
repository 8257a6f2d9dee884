// index-sets.c - enumerating, testing and counting the indexes of an NSIndexSet.
//
// The ranges of a set come from MiniFoundation, and single indexes by messages. The methods take no locks. A loop ends
// when the block sets *stop or raises an exception.
#include "foundation.h"

// Defined by MiniFoundation. Stores the first range of an index set that ends after an index. Returns false if there is
// none, or if the object, which is not nil, is no index set. O(log n).
extern bool mr_index_set_range(id set, size_t index, mr_range *range) __attribute__((weak));

static size_t first_of(id set) { return SEND(size_t, set, "firstIndex"); }
static size_t last_of(id set) { return SEND(size_t, set, "lastIndex"); }
static size_t after(id set, size_t index) {
    return SEND_WITH(size_t, set, "indexGreaterThanIndex:", (id, SEL, size_t), index);
}
static size_t before(id set, size_t index) {
    return SEND_WITH(size_t, set, "indexLessThanIndex:", (id, SEL, size_t), index);
}
static bool contains(id set, size_t index) { return SEND_WITH(bool, set, "containsIndex:", (id, SEL, size_t), index); }

static size_t at_or_after(id self, SEL _cmd, size_t index) {
    return contains(self, index) ? index : after(self, index);
}

static size_t at_or_before(id self, SEL _cmd, size_t index) {
    return contains(self, index) ? index : before(self, index);
}

static size_t end_of(mr_range range) {
    if (range.location >= NOT_FOUND) return NOT_FOUND;
    return range.length < NOT_FOUND - range.location ? range.location + range.length : NOT_FOUND;
}

// ── Loops ───────────────────────────────────────────────────────────────────────────────────────────

enum { IS_REVERSE = 2 };  // NSEnumerationReverse

static void enumerate_with_options(id self, SEL _cmd, unsigned long options, id block) {
    if (!mr_is_block(self, _cmd, block)) return;
    id pending = mr_exception_pending(), set = objc_autorelease(SEND(id, self, "copy"));
    bool stop = false, isReverse = options & IS_REVERSE;
    size_t index = isReverse ? last_of(set) : first_of(set);
    while (index != NOT_FOUND && !stop && !mr_has_raised(pending)) {
        CALL_BLOCK(void, block, (id, size_t, bool *), index, &stop);
        index = isReverse ? before(set, index) : after(set, index);
    }
}

static void enumerate(id self, SEL _cmd, id block) { enumerate_with_options(self, _cmd, 0, block); }

static void remove_range(id set, size_t start, size_t end) {
    SEND_WITH(void, set, "removeIndexesInRange:", (id, SEL, mr_range), ((mr_range){start, end - start}));
}

static void add_range(id set, size_t start, size_t end) {
    SEND_WITH(void, set, "addIndexesInRange:", (id, SEL, mr_range), ((mr_range){start, end - start}));
}

// Returns all indexes that a set lacks, autoreleased. They are the ends of its ranges, which may be long.
static id holes_of(id set) {
    id holes = SEND(id, objc_getClass("NSMutableIndexSet"), "indexSet");
    add_range(holes, 0, NOT_FOUND);
    SEND_WITH(void, holes, "removeIndexes:", (id, SEL, id), set);
    return holes;
}

// Returns the indexes of a set that are in a range, autoreleased.
static id part_of(id set, mr_range range) {
    id part = objc_autorelease(SEND(id, set, "mutableCopy"));
    size_t start = range.location < NOT_FOUND ? range.location : NOT_FOUND, end = end_of(range);
    remove_range(part, 0, start);
    remove_range(part, end, NOT_FOUND);
    return part;
}

static void enumerate_ranges(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return;
    id pending = mr_exception_pending(), set = objc_autorelease(SEND(id, self, "copy"));
    bool stop = false;
    mr_range range;
    for (size_t start = 0; !stop && !mr_has_raised(pending) && mr_index_set_range(set, start, &range);) {
        start = end_of(range);
        CALL_BLOCK(void, block, (id, mr_range, bool *), range, &stop);
    }
}

// ── Tests ───────────────────────────────────────────────────────────────────────────────────────────

static size_t index_passing(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return NOT_FOUND;
    id pending = mr_exception_pending();
    bool stop = false;
    for (size_t index = first_of(self); index != NOT_FOUND && !stop; index = after(self, index)) {
        bool passes = CALL_BLOCK(bool, block, (id, size_t, bool *), index, &stop);
        if (mr_has_raised(pending)) break;
        if (passes) return index;
    }
    return NOT_FOUND;
}

static id indexes_passing(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return nil;
    id pending = mr_exception_pending(), found = SEND(id, objc_getClass("NSMutableIndexSet"), "indexSet");
    bool stop = false;
    for (size_t index = first_of(self); index != NOT_FOUND && !stop; index = after(self, index)) {
        bool passes = CALL_BLOCK(bool, block, (id, size_t, bool *), index, &stop);
        if (mr_has_raised(pending)) return nil;
        if (passes) SEND_WITH(void, found, "addIndex:", (id, SEL, size_t), index);
    }
    return found;
}

static size_t count_in_range(id self, SEL _cmd, mr_range range) {
    size_t count = 0, start = range.location, end = end_of(range);
    mr_range found;
    while (start < end && mr_index_set_range(self, start, &found) && found.location < end) {
        size_t from = found.location > start ? found.location : start, to = end_of(found) < end ? end_of(found) : end;
        count += to - from;
        start = end_of(found);
    }
    return count;
}

static BOOL contains_range(id self, SEL _cmd, mr_range range) {
    mr_range found;
    if (range.length == 0) return YES;
    return mr_index_set_range(self, range.location, &found) && found.location <= range.location &&
           range.length <= end_of(found) - range.location;
}

static BOOL intersects_range(id self, SEL _cmd, mr_range range) {
    mr_range found;
    return range.length && mr_index_set_range(self, range.location, &found) && found.location < end_of(range);
}

static BOOL contains_all(id self, SEL _cmd, id other) {
    size_t start = first_of(other);  // raises for another object
    mr_range range;
    for (; other && mr_index_set_range(other, start, &range); start = end_of(range)) {
        if (!contains_range(self, _cmd, range)) return NO;
    }
    return YES;
}

// Copies indexes to `indexes`. If `range` is not NULL, only those within it, which it then excludes up to the last one.
static size_t get_indexes(id self, SEL _cmd, size_t *indexes, size_t maximum, mr_range *range) {
    size_t count = 0, start = range ? range->location : 0;
    size_t end = range ? end_of(*range) : NOT_FOUND;
    size_t index = at_or_after(self, NULL, start);
    for (; index != NOT_FOUND && index < end && count < maximum; index = after(self, index)) {
        indexes[count++] = index;
    }
    if (range && count) {
        range->location = indexes[count - 1] + 1;
        range->length = end - range->location;
    }
    return count;
}

static void enumerate_in_range(id self, SEL _cmd, mr_range range, unsigned long options, id block) {
    enumerate_with_options(part_of(self, range), _cmd, options, block);
}

// Moves the indexes from `start` on. If they move down, they replace the indexes there.
static void shift(id self, SEL _cmd, size_t start, long distance) {
    if (start > NOT_FOUND) start = NOT_FOUND;
    id part = part_of(self, (mr_range){start, NOT_FOUND}), holes = holes_of(part);
    size_t first = first_of(part), steps = distance < 0 ? 0 - (size_t)distance : (size_t)distance;
    if (first != NOT_FOUND && (distance < 0 ? steps > first : steps >= NOT_FOUND - last_of(part))) {
        mr_raise("NSRangeException", "*** -[%s %s]: indexes from %zu on cannot be moved by %ld",
                 object_getClassName(self), sel_getName(_cmd), first, distance);
        return;
    }
    id moved = SEND(id, objc_getClass("NSMutableIndexSet"), "indexSet");
    for (size_t from = first, end; from != NOT_FOUND; from = after(part, end)) {
        end = after(holes, from);
        add_range(moved, from + (size_t)distance, end + (size_t)distance);
    }
    remove_range(self, distance >= 0 ? start : steps < start ? start - steps : 0, NOT_FOUND);
    SEND_WITH(void, self, "addIndexes:", (id, SEL, id), moved);
}

void mr_index_sets_boot(void) {
#define RANGE "{_NSRange=QQ}"
    static const mr_method_entry methods[] = {
        {"indexGreaterThanOrEqualToIndex:", "Q24@0:8Q16", (IMP)at_or_after},
        {"indexLessThanOrEqualToIndex:", "Q24@0:8Q16", (IMP)at_or_before},
        {"enumerateIndexesUsingBlock:", "v24@0:8@?16", (IMP)enumerate},
        {"enumerateIndexesWithOptions:usingBlock:", "v32@0:8Q16@?24", (IMP)enumerate_with_options},
        {"enumerateIndexesInRange:options:usingBlock:", "v48@0:8" RANGE "16Q32@?40", (IMP)enumerate_in_range},
        {"enumerateRangesUsingBlock:", "v24@0:8@?16", (IMP)enumerate_ranges},
        {"indexPassingTest:", "Q24@0:8@?16", (IMP)index_passing},
        {"indexesPassingTest:", "@24@0:8@?16", (IMP)indexes_passing},
        {"countOfIndexesInRange:", "Q32@0:8" RANGE "16", (IMP)count_in_range},
        {"containsIndexesInRange:", "B32@0:8" RANGE "16", (IMP)contains_range},
        {"intersectsIndexesInRange:", "B32@0:8" RANGE "16", (IMP)intersects_range},
        {"containsIndexes:", "B24@0:8@16", (IMP)contains_all},
        {"getIndexes:maxCount:inIndexRange:", "Q40@0:8^Q16Q24^" RANGE "32", (IMP)get_indexes},
    };
    static const mr_method_entry changing[] = {{"shiftIndexesStartingAtIndex:by:", "v32@0:8Q16q24", (IMP)shift}};
    ADD_METHODS("NSIndexSet", methods);
    ADD_METHODS("NSMutableIndexSet", changing);
}
