// NSObjCRuntime.h - types and constants that all headers use; functions that find classes, selectors and protocols by
// name; NSLog.
#ifndef FOUNDATION_NSOBJCRUNTIME_H
#define FOUNDATION_NSOBJCRUNTIME_H

#include <limits.h>
#import <objc/NSObject.h>
#include <stdarg.h>

#pragma clang assume_nonnull begin

#define NS_ENUM(type, name)                                                                                            \
    enum name : type name;                                                                                             \
    enum name : type
#define NS_OPTIONS(type, name) NS_ENUM(type, name)
#define FOUNDATION_EXPORT extern
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_REQUIRES_NIL_TERMINATION __attribute__((sentinel))
#define NS_FORMAT_FUNCTION(format_, first_) __attribute__((format(__NSString__, format_, first_)))
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_NOESCAPE __attribute__((noescape))
#define NS_REQUIRES_SUPER __attribute__((objc_requires_super))
#define NS_ROOT_CLASS __attribute__((objc_root_class))
#define NS_RETURNS_RETAINED __attribute__((ns_returns_retained))
#define NS_RETURNS_NOT_RETAINED __attribute__((ns_returns_not_retained))
#define NS_VALID_UNTIL_END_OF_SCOPE __attribute__((objc_precise_lifetime))
#define NS_INLINE static inline
#define FOUNDATION_EXTERN extern
#define OBJC_EXPORT extern
#define NS_CLOSED_ENUM(type, name) NS_ENUM(type, name)
#define NS_STRING_ENUM
#define NS_TYPED_ENUM
#define NS_TYPED_EXTENSIBLE_ENUM
// Annotations for Swift and for versions of Apple's systems. They have no effect here.
#define NS_SWIFT_NAME(name)
#define NS_SWIFT_UNAVAILABLE(reason)
#define NS_REFINED_FOR_SWIFT
#define NS_AVAILABLE(mac, ios)
#define NS_AVAILABLE_IOS(ios)
#define NS_DEPRECATED(...)
#define API_AVAILABLE(...)
#define API_UNAVAILABLE(...)
#define API_DEPRECATED(...)
#define API_DEPRECATED_WITH_REPLACEMENT(...)

// MIN, MAX and ABS evaluate each argument once.
#define MIN(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(a) min_a = (a);                                                                                     \
        __typeof__(b) min_b = (b);                                                                                     \
        min_a < min_b ? min_a : min_b;                                                                                 \
    })
#define MAX(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(a) max_a = (a);                                                                                     \
        __typeof__(b) max_b = (b);                                                                                     \
        max_a < max_b ? max_b : max_a;                                                                                 \
    })
#define ABS(a)                                                                                                         \
    ({                                                                                                                 \
        __typeof__(a) abs_a = (a);                                                                                     \
        abs_a < 0 ? -abs_a : abs_a;                                                                                    \
    })

#define NSIntegerMax LONG_MAX
#define NSIntegerMin LONG_MIN
#define NSUIntegerMax ULONG_MAX

typedef unsigned short unichar;
typedef double NSTimeInterval;

static const NSInteger NSNotFound = NSIntegerMax;

typedef NS_ENUM(NSInteger, NSComparisonResult) { NSOrderedAscending = -1, NSOrderedSame, NSOrderedDescending };

// Compares two objects. Unless the result depends on these objects alone, the order that sorting produces is
// unspecified.
typedef NSComparisonResult (^NSComparator)(id first, id second);

typedef NS_OPTIONS(NSUInteger, NSEnumerationOptions) {
    NSEnumerationConcurrent = 1 << 0,  // ignored: the block always runs on the calling thread
    NSEnumerationReverse = 1 << 1,
};

typedef struct _NSRange {
    NSUInteger location, length;
} NSRange;

static inline NSRange NSMakeRange(NSUInteger location, NSUInteger length) { return (NSRange){location, length}; }
static inline NSUInteger NSMaxRange(NSRange range) { return range.location + range.length; }
static inline BOOL NSLocationInRange(NSUInteger location, NSRange range) {
    return location >= range.location && location - range.location < range.length;
}
static inline BOOL NSEqualRanges(NSRange a, NSRange b) { return a.location == b.location && a.length == b.length; }

MR_BEGIN_DECLS

// These functions return nil for nil, and for the name of a class or protocol that does not exist.
NSString *_Nullable NSStringFromSelector(SEL _Nullable selector);
SEL _Nullable NSSelectorFromString(NSString *_Nullable name);
NSString *_Nullable NSStringFromClass(Class _Nullable cls);
Class _Nullable NSClassFromString(NSString *_Nullable name);
NSString *_Nullable NSStringFromProtocol(Protocol *_Nullable protocol);
Protocol *_Nullable NSProtocolFromString(NSString *_Nullable name);

// Writes a line to standard error, preceded by date, time, program, process and thread. The conversions are those of
// printf, and %@ for the description of an object. Arguments are read in order. Any thread may call it.
void NSLog(NSString *format, ...) NS_FORMAT_FUNCTION(1, 2);
void NSLogv(NSString *format, va_list arguments) NS_FORMAT_FUNCTION(1, 0);

MR_END_DECLS

#pragma clang assume_nonnull end

#endif
