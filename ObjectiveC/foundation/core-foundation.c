// core-foundation.c - functions of CoreFoundation for arrays, numbers and dictionaries, and its constants, which are
// objects of Foundation. The headers give these symbols Apple's names.
#include "core-foundation.h"

#include <stdlib.h>

typedef struct {
    long location, length;
} cf_range;

MR_DEFINE_CONSTANT(mr_kCFNull);
MR_DEFINE_CONSTANT(mr_kCFBooleanTrue);
MR_DEFINE_CONSTANT(mr_kCFBooleanFalse);

static const void *retain(void *allocator, const void *value) { return objc_retain((id)(void *)value); }
static const void *copy(void *allocator, const void *value) { return SEND(id, value, "copy"); }
static void release(void *allocator, const void *value) { objc_release((id)(void *)value); }
static id describe(const void *value) { return objc_retain(SEND(id, value, "description")); }
static unsigned char are_equal(const void *first, const void *second) {
    return first == second || SEND_WITH(bool, first, "isEqual:", (id, SEL, id), (id)(void *)second);
}
static size_t hash(const void *value) { return SEND(size_t, value, "hash"); }

const mr_cf_callbacks mr_kCFTypeArrayCallBacks = {0, retain, release, describe, are_equal, NULL};
const mr_cf_callbacks mr_kCFTypeDictionaryKeyCallBacks = {0, retain, release, describe, are_equal, hash};
const mr_cf_callbacks mr_kCFTypeDictionaryValueCallBacks = {0, retain, release, describe, are_equal, NULL};
const mr_cf_callbacks mr_kCFCopyStringDictionaryKeyCallBacks = {0, copy, release, describe, are_equal, hash};

double mr_CFAbsoluteTimeGetCurrent(void) {
    return SEND(double, objc_getClass("NSDate"), "timeIntervalSinceReferenceDate");
}

unsigned char mr_CFEqual(const void *first, const void *second) { return are_equal(first, second); }
size_t mr_CFHash(const void *object) { return hash(object); }
long mr_CFGetRetainCount(const void *object) { return SEND(long, object, "retainCount"); }
id mr_CFCopyDescription(const void *object) { return describe(object); }
id mr_CFAutorelease(id object) { return objc_autorelease(object); }

// ── Arrays ──────────────────────────────────────────────────────────────────────────────────────────

long mr_CFArrayGetCount(id array) { return (long)mr_count_of(array); }
id mr_CFArrayGetValueAtIndex(id array, long index) { return mr_object_at(array, (size_t)index); }

void mr_CFArrayAppendValue(id array, id value) { mr_add_object(array, value); }
void mr_CFArrayRemoveValueAtIndex(id array, long index) {
    SEND_WITH(void, array, "removeObjectAtIndex:", (id, SEL, size_t), (size_t)index);
}

void mr_CFArrayGetValues(id array, cf_range range, const void **values) {
    for (long index = 0; index < range.length; index++) {
        values[index] = mr_CFArrayGetValueAtIndex(array, range.location + index);
    }
}

void mr_CFArrayApplyFunction(id array, cf_range range, void (*function)(id value, void *context), void *context) {
    id before = mr_exception_pending();
    for (long index = 0; index < range.length; index++) {
        id value = mr_CFArrayGetValueAtIndex(array, range.location + index);
        if (!mr_has_raised(before)) function(value, context);
        if (mr_has_raised(before)) return;
    }
}

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

// Stores a number of an integer type, whose kinds are those of CFNumberType.
static bool store_integer(id number, long type, void *value) {
    long long integer = SEND(long long, number, "longLongValue"), stored;
    switch (type) {
        case 1:
        case 7: stored = *(signed char *)value = (signed char)integer; break;
        case 2:
        case 8: stored = *(short *)value = (short)integer; break;
        case 3:
        case 9: stored = *(int *)value = (int)integer; break;
        default: stored = *(long long *)value = integer; break;
    }
    id same = SEND_WITH(id, objc_getClass("NSNumber"), "numberWithLongLong:", (id, SEL, long long), stored);
    return SEND_WITH(bool, same, "isEqual:", (id, SEL, id), number);
}

#define NEW_NUMBER(init, type, value)                                                                                  \
    SEND_WITH(id, SEND(id, objc_getClass("NSNumber"), "alloc"), init, (id, SEL, type), value)

