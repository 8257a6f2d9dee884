// makers.c - methods that make collections from a list of arguments that ends with nil, such as +arrayWithObjects:.
//
// Each method counts the arguments, copies them to the stack and sends the initializer that takes a C array. So a
// subclass needs to override only that initializer. Any thread may call these methods.
#include <alloca.h>
#include <stdarg.h>

#include "foundation.h"

static id init_with_list(id self, const id *objects, size_t count) {
    SEL init = sel_registerName("initWithObjects:count:");
    return ((id(*)(id, SEL, const id *, size_t))(void *)objc_msgSend)(self, init, objects, count);
}

static id init_with_lists(id self, const id *objects, const id *keys, size_t count) {
    SEL init = sel_registerName("initWithObjects:forKeys:count:");
    return ((id(*)(id, SEL, const id *, const id *, size_t))(void *)objc_msgSend)(self, init, objects, keys, count);
}

// Returns the number of arguments before the nil that ends the list, `first` included.
static size_t count_list(id first, va_list list) {
    size_t count = 0;
    for (id object = first; object; object = va_arg(list, id)) count++;
    return count;
}

// Declares `objects` and `count`: the arguments from `first` on. alloca() is used because an exception may leave the
// method without freeing anything. This is a macro because alloca() allocates in its caller's frame.
#define READ_LIST(first, objects, count)                                                                               \
    va_list list;                                                                                                      \
    va_start(list, first);                                                                                             \
    size_t count = count_list(first, list);                                                                            \
    va_end(list);                                                                                                      \
    id *objects = alloca((count + 1) * sizeof *objects);                                                               \
    va_start(list, first);                                                                                             \
    for (size_t index = 0; index < count; index++) objects[index] = index ? va_arg(list, id) : first;                  \
    va_end(list)

// ── Arrays, sets and ordered sets ───────────────────────────────────────────────────────────────────

static id init_with_objects(id self, SEL _cmd, id first, ...) {
    READ_LIST(first, objects, count);
    return init_with_list(self, objects, count);
}

static id with_objects(id cls, SEL _cmd, id first, ...) {
    READ_LIST(first, objects, count);
    return objc_autorelease(init_with_list(SEND(id, cls, "alloc"), objects, count));
}

// ── Dictionaries ────────────────────────────────────────────────────────────────────────────────────

// Raises an exception and returns false if the last object of a list has no key. The list ends at the first nil, so an
// odd number of arguments before it means that a key is missing.
static bool is_paired(id self, SEL _cmd, size_t count) {
    if (count % 2 == 0) return true;
    bool is_class = class_isMetaClass(object_getClass(self));
    mr_raise("NSInvalidArgumentException",
             "*** %c[%s %s]: second object of each pair must be non-nil.  Or, did you forget to nil-terminate your "
             "parameter list?",
             is_class ? '+' : '-', is_class ? class_getName((Class)(void *)self) : object_getClassName(self),
             sel_getName(_cmd));
    return false;
}

// Copies the objects to the first half of `halves`, and the keys to the second half.
static void split(const id *pairs, id *halves, size_t count) {
    for (size_t index = 0; index < count; index++) halves[index / 2 + (index % 2) * (count / 2)] = pairs[index];
}

static id init_with_pairs(id self, SEL _cmd, id first, ...) {
    READ_LIST(first, pairs, count);
    if (count % 2) objc_autorelease(self);  // released even if the exception leaves this frame
    if (!is_paired(self, _cmd, count)) return nil;
    id *halves = alloca((count + 1) * sizeof *halves);
    split(pairs, halves, count);
    return init_with_lists(self, halves, halves + count / 2, count / 2);
}

static id with_pairs(id cls, SEL _cmd, id first, ...) {
    READ_LIST(first, pairs, count);
    if (!is_paired(cls, _cmd, count)) return nil;
    id *halves = alloca((count + 1) * sizeof *halves);
    split(pairs, halves, count);
    return objc_autorelease(init_with_lists(SEND(id, cls, "alloc"), halves, halves + count / 2, count / 2));
}

static void add(const char *name, mr_method_entry maker, mr_method_entry initializer) {
    Class cls = objc_getClass(name);
    assert(cls);
    mr_class_prepend_methods(object_getClass((id)cls), &maker, 1);
    mr_class_prepend_methods(cls, &initializer, 1);
}

void mr_makers_boot(void) {
#define TYPES "@24@0:8@16"
    const mr_method_entry initializer = {"initWithObjects:", TYPES, (IMP)init_with_objects};
    add("NSArray", (mr_method_entry){"arrayWithObjects:", TYPES, (IMP)with_objects}, initializer);
    add("NSSet", (mr_method_entry){"setWithObjects:", TYPES, (IMP)with_objects}, initializer);
    add("NSOrderedSet", (mr_method_entry){"orderedSetWithObjects:", TYPES, (IMP)with_objects}, initializer);
    add("NSDictionary", (mr_method_entry){"dictionaryWithObjectsAndKeys:", TYPES, (IMP)with_pairs},
        (mr_method_entry){"initWithObjectsAndKeys:", TYPES, (IMP)init_with_pairs});
}
