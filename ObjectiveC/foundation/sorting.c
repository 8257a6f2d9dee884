// sorting.c - sorting collections with blocks, selectors and sort descriptors. Equal objects keep their order.
#include "foundation.h"

// How to compare two objects: by a block, by an array of NSSortDescriptors, or by sending `selector` to the first with
// the second as its argument.
typedef struct {
    id block, descriptors;
    SEL selector;
    id before;
} mr_order;

// The first descriptor by which the objects differ decides.
static bool is_descending_by(id descriptors, id first, id second) {
    for (size_t index = 0, count = mr_count_of(descriptors); index < count; index++) {
        long order = SEND_WITH(long, mr_object_at(descriptors, index), "compareObject:toObject:", (id, SEL, id, id),
                               first, second);
        if (order != 0) return order > 0;
    }
    return false;
}

static bool is_descending(const mr_order *order, id first, id second) {
    if (order->descriptors) return is_descending_by(order->descriptors, first, second);
    if (order->block) return CALL_BLOCK(long, order->block, (id, id, id), first, second) > 0;
    return ((long (*)(id, SEL, id))(void *)objc_msgSend)(first, order->selector, second) > 0;
}

// Merges two adjacent sorted lists: `from` up to `middle`, and from `middle` to `end`. Equal objects keep their order.
static void merge(const id *from, size_t middle, size_t end, id *to, const mr_order *order) {
    size_t left = 0, right = middle;
    while (left < middle && right < end && !mr_has_raised(order->before)) {
        *to++ = is_descending(order, from[left], from[right]) ? from[right++] : from[left++];
    }
    while (left < middle) *to++ = from[left++];
    while (right < end) *to++ = from[right++];
}

// Sorts `objects` by merging lists of one, two, four … objects. Returns the sorted list, which is in `objects` or
// `room`. If the comparison is inconsistent, the order is unspecified. O(n log n).
static id *sort(id *objects, id *room, size_t count, const mr_order *order) {
    for (size_t length = 1; length < count; length *= 2) {
        for (size_t start = 0; start < count; start += 2 * length) {
            size_t rest = count - start, middle = length < rest ? length : rest;
            merge(objects + start, middle, 2 * length < rest ? 2 * length : rest, room + start, order);
        }
        id *sorted = room;
        room = objects;
        objects = sorted;
    }
    return objects;
}

// Returns a new, sorted array of the members of an array or an ordered set, autoreleased; nil if an exception was
// raised.
static id sorted(id self, mr_order order) {
    order.before = mr_exception_pending();
    Class array = objc_getClass("NSArray");
    SEL make = sel_registerName("arrayWithObjects:count:");
    // A new array of the members keeps them alive while they are compared.
    id members = SEND(id, SEND(id, self, "objectEnumerator"), "allObjects");
    if (mr_has_raised(order.before)) return nil;
    size_t count = mr_count_of(members);
    id *objects = mr_room(count, sizeof(id)), *room = mr_room(count, sizeof(id));
    for (size_t index = 0; index < count; index++) objects[index] = mr_object_at(members, index);
    objects = sort(objects, room, count, &order);
    if (mr_has_raised(order.before)) return nil;
    return ((id(*)(Class, SEL, const id *, size_t))(void *)objc_msgSend)(array, make, objects, count);
}

static id sorted_by_comparator(id self, SEL _cmd, id block) {
    return mr_is_block(self, _cmd, block) ? sorted(self, (mr_order){.block = block}) : nil;
}

static id sorted_with_options(id self, SEL _cmd, unsigned long options, id block) {
    return sorted_by_comparator(self, _cmd, block);
}

static id sorted_by_selector(id self, SEL _cmd, SEL selector) { return sorted(self, (mr_order){.selector = selector}); }

static id sorted_by_descriptors(id self, SEL _cmd, id descriptors) {
    return sorted(self, (mr_order){.descriptors = descriptors});
}

