// accessors.c - accessors such as a compiler generates, which replace those that the runtime made for a class.
#include <stdlib.h>
#include <string.h>

#include "model.h"

// The offsets of the class's ivars are variables, as in model.c.
static struct { ptrdiff_t age, name; } offset;

static MEASURED void set_age(id self, SEL _cmd, int age) { *(int *)((char *)self + offset.age) = age; }
static MEASURED int age(id self, SEL _cmd) { return *(int *)((char *)self + offset.age); }
static MEASURED void set_name(id self, SEL _cmd, id name) { objc_setProperty(self, _cmd, offset.name, name, YES, NO); }
static MEASURED id name(id self, SEL _cmd) { return objc_getProperty(self, _cmd, offset.name, YES); }

static ptrdiff_t offset_of(Class cls, const char *ivar, const char *type) {
    Ivar found = class_getInstanceVariable(cls, ivar);
    if (!found || strcmp(ivar_getTypeEncoding(found), type) != 0) abort();
    return ivar_getOffset(found);
}

static void replace(Class cls, const char *selector, IMP function) {
    Method method = class_getInstanceMethod(cls, sel_registerName(selector));
    if (!method) abort();
    method_setImplementation(method, function);
}

void kernels_replace_accessors(void *cls) {
    offset.age = offset_of(cls, "_age", "i");
    offset.name = offset_of(cls, "_name", "@");
    replace(cls, "setAge:", (IMP)set_age);
    replace(cls, "age", (IMP)age);
    replace(cls, "setName:", (IMP)set_name);
    replace(cls, "name", (IMP)name);
}
