// classes.c - compiled classes, which are adopted without being moved, and categories.
//
// Compiled code reads the offset of an ivar from a variable. If the superclass is larger than clang assumed, the class
// slides: its start, its size and each of its offsets grow by the same number.
#include <stdlib.h>
#include <string.h>

#include "abi.h"

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

static void add_methods(Class cls, const abi_methods *methods) {
    if (methods) mr_class_prepend_methods(cls, methods->list, methods->count);
}

static void find_constructors(Class cls, const abi_methods *methods) {
    for (uint32_t index = 0; methods && index < methods->count; index++) {
        const mr_method_entry *method = &methods->list[index];
        if (strcmp(method->name, ".cxx_construct") == 0) mr_class_set_constructor(cls, method->imp);
        if (strcmp(method->name, ".cxx_destruct") == 0) mr_class_set_destructor(cls, method->imp);
    }
}

void mr_class_adopt_methods(Class cls, const void *ro) {
    const abi_methods *methods = ((const abi_ro *)ro)->methods;
    find_constructors(cls, methods);
    add_methods(cls, methods);
}

// ── Ivars ───────────────────────────────────────────────────────────────────────────────────────────

static uint32_t alignment_of(const abi_ivar *ivar) {
    uint32_t log2 = ivar->alignment_log2 == UINT32_MAX ? 3 : ivar->alignment_log2;
    assert(log2 < 16);  // check.c
    return 1u << log2;
}

// Returns the number of bytes by which the ivars slide: the missing bytes, rounded up to the largest alignment among
// the ivars. It must be exactly this number, because clang may compile the final offset, after sliding, into code of
// the same file.
static uint32_t slide_of(const abi_ro *ro, Class superclass) {
    uint32_t inherited = superclass ? mr_class_ivars_end(superclass) : 0, alignment = 1;
    if (ro->instance_start >= inherited) return 0;
    for (uint32_t index = 0; ro->ivars && index < ro->ivars->count; index++) {
        uint32_t each = alignment_of(&ro->ivars->list[index]);
        if (each > alignment) alignment = each;
    }
    return (inherited - ro->instance_start + alignment - 1) & ~(alignment - 1);
}

// Writes offsets only if they change: clang puts an offset into read-only memory if it knows that it cannot change.
static void adopt_ivars(Class cls, const abi_ro *ro, uint32_t slide) {
    const abi_ivars *ivars = ro->ivars;
    for (uint32_t index = 0; ivars && index < ivars->count; index++) {
        const abi_ivar *ivar = &ivars->list[index];
        if (ivar->offset == NULL) continue;
        if (slide) {
            mr_image_check_offset(cls, ivar);
            *ivar->offset += (abi_offset)slide;
        }
        uint32_t offset = (uint32_t)*ivar->offset, room = ro->instance_size + slide - offset;
        uint32_t size = ivar->size < room ? ivar->size : room;  // only a bit-field's size exceeds the room
        mr_class_adopt_ivar(cls, ivar->name, ivar->type, offset, size, alignment_of(ivar));
    }
}

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

// Each object file of a compiler that knows Objective-C has a record; Swift's contains the version of its ABI.
bool mr_image_is_swift(const mr_image *image) {
    typedef struct {
        uint8_t version[4], flags, swift_version, minor, major;
    } info;
    const mr_image_section *section = &image->sections[MR_SECTION_objc_imageinfo];
    const info *record = (const info *)(const void *)section->begin, *end = (const info *)(const void *)section->end;
    while (record < end && record->swift_version == 0) record++;
    return record < end;
}

static void adopt(const mr_image *image, abi_class *compiled) {
    if (!mr_is_unadopted(compiled)) return;
    if (compiled->superclass) adopt(image, compiled->superclass);
    const abi_ro *ro = mr_ro(compiled), *metaclass_ro = mr_ro(compiled->isa);
    Class cls = (Class)(void *)compiled, metaclass = (Class)(void *)compiled->isa;
    Class superclass = (Class)(void *)compiled->superclass;
    bool isSwift = mr_is_swift(compiled);  // the bits are overwritten when the class is adopted
    uint32_t slide = slide_of(ro, superclass);
    // Instances of a root class that declares no ivars have room for the isa all the same.
    uint32_t isa = superclass == Nil && ro->instance_size == 0 ? sizeof(Class) : 0;
    char *name = mr_swift_name_copy(ro->name);
    mr_class_adopt(cls, superclass, name ? name : ro->name, ro->instance_start + slide + isa,
                   ro->instance_size + slide + isa);
    free(name);
    assert(!mr_is_unadopted(compiled) && object_getClass((id)cls) == metaclass);
    if (mr_image_is_swift(image)) mr_class_set_deinit(cls);
    if (isSwift) {
        const abi_swift_class *swift = (const abi_swift_class *)(const void *)compiled;
        mr_class_set_swift(cls, (mr_class_extent){swift->class_start, swift->class_size - swift->class_start});
    } else if (mr_image_has_room(image, compiled)) {
        mr_class_set_room(cls);
    }
    adopt_ivars(cls, ro, slide);
    class_setIvarLayout(cls, ro->ivar_layout);
    class_setWeakIvarLayout(cls, ro->weak_ivar_layout);
    if (ro->flags & ABI_RO_ARC) mr_class_declare_ownership(cls);
    mr_class_adopt_methods(cls, ro);
    add_methods(metaclass, metaclass_ro->methods);
    mr_class_adopt_properties(cls, ro->properties, false);
    mr_class_adopt_properties(metaclass, metaclass_ro->properties, false);
    mr_class_adopt_protocols(cls, ro->protocols);
    objc_registerClassPair(cls);
    assert(mr_class_is_registered(cls));
}

void mr_image_load_classes(const mr_image *image) {
    MR_IMAGE_LIST(abi_class, classes, image, objc_classlist);
    for (size_t index = 0; index < classes_count; index++) adopt(image, classes[index]);
}

// ── Categories ──────────────────────────────────────────────────────────────────────────────────────

void mr_image_load_categories(const mr_image *image) {
    MR_IMAGE_LIST(abi_category, categories, image, objc_catlist);
    for (size_t index = 0; index < categories_count; index++) {
        const abi_category *category = categories[index];
        if (category->cls == NULL) continue;  // extends a weakly imported class that does not exist
        assert(!mr_is_unadopted(category->cls));
        Class cls = (Class)(void *)category->cls, metaclass = object_getClass((id)cls);
        add_methods(cls, category->instance_methods);
        add_methods(metaclass, category->class_methods);
        mr_class_adopt_properties(cls, category->properties, true);
        mr_class_adopt_properties(metaclass, category->class_properties, true);
        mr_class_adopt_protocols(cls, category->protocols);
    }
}
