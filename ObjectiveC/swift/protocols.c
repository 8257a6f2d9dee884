// protocols.c - protocols of Objective-C as types of Swift.
//
// libswiftCore has no such types. A variable of one is laid out as an AnyObject, so wherever compiled code looks up a
// type by a name that mentions one, it gets the type with AnyObject in its place. The type of the protocol alone is a
// copy of AnyObject's, so that a cast to it can be told from a cast to AnyObject.
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// ── Casts ───────────────────────────────────────────────────────────────────────────────────────────

static bool conforms(Class cls, word count, Protocol *const *protocols) {
    for (word index = 0; index < count; index++) {
        if (!swift_conforms(cls, protocols[index])) return false;
    }
    return true;
}

static bool object_conforms(id object, word count, Protocol *const *protocols) {
    return (intptr_t)object > 0 && swift_has_class(object) && conforms(object_getClass(object), count, protocols);
}

static _Noreturn void cast_failed(const char *name, Protocol *protocol) {
    mr_fatal("Could not cast value of type '%s' to '%s'", name, protocol_getName(protocol));
}

id swift_dynamicCastObjCProtocolConditional(id object, word count, Protocol *const *protocols) {
    return object_conforms(object, count, protocols) ? object : nil;
}

id swift_dynamicCastObjCProtocolUnconditional(id object, word count, Protocol *const *protocols, const char *file,
                                              unsigned line, unsigned column) {
    if (object && !object_conforms(object, count, protocols)) cast_failed(object_getClassName(object), protocols[0]);
    return object;
}

Class swift_getObjCClassFromMetadataConditional(const void *type);

const void *swift_dynamicCastTypeToObjCProtocolConditional(const void *type, word count, Protocol *const *protocols) {
    Class cls = swift_getObjCClassFromMetadataConditional(type);
    return cls && conforms(cls, count, protocols) ? type : NULL;
}

const void *swift_dynamicCastTypeToObjCProtocolUnconditional(const void *type, word count, Protocol *const *protocols,
                                                             const char *file, unsigned line, unsigned column) {
    if (!swift_dynamicCastTypeToObjCProtocolConditional(type, count, protocols)) cast_failed("(type)", protocols[0]);
    return type;
}

// ── The type of a protocol ──────────────────────────────────────────────────────────────────────────

// A copy of AnyObject's metadata, and the protocol.
typedef struct existential {
    struct existential *next;
    Protocol *protocol;
    word metadata[8];  // three words before the type's address, and five from there on
} existential;
enum { WORDS_BEFORE = 3 };
static _Atomic(existential *) existentials;

static existential *find_existential(bool (*matches)(const existential *each, const void *key), const void *key) {
    existential *each = atomic_load(&existentials);
    while (each && !matches(each, key)) each = each->next;
    return each;
}
static bool is_type(const existential *each, const void *type) { return &each->metadata[WORDS_BEFORE] == type; }
static bool is_of(const existential *each, const void *protocol) { return (const void *)each->protocol == protocol; }

static const void *type_of_protocol(Protocol *protocol, const void *anyObject) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    existential *found = find_existential(is_of, protocol);
    if (found == NULL) {
        found = mr_allocate(sizeof *found);
        found->protocol = protocol;
        memcpy(found->metadata, (const word *)anyObject - WORDS_BEFORE, sizeof found->metadata);
        found->next = atomic_load(&existentials);
        atomic_store(&existentials, found);
    }
    pthread_mutex_unlock(&lock);
    return &found->metadata[WORDS_BEFORE];
}

// ── Mangled names ───────────────────────────────────────────────────────────────────────────────────
// A name contains bytes from 1 on that mean: the next four (from 24 on: eight) bytes lead to what is meant, instead of
// its name. 12 means a protocol of Objective-C; `_p` after it makes it a type.

enum { FIRST_REFERENCE = 1, OBJC_PROTOCOL = 12, FIRST_LONG = 24, LAST_REFERENCE = 31 };

