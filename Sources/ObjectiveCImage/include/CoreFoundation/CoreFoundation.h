// CoreFoundation.h - names of CoreFoundation for objects of Foundation's classes, in Objective-C. A CFArrayRef is the
// address of an NSArray, and so on. CFRetain and CFRelease are in <Foundation/NSObject.h>.
#ifndef COREFOUNDATION_COREFOUNDATION_H
#define COREFOUNDATION_COREFOUNDATION_H

#import <Foundation/NSObject.h>
#include <libkern/OSByteOrder.h>

MR_BEGIN_DECLS

#define MR_BRIDGED(class) __attribute__((objc_bridge(class)))
#define MR_BRIDGED_MUTABLE(class) __attribute__((objc_bridge_mutable(class)))
// The symbol has another name: Swift's Foundation contains a CoreFoundation of its own, for its own objects.
#define MR_RENAMED(name) __asm__("mr_" #name)

#define CF_EXPORT OBJC_EXTERN
#define CF_INLINE static inline
#define CF_RETURNS_RETAINED __attribute__((cf_returns_retained))
#define CF_RETURNS_NOT_RETAINED __attribute__((cf_returns_not_retained))
#define CF_CONSUMED __attribute__((cf_consumed))
#define CF_RELEASES_ARGUMENT CF_CONSUMED
#define CF_EXTERN_C_BEGIN MR_BEGIN_DECLS
#define CF_EXTERN_C_END MR_END_DECLS
#define CF_ASSUME_NONNULL_BEGIN NS_ASSUME_NONNULL_BEGIN
#define CF_ASSUME_NONNULL_END NS_ASSUME_NONNULL_END
#define CF_IMPLICIT_BRIDGING_ENABLED _Pragma("clang arc_cf_code_audited begin")
#define CF_IMPLICIT_BRIDGING_DISABLED _Pragma("clang arc_cf_code_audited end")
#define CF_BRIDGED_TYPE(type) __attribute__((objc_bridge(type)))
#define CF_BRIDGED_MUTABLE_TYPE(type) __attribute__((objc_bridge_mutable(type)))
#define CF_ENUM NS_ENUM
#define CF_OPTIONS NS_OPTIONS
#define CF_CLOSED_ENUM NS_CLOSED_ENUM
#define CF_TYPED_ENUM NS_TYPED_ENUM
#define CF_TYPED_EXTENSIBLE_ENUM NS_TYPED_EXTENSIBLE_ENUM
#define CF_STRING_ENUM NS_STRING_ENUM
#define CF_NOESCAPE NS_NOESCAPE
#define CF_WARN_UNUSED_RESULT NS_WARN_UNUSED_RESULT
#define CF_FORMAT_FUNCTION(format_, first_) __attribute__((format(CFString, format_, first_)))
#define CF_FORMAT_ARGUMENT NS_FORMAT_ARGUMENT
#define CF_SWIFT_NAME NS_SWIFT_NAME
#define CF_SWIFT_UNAVAILABLE NS_SWIFT_UNAVAILABLE
#define CF_REFINED_FOR_SWIFT NS_REFINED_FOR_SWIFT
#define CF_AVAILABLE NS_AVAILABLE
#define CF_DEPRECATED NS_DEPRECATED
#define CFSTR(text) ((__bridge CFStringRef) @text)

typedef unsigned char Boolean, UInt8, Byte, UTF8Char;
typedef signed char SInt8;
typedef short SInt16, OSErr;
typedef unsigned short UInt16, UniChar, UTF16Char;
typedef int SInt32, OSStatus;
typedef unsigned int UInt32, UTF32Char, FourCharCode, OSType;
typedef long long SInt64;
typedef unsigned long long UInt64;
typedef float Float32;
typedef double Float64;
typedef long CFIndex;
typedef unsigned long CFTypeID, CFHashCode;
typedef double CFTimeInterval, CFAbsoluteTime;
typedef struct {
    CFIndex location, length;
} CFRange;
static inline CFRange CFRangeMake(CFIndex location, CFIndex length) { return (CFRange){location, length}; }

#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

