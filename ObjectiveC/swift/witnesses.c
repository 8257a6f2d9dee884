// witnesses.c - how a reference to any object is copied, moved and destroyed, as a table of functions that libswiftCore
// and compiled code call: `$sBOWV`.
#include "internal.h"

static id *copy(id *to, id *from, const void *type) {
    *to = swift_count_retain(*from);
    return to;
}

static void destroy(id *place, const void *type) { swift_count_release(*place); }

static id *assign(id *to, id *from, const void *type) {
    id old = *to;
    *to = swift_count_retain(*from);
    swift_count_release(old);
    return to;
}

static id *take(id *to, id *from, const void *type) {
    *to = *from;
    return to;
}

static id *assign_taken(id *to, id *from, const void *type) {
    id old = *to;
    *to = *from;
    swift_count_release(old);
    return to;
}

// The addresses below 4096, which are no objects, stand for the cases without a payload of an enum, from nil on.
enum { EMPTY_CASES = 4096 };

static unsigned get_tag(id *place, unsigned cases, const void *type) {
    word value = (word)*place;
    return value < EMPTY_CASES ? (unsigned)value + 1 : 0;
}

static void store_tag(id *place, unsigned tag, unsigned cases, const void *type) {
    if (tag) *place = (id)(void *)(word)(tag - 1);
}

enum { ALIGNED_TO_WORD = sizeof(void *) - 1, NOT_TRIVIAL = 1 << 16 };
const swift_witnesses mr_object_witnesses = {
    (void *)copy,
    (void *)destroy,
    (void *)copy,
    (void *)assign,
    (void *)take,
    (void *)assign_taken,
    (void *)get_tag,
    (void *)store_tag,
    sizeof(id),
    sizeof(id),
    ALIGNED_TO_WORD | NOT_TRIVIAL,
    EMPTY_CASES,
};