id mr_CFNumberCreate(void *allocator, long type, const void *value) {
    switch (type) {
        case 1:
        case 7: return NEW_NUMBER("initWithChar:", int, *(const signed char *)value);
        case 2:
        case 8: return NEW_NUMBER("initWithShort:", int, *(const short *)value);
        case 3:
        case 9: return NEW_NUMBER("initWithInt:", int, *(const int *)value);
        case 5:
        case 12: return NEW_NUMBER("initWithFloat:", float, *(const float *)value);
        case 6:
        case 13:
        case 16: return NEW_NUMBER("initWithDouble:", double, *(const double *)value);
        default: return NEW_NUMBER("initWithLongLong:", long long, *(const long long *)value);
    }
}

// The first letter of the number's type, and the kind of CFNumberType that Apple's numbers of that type have.
long mr_CFNumberGetType(id number) {
    switch (SEND(const char *, number, "objCType")[0]) {
        case 'c':
        case 'B': return 1;
        case 'C':
        case 's': return 2;
        case 'S':
        case 'i': return 3;
        case 'f': return 5;
        case 'd': return 6;
        default: return 4;
    }
}

unsigned char mr_CFNumberGetValue(id number, long type, void *value) {
    double real = SEND(double, number, "doubleValue");
    bool isFloat = type == 5 || type == 12, isDouble = type == 6 || type == 13 || type == 16;
    if (!isFloat && !isDouble) return store_integer(number, type, value);
    if (isFloat) real = *(float *)value = (float)real;
    else *(double *)value = real;
    id same = SEND_WITH(id, objc_getClass("NSNumber"), "numberWithDouble:", (id, SEL, double), real);
    return SEND_WITH(bool, same, "isEqual:", (id, SEL, id), number);
}

// ── Dictionaries ────────────────────────────────────────────────────────────────────────────────────

long mr_CFDictionaryGetCount(id dictionary) { return (long)mr_count_of(dictionary); }

id mr_CFDictionaryGetValue(id dictionary, id key) {
    return SEND_WITH(id, dictionary, "objectForKey:", (id, SEL, id), key);
}

void mr_CFDictionarySetValue(id dictionary, id key, id value) {
    SEND_WITH(void, dictionary, "setObject:forKey:", (id, SEL, id, id), value, key);
}

void mr_CFDictionaryAddValue(id dictionary, id key, id value) {
    if (mr_CFDictionaryGetValue(dictionary, key) == nil) mr_CFDictionarySetValue(dictionary, key, value);
}

void mr_CFDictionaryReplaceValue(id dictionary, id key, id value) {
    if (mr_CFDictionaryGetValue(dictionary, key)) mr_CFDictionarySetValue(dictionary, key, value);
}

unsigned char mr_CFDictionaryGetValueIfPresent(id dictionary, id key, id *value) {
    id found = mr_CFDictionaryGetValue(dictionary, key);
    if (found && value) *value = found;
    return found != nil;
}

void mr_CFDictionaryRemoveValue(id dictionary, id key) {
    SEND_WITH(void, dictionary, "removeObjectForKey:", (id, SEL, id), key);
}

void mr_CFDictionaryRemoveAllValues(id dictionary) { SEND(void, dictionary, "removeAllObjects"); }

unsigned char mr_CFDictionaryContainsKey(id dictionary, id key) {
    return mr_CFDictionaryGetValue(dictionary, key) != nil;
}

void mr_CFDictionaryApplyFunction(id dictionary, void (*function)(id key, id value, void *context), void *context) {
    id before = mr_exception_pending();
    size_t count = mr_count_of(dictionary);
    id *entries = mr_allocate((2 * count + 1) * sizeof *entries);
    mr_CFDictionaryGetKeysAndValues(dictionary, entries, entries + count);
    for (size_t index = 0; index < count && !mr_has_raised(before); index++) {
        function(entries[index], entries[count + index], context);
    }
    free(entries);
}

void mr_core_foundation_boot(void) {
    MR_SET_CONSTANT(mr_kCFNull, SEND(id, objc_getClass("NSNull"), "null"));
    id number = (id)objc_getClass("NSNumber");
    MR_SET_CONSTANT(mr_kCFBooleanTrue, SEND_WITH(id, number, "numberWithBool:", (id, SEL, BOOL), YES));
    MR_SET_CONSTANT(mr_kCFBooleanFalse, SEND_WITH(id, number, "numberWithBool:", (id, SEL, BOOL), NO));
}