typedef const struct MR_BRIDGED(NSString) __CFString *CFStringRef;
typedef struct MR_BRIDGED_MUTABLE(NSMutableString) __CFString *CFMutableStringRef;
typedef const struct MR_BRIDGED(NSCharacterSet) __CFCharacterSet *CFCharacterSetRef;
typedef const struct MR_BRIDGED(NSData) __CFData *CFDataRef;
typedef struct MR_BRIDGED_MUTABLE(NSMutableData) __CFData *CFMutableDataRef;
typedef const struct __CFUUID *CFUUIDRef;  // an NSUUID
typedef const struct MR_BRIDGED(NSArray) __CFArray *CFArrayRef;
typedef struct MR_BRIDGED_MUTABLE(NSMutableArray) __CFArray *CFMutableArrayRef;
typedef const struct MR_BRIDGED(NSDictionary) __CFDictionary *CFDictionaryRef;
typedef struct MR_BRIDGED_MUTABLE(NSMutableDictionary) __CFDictionary *CFMutableDictionaryRef;
typedef const struct MR_BRIDGED(NSNull) __CFNull *CFNullRef;
typedef const struct MR_BRIDGED(NSNumber) __CFBoolean *CFBooleanRef;
typedef const struct __CFAllocator *CFAllocatorRef;

typedef struct __CFRunLoop *CFRunLoopRef;  // an NSRunLoop
typedef struct __CFRunLoopObserver *CFRunLoopObserverRef;
typedef struct MR_BRIDGED_MUTABLE(NSTimer) __CFRunLoopTimer *CFRunLoopTimerRef;
typedef CFStringRef CFRunLoopMode;
typedef UInt32 CFStringEncoding;
typedef unsigned long CFOptionFlags;

typedef const struct MR_BRIDGED(NSNumber) __CFNumber *CFNumberRef;

// Encodings that have other numbers than those of NSString.
enum {
    kCFStringEncodingMacRoman = 0,
    kCFStringEncodingISOLatin1 = 0x0201,
    kCFStringEncodingISOLatin2 = 0x0202,
    kCFStringEncodingWindowsLatin1 = 0x0500,
    kCFStringEncodingWindowsLatin2 = 0x0501,
    kCFStringEncodingWindowsCyrillic = 0x0502,
    kCFStringEncodingWindowsGreek = 0x0503,
    kCFStringEncodingWindowsLatin5 = 0x0504,
    kCFStringEncodingNonLossyASCII = 0x0BFF,
    kCFStringEncodingASCII = 0x0600,
    kCFStringEncodingUnicode = 0x0100,
    kCFStringEncodingUTF16 = 0x0100,
    kCFStringEncodingUTF8 = 0x08000100,
    kCFStringEncodingUTF16BE = 0x10000100,
    kCFStringEncodingUTF16LE = 0x14000100,
    kCFStringEncodingUTF32 = 0x0C000100,
    // No string can be converted to these.
    kCFStringEncodingGB_18030_2000 = 0x0632,
    kCFStringEncodingShiftJIS = 0x0A01,
    kCFStringEncodingBig5 = 0x0A03,
    kCFStringEncodingEUC_JP = 0x0920,
    kCFStringEncodingEUC_KR = 0x0940,
};
#define kCFStringEncodingInvalidId 0xFFFFFFFFU

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
    kCFNumberCFIndexType,
    kCFNumberNSIntegerType,
    kCFNumberCGFloatType,
} CFNumberType;

extern const CFNullRef kCFNull MR_RENAMED(kCFNull);
extern const CFBooleanRef kCFBooleanTrue MR_RENAMED(kCFBooleanTrue);
extern const CFBooleanRef kCFBooleanFalse MR_RENAMED(kCFBooleanFalse);
// There is one allocator, malloc.
#define kCFAllocatorDefault ((CFAllocatorRef)NULL)
#define kCFAllocatorSystemDefault kCFAllocatorDefault
#define kCFAllocatorMalloc kCFAllocatorDefault
// As the deallocator of bytes that are not copied: the bytes are not freed.
#define kCFAllocatorNull ((CFAllocatorRef)1)
static inline CFAllocatorRef CFAllocatorGetDefault(void) { return kCFAllocatorDefault; }

// A cast of an argument or a result needs no bridge: no function takes or gives a +1, unless its name says so.
#pragma clang arc_cf_code_audited begin

