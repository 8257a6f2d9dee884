// image.c - linked into every program and library of compiled Objective-C: hands its sections to the runtime.
//
// The linker defines __start_X and __stop_X for each section X that an image has; weak references to those of the others
// are NULL, and hidden ones stay within the image. lld drops the sections unless it is told `-z nostart-stop-gc`.
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
