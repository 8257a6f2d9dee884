// image.c - which classes of an image are refused.
#include <string.h>

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

// libswiftCore's own types, in a program that contains it, are not those that this library knows.
static void check_module(const mr_image *image, const swift_descriptor *descriptor) {
    const swift_descriptor *module = swift_parent(descriptor);
    bool isCore = (module->flags & SWIFT_KIND) == SWIFT_MODULE && strcmp(swift_follow(&module->name), "Swift") == 0;
    if (isCore) refuse(image, descriptor, "is libswiftCore's: link without -static-stdlib");
}

// A generic class without a superclass has its own words behind those that every class has: ten of Apple's layout, or
// seven.
static bool is_generic_without_flag(const swift_descriptor *descriptor) {
    enum { APPLE_WORDS = 10 };
    return descriptor->superclass == 0 && descriptor->words_after - descriptor->own_words < APPLE_WORDS &&
           swift_has_methods(descriptor);
}

static const char without_flag[] =
    "can have subclasses, and its module was compiled without -enable-objc-interop: make it final, or compile the "
    "module with the flag";

// The class of a module that was compiled without Objective-C lies 24 bytes elsewhere for code that was compiled with
// it, so a call of its methods, or a subclass, would read the wrong words. A final class has no such methods.
static void check_class(const mr_image *image, const swift_descriptor *descriptor) {
    check_module(image, descriptor);
    if (descriptor->flags & SWIFT_IS_GENERIC) {
        if (is_generic_without_flag(descriptor)) refuse(image, descriptor, without_flag);
        return;
    }
    if (descriptor->flags & SWIFT_INITIALIZED_LATE) {
        refuse(image, descriptor, "inherits from a generic class: libswiftCore cannot make it");
    }
    if (swift_has_methods(descriptor) && !is_listed(image, descriptor)) {
        refuse(image, descriptor, without_flag);
    }
}

void mr_swift_image_check(const mr_image *image) {
    if (!mr_image_is_swift(image)) return;
    SECTION(image, int32_t, records, swift5_type_metadata);
    for (; records < records_end; records++) {
        const swift_descriptor *descriptor = swift_record_descriptor(records);
        if (descriptor && swift_is_class(descriptor)) check_class(image, descriptor);
    }
    swift_check_foreign(image);
}