static void set_members(id self, id members) {
    if (members == nil) return;
    SEL add = sel_registerName("addObjectsFromArray:");
    id before = mr_exception_pending();
    SEND(void, self, "removeAllObjects");
    if (!mr_has_raised(before)) ((void (*)(id, SEL, id))(void *)objc_msgSend)(self, add, members);
}

static void sort_by_comparator(id self, SEL _cmd, id block) {
    set_members(self, sorted_by_comparator(self, _cmd, block));
}

static void sort_with_options(id self, SEL _cmd, unsigned long options, id block) {
    sort_by_comparator(self, _cmd, block);
}

static void sort_by_selector(id self, SEL _cmd, SEL selector) {
    set_members(self, sorted_by_selector(self, _cmd, selector));
}

static void sort_by_descriptors(id self, SEL _cmd, id descriptors) {
    set_members(self, sorted_by_descriptors(self, _cmd, descriptors));
}

// ── Searching a sorted array ────────────────────────────────────────────────────────────────────────

// NSBinarySearchingOptions
enum { FIRST_EQUAL = 256, LAST_EQUAL = 512, INSERTION_INDEX = 1024 };

// Returns the index of an equal object, or of the first or last one; the place for a new one if the options ask for it;
// else NOT_FOUND. O(log n).
static size_t index_in_sorted(id self, SEL _cmd, id object, mr_range range, unsigned long options, id block) {
    if (!mr_is_block(self, _cmd, block) || !mr_is_in_range(self, _cmd, range, mr_count_of(self))) return NOT_FOUND;
    id before = mr_exception_pending();
    size_t low = range.location, high = low + range.length;
    bool isFound = false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        long order = CALL_BLOCK(long, block, (id, id, id), mr_object_at(self, middle), object);
        if (mr_has_raised(before)) return NOT_FOUND;
        isFound = isFound || order == 0;
        if (order == 0 && !(options & (FIRST_EQUAL | LAST_EQUAL))) return middle;
        bool isAfter = order < 0 || (order == 0 && options & LAST_EQUAL);
        *(isAfter ? &low : &high) = isAfter ? middle + 1 : middle;
    }
    if (options & INSERTION_INDEX) return low;
    return isFound ? (options & LAST_EQUAL ? low - 1 : low) : NOT_FOUND;
}

void mr_sorting_boot(void) {
    static const mr_method_entry all[] = {{"sortedArrayUsingDescriptors:", "@24@0:8@16", (IMP)sorted_by_descriptors}};
    static const mr_method_entry ordered[] = {
        {"sortedArrayUsingComparator:", "@24@0:8@?16", (IMP)sorted_by_comparator},
        {"sortedArrayWithOptions:usingComparator:", "@32@0:8Q16@?24", (IMP)sorted_with_options}};
    static const mr_method_entry array[] = {
        {"sortedArrayUsingSelector:", "@24@0:8:16", (IMP)sorted_by_selector},
        {"indexOfObject:inSortedRange:options:usingComparator:", "Q56@0:8@16{_NSRange=QQ}24Q40@?48",
         (IMP)index_in_sorted},
    };
    static const mr_method_entry mutable_ordered[] = {
        {"sortUsingComparator:", "v24@0:8@?16", (IMP)sort_by_comparator},
        {"sortWithOptions:usingComparator:", "v32@0:8Q16@?24", (IMP)sort_with_options},
        {"sortUsingDescriptors:", "v24@0:8@16", (IMP)sort_by_descriptors},
    };
    static const mr_method_entry mutable_array[] = {{"sortUsingSelector:", "v24@0:8:16", (IMP)sort_by_selector}};
    ADD_METHODS("NSArray", all);
    ADD_METHODS("NSOrderedSet", all);
    ADD_METHODS("NSSet", all);
    ADD_METHODS("NSArray", ordered);
    ADD_METHODS("NSOrderedSet", ordered);
    ADD_METHODS("NSArray", array);
    ADD_METHODS("NSMutableArray", mutable_ordered);
    ADD_METHODS("NSMutableOrderedSet", mutable_ordered);
    ADD_METHODS("NSMutableArray", mutable_array);
}
