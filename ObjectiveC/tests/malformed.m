// malformed.m - images that differ from what clang writes. Each is refused with a message that names the defect.
#import "check.h"
#import "handmade.h"
#include <dlfcn.h>
#import <objc/message.h>
#import <objc/runtime.h>

// Spoils the image with the given statements and loads it. The process must end with a message that contains
// `sentence`.
#define REFUSES(sentence, ...)                                                                                         \
    CHECK_ENDS(sentence, {                                                                                             \
        mr_image image = make_image();                                                                                 \
        __VA_ARGS__;                                                                                                   \
        mr_image_load(&image);                                                                                         \
    })

TEST("an image of another version, or with sections of odd sizes, is refused") {
    REFUSES("was linked with another version of this runtime, so link it again. Its format is 7 with",
            image.version = 7);
    REFUSES("Its format is 2 with 3 sections, and that of the runtime 2 with", image.section_count = 3);
    REFUSES("section 'objc_classlist' has 7 bytes, which is no multiple of 8",
            image.sections[MR_SECTION_objc_classlist].end--);
    REFUSES("section 'objc_selrefs' ends before it begins", image.sections[MR_SECTION_objc_selrefs].end -= 16);
    REFUSES("section 'objc_classlist' has a NULL in place 0", classes[0] = NULL);
    REFUSES("which is not in objc_classlist", loads[0] = &meta);
}

TEST("a class without a name, a metaclass or a superclass is refused") {
    REFUSES("class '(unknown)' has no name", class_ro.name = NULL);
    REFUSES("class '(unknown)' has no name", made.ro = 0);
    REFUSES("class 'Handmade' has no metaclass", made.isa = NULL);
    REFUSES("class 'Handmade' has no metaclass", meta_ro.flags = 0);
    REFUSES("class 'Handmade' is a metaclass", class_ro.flags = 1);
    REFUSES("class 'Handmade' is a Swift class, and CSwiftObjectiveC is not linked", made.ro |= 2);
    REFUSES("class 'Handmade' has no superclass, and is no root class", made.superclass = NULL);
    REFUSES("class 'Handmade' is a root class with a superclass", class_ro.flags = 2);
    REFUSES("class 'Handmade' inherits from itself", made.superclass = &made);
    REFUSES("was loaded before, or compiled for another runtime", made.cache = &made);
}

TEST("a class whose superclass is not loaded is refused, with its name") {
    static ro other_ro = {.name = "Elsewhere"};
    static class other = {.cache = _objc_empty_cache, .ro = (uintptr_t)&other_ro};
    REFUSES("class 'Handmade' inherits from 'Elsewhere', whose image is not loaded", made.superclass = &other);
    static class absent;
    REFUSES("class 'Handmade' inherits from '(unknown)', and nothing that is linked makes that class",
            made.superclass = &absent);
}

@interface Twice : NSObject
@end
@implementation Twice
@end

TEST("a class with the name of another one is refused, whether the runtime or another image has it") {
    REFUSES("class 'Twice' has the name of a class that exists already", class_ro.name = "Twice");
    REFUSES("class 'NSObject' has the name of a class that exists already", class_ro.name = "NSObject");
    CHECK_ENDS("class 'NSSet' has the name of a class that exists already", dlopen(getenv("LIBRARY"), RTLD_NOW));
}

TEST("lists with entries of another size, and members without names or code, are refused") {
    REFUSES("class 'Handmade' has a method list with entries of 12 bytes, not 24", method_list.entry_size = 12);
    REFUSES("class 'Handmade' has a method without a name", method_list.name = NULL);
    REFUSES("class 'Handmade' has no code for its method 'run'", method_list.imp = NULL);
    REFUSES("class 'Handmade' has a property list with entries of 3 bytes, not 16", property_list.entry_size = 3);
    REFUSES("class 'Handmade' has a property without a name", property_list.name = NULL);
    REFUSES("class 'Handmade' has an ivar list with entries of 8 bytes, not 32", ivar_list.entry_size = 8);
    REFUSES("class 'Handmade' has an ivar without a name", ivar_list.name = NULL);
}

TEST("an ivar outside its instances, or with an impossible alignment, is refused") {
    REFUSES("class 'Handmade' has its ivar '_number' outside its instances of 16 bytes", offset = 12);
    REFUSES("class 'Handmade' has its ivar '_number' outside its instances of 16 bytes", offset = -8);
    REFUSES("class 'Handmade' aligns its ivar '_number' to 2^77 bytes", ivar_list.alignment = 77);
    REFUSES("class 'Handmade' has instances of 4 bytes that begin at byte 8", class_ro.size = 4);
}

TEST("protocols, categories and constant strings are looked at too") {
    REFUSES("protocol '(null)' has no name", handmade.name = NULL);
    static protocols circle = {1, {&handmade}};
    REFUSES("protocol 'HandmadeProtocol' adopts itself", handmade.protocols = &circle);
    REFUSES("category '(null)' has no name", extra.name = NULL);
    static class absent;
    REFUSES("category 'Extra' extends '(unknown)', and nothing that is linked makes that class", extra.cls = &absent);
    REFUSES("that is no constant string", text.flags = 0);
    REFUSES("that is no constant string", text.count = -1);
}

TEST("the image that none of this was done to is loaded") {
    mr_image image = make_image();
    mr_image_load(&image);
    Class cls = objc_getClass("Handmade");
    id object = [cls new];
    ((void (*)(id, SEL))(void *)objc_msgSend)(object, sel_registerName("run"));
    CHECK(cls == (__bridge Class)(void *)&made && method_ran == 1 && object);
    CHECK(class_getProperty(cls, "number") && class_getInstanceVariable(cls, "_number"));
    CHECK(objc_getProtocol("HandmadeProtocol") && selectors[0] == sel_getName(sel_registerName("handmadeSelector")));
    RELEASE(object);
}
