// internal.h - the structures that Swift's compiler writes and libswiftCore reads, and what the files here share.
//
// libswiftCore for Linux was built without Objective-C. It takes every class for one of its own; the compiler, told
// that there is an Objective-C runtime, writes Apple's layout. Both are read at fixed bytes:
//
//      byte       -8         0     8           16     24      32    40          48    56  64          72
//      its own    witnesses  kind  superclass  flags  size    ...   descriptor  ...
//      Apple's    witnesses  isa   superclass  cache  (free)  data  flags       size  ... descriptor  destroyer
//
// So a class of ours also has its size at byte 24 and a descriptor at byte 40, where Apple's layout has what nobody
// reads.
#ifndef MR_SWIFT_INTERNAL_H
#define MR_SWIFT_INTERNAL_H

#include <stdatomic.h>

#include "adopting.h"
#include "objective-c.h"

typedef uintptr_t word;

// The calling convention of functions in Swift, where it differs from that of C.
#define SWIFT_CALL __attribute__((swiftcall))

// ── What libswiftCore reads ─────────────────────────────────────────────────────────────────────────

// A word up to this one is no pointer: it is the kind of a type, where a class of Apple's layout has its isa.
enum { SWIFT_EXISTENTIAL = 0x303, SWIFT_LAST_KIND = 0x7ff };

// A 32-bit number that leads from its own address to another one.
static inline const void *swift_follow(const int32_t *field) { return (const char *)field + *field; }
static inline int32_t swift_distance(const int32_t *field, const void *target) {
    intptr_t distance = (const char *)target - (const char *)field;
    if (distance != (int32_t)distance) mr_fatal("CSwiftObjectiveC lies too far from %p", target);
    return (int32_t)distance;
}

// What a type is: its name, where it is declared, its superclass.
typedef struct {
    uint32_t flags;
    int32_t parent, name, accessor, fields, superclass;
    uint32_t words_before, words_after, own_words, field_count, field_offsets;
} swift_descriptor;
enum {
    SWIFT_MODULE = 0,
    SWIFT_PROTOCOL = 3,
    SWIFT_CLASS = 16,
    SWIFT_KIND = 31,
    SWIFT_IS_UNIQUE = 1 << 6,
    SWIFT_IS_GENERIC = 1 << 7,
    SWIFT_INITIALIZED_LATE = 3 << 16,  // libswiftCore makes the class, because its superclass is generic or resilient
    SWIFT_HAS_RESILIENT_SUPERCLASS = 1 << 29,
    SWIFT_HAS_VTABLE = 1u << 31,
};
// Returns what a record of a type leads to, or NULL if the type is another image's.
static inline const swift_descriptor *swift_record_descriptor(const int32_t *record) {
    enum { IS_INDIRECT = 3 };
    return *record & IS_INDIRECT ? NULL : swift_follow(record);
}
// What a type is in: another type, an extension or a module.
static inline const swift_descriptor *swift_parent(const swift_descriptor *descriptor) {
    enum { IS_INDIRECT = 1 };
    const void *parent = (const char *)&descriptor->parent + (descriptor->parent & ~IS_INDIRECT);
    return descriptor->parent & IS_INDIRECT ? *(const swift_descriptor *const *)parent : parent;
}
static inline bool swift_is_class(const swift_descriptor *descriptor) {
    return (descriptor->flags & SWIFT_KIND) == SWIFT_CLASS;
}

// A name of a type is text in which a byte below 32 begins a reference to another type. Returns the reference's size.
static inline size_t swift_reference_size(char byte) {
    enum { LAST_SHORT = 0x17, LAST = 0x1f };
    return byte == 0 || (unsigned char)byte > LAST ? 0 : byte <= LAST_SHORT ? 4 : 8;
}

// The properties of a type, or the cases of an enumeration.
typedef struct {
    uint32_t flags;
    int32_t type, name;
} swift_field;
typedef struct {
    int32_t type, superclass;
    uint16_t kind, field_size;
    uint32_t count;
    swift_field fields[];
} swift_fields;

// What a protocol is. Behind it are the conditions that it sets, then its requirements.
typedef struct {
    uint32_t flags;
    int32_t parent, name;
    uint32_t condition_count, requirement_count;
    int32_t associated_names;
} swift_protocol;
typedef struct {
    uint32_t flags;
    int32_t subject, target;  // a protocol, or the name of a type
} swift_condition;
typedef struct {
    uint32_t flags;
    int32_t code;
} swift_requirement;
enum {
    SWIFT_CONDITION_KIND = 31,
    SWIFT_CONFORMS = 0,
    SWIFT_IS_EQUAL = 1,
    SWIFT_INHERITS = 2,
    SWIFT_REQUIREMENT_KIND = 15,
    SWIFT_REQUIRES_METHOD = 1,
    SWIFT_REQUIRES_MODIFY = 6,
};

// The places of a class, in words from its address.
enum {
    SWIFT_WITNESSES = -1,
    SWIFT_SIZE = 3,
    SWIFT_EXTENT = 4,
    SWIFT_DESCRIPTOR = 5,
    SWIFT_DESTROYER = 6
};  // libswiftCore's
enum {
    APPLE_FLAGS = 5,
    APPLE_SIZE = 6,
    APPLE_EXTENT = 7,
    APPLE_DESCRIPTOR = 8,
    APPLE_DESTROYER = 9
};  // the compiler's

