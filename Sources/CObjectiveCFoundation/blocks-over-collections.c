// blocks-over-collections.c - enumerating, testing and sorting collections, such as -enumerateObjectsUsingBlock:.
//
// The methods read a collection by its own messages, so they work for subclasses too. A loop ends when the block sets
// *stop, when it raises an exception, or when the collection has changed, which raises an exception like in `for in`.
// No method takes a lock, and all memory that they allocate is autoreleased, so an exception that leaves a block leaks
// nothing. Several threads may enumerate a collection at the same time if none changes it.
#include "foundation.h"

enum {
    IS_REVERSE = 2
};  // NSEnumerationReverse. NSEnumerationConcurrent is ignored: a loop always runs on the calling thread.

bool mr_is_block(id self, SEL _cmd, id block) {
    if (block) return true;
    mr_raise("NSInvalidArgumentException", "*** -[%s %s]: block cannot be nil", object_getClassName(self),
             sel_getName(_cmd));
    return false;
}

// ── Loops ───────────────────────────────────────────────────────────────────────────────────────────

// A loop by fast enumeration over the members of a collection, or over the keys of a dictionary.
typedef struct {
    struct mr_enumeration state;
    id collection, before, room[16];
    size_t index, count;
    unsigned long mutations;
    bool has_begun;
} mr_loop;

static bool is_unchanged(const mr_loop *loop) {
    if (loop->state.mutations == NULL || *loop->state.mutations == loop->mutations) return true;
    objc_enumerationMutation(loop->collection);
    return false;
}

// Sets *out to the next member, borrowed. Returns false at the end and if an exception was raised.
static bool next(mr_loop *loop, id *out) {
    if (loop->has_begun && (mr_has_raised(loop->before) || !is_unchanged(loop))) return false;
    if (loop->index == loop->count) {
        SEL enumerate = sel_registerName("countByEnumeratingWithState:objects:count:");
        loop->count = ((size_t(*)(id, SEL, struct mr_enumeration *, id *, size_t))(void *)objc_msgSend)(
            loop->collection, enumerate, &loop->state, loop->room, sizeof loop->room / sizeof *loop->room);
        loop->index = 0;
        if (loop->count == 0 || mr_has_raised(loop->before)) return false;
        if (!loop->has_begun && loop->state.mutations) loop->mutations = *loop->state.mutations;
        loop->has_begun = true;
    }
    *out = loop->state.items[loop->index++];
    return true;
}

static mr_loop loop_over(id collection) {
    return (mr_loop){.collection = collection, .before = mr_exception_pending()};
}

static void enumerate_forwards(id self, id block) {
    mr_loop loop = loop_over(self);
    bool stop = false;
    id object;
    for (size_t index = 0; !stop && next(&loop, &object); index++) {
        CALL_BLOCK(void, block, (id, id, size_t, bool *), object, index, &stop);
    }
}

// Fast enumeration goes forwards only. It is begun nevertheless, because it provides the address of the mutation count.
static void enumerate_backwards(id self, id block) {
    mr_loop loop = loop_over(self);
    bool stop = false;
    id object;
    if (!next(&loop, &object)) return;
    for (size_t index = mr_count_of(self); index-- > 0 && !stop;) {
        if (mr_has_raised(loop.before) || !is_unchanged(&loop)) return;
        object = mr_object_at(self, index);
        if (mr_has_raised(loop.before)) return;
        CALL_BLOCK(void, block, (id, id, size_t, bool *), object, index, &stop);
    }
}

static void enumerate_objects(id self, SEL _cmd, id block) {
    if (mr_is_block(self, _cmd, block)) enumerate_forwards(self, block);
}

static void enumerate_with_options(id self, SEL _cmd, unsigned long options, id block) {
    if (!mr_is_block(self, _cmd, block)) return;
    (options & IS_REVERSE ? enumerate_backwards : enumerate_forwards)(self, block);
}

static void enumerate_set(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return;
    mr_loop loop = loop_over(self);
    bool stop = false;
    for (id object; !stop && next(&loop, &object);) CALL_BLOCK(void, block, (id, id, bool *), object, &stop);
}

