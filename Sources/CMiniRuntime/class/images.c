// images.c - the programs and libraries that contain classes. A class that was made at run time is in none. The names
// belong to the dynamic linker and live for ever, because an image with classes is never unmapped.
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "class.h"

const char *class_getImageName(Class cls) {
    Dl_info info;
    return cls && dladdr(cls, &info) ? info.dli_fname : NULL;
}

static bool contains(const char *const *names, unsigned int count, const char *name) {
    while (count > 0 && strcmp(names[count - 1], name) != 0) count--;
    return count > 0;
}

// Copies the name of each class of the image, or of each image if `image` is NULL. Returns NULL if there is none.
static const char **copy_names(const char *image, unsigned int *outCount) {
    unsigned int classes, count = 0;
    Class *list = objc_copyClassList(&classes);
    const char **names = mr_allocate((classes + 1) * sizeof *names);
    for (unsigned int index = 0; index < classes; index++) {
        const char *found = class_getImageName(list[index]);
        if (found == NULL) continue;
        if (image ? strcmp(found, image) == 0 : !contains(names, count, found)) {
            names[count++] = image ? class_getName(list[index]) : found;
        }
    }
    free(list);
    names[count] = NULL;
    if (outCount) *outCount = count;
    if (count > 0) return names;
    free(names);
    return NULL;
}

const char **objc_copyImageNames(unsigned int *outCount) { return copy_names(NULL, outCount); }

const char **objc_copyClassNamesForImage(const char *image, unsigned int *outCount) {
    if (image) return copy_names(image, outCount);
    if (outCount) *outCount = 0;
    return NULL;
}