// Seconds since the beginning of 2001 in UTC.
CFAbsoluteTime CFAbsoluteTimeGetCurrent(void) MR_RENAMED(CFAbsoluteTimeGetCurrent);

CFIndex CFArrayGetCount(CFArrayRef array) MR_RENAMED(CFArrayGetCount);
const void *CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index) MR_RENAMED(CFArrayGetValueAtIndex);
void CFArrayGetValues(CFArrayRef array, CFRange range, const void **values) MR_RENAMED(CFArrayGetValues);
void CFArrayAppendValue(CFMutableArrayRef array, const void *value) MR_RENAMED(CFArrayAppendValue);
typedef void (*CFArrayApplierFunction)(const void *value, void *context);
void CFArrayApplyFunction(CFArrayRef array, CFRange range, CFArrayApplierFunction function, void *context)
    MR_RENAMED(CFArrayApplyFunction);

// Functions that keep and compare the values of a collection. Without them, which NULL means, values are any pointers,
// which are neither retained nor released, and are compared by address. With those that begin with kCF, values are
// objects.
typedef const void *(*CFArrayRetainCallBack)(CFAllocatorRef allocator, const void *value);
typedef void (*CFArrayReleaseCallBack)(CFAllocatorRef allocator, const void *value);
typedef CFStringRef (*CFArrayCopyDescriptionCallBack)(const void *value);
typedef Boolean (*CFArrayEqualCallBack)(const void *first, const void *second);
typedef CFHashCode (*CFDictionaryHashCallBack)(const void *value);
typedef CFArrayRetainCallBack CFDictionaryRetainCallBack;
typedef CFArrayReleaseCallBack CFDictionaryReleaseCallBack;
typedef CFArrayCopyDescriptionCallBack CFDictionaryCopyDescriptionCallBack;
typedef CFArrayEqualCallBack CFDictionaryEqualCallBack;
typedef struct {
    CFIndex version;
    CFArrayRetainCallBack retain;
    CFArrayReleaseCallBack release;
    CFArrayCopyDescriptionCallBack copyDescription;
    CFArrayEqualCallBack equal;
} CFArrayCallBacks, CFDictionaryValueCallBacks;
typedef struct {
    CFIndex version;
    CFDictionaryRetainCallBack retain;
    CFDictionaryReleaseCallBack release;
    CFDictionaryCopyDescriptionCallBack copyDescription;
    CFDictionaryEqualCallBack equal;
    CFDictionaryHashCallBack hash;
} CFDictionaryKeyCallBacks;
extern const CFArrayCallBacks kCFTypeArrayCallBacks MR_RENAMED(kCFTypeArrayCallBacks);
extern const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks MR_RENAMED(kCFTypeDictionaryKeyCallBacks);
extern const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks MR_RENAMED(kCFTypeDictionaryValueCallBacks);
// Keys are copied.
extern const CFDictionaryKeyCallBacks
    kCFCopyStringDictionaryKeyCallBacks MR_RENAMED(kCFCopyStringDictionaryKeyCallBacks);
// Return an NSMutableArray and an NSMutableDictionary, +1. Their methods work if the values, and the keys, are objects.
CFMutableArrayRef CFArrayCreateMutable(CFAllocatorRef allocator, CFIndex capacity, const CFArrayCallBacks *callbacks)
    MR_RENAMED(CFArrayCreateMutable) __attribute__((cf_returns_retained));
CFMutableDictionaryRef CFDictionaryCreateMutable(CFAllocatorRef allocator, CFIndex capacity,
                                                 const CFDictionaryKeyCallBacks *keys,
                                                 const CFDictionaryValueCallBacks *values)
    MR_RENAMED(CFDictionaryCreateMutable) __attribute__((cf_returns_retained));
// Return an NSArray and an NSDictionary, +1, of the values at these addresses. With other callbacks than the standard
// ones, the methods of those classes work if the values, and the keys, are objects.
CFArrayRef CFArrayCreate(CFAllocatorRef allocator, const void **values, CFIndex count,
                         const CFArrayCallBacks *callbacks) MR_RENAMED(CFArrayCreate)
    __attribute__((cf_returns_retained));
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
// Stores the value, if there is one; the address may be NULL.
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

