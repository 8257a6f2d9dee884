// CFDictionary.h - dictionaries: NSDictionary.
#ifndef COREFOUNDATION_CFDICTIONARY_H
#define COREFOUNDATION_CFDICTIONARY_H

#import <CoreFoundation/CFArray.h>

MR_BEGIN_DECLS

typedef const struct MR_BRIDGED(NSDictionary) __CFDictionary *CFDictionaryRef;
typedef struct MR_BRIDGED_MUTABLE(NSMutableDictionary) __CFDictionary *CFMutableDictionaryRef;

// Functions that keep and compare the keys and the values, as those of arrays.
typedef CFArrayRetainCallBack CFDictionaryRetainCallBack;
typedef CFArrayReleaseCallBack CFDictionaryReleaseCallBack;
typedef CFArrayCopyDescriptionCallBack CFDictionaryCopyDescriptionCallBack;
typedef CFArrayEqualCallBack CFDictionaryEqualCallBack;
typedef CFHashCode (*CFDictionaryHashCallBack)(const void *value);
typedef CFArrayCallBacks CFDictionaryValueCallBacks;
typedef struct {
    CFIndex version;
    CFDictionaryRetainCallBack retain;
    CFDictionaryReleaseCallBack release;
    CFDictionaryCopyDescriptionCallBack copyDescription;
    CFDictionaryEqualCallBack equal;
    CFDictionaryHashCallBack hash;
} CFDictionaryKeyCallBacks;
extern const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks MR_RENAMED(kCFTypeDictionaryKeyCallBacks);
extern const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks MR_RENAMED(kCFTypeDictionaryValueCallBacks);
// Keys are copied.
extern const CFDictionaryKeyCallBacks
    kCFCopyStringDictionaryKeyCallBacks MR_RENAMED(kCFCopyStringDictionaryKeyCallBacks);

CF_IMPLICIT_BRIDGING_ENABLED

// Return an NSMutableDictionary, and an NSDictionary of the keys and values at these addresses, +1. With callbacks of
// other kinds, their methods work if the keys and values are objects.
CFMutableDictionaryRef CFDictionaryCreateMutable(CFAllocatorRef allocator, CFIndex capacity,
                                                 const CFDictionaryKeyCallBacks *keys,
                                                 const CFDictionaryValueCallBacks *values)
    MR_RENAMED(CFDictionaryCreateMutable) __attribute__((cf_returns_retained));
CFDictionaryRef CFDictionaryCreate(CFAllocatorRef allocator, const void **keys, const void **values, CFIndex count,
                                   const CFDictionaryKeyCallBacks *keyCallbacks,
                                   const CFDictionaryValueCallBacks *valueCallbacks) MR_RENAMED(CFDictionaryCreate)
    __attribute__((cf_returns_retained));
// Return a copy with the same callbacks, +1.
CFDictionaryRef CFDictionaryCreateCopy(CFAllocatorRef allocator, CFDictionaryRef dictionary)
    MR_RENAMED(CFDictionaryCreateCopy) __attribute__((cf_returns_retained));
CFMutableDictionaryRef CFDictionaryCreateMutableCopy(CFAllocatorRef allocator, CFIndex capacity,
                                                     CFDictionaryRef dictionary)
    MR_RENAMED(CFDictionaryCreateMutableCopy) __attribute__((cf_returns_retained));
CFIndex CFDictionaryGetCount(CFDictionaryRef dictionary) MR_RENAMED(CFDictionaryGetCount);
const void *CFDictionaryGetValue(CFDictionaryRef dictionary, const void *key) MR_RENAMED(CFDictionaryGetValue);
void CFDictionarySetValue(CFMutableDictionaryRef dictionary, const void *key, const void *value)
    MR_RENAMED(CFDictionarySetValue);
// Do nothing if the dictionary has the key, and if it does not have it.
void CFDictionaryAddValue(CFMutableDictionaryRef dictionary, const void *key, const void *value)
    MR_RENAMED(CFDictionaryAddValue);
void CFDictionaryReplaceValue(CFMutableDictionaryRef dictionary, const void *key, const void *value)
    MR_RENAMED(CFDictionaryReplaceValue);
// Stores the value of a key that the dictionary has; the address may be NULL.
Boolean CFDictionaryGetValueIfPresent(CFDictionaryRef dictionary, const void *key, const void **value)
    MR_RENAMED(CFDictionaryGetValueIfPresent);
void CFDictionaryRemoveValue(CFMutableDictionaryRef dictionary, const void *key) MR_RENAMED(CFDictionaryRemoveValue);
void CFDictionaryRemoveAllValues(CFMutableDictionaryRef dictionary) MR_RENAMED(CFDictionaryRemoveAllValues);
Boolean CFDictionaryContainsKey(CFDictionaryRef dictionary, const void *key) MR_RENAMED(CFDictionaryContainsKey);
// Each of the two addresses, of room for as many values as the dictionary has, may be NULL.
void CFDictionaryGetKeysAndValues(CFDictionaryRef dictionary, const void **keys, const void **values)
    MR_RENAMED(CFDictionaryGetKeysAndValues);
typedef void (*CFDictionaryApplierFunction)(const void *key, const void *value, void *context);
void CFDictionaryApplyFunction(CFDictionaryRef dictionary, CFDictionaryApplierFunction function, void *context)
    MR_RENAMED(CFDictionaryApplyFunction);

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
