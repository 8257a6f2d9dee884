// handmade.h - an image written by hand, as clang would write it. Tests spoil parts of it.
#ifndef HANDMADE_H
#define HANDMADE_H

#import "objective-c.h"

// The structures of the ABI, as in ObjectiveC/loader/abi.h, but with room for one element in each list.
typedef struct {
    uint32_t entry_size, count;
    const char *name, *types;
    void *imp;
} methods;
typedef struct {
    uint32_t entry_size, count;
    long *offset;
    const char *name, *type;
    uint32_t alignment, size;
} ivars;
typedef struct {
    uint32_t entry_size, count;
    const char *name, *attributes;
} properties;
typedef struct protocol {
    void *isa;
    const char *name;
    struct protocols *protocols;
    void *methods[4];
    void *properties;
    uint32_t size, flags;
    void *rest[3];
} protocol;
typedef struct protocols {
    uint64_t count;
    protocol *list[1];
} protocols;
typedef struct {
    uint32_t flags, start, size, reserved;
    const uint8_t *layout;
    const char *name;
    methods *methods;
    protocols *protocols;
    ivars *ivars;
    const uint8_t *weak_layout;
    properties *properties;
} ro;
typedef struct class {
    struct class *isa, *superclass;
    void *cache;
    uintptr_t reserved;
    uintptr_t ro;
} class;
typedef struct {
    const char *name;
    class *cls;
    void *rest[5];
    uint32_t size;
} category;
typedef struct {
    void *isa;
    uint32_t flags;
    const char *text;
    long count;
} string;

extern class nsobject __asm__("OBJC_CLASS_$_NSObject"), nsobject_meta __asm__("OBJC_METACLASS_$_NSObject");
extern void *_objc_empty_cache[2], *__CFConstantStringClassReference;

__attribute__((unused)) static int method_ran;
static void run_method(id self, SEL _cmd) { method_ran++; }

// A valid class, and valid contents for all other sections of an image. Each test spoils one of them.
static long offset = 8;
static methods method_list = {24, 1, "run", "v16@0:8", (void *)run_method};
static ivars ivar_list = {32, 1, &offset, "_number", "q", 3, 8};
static properties property_list = {16, 1, "number", "Tq,V_number"};
static ro class_ro = {0, 8, 16, 0, NULL, "Handmade", &method_list, NULL, &ivar_list, NULL, &property_list};
static ro meta_ro = {1, 40, 40, 0, NULL, "Handmade", NULL, NULL, NULL, NULL, NULL};
static class meta = {&nsobject_meta, &nsobject_meta, _objc_empty_cache, 0, (uintptr_t)&meta_ro};
static class made = {&meta, &nsobject, _objc_empty_cache, 0, (uintptr_t)&class_ro};
static class *classes[1] = {&made}, *loads[1] = {&made};
static protocol handmade = {.name = "HandmadeProtocol", .size = 96};
static protocol *protocol_list[1] = {&handmade};
static category extra = {"Extra", &made, {NULL}, 64};
static category *categories[1] = {&extra};
static string text = {&__CFConstantStringClassReference, 0x7c8, "text", 4};
static const char *selectors[1] = {"handmadeSelector"};

static mr_image make_image(void) {
    mr_image image = {.version = MR_IMAGE_VERSION, .section_count = MR_SECTION_COUNT, .address = &made};
#define SECTION(name, content)                                                                                         \
    image.sections[MR_SECTION_##name] = (mr_image_section){(char *)(content), (char *)(content) + sizeof(content)}
    SECTION(objc_classlist, classes);
    SECTION(objc_nlclslist, loads);
    SECTION(objc_protolist, protocol_list);
    SECTION(objc_catlist, categories);
    SECTION(objc_selrefs, selectors);
    image.sections[MR_SECTION_cfstring] = (mr_image_section){(char *)&text, (char *)(&text + 1)};
    return image;
}

#endif
