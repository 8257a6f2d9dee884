// CFBase.h - macros, types and functions that all parts of CoreFoundation use.
#ifndef COREFOUNDATION_CFBASE_H
#define COREFOUNDATION_CFBASE_H

#import <Foundation/NSObject.h>

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
typedef unsigned long CFTypeID, CFHashCode, CFOptionFlags;
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
typedef const struct MR_BRIDGED(NSNull) __CFNull *CFNullRef;
typedef const struct __CFAllocator *CFAllocatorRef;
// No function takes these yet, but Foundation's methods take the objects.
typedef const struct MR_BRIDGED(NSSet) __CFSet *CFSetRef;
typedef const struct MR_BRIDGED(NSDate) __CFDate *CFDateRef;
typedef const struct MR_BRIDGED(NSURL) __CFURL *CFURLRef;
typedef struct MR_BRIDGED(NSError) __CFError *CFErrorRef;
typedef const struct MR_BRIDGED(NSLocale) __CFLocale *CFLocaleRef;
typedef const struct MR_BRIDGED(NSTimeZone) __CFTimeZone *CFTimeZoneRef;

typedef CF_ENUM(CFIndex, CFComparisonResult) { kCFCompareLessThan = -1, kCFCompareEqualTo, kCFCompareGreaterThan };

extern const CFNullRef kCFNull MR_RENAMED(kCFNull);
// There is one allocator, malloc.
#define kCFAllocatorDefault ((CFAllocatorRef)NULL)
#define kCFAllocatorSystemDefault kCFAllocatorDefault
#define kCFAllocatorMalloc kCFAllocatorDefault
// As the deallocator of bytes that are not copied: the bytes are not freed.
#define kCFAllocatorNull ((CFAllocatorRef)1)
static inline CFAllocatorRef CFAllocatorGetDefault(void) { return kCFAllocatorDefault; }

// A cast of an argument or a result needs no bridge: no function takes or gives a +1, unless its name says so.
CF_IMPLICIT_BRIDGING_ENABLED

// Send -isEqual: and -hash.
Boolean CFEqual(CFTypeRef first, CFTypeRef second) MR_RENAMED(CFEqual);
CFHashCode CFHash(CFTypeRef object) MR_RENAMED(CFHash);
CFIndex CFGetRetainCount(CFTypeRef object) MR_RENAMED(CFGetRetainCount);
// Its -description, +1.
CFStringRef CFCopyDescription(CFTypeRef object) MR_RENAMED(CFCopyDescription) __attribute__((cf_returns_retained));
CFTypeRef CFAutorelease(CFTypeRef CF_CONSUMED object) MR_RENAMED(CFAutorelease);

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
