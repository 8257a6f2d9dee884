// class.c - class pairs: allocation, registration, disposal; the table of classes by name; facts about a class.
//
// A class and its metaclass are one allocation each: five words with room around them, then the extra bytes. Everything
// that may change after registration is guarded by the runtime lock. Superclasses list their subclasses, so that caches
// can be flushed.
#include <stdlib.h>
#include <string.h>

#include "../message/message.h"
#include "../object/object.h"
#include "class.h"

static mr_map classes = {.strings = true};  // name -> registered class; guarded by the runtime lock
mr_list mr_classes_in_order;                // the same classes in order of registration; same lock

// ── Lookup by name ──────────────────────────────────────────────────────────────────────────────────

static Class look_up(const char *name) {
    mr_lock_acquire(&mr_runtime_lock);
    Class cls = mr_map_get(&classes, name);
    mr_lock_release(&mr_runtime_lock);
    return cls;
}

Class objc_lookUpClass(const char *name) {
    if (name == NULL) return Nil;
    Class cls = look_up(name);
    if (cls) return cls;
    char *demangled = mr_swift_name_copy(name);
    if (demangled) cls = look_up(demangled);
    free(demangled);
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

Class *objc_copyClassList(unsigned int *outCount) { return mr_list_copy_shared(&mr_classes_in_order, outCount); }

// ── The class tree ──────────────────────────────────────────────────────────────────────────────────

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

void mr_class_set_flags(Class cls, uint32_t flags) {
    atomic_fetch_or_explicit(&cls->data->flags, flags, memory_order_release);
}

static void set_flags_visit(Class cls, void *flags) { mr_class_set_flags(cls, *(uint32_t *)flags); }

void mr_class_set_tree_flags_locked(Class cls, uint32_t flags) {
    mr_class_visit_tree_locked(cls, set_flags_visit, &flags);
}

// Inherits the flags under the lock, so that the new class does not miss a method that its superclass gets now.
static void link_locked(Class cls, Class superclass) {
    atomic_store_explicit(&cls->superclass, superclass, memory_order_release);
    if (superclass == Nil) return;
    cls->data->next_sibling = superclass->data->first_subclass;
    superclass->data->first_subclass = cls;
    mr_class_set_tree_flags_locked(cls, mr_class_flags(superclass) & MR_CLASS_INHERITED);
}

// ── Allocation and registration ─────────────────────────────────────────────────────────────────────

static void class_fill(Class cls, const char *name, Class superclass, uint32_t flags) {
    mr_class_data *data = mr_allocate(sizeof(mr_class_data));
    cls->data = data;
    mr_caches_init(cls);
    data->name = mr_copy_string(name);
    if (!(flags & MR_CLASS_META)) data->counts = mr_allocate_lines(MR_COUNT_STRIPES);
    data->instance_start = data->instance_size = sizeof(Class);
    if (superclass) {
        const mr_class_data *inherited = superclass->data;
        data->instance_start = data->instance_size = inherited->instance_size;
        data->owns = inherited->owns;
    }
    atomic_init(&data->flags, flags);
    atomic_init(&data->keepers, 1);
}

// A subclass of a class that Swift's compiler wrote begins as a copy of it: Swift's code finds the methods and the
// offsets of ivars behind the class.
static Class allocate(const mr_class_extent *extent, Class copied, size_t extraBytes) {
    char *memory = mr_allocate_extra((size_t)extent->before + extent->after, extraBytes);
    if (memory == NULL) return Nil;
    if (copied) memcpy(memory, (char *)copied - extent->before, (size_t)extent->before + extent->after);
    return (Class)(void *)(memory + extent->before);
}

// A class that compiled code refers to by a symbol gets the static memory of that symbol.
static Class class_create(const char *name, Class superclass, uint32_t flags, size_t extraBytes) {
    mr_class_extent extent = {MR_CLASS_BEFORE, MR_CLASS_AFTER};
    Class copied = superclass && mr_class_flags(superclass) & MR_CLASS_SWIFT ? superclass : Nil;
    Class cls = mr_class_storage ? mr_class_storage(name, flags & MR_CLASS_META) : Nil;
    if (copied) {
        extent = copied->data->extent;
        flags |= MR_CLASS_SWIFT;
    }
    if (cls) flags |= MR_CLASS_STATIC;
    else cls = allocate(&extent, copied, extraBytes);
    if (cls == NULL) return Nil;
    class_fill(cls, name, superclass, flags);
    cls->data->extent = extent;
    cls->data->extra_bytes = extraBytes;
    return cls;
}

// The root metaclass is an instance of itself and inherits from the root class. Every metaclass is an instance of the
// root metaclass.
static void join_metaclass(Class cls, Class metaclass, Class superclass) {
    Class root = superclass ? mr_isa((id)mr_isa((id)superclass)) : metaclass;
    metaclass->data->instance = cls;
    metaclass->data->instance_start = metaclass->data->instance_size = sizeof(struct objc_class);
    cls->data->metaclass = metaclass;
    atomic_store_explicit(&metaclass->isa, root, memory_order_release);
    atomic_store_explicit(&cls->isa, metaclass, memory_order_release);
    metaclass->swift.counting = MR_COUNTING_OURS;
    mr_lock_acquire(&mr_runtime_lock);
    link_locked(cls, superclass);
    link_locked(metaclass, superclass ? mr_isa((id)superclass) : cls);
    mr_lock_release(&mr_runtime_lock);
    mr_trace(.kind = MR_TRACE_CLASS_ALLOCATED, .cls = cls, .other = superclass);
}

void mr_class_adopt(Class cls, Class superclass, const char *name, uint32_t instanceStart, uint32_t instanceSize) {
    Class metaclass = mr_isa((id)cls);
    class_fill(cls, name, superclass, MR_CLASS_STATIC);
    class_fill(metaclass, name, Nil, MR_CLASS_META | MR_CLASS_STATIC);
    cls->data->instance_start = instanceStart;
    cls->data->instance_size = instanceSize;
    cls->data->extent = metaclass->data->extent = (mr_class_extent){0, sizeof(struct objc_class)};
    join_metaclass(cls, metaclass, superclass);
}

// Frees the metaclass of a class, too.
static void class_free(Class cls) {
    mr_class_data *data = cls->data;
    if (data->metaclass) class_free(data->metaclass);
    mr_cache_free(cls);
    mr_methods_free(data);
    mr_ivars_free(data);
    for (uint32_t index = 0; index < data->properties.count; index++) mr_property_free(data->properties.items[index]);
    mr_list_free(&data->properties);
    mr_list_free(&data->protocols);
    free(data->name);
    free(data->counts);
    bool isStatic = mr_class_flags(cls) & MR_CLASS_STATIC;
    size_t before = data->extent.before;
    free(data);
    if (!isStatic) free((char *)cls - before);
}

void mr_class_let_go(Class cls) {
    if (atomic_fetch_sub_explicit(&cls->data->keepers, 1, memory_order_acq_rel) == 1) class_free(cls);
}

Class objc_allocateClassPair(Class superclass, const char *name, size_t extraBytes) {
    if (name == NULL || objc_lookUpClass(name) != Nil) return Nil;
    if (superclass && !mr_class_is_registered(superclass)) return Nil;
    Class cls = class_create(name, superclass, 0, extraBytes);
    if (cls == Nil) return Nil;
    join_metaclass(cls, class_create(name, Nil, MR_CLASS_META, 0), superclass);
    return cls;
}

// Writes what Swift's libraries read of the class.
void mr_class_prepare(Class cls) {
    cls->swift.instance_size = cls->data->instance_size;
    cls->swift.alignment_mask = sizeof(void *) - 1;
    cls->swift.counting = mr_class_flags(cls) & MR_CLASS_NATIVE ? MR_COUNTING_SWIFT : MR_COUNTING_OURS;
    if (mr_swift_class_prepare) mr_swift_class_prepare(cls);
}

bool mr_class_enter(Class cls, bool isPermanent) {
    mr_lock_acquire(&mr_runtime_lock);
    bool is_new = !mr_class_is_registered(cls) && mr_map_get(&classes, cls->data->name) == NULL;
    if (is_new) {
        mr_map_set(&classes, cls->data->name, cls);
        mr_list_append(&mr_classes_in_order, cls);
        mr_class_set_flags(cls, MR_CLASS_REGISTERED | (isPermanent ? MR_CLASS_PERMANENT : 0));
        mr_class_set_flags(cls->data->metaclass, MR_CLASS_REGISTERED);
    }
    mr_lock_release(&mr_runtime_lock);
    return is_new;
}

void objc_registerClassPair(Class cls) {
    if (cls == Nil || (mr_is_meta(cls) && !mr_class_is_registered(cls))) return;
    bool again = mr_class_is_registered(cls);
    if (!again) mr_class_prepare(cls);
    if (!again && mr_class_enter(cls, false)) {
        mr_trace(.kind = MR_TRACE_CLASS_REGISTERED, .cls = cls);
    } else if (mr_class_is_registered(cls)) {
        mr_log("objc_registerClassPair: class '%s' was already registered", cls->data->name);
    } else {
        mr_log("objc_registerClassPair: another class '%s' was registered meanwhile", cls->data->name);
    }
}

bool mr_class_is_registered(Class cls) { return cls && (mr_class_flags(cls) & MR_CLASS_REGISTERED); }

bool mr_class_is_swift(Class cls) { return cls && mr_class_flags(cls) & MR_CLASS_SWIFT; }

void mr_class_set_swift(Class cls, mr_class_extent extent) {
    cls->data->extent = extent;
    mr_class_set_flags(cls, MR_CLASS_SWIFT);
}

void mr_class_set_deinit(Class cls) { mr_class_set_flags(cls, MR_CLASS_DEINIT); }

bool mr_class_is_native(Class cls) { return cls && mr_class_flags(cls) & MR_CLASS_NATIVE; }

void mr_class_set_native(Class cls) { mr_class_set_flags(cls, MR_CLASS_NATIVE); }

bool mr_class_has_room(Class cls) { return cls->data->extent.after >= MR_CLASS_AFTER; }

void mr_class_set_room(Class cls) {
    cls->data->extent = cls->data->metaclass->data->extent = (mr_class_extent){MR_CLASS_BEFORE, MR_CLASS_AFTER};
}

bool mr_class_is_static(Class cls) { return mr_class_flags(cls) & MR_CLASS_STATIC; }

bool mr_counts_native(void) { return &mr_native != NULL; }

void mr_class_set_constant(Class cls) {
    if (cls) mr_class_set_flags(cls, MR_CLASS_CONSTANT);
}

void mr_class_set_permanent(Class cls) {
    if (cls == Nil) return;
    mr_class_set_flags(cls, MR_CLASS_PERMANENT);
    // Moves the existing instances to the superclass's count, from which their deaths will be subtracted.
    size_t count = mr_instance_count(cls);
    mr_count_instances(cls, (ptrdiff_t)count);
    atomic_fetch_sub(&cls->data->counts[0][MR_COUNT_ENDED], count);
}

// ── Disposal ────────────────────────────────────────────────────────────────────────────────────────

// Returns the subclass that shares the class's record, as a notifying class does, and is disposed of with it; or Nil.
static Class companion_locked(Class cls) {
    for (Class subclass = cls->data->first_subclass; subclass; subclass = subclass->data->next_sibling) {
        if (mr_original_class(subclass) == cls) return subclass;
    }
    return Nil;
}

static char *reason_to_stay_locked(Class cls, Class companion) {
    const mr_class_data *data = cls->data;
    if (mr_is_meta(cls)) return mr_format("'%s' is a metaclass: dispose of its class", data->name);
    if (mr_class_flags(cls) & MR_CLASS_STATIC) return mr_format("compiled code refers to class '%s'", data->name);
    if (mr_class_flags(cls) & MR_CLASS_PERMANENT) return mr_format("class '%s' is permanent", data->name);
    Class subclass = data->first_subclass;
    if (subclass == companion && subclass) subclass = subclass->data->next_sibling;
    if (subclass) return mr_format("class '%s' still has the subclass '%s'", data->name, subclass->data->name);
    size_t instances = mr_instance_count(cls);
    if (instances) return mr_format("class '%s' still has %zu instance%s", data->name, instances, &"s"[instances == 1]);
    subclass = companion ? companion->data->first_subclass : Nil;
    if (subclass == Nil) return NULL;
    return mr_format("class '%s' still has the subclass '%s'", companion->data->name, subclass->data->name);
}

static void take_out_locked(Class cls) {
    unlink_locked(cls);
    unlink_locked(cls->data->metaclass);
    if (!(mr_class_flags(cls) & MR_CLASS_REGISTERED)) return;
    mr_map_remove(&classes, cls->data->name);
    mr_list_remove(&mr_classes_in_order, cls);
}

static void leave_alone(Class cls, void *record) {}

static _Atomic(void (*)(Class cls, void *record)) disposal_hook = leave_alone;

void mr_class_set_disposal_hook(void (*hook)(Class cls, void *record)) { atomic_store(&disposal_hook, hook); }

// A metaclass dies like any object, too: it may have associations, weak references and observers of its own.
static void announce_disposal(Class cls) {
    mr_trace(.kind = MR_TRACE_CLASS_DISPOSED, .text = cls->data->name);
    id pair[] = {(id)cls->data->metaclass, (id)cls};
    for (int index = 0; index < 2; index++) {
        mr_weak_clear(pair[index]);
        mr_side_table_free(pair[index]);
        mr_object_died(pair[index]);
    }
    void (*hook)(Class cls, void *record) = atomic_load(&disposal_hook);
    hook(cls->data->metaclass, mr_class_record(cls->data->metaclass));
    hook(cls, mr_class_record(cls));
}

char *mr_class_dispose(Class cls) {
    if (cls == Nil) return NULL;
    mr_lock_acquire(&mr_runtime_lock);
    Class companion = companion_locked(cls);
    char *reason = reason_to_stay_locked(cls, companion);
    if (reason == NULL) {
        if (companion) take_out_locked(companion);
        take_out_locked(cls);
        // Invalidates results computed for this class, because a new class may get the same address.
        __atomic_fetch_add(&mr_method_generation_count, 1, __ATOMIC_RELEASE);
    }
    mr_lock_release(&mr_runtime_lock);
    if (reason) return reason;
    if (companion) announce_disposal(companion);
    announce_disposal(cls);
    if (companion) mr_class_let_go(companion);
    mr_class_let_go(cls);
    return NULL;
}

void objc_disposeClassPair(Class cls) {
    char *reason = mr_class_dispose(cls);
    if (reason) mr_log("objc_disposeClassPair: %s", reason);
    free(reason);
}

// ── The record of the layer above ───────────────────────────────────────────────────────────────────

void *mr_class_record(Class cls) { return cls ? atomic_load_explicit(&cls->data->record, memory_order_acquire) : NULL; }

bool mr_class_enter_record(Class cls, void *record) {
    void *none = NULL;
    return cls && atomic_compare_exchange_strong(&cls->data->record, &none, record);
}

// ── Name, superclass, instance size, version ────────────────────────────────────────────────────────

const char *class_getName(Class cls) { return cls ? cls->data->name : "nil"; }

Class class_getSuperclass(Class cls) { return cls ? mr_superclass(cls) : Nil; }

Class class_setSuperclass(Class cls, Class superclass) {
    if (cls == Nil || superclass == Nil || mr_inherits(superclass, cls)) return Nil;
    mr_lock_acquire(&mr_runtime_lock);
    Class old = mr_superclass(cls), metaclass = mr_isa((id)cls);
    unlink_locked(cls);
    unlink_locked(metaclass);
    link_locked(cls, superclass);
    link_locked(metaclass, mr_isa((id)superclass));
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
