// class.c - class pairs: allocation, registration, disposal; the table of classes by name; facts about a class.
//
// A class and its metaclass are one allocation each: five words, then the extra bytes. Everything that may change after
// registration is guarded by the runtime lock. Superclasses list their subclasses, so that caches can be flushed.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static mr_map classes = {.strings = true};  // name -> registered class; guarded by the runtime lock
mr_list mr_classes_in_order;                // the same classes in order of registration; same lock

// ── Lookup by name ──────────────────────────────────────────────────────────────────────────────────

Class objc_lookUpClass(const char *name) {
    if (name == NULL) return Nil;
    mr_lock_acquire(&mr_runtime_lock);
    Class cls = mr_map_get(&classes, name);
    mr_lock_release(&mr_runtime_lock);
    return cls;
}

Class objc_getClass(const char *name) { return objc_lookUpClass(name); }

Class objc_getMetaClass(const char *name) { return object_getClass((id)objc_lookUpClass(name)); }

Class objc_getRequiredClass(const char *name) {
    Class cls = objc_lookUpClass(name);
    if (cls == Nil) mr_fatal("objc_getRequiredClass: there is no class '%s'", name ? name : "(null)");
    return cls;
}

int objc_getClassList(Class *buffer, int count) {
    mr_lock_acquire(&mr_runtime_lock);
    int total = (int)mr_classes_in_order.count;
    for (int index = 0; buffer != NULL && index < count && index < total; index++)
        buffer[index] = mr_classes_in_order.items[index];
    mr_lock_release(&mr_runtime_lock);
    return total;
}

Class *objc_copyClassList(unsigned int *outCount) {
    mr_lock_acquire(&mr_runtime_lock);
    Class *list = mr_list_copy(&mr_classes_in_order, outCount);
    mr_lock_release(&mr_runtime_lock);
    return list;
}

// ── The class tree ──────────────────────────────────────────────────────────────────────────────────

static void link_locked(Class cls, Class superclass) {
    atomic_store_explicit(&cls->superclass, superclass, memory_order_release);
    if (superclass == Nil) return;
    cls->data->next_sibling = superclass->data->first_subclass;
    superclass->data->first_subclass = cls;
}

static void unlink_locked(Class cls) {
    Class superclass = mr_superclass(cls);
    if (superclass == Nil) return;
    Class *link = &superclass->data->first_subclass;
    while (*link != cls) link = &(*link)->data->next_sibling;
    *link = cls->data->next_sibling;
}

// Not recursive: an inheritance chain may be a thousand classes deep.
void mr_class_visit_tree_locked(Class root, void (*visit)(Class cls, void *context), void *context) {
    Class cls = root;
    for (;;) {
        visit(cls, context);
        if (cls->data->first_subclass) {
            cls = cls->data->first_subclass;
            continue;
        }
        while (cls != root && cls->data->next_sibling == Nil) cls = mr_superclass(cls);
        if (cls == root) return;
        cls = cls->data->next_sibling;
    }
}

bool mr_inherits(Class cls, Class ancestor) {
    while (cls != Nil && cls != ancestor) cls = mr_superclass(cls);
    return cls != Nil;
}

void mr_class_set_flags_locked(Class cls, uint32_t flags) {
    atomic_fetch_or_explicit(&cls->data->flags, flags, memory_order_release);
}

// ── Allocation and registration ─────────────────────────────────────────────────────────────────────

static Class class_create(const char *name, Class superclass, uint32_t flags, size_t extraBytes) {
    Class cls = mr_allocate_extra(sizeof(struct objc_class), extraBytes);
    if (cls == NULL) return Nil;
    mr_class_data *data = mr_allocate(sizeof(mr_class_data));
    atomic_init(&cls->cache, &mr_empty_cache);
    cls->data = data;
    data->name = mr_copy_string(name);
    data->extra_bytes = extraBytes;
    data->instance_start = data->instance_size = sizeof(Class);
    if (superclass) {
        const mr_class_data *inherited = superclass->data;
        data->instance_start = data->instance_size = inherited->instance_size;
        data->has_strong_ivars = inherited->has_strong_ivars;
        data->has_weak_ivars = inherited->has_weak_ivars;
        flags |= mr_class_flags(superclass) & MR_CLASS_INHERITED;
    }
    atomic_init(&data->flags, flags);
    return cls;
}