// Stores the number as that C type, and returns whether it has the same value as before.
Boolean CFNumberGetValue(CFNumberRef number, CFNumberType type, void *value) MR_RENAMED(CFNumberGetValue);
// Returns an NSNumber, +1, of a value of that C type.
CFNumberRef CFNumberCreate(CFAllocatorRef allocator, CFNumberType type, const void *value) MR_RENAMED(CFNumberCreate)
    __attribute__((cf_returns_retained));
// Returns a type that can hold the number.
CFNumberType CFNumberGetType(CFNumberRef number) MR_RENAMED(CFNumberGetType);

// Send -isEqual: and -hash.
Boolean CFEqual(CFTypeRef first, CFTypeRef second) MR_RENAMED(CFEqual);
CFHashCode CFHash(CFTypeRef object) MR_RENAMED(CFHash);
CFIndex CFGetRetainCount(CFTypeRef object) MR_RENAMED(CFGetRetainCount);

// Strings; those that are returned are +1. The length is in units of UTF-16.
CFStringRef CFStringCreateWithCString(CFAllocatorRef allocator, const char *text, CFStringEncoding encoding)
    MR_RENAMED(CFStringCreateWithCString) __attribute__((cf_returns_retained));
CFStringRef CFStringCreateCopy(CFAllocatorRef allocator, CFStringRef string) MR_RENAMED(CFStringCreateCopy)
    __attribute__((cf_returns_retained));
CFIndex CFStringGetLength(CFStringRef string) MR_RENAMED(CFStringGetLength);
UniChar CFStringGetCharacterAtIndex(CFStringRef string, CFIndex index) MR_RENAMED(CFStringGetCharacterAtIndex);
// Returns whether the string, in that encoding and with its null character, fits into the buffer.
Boolean CFStringGetCString(CFStringRef string, char *buffer, CFIndex size, CFStringEncoding encoding)
    MR_RENAMED(CFStringGetCString);
CFStringRef CFStringCreateWithBytes(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count,
                                    CFStringEncoding encoding, Boolean hasMark) MR_RENAMED(CFStringCreateWithBytes)
    __attribute__((cf_returns_retained));
// The bytes are copied, and freed at once unless the deallocator is kCFAllocatorNull.
CFStringRef CFStringCreateWithBytesNoCopy(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count,
                                          CFStringEncoding encoding, Boolean hasMark, CFAllocatorRef deallocator)
    MR_RENAMED(CFStringCreateWithBytesNoCopy) __attribute__((cf_returns_retained));
// Encodes as many characters as fit, and returns their number. The buffer may be NULL, to learn the size. A character
// that the encoding lacks becomes a question mark if the replacement is not 0.
CFIndex CFStringGetBytes(CFStringRef string, CFRange range, CFStringEncoding encoding, UInt8 replacement,
                         Boolean hasMark, UInt8 *buffer, CFIndex size, CFIndex *used) MR_RENAMED(CFStringGetBytes);
CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding)
    MR_RENAMED(CFStringGetMaximumSizeForEncoding);
// Returns NULL, as CFStringGetCharactersPtr does.
const char *CFStringGetCStringPtr(CFStringRef string, CFStringEncoding encoding) MR_RENAMED(CFStringGetCStringPtr);
CFMutableStringRef CFStringCreateMutable(CFAllocatorRef allocator, CFIndex limit) MR_RENAMED(CFStringCreateMutable)
    __attribute__((cf_returns_retained));
CFMutableStringRef CFStringCreateMutableCopy(CFAllocatorRef allocator, CFIndex limit, CFStringRef string)
    MR_RENAMED(CFStringCreateMutableCopy) __attribute__((cf_returns_retained));
void CFStringAppend(CFMutableStringRef string, CFStringRef added) MR_RENAMED(CFStringAppend);
void CFStringAppendCharacters(CFMutableStringRef string, const UniChar *characters, CFIndex count)
    MR_RENAMED(CFStringAppendCharacters);
void CFStringGetCharacters(CFStringRef string, CFRange range, UniChar *characters) MR_RENAMED(CFStringGetCharacters);
CFStringRef CFStringCreateWithSubstring(CFAllocatorRef allocator, CFStringRef string, CFRange range)
    MR_RENAMED(CFStringCreateWithSubstring) __attribute__((cf_returns_retained));