static void enumerate_entries(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return;
    mr_loop loop = loop_over(self);
    SEL get = sel_registerName("objectForKey:");
    bool stop = false;
    for (id key; !stop && next(&loop, &key);) {
        id object = ((id(*)(id, SEL, id))(void *)objc_msgSend)(self, get, key);
        if (mr_has_raised(loop.before)) return;
        CALL_BLOCK(void, block, (id, id, id, bool *), key, object, &stop);
    }
}

static size_t index_passing(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return NOT_FOUND;
    mr_loop loop = loop_over(self);
    bool stop = false;
    id object;
    for (size_t index = 0; !stop && next(&loop, &object); index++) {
        bool passes = CALL_BLOCK(bool, block, (id, id, size_t, bool *), object, index, &stop);
        if (passes && !mr_has_raised(loop.before)) return index;
    }
    return NOT_FOUND;
}

// ── Sorting ─────────────────────────────────────────────────────────────────────────────────────────

// How to compare two objects: by a block, or by sending `selector` to the first with the second as its argument.
typedef struct {
    id block;
    SEL selector;
    id before;
} mr_order;

static bool is_descending(const mr_order *order, id first, id second) {
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

// Returns memory for `count` objects that is freed when the autorelease pool is popped, so that an exception does not
// leak it.
static id *autoreleased_room(size_t count) {
    id holder = class_createInstance(objc_getClass("NSObject"), count * sizeof(id));
    return (id *)object_getIndexedIvars(objc_autorelease(holder));
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
    id *objects = autoreleased_room(count), *room = autoreleased_room(count);
    mr_loop loop = loop_over(members);
    for (size_t index = 0; index < count && next(&loop, &objects[index]);) index++;
    objects = sort(objects, room, count, &order);
    if (mr_has_raised(order.before)) return nil;
    return ((id(*)(Class, SEL, const id *, size_t))(void *)objc_msgSend)(array, make, objects, count);
}

static id sorted_by_comparator(id self, SEL _cmd, id block) {
    return mr_is_block(self, _cmd, block) ? sorted(self, (mr_order){.block = block}) : nil;
}

static id sorted_by_selector(id self, SEL _cmd, SEL selector) { return sorted(self, (mr_order){.selector = selector}); }

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

static void sort_by_selector(id self, SEL _cmd, SEL selector) {
    set_members(self, sorted_by_selector(self, _cmd, selector));
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

#define ADD(name, methods) mr_class_prepend_methods(objc_getClass(name), methods, sizeof methods / sizeof *methods)

void mr_blocks_over_collections_boot(void) {
    static const mr_method_entry set[] = {{"enumerateObjectsUsingBlock:", "v24@0:8@?16", (IMP)enumerate_set}};
    static const mr_method_entry dictionary[] = {
        {"enumerateKeysAndObjectsUsingBlock:", "v24@0:8@?16", (IMP)enumerate_entries}};
    static const mr_method_entry ordered[] = {
        {"enumerateObjectsUsingBlock:", "v24@0:8@?16", (IMP)enumerate_objects},
        {"enumerateObjectsWithOptions:usingBlock:", "v32@0:8Q16@?24", (IMP)enumerate_with_options},
        {"indexOfObjectPassingTest:", "Q24@0:8@?16", (IMP)index_passing},
        {"sortedArrayUsingComparator:", "@24@0:8@?16", (IMP)sorted_by_comparator},
    };
    static const mr_method_entry array[] = {{"sortedArrayUsingSelector:", "@24@0:8:16", (IMP)sorted_by_selector}};
    static const mr_method_entry mutable_ordered[] = {{"sortUsingComparator:", "v24@0:8@?16", (IMP)sort_by_comparator}};
    static const mr_method_entry mutable_array[] = {{"sortUsingSelector:", "v24@0:8:16", (IMP)sort_by_selector}};
    ADD("NSSet", set);
    ADD("NSDictionary", dictionary);
    ADD("NSArray", ordered);
    ADD("NSOrderedSet", ordered);
    ADD("NSArray", array);
    ADD("NSMutableArray", mutable_ordered);
    ADD("NSMutableOrderedSet", mutable_ordered);
    ADD("NSMutableArray", mutable_array);
}
