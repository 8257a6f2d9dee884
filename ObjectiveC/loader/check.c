// check.c - checks an image before it is loaded. A defect ends the process with a message of one sentence.
//
// The whole image is checked before any of it is changed. A pointer is followed only if as many bytes as will be read
// are mapped at its address, in the program or a library. That these bytes contain what the ABI defines cannot be
// checked, and is trusted.
#include <dlfcn.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi.h"

const char *mr_image_path(const mr_image *image) {
    Dl_info info;
    return dladdr(image->address, &info) && info.dli_fname ? info.dli_fname : "(unknown)";
}

// The image that is checked, and the part of it that an error message names: "class 'Person'".
typedef struct {
    const mr_image *image;
    const char *kind, *name;
} place;

static _Noreturn __attribute__((format(printf, 2, 3))) void refuse(const place *where, const char *format, ...) {
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    mr_fatal("image %s cannot be loaded: %s '%s' %s", mr_image_path(where->image), where->kind,
             where->name ? where->name : "(null)", reason);
}

static void need(const place *where, const char *what, const void *address, uint64_t count, size_t size) {
    if (mr_is_mapped(address, count, size)) return;
    refuse(where, "has %s at %p, and no program or library has %" PRIu64 " * %zu bytes there", what, address, count,
           size);
}

static void need_text(const place *where, const char *what, const char *text) {
    if (!mr_is_text(text))
        refuse(where, "has %s at %p, and no program or library has a text there", what, (void *)text);
}

// ── Listed classes, protocols and categories ────────────────────────────────────────────────────────

// A set of pointers, sorted by address: those of a section, or all registered classes.
typedef struct {
    const void **list;
    size_t count;
} pointers;

static int by_address(const void *lhs, const void *rhs) {
    uintptr_t left = *(const uintptr_t *)lhs, right = *(const uintptr_t *)rhs;
    return left < right ? -1 : left > right;
}

static bool has(const pointers *set, const void *pointer) {
    return set->count && bsearch(&pointer, set->list, set->count, sizeof pointer, by_address);
}

static void sort(pointers *set) { qsort(set->list, set->count, sizeof *set->list, by_address); }

static pointers sorted(const mr_image_section *section) {
    size_t size = (size_t)(section->end - section->begin);
    pointers set = {mr_allocate(size + 1), size / sizeof(void *)};
    if (size) memcpy(set.list, section->begin, size);
    sort(&set);
    return set;
}

// The sets of the image that is checked. They need no lock, because constructors never run at the same time.
static pointers listed_classes, listed_protocols, listed_categories;
static pointers registered;  // collected by the first call of is_registered

static bool is_registered(const abi_class *cls) {
    if (registered.list == NULL) {
        unsigned int count;
        registered.list = (const void **)(void *)objc_copyClassList(&count);
        registered.count = count;
        sort(&registered);
    }
    return has(&registered, cls);
}

static void collect_listed(const mr_image *image) {
    listed_classes = sorted(&image->sections[MR_SECTION_objc_classlist]);
    listed_protocols = sorted(&image->sections[MR_SECTION_objc_protolist]);
    listed_categories = sorted(&image->sections[MR_SECTION_objc_catlist]);
}

static void forget_listed(void) {
    pointers *sets[] = {&listed_classes, &listed_protocols, &listed_categories, &registered};
    for (size_t index = 0; index < sizeof sets / sizeof *sets; index++) {
        free(sets[index]->list);
        *sets[index] = (pointers){0};
    }
}

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────

static void check_methods(const place *where, const abi_methods *methods, bool haveIMPs) {
    if (methods == NULL) return;
    assert(where->image && where->kind);
    need(where, "a method list", methods, 1, sizeof *methods);
    if (methods->entry_size != sizeof(mr_method_entry)) {
        refuse(where, "has a method list with entries of %u bytes, not %zu", methods->entry_size,
               sizeof(mr_method_entry));
    }
    need(where, "methods", methods->list, methods->count, sizeof *methods->list);
    for (uint32_t index = 0; index < methods->count; index++) {
        const mr_method_entry *method = &methods->list[index];
        if (method->name == NULL) refuse(where, "has a method without a name");
        need_text(where, "the name of a method", method->name);
        need_text(where, "the types of a method", method->types);
        if (haveIMPs && !mr_is_code(method->imp)) refuse(where, "has no code for its method '%s'", method->name);
    }
}

