// core-foundation.c - functions of CoreFoundation for NSArray and NSMutableDictionary, and its constants, which are
// objects of Foundation. The header gives these symbols Apple's names.
#include <stdio.h>

#include "foundation.h"

typedef struct {
    long location, length;
} cf_range;

id mr_kCFNull, mr_kCFBooleanTrue, mr_kCFBooleanFalse;
// Only the addresses matter.
const struct { long version; } mr_kCFTypeDictionaryKeyCallBacks, mr_kCFTypeDictionaryValueCallBacks;

double mr_CFAbsoluteTimeGetCurrent(void) {
    return SEND(double, objc_getClass("NSDate"), "timeIntervalSinceReferenceDate");
}

// ── Arrays ──────────────────────────────────────────────────────────────────────────────────────────

long mr_CFArrayGetCount(id array) { return (long)mr_count_of(array); }
id mr_CFArrayGetValueAtIndex(id array, long index) { return mr_object_at(array, (size_t)index); }

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

unsigned char mr_CFNumberGetValue(id number, long type, void *value) {
    double real = SEND(double, number, "doubleValue");
    bool isFloat = type == 5 || type == 12, isDouble = type == 6 || type == 13;
    if (!isFloat && !isDouble) return store_integer(number, type, value);
    if (isFloat) real = *(float *)value = (float)real;
    else *(double *)value = real;
    id same = SEND_WITH(id, objc_getClass("NSNumber"), "numberWithDouble:", (id, SEL, double), real);
    return SEND_WITH(bool, same, "isEqual:", (id, SEL, id), number);
}

// ── Dictionaries ────────────────────────────────────────────────────────────────────────────────────

id mr_CFDictionaryCreateMutable(void *allocator, long capacity, const void *keys, const void *values) {
    if (keys != &mr_kCFTypeDictionaryKeyCallBacks || values != &mr_kCFTypeDictionaryValueCallBacks) {
        mr_raise("NSInvalidArgumentException",
                 "CFDictionaryCreateMutable(): callbacks other than kCFTypeDictionaryKeyCallBacks and "
                 "kCFTypeDictionaryValueCallBacks are not supported");
        return nil;
    }
    return SEND(id, objc_getClass("NSMutableDictionary"), "new");
}

long mr_CFDictionaryGetCount(id dictionary) { return (long)mr_count_of(dictionary); }

id mr_CFDictionaryGetValue(id dictionary, id key) {
    return SEND_WITH(id, dictionary, "objectForKey:", (id, SEL, id), key);
}

void mr_CFDictionarySetValue(id dictionary, id key, id value) {
    SEND_WITH(void, dictionary, "setObject:forKey:", (id, SEL, id, id), value, key);
}

void mr_CFDictionaryRemoveValue(id dictionary, id key) {
    SEND_WITH(void, dictionary, "removeObjectForKey:", (id, SEL, id), key);
}

void mr_CFDictionaryApplyFunction(id dictionary, void (*function)(id key, id value, void *context), void *context) {
    id before = mr_exception_pending(), keys = SEND(id, dictionary, "allKeys");
    for (size_t index = 0, count = mr_count_of(keys); index < count && !mr_has_raised(before); index++) {
        id key = mr_object_at(keys, index);
        function(key, mr_CFDictionaryGetValue(dictionary, key), context);
    }
}

void mr_core_foundation_boot(void) {
    mr_kCFNull = SEND(id, objc_getClass("NSNull"), "null");
    id number = (id)objc_getClass("NSNumber");
    mr_kCFBooleanTrue = SEND_WITH(id, number, "numberWithBool:", (id, SEL, BOOL), YES);
    mr_kCFBooleanFalse = SEND_WITH(id, number, "numberWithBool:", (id, SEL, BOOL), NO);
}
