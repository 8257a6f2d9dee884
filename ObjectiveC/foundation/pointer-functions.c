// pointer-functions.c - NSPointerFunctions: options, and functions that a program chooses in place of the options' own.
#include "slots.h"

typedef struct {
    Class isa;
    mr_pointer_functions functions;
    unsigned long options;
} mr_functions_object;

static mr_functions_object *object_of(id self) { return (mr_functions_object *)(void *)self; }
static mr_pointer_functions *functions_of(id self) { return &object_of(self)->functions; }

static id init_with_options(id self, SEL _cmd, unsigned long options) {
    object_of(self)->options = options;
    return self;
}

id mr_made_with_options(id cls, SEL _cmd, unsigned long options) {
    return objc_autorelease(
        SEND_WITH(id, SEND(id, cls, "alloc"), "initWithOptions:", (id, SEL, unsigned long), options));
}

static id copy(id self, SEL _cmd, void *zone) {
    id made = init_with_options(SEND(id, objc_getClass("NSPointerFunctions"), "alloc"), _cmd, object_of(self)->options);
    *functions_of(made) = *functions_of(self);
    return made;
}

mr_keeping mr_keeping_by_functions(id functions) {
    if (functions == nil) return (mr_keeping){0};
    id owner = copy(functions, NULL, NULL);
    return (mr_keeping){(uint32_t)object_of(owner)->options, functions_of(owner), owner};
}

id mr_keeping_copy_functions(mr_keeping keeping) {
    if (keeping.owner) return copy(keeping.owner, NULL, NULL);
    return init_with_options(SEND(id, objc_getClass("NSPointerFunctions"), "alloc"), NULL, keeping.kind);
}

#define FUNCTIONS(X)                                                                                                   \
    X(hash, "hashFunction", "setHashFunction:")                                                                        \
    X(is_equal, "isEqualFunction", "setIsEqualFunction:")                                                              \
    X(size, "sizeFunction", "setSizeFunction:")                                                                        \
    X(description, "descriptionFunction", "setDescriptionFunction:")                                                   \
    X(acquire, "acquireFunction", "setAcquireFunction:")                                                               \
    X(relinquish, "relinquishFunction", "setRelinquishFunction:")

#define DEFINE_ACCESSORS(field, getter, setter)                                                                        \
    static void *field(id self, SEL _cmd) { return (void *)functions_of(self)->field; }                                \
    static void set_##field(id self, SEL _cmd, void *function) {                                                       \
        functions_of(self)->field = (__typeof__(functions_of(self)->field))function;                                   \
    }
FUNCTIONS(DEFINE_ACCESSORS)

void mr_pointer_functions_boot(void) {
    static const mr_method_entry makers[] = {{"pointerFunctionsWithOptions:", "@24@0:8Q16", (IMP)mr_made_with_options}};
    static const mr_method_entry methods[] = {
#define ACCESSOR_ROWS(field, getter, setter)                                                                           \
    {getter, "^?16@0:8", (IMP)field}, {setter, "v24@0:8^?16", (IMP)set_##field},
        FUNCTIONS(ACCESSOR_ROWS){"initWithOptions:", "@24@0:8Q16", (IMP)init_with_options},
        {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
    };
    mr_adopt(MR_MAKE_CLASS("NSPointerFunctions", mr_functions_object, methods), "NSCopying");
    ADD_CLASS_METHODS_TO("NSPointerFunctions", makers);
}