// The options of NSString's methods.
typedef NS_OPTIONS(CFOptionFlags, CFStringCompareFlags) {
    kCFCompareCaseInsensitive = 1,
    kCFCompareBackwards = 4,
    kCFCompareAnchored = 8,
    kCFCompareNonliteral = 16,
    kCFCompareLocalized = 32,
    kCFCompareNumerically = 64,
};
// These store the range that was found; its address may be NULL.
Boolean CFStringFindWithOptions(CFStringRef string, CFStringRef target, CFRange range, CFStringCompareFlags options,
                                CFRange *result) MR_RENAMED(CFStringFindWithOptions);
Boolean CFStringFindCharacterFromSet(CFStringRef string, CFCharacterSetRef set, CFRange range,
                                     CFStringCompareFlags options, CFRange *result)
    MR_RENAMED(CFStringFindCharacterFromSet);

// ── Surrogates, and a window into a string ──────────────────────────────────────────────────────────

CF_INLINE Boolean CFStringIsSurrogateHighCharacter(UniChar unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
CF_INLINE Boolean CFStringIsSurrogateLowCharacter(UniChar unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }
CF_INLINE UTF32Char CFStringGetLongCharacterForSurrogatePair(UniChar high, UniChar low) {
    return (((UTF32Char)high - 0xD800) << 10) + ((UTF32Char)low - 0xDC00) + 0x10000;
}
// Returns false if the character is one unit, which it stores first.
CF_INLINE Boolean CFStringGetSurrogatePairForLongCharacter(UTF32Char character, UniChar *surrogates) {
    if (character <= 0xFFFF) {
        surrogates[0] = (UniChar)character;
        surrogates[1] = 0;
        return 0;
    }
    surrogates[0] = (UniChar)(((character - 0x10000) >> 10) + 0xD800);
    surrogates[1] = (UniChar)((character & 0x3FF) + 0xDC00);
    return 1;
}

// Reads characters of a range in turn, 64 at a time. The string must not change.
typedef struct {
    UniChar buffer[64];
    CFStringRef theString;
    CFRange rangeToBuffer;
    CFIndex bufferedRangeStart, bufferedRangeEnd;
} CFStringInlineBuffer;
CF_INLINE void CFStringInitInlineBuffer(CFStringRef string, CFStringInlineBuffer *buffer, CFRange range) {
    buffer->theString = string;
    buffer->rangeToBuffer = range;
    buffer->bufferedRangeStart = buffer->bufferedRangeEnd = 0;
}
// 0 for an index outside the range.
CF_INLINE UniChar CFStringGetCharacterFromInlineBuffer(CFStringInlineBuffer *buffer, CFIndex index) {
    if (index < 0 || index >= buffer->rangeToBuffer.length) return 0;
    if (index < buffer->bufferedRangeStart || index >= buffer->bufferedRangeEnd) {
        CFIndex start = index < 4 ? 0 : index - 4, rest = buffer->rangeToBuffer.length - start;
        CFIndex length = rest < 64 ? rest : 64;
        CFStringGetCharacters(buffer->theString, CFRangeMake(buffer->rangeToBuffer.location + start, length),
                              buffer->buffer);
        buffer->bufferedRangeStart = start;
        buffer->bufferedRangeEnd = start + length;
    }
    return buffer->buffer[index - buffer->bufferedRangeStart];
}

// Returns NULL: no string keeps its characters like this.
const UniChar *CFStringGetCharactersPtr(CFStringRef string) MR_RENAMED(CFStringGetCharactersPtr);
// Encodings that have no number in the other list are returned with the highest bit set, and without it.
unsigned long CFStringConvertEncodingToNSStringEncoding(CFStringEncoding encoding)
    MR_RENAMED(CFStringConvertEncodingToNSStringEncoding);
CFStringEncoding CFStringConvertNSStringEncodingToEncoding(unsigned long encoding)
    MR_RENAMED(CFStringConvertNSStringEncodingToEncoding);
// Names that IANA has registered, in lower case: `utf-8`. NULL and kCFStringEncodingInvalidId if there is none.
CFStringRef CFStringConvertEncodingToIANACharSetName(CFStringEncoding encoding)
    MR_RENAMED(CFStringConvertEncodingToIANACharSetName);
CFStringEncoding CFStringConvertIANACharSetNameToEncoding(CFStringRef name)
    MR_RENAMED(CFStringConvertIANACharSetNameToEncoding);

// Data; those that are returned are +1.
CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count) MR_RENAMED(CFDataCreate)
    __attribute__((cf_returns_retained));
