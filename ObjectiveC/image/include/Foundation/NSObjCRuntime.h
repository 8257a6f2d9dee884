// NSObjCRuntime.h - types and constants that all headers use; functions that find classes, selectors and protocols by
// name; NSLog.
#ifndef FOUNDATION_NSOBJCRUNTIME_H
#define FOUNDATION_NSOBJCRUNTIME_H

#include <AvailabilityMacros.h>
#import <Foundation/NSStandardLibrary.h>
#include <TargetConditionals.h>
#include <limits.h>
#import <objc/NSObject.h>
#include <stdarg.h>
#include <sys/cdefs.h>

#pragma clang assume_nonnull begin

// An enumeration with the given type. In C++, the options of an NS_OPTIONS are combined with operators, so its name is
// the integer type, as in Apple's header.
#define NS_MARKED_ENUM(mark, type, name)                                                                               \
    enum mark name : type name;                                                                                        \
    enum mark name : type
#define NS_NAMED_ENUM(type, name) NS_MARKED_ENUM(__attribute__((enum_extensibility(open))), type, name)
#define NS_UNNAMED_ENUM(type) enum : type
#define NS_CHOSEN_ENUM(first, second, chosen, ...) chosen
#define NS_ENUM(...) NS_CHOSEN_ENUM(__VA_ARGS__, NS_NAMED_ENUM, NS_UNNAMED_ENUM, )(__VA_ARGS__)
#ifdef __cplusplus
#define NS_OPTIONS(type, name)                                                                                         \
    type name;                                                                                                         \
    enum : type
#else
#define NS_OPTIONS(type, name) NS_MARKED_ENUM(__attribute__((flag_enum, enum_extensibility(open))), type, name)
#endif
#define NS_CLOSED_ENUM(type, name) NS_MARKED_ENUM(__attribute__((enum_extensibility(closed))), type, name)
// An enumeration of error codes of the given domain.
#define NS_ERROR_ENUM(...) NS_CHOSEN_ERROR_ENUM(__VA_ARGS__, NS_NAMED_ERROR_ENUM, NS_UNNAMED_ERROR_ENUM, )(__VA_ARGS__)
#define NS_CHOSEN_ERROR_ENUM(first, second, chosen, ...) chosen
#define NS_NAMED_ERROR_ENUM(domain, name)                                                                              \
    NS_MARKED_ENUM(__attribute__((ns_error_domain(domain), enum_extensibility(open))), NSInteger, name)
#define NS_UNNAMED_ERROR_ENUM(domain) enum : NSInteger
// A type of constants: in Swift an enumeration, or a structure that a program may extend.
#define NS_TYPED_ENUM __attribute__((swift_wrapper(enum)))
#define NS_TYPED_EXTENSIBLE_ENUM __attribute__((swift_wrapper(struct)))
#define NS_STRING_ENUM NS_TYPED_ENUM
#define NS_EXTENSIBLE_STRING_ENUM NS_TYPED_EXTENSIBLE_ENUM

// Older code writes __nonnull in place of _Nonnull. In the GNU C library's headers __nonnull is a macro with arguments,
// which makes an attribute: __nonnull ((1, 2)). The macro below has the name of the qualifier itself, so that it is
// expanded only before a parenthesis; it makes the attribute if its argument is in parentheses, too.
#undef __nonnull
#define __nonnull _Nonnull
#define _Nonnull(...)                                                                                                  \
    MR_NONNULL_CHOOSE(MR_NONNULL_PARENTHESES __VA_ARGS__, MR_NONNULL_ATTRIBUTE, MR_NONNULL_TYPE, )(__VA_ARGS__)
#define MR_NONNULL_PARENTHESES(...) ,
#define MR_NONNULL_CHOOSE(...) MR_NONNULL_CHOOSE_THIRD(__VA_ARGS__)
#define MR_NONNULL_CHOOSE_THIRD(first, second, third, ...) third
#define MR_NONNULL_ATTRIBUTE(arguments) __attribute__((__nonnull__ arguments))
#define MR_NONNULL_TYPE(...) _Nonnull(__VA_ARGS__)

