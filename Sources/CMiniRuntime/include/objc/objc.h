// objc.h - the five words of the language: id, Class, SEL, IMP, BOOL.
//
// An `id` points at an object, and an object is memory whose first word, the isa, points at its class:
//
//      id ──► ┌───────────┐        in front of the isa, out of sight, lies the header:
//             │ isa       │──► Class      one word of retain count and flags,
//             │ ivars ... │               one word for the lazily made side table
//             └───────────┘
//
// A class is an object too, so a Class is an id whose isa points at a metaclass.
#ifndef OBJC_OBJC_H
#define OBJC_OBJC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct objc_class *Class;
typedef struct objc_object *id;

// A selector is the interned name of a message. It points at the name's only copy, so two selectors
// are equal exactly when their addresses are, and it lives for ever.
typedef const struct objc_selector *SEL;

// The function behind a method: `ret (*)(id self, SEL _cmd, ...)`. Opaque, because no single C type fits
// all of them: cast it to the type that the method's encoding says before calling it.
typedef struct objc_imp *IMP;

typedef bool BOOL;
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#define nil ((id)0)
#define Nil ((Class)0)

// Registers `name`, or finds it if it is registered. The bytes are copied. NULL for a NULL name.
// Any thread.
SEL sel_registerName(const char *name);
// The same function under its older name.
SEL sel_getUid(const char *name);
// Borrowed, lives for ever. "<null selector>" for NULL.
const char *sel_getName(SEL sel);
BOOL sel_isEqual(SEL lhs, SEL rhs);
// Whether `sel` is a selector that this runtime has registered. Any pointer may be asked about.
BOOL sel_isMapped(SEL sel);

// The class by which an object's messages are looked up: its isa, or the class of its tag. Nil for nil.
Class object_getClass(id object);
// Points the isa of `object` at `cls` and returns the class it had; Nil for nil. A tagged pointer has no
// isa: nothing happens, and its class is returned.
Class object_setClass(id object, Class cls);
// The name of object_getClass(object), borrowed; "nil" for nil.
const char *object_getClassName(id object);
// Whether `object` is a class or a metaclass.
BOOL object_isClass(id object);
// The extra bytes behind the ivars, asked for at creation; on a class, those of objc_allocateClassPair.
// Zeroed at first, pointer-aligned. NULL for nil and for a tagged pointer.
void *object_getIndexedIvars(id object);

#endif
