// CoreFoundation.h - names of CoreFoundation for objects of Foundation's classes, in Objective-C. A CFArrayRef is the
// address of an NSArray, and so on. CFRetain and CFRelease are in <Foundation/NSObject.h>.
#ifndef COREFOUNDATION_COREFOUNDATION_H
#define COREFOUNDATION_COREFOUNDATION_H

#import <Foundation/NSObject.h>

MR_BEGIN_DECLS

#define MR_BRIDGED(class) __attribute__((objc_bridge(class)))
#define MR_BRIDGED_MUTABLE(class) __attribute__((objc_bridge_mutable(class)))
// The symbol has another name: Swift's Foundation contains a CoreFoundation of its own, for its own objects.
#define MR_RENAMED(name) __asm__("mr_" #name)

typedef int SInt32;
typedef unsigned int UInt32, UTF32Char;
typedef long CFIndex;
typedef double CFTimeInterval, CFAbsoluteTime;
typedef struct {
    CFIndex location, length;
} CFRange;
static inline CFRange CFRangeMake(CFIndex location, CFIndex length) { return (CFRange){location, length}; }

typedef const struct MR_BRIDGED(NSString) __CFString *CFStringRef;
typedef const struct MR_BRIDGED(NSArray) __CFArray *CFArrayRef;
typedef struct MR_BRIDGED_MUTABLE(NSMutableArray) __CFArray *CFMutableArrayRef;
typedef const struct MR_BRIDGED(NSDictionary) __CFDictionary *CFDictionaryRef;
typedef struct MR_BRIDGED_MUTABLE(NSMutableDictionary) __CFDictionary *CFMutableDictionaryRef;
typedef const struct MR_BRIDGED(NSNull) __CFNull *CFNullRef;
typedef const struct MR_BRIDGED(NSNumber) __CFBoolean *CFBooleanRef;
typedef const struct __CFAllocator *CFAllocatorRef;

typedef struct MR_BRIDGED_MUTABLE(NSTimer) __CFRunLoopTimer *CFRunLoopTimerRef;
typedef UInt32 CFStringEncoding;
typedef unsigned long CFOptionFlags;

typedef const struct MR_BRIDGED(NSNumber) __CFNumber *CFNumberRef;

enum { kCFStringEncodingUTF8 = 0x08000100 };

typedef enum CFNumberType : CFIndex {
    kCFNumberSInt8Type = 1,
    kCFNumberSInt16Type,
    kCFNumberSInt32Type,
    kCFNumberSInt64Type,
    kCFNumberFloat32Type,
    kCFNumberFloat64Type,
    kCFNumberCharType,
    kCFNumberShortType,
    kCFNumberIntType,
    kCFNumberLongType,
    kCFNumberLongLongType,
    kCFNumberFloatType,
    kCFNumberDoubleType,
} CFNumberType;

extern const CFNullRef kCFNull MR_RENAMED(kCFNull);
extern const CFBooleanRef kCFBooleanTrue MR_RENAMED(kCFBooleanTrue);
extern const CFBooleanRef kCFBooleanFalse MR_RENAMED(kCFBooleanFalse);
// There is one allocator, malloc.
#define kCFAllocatorDefault ((CFAllocatorRef)NULL)
static inline CFAllocatorRef CFAllocatorGetDefault(void) { return kCFAllocatorDefault; }

// A cast of an argument or a result needs no bridge: no function takes or gives a +1, unless its name says so.
#pragma clang arc_cf_code_audited begin

// Seconds since the beginning of 2001 in UTC.
CFAbsoluteTime CFAbsoluteTimeGetCurrent(void) MR_RENAMED(CFAbsoluteTimeGetCurrent);

CFIndex CFArrayGetCount(CFArrayRef array) MR_RENAMED(CFArrayGetCount);
const void *CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index) MR_RENAMED(CFArrayGetValueAtIndex);
typedef void (*CFArrayApplierFunction)(const void *value, void *context);
void CFArrayApplyFunction(CFArrayRef array, CFRange range, CFArrayApplierFunction function, void *context)
    MR_RENAMED(CFArrayApplyFunction);

// Dictionaries retain their keys and values, and compare keys by isEqual:. No other callbacks exist.
typedef struct {
    CFIndex version;
} CFDictionaryKeyCallBacks, CFDictionaryValueCallBacks;
extern const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks MR_RENAMED(kCFTypeDictionaryKeyCallBacks);
extern const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks MR_RENAMED(kCFTypeDictionaryValueCallBacks);
// Returns an NSMutableDictionary, +1. Other callbacks than these two raise an NSInvalidArgumentException.
CFMutableDictionaryRef CFDictionaryCreateMutable(CFAllocatorRef allocator, CFIndex capacity,
                                                 const CFDictionaryKeyCallBacks *keys,
                                                 const CFDictionaryValueCallBacks *values)
    MR_RENAMED(CFDictionaryCreateMutable) __attribute__((cf_returns_retained));
CFIndex CFDictionaryGetCount(CFDictionaryRef dictionary) MR_RENAMED(CFDictionaryGetCount);
const void *CFDictionaryGetValue(CFDictionaryRef dictionary, const void *key) MR_RENAMED(CFDictionaryGetValue);
void CFDictionarySetValue(CFMutableDictionaryRef dictionary, const void *key, const void *value)
    MR_RENAMED(CFDictionarySetValue);
void CFDictionaryRemoveValue(CFMutableDictionaryRef dictionary, const void *key) MR_RENAMED(CFDictionaryRemoveValue);
typedef void (*CFDictionaryApplierFunction)(const void *key, const void *value, void *context);
void CFDictionaryApplyFunction(CFDictionaryRef dictionary, CFDictionaryApplierFunction function, void *context)
    MR_RENAMED(CFDictionaryApplyFunction);

// Stores the number as that C type, and returns whether it has the same value as before.
unsigned char CFNumberGetValue(CFNumberRef number, CFNumberType type, void *value) MR_RENAMED(CFNumberGetValue);

// Returns an NSString, +1, in UTF-8 whatever the encoding. The last two strings are characters that stay as they are,
// and that are escaped, in addition to the rule; NULL for none.
CFStringRef CFURLCreateStringByAddingPercentEscapes(CFAllocatorRef allocator, CFStringRef string, CFStringRef keeping,
                                                    CFStringRef escaping, CFStringEncoding encoding)
    MR_RENAMED(CFURLCreateStringByAddingPercentEscapes) __attribute__((cf_returns_retained));

// Returns an NSTimer, +1, that no run loop has yet; it fires once if the interval is 0.
CFRunLoopTimerRef CFRunLoopTimerCreateWithHandler(CFAllocatorRef allocator, CFAbsoluteTime fireDate,
                                                  CFTimeInterval interval, CFOptionFlags flags, CFIndex order,
                                                  void (^handler)(CFRunLoopTimerRef timer))
    MR_RENAMED(CFRunLoopTimerCreateWithHandler) __attribute__((cf_returns_retained));

#pragma clang arc_cf_code_audited end

MR_END_DECLS

#endif
