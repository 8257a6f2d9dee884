// model.c - the observed class, the observer class and the selectors of the kernels: see model.h.
#include "model.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct selectors sel;
static struct { ptrdiff_t age, height, weight, name, size, frame, friend, told; } offset;

#define IVAR(self, name, type) (*(type *)((char *)(self) + offset.name))

// ── The observed class ──────────────────────────────────────────────────────────────────────────────
static MEASURED void set_age(id self, SEL _cmd, int age) { IVAR(self, age, int) = age; }
static MEASURED void set_height(id self, SEL _cmd, int height) { IVAR(self, height, int) = height; }
static MEASURED void set_weight(id self, SEL _cmd, double weight) { IVAR(self, weight, double) = weight; }
static MEASURED void set_name(id self, SEL _cmd, id name) { objc_storeStrong(&IVAR(self, name, id), name); }
static MEASURED void set_size(id self, SEL _cmd, pair size) { IVAR(self, size, pair) = size; }
static MEASURED void set_frame(id self, SEL _cmd, quad frame) { IVAR(self, frame, quad) = frame; }
static MEASURED void set_friend(id self, SEL _cmd, id friend) { objc_storeStrong(&IVAR(self, friend, id), friend); }
static int age(id self, SEL _cmd) { return IVAR(self, age, int); }
static int height(id self, SEL _cmd) { return IVAR(self, height, int); }
static double weight(id self, SEL _cmd) { return IVAR(self, weight, double); }
static id name(id self, SEL _cmd) { return IVAR(self, name, id); }
static pair size(id self, SEL _cmd) { return IVAR(self, size, pair); }
static quad frame(id self, SEL _cmd) { return IVAR(self, frame, quad); }
static id friend(id self, SEL _cmd) { return IVAR(self, friend, id); }
static int doubled(id self, SEL _cmd) { return 2 * IVAR(self, age, int); }

static id affecting_doubled(id self, SEL _cmd) {
    return SEND(object_of_object)((id)objc_getClass("NSSet"), sel_registerName("setWithObject:"), model_string("age"));
}

static const struct {
    const char *name, *types;
    IMP imp;
} methods[] = {
    {"setAge:", "v20@0:8i16", (IMP)set_age},
    {"setHeight:", "v20@0:8i16", (IMP)set_height},
    {"setWeight:", "v24@0:8d16", (IMP)set_weight},
    {"setName:", "v24@0:8@16", (IMP)set_name},
    {"setSize:", "v32@0:8{Pair=dd}16", (IMP)set_size},
    {"setFrame:", "v48@0:8{Quad=dddd}16", (IMP)set_frame},
    {"setFriend:", "v24@0:8@16", (IMP)set_friend},
    {"age", "i16@0:8", (IMP)age},
    {"height", "i16@0:8", (IMP)height},
    {"weight", "d16@0:8", (IMP)weight},
    {"name", "@16@0:8", (IMP)name},
    {"size", "{Pair=dd}16@0:8", (IMP)size},
    {"frame", "{Quad=dddd}16@0:8", (IMP)frame},
    {"friend", "@16@0:8", (IMP) friend},
    {"doubled", "i16@0:8", (IMP)doubled},
};

Class model_subclass(Class superclass) {
    static long number;
    char name[32];
    snprintf(name, sizeof name, "Person%ld", number++);
    return objc_allocateClassPair(superclass, name, 0);
}

Class model_class(void) {
    Class cls = model_subclass(objc_getClass("NSObject"));
    class_addIvar(cls, "_age", sizeof(int), 2, "i");
    class_addIvar(cls, "_height", sizeof(int), 2, "i");
    class_addIvar(cls, "_name", sizeof(id), 3, "@");
    class_addIvar(cls, "_friend", sizeof(id), 3, "@");
    class_addIvar(cls, "_size", sizeof(pair), 3, "{Pair=dd}");
    class_addIvar(cls, "_frame", sizeof(quad), 3, "{Quad=dddd}");
    class_addIvar(cls, "_weight", sizeof(double), 3, "d");
    for (size_t index = 0; index < sizeof methods / sizeof *methods; index++)
        class_addMethod(cls, sel_registerName(methods[index].name), methods[index].imp, methods[index].types);
    class_addMethod(object_getClass((id)cls), sel_registerName("keyPathsForValuesAffectingDoubled"),
                    (IMP)affecting_doubled, "@16@0:8");
    objc_registerClassPair(cls);
    return cls;
}

void model_add_key(Class cls, int n) {
    char name[32];
    snprintf(name, sizeof name, "k%d", n);
    class_addMethod(cls, sel_registerName(name), (IMP)age, "i16@0:8");
    snprintf(name, sizeof name, "setK%d:", n);
    class_addMethod(cls, sel_registerName(name), (IMP)set_age, "v20@0:8i16");
}

// ── The observer class ──────────────────────────────────────────────────────────────────────────────
static void observe_value(id self, SEL _cmd, id path, id object, id change, void *context) { IVAR(self, told, long)++; }

static Class observer_class;

static Class make_observer_class(void) {
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), "Witness", 0);
    class_addIvar(cls, "_told", sizeof(long), 3, "q");
    class_addMethod(cls, sel_registerName("observeValueForKeyPath:ofObject:change:context:"), (IMP)observe_value,
                    "v48@0:8@16@24@32^v40");
    objc_registerClassPair(cls);
    return cls;
}

id model_observer(void) { return model_object(observer_class); }
long model_told(id observer) { return IVAR(observer, told, long); }

// ── Objects ─────────────────────────────────────────────────────────────────────────────────────────
id model_object(Class cls) { return SEND(object_method)(SEND(object_method)((id)cls, sel.alloc), sel.init); }

id model_string(const char *text) {
    typedef id (*from_text)(id, SEL, const char *);
    return objc_retain(SEND(from_text)((id)objc_getClass("NSString"), sel_registerName("stringWithUTF8String:"), text));
}

static ptrdiff_t offset_of(Class cls, const char *ivar) { return ivar_getOffset(class_getInstanceVariable(cls, ivar)); }

// In compiled Objective-C, the compiler and the loader would do this before main().
__attribute__((constructor)) static void load(void) {
    sel = (struct selectors){
        .alloc = sel_registerName("alloc"),
        .init = sel_registerName("init"),
        .set_age = sel_registerName("setAge:"),
        .set_height = sel_registerName("setHeight:"),
        .set_weight = sel_registerName("setWeight:"),
        .set_name = sel_registerName("setName:"),
        .set_size = sel_registerName("setSize:"),
        .set_frame = sel_registerName("setFrame:"),
        .set_friend = sel_registerName("setFriend:"),
        .age = sel_registerName("age"),
        .name = sel_registerName("name"),
        .value_for_key = sel_registerName("valueForKey:"),
        .add_observer = sel_registerName("addObserver:forKeyPath:options:context:"),
        .remove_observer = sel_registerName("removeObserver:forKeyPath:"),
        .remove_observer_context = sel_registerName("removeObserver:forKeyPath:context:"),
    };
    Class cls = model_class();
    offset.age = offset_of(cls, "_age");
    offset.height = offset_of(cls, "_height");
    offset.weight = offset_of(cls, "_weight");
    offset.name = offset_of(cls, "_name");
    offset.friend = offset_of(cls, "_friend");
    offset.size = offset_of(cls, "_size");
    offset.frame = offset_of(cls, "_frame");
    observer_class = make_observer_class();
    offset.told = offset_of(observer_class, "_told");
}
