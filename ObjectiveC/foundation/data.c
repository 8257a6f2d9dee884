// data.c - NSData and NSMutableData: bytes as objects.
//
// Both classes have the same storage, memory of malloc. An NSData never changes, so any thread may read it; one thread
// at a time may use an NSMutableData. Subclasses override -length and -bytes, by which all other methods read.
#include <stdlib.h>
#include <string.h>

#include "foundation.h"

typedef struct {
    Class isa;
    char *bytes;  // NULL if the capacity is 0
    size_t length, capacity;
    bool is_borrowed;  // the memory belongs to somebody else
} mr_data;

static mr_data *data_of(id self) { return (mr_data *)(void *)self; }
static size_t length_of(id data) { return SEND(size_t, data, "length"); }
static const char *bytes_of(id data) { return SEND(const char *, data, "bytes"); }

// Copies bytes into a new object. NULL stands for zeros.
static id fill(id self, const void *bytes, size_t length) {
    mr_data *data = data_of(self);
    data->bytes = length == 0 ? NULL : bytes ? malloc(length) : calloc(1, length);
    if (length && data->bytes == NULL) mr_fatal("out of memory for an NSData of %zu bytes", length);
    if (length && bytes) memcpy(data->bytes, bytes, length);
    data->length = data->capacity = length;
    return self;
}

static id make(id cls, const void *bytes, size_t length) {
    return SEND_WITH(id, SEND(id, cls, "alloc"), "initWithBytes:length:", (id, SEL, const void *, size_t), bytes,
                     length);
}

// ── Making ──────────────────────────────────────────────────────────────────────────────────────────

static id init_with_bytes(id self, SEL _cmd, const void *bytes, size_t length) {
    if (mr_is_length(self, _cmd, length, 1)) return fill(self, bytes, length);
    objc_release(self);
    return nil;
}

static id init_without_copy(id self, SEL _cmd, void *bytes, size_t length, BOOL isFreed) {
    mr_data *data = data_of(self);
    bool is_missing = bytes == NULL && length;
    if (is_missing || !mr_is_length(self, _cmd, length, 1)) {
        if (is_missing) {
            mr_raise("NSInvalidArgumentException", "*** -[%s %s]: the bytes are NULL, and the length is %zu",
                     object_getClassName(self), sel_getName(_cmd), length);
        }
        objc_release(self);
        return nil;
    }
    data->bytes = bytes;
    data->length = data->capacity = length;
    data->is_borrowed = !isFreed;
    return self;
}

static id init_and_free(id self, SEL _cmd, void *bytes, size_t length) {
    return init_without_copy(self, _cmd, bytes, length, YES);
}

static id init_with_data(id self, SEL _cmd, id other) { return fill(self, bytes_of(other), length_of(other)); }

static id empty(id cls, SEL _cmd) { return objc_autorelease(make(cls, NULL, 0)); }

static id with_bytes(id cls, SEL _cmd, const void *bytes, size_t length) {
    return objc_autorelease(make(cls, bytes, length));
}

static id without_copy(id cls, SEL _cmd, void *bytes, size_t length, BOOL isFreed) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithBytesNoCopy:length:freeWhenDone:",
                                      (id, SEL, void *, size_t, BOOL), bytes, length, isFreed));
}

static id freeing(id cls, SEL _cmd, void *bytes, size_t length) { return without_copy(cls, _cmd, bytes, length, YES); }

static id with_data(id cls, SEL _cmd, id other) {
    return objc_autorelease(make(cls, bytes_of(other), length_of(other)));
}

static id copy(id self, SEL _cmd, void *zone) {
    bool isConstant = object_getClass(self) == objc_getClass("NSData");
    return isConstant ? objc_retain(self) : make((id)objc_getClass("NSData"), bytes_of(self), length_of(self));
}

static id mutable_copy(id self, SEL _cmd, void *zone) {
    return make((id)objc_getClass("NSMutableData"), bytes_of(self), length_of(self));
}

static void dealloc(id self, SEL _cmd) {
    if (!data_of(self)->is_borrowed) free(data_of(self)->bytes);
    object_dispose(self);
}

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────

static size_t length(id self, SEL _cmd) { return data_of(self)->length; }
static const void *bytes(id self, SEL _cmd) { return data_of(self)->bytes; }