static word part_length(unsigned char first) {
    if (first < FIRST_REFERENCE || first > LAST_REFERENCE) return 1;
    return 1 + (first < FIRST_LONG ? sizeof(int32_t) : sizeof(word));
}

static bool mentions_protocol(const char *name, word length) {
    for (word at = 0; at < length; at += part_length((unsigned char)name[at])) {
        if (name[at] == OBJC_PROTOCOL) return true;
    }
    return false;
}

// The reference leads to a record whose first field leads to a variable, or to one that contains its address.
static Protocol *protocol_at(const char *reference) {
    int32_t offset;
    memcpy(&offset, reference, sizeof offset);
    const int32_t *record = (const int32_t *)(const void *)(reference + offset);
    word target = (word)swift_follow(record);
    if (target & 1) target = *(word *)(target & ~(word)1);
    return *(Protocol **)target;
}

static _Noreturn void refuse_name(const char *why, const char *name, word length) {
    char text[200];
    word used = 0;
    for (word at = 0; at < length && used < sizeof text - 1; at += part_length((unsigned char)name[at])) {
        text[used++] = name[at] >= ' ' ? name[at] : '?';
    }
    text[used] = '\0';
    mr_fatal("libswiftCore does not know the type '%s'%s", text, why);
}

// Names with AnyObject, `yXl`, for each protocol. libswiftCore may keep a name, so none is freed; the names are those
// in images, and each is written once.
typedef struct rewritten_name {
    char *name;
    word length;
    Protocol *protocol;  // the last one
    const char *original, *copy;
    word original_length;
    struct rewritten_name *next;
} rewritten_name;
static _Atomic(rewritten_name *) rewritten_names;  // only grows

static const rewritten_name *find_rewritten(const char *name, word length) {
    rewritten_name *each = atomic_load(&rewritten_names);
    while (each && (each->original != name || each->original_length != length || memcmp(each->copy, name, length))) {
        each = each->next;
    }
    return each;
}

static const rewritten_name *keep(rewritten_name name) {
    rewritten_name *kept = mr_allocate(sizeof *kept);
    *kept = name;
    kept->next = atomic_load(&rewritten_names);
    while (!atomic_compare_exchange_weak(&rewritten_names, &kept->next, kept)) {}
    return kept;
}

// References lead from their own addresses, so they change.
static rewritten_name rewrite(const char *name, word length) {
    rewritten_name result = {mr_allocate(length + 1), 0, NULL, name, mr_copy_text(name, length), length, NULL};
    for (word at = 0; at < length;) {
        word part = part_length((unsigned char)name[at]);
        char *to = result.name + result.length;
        if (name[at] == OBJC_PROTOCOL) {
            if (at + part + 2 > length || memcmp(name + at + part, "_p", 2)) {
                refuse_name(": it is composed of protocols of Objective-C", name, length);
            }
            result.protocol = protocol_at(name + at + 1);
            memcpy(to, "yXl", 3);
            result.length += 3;
            at += part + 2;
            continue;
        }
        memcpy(to, name + at, part);
        if (part == 1 + sizeof(int32_t)) {
            int32_t offset;
            memcpy(&offset, name + at + 1, sizeof offset);
            offset = swift_distance((const int32_t *)(const void *)(to + 1), name + at + 1 + offset);
            memcpy(to + 1, &offset, sizeof offset);
        }
        result.length += part;
        at += part;
    }
    return result;
}

typedef const void *lookup(const char *name, word length, const void *context, const void *const *arguments);

static const void *look_up(lookup *next, const char *name, word length, const void *context,
                           const void *const *arguments) {
    if (!mentions_protocol(name, length)) {
        const void *type = next(name, length, context, arguments);
        if (type == NULL) refuse_name("", name, length);
        return type;
    }
    const rewritten_name *rewritten = find_rewritten(name, length);
    if (rewritten == NULL) rewritten = keep(rewrite(name, length));
    const void *type = next(rewritten->name, rewritten->length, context, arguments);
    if (type == NULL) refuse_name("", name, length);
    return rewritten->length == 3 ? type_of_protocol(rewritten->protocol, type) : type;
}

