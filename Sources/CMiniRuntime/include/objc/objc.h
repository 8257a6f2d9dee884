// objc.h - the five basic types of the language: id, Class, SEL, IMP, BOOL.
//
// An `id` points to an object: memory whose first word, the isa, points to the object's class.
//
//      id ──► ┌───────────┐        Before the isa, invisible to users, lies the header:
//             │ isa       │──► Class      one word for the retain count and flags,
//             │ ivars ... │               one word for the side table, created on first use.
//             └───────────┘
//
// A class is an object too: a Class is an id whose isa points to a metaclass.
#ifndef OBJC_OBJC_H
#define OBJC_OBJC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "objc-api.h"

// Enclose the declarations of each header. In C++ they declare functions in C.
#ifdef __cplusplus
#define MR_BEGIN_DECLS extern "C" {
#define MR_END_DECLS }
#else
#define MR_BEGIN_DECLS
#define MR_END_DECLS
#endif

// Annotations that only clang knows, for Swift and for the analyzer.
#ifdef __clang__
#define MR_SWIFT(attribute) __attribute__((swift_attr(attribute)))
#define MR_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define MR_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#else
#define MR_SWIFT(attribute)
#define MR_ASSUME_NONNULL_BEGIN
#define MR_ASSUME_NONNULL_END
#define _Nullable
#define _Nonnull
#endif

MR_BEGIN_DECLS

// In Objective-C, id, Class and SEL are the compiler's own types.
#ifdef __OBJC__
#define MR_UNRETAINED __unsafe_unretained  // ARC requires this in structures and pointers to pointers
#else
#define MR_UNRETAINED
typedef struct objc_class *Class;
typedef struct objc_object *id;
#endif

// A selector is the interned name of a message: a pointer to the only copy of that name. Two selectors are equal if and
// only if their addresses are. Selectors live for ever.
#ifndef __OBJC__
typedef const struct objc_selector *SEL;
#endif

// The function that implements a method: `ret (*)(id self, SEL _cmd, ...)`. The type is opaque because no single C type
// fits every method: cast an IMP to the type given by the method's encoding before calling it.
// Swift makes an OpaquePointer of the first form.
#if defined(__OBJC__) && (OBJC_OLD_DISPATCH_PROTOTYPES || defined(__swift__))
typedef id (*IMP)(id, SEL, ...);
#elif defined(__OBJC__)
typedef void (*IMP)(void);
#else
typedef struct objc_imp *IMP;
#endif

typedef bool BOOL;
#define OBJC_BOOL_IS_BOOL 1
#ifdef __OBJC__
#define YES __objc_yes
#define NO __objc_no
#else
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#endif
// Null pointer constants, which convert to every type of pointer: `SEL action = isOn ? @selector(show) : nil`.
#if __cplusplus >= 201103L
#define nil nullptr
#define Nil nullptr
#elif defined(__cplusplus)
#define nil __null
#define Nil __null
#elif defined(__OBJC__)
#define nil ((void *)0)
#define Nil ((void *)0)
#else
#define nil ((id)0)
#define Nil ((Class)0)
#endif

// Returns the selector with that name, and registers it if necessary. The bytes are copied. NULL for a NULL name. Any
// thread.
SEL sel_registerName(const char *name);
// An older name for sel_registerName.
SEL sel_getUid(const char *name);
// Borrowed; lives for ever. "<null selector>" for NULL.
const char *sel_getName(SEL sel);
BOOL sel_isEqual(SEL lhs, SEL rhs);
// Whether `sel` is a registered selector. `sel` may be any pointer: it is not dereferenced.
BOOL sel_isMapped(SEL sel);

// Returns the class that messages to `object` are looked up in: its isa, or the class registered for its tag. Nil for
// nil.
Class object_getClass(id object);
// Sets the isa of `object` to `cls` and returns the previous class; Nil for nil. A tagged pointer has no isa: nothing
// happens, and its class is returned.
Class object_setClass(id object, Class cls);
// The name of object_getClass(object), borrowed. "nil" for nil.
const char *object_getClassName(id object);
// Whether `object` is a class or a metaclass.
BOOL object_isClass(id object);
// Returns the extra bytes requested when the object was created; they follow its ivars. For a class, those passed to
// objc_allocateClassPair. Initially zero, and aligned to a pointer. NULL for nil and for a tagged pointer.
void *object_getIndexedIvars(id object);

MR_END_DECLS

#endif
