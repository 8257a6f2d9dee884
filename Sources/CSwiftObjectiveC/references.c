// references.c - weak and unowned references to objects of either kind: one word each.
//
// Code that knows that a class is Swift's own calls libswiftCore's functions on the same word, so for Swift's objects
// the word is as they expect it. For ours it is the address of a weak location, which the runtime clears, with the
// lowest bit set.
#include <stdlib.h>

#include "internal.h"

// libswiftCore's functions for its own objects.
void *swift_weakInit(void *reference, id object);
void *swift_weakAssign(void *reference, id object);
void swift_weakDestroy(void *reference);
id swift_weakLoadStrong(void *reference);
void swift_unownedRetain(id object);
void swift_unownedRelease(id object);
void swift_unownedRetainStrong(id object);

// ── Weak locations ──────────────────────────────────────────────────────────────────────────────────

enum { LOCATION = 1 };

static bool is_location(word reference) { return reference & LOCATION; }
static id *location_of(word reference) { return (id *)(reference & ~(word)LOCATION); }

// `object` may be nil: the location then refers to an object that is dead.
static word make_location(id object) {
    id *location = mr_allocate(sizeof *location);
    objc_initWeak(location, object);
    return (word)location | LOCATION;
}

static word copy_location(word reference) {
    id *location = mr_allocate(sizeof *location);
    objc_copyWeak(location, location_of(reference));
    return (word)location | LOCATION;
}

static void free_location(word reference) {
    objc_destroyWeak(location_of(reference));
    free(location_of(reference));
}

// ── Weak ────────────────────────────────────────────────────────────────────────────────────────────

word *swift_unknownObjectWeakInit(word *reference, id object) {
    *reference = 0;
    if (swift_is_native(object)) swift_weakInit(reference, object);
    else if (object) *reference = make_location(object);
    return reference;
}

void swift_unknownObjectWeakDestroy(word *reference) {
    if (is_location(*reference)) free_location(*reference);
    else if (*reference) swift_weakDestroy(reference);
    *reference = 0;
}

// A reference keeps its location while it refers to objects of ours or to nil, so another thread may load it meanwhile.
word *swift_unknownObjectWeakAssign(word *reference, id object) {
    bool isNative = swift_is_native(object);
    if (is_location(*reference) && !isNative) {
        objc_storeWeak(location_of(*reference), object);
    } else if (*reference && !is_location(*reference) && (isNative || object == nil)) {
        swift_weakAssign(reference, object);
    } else {
        swift_unknownObjectWeakDestroy(reference);
        swift_unknownObjectWeakInit(reference, object);
    }
    return reference;
}

id swift_unknownObjectWeakLoadStrong(word *reference) {
    word contents = __atomic_load_n(reference, __ATOMIC_ACQUIRE);
    if (is_location(contents)) return objc_loadWeakRetained(location_of(contents));
    return contents ? swift_weakLoadStrong(reference) : nil;
}

id swift_unknownObjectWeakTakeStrong(word *reference) {
    id object = swift_unknownObjectWeakLoadStrong(reference);
    swift_unknownObjectWeakDestroy(reference);
    return object;
}

word *swift_unknownObjectWeakCopyInit(word *to, word *from) {
    id object = swift_unknownObjectWeakLoadStrong(from);
    swift_unknownObjectWeakInit(to, object);
    swift_count_release(object);
    return to;
}

// Neither kind of reference knows the address of the word.
word *swift_unknownObjectWeakTakeInit(word *to, word *from) {
    *to = *from;
    *from = 0;
    return to;
}

word *swift_unknownObjectWeakCopyAssign(word *to, word *from) {
    if (to == from) return to;
    id object = swift_unknownObjectWeakLoadStrong(from);
    swift_unknownObjectWeakAssign(to, object);
    swift_count_release(object);
    return to;
}

word *swift_unknownObjectWeakTakeAssign(word *to, word *from) {
    if (to == from) return to;
    swift_unknownObjectWeakDestroy(to);
    return swift_unknownObjectWeakTakeInit(to, from);
}

// ── Unowned ─────────────────────────────────────────────────────────────────────────────────────────
// For an object of Swift's own, the word is the object.

word *swift_unknownObjectUnownedInit(word *reference, id object) {
    if (swift_is_native(object)) swift_unownedRetain(object), *reference = (word)object;
    else *reference = object ? make_location(object) : 0;
    return reference;
}

void swift_unknownObjectUnownedDestroy(word *reference) {
    if (is_location(*reference)) free_location(*reference);
    else if (*reference) swift_unownedRelease((id)*reference);
}

id swift_unknownObjectUnownedLoadStrong(word *reference) {
    if (*reference == 0) return nil;
    if (!is_location(*reference)) {
        swift_unownedRetainStrong((id)*reference);
        return (id)*reference;
    }
    id object = objc_loadWeakRetained(location_of(*reference));
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
    if (is_location(*from)) {
        *to = copy_location(*from);
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

bool swift_isUniquelyReferenced_nonNull_native(id object);

static bool is_unique(id object) {
    return swift_is_native(object) && swift_isUniquelyReferenced_nonNull_native(object);
}
bool swift_isUniquelyReferencedNonObjC(id object) { return is_unique(object); }
bool swift_isUniquelyReferencedNonObjC_nonNull(id object) { return is_unique(object); }
bool swift_isUniquelyReferenced(id object) { return is_unique(object); }
bool swift_isUniquelyReferenced_nonNull(id object) { return is_unique(object); }
