// image.c - the order in which an image of compiled Objective-C is loaded, and when.
//
//      constructor of the image ──► mr_image_load ──► at once, if the runtime's modules have made their classes
//                                                └──► otherwise later, in mr_load_CObjectiveC
//
// Constructors never run at the same time: before main() there is one thread, and later the dynamic linker holds its
// lock while it runs the constructors of a library. So the state in this file needs no lock, and +load methods, which
// may load further libraries, run without a lock of the runtime.
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#include "abi.h"

// The images that wait for the runtime's classes. A program and the static libraries in it are one image.
enum { MAX_WAITING = 64 };
static mr_image waiting[MAX_WAITING];
static size_t waiting_count;
static bool is_ready;

// Defined by CObjectiveCFoundation when it is linked.
extern void mr_load_CObjectiveCFoundation(void) __attribute__((weak));

// Once an image is loaded, any code can find its classes, methods and strings, so it must never be unmapped.
static void keep_mapped(const mr_image *image) {
    Dl_info info;
    struct link_map *map = NULL;
    if (dladdr1(image->address, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL) return;
    if (map->l_name[0] == '\0') return;  // the program itself
    if (dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) == NULL) {
        mr_fatal("image %s cannot be kept in memory: %s", map->l_name, dlerror());
    }
}

static void load_selectors(const mr_image *image) {
    MR_IMAGE_LIST(const char, references, image, objc_selrefs);
    for (size_t index = 0; index < references_count; index++) {
        references[index] = (const char *)(const void *)sel_registerName(references[index]);
    }
}

static void load(const mr_image *image) {
    mr_segments_collect();
    mr_image_check(image);
    keep_mapped(image);
    mr_frames_add_image(image);
    mr_load_call *calls = mr_image_find_loads(image);
    mr_image_load_strings(image);
    load_selectors(image);
    mr_image_load_protocols(image);
    mr_image_load_classes(image);
    mr_image_load_categories(image);
    if (mr_swift_image_load) mr_swift_image_load(image);
    mr_segments_forget();  // needed only by the checks
    mr_image_call_loads(image, calls);
}

void mr_image_load(const mr_image *image) {
    if (image->version != MR_IMAGE_VERSION || image->section_count != MR_SECTION_COUNT) {
        mr_fatal("image %s was linked with another version of this runtime, so link it again. Its format is %u with %u "
                 "sections, and that of the runtime %d with %d",
                 mr_image_path(image), image->version, image->section_count, MR_IMAGE_VERSION, MR_SECTION_COUNT);
    }
    if (is_ready) {
        load(image);
    } else {
        if (waiting_count == MAX_WAITING) mr_fatal("more than %d images wait to be loaded", MAX_WAITING);
        waiting[waiting_count++] = *image;
    }
}

bool mr_images_are_ready(void) { return is_ready; }

static void declare_isa(const char *root) {
    Class cls = objc_getClass(root);
    if (cls) mr_class_declare_isa(cls);
}

// Called by the core when the Swift modules have made their classes.
void mr_load_CObjectiveC(void) {
    assert(!is_ready);
    if (mr_class_storage_name(objc_getClass("NSObject")) == NULL) {
        mr_fatal(
            "CObjectiveC was loaded after the runtime had made its classes: link both into one program or library");
    }
    declare_isa("NSObject");
    declare_isa("NSProxy");  // not in a program of the C core alone
    mr_blocks_boot();
    mr_constants_boot();
    if (mr_load_CObjectiveCFoundation) mr_load_CObjectiveCFoundation();
    mr_properties_boot();
    mr_class_libraries_load();
    is_ready = true;
    for (size_t index = 0; index < waiting_count; index++) load(&waiting[index]);
}
