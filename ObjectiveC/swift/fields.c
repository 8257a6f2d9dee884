// fields.c - what Mirror reads of unowned properties.
//
// For each property, libswiftCore has the name of its type, which ends with Xo if the property is unowned. Mirror would
// count its object as one of Swift's own, even if it is ours. So the names are changed when an image is loaded. In code
// that was compiled without Objective-C, the property becomes unowned(unsafe), whose name ends with Xu: Mirror then
// retains the object as usual. In other code the word may be the address of a location (references.c), and the property
// becomes a number.
#include <dlfcn.h>
#include <string.h>

#include "internal.h"
#include "swift-support.h"

static size_t length_of(const char *name) {
    const char *end = name;
    while (*end) end += 1 + swift_reference_size(*end);
    return (size_t)(end - name);
}

static void change(const swift_fields *descriptor, bool isKnown) {
    for (uint32_t index = 0; index < descriptor->count; index++) {
        const swift_field *field = &descriptor->fields[index];
        if (field->type == 0) continue;
        const char *name = swift_follow(&field->type);
        size_t length = length_of(name);
        if (length < 2 || memcmp(name + length - 2, "Xo", 2) != 0) continue;
        if (isKnown) swift_change_constant(name, "Si", sizeof "Si");
        else swift_change_constant(name + length - 1, "u", 1);
    }
}

// The toolchain's own libraries have no such property that could refer to an object of ours.
static bool is_of_toolchain(const void *address) {
    Dl_info core, info;
    if (!dladdr((void *)swift_retain, &core) || !dladdr(address, &info)) return false;
    const char *end = strrchr(core.dli_fname, '/');
    size_t length = end ? (size_t)(end - core.dli_fname) : 0;
    return strncmp(core.dli_fname, info.dli_fname, length + 1) == 0;
}

static void change_section(const char *begin, const char *end, bool isKnown) {
    while (begin < end) {
        const swift_fields *descriptor = (const void *)begin;
        change(descriptor, isKnown);
        begin = (const char *)(descriptor->fields + descriptor->count);
    }
}

static bool change_other(const swift_sections *sections, void *context) {
    const char *begin = (const char *)sections->fields.begin;
    bool isOther = begin && !is_of_toolchain(begin) && !swift_is_known(begin);
    if (isOther) change_section(begin, begin + sections->fields.size, false);
    return true;
}

void swift_change_fields(const mr_image *image) {
    const mr_image_section *section = &image->sections[MR_SECTION_swift5_fieldmd];
    change_section(section->begin, section->end, true);
    swift_enumerateAllMetadataSections(change_other, NULL);
}
