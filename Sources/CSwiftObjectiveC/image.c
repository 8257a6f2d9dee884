// image.c - which classes of an image are refused.
#include "internal.h"
#include "swift-support.h"

#define SECTION(image, T, name, section)                                                                               \
    const T *name = (const T *)(const void *)(image)->sections[MR_SECTION_##section].begin;                            \
    const T *name##_end = (const T *)(const void *)(image)->sections[MR_SECTION_##section].end

static _Noreturn void refuse(const mr_image *image, const swift_descriptor *descriptor, const char *reason) {
    mr_fatal("image %s cannot be loaded: class '%s' %s", mr_image_path(image),
             (const char *)swift_follow(&descriptor->name), reason);
}

static bool is_listed(const mr_image *image, const swift_descriptor *descriptor) {
    SECTION(image, word *, classes, objc_classlist);
    for (; classes < classes_end; classes++) {
        bool isSwift = (*classes)[4] & 3;
        if (isSwift && (const swift_descriptor *)(*classes)[APPLE_DESCRIPTOR] == descriptor) return true;
    }
    return false;
}

// The class of a module that was compiled without Objective-C lies 24 bytes elsewhere for code that was compiled with
// it, so a call of its methods, or a subclass, would read the wrong words. A final class has no such methods.
static void check_class(const mr_image *image, const swift_descriptor *descriptor) {
    if (descriptor->flags & SWIFT_IS_GENERIC) return;
    if (descriptor->flags & SWIFT_INITIALIZED_LATE) {
        refuse(image, descriptor, "inherits from a generic class: libswiftCore cannot make it");
    }
    if (descriptor->flags & SWIFT_HAS_VTABLE && !is_listed(image, descriptor)) {
        refuse(image, descriptor,
               "can have subclasses, and its module was compiled without -enable-objc-interop: make it final, or "
               "compile the module with the flag");
    }
}

void mr_swift_image_check(const mr_image *image) {
    if (!mr_image_is_swift(image)) return;
    SECTION(image, int32_t, records, swift5_type_metadata);
    enum { IS_INDIRECT = 3 };
    for (; records < records_end; records++) {
        if (*records & IS_INDIRECT) continue;
        const swift_descriptor *descriptor = swift_follow(records);
        if (swift_is_class(descriptor)) check_class(image, descriptor);
    }
}
