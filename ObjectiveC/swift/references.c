// references.c - weak and unowned references to objects of any kind: one word each.
//
// Code that was compiled for Objective-C calls swift_unknownObjectWeakInit and the like. Code that was not, and code
// that knows that a class is Swift's own, calls swift_weakInit and the like on the same word; its object may be ours
// all the same, such as one in a variable of type AnyObject. So the functions of both names are the same. For Swift's
// objects the word is what libswiftCore makes of it. For ours it leads to a weak location, which the runtime clears.
#include <dlfcn.h>
#include <stdlib.h>

#include "internal.h"

// libswiftCore's function of this name.
#define NEXT(name)                                                                                                     \
    ({                                                                                                                 \
        static _Atomic(__typeof__(&name)) next;                                                                        \
        if (next == NULL) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                           \
        next;                                                                                                          \
    })

// Another name of the same function.
#define ALSO_NAMED(name, other) extern __typeof__(name) other __attribute__((alias(#name)))

static bool is_ours(id object) { return object && !swift_is_native(object); }

// ── Locations ───────────────────────────────────────────────────────────────────────────────────────

// What the word of a reference to an object of ours leads to. A weak reference of Swift's leads to an entry of
// libswiftCore, which has an unused word in the place of `mark`, and counts behind it. Those say here that the object
// has ended, for functions inside libswiftCore that read a weak reference: Mirror shows nil.
typedef struct {
    id object;  // a weak location of the runtime
    word mark, counts[2];
} location;
enum { HAS_ENDED_SHIFT = 32 };

static word mark_of(const location *place) { return ~(word)place; }

// `object` may be nil: the location then refers to an object that is dead.
static location *make_location(id object) {
    location *place = aligned_alloc(16, sizeof *place);
    if (place == NULL) mr_fatal("out of memory");
    *place = (location){nil, mark_of(place), {(word)1 << HAS_ENDED_SHIFT, 0}};
    objc_initWeak(&place->object, object);
    return place;
}

static void free_location(location *place) {
    objc_destroyWeak(&place->object);
    place->mark = 0;
    free(place);
}

// ── Weak ────────────────────────────────────────────────────────────────────────────────────────────

// NULL for a reference to nil, or to an object of Swift's own.
static location *weak_location(const word *reference) {
    location *place = (location *)__atomic_load_n(reference, __ATOMIC_ACQUIRE);
    return place && place->mark == mark_of(place) ? place : NULL;
}

word *swift_weakInit(word *reference, id object) {
    *reference = 0;
    if (is_ours(object)) *reference = (word)make_location(object);
    else if (object) NEXT(swift_weakInit)(reference, object);
    return reference;
}

void swift_weakDestroy(word *reference) {
    location *place = weak_location(reference);
    if (place) free_location(place);
    else if (*reference) NEXT(swift_weakDestroy)(reference);
    *reference = 0;
}

// A reference keeps its location while it refers to objects of ours or to nil, so another thread may load it meanwhile.
word *swift_weakAssign(word *reference, id object) {
    location *place = weak_location(reference);
    if (place && (object == nil || is_ours(object))) {
        objc_storeWeak(&place->object, object);
    } else if (*reference && place == NULL && !is_ours(object)) {
        NEXT(swift_weakAssign)(reference, object);
    } else {
        swift_weakDestroy(reference);
        swift_weakInit(reference, object);
    }
    return reference;
}

id swift_weakLoadStrong(word *reference) {
    location *place = weak_location(reference);
    if (place) return objc_loadWeakRetained(&place->object);
    return *reference ? NEXT(swift_weakLoadStrong)(reference) : nil;
}

id swift_weakTakeStrong(word *reference) {
    id object = swift_weakLoadStrong(reference);
    swift_weakDestroy(reference);
    return object;
}

word *swift_weakCopyInit(word *to, word *from) {
    id object = swift_weakLoadStrong(from);
    swift_weakInit(to, object);
    swift_count_release(object);
    return to;
}

// Neither kind of reference knows the address of the word.
word *swift_weakTakeInit(word *to, word *from) {
    *to = *from;
    *from = 0;
    return to;
}

word *swift_weakCopyAssign(word *to, word *from) {
    if (to == from) return to;
    id object = swift_weakLoadStrong(from);
    swift_weakAssign(to, object);
    swift_count_release(object);
    return to;
}

word *swift_weakTakeAssign(word *to, word *from) {
    if (to == from) return to;
    swift_weakDestroy(to);
    return swift_weakTakeInit(to, from);
}

ALSO_NAMED(swift_weakInit, swift_unknownObjectWeakInit);
ALSO_NAMED(swift_weakDestroy, swift_unknownObjectWeakDestroy);
ALSO_NAMED(swift_weakAssign, swift_unknownObjectWeakAssign);
ALSO_NAMED(swift_weakLoadStrong, swift_unknownObjectWeakLoadStrong);
ALSO_NAMED(swift_weakTakeStrong, swift_unknownObjectWeakTakeStrong);
ALSO_NAMED(swift_weakCopyInit, swift_unknownObjectWeakCopyInit);
ALSO_NAMED(swift_weakTakeInit, swift_unknownObjectWeakTakeInit);
ALSO_NAMED(swift_weakCopyAssign, swift_unknownObjectWeakCopyAssign);
ALSO_NAMED(swift_weakTakeAssign, swift_unknownObjectWeakTakeAssign);