static void check_properties(const place *where, const abi_properties *properties) {
    if (properties == NULL) return;
    need(where, "a property list", properties, 1, sizeof *properties);
    if (properties->entry_size != sizeof(abi_property)) {
        refuse(where, "has a property list with entries of %u bytes, not %zu", properties->entry_size,
               sizeof(abi_property));
    }
    need(where, "properties", properties->list, properties->count, sizeof *properties->list);
    for (uint32_t index = 0; index < properties->count; index++) {
        const abi_property *property = &properties->list[index];
        if (property->name == NULL || property->attributes == NULL) refuse(where, "has a property without a name");
        need_text(where, "the name of a property", property->name);
        need_text(where, "the attributes of a property", property->attributes);
    }
}

static void check_ivars(const place *where, const abi_ro *ro) {
    const abi_ivars *ivars = ro->ivars;
    if (ivars == NULL) return;
    need(where, "an ivar list", ivars, 1, sizeof *ivars);
    if (ivars->entry_size != sizeof(abi_ivar)) {
        refuse(where, "has an ivar list with entries of %u bytes, not %zu", ivars->entry_size, sizeof(abi_ivar));
    }
    need(where, "ivars", ivars->list, ivars->count, sizeof *ivars->list);
    for (uint32_t index = 0; index < ivars->count; index++) {
        const abi_ivar *ivar = &ivars->list[index];
        if (ivar->offset == NULL) continue;
        if (ivar->name == NULL) refuse(where, "has an ivar without a name");
        need_text(where, "the name of an ivar", ivar->name);
        need_text(where, "the type of an ivar", ivar->type);
        need(where, "the offset of an ivar", ivar->offset, 1, sizeof *ivar->offset);
        if (ivar->alignment_log2 != UINT32_MAX && ivar->alignment_log2 >= 16) {
            refuse(where, "aligns its ivar '%s' to 2^%u bytes", ivar->name, ivar->alignment_log2);
        }
        // For a bit-field clang writes the size of its type, which may be longer than the rest of the instance.
        uint32_t size = *ivar->type == 'b' ? 1 : ivar->size;
        if (*ivar->offset < 0 || (uint64_t)*ivar->offset + size > ro->instance_size) {
            refuse(where, "has its ivar '%s' outside its instances of %u bytes", ivar->name, ro->instance_size);
        }
    }
}

static void check_adopted(const place *where, const abi_protocols *protocols) {
    if (protocols == NULL) return;
    need(where, "a protocol list", protocols, 1, sizeof *protocols);
    need(where, "protocols", protocols->list, protocols->count, sizeof *protocols->list);
    for (uint64_t index = 0; index < protocols->count; index++) {
        if (has(&listed_protocols, protocols->list[index])) continue;
        refuse(where, "adopts a protocol at %p that is not in objc_protolist", (void *)protocols->list[index]);
    }
}

static void check_protocol(const mr_image *image, const abi_protocol *protocol) {
    place where = {image, "section", "objc_protolist"};
    need(&where, "a protocol", protocol, 1, offsetof(abi_protocol, extended_types));
    where = (place){image, "protocol", NULL};
    if (protocol->name == NULL) refuse(&where, "has no name");
    need_text(&where, "its name", protocol->name);
    where.name = protocol->name;
    check_adopted(&where, protocol->protocols);
    for (int kind = 0; kind < ABI_METHOD_KINDS; kind++) check_methods(&where, protocol->methods[kind], false);
    check_properties(&where, protocol->properties);
    if (protocol->size < sizeof *protocol) return;
    need(&where, "its last words", protocol, 1, sizeof *protocol);
    check_properties(&where, protocol->class_properties);
}

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

// Returns the description of a class that is not adopted yet. NULL if the pointers to it are invalid, or the class is
// adopted.
static const abi_ro *ro_of(const abi_class *cls) {
    if (!mr_is_mapped(cls, 1, sizeof *cls) || !mr_is_unadopted(cls)) return NULL;
    return mr_is_mapped(mr_ro(cls), 1, sizeof(abi_ro)) ? mr_ro(cls) : NULL;
}

// Refuses the image unless the class `needed` exists or is in the image. `role` is the verb of the message: "inherits
// from".
static void check_needed(const place *where, const char *role, const abi_class *needed) {
    if (has(&listed_classes, needed)) return;
    const char *stored = mr_class_storage_name(needed);
    bool isMapped = stored || mr_is_mapped(needed, 1, sizeof *needed);
    if (isMapped && needed->cache == NULL) {
        refuse(where, "%s '%s', and nothing that is linked makes that class", role, stored ? stored : "(unknown)");
    }
    if (stored || is_registered(needed)) return;
    const abi_ro *ro = ro_of(needed);
    if (ro && mr_is_text(ro->name)) refuse(where, "%s '%s', whose image is not loaded", role, ro->name);
    refuse(where, "%s what is at %p, and that is no class", role, (const void *)needed);
}

