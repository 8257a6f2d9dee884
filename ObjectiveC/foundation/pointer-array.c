// pointer-array.c - NSPointerArray: an array of objects that it retains, keeps weakly or only points at, and of NULLs.
//
// The elements are words of a block of memory. A weak element is a weak variable, which is moved by objc_moveWeak. One
// thread at a time may use an array.
#include <stdlib.h>
#include <string.h>

#include "slots.h"

typedef struct {
    Class isa;
    id *items;
    size_t count, room;
    unsigned long mutations, kind;
} mr_pointers;

static mr_pointers *pointers_of(id self) { return (mr_pointers *)(void *)self; }
static bool is_weak(const mr_pointers *array) { return (array->kind & MR_KEEPS) == MR_KEEPS_WEAK; }
static bool is_strong(const mr_pointers *array) { return (array->kind & MR_KEEPS) == MR_KEEPS_STRONG; }

// ── Elements ────────────────────────────────────────────────────────────────────────────────────────

static id load(const mr_pointers *array, size_t index) {
    id *place = &array->items[index];
    return is_weak(array) ? objc_loadWeak(place) : is_strong(array) ? objc_retainAutorelease(*place) : *place;
}

// Begins an element, which the caller then moves into the array: methods of the object that run here may change the
// array.
static void begin(const mr_pointers *array, id *place, id object) {
    if (is_weak(array)) objc_initWeak(place, object);
    else *place = is_strong(array) ? objc_retain(object) : object;
}

// Ends an element, and returns the object that the caller releases when the array is whole again: its dealloc may use
// the array.
static id end(const mr_pointers *array, id *place) {
    if (is_weak(array)) objc_destroyWeak(place);
    return is_strong(array) ? *place : nil;
}

static void move(const mr_pointers *array, id *to, id *from) {
    if (is_weak(array)) objc_moveWeak(to, from);
    else *to = *from;
}

static bool is_below(id self, SEL _cmd, size_t index, size_t bound) {
    if (index < bound) return true;
    mr_raise("NSRangeException", "*** -[%s %s]: index %zu beyond bounds of %zu elements", object_getClassName(self),
             sel_getName(_cmd), index, pointers_of(self)->count);
    return false;
}

