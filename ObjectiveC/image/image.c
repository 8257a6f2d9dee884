// image.c - passes the sections of an image to the runtime, and the exceptions that its handlers of C++ catch. Linked
// into every program and library of compiled Objective-C.
//
// The linker defines __start_X and __stop_X for each section X of an image. The references below are weak, so that they
// are NULL if the image has no such section, and hidden, so that they never refer to the sections of another image. lld
// drops the sections unless it is called with `-z nostart-stop-gc`.
#include "objective-c.h"

#define DECLARE_SECTION(name)                                                                                          \
    extern char __start_##name[] __attribute__((weak, visibility("hidden")));                                          \
    extern char __stop_##name[] __attribute__((weak, visibility("hidden")));
MR_IMAGE_SECTIONS(DECLARE_SECTION)

__attribute__((constructor(110))) static void hand_over(void) {
    const mr_image image = {
        MR_IMAGE_VERSION,
        MR_SECTION_COUNT,
        __start_objc_selrefs ? (void *)__start_objc_selrefs : (void *)hand_over,
        {
#define SECTION_BOUNDS(name) {__start_##name, __stop_##name},
            MR_IMAGE_SECTIONS(SECTION_BOUNDS)},
    };
    mr_image_load(&image);
}

// Objective-C++: handlers of C++ in this image call these functions, which are hidden from all others. They are weak,
// because the static C++ library has them too.
#define FOR_THIS_IMAGE __attribute__((weak, visibility("hidden")))
void *__cxa_begin_catch(void *exception) FOR_THIS_IMAGE;
void __cxa_end_catch(void) FOR_THIS_IMAGE;
void __cxa_rethrow(void) FOR_THIS_IMAGE;

void *__cxa_begin_catch(void *exception) { return mr_catch_begin(exception); }
void __cxa_end_catch(void) { mr_catch_end(); }
void __cxa_rethrow(void) { mr_catch_rethrow(); }
