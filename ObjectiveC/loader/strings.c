// strings.c - constant objects of compiled code: `@"..."`, and the empty `@[]` and `@{}`.
#include "abi.h"
#include "exported-constants.h"

// Defined by MiniFoundation. Overwrites the words after the isa with the storage of an NSString.
extern void mr_fill_constant_string(void *object, const void *units, intptr_t count, bool isUTF16)
    __attribute__((weak));

// Compiled code loads these variables for the literals `@[]` and `@{}`.
MR_DEFINE_CONSTANT(__NSArray0__);
MR_DEFINE_CONSTANT(__NSDictionary0__);

static id make_empty(const char *className) {
    Class cls = objc_getClass(className);
    return cls ? ((id(*)(Class, SEL))(void *)objc_msgSend)(cls, sel_registerName("new")) : nil;
}

void mr_constants_boot(void) {
    Class superclass = objc_getClass("NSString");
    if (superclass == Nil || mr_fill_constant_string == NULL) return;
    // An NSString must fit into the memory of a compiled string.
    assert(class_getInstanceSize(superclass) <= sizeof(abi_string));
    Class cls = objc_allocateClassPair(superclass, "__NSCFConstantString", 0);
    assert(cls == mr_constant_string_class());
    mr_class_set_constant(cls);
    objc_registerClassPair(cls);
    MR_SET_CONSTANT(__NSArray0__, make_empty("NSArray"));
    MR_SET_CONSTANT(__NSDictionary0__, make_empty("NSDictionary"));
}

void mr_image_load_strings(const mr_image *image) {
    const mr_image_section *section = &image->sections[MR_SECTION_cfstring];
    for (abi_string *each = (abi_string *)(void *)section->begin; (char *)each < section->end; each++) {
        mr_fill_constant_string(each, each->units, (intptr_t)each->count, each->flags == ABI_STRING_UTF16);
    }
}
