// toolchain.c - the toolchain's Foundation, which libraries of a program may use.
//
// It bridges String to a class NSString of its own. The program would have two records that String is
// _ObjectiveCBridgeable, and libswiftCore would take either. So the toolchain's records are hidden: they get a kind
// that libswiftCore passes over. They are kept here, for casts between structures and classes of that library.
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

extern const char bridgeable_protocol[] __asm__("$ss21_ObjectiveCBridgeableMp");

// ── Hiding ──────────────────────────────────────────────────────────────────────────────────────────

typedef struct hidden {
    struct hidden *next;
    const void *descriptor;  // of the structure
    const swift_conformance *conformance;
} hidden;
static _Atomic(hidden *) records;  // only grows, while images are loaded

static const void *resolve(const void *target, bool isPointer) {
    return isPointer ? *(const void *const *)target : target;
}

static void hide(swift_conformance *conformance) {
    word protocol = (word)swift_follow(&conformance->protocol);
    if (resolve((const void *)(protocol & ~(word)1), protocol & 1) != bridgeable_protocol) return;
    unsigned kind = swift_conformance_kind(conformance);
    if (kind != SWIFT_BY_DESCRIPTOR && kind != SWIFT_BY_POINTER) return;  // hidden already
    hidden *record = mr_allocate(sizeof *record);
    *record = (hidden){atomic_load(&records), resolve(swift_follow(&conformance->type), kind == SWIFT_BY_POINTER),
                       conformance};
    swift_conformance contents = swift_with_kind(conformance, SWIFT_BY_REFERENCE);
    swift_change_constant(conformance, &contents, sizeof contents);
    atomic_store(&records, record);
}

static bool is_foundation(const void *address) {
    static const char name[] = "/libFoundation.so";
    Dl_info info;
    if (!dladdr(address, &info) || info.dli_fname == NULL) return false;
    size_t length = strlen(info.dli_fname);
    return length >= sizeof name - 1 && strcmp(info.dli_fname + length - (sizeof name - 1), name) == 0;
}

bool swift_hide_bridging(const swift_sections *sections, void *context) {
    const char *begin = (const char *)sections->conformances.begin;
    if (begin && is_foundation(begin)) swift_visit_conformances(begin, begin + sections->conformances.size, hide);
    return true;
}

// ── Functions of _ObjectiveCBridgeable ──────────────────────────────────────────────────────────────

const void *swift_getWitnessTable(const swift_conformance *conformance, const void *type, const void *const *arguments);
id swift_dynamicCastClass(id object, const void *cls);
extern const char requirements[] __asm__("$ss21_ObjectiveCBridgeableTL");
extern const char object_type[] __asm__("$s15_ObjectiveCTypes01_A11CBridgeablePTl");

typedef struct {
    const void *type;
    word state;
} type_response;
SWIFT_CALL type_response swift_getAssociatedTypeWitness(word request, const void *table, const void *type,
                                                        const char *base, const char *requirement);
#define SELF __attribute__((swift_context))
SWIFT_CALL id to_object(const void *type, const void *table,
                        SELF const void *value) __asm__("$ss21_ObjectiveCBridgeableP09_bridgeToA1C01_A5CTypeQzyFTj");
SWIFT_CALL bool
from_object(id object, void *result, const void *type, const void *table, SELF const void *self) __asm__(
    "$ss21_ObjectiveCBridgeableP024_conditionallyBridgeFromA1C_6resultSb01_A5CTypeQz_xSgztFZTj");

// Returns how a structure is bridged; NULL if no record is hidden, or for other types.
static const void *bridging_of(const void *type) {
    if (*(const word *)type != SWIFT_STRUCTURE) return NULL;
    const void *descriptor = ((const void *const *)type)[1];
    const hidden *each = atomic_load(&records);
    while (each && each->descriptor != descriptor) each = each->next;
    return each ? swift_getWitnessTable(each->conformance, type, NULL) : NULL;
}

static const swift_witnesses *witnesses_of(const void *type) {
    return ((const swift_witnesses *const *)type)[SWIFT_WITNESSES];
}

// ── Casts ───────────────────────────────────────────────────────────────────────────────────────────

// Any contains a large value in a box.
static const void *contents(const void *value, const void *type) {
    enum { ALIGNMENT = 0xff, IS_IN_BOX = 1 << 17, BOX_HEADER = 2 * sizeof(word) };
    uint32_t flags = witnesses_of(type)->flags;
    if (!(flags & IS_IN_BOX)) return value;
    word mask = flags & ALIGNMENT;
    return *(const char *const *)value + ((BOX_HEADER + mask) & ~mask);
}

static bool cast_to_object(id *to, const void *from, const void *fromType, const void *toType) {
    const void *type = swift_dynamic_type(from, fromType), *bridging = bridging_of(type);
    if (bridging == NULL) return false;
    id object = to_object(type, bridging, type == fromType ? from : contents(from, type));
    if (swift_dynamicCastClass(object, toType)) {
        *to = object;
        return true;
    }
    swift_count_release(object);
    return false;
}

// Returns the object in a variable if its class is one of code without Objective-C; nil for all other values.
static id object_without_class(const void *from, const void *fromType) {
    enum { IS_OPAQUE = 31 };
    const word *type = swift_dynamic_type(from, fromType);
    bool isObject = *type == SWIFT_CLASS_WITHOUT_OBJC || (*type == SWIFT_EXISTENTIAL && !(type[1] >> IS_OPAQUE & 1));
    id object = isObject ? *(const id *)from : nil;
    return (intptr_t)object > 0 && !swift_has_class(object) ? object : nil;
}

static bool cast_from_object(void *to, const void *from, const void *fromType, const void *toType) {
    id object = object_without_class(from, fromType);
    const void *bridging = object ? bridging_of(toType) : NULL;
    if (bridging == NULL) return false;
    type_response class = swift_getAssociatedTypeWitness(0, bridging, toType, requirements, object_type);
    if (!swift_dynamicCastClass(object, class.type)) return false;
    const swift_witnesses *witnesses = witnesses_of(toType);
    _Alignas(16) char optional[witnesses->size + 16];  // Optional has at most one byte more
    ((void (*)(void *, uint32_t, uint32_t, const void *))witnesses->store_tag)(optional, 1, 1, toType);
    if (!from_object(object, optional, toType, bridging, toType)) return false;
    ((void *(*)(void *, void *, const void *))witnesses->take)(to, optional, toType);
    return true;
}

bool swift_cast_bridged(void *to, void *from, const void *fromType, const void *toType) {
    switch (*(const word *)toType) {
        case SWIFT_CLASS_WITHOUT_OBJC: return cast_to_object(to, from, fromType, toType);
        case SWIFT_STRUCTURE: return cast_from_object(to, from, fromType, toType);
        default: return false;
    }
}