#define FOUNDATION_EXPORT OBJC_EXTERN
#define FOUNDATION_EXTERN OBJC_EXTERN
#define FOUNDATION_IMPORT OBJC_EXTERN
#define FOUNDATION_STATIC_INLINE static inline
#define FOUNDATION_EXTERN_INLINE extern inline
#define NS_INLINE static inline
#define NS_BLOCKS_AVAILABLE 1
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_HEADER_AUDIT_BEGIN(...) NS_ASSUME_NONNULL_BEGIN
#define NS_HEADER_AUDIT_END(...) NS_ASSUME_NONNULL_END
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_REQUIRES_NIL_TERMINATION __attribute__((sentinel))
#define NS_FORMAT_FUNCTION(format_, first_) __attribute__((format(__NSString__, format_, first_)))
#define NS_FORMAT_ARGUMENT(index) __attribute__((format_arg(index)))
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_NOESCAPE __attribute__((noescape))
#define NS_NO_TAIL_CALL __attribute__((not_tail_called))
#define NS_WARN_UNUSED_RESULT __attribute__((warn_unused_result))
#define NS_REQUIRES_SUPER __attribute__((objc_requires_super))
#define NS_REQUIRES_PROPERTY_DEFINITIONS __attribute__((objc_requires_property_definitions))
#define NS_PROTOCOL_REQUIRES_EXPLICIT_IMPLEMENTATION __attribute__((objc_protocol_requires_explicit_implementation))
#define NS_ROOT_CLASS __attribute__((objc_root_class))
#define NS_DIRECT __attribute__((objc_direct))
#define NS_DIRECT_MEMBERS __attribute__((objc_direct_members))
#define NS_RETURNS_RETAINED __attribute__((ns_returns_retained))
#define NS_RETURNS_NOT_RETAINED __attribute__((ns_returns_not_retained))
#define NS_RETURNS_INNER_POINTER __attribute__((objc_returns_inner_pointer))
#define NS_CONSUMED __attribute__((ns_consumed))
#define NS_RELEASES_ARGUMENT NS_CONSUMED
#define NS_CONSUMES_SELF __attribute__((ns_consumes_self))
#define NS_VALID_UNTIL_END_OF_SCOPE __attribute__((objc_precise_lifetime))
#define NS_AUTOMATED_REFCOUNT_UNAVAILABLE OBJC_ARC_UNAVAILABLE
#define NS_AUTOMATED_REFCOUNT_WEAK_UNAVAILABLE __attribute__((objc_arc_weak_reference_unavailable))
// A property that is atomic on macOS and nonatomic on iOS: atomic here.
#define NS_NONATOMIC_IOSONLY atomic
#define NS_NONATOMIC_IPHONEONLY atomic
// How Swift imports a declaration.
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define NS_SWIFT_UNAVAILABLE(reason) __attribute__((availability(swift, unavailable, message = reason)))
#define NS_SWIFT_NOTHROW __attribute__((swift_error(none)))
#define NS_SWIFT_BRIDGED_TYPEDEF __attribute__((swift_bridged_typedef))
#define NS_SWIFT_BRIDGED(type) __attribute__((swift_bridge(type)))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_SWIFT_NONSENDABLE __attribute__((swift_attr("@_nonSendable")))
#define NS_SWIFT_NONISOLATED __attribute__((swift_attr("nonisolated")))
#define NS_SWIFT_DISABLE_ASYNC __attribute__((swift_async(none)))
#define NS_SWIFT_ASYNC(completion) __attribute__((swift_async(swift_private, completion)))
#define NS_SWIFT_ASYNC_NAME(name) __attribute__((swift_async_name(#name)))
#define NS_SWIFT_UI_ACTOR __attribute__((swift_attr("@UIActor")))
#define NS_REFINED_FOR_SWIFT __attribute__((swift_private))
// Annotations for versions of Apple's systems. They have no effect here.
#define NS_AVAILABLE(mac, ios)
#define NS_AVAILABLE_MAC(mac)
#define NS_AVAILABLE_IOS(ios)
#define NS_AVAILABLE_IPHONE(ios)
#define NS_DEPRECATED(...)
#define NS_DEPRECATED_MAC(...)
#define NS_DEPRECATED_IOS(...)
#define NS_DEPRECATED_WITH_REPLACEMENT_MAC(...)
#define NS_ENUM_AVAILABLE(mac, ios)
#define NS_ENUM_AVAILABLE_MAC(mac)
#define NS_ENUM_AVAILABLE_IOS(ios)
#define NS_ENUM_DEPRECATED(...)
#define NS_CLASS_AVAILABLE(mac, ios)
#define NS_CLASS_AVAILABLE_MAC(mac)
#define NS_CLASS_AVAILABLE_IOS(ios)
#define NS_CLASS_DEPRECATED(...)
#define NS_EXTENSION_UNAVAILABLE(message)
#define NS_EXTENSION_UNAVAILABLE_IOS(message)

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