static void check_superclass(const place *where, const abi_class *cls) {
    bool isRoot = mr_ro(cls)->flags & ABI_RO_ROOT;
    if (isRoot && cls->superclass) refuse(where, "is a root class with a superclass");
    if (isRoot) return;
    if (cls->superclass == NULL) refuse(where, "has no superclass, and is no root class");
    check_needed(where, "inherits from", cls->superclass);
}

// Refuses a class that inherits from itself. `fast` makes two steps for each of `slow`, so they meet in a circle. The
// pointers are valid: check_class has checked all superclasses.
static void check_circle(const mr_image *image, const abi_class *cls) {
    const abi_class *slow = cls, *fast = cls;
    while (mr_is_unadopted(fast) && (fast = fast->superclass) && mr_is_unadopted(fast) && (fast = fast->superclass)) {
        slow = slow->superclass;
        if (slow == fast) refuse(&(place){image, "class", mr_ro(cls)->name}, "inherits from itself");
    }
}

static void check_swift_class(const place *where, const abi_class *cls) {
    if (&mr_native == NULL) refuse(where, "is a Swift class, and CSwiftObjectiveC is not linked");
    const abi_swift_class *swift = (const abi_swift_class *)(const void *)cls;
    need(where, "a Swift class", swift, 1, sizeof *swift);
    bool isWhole = swift->class_start >= MR_CLASS_BEFORE - sizeof(void *) && swift->class_start <= INT16_MAX &&
                   swift->class_size >= swift->class_start + sizeof *swift;
    if (!isWhole) refuse(where, "says that its record has %u bytes", swift->class_size);
    need(where, "a Swift class", (const char *)cls - swift->class_start, swift->class_size, 1);
    if (swift->descriptor == NULL) refuse(where, "is a Swift class without a descriptor");
}

static void check_class(const mr_image *image, const abi_class *cls) {
    place where = {image, "section", "objc_classlist"};
    need(&where, "a class", cls, 1, sizeof *cls);
    where = (place){image, "class", "(unknown)"};
    if (!mr_is_unadopted(cls)) {
        // The dynamic linker has bound the symbol to a class of the same name in an image that was loaded before.
        where.name = mr_class_name_copy(cls);
        if (where.name) refuse(&where, "has the name of a class that exists already");
        where.name = "(unknown)";
        refuse(&where, "was loaded before, or compiled for another runtime");
    }
    const abi_ro *ro = ro_of(cls), *metaclass_ro = ro_of(cls->isa);
    if (ro == NULL || ro->name == NULL) refuse(&where, "has no name");
    need_text(&where, "its name", ro->name);
    where.name = ro->name;
    if (mr_is_swift(cls)) check_swift_class(&where, cls);
    else if (&mr_native && !mr_image_has_room(image, cls)) {
        refuse(&where, "has no room for what Swift's libraries read of a class: compile it with -fdata-sections, and "
                       "link the image with class-room.ld");
    }
    if (ro->flags & ABI_RO_META) refuse(&where, "is a metaclass");
    if (metaclass_ro == NULL || !(metaclass_ro->flags & ABI_RO_META)) refuse(&where, "has no metaclass");
    if (objc_lookUpClass(ro->name)) refuse(&where, "has the name of a class that exists already");
    check_superclass(&where, cls);
    bool isBareRoot = ro->flags & ABI_RO_ROOT && ro->instance_size == 0;  // declares no ivars, not even an isa
    uint32_t least = ro->flags & ABI_RO_ROOT && !isBareRoot ? sizeof(void *) : ro->instance_start;
    if (ro->instance_size < least || ro->instance_size > INT32_MAX) {
        refuse(&where, "has instances of %u bytes that begin at byte %u", ro->instance_size, ro->instance_start);
    }
    check_ivars(&where, ro);
    if (ro->ivar_layout) need_text(&where, "an ivar layout", (const char *)ro->ivar_layout);
    if (ro->weak_ivar_layout) need_text(&where, "an ivar layout", (const char *)ro->weak_ivar_layout);
    const abi_ro *both[] = {ro, metaclass_ro};
    for (int index = 0; index < 2; index++) {
        check_methods(&where, both[index]->methods, true);
        check_properties(&where, both[index]->properties);
        check_adopted(&where, both[index]->protocols);
    }
}

static void check_category(const mr_image *image, const abi_category *category) {
    place where = {image, "section", "objc_catlist"};
    need(&where, "a category", category, 1, sizeof *category);
    where = (place){image, "category", NULL};
    if (category->name == NULL) refuse(&where, "has no name");
    need_text(&where, "its name", category->name);
    where.name = category->name;
    if (category->cls) check_needed(&where, "extends", category->cls);
    check_methods(&where, category->instance_methods, true);
    check_methods(&where, category->class_methods, true);
    check_properties(&where, category->properties);
    check_properties(&where, category->class_properties);
    check_adopted(&where, category->protocols);
}

