// core-foundation.h - declarations that the files about CoreFoundation share.
#ifndef MR_CORE_FOUNDATION_H
#define MR_CORE_FOUNDATION_H
#include <stdio.h>

#include "foundation.h"

// How a collection keeps, describes and compares its values. Those of arrays and of a dictionary's values end before
// the hash function.
typedef struct {
    long version;
    const void *(*retain)(void *allocator, const void *value);
    void (*release)(void *allocator, const void *value);
    id (*describe)(const void *value);  // +1
    unsigned char (*equal)(const void *first, const void *second);
    size_t (*hash)(const void *value);
} mr_cf_callbacks;

extern const mr_cf_callbacks mr_kCFTypeArrayCallBacks, mr_kCFTypeDictionaryKeyCallBacks;
extern const mr_cf_callbacks mr_kCFTypeDictionaryValueCallBacks, mr_kCFCopyStringDictionaryKeyCallBacks;

// kCFAllocatorNull, as the deallocator of memory that stays where it is.
#define MR_CF_ALLOCATOR_NULL ((const void *)1)

// Stores all keys and values, borrowed; each of the two addresses may be NULL.
void mr_CFDictionaryGetKeysAndValues(id dictionary, id *keys, id *values);

#endif
