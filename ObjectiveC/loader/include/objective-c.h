// objective-c.h - how an image of compiled Objective-C passes its sections to the runtime.
//
// An image is a program or a library. Programs include <Foundation/Foundation.h> or <objc/...>; only ObjectiveCImage,
// the object file that every image links, includes this header.
#ifndef MR_OBJECTIVE_C_H
#define MR_OBJECTIVE_C_H

#include <objc/objc.h>
#include <stdint.h>

MR_BEGIN_DECLS

// The sections that clang and Swift's compiler fill, in the order of mr_image.sections. __patchable_function_entries
// lists the start addresses of all functions that are compiled with -fpatchable-function-entry=1. The last four are for
// programs that have classes in Swift: which compilers wrote the image, where the linker has put clang's classes with
// room around them (class-room.ld), and what Swift's compiler lists of types, conformances and properties.
#define MR_IMAGE_SECTIONS(X)                                                                                           \
    X(cfstring)                                                                                                        \
    X(objc_selrefs)                                                                                                    \
    X(objc_protorefs)                                                                                                  \
    X(objc_protolist)                                                                                                  \
    X(objc_classlist)                                                                                                  \
    X(objc_catlist)                                                                                                    \
    X(objc_nlclslist)                                                                                                  \
    X(objc_nlcatlist)                                                                                                  \
    X(__patchable_function_entries)                                                                                    \
    X(objc_imageinfo)                                                                                                  \
    X(objc_class_room)                                                                                                 \
    X(swift5_type_metadata)                                                                                            \
    X(swift5_protocol_conformances)                                                                                    \
    X(swift5_fieldmd)
enum {
#define MR_SECTION_NUMBER(name) MR_SECTION_##name,
    MR_IMAGE_SECTIONS(MR_SECTION_NUMBER)
#undef MR_SECTION_NUMBER
        MR_SECTION_COUNT
};

typedef struct {
    char *begin, *end;  // both NULL if the image has no such section
} mr_image_section;

enum { MR_IMAGE_VERSION = 2 };
typedef struct {
    uint32_t version, section_count;
    const void *address;  // any address in the image
    mr_image_section sections[MR_SECTION_COUNT];
} mr_image;

// Loads an image: its strings, selectors, protocols, classes and categories, and then calls every +load. Called by a
// constructor of the image. If the runtime's own modules have not made their classes yet, the image is copied and
// loaded as soon as they have. If the image cannot be loaded, the process ends with a message that names the defect.
void mr_image_load(const mr_image *image);

// What the handlers of C++ in an image call in place of __cxa_begin_catch, __cxa_end_catch and __cxa_rethrow, so that
// they can catch objects. The first returns the object, borrowed, or the exception of C++.
void *mr_catch_begin(void *exception);
void mr_catch_end(void);
void mr_catch_rethrow(void);

MR_END_DECLS

#endif
