// blocks-over-collections.c - enumerating and testing collections, such as -enumerateObjectsUsingBlock:.
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

// A loop in any order. Fast enumeration goes forwards only. It is begun nevertheless, because it provides the address
// of the mutation count.
static mr_loop loop_by_index(id collection) {
    mr_loop loop = loop_over(collection);
    id first;
    if (!next(&loop, &first)) loop.state.mutations = NULL;
    return loop;
}

// Returns the member at an index, borrowed; nil if an exception was raised or if the collection has changed.
static id member_at(const mr_loop *loop, size_t index) {
    if (mr_has_raised(loop->before) || !is_unchanged(loop)) return nil;
    id object = mr_object_at(loop->collection, index);
    return mr_has_raised(loop->before) ? nil : object;
}

static void enumerate_backwards(id self, id block) {
    mr_loop loop = loop_by_index(self);
    bool stop = false;
    for (size_t index = mr_count_of(self); index-- > 0 && !stop;) {
        id object = member_at(&loop, index);
        if (object == nil) return;
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

static size_t index_with_options(id self, SEL _cmd, unsigned long options, id block) {
    if (!(options & IS_REVERSE)) return index_passing(self, _cmd, block);
    if (!mr_is_block(self, _cmd, block)) return NOT_FOUND;
    mr_loop loop = loop_by_index(self);
    bool stop = false;
    for (size_t index = mr_count_of(self); index-- > 0 && !stop;) {
        id object = member_at(&loop, index);
        if (object == nil) break;
        bool passes = CALL_BLOCK(bool, block, (id, id, size_t, bool *), object, index, &stop);
        if (passes && !mr_has_raised(loop.before)) return index;
    }
    return NOT_FOUND;
}

static void enumerate_at_indexes(id self, SEL _cmd, id indexes, unsigned long options, id block) {
    if (!mr_is_argument(self, _cmd, indexes) || !mr_is_block(self, _cmd, block)) return;
    mr_loop loop = loop_by_index(self);
    bool is_reverse = options & IS_REVERSE, stop = false;
    SEL step = sel_registerName(is_reverse ? "indexLessThanIndex:" : "indexGreaterThanIndex:");
    size_t index = is_reverse ? SEND(size_t, indexes, "lastIndex") : SEND(size_t, indexes, "firstIndex");
    while (index != NOT_FOUND && !stop) {
        id object = member_at(&loop, index);
        if (object == nil) return;
        CALL_BLOCK(void, block, (id, id, size_t, bool *), object, index, &stop);
        index = ((size_t(*)(id, SEL, size_t))(void *)objc_msgSend)(indexes, step, index);
    }
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
        {"enumerateObjectsAtIndexes:options:usingBlock:", "v40@0:8@16Q24@?32", (IMP)enumerate_at_indexes},
        {"indexOfObjectPassingTest:", "Q24@0:8@?16", (IMP)index_passing},
        {"indexOfObjectWithOptions:passingTest:", "Q32@0:8Q16@?24", (IMP)index_with_options},
    };
    ADD("NSSet", set);
    ADD("NSDictionary", dictionary);
    ADD("NSArray", ordered);
    ADD("NSOrderedSet", ordered);
}
