// index-sets.c - enumerating, testing and counting the indexes of an NSIndexSet.
//
// The methods use the messages of the set, so they work for subclasses too. They take no locks. A loop ends when the
// block sets *stop or raises an exception.
#include "foundation.h"

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

// Returns the range of indexes that begins at `start`, which is in the set.
static mr_range range_from(id set, size_t start) {
    mr_range range = {start, 1};
    while (contains(set, start + range.length)) range.length++;
    return range;
}

static void enumerate_ranges(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return;
    id pending = mr_exception_pending(), set = objc_autorelease(SEND(id, self, "copy"));
    bool stop = false;
    for (size_t index = first_of(set); index != NOT_FOUND && !stop && !mr_has_raised(pending);) {
        mr_range range = range_from(set, index);
        CALL_BLOCK(void, block, (id, mr_range, bool *), range, &stop);
        index = after(set, range.location + range.length - 1);
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
    size_t count = 0, index = at_or_after(self, NULL, range.location);
    for (; index != NOT_FOUND && index - range.location < range.length; index = after(self, index)) count++;
    return count;
}

static BOOL contains_range(id self, SEL _cmd, mr_range range) {
    return count_in_range(self, _cmd, range) == range.length;
}

static BOOL intersects_range(id self, SEL _cmd, mr_range range) { return count_in_range(self, _cmd, range) > 0; }

static BOOL contains_all(id self, SEL _cmd, id other) {
    for (size_t index = first_of(other); index != NOT_FOUND; index = after(other, index)) {
        if (!contains(self, index)) return NO;
    }
    return YES;
}

// Copies indexes to `indexes`. If `range` is not NULL, only those within it, which it then excludes up to the last one.
static size_t get_indexes(id self, SEL _cmd, size_t *indexes, size_t maximum, mr_range *range) {
    size_t count = 0, start = range ? range->location : 0;
    size_t end = range ? range->location + range->length : NOT_FOUND;
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
    id part = SEND(id, objc_getClass("NSMutableIndexSet"), "indexSet");
    for (size_t index = at_or_after(self, NULL, range.location);
         index != NOT_FOUND && index - range.location < range.length; index = after(self, index)) {
        SEND_WITH(void, part, "addIndex:", (id, SEL, size_t), index);
    }
    enumerate_with_options(part, _cmd, options, block);
}

// Moves the indexes from `start` on. If they move down, they replace the indexes there.
static void shift(id self, SEL _cmd, size_t start, long distance) {
    id moved = SEND(id, objc_getClass("NSMutableIndexSet"), "indexSet");
    for (size_t index = at_or_after(self, NULL, start); index != NOT_FOUND; index = after(self, index)) {
        SEND_WITH(void, moved, "addIndex:", (id, SEL, size_t), index + (size_t)distance);
    }
    size_t from = distance < 0 ? start - (size_t)-distance : start;
    SEND_WITH(void, self, "removeIndexesInRange:", (id, SEL, mr_range), ((mr_range){from, NOT_FOUND - from}));
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
