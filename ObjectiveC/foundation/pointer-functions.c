// pointer-functions.c - NSPointerFunctions: options, and functions that a program chooses in place of the options' own.
#include "slots.h"

#include <string.h>

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

// ── The functions of the options ────────────────────────────────────────────────────────────────────

static size_t hash_address(const void *item, mr_size_function size) { return mr_hash_address(item); }
static BOOL are_same(const void *first, const void *second, mr_size_function size) { return first == second; }
static id describe_address(const void *item) { return mr_string_with_format("%p", item); }

static size_t hash_object(const void *item, mr_size_function size) { return SEND(size_t, item, "hash"); }
static BOOL are_equal_objects(const void *first, const void *second, mr_size_function size) {
    return first == second || (first && SEND_WITH(bool, first, "isEqual:", (id, SEL, id), (id)(void *)second));
}
static id describe_object(const void *item) { return SEND(id, item, "description"); }

static size_t hash_text(const void *item, mr_size_function size) { return mr_hash_bytes(item, strlen(item)); }
static BOOL are_equal_texts(const void *first, const void *second, mr_size_function size) {
    return first == second || (first && second && strcmp(first, second) == 0);
}
static id describe_text(const void *item) { return mr_string_with_format("%s", (const char *)item); }

static id describe_integer(const void *item) { return mr_string_with_format("%ld", (long)item); }

// Returns those of the options that a program has not replaced. NULL for what the tables do without a function.
static mr_pointer_functions functions_by_options(id self) {
    switch (object_of(self)->options & MR_COMPARES) {
        case MR_BY_ISEQUAL:
            return (mr_pointer_functions){
                .hash = hash_object, .is_equal = are_equal_objects, .description = describe_object};
        case MR_OBJECT_BY_ADDRESS:
            return (mr_pointer_functions){.hash = hash_address, .is_equal = are_same, .description = describe_object};
        case MR_BY_TEXT:
            return (mr_pointer_functions){.hash = hash_text, .is_equal = are_equal_texts, .description = describe_text};
        case MR_INTEGER:
            return (mr_pointer_functions){.hash = hash_address, .is_equal = are_same, .description = describe_integer};
        case MR_BY_ADDRESS:
            return (mr_pointer_functions){.hash = hash_address, .is_equal = are_same, .description = describe_address};
        default: return (mr_pointer_functions){0};
    }
}

#define FUNCTIONS(X)                                                                                                   \
    X(hash, "hashFunction", "setHashFunction:")                                                                        \
    X(is_equal, "isEqualFunction", "setIsEqualFunction:")                                                              \
    X(size, "sizeFunction", "setSizeFunction:")                                                                        \
    X(description, "descriptionFunction", "setDescriptionFunction:")                                                   \
    X(acquire, "acquireFunction", "setAcquireFunction:")                                                               \
    X(relinquish, "relinquishFunction", "setRelinquishFunction:")

#define DEFINE_ACCESSORS(field, getter, setter)                                                                        \
    static void *field(id self, SEL _cmd) {                                                                            \
        __typeof__(functions_of(self)->field) own = functions_of(self)->field;                                         \
        return (void *)(own ? own : functions_by_options(self).field);                                                 \
    }                                                                                                                  \
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