// The root metaclass is an instance of itself and inherits from the root class. Every metaclass is an instance of the
// root metaclass.
static Class metaclass_create(Class cls, Class superclass) {
    Class metaclass = class_create(cls->data->name, Nil, MR_CLASS_META, 0);
    Class root = superclass ? mr_isa((id)mr_isa((id)superclass)) : metaclass;
    metaclass->data->instance = cls;
    metaclass->data->instance_start = metaclass->data->instance_size = sizeof(struct objc_class);
    cls->data->metaclass = metaclass;
    atomic_store_explicit(&metaclass->isa, root, memory_order_release);
    atomic_store_explicit(&cls->isa, metaclass, memory_order_release);
    return metaclass;
}

static void class_free(Class cls) {
    mr_class_data *data = cls->data;
    mr_cache_free(cls);
    mr_methods_free(data);
    mr_ivars_free(data);
    for (uint32_t index = 0; index < data->properties.count; index++) mr_property_free(data->properties.items[index]);
    mr_list_free(&data->properties);
    mr_list_free(&data->protocols);
    free(data->name);
    free(data);
    free(cls);
}

Class objc_allocateClassPair(Class superclass, const char *name, size_t extraBytes) {
    if (name == NULL || objc_lookUpClass(name) != Nil) return Nil;
    if (superclass && !mr_class_is_registered(superclass)) return Nil;
    Class cls = class_create(name, superclass, 0, extraBytes);
    if (cls == Nil) return Nil;
    Class metaclass = metaclass_create(cls, superclass);
    mr_lock_acquire(&mr_runtime_lock);
    link_locked(cls, superclass);
    link_locked(metaclass, superclass ? mr_isa((id)superclass) : cls);
    mr_lock_release(&mr_runtime_lock);
    mr_trace(.kind = MR_TRACE_CLASS_ALLOCATED, .cls = cls, .other = superclass);
    return cls;
}

void objc_registerClassPair(Class cls) {
    if (cls == Nil) return;
    const char *name = cls->data->name;
    mr_lock_acquire(&mr_runtime_lock);
    bool again = mr_class_flags(cls) & MR_CLASS_REGISTERED, taken = mr_map_get(&classes, name) != NULL;
    if (!again && !taken && !mr_is_meta(cls)) {
        mr_map_set(&classes, name, cls);
        mr_list_append(&mr_classes_in_order, cls);
        mr_class_set_flags_locked(cls, MR_CLASS_REGISTERED);
        mr_class_set_flags_locked(cls->data->metaclass, MR_CLASS_REGISTERED);
    }
    mr_lock_release(&mr_runtime_lock);
    if (again) {
        mr_log("objc_registerClassPair: class '%s' was already registered", name);
    } else if (taken) {
        mr_log("objc_registerClassPair: another class '%s' was registered meanwhile", name);
    } else {
        mr_trace(.kind = MR_TRACE_CLASS_REGISTERED, .cls = cls);
    }
}

bool mr_class_is_registered(Class cls) { return cls && (mr_class_flags(cls) & MR_CLASS_REGISTERED); }

void mr_class_declare_owners(Class cls) {
    if (cls == Nil) return;
    mr_lock_acquire(&mr_runtime_lock);
    mr_class_set_flags_locked(cls, MR_CLASS_ARC);
    mr_lock_release(&mr_runtime_lock);
}

