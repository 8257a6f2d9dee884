// methods.c - the methods of a class when several have the same name, as those of a class and its categories may have.
#include <stdio.h>

#include "ctests.h"

// Declared in adopting.h, which only CObjectiveC may include.
typedef struct {
    const char *name, *types;
    IMP imp;
} method_entry;
void mr_class_prepend_methods(Class cls, const method_entry *entries, size_t count);

static int one(id self, SEL _cmd) { return 1; }
static int two(id self, SEL _cmd) { return 2; }

static void add_methods(Class cls, int from, int to) {
    for (int index = from; index < to; index++) {
        char name[16];
        snprintf(name, sizeof name, "other%d", index);
        ctests_method(cls, name, (void *)one, "i@:");
    }
}

static int found(Class cls) {
    return ((int (*)(id, SEL))class_getMethodImplementation(cls, sel("same")))(nil, sel("same"));
}

TEST(prepended, "Of two methods with one name the prepended one is found, however many methods the class gets") {
    enum { MOST = 12 };
    static const method_entry entries[] = {{"same", "i@:", (IMP)(void *)two}};
    for (int count = 0; count < MOST; count++) {
        Class cls = ctests_class("Prepended", Nil);
        ctests_method(cls, "same", (void *)one, "i@:");
        add_methods(cls, 0, count);
        mr_class_prepend_methods(cls, entries, 1);
        for (int more = count; more < MOST; more++) {
            CHECK(found(cls) == 2);
            add_methods(cls, more, more + 1);
        }
        objc_disposeClassPair(cls);
    }
}
