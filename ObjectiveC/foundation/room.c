// room.c - memory for as many elements as a program asks for, and the lengths that no memory can have.
//
// The process ends with a sentence if memory runs out. A length that is larger than any memory is an error of the
// caller, and raises an exception.
#include "foundation.h"

void *mr_room(size_t count, size_t size) {
    size_t total;
    bool isTooLarge = __builtin_add_overflow(count, 1, &count) || __builtin_mul_overflow(count, size, &total);
    id holder = isTooLarge ? nil : class_createInstance(objc_getClass("NSObject"), total);
    if (holder == nil) mr_fatal("out of memory for %zu elements of %zu bytes", count, size);
    return object_getIndexedIvars(objc_autorelease(holder));
}

bool mr_is_length(id self, SEL _cmd, size_t count, size_t size) {
    size_t most = (size_t)PTRDIFF_MAX / size;
    if (count <= most) return true;
    mr_raise("NSInvalidArgumentException", "*** -[%s %s]: length %zu is larger than the largest, %zu",
             object_getClassName(self), sel_getName(_cmd), count, most);
    return false;
}

bool mr_is_sum_of_lengths(id self, SEL _cmd, size_t length, size_t added, size_t *sum) {
    // The second length alone is too large, too, if the sum is larger than a size_t.
    *sum = length + added;
    return mr_is_length(self, _cmd, added, 1) && mr_is_length(self, _cmd, *sum, 1);
}