void mr_class_set_permanent(Class cls) {
    if (cls == Nil) return;
    mr_lock_acquire(&mr_runtime_lock);
    mr_class_set_flags_locked(cls, MR_CLASS_PERMANENT);
    mr_lock_release(&mr_runtime_lock);
    // Moves the existing instances to the superclass's count, from which their deaths will be subtracted.
    mr_count_instance(cls, (ptrdiff_t)atomic_exchange(&cls->data->instance_count, 0));
}

// ── Disposal ────────────────────────────────────────────────────────────────────────────────────────

static char *reason_to_stay_locked(Class cls) {
    const mr_class_data *data = cls->data;
    size_t instances = atomic_load(&data->instance_count);
    if (mr_is_meta(cls)) return mr_format("'%s' is a metaclass: dispose of its class", data->name);
    if (mr_class_flags(cls) & MR_CLASS_PERMANENT) return mr_format("class '%s' is permanent", data->name);
    if (data->first_subclass) {
        return mr_format("class '%s' still has the subclass '%s'", data->name, data->first_subclass->data->name);
    }
    if (instances) return mr_format("class '%s' still has %zu instance%s", data->name, instances, &"s"[instances == 1]);
    return NULL;
}

char *mr_class_dispose(Class cls) {
    if (cls == Nil) return NULL;
    mr_lock_acquire(&mr_runtime_lock);
    char *reason = reason_to_stay_locked(cls);
    Class metaclass = cls->data->metaclass;
    if (reason == NULL) {
        unlink_locked(cls);
        unlink_locked(metaclass);
        if (mr_class_flags(cls) & MR_CLASS_REGISTERED) {
            mr_map_remove(&classes, cls->data->name);
            mr_list_remove(&mr_classes_in_order, cls);
        }
    }
    mr_lock_release(&mr_runtime_lock);
    if (reason) return reason;
    mr_trace(.kind = MR_TRACE_CLASS_DISPOSED, .text = cls->data->name);
    mr_weak_clear((id)cls);
    mr_side_table_free((id)cls);
    class_free(metaclass);
    class_free(cls);
    return NULL;
}

void objc_disposeClassPair(Class cls) {
    char *reason = mr_class_dispose(cls);
    if (reason) mr_log("objc_disposeClassPair: %s", reason);
    free(reason);
}

// ── Name, superclass, instance size, version ────────────────────────────────────────────────────────

const char *class_getName(Class cls) { return cls ? cls->data->name : "nil"; }

Class class_getSuperclass(Class cls) { return cls ? mr_superclass(cls) : Nil; }

static void set_flags_visit(Class cls, void *flags) { mr_class_set_flags_locked(cls, *(uint32_t *)flags); }

Class class_setSuperclass(Class cls, Class superclass) {
    if (cls == Nil || superclass == Nil || mr_inherits(superclass, cls)) return Nil;
    mr_lock_acquire(&mr_runtime_lock);
    Class old = mr_superclass(cls), metaclass = mr_isa((id)cls);
    unlink_locked(cls);
    unlink_locked(metaclass);
    link_locked(cls, superclass);
    link_locked(metaclass, mr_isa((id)superclass));
    uint32_t inherited = mr_class_flags(superclass) & MR_CLASS_INHERITED;
    mr_class_visit_tree_locked(cls, set_flags_visit, &inherited);
    mr_cache_flush_tree_locked(cls);
    mr_cache_flush_tree_locked(metaclass);
    mr_lock_release(&mr_runtime_lock);
    mr_trace(.kind = MR_TRACE_CACHE_FLUSHED, .cls = cls);
    return old;
}

BOOL class_isMetaClass(Class cls) { return cls && mr_is_meta(cls); }

size_t class_getInstanceSize(Class cls) {
    return cls ? (cls->data->instance_size + sizeof(void *) - 1) & ~(sizeof(void *) - 1) : 0;
}

int class_getVersion(Class cls) { return cls ? atomic_load(&cls->data->version) : 0; }

void class_setVersion(Class cls, int version) {
    if (cls) atomic_store(&cls->data->version, version);
}