#define LOOK_UP(function)                                                                                              \
    const void *function(const char *name, word length, const void *context, const void *const *arguments) {           \
        static lookup *next;                                                                                           \
        if (next == NULL) next = (lookup *)dlsym(RTLD_NEXT, #function);                                                \
        return look_up(next, name, length, context, arguments);                                                        \
    }
LOOK_UP(swift_getTypeByMangledNameInContext2)
LOOK_UP(swift_getTypeByMangledNameInContext)

// ── Casts to such a type ────────────────────────────────────────────────────────────────────────────

enum { UNCONDITIONAL = 1, TAKE_ON_SUCCESS = 2, DESTROY_ON_FAILURE = 4 };
typedef bool cast(void *to, void *from, const void *fromType, const void *toType, word flags);

static void destroy(void *value, const void *type) {
    const swift_witnesses *witnesses = ((const swift_witnesses *const *)type)[SWIFT_WITNESSES];
    ((void (*)(void *, const void *))witnesses->destroy)(value, type);
}

static bool cast_to_protocol(cast *next, id *to, void *from, const void *fromType, const existential *target) {
    id object = nil;
    bool is = next(&object, from, fromType, &target->metadata[WORDS_BEFORE], 0) &&
              object_conforms(object, 1, &target->protocol);
    if (is) *to = object;
    else swift_count_release(object);
    return is;
}

// ── Casts to classes of code without Objective-C ────────────────────────────────────────────────────
// A structure is none of their objects. libswiftCore would bridge it to a class of ours to find that out, and such code
// may have put objects into it that ours cannot contain.

extern const word any_hashable[] __asm__("$ss11AnyHashableVN");

static const void *dynamic_type(const void *value, const void *type) {
    enum { IS_OPAQUE = 31, TYPE_OF_CONTENTS = 3 };
    const word *words = type;
    bool isOpaque = words[0] == SWIFT_EXISTENTIAL && words[1] >> IS_OPAQUE & 1;
    return isOpaque ? ((const void *const *)value)[TYPE_OF_CONTENTS] : type;
}

enum { STRUCTURE = 0x200 };

static bool is_never_object(const void *value, const void *type, const void *target) {
    enum { CLASS_WITHOUT_OBJECTIVE_C = 0 };
    if (*(const word *)target != CLASS_WITHOUT_OBJECTIVE_C) return false;
    const word *dynamic = dynamic_type(value, type);
    return *dynamic == STRUCTURE && dynamic != any_hashable;
}

// ── Casts ───────────────────────────────────────────────────────────────────────────────────────────

static bool cast_error(void *to, void *from, const void *fromType, const void *toType) {
    if (toType == swift_ns_error) return swift_cast_of_error(to, from, fromType, toType);
    return swift_cast_to_error(to, from, fromType, toType);
}

bool swift_dynamicCast(void *to, void *from, const void *fromType, const void *toType, word flags) {
    static cast *next;
    if (next == NULL) next = (cast *)dlsym(RTLD_NEXT, __func__);
    if (!(flags & UNCONDITIONAL) && is_never_object(from, fromType, toType)) {
        if (flags & DESTROY_ON_FAILURE) destroy(from, fromType);
        return false;
    }
    // Most casts are to other types, and do not search the list.
    const existential *target = *(const word *)toType == SWIFT_EXISTENTIAL ? find_existential(is_type, toType) : NULL;
    bool mayBeError = toType == swift_ns_error ||
                      (*(const word *)toType == STRUCTURE && *(const word *)fromType == SWIFT_EXISTENTIAL);
    if (target == NULL && !mayBeError) return next(to, from, fromType, toType, flags);
    bool is = target ? cast_to_protocol(next, to, from, fromType, target)
                     : next(to, from, fromType, toType, 0) || cast_error(to, from, fromType, toType);
    if (!is && flags & UNCONDITIONAL) {
        if (target) cast_failed("(value)", target->protocol);
        return next(to, from, fromType, toType, flags);
    }
    if (flags & (is ? TAKE_ON_SUCCESS : DESTROY_ON_FAILURE)) destroy(from, fromType);
    return is;
}