// How values of a type are copied and destroyed.
typedef struct {
    void *copy_buffer, *destroy, *copy, *assign, *take, *assign_taken, *get_tag, *store_tag;
    size_t size, stride;
    uint32_t flags, extra_inhabitants;
} swift_witnesses;

// Functions of libswiftCore.
typedef struct {
    const char *bytes;
    word length;
} swift_text;
swift_text swift_getTypeName(const void *type, bool isQualified);
id swift_retain(id object);
void swift_release(id object);
void swift_registerTypeMetadataRecords(const void *begin, const void *end);

// What each image with code in Swift tells libswiftCore.
typedef struct {
    word begin, size;
} swift_section;
typedef struct {
    word version;
    const void *image, *unused[2];
    swift_section protocols, conformances, types, references, strings, fields;
} swift_sections;  // more follow
void swift_enumerateAllMetadataSections(bool (*body)(const swift_sections *, void *), void *context);

// ── Objects and classes ─────────────────────────────────────────────────────────────────────────────

// Whether the runtime knows the class of an object, which is not nil. It knows no class of code without Objective-C.
static inline bool swift_has_class(id object) { return *(word *)*(word *)object > SWIFT_LAST_KIND; }
static inline bool swift_inherits(Class cls, Class ancestor) {
    while (cls && cls != ancestor) cls = class_getSuperclass(cls);
    return cls != Nil;
}
static inline bool swift_conforms(Class cls, Protocol *protocol) {
    while (cls && !class_conformsToProtocol(cls, protocol)) cls = class_getSuperclass(cls);
    return cls != Nil;
}

// ── counting.c ──────────────────────────────────────────────────────────────────────────────────────

// Who counts an object: the runtime, Swift, or nobody (a class of code without Objective-C, used as an object).
typedef enum { COUNTED_BY_NOBODY, COUNTED_BY_US, COUNTED_BY_SWIFT } swift_counting;
static inline swift_counting swift_counting_of(id object) {
    word cls = *(word *)object;
    if (cls <= SWIFT_LAST_KIND) return COUNTED_BY_NOBODY;
    return ((uint16_t *)cls)[15] == MR_COUNTING_OURS ? COUNTED_BY_US : COUNTED_BY_SWIFT;
}
// Whether the object is Swift's own. false for nil.
static inline bool swift_is_native(id object) {
    return (intptr_t)object > 0 && swift_counting_of(object) == COUNTED_BY_SWIFT;
}
// Count any object, or nil.
id swift_count_retain(id object);
void swift_count_release(id object);
void swift_counting_start(void);  // makes libswiftCore count in the same way

// ── references.c ────────────────────────────────────────────────────────────────────────────────────

void swift_unownedRetain(id object);
void swift_unownedRelease(id object);

// ── descriptors.c ───────────────────────────────────────────────────────────────────────────────────

// Returns the descriptor that libswiftCore reads in a class.
const swift_descriptor *swift_descriptor_of(Class cls);
// Whether code finds a method in the class, and not by its symbol. Initializers are found there only through a variable
// that contains a class. true if the descriptor does not say it at a fixed place.
bool swift_has_methods(const swift_descriptor *descriptor);

// ── witnesses.c ─────────────────────────────────────────────────────────────────────────────────────

extern const swift_witnesses mr_object_witnesses __asm__("$sBOWV");  // of a reference to any object

// ── errors.c ────────────────────────────────────────────────────────────────────────────────────────

extern const char swift_ns_error[] __asm__("OBJC_CLASS_$_NSError");  // the class
// Casts `any Error` to NSError, which always succeeds, after the cast of what it contains has failed. Returns false for
// other types. `*to` gets a reference of its own.
bool swift_cast_of_error(id *to, id *from, const void *fromType, const void *toType);
// Casts an NSError in `any Error` to a structure that it can become, after the cast of what it contains has failed.
bool swift_cast_to_error(void *to, id *from, const void *fromType, const void *toType);

// ── foreign.c ───────────────────────────────────────────────────────────────────────────────────────

// Ends the process if the image, whose libraries are loaded, needs a symbol that mentions a type through which its code
// may come to a class that it cannot use. Each image with code in Swift is checked once, before it is used.
void swift_check_foreign(const mr_image *image);

// ── symbols.c ───────────────────────────────────────────────────────────────────────────────────────

// Whether the address is in an image that was compiled for Objective-C: all that were checked.
bool swift_is_known(const void *address);

// ── constants.c ─────────────────────────────────────────────────────────────────────────────────────

// Writes into an image, while one is loaded; into memory that is read-only too.
void swift_change_constant(const void *place, const void *contents, size_t size);
// Returns a word to which a 32-bit number at the place can lead, while an image is loaded. It lives for ever.
const void **swift_word_near(const void *place);

// ── fields.c ────────────────────────────────────────────────────────────────────────────────────────

// Changes what libswiftCore says of unowned properties, in the image and in those without Objective-C that are loaded.
void swift_change_fields(const mr_image *image);

// ── classes.c ───────────────────────────────────────────────────────────────────────────────────────

// Returns the class, or the nearest superclass, that Swift's compiler wrote and the runtime did not copy. Nil if there
// is none.
Class swift_compiled_class(Class cls);

#endif