CFDataRef CFDataCreateWithBytesNoCopy(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count,
                                      CFAllocatorRef deallocator) MR_RENAMED(CFDataCreateWithBytesNoCopy)
    __attribute__((cf_returns_retained));
CFDataRef CFDataCreateCopy(CFAllocatorRef allocator, CFDataRef data) MR_RENAMED(CFDataCreateCopy)
    __attribute__((cf_returns_retained));
// The memory for as many bytes as the limit is there at once; a program may fill it before it sets the length.
CFMutableDataRef CFDataCreateMutable(CFAllocatorRef allocator, CFIndex limit) MR_RENAMED(CFDataCreateMutable)
    __attribute__((cf_returns_retained));
UInt8 *CFDataGetMutableBytePtr(CFMutableDataRef data) MR_RENAMED(CFDataGetMutableBytePtr);
void CFDataSetLength(CFMutableDataRef data, CFIndex length) MR_RENAMED(CFDataSetLength);
CFIndex CFDataGetLength(CFDataRef data) MR_RENAMED(CFDataGetLength);
const UInt8 *CFDataGetBytePtr(CFDataRef data) MR_RENAMED(CFDataGetBytePtr);
void CFDataAppendBytes(CFMutableDataRef data, const UInt8 *bytes, CFIndex count) MR_RENAMED(CFDataAppendBytes);
void CFDataReplaceBytes(CFMutableDataRef data, CFRange range, const UInt8 *bytes, CFIndex count)
    MR_RENAMED(CFDataReplaceBytes);

// Both are +1.
CFUUIDRef CFUUIDCreate(CFAllocatorRef allocator) MR_RENAMED(CFUUIDCreate) __attribute__((cf_returns_retained));
CFStringRef CFUUIDCreateString(CFAllocatorRef allocator, CFUUIDRef uuid) MR_RENAMED(CFUUIDCreateString)
    __attribute__((cf_returns_retained));

// Returns an NSString, +1, in UTF-8 whatever the encoding. The last two strings are characters that stay as they are,
// and that are escaped, in addition to the rule; NULL for none.
CFStringRef CFURLCreateStringByAddingPercentEscapes(CFAllocatorRef allocator, CFStringRef string, CFStringRef keeping,
                                                    CFStringRef escaping, CFStringEncoding encoding)
    MR_RENAMED(CFURLCreateStringByAddingPercentEscapes) __attribute__((cf_returns_retained));

// Numbers in the machine's order and in others.
typedef enum { CFByteOrderUnknown, CFByteOrderLittleEndian, CFByteOrderBigEndian } CFByteOrder;
static inline CFByteOrder CFByteOrderGetCurrent(void) { return CFByteOrderLittleEndian; }
#define MR_SWAPS(bits)                                                                                                 \
    CF_INLINE UInt##bits CFSwapInt##bits(UInt##bits number) { return OSSwapInt##bits(number); }                        \
    CF_INLINE UInt##bits CFSwapInt##bits##HostToBig(UInt##bits number) { return OSSwapInt##bits(number); }             \
    CF_INLINE UInt##bits CFSwapInt##bits##BigToHost(UInt##bits number) { return OSSwapInt##bits(number); }             \
    CF_INLINE UInt##bits CFSwapInt##bits##HostToLittle(UInt##bits number) { return number; }                           \
    CF_INLINE UInt##bits CFSwapInt##bits##LittleToHost(UInt##bits number) { return number; }
MR_SWAPS(16)
MR_SWAPS(32)
MR_SWAPS(64)
#undef MR_SWAPS

extern const CFStringRef kCFBundleNameKey MR_RENAMED(kCFBundleNameKey);
extern const CFStringRef kCFBundleVersionKey MR_RENAMED(kCFBundleVersionKey);
extern const CFStringRef kCFBundleIdentifierKey MR_RENAMED(kCFBundleIdentifierKey);
extern const CFStringRef kCFBundleExecutableKey MR_RENAMED(kCFBundleExecutableKey);

