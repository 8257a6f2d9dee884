// objective-c.h - how an image of compiled Objective-C hands its sections to the runtime.
//
// Programs include <Foundation/Foundation.h> or <objc/...>; only the object file that every image links includes this.
#ifndef MR_OBJECTIVE_C_H
#define MR_OBJECTIVE_C_H

#include <stdint.h>

// The sections that clang fills, in the order of mr_image.sections. The last one lists the beginnings of all functions if
// they are compiled with -fpatchable-function-entry=1.
#define MR_IMAGE_SECTIONS(X)                                                                                           \
    X(cfstring)                                                                                                        \
    X(objc_selrefs)                                                                                                    \
    X(objc_protorefs)                                                                                                  \
    X(objc_protolist)                                                                                                  \
    X(objc_classlist)                                                                                                  \
    X(objc_catlist)                                                                                                    \
    X(objc_nlclslist)                                                                                                  \
    X(objc_nlcatlist)                                                                                                  \
    X(__patchable_function_entries)
enum {
#define MR_SECTION_NUMBER(name) MR_SECTION_##name,
    MR_IMAGE_SECTIONS(MR_SECTION_NUMBER)
#undef MR_SECTION_NUMBER
        MR_SECTION_COUNT
};

typedef struct {
    char *begin, *end;  // both NULL if the image has no such section
} mr_image_section;

enum { MR_IMAGE_VERSION = 1 };
typedef struct {
    uint32_t version, section_count;
    const void *address;  // of anything in the image
    mr_image_section sections[MR_SECTION_COUNT];
} mr_image;

// Loads an image: strings, selectors, protocols, classes, categories, and every +load. Called by a constructor of the
// image. Before the classes of the runtime's own modules are made, the image waits for them. An image that cannot be
// loaded ends the process with a sentence that names what is wrong with it.
void mr_image_load(const mr_image *image);

#endif
