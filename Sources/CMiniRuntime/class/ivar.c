// ivar.c - ivars: their offsets in an instance, and how they own the objects that they refer to.
//
//      instance of Student : Person          ivar layout of Student {0x11}: skip one word, one strong word
//      ┌─────┬──────────────┬───────────────────┐
//      │ isa │ Person's ... │ int year │ id book│
//      └─────┴──────────────┴───────────────────┘
//            instance_start ┘
//
// A layout starts at the end of the superclass's ivars, so it is independent of the superclass's layout.
#include <stdlib.h>
#include <string.h>

#include "../call/call.h"
#include "class.h"

// ── Adding ivars ────────────────────────────────────────────────────────────────────────────────────

static Ivar find_own(Class cls, const char *name) {
    for (uint32_t index = 0; index < cls->data->ivars.count; index++) {
        Ivar ivar = cls->data->ivars.items[index];
        if (ivar->name && strcmp(ivar->name, name) == 0) return ivar;
    }
    return NULL;
}

static void append(mr_class_data *data, const char *name, const char *types, uint32_t offset, uint32_t size,
                   uint32_t alignment) {
    Ivar ivar = mr_allocate(sizeof *ivar);
    *ivar = (struct objc_ivar){mr_copy_string(name), mr_copy_string(types), offset, size, alignment};
    mr_list_append(&data->ivars, ivar);
}

BOOL class_addIvar(Class cls, const char *name, size_t size, uint8_t alignment, const char *types) {
    if (cls == Nil || mr_is_meta(cls) || mr_class_is_registered(cls)) return NO;
    if (alignment > 4 || size > UINT32_MAX / 2 || (name && *name && find_own(cls, name))) return NO;
    mr_class_data *data = cls->data;
    uint32_t bytes = 1u << alignment, offset = (data->instance_size + bytes - 1) & ~(bytes - 1);
    if (offset + (uint64_t)size > UINT32_MAX / 2) return NO;
    append(data, name, types, offset, (uint32_t)size, bytes);
    data->instance_size = offset + (uint32_t)size;
    return YES;
}

void mr_class_adopt_ivar(Class cls, const char *name, const char *types, uint32_t offset, uint32_t size,
                         uint32_t alignment) {
    assert(!mr_class_is_registered(cls) && alignment && offset + (uint64_t)size <= cls->data->instance_size);
    append(cls->data, name, types, offset, size, alignment);
}

void mr_class_declare_isa(Class root) {
    assert(mr_superclass(root) == Nil && root->data->ivars.count == 0);
    root->data->instance_start = 0;
    append(root->data, "isa", "#", 0, sizeof(Class), sizeof(Class));
}

uint32_t mr_class_ivars_end(Class cls) { return cls->data->instance_size; }

void mr_class_set_constructor(Class cls, IMP constructor) {
    assert(!mr_class_is_registered(cls));
    cls->data->constructor = constructor;
    cls->data->owns |= MR_OWNS_CONSTRUCTOR;
}

void mr_class_set_destructor(Class cls, IMP destructor) {
    assert(!mr_class_is_registered(cls));
    cls->data->destructor = destructor;
    cls->data->owns |= MR_OWNS_DESTRUCTOR;
}

void mr_ivars_free(mr_class_data *data) {
    for (uint32_t index = 0; index < data->ivars.count; index++) {
        Ivar ivar = data->ivars.items[index];
        free(ivar->name);
        free(ivar->types);
        free(ivar);
    }
    mr_list_free(&data->ivars);
    free(data->ivar_layout);
    free(data->weak_ivar_layout);
}

// ── Layouts ─────────────────────────────────────────────────────────────────────────────────────────

static void set_layout(Class cls, const uint8_t *layout, uint8_t **slot, uint8_t what) {
    if (cls == Nil || mr_is_meta(cls) || mr_class_is_registered(cls)) return;
    free(*slot);
    *slot = (uint8_t *)mr_copy_string((const char *)layout);
    for (const uint8_t *byte = layout; byte && *byte; byte++) cls->data->owns |= *byte & 0x0F ? what : 0;
}

void class_setIvarLayout(Class cls, const uint8_t *layout) {
    if (cls) set_layout(cls, layout, &cls->data->ivar_layout, MR_OWNS_STRONG);
}

void class_setWeakIvarLayout(Class cls, const uint8_t *layout) {
    if (cls) set_layout(cls, layout, &cls->data->weak_ivar_layout, MR_OWNS_WEAK);
}

void mr_class_declare_ownership(Class cls) {
    if (cls == Nil || mr_is_meta(cls) || mr_class_is_registered(cls)) return;
    mr_class_set_flags(cls, MR_CLASS_DECLARED);
}

const uint8_t *class_getIvarLayout(Class cls) { return cls ? cls->data->ivar_layout : NULL; }

const uint8_t *class_getWeakIvarLayout(Class cls) { return cls ? cls->data->weak_ivar_layout : NULL; }

static uint32_t first_own_word(const mr_class_data *data) {
    return (data->instance_start + sizeof(id) - 1) & ~(uint32_t)(sizeof(id) - 1);
}