// Run loops. A program that uses these functions loads Swift's Foundation.
extern const CFRunLoopMode kCFRunLoopDefaultMode MR_RENAMED(kCFRunLoopDefaultMode);
extern const CFRunLoopMode kCFRunLoopCommonModes MR_RENAMED(kCFRunLoopCommonModes);
typedef enum CFRunLoopRunResult : SInt32 {
    kCFRunLoopRunFinished = 1,
    kCFRunLoopRunStopped,
    kCFRunLoopRunTimedOut,
    kCFRunLoopRunHandledSource,
} CFRunLoopRunResult;
typedef enum CFRunLoopActivity : CFOptionFlags {
    kCFRunLoopEntry = 1 << 0,
    kCFRunLoopBeforeTimers = 1 << 1,
    kCFRunLoopBeforeSources = 1 << 2,
    kCFRunLoopBeforeWaiting = 1 << 5,
    kCFRunLoopAfterWaiting = 1 << 6,
    kCFRunLoopExit = 1 << 7,
    kCFRunLoopAllActivities = 0x0FFFFFFF,
} CFRunLoopActivity;
CFRunLoopRef CFRunLoopGetCurrent(void) MR_RENAMED(CFRunLoopGetCurrent);
CFRunLoopRef CFRunLoopGetMain(void) MR_RENAMED(CFRunLoopGetMain);
// Returns when the loop is stopped, or has nothing to wait for. If a callback raises an exception, the loop is stopped,
// and the exception leaves this function.
void CFRunLoopRun(void) MR_RENAMED(CFRunLoopRun);
CFRunLoopRunResult CFRunLoopRunInMode(CFRunLoopMode mode, CFTimeInterval seconds, Boolean returnsAfterSource)
    MR_RENAMED(CFRunLoopRunInMode);
void CFRunLoopStop(CFRunLoopRef loop) MR_RENAMED(CFRunLoopStop);
void CFRunLoopWakeUp(CFRunLoopRef loop) MR_RENAMED(CFRunLoopWakeUp);
void CFRunLoopAddTimer(CFRunLoopRef loop, CFRunLoopTimerRef timer, CFRunLoopMode mode) MR_RENAMED(CFRunLoopAddTimer);
// Invalidates the timer, too.
void CFRunLoopRemoveTimer(CFRunLoopRef loop, CFRunLoopTimerRef timer, CFRunLoopMode mode)
    MR_RENAMED(CFRunLoopRemoveTimer);
void CFRunLoopTimerInvalidate(CFRunLoopTimerRef timer) MR_RENAMED(CFRunLoopTimerInvalidate);
// Returns an observer, +1, whose handler is called at these activities of the run loops to which it is added.
CFRunLoopObserverRef
CFRunLoopObserverCreateWithHandler(CFAllocatorRef allocator, CFOptionFlags activities, Boolean repeats, CFIndex order,
                                   void (^handler)(CFRunLoopObserverRef observer, CFRunLoopActivity activity))
    MR_RENAMED(CFRunLoopObserverCreateWithHandler) __attribute__((cf_returns_retained));
void CFRunLoopAddObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFRunLoopMode mode)
    MR_RENAMED(CFRunLoopAddObserver);
void CFRunLoopRemoveObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFRunLoopMode mode)
    MR_RENAMED(CFRunLoopRemoveObserver);
void CFRunLoopObserverInvalidate(CFRunLoopObserverRef observer) MR_RENAMED(CFRunLoopObserverInvalidate);

// Returns an NSTimer, +1, that no run loop has yet; it fires once if the interval is 0.
CFRunLoopTimerRef CFRunLoopTimerCreateWithHandler(CFAllocatorRef allocator, CFAbsoluteTime fireDate,
                                                  CFTimeInterval interval, CFOptionFlags flags, CFIndex order,
                                                  void (^handler)(CFRunLoopTimerRef timer))
    MR_RENAMED(CFRunLoopTimerCreateWithHandler) __attribute__((cf_returns_retained));

#pragma clang arc_cf_code_audited end

MR_END_DECLS

#endif