// ── Unowned ─────────────────────────────────────────────────────────────────────────────────────────
// Code that was not compiled for Objective-C has the object itself in the word. There is no place for a location, so
// its unowned reference to an object of ours keeps the object.

void swift_unownedRetain(id object) {
    if (is_ours(object)) swift_count_retain(object);
    else NEXT(swift_unownedRetain)(object);
}
void swift_unownedRelease(id object) {
    if (is_ours(object)) swift_count_release(object);
    else NEXT(swift_unownedRelease)(object);
}
void swift_unownedRetainStrong(id object) {
    if (is_ours(object)) swift_count_retain(object);
    else NEXT(swift_unownedRetainStrong)(object);
}
void swift_unownedRetainStrongAndRelease(id object) {
    if (!is_ours(object)) NEXT(swift_unownedRetainStrongAndRelease)(object);
}
void swift_unownedCheck(id object) {
    if (!is_ours(object)) NEXT(swift_unownedCheck)(object);
}

// In code that was, it is the address of a location with the lowest bit set.
enum { IS_LOCATION = 1 };
static location *unowned_location(word reference) {
    return reference & IS_LOCATION ? (location *)(reference - IS_LOCATION) : NULL;
}

word *swift_unknownObjectUnownedInit(word *reference, id object) {
    if (is_ours(object)) {
        *reference = (word)make_location(object) | IS_LOCATION;
    } else {
        *reference = (word)object;
        if (object) swift_unownedRetain(object);
    }
    return reference;
}

void swift_unknownObjectUnownedDestroy(word *reference) {
    location *place = unowned_location(*reference);
    if (place) free_location(place);
    else if (*reference) swift_unownedRelease((id)*reference);
}

id swift_unknownObjectUnownedLoadStrong(word *reference) {
    if (*reference == 0) return nil;
    location *place = unowned_location(*reference);
    if (place == NULL) {
        swift_unownedRetainStrong((id)*reference);
        return (id)*reference;
    }
    id object = objc_loadWeakRetained(&place->object);
    if (object == nil) mr_fatal("Attempted to read an unowned reference but the object was already deallocated");
    return object;
}

id swift_unknownObjectUnownedTakeStrong(word *reference) {
    id object = swift_unknownObjectUnownedLoadStrong(reference);
    swift_unknownObjectUnownedDestroy(reference);
    return object;
}

word *swift_unknownObjectUnownedAssign(word *reference, id object) {
    word old = *reference;
    swift_unknownObjectUnownedInit(reference, object);
    swift_unknownObjectUnownedDestroy(&old);
    return reference;
}

// A copy of a reference to a dead object refers to a dead object.
word *swift_unknownObjectUnownedCopyInit(word *to, word *from) {
    location *place = unowned_location(*from);
    if (place) {
        id object = objc_loadWeakRetained(&place->object);
        *to = (word)make_location(object) | IS_LOCATION;
        objc_release(object);
    } else {
        if (*from) swift_unownedRetain((id)*from);
        *to = *from;
    }
    return to;
}

word *swift_unknownObjectUnownedTakeInit(word *to, word *from) {
    *to = *from;
    return to;
}

word *swift_unknownObjectUnownedCopyAssign(word *to, word *from) {
    if (to == from) return to;
    swift_unknownObjectUnownedDestroy(to);
    return swift_unknownObjectUnownedCopyInit(to, from);
}

word *swift_unknownObjectUnownedTakeAssign(word *to, word *from) {
    if (to == from) return to;
    swift_unknownObjectUnownedDestroy(to);
    return swift_unknownObjectUnownedTakeInit(to, from);
}

bool swift_unknownObjectUnownedIsEqual(word *reference, id object) {
    id own = swift_unknownObjectUnownedLoadStrong(reference);
    swift_count_release(own);
    return own == object;
}

// ── Uniqueness ──────────────────────────────────────────────────────────────────────────────────────
// An object of ours is never unique, as on Apple's systems: whoever asks would change it in place.

bool swift_isUniquelyReferenced_native(id object) {
    return object && !is_ours(object) && NEXT(swift_isUniquelyReferenced_native)(object);
}
ALSO_NAMED(swift_isUniquelyReferenced_native, swift_isUniquelyReferenced_nonNull_native);
ALSO_NAMED(swift_isUniquelyReferenced_native, swift_isUniquelyReferencedNonObjC);
ALSO_NAMED(swift_isUniquelyReferenced_native, swift_isUniquelyReferencedNonObjC_nonNull);
ALSO_NAMED(swift_isUniquelyReferenced_native, swift_isUniquelyReferenced);
ALSO_NAMED(swift_isUniquelyReferenced_native, swift_isUniquelyReferenced_nonNull);

// What code that is not optimized calls.
#define IS_UNIQUE(name, symbol)                                                                                        \
    SWIFT_CALL bool name(id *variable, const void *type) __asm__(symbol);                                              \
    SWIFT_CALL bool name(id *variable, const void *type) { return swift_isUniquelyReferenced_native(*variable); }
IS_UNIQUE(mr_swift_is_unique, "$ss25isKnownUniquelyReferencedySbxzRlzClF")
IS_UNIQUE(mr_swift_is_unique_or_nil, "$ss25isKnownUniquelyReferencedySbxSgzRlzClF")