static void visit_own(Class cls, id object, bool weak, void (*visit)(id *, id), id other) {
    const mr_class_data *data = cls->data;
    const uint8_t *layout = weak ? data->weak_ivar_layout : data->ivar_layout;
    uint32_t offset = first_own_word(data);
    for (; layout && *layout; layout++) {
        offset += (*layout >> 4) * sizeof(id);
        for (int count = *layout & 0x0F; count > 0; count--, offset += sizeof(id)) {
            if (offset + sizeof(id) > data->instance_size) return;  // the layout is longer than the instance
            visit((id *)((char *)object + offset), other);
        }
    }
}

void mr_ivars_visit(id object, bool weak, void (*visit)(id *location, id other), id other) {
    uint8_t owned = weak ? MR_OWNS_WEAK : MR_OWNS_STRONG;
    for (Class cls = mr_isa(object); cls != Nil; cls = mr_superclass(cls)) {
        if (!(cls->data->owns & owned)) return;
        visit_own(cls, object, weak, visit, other);
    }
}

// ── Introspection ───────────────────────────────────────────────────────────────────────────────────

Ivar class_getInstanceVariable(Class cls, const char *name) {
    Ivar ivar = NULL;
    for (; name && cls != Nil && ivar == NULL; cls = mr_superclass(cls)) ivar = find_own(cls, name);
    return ivar;
}

Ivar class_getClassVariable(Class cls, const char *name) {
    return cls ? class_getInstanceVariable(mr_isa((id)cls), name) : NULL;
}

Ivar *class_copyIvarList(Class cls, unsigned int *outCount) {
    return mr_list_copy(cls ? &cls->data->ivars : NULL, outCount);
}

const char *ivar_getName(Ivar ivar) { return ivar ? ivar->name : NULL; }

const char *ivar_getTypeEncoding(Ivar ivar) { return ivar ? ivar->types : NULL; }

ptrdiff_t ivar_getOffset(Ivar ivar) { return ivar ? ivar->offset : 0; }

// ── Objects in ivars ────────────────────────────────────────────────────────────────────────────────

typedef enum { OWNERSHIP_NONE, OWNERSHIP_STRONG, OWNERSHIP_WEAK } ownership;

// Sets the searched location to NULL when the visit reaches it.
static void match_location(id *location, id wanted) {
    id **slot = (id **)wanted;
    if (*slot == location) *slot = NULL;
}

static ownership ownership_of(id object, id *location) {
    id *wanted = location;
    mr_ivars_visit(object, false, match_location, (id)&wanted);
    if (wanted == NULL) return OWNERSHIP_STRONG;
    mr_ivars_visit(object, true, match_location, (id)&wanted);
    return wanted == NULL ? OWNERSHIP_WEAK : OWNERSHIP_NONE;
}

static id *ivar_location(id object, Ivar ivar) {
    if (object == nil || ivar == NULL || mr_is_tagged(object)) return NULL;
    return (id *)((char *)object + ivar->offset);
}

id object_getIvar(id object, Ivar ivar) {
    id *location = ivar_location(object, ivar);
    if (location == NULL) return nil;
    return ownership_of(object, location) == OWNERSHIP_WEAK ? objc_loadWeak(location) : *location;
}

// Whether the class of the ivar declares that an ivar in neither layout is unretained: mr_class_declare_ownership.
static bool is_declared(id object, Ivar ivar) {
    Class cls = mr_isa(object);
    while (cls != Nil && !mr_list_contains(&cls->data->ivars, ivar)) cls = mr_superclass(cls);
    return cls != Nil && mr_class_flags(cls) & MR_CLASS_DECLARED;
}

id mr_ivar_load_object(id object, Ivar ivar) {
    id *location = ivar_location(object, ivar);
    if (location == NULL) return nil;
    switch (ownership_of(object, location)) {
        case OWNERSHIP_STRONG: return mr_strong_load(location);
        case OWNERSHIP_WEAK: return objc_loadWeakRetained(location);
        default: break;
    }
    id value;
    mr_value_load(location, &value, sizeof value);
    return objc_retain(value);
}

static void set_ivar(id object, Ivar ivar, id value, ownership otherwise) {
    id *location = ivar_location(object, ivar);
    if (location == NULL) return;
    ownership owner = ownership_of(object, location);
    if (owner == OWNERSHIP_NONE && otherwise != owner && !is_declared(object, ivar)) owner = otherwise;
    switch (owner) {
        case OWNERSHIP_STRONG: mr_strong_store(location, value); break;
        case OWNERSHIP_WEAK: objc_storeWeakOrNil(location, value); break;
        case OWNERSHIP_NONE: mr_value_store(location, &value, sizeof value); break;
    }
}

void object_setIvar(id object, Ivar ivar, id value) { set_ivar(object, ivar, value, OWNERSHIP_NONE); }

void object_setIvarWithStrongDefault(id object, Ivar ivar, id value) {
    set_ivar(object, ivar, value, OWNERSHIP_STRONG);
}

Ivar object_getInstanceVariable(id object, const char *name, void **outValue) {
    Ivar ivar = class_getInstanceVariable(object_getClass(object), name);
    if (outValue) *outValue = object_getIvar(object, ivar);
    return ivar;
}

Ivar object_setInstanceVariable(id object, const char *name, void *value) {
    Ivar ivar = class_getInstanceVariable(object_getClass(object), name);
    object_setIvar(object, ivar, value);
    return ivar;
}

Ivar object_setInstanceVariableWithStrongDefault(id object, const char *name, void *value) {
    Ivar ivar = class_getInstanceVariable(object_getClass(object), name);
    object_setIvarWithStrongDefault(object, ivar, value);
    return ivar;
}
