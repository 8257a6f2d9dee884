// structure.c - structures of numbers, such as a point: calls methods that return one and take no arguments.
//
// Without libffi, because the compiler knows where such a structure is returned: in registers, or at an address that
// the caller passes. It depends on the number and kind of the members alone, so a few structures stand for all others.
#include <string.h>

#include "call.h"

// Name, kind of the members as mr_type_visit gives it, their type, their number.
#define EACH_STRUCTURE(X)                                                                                              \
    X(doubles2, 'd', double, 2)                                                                                        \
    X(doubles3, 'd', double, 3)                                                                                        \
    X(doubles4, 'd', double, 4)                                                                                        \
    X(doubles6, 'd', double, 6)                                                                                        \
    X(words2, 'i', uint64_t, 2)

#define DECLARE(NAME, KIND, MEMBER, COUNT)                                                                             \
    typedef struct {                                                                                                   \
        MEMBER members[COUNT];                                                                                         \
    } NAME;
EACH_STRUCTURE(DECLARE)

#define MEMBER(NAME, KIND, TYPE, COUNT) NAME NAME##_;
typedef union {
    EACH_STRUCTURE(MEMBER)
} largest_structure;

#define LIST(NAME, KIND, MEMBER, COUNT) IS_##NAME,
enum { IS_OTHER, EACH_STRUCTURE(LIST) };

typedef struct {
    char kind;  // of every member
    size_t count;
    bool is_other;
} members;

static void note_member(char kind, size_t offset, size_t size, void *context) {
    members *seen = context;
    if (seen->count == 0) seen->kind = kind;
    if (kind != seen->kind || size != 8 || offset != 8 * seen->count) seen->is_other = true;
    seen->count++;
}

static uint8_t structure_of_type(const char *type) {
    type = objc_skip_type_qualifiers(type);
    members seen = {0};
    size_t size;
    if (*type != '{' || !mr_type_layout(type, &size, NULL)) return IS_OTHER;
    // An array in a larger structure may have billions of members.
    if (size > sizeof(largest_structure)) return IS_OTHER;
    mr_type_visit(type, 0, note_member, &seen);
    if (seen.is_other || 8 * seen.count != size) return IS_OTHER;
#define COMPARE(NAME, KIND, MEMBER, COUNT)                                                                             \
    if (seen.kind == KIND && seen.count == COUNT) return IS_##NAME;
    EACH_STRUCTURE(COMPARE)
    return IS_OTHER;
}

uint8_t mr_structure_of(const mr_signature *signature) {
    bool isGetter = signature->takes == MR_TAKES_MESSAGE && signature->argument_count == 2;
    return isGetter ? structure_of_type(signature->return_type) : IS_OTHER;
}

bool mr_structure_is_pair(const char *type) { return structure_of_type(type) == IS_doubles2; }

void mr_structure_call(uint8_t structure, IMP imp, id self, SEL _cmd, void *result) {
    switch (structure) {
#define CALL(NAME, KIND, MEMBER, COUNT)                                                                                \
    case IS_##NAME: {                                                                                                  \
        NAME value = ((NAME(*)(id, SEL))imp)(self, _cmd);                                                              \
        memcpy(result, &value, sizeof value);                                                                          \
        break;                                                                                                         \
    }
        EACH_STRUCTURE(CALL)
    }
}
