// cplusplus.c - exceptions of C++ that pass compiled Objective-C, and handlers in Objective-C++ that catch objects.
//
// clang gives functions in Objective-C++ the personality of Objective-C. For an exception of C++, this personality
// calls that of C++, which reads the same tables. In the other direction, handlers of C++ (`catch (NSException *)`)
// call __cxa_begin_catch, which each image defines for itself (ObjectiveC/image/image.c). It calls throw.c for an
// object, and the C++ library for all other exceptions. The library's functions are looked up in the process when they
// are needed first, because programs in Objective-C do without the library.
#include <dlfcn.h>

#include "abi.h"

// "GNUCC++" and a zero byte, or a byte 1 for std::rethrow_exception.
static const uint64_t CXX_CLASS = UINT64_C(0x474e5543432b2b00);

bool mr_is_cxx_exception(const struct _Unwind_Exception *exception) {
    return (exception->exception_class & ~UINT64_C(1)) == CXX_CLASS;
}

static void *library_function(const char *name) {
    void *function = dlsym(RTLD_DEFAULT, name);
    if (function == NULL) mr_fatal("an exception of C++ needs the shared C++ library: there is no function %s", name);
    return function;
}

// Each caches its function. Threads that look it up at the same time find the same one.
#define LIBRARY_FUNCTION(name) (cached ? cached : (cached = library_function(name)))

mr_personality mr_cxx_personality(void) {
    static mr_personality _Atomic cached;
    return LIBRARY_FUNCTION("__gxx_personality_v0");
}

void *mr_cxx_begin_catch(struct _Unwind_Exception *exception) {
    static void *(*_Atomic cached)(void *);
    return LIBRARY_FUNCTION("__cxa_begin_catch")(exception);
}

void mr_cxx_end_catch(void) {
    static void (*_Atomic cached)(void);
    LIBRARY_FUNCTION("__cxa_end_catch")();
}

void mr_cxx_rethrow(void) {
    static void (*_Atomic cached)(void);
    LIBRARY_FUNCTION("__cxa_rethrow")();
}

// ── The types of @catch, as the personality of C++ sees them ────────────────────────────────────────

static void do_nothing(void) {}

// No type of Objective-C is that of a pointer or function in C++, and none catches an exception of C++.
static bool is_not(void) { return false; }

// Two destructors, and four functions. Both C++ libraries call the last but one to learn whether the type catches.
const void *const objc_ehtype_vtable[8] = {
    NULL, NULL, (void *)do_nothing, (void *)do_nothing, (void *)is_not, (void *)is_not, (void *)is_not, (void *)is_not,
};