static void get_range(id self, SEL _cmd, void *buffer, mr_range range) {
    if (mr_is_in_range(self, _cmd, range, length_of(self)) && range.length) {
        memmove(buffer, bytes_of(self) + range.location, range.length);
    }
}

static void get_bytes(id self, SEL _cmd, void *buffer, size_t count) {
    size_t length = length_of(self);
    if (length) memmove(buffer, bytes_of(self), count < length ? count : length);
}

// All bytes are in one place.
static void enumerate_ranges(id self, SEL _cmd, id block) {
    BOOL isStopped = NO;
    if (!mr_is_block(self, _cmd, block) || length_of(self) == 0) return;
    CALL_BLOCK(void, block, (id, const void *, mr_range, BOOL *), bytes_of(self), ((mr_range){0, length_of(self)}),
               &isStopped);
}

static id subdata(id self, SEL _cmd, mr_range range) {
    if (!mr_is_in_range(self, _cmd, range, length_of(self))) return nil;
    return with_bytes((id)objc_getClass("NSData"), _cmd, bytes_of(self) + range.location, range.length);
}

static BOOL is_equal(id self, SEL _cmd, id other) {
    if (self == other) return YES;
    if (!SEND_WITH(bool, other, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSData"))) return NO;
    size_t length = length_of(self);
    return length == length_of(other) && (length == 0 || memcmp(bytes_of(self), bytes_of(other), length) == 0);
}

// Reads the beginning and the end of long data, so that the cost has a limit.
static size_t hash(id self, SEL _cmd) {
    enum { MOST = 1024 };
    size_t length = length_of(self), part = length < MOST ? length : MOST;
    if (length == 0) return 0;
    const char *bytes = bytes_of(self);
    return (mr_hash_bytes(bytes, part) * 31 + mr_hash_bytes(bytes + length - part, part)) * 31 + length;
}

// `<0001ff>`, in groups of four bytes.
static id description(id self, SEL _cmd) {
    size_t length = length_of(self), end = 0;
    const unsigned char *bytes = (const unsigned char *)bytes_of(self);
    char *text = mr_room(length, 3);
    text[end++] = '<';
    for (size_t index = 0; index < length; index++) {
        if (index && index % 4 == 0) text[end++] = ' ';
        text[end++] = "0123456789abcdef"[bytes[index] >> 4];
        text[end++] = "0123456789abcdef"[bytes[index] & 15];
    }
    text[end] = '>';
    return mr_string_with_format("%s", text);
}

// NSDataSearchOptions
enum { FROM_END = 1, IS_ANCHORED = 2 };

static mr_range range_of(id self, SEL _cmd, id wanted, unsigned long options, mr_range range) {
    size_t count = length_of(wanted);
    if (!mr_is_in_range(self, _cmd, range, length_of(self)) || count == 0 || count > range.length) {
        return (mr_range){NOT_FOUND, 0};
    }
    const char *start = bytes_of(self) + range.location, *bytes = bytes_of(wanted);
    size_t last = range.length - count, steps = options & IS_ANCHORED ? 0 : last;
    for (size_t step = 0; step <= steps; step++) {
        size_t place = options & FROM_END ? last - step : step;
        if (memcmp(start + place, bytes, count) == 0) return (mr_range){range.location + place, count};
    }
    return (mr_range){NOT_FOUND, 0};
}

// ── Changing ────────────────────────────────────────────────────────────────────────────────────────

static void set_length(id self, SEL _cmd, size_t length) {
    mr_data *data = data_of(self);
    if (!mr_is_length(self, _cmd, length, 1)) return;
    if (length > data->capacity || data->is_borrowed) {
        size_t capacity = length > data->capacity * 2 ? length : data->capacity * 2;
        char *bytes = calloc(1, capacity ? capacity : 1);
        if (bytes == NULL) mr_fatal("out of memory for an NSMutableData of %zu bytes", capacity);
        if (data->length) memcpy(bytes, data->bytes, data->length);
        if (!data->is_borrowed) free(data->bytes);
        data->bytes = bytes;
        data->capacity = capacity;
        data->is_borrowed = false;
    } else if (length > data->length) memset(data->bytes + data->length, 0, length - data->length);
    data->length = length;
}

static char *mutable_bytes_of(id data) { return SEND(char *, data, "mutableBytes"); }

static void *mutable_bytes(id self, SEL _cmd) {
    if (data_of(self)->is_borrowed) set_length(self, _cmd, data_of(self)->length);
    return data_of(self)->bytes;
}

static void change_length(id data, size_t length) { SEND_WITH(void, data, "setLength:", (id, SEL, size_t), length); }

static bool overlaps(const char *memory, size_t size, const char *bytes, size_t count) {
    return (uintptr_t)bytes < (uintptr_t)memory + size && (uintptr_t)memory < (uintptr_t)bytes + count;
}

// Returns `bytes`, or an autoreleased copy of them if they are in the memory of the receiver, which a change moves.
static const void *bytes_outside(id self, const void *bytes, size_t count) {
    const mr_data *data = data_of(self);
    bool isOwn = bytes && (overlaps(data->bytes, data->capacity, bytes, count) ||
                           overlaps(bytes_of(self), length_of(self), bytes, count));
    return isOwn ? memcpy(mr_room(count, 1), bytes, count) : bytes;
}

// Returns the memory of at least `length` bytes. Returns NULL and raises an exception if a subclass does not have it.
static char *memory_of(id self, size_t length) {
    id before = mr_exception_pending();
    if (length > length_of(self)) change_length(self, length);
    char *memory = mr_has_raised(before) ? NULL : mutable_bytes_of(self);
    if (mr_has_raised(before)) return NULL;
    if (memory && length_of(self) >= length) return memory;
    if (length) {
        mr_raise("NSInternalInconsistencyException", "*** -[%s setLength:]: there is no memory for %zu bytes",
                 object_getClassName(self), length);
    }
    return NULL;
}

// Replaces a range of the `length` bytes by other bytes, or by zeros if `bytes` is NULL.
static void move_and_fill(id self, size_t length, mr_range range, const void *bytes, size_t count) {
    size_t rest = length - range.location - range.length, changed = length - range.length + count;
    char *memory = memory_of(self, changed > length ? changed : length);
    if (memory == NULL) return;
    char *place = memory + range.location;
    if (rest) memmove(place + count, place + range.length, rest);
    if (count && bytes) memcpy(place, bytes, count);
    if (count && bytes == NULL) memset(place, 0, count);
    if (changed < length) change_length(self, changed);
}

// Replaces a range by bytes, which may be the receiver's own, or by zeros if `bytes` is NULL.
static void replace_range(id self, SEL _cmd, mr_range range, const void *bytes, size_t count) {
    size_t length = length_of(self), changed;
    if (!mr_is_in_range(self, _cmd, range, length)) return;
    if (!mr_is_sum_of_lengths(self, _cmd, length - range.length, count, &changed)) return;
    void *pool = objc_autoreleasePoolPush();
    move_and_fill(self, length, range, bytes_outside(self, bytes, count), count);
    objc_autoreleasePoolPop(pool);
}

static void append_bytes(id self, SEL _cmd, const void *bytes, size_t count) {
    replace_range(self, _cmd, (mr_range){length_of(self), 0}, bytes, count);
}

static void append_data(id self, SEL _cmd, id other) { append_bytes(self, _cmd, bytes_of(other), length_of(other)); }

static void increase_length(id self, SEL _cmd, size_t count) {
    size_t changed;
    if (mr_is_sum_of_lengths(self, _cmd, length_of(self), count, &changed)) change_length(self, changed);
}

static void replace_same(id self, SEL _cmd, mr_range range, const void *bytes) {
    replace_range(self, _cmd, range, bytes, range.length);
}

static void reset_range(id self, SEL _cmd, mr_range range) { replace_range(self, _cmd, range, NULL, range.length); }

static void set_data(id self, SEL _cmd, id other) {
    replace_range(self, _cmd, (mr_range){0, length_of(self)}, bytes_of(other), length_of(other));
}

// Programs write to -mutableBytes before they set a length, so the memory exists. A capacity is only a hint:
// a lack of memory is no error.
static id init_with_capacity(id self, SEL _cmd, size_t capacity) {
    data_of(self)->bytes = capacity ? malloc(capacity) : NULL;
    data_of(self)->capacity = data_of(self)->bytes ? capacity : 0;
    return self;
}

static id init_with_length(id self, SEL _cmd, size_t length) { return init_with_bytes(self, _cmd, NULL, length); }

static id with_capacity(id cls, SEL _cmd, size_t capacity) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithCapacity:", (id, SEL, size_t), capacity));
}

static id with_length(id cls, SEL _cmd, size_t length) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithLength:", (id, SEL, size_t), length));
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

#define RANGE "{_NSRange=QQ}"
static const mr_method_entry makers[] = {
    {"data", "@16@0:8", (IMP)empty},
    {"dataWithBytes:length:", "@32@0:8r^v16Q24", (IMP)with_bytes},
    {"dataWithBytesNoCopy:length:", "@32@0:8^v16Q24", (IMP)freeing},
    {"dataWithBytesNoCopy:length:freeWhenDone:", "@36@0:8^v16Q24B32", (IMP)without_copy},
    {"dataWithData:", "@24@0:8@16", (IMP)with_data},
};
static const mr_method_entry methods[] = {
    {"initWithBytes:length:", "@32@0:8r^v16Q24", (IMP)init_with_bytes},
    {"initWithBytesNoCopy:length:", "@32@0:8^v16Q24", (IMP)init_and_free},
    {"initWithBytesNoCopy:length:freeWhenDone:", "@36@0:8^v16Q24B32", (IMP)init_without_copy},
    {"initWithData:", "@24@0:8@16", (IMP)init_with_data},
    {"dealloc", "v16@0:8", (IMP)dealloc},
    {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
    {"mutableCopyWithZone:", "@24@0:8^v16", (IMP)mutable_copy},
    {"length", "Q16@0:8", (IMP)length},
    {"bytes", "r^v16@0:8", (IMP)bytes},
    {"getBytes:range:", "v40@0:8^v16" RANGE "24", (IMP)get_range},
    {"getBytes:length:", "v32@0:8^v16Q24", (IMP)get_bytes},
    {"subdataWithRange:", "@32@0:8" RANGE "16", (IMP)subdata},
    {"rangeOfData:options:range:", RANGE "48@0:8@16Q24" RANGE "32", (IMP)range_of},
    {"isEqual:", "B24@0:8@16", (IMP)is_equal},
    {"isEqualToData:", "B24@0:8@16", (IMP)is_equal},
    {"enumerateByteRangesUsingBlock:", "v24@0:8@?16", (IMP)enumerate_ranges},
    {"hash", "Q16@0:8", (IMP)hash},
    {"description", "@16@0:8", (IMP)description},
};
static const mr_method_entry mutable_makers[] = {
    {"dataWithCapacity:", "@24@0:8Q16", (IMP)with_capacity},
    {"dataWithLength:", "@24@0:8Q16", (IMP)with_length},
};
static const mr_method_entry mutable_methods[] = {
    {"initWithCapacity:", "@24@0:8Q16", (IMP)init_with_capacity},
    {"initWithLength:", "@24@0:8Q16", (IMP)init_with_length},
    {"setLength:", "v24@0:8Q16", (IMP)set_length},
    {"mutableBytes", "^v16@0:8", (IMP)mutable_bytes},
    {"appendBytes:length:", "v32@0:8r^v16Q24", (IMP)append_bytes},
    {"appendData:", "v24@0:8@16", (IMP)append_data},
    {"increaseLengthBy:", "v24@0:8Q16", (IMP)increase_length},
    {"replaceBytesInRange:withBytes:", "v40@0:8" RANGE "16r^v32", (IMP)replace_same},
    {"replaceBytesInRange:withBytes:length:", "v48@0:8" RANGE "16r^v32Q40", (IMP)replace_range},
    {"resetBytesInRange:", "v32@0:8" RANGE "16", (IMP)reset_range},
    {"setData:", "v24@0:8@16", (IMP)set_data},
};

void mr_data_boot(void) {
    Class cls = MR_MAKE_CLASS("NSData", mr_data, methods);
    ADD_CLASS_METHODS_TO("NSData", makers);
    mr_adopt(cls, "NSCopying");
    mr_adopt(cls, "NSMutableCopying");
    Class changeable = objc_allocateClassPair(cls, "NSMutableData", 0);
    assert(changeable);
    mr_class_prepend_methods(changeable, mutable_methods, sizeof mutable_methods / sizeof *mutable_methods);
    objc_registerClassPair(changeable);
    ADD_CLASS_METHODS_TO("NSMutableData", mutable_makers);
}