// Makes room for that many elements. Weak variables do not stay where they are, so they are moved one by one.
static void reserve(mr_pointers *array, size_t count) {
    if (count <= array->room) return;
    mr_pointers old = *array;
    array->room = count > 8 ? count : 8;
    if (array->room < old.room * 2) array->room = old.room * 2;
    array->items = calloc(array->room, sizeof(id));
    if (array->items == NULL) mr_fatal("out of memory for an NSPointerArray");
    for (size_t index = 0; index < old.count; index++) move(array, &array->items[index], &old.items[index]);
    free(old.items);
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

static id init_with_options(id self, SEL _cmd, unsigned long options) {
    pointers_of(self)->kind = options;
    return self;
}

static id strong(id cls, SEL _cmd) { return mr_made_with_options(cls, _cmd, MR_KEEPS_STRONG); }
static id weak(id cls, SEL _cmd) { return mr_made_with_options(cls, _cmd, MR_KEEPS_WEAK); }

static size_t count(id self, SEL _cmd) { return pointers_of(self)->count; }

static id pointer_at(id self, SEL _cmd, size_t index) {
    return is_below(self, _cmd, index, pointers_of(self)->count) ? load(pointers_of(self), index) : nil;
}

static void insert(id self, SEL _cmd, id object, size_t index) {
    mr_pointers *array = pointers_of(self);
    id added;
    if (!is_below(self, _cmd, index, array->count + 1)) return;
    begin(array, &added, object);
    if (!is_below(self, _cmd, index, array->count + 1)) {
        objc_release(end(array, &added));
        return;
    }
    reserve(array, array->count + 1);
    for (size_t each = array->count; each > index; each--) move(array, &array->items[each], &array->items[each - 1]);
    move(array, &array->items[index], &added);
    array->count++;
    array->mutations++;
}

static void add(id self, SEL _cmd, id object) { insert(self, _cmd, object, pointers_of(self)->count); }

static void remove_at(id self, SEL _cmd, size_t index) {
    mr_pointers *array = pointers_of(self);
    if (!is_below(self, _cmd, index, array->count)) return;
    id removed = end(array, &array->items[index]);
    for (size_t each = index; each + 1 < array->count; each++) {
        move(array, &array->items[each], &array->items[each + 1]);
    }
    array->count--;
    array->mutations++;
    objc_release(removed);
}

static void replace(id self, SEL _cmd, size_t index, id object) {
    mr_pointers *array = pointers_of(self);
    id added;
    if (!is_below(self, _cmd, index, array->count)) return;
    begin(array, &added, object);
    if (!is_below(self, _cmd, index, array->count)) {
        objc_release(end(array, &added));
        return;
    }
    id removed = end(array, &array->items[index]);
    move(array, &array->items[index], &added);
    array->mutations++;
    objc_release(removed);
}

static void set_count(id self, SEL _cmd, size_t count) {
    while (pointers_of(self)->count > count) remove_at(self, _cmd, pointers_of(self)->count - 1);
    if (count == pointers_of(self)->count || !mr_is_length(self, _cmd, count, sizeof(id))) return;
    mr_pointers *array = pointers_of(self);
    reserve(array, count);
    // Zero is a weak variable that refers to no object, too.
    memset(&array->items[array->count], 0, (count - array->count) * sizeof(id));
    array->count = count;
    array->mutations++;
}

static void compact(id self, SEL _cmd) {
    for (size_t index = pointers_of(self)->count; index-- > 0;) {
        bool isThere = index < pointers_of(self)->count;
        if (isThere && load(pointers_of(self), index) == nil) remove_at(self, _cmd, index);
    }
}

static id all_objects(id self, SEL _cmd) {
    id objects = SEND(id, objc_getClass("NSMutableArray"), "array");
    for (size_t index = 0; index < pointers_of(self)->count; index++) {
        id object = load(pointers_of(self), index);
        if (object) mr_add_object(objects, object);
    }
    return objc_autorelease(SEND(id, objects, "copy"));
}

static size_t enumerate(id self, SEL _cmd, struct mr_enumeration *state, id *buffer, size_t length) {
    mr_pointers *array = pointers_of(self);
    size_t taken = 0;
    state->items = buffer;
    state->mutations = &array->mutations;
    while (taken < length && state->state < array->count) buffer[taken++] = load(array, state->state++);
    return taken;
}

static id copy(id self, SEL _cmd, void *zone) {
    id other = init_with_options(SEND(id, object_getClass(self), "alloc"), _cmd, pointers_of(self)->kind);
    for (size_t index = 0; index < pointers_of(self)->count; index++) add(other, _cmd, load(pointers_of(self), index));
    return other;
}

static BOOL is_equal(id self, SEL _cmd, id other) {
    if (self == other) return YES;
    if (other == nil || !SEND_WITH(bool, other, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSPointerArray"))) {
        return NO;
    }
    const mr_pointers *array = pointers_of(self), *rest = pointers_of(other);
    if (array->count != rest->count) return NO;
    bool are_objects = (is_strong(array) || is_weak(array)) && (is_strong(rest) || is_weak(rest)) &&
                       !((array->kind | rest->kind) & (MR_BY_ADDRESS | MR_OBJECT_BY_ADDRESS));
    for (size_t index = 0; index < array->count && index < rest->count; index++) {
        id first = load(array, index), second = load(rest, index);
        if (first == second) continue;
        if (!are_objects || first == nil || !SEND_WITH(bool, first, "isEqual:", (id, SEL, id), second)) return NO;
    }
    return YES;
}

static void dealloc(id self, SEL _cmd) {
    while (pointers_of(self)->count) remove_at(self, _cmd, pointers_of(self)->count - 1);
    free(pointers_of(self)->items);
    object_dispose(self);
}

void mr_pointer_array_boot(void) {
    static const mr_method_entry makers[] = {
        {"pointerArrayWithOptions:", "@24@0:8Q16", (IMP)mr_made_with_options},
        {"strongObjectsPointerArray", "@16@0:8", (IMP)strong},
        {"weakObjectsPointerArray", "@16@0:8", (IMP)weak},
        // Older names.
        {"pointerArrayWithStrongObjects", "@16@0:8", (IMP)strong},
        {"pointerArrayWithWeakObjects", "@16@0:8", (IMP)weak},
    };
    static const mr_method_entry methods[] = {
        {"initWithOptions:", "@24@0:8Q16", (IMP)init_with_options},
        {"count", "Q16@0:8", (IMP)count},
        {"isEqual:", "B24@0:8@16", (IMP)is_equal},
        {"hash", "Q16@0:8", (IMP)count},
        {"setCount:", "v24@0:8Q16", (IMP)set_count},
        {"pointerAtIndex:", "^v24@0:8Q16", (IMP)pointer_at},
        {"addPointer:", "v24@0:8^v16", (IMP)add},
        {"insertPointer:atIndex:", "v32@0:8^v16Q24", (IMP)insert},
        {"removePointerAtIndex:", "v24@0:8Q16", (IMP)remove_at},
        {"replacePointerAtIndex:withPointer:", "v32@0:8Q16^v24", (IMP)replace},
        {"compact", "v16@0:8", (IMP)compact},
        {"allObjects", "@16@0:8", (IMP)all_objects},
        {"countByEnumeratingWithState:objects:count:", MR_ENUMERATE_TYPES, (IMP)enumerate},
        {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
        {"dealloc", "v16@0:8", (IMP)dealloc},
    };
    Class cls = MR_MAKE_CLASS("NSPointerArray", mr_pointers, methods);
    ADD_CLASS_METHODS_TO("NSPointerArray", makers);
    mr_adopt(cls, "NSCopying");
    mr_adopt(cls, "NSFastEnumeration");
}
