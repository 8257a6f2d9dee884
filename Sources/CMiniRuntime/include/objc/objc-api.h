// objc-api.h - the macros of Apple's header of that name, with which declarations in headers are annotated.
#ifndef OBJC_API_H
#define OBJC_API_H

#include <stddef.h>  // as in Apple's header

// Apple's older headers chose between two interfaces of the runtime by this number. This runtime has the newer one.
#define OBJC_API_VERSION 2

#ifdef __cplusplus
#define OBJC_EXTERN extern "C"
#else
#define OBJC_EXTERN extern
#endif
#define OBJC_EXPORT OBJC_EXTERN
#define OBJC_INLINE static inline

#ifdef __clang__
#define OBJC_ROOT_CLASS __attribute__((objc_root_class))
#define OBJC_RETURNS_RETAINED __attribute__((ns_returns_retained))
#define OBJC_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#endif
// For methods that manage memory by hand. A program that is compiled with ARC cannot call them.
#ifdef __OBJC__
#if __has_feature(objc_arc)
#define OBJC_ARC_UNAVAILABLE __attribute__((unavailable("not available in automatic reference counting mode")))
#else
#define OBJC_ARC_UNAVAILABLE
#endif
#endif
#define OBJC_UNAVAILABLE __attribute__((unavailable))
#define OBJC_DEPRECATED(message) __attribute__((deprecated(message)))
// Annotations for Swift and for versions of Apple's systems. They have no effect here.
#define OBJC_SWIFT_UNAVAILABLE(message)
#define OBJC_AVAILABLE(...)
#define OBJC_ISA_AVAILABILITY
#define OBJC2_UNAVAILABLE

// clang has these spellings built in for Apple's systems. Foundation/NSObjCRuntime.h has `__nonnull`, which is a macro
// with arguments in the headers of the GNU C library.
#if defined(__clang__) && !defined(__nullable)
#define __nullable _Nullable
#define __null_unspecified _Null_unspecified
#endif

#endif
