// dispatch-objects.h - an object of libdispatch as an object of this runtime.
//
// libdispatch's objects begin with a pointer to a table of functions, where this runtime's begin with a class. So each
// has a wrapper, which compiled Objective-C retains and sends messages to. The functions of libdispatch that take or
// return such objects have counterparts named __wrap_, which programs call in their place (the linker's --wrap).
// A wrapper owns one reference to its object.
#ifndef MR_DISPATCH_OBJECTS_H
#define MR_DISPATCH_OBJECTS_H

#include <adopting.h>
#include <assert.h>

typedef struct {
    Class isa;
    void *object;
} mr_wrapper;

// Returns the object of libdispatch in a wrapper; NULL for nil.
static inline void *mr_unwrap(void *wrapper) { return wrapper ? ((mr_wrapper *)wrapper)->object : NULL; }

// FORWARD defines the counterpart of a function whose result is no object. `arguments` is what it passes on.
#define FORWARD(R, name, parameters, arguments)                                                                        \
    extern R name parameters;                                                                                          \
    R __wrap_##name parameters { return name arguments; }
// MAKE: of a function that returns an object, +1. GET: of one that returns an object that lives for ever.
#define MAKE(cls, name, parameters, arguments)                                                                         \
    extern void *name parameters;                                                                                      \
    void *__wrap_##name parameters { return mr_wrap(cls, name arguments); }
#define GET(cls, name, parameters, arguments)                                                                          \
    extern void *name parameters;                                                                                      \
    void *__wrap_##name parameters { return mr_wrap_global(cls, name arguments); }
#define U(wrapper) mr_unwrap(wrapper)

// Returns a new wrapper, +1, which takes over the caller's reference to the object. nil for NULL.
void *mr_wrap(const char *className, void *object);
// Returns the wrapper of an object that lives for ever. It lives for ever, too, and is always the same.
void *mr_wrap_global(const char *className, void *object);

#endif