// ── The image ───────────────────────────────────────────────────────────────────────────────────────

// Returns the size of an element of a section. Most sections are lists of pointers.
static size_t element_size(int number) {
    switch (number) {
        case MR_SECTION_cfstring: return sizeof(abi_string);
        case MR_SECTION_objc_class_room: return 1;
        case MR_SECTION_objc_imageinfo:
        case MR_SECTION_swift5_type_metadata:
        case MR_SECTION_swift5_fieldmd:
        case MR_SECTION_swift5_protocol_conformances: return sizeof(int32_t);
        default: return sizeof(void *);
    }
}

static void check_sections(const mr_image *image) {
    static const char *const names[] = {
#define SECTION_NAME(name) #name,
        MR_IMAGE_SECTIONS(SECTION_NAME)};
    for (int number = 0; number < MR_SECTION_COUNT; number++) {
        const mr_image_section *section = &image->sections[number];
        place where = {image, "section", names[number]};
        size_t entry = element_size(number);
        if ((section->begin == NULL) != (section->end == NULL) || section->end < section->begin) {
            refuse(&where, "ends before it begins");
        }
        if ((size_t)(section->end - section->begin) % entry) {
            refuse(&where, "has %zu bytes, which is no multiple of %zu", (size_t)(section->end - section->begin),
                   entry);
        }
        if (section->begin) need(&where, "its contents", section->begin, (uint64_t)(section->end - section->begin), 1);
        void **words = (void **)(void *)section->begin;
        for (size_t index = 0; entry == sizeof(void *) && words + index < (void **)(void *)section->end; index++) {
            if (words[index] == NULL) refuse(&where, "has a NULL in place %zu", index);
        }
    }
}

static void check_strings(const mr_image *image) {
    const mr_image_section *section = &image->sections[MR_SECTION_cfstring];
    place where = {image, "section", "cfstring"};
    if (section->begin != section->end && objc_lookUpClass("__NSCFConstantString") == Nil) {
        refuse(&where, "has constant strings, and MiniFoundation, which has NSString, is not linked");
    }
    for (const abi_string *each = (abi_string *)(void *)section->begin; (char *)each < section->end; each++) {
        bool known = each->flags == ABI_STRING_BYTES || each->flags == ABI_STRING_UTF16;
        if (!known || each->count < 0 || each->isa != (void *)mr_constant_string_class()) {
            refuse(&where, "has a record at %p that is no constant string", (const void *)each);
        }
        need(&where, "a constant string", each->units, (uint64_t)each->count, each->flags == ABI_STRING_UTF16 ? 2 : 1);
    }
}

// Refuses the image unless each pointer of a section is also in another section, `other`, whose pointers are `set`.
static void check_listed(const mr_image *image, int number, const char *name, const pointers *set, const char *other) {
    const mr_image_section *section = &image->sections[number];
    for (void **each = (void **)(void *)section->begin; (char *)each < section->end; each++) {
        if (has(set, *each)) continue;
        refuse(&(place){image, "section", name}, "names %p, which is not in %s", *each, other);
    }
}

void mr_image_check(const mr_image *image) {
    check_sections(image);
    check_strings(image);
    collect_listed(image);
    MR_IMAGE_LIST(const char, selectors, image, objc_selrefs);
    place where = {image, "section", "objc_selrefs"};
    for (size_t index = 0; index < selectors_count; index++) need_text(&where, "a selector", selectors[index]);
    MR_IMAGE_LIST(abi_protocol, protocols, image, objc_protolist);
    for (size_t index = 0; index < protocols_count; index++) check_protocol(image, protocols[index]);
    MR_IMAGE_LIST(abi_class, classes, image, objc_classlist);
    for (size_t index = 0; index < classes_count; index++) check_class(image, classes[index]);
    for (size_t index = 0; index < classes_count; index++) check_circle(image, classes[index]);
    MR_IMAGE_LIST(abi_category, categories, image, objc_catlist);
    for (size_t index = 0; index < categories_count; index++) check_category(image, categories[index]);
    check_listed(image, MR_SECTION_objc_protorefs, "objc_protorefs", &listed_protocols, "objc_protolist");
    check_listed(image, MR_SECTION_objc_nlclslist, "objc_nlclslist", &listed_classes, "objc_classlist");
    check_listed(image, MR_SECTION_objc_nlcatlist, "objc_nlcatlist", &listed_categories, "objc_catlist");
    if (mr_swift_image_check) mr_swift_image_check(image);
    forget_listed();
}

void mr_image_check_offset(Class cls, const abi_ivar *ivar) {
    if (mr_is_variable(ivar->offset)) return;
    mr_fatal("class '%s' cannot be loaded: its ivar '%s' has to move, and its offset is in constant memory",
             class_getName(cls), ivar->name);
}
