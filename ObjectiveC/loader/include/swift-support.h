// swift-support.h - the interface for CSwiftObjectiveC alone: images and classes that Swift's compiler wrote.
#ifndef MR_SWIFT_SUPPORT_H
#define MR_SWIFT_SUPPORT_H

#include "objective-c.h"

MR_BEGIN_DECLS

// Defined by CSwiftObjectiveC, and NULL if it is not linked. The first is called with the other checks of an image, the
// second when its classes are loaded.
extern void mr_swift_image_check(const mr_image *image) __attribute__((weak));
extern void mr_swift_image_load(const mr_image *image) __attribute__((weak));

// What Swift's libraries read of an error, from byte 16 on. Compiled code passes an NSError where they expect an error
// of Swift, so each has this.
typedef struct {
    const void *type, *conformance;  // the class, and how it conforms to Error
    MR_UNRETAINED id value;          // the object itself, not retained
} mr_swift_error;
// Defined by CSwiftObjectiveC, and NULL if it is not linked. Called when an NSError is allocated.
extern void mr_swift_error_prepare(id object, mr_swift_error *error) __attribute__((weak));

bool mr_image_is_swift(const mr_image *image);     // whether a part of the image was compiled for Objective-C by Swift
const char *mr_image_path(const mr_image *image);  // borrowed from the dynamic linker
// Whether the memory is writable, or executable; while an image is loaded.
bool mr_is_variable(const void *address);
bool mr_is_code(IMP imp);
// Adds the methods of a class whose data, `ro` in clang's words, a compiler wrote. Call it before registration.
void mr_class_adopt_methods(Class cls, const void *ro);

MR_END_DECLS

#endif
