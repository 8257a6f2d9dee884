// CFArray.h - arrays: NSArray.
#ifndef COREFOUNDATION_CFARRAY_H
#define COREFOUNDATION_CFARRAY_H

#import <CoreFoundation/CFBase.h>

MR_BEGIN_DECLS

typedef const struct MR_BRIDGED(NSArray) __CFArray *CFArrayRef;
typedef struct MR_BRIDGED_MUTABLE(NSMutableArray) __CFArray *CFMutableArrayRef;

// Functions that keep and compare the values of a collection. Without them, which NULL means, values are any pointers,
// which are neither retained nor released, and are compared by address. With those that begin with kCF, values are
// objects.
typedef const void *(*CFArrayRetainCallBack)(CFAllocatorRef allocator, const void *value);
typedef void (*CFArrayReleaseCallBack)(CFAllocatorRef allocator, const void *value);
typedef CFStringRef (*CFArrayCopyDescriptionCallBack)(const void *value);
typedef Boolean (*CFArrayEqualCallBack)(const void *first, const void *second);
typedef struct {
    CFIndex version;
    CFArrayRetainCallBack retain;
    CFArrayReleaseCallBack release;
    CFArrayCopyDescriptionCallBack copyDescription;
    CFArrayEqualCallBack equal;
} CFArrayCallBacks;
extern const CFArrayCallBacks kCFTypeArrayCallBacks MR_RENAMED(kCFTypeArrayCallBacks);

CF_IMPLICIT_BRIDGING_ENABLED

CFIndex CFArrayGetCount(CFArrayRef array) MR_RENAMED(CFArrayGetCount);
const void *CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index) MR_RENAMED(CFArrayGetValueAtIndex);
void CFArrayGetValues(CFArrayRef array, CFRange range, const void **values) MR_RENAMED(CFArrayGetValues);
void CFArrayRemoveValueAtIndex(CFMutableArrayRef array, CFIndex index) MR_RENAMED(CFArrayRemoveValueAtIndex);
void CFArrayAppendValue(CFMutableArrayRef array, const void *value) MR_RENAMED(CFArrayAppendValue);
typedef void (*CFArrayApplierFunction)(const void *value, void *context);
void CFArrayApplyFunction(CFArrayRef array, CFRange range, CFArrayApplierFunction function, void *context)
    MR_RENAMED(CFArrayApplyFunction);

// Return an NSMutableArray and an NSArray of the values at these addresses, +1. With callbacks of other kinds, their
// methods work if the values are objects.
CFMutableArrayRef CFArrayCreateMutable(CFAllocatorRef allocator, CFIndex capacity, const CFArrayCallBacks *callbacks)
    MR_RENAMED(CFArrayCreateMutable) __attribute__((cf_returns_retained));
CFArrayRef CFArrayCreate(CFAllocatorRef allocator, const void **values, CFIndex count,
                         const CFArrayCallBacks *callbacks) MR_RENAMED(CFArrayCreate)
    __attribute__((cf_returns_retained));

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