enum { kNilOptions = 0 };

typedef unsigned short unichar;
typedef double NSTimeInterval;

static const NSInteger NSNotFound = NSIntegerMax;

typedef NS_ENUM(NSInteger, NSQualityOfService) {
    NSQualityOfServiceUserInteractive = 0x21,
    NSQualityOfServiceUserInitiated = 0x19,
    NSQualityOfServiceUtility = 0x11,
    NSQualityOfServiceBackground = 0x09,
    NSQualityOfServiceDefault = -1,
};

typedef NS_ENUM(NSInteger, NSComparisonResult) { NSOrderedAscending = -1, NSOrderedSame, NSOrderedDescending };

// Compares two objects. Unless the result depends on these objects alone, the order that sorting produces is
// unspecified.
typedef NSComparisonResult (^NSComparator)(id first, id second);

typedef NS_OPTIONS(NSUInteger, NSEnumerationOptions) {
    NSEnumerationConcurrent = 1 << 0,  // ignored: the block always runs on the calling thread
    NSEnumerationReverse = 1 << 1,
};

// Ignored: sorting always keeps the order of equal objects, on the calling thread.
typedef NS_OPTIONS(NSUInteger, NSSortOptions) { NSSortConcurrent = 1 << 0, NSSortStable = 1 << 4 };

MR_BEGIN_DECLS

// These functions return nil for nil, and for the name of a class or protocol that does not exist.
NSString *_Nullable NSStringFromSelector(SEL _Nullable selector);
SEL _Nullable NSSelectorFromString(NSString *_Nullable name);
NSString *_Nullable NSStringFromClass(Class _Nullable cls);
Class _Nullable NSClassFromString(NSString *_Nullable name);
NSString *_Nullable NSStringFromProtocol(Protocol *_Nullable protocol);
Protocol *_Nullable NSProtocolFromString(NSString *_Nullable name);

// Stores the size and alignment in bytes of the type at the beginning of `types`, a string of type encodings, and
// returns the rest of the string. Each of the two addresses may be NULL. A malformed type raises an
// NSInvalidArgumentException.
const char *NSGetSizeAndAlignment(const char *types, NSUInteger *_Nullable size, NSUInteger *_Nullable alignment);

// Writes a line to standard error, preceded by date, time, program, process and thread. The conversions are those of
// printf, also with positions such as %2$@; %@ is the description of an object, and %C and %S are UTF-16. Any thread
// may call it.
void NSLog(NSString *format, ...) NS_FORMAT_FUNCTION(1, 2);
void NSLogv(NSString *format, va_list arguments) NS_FORMAT_FUNCTION(1, 0);

MR_END_DECLS

#pragma clang assume_nonnull end

#endif
