// inspect.c - introspection: invariants of the class graph, counts for leak tests, facts about the process.
#include <dlfcn.h>
#include <string.h>

#include "../message/message.h"
#include "../object/object.h"
#include "boot.h"

size_t mr_live_object_count(void) {
    size_t total = 0;
    mr_lock_acquire(&mr_runtime_lock);
    for (uint32_t index = 0; index < mr_classes_in_order.count; index++)
        total += mr_instance_count(mr_classes_in_order.items[index]);
    mr_lock_release(&mr_runtime_lock);
    return total;
}

char **mr_class_names_copy(unsigned int *outCount) {
    mr_list names = {0};
    mr_lock_acquire(&mr_runtime_lock);
    for (uint32_t index = 0; index < mr_classes_in_order.count; index++)
        mr_list_append(&names, mr_copy_string(((Class)mr_classes_in_order.items[index])->data->name));
    mr_lock_release(&mr_runtime_lock);
    *outCount = names.count;
    return (char **)names.items;
}

char *mr_class_name_copy(const void *address) {
    char *name = NULL;
    mr_lock_acquire(&mr_runtime_lock);
    if (mr_list_contains(&mr_classes_in_order, address)) name = mr_copy_string(((Class)address)->data->name);
    mr_lock_release(&mr_runtime_lock);
    return name;
}

static void append_types_locked(mr_list *encodings, Class cls, SEL name) {
    Method method = mr_method_own_locked(cls, name);
    if (method == NULL || method->types == NULL) return;
    for (uint32_t index = 0; index < encodings->count; index++) {
        if (strcmp(encodings->items[index], method->types) == 0) return;
    }
    mr_list_append(encodings, mr_copy_string(method->types));
}

char **mr_selector_encodings_copy(SEL name, unsigned int *outCount) {
    mr_list encodings = {0};
    mr_lock_acquire(&mr_runtime_lock);
    for (uint32_t index = 0; index < mr_classes_in_order.count; index++) {
        append_types_locked(&encodings, mr_classes_in_order.items[index], name);
        append_types_locked(&encodings, mr_isa(mr_classes_in_order.items[index]), name);
    }
    mr_lock_release(&mr_runtime_lock);
    *outCount = encodings.count;
    return (char **)encodings.items;
}

static Method method_with_imp_locked(Class cls, IMP imp) {
    for (uint32_t index = 0; index < cls->data->methods.count; index++) {
        Method method = cls->data->methods.items[index];
        if (mr_method_imp(method) == imp) return method;
    }
    return NULL;
}

Class mr_imp_get_class(IMP imp, SEL *outName) {
    Class found = Nil;
    mr_lock_acquire(&mr_runtime_lock);
    for (uint32_t index = 0; index < 2 * mr_classes_in_order.count && found == Nil; index++) {
        Class cls = mr_classes_in_order.items[index / 2];
        if (index % 2) cls = mr_isa((id)cls);
        Method method = method_with_imp_locked(cls, imp);
        if (method == NULL) continue;
        found = cls;
        *outName = method->name;
    }
    mr_lock_release(&mr_runtime_lock);
    return found;
}

bool mr_header_read(id object, mr_header_facts *facts) {
    if (object == nil || !mr_has_header(object)) return false;
    mr_header *header = mr_header_of(object);
    mr_side_table *table = mr_side_table_get(object, false);
    *facts = (mr_header_facts){.address = header, .count_word = atomic_load(&header->count), .side_table = table};
    if (table == NULL) return true;
    mr_lock_acquire(&table->lock);
    facts->association_count = table->association_count;
    mr_lock_release(&table->lock);
    return true;
}

// ── The process ─────────────────────────────────────────────────────────────────────────────────────

const char *mr_sanitizer_name(void) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    return "address";
#elif __has_feature(thread_sanitizer)
    return "thread";
#elif __has_feature(undefined_behavior_sanitizer)
    return "undefined behaviour";
#endif
#endif
    return NULL;
}

// Present since libffi 3.5.
extern const char *ffi_get_version(void) __attribute__((weak));
const char *mr_libffi_version(void) { return ffi_get_version ? ffi_get_version() : NULL; }

const char *mr_image_of(const void *address, const void **outBase, const char **outSymbol) {
    Dl_info info;
    if (dladdr(address, &info) == 0) return NULL;
    *outBase = info.dli_fbase;
    *outSymbol = info.dli_saddr == address ? info.dli_sname : NULL;
    return info.dli_fname;
}

// ── Invariants ──────────────────────────────────────────────────────────────────────────────────────

static const char *graph_violation_locked(Class cls) {
    Class superclass = mr_superclass(cls), metaclass = mr_isa((id)cls);
    Class root = cls;
    while (mr_superclass(root)) root = mr_superclass(root);
    if (metaclass != cls->data->metaclass || !mr_is_meta(metaclass)) return "its isa is not its metaclass";
    if (metaclass->data->instance != cls) return "its metaclass belongs to another class";
    if (mr_isa((id)metaclass) != root->data->metaclass) return "its metaclass is not an instance of the root metaclass";
    if (mr_superclass(metaclass) != (superclass ? superclass->data->metaclass : cls)) {
        return "its metaclass does not inherit as it does";
    }
    return NULL;
}

static const char *tree_violation_locked(Class cls) {
    Class superclass = mr_superclass(cls);
    if (superclass == Nil) return NULL;
    int seen = 0;
    for (Class each = superclass->data->first_subclass; each; each = each->data->next_sibling) seen += each == cls;
    return seen == 1 ? NULL : "its superclass does not list it exactly once";
}

static const char *ivar_violation(Class cls) {
    const mr_class_data *data = cls->data;
    Class superclass = mr_superclass(cls);
    uint32_t end = data->instance_start;
    if (superclass && !mr_is_meta(cls) && data->instance_start < superclass->data->instance_size) {
        return "its ivars overlap those of its superclass";
    }
    for (uint32_t index = 0; index < data->ivars.count; index++) {
        Ivar ivar = data->ivars.items[index];
        bool isBits = ivar->types && *ivar->types == 'b';  // bit-fields share their bytes
        if (!isBits && (ivar->offset < end || ivar->offset % ivar->alignment))
            return "its ivars overlap, or are not aligned";
        if (!isBits) end = ivar->offset + ivar->size;
    }
    return end <= data->instance_size ? NULL : "its last ivar ends behind its instances";
}

static const char *cache_violation_locked(Class cls) {
    mr_cache *cache = atomic_load(&cls->cache);
    size_t capacity = mr_cache_capacity(cls), found = 0;
    for (size_t index = 0; index < capacity; index++) {
        Method method = atomic_load(&cache->buckets[index]);
        found += method != NULL;
        if (method && mr_method_search_locked(cls, method->name) != method)
            return "its cache holds a method it would not find";
    }
    return found <= cache->occupied ? NULL : "its cache holds more than it counted";
}

static const char *missing_violation_locked(Class cls) {
    mr_cache *cache = atomic_load(&cls->data->missing);
    for (size_t index = 0; index <= cache->mask / sizeof(Method); index++) {
        Method method = atomic_load(&cache->buckets[index]);
        if (method && mr_method_search_locked(cls, method->name)) return "it misses a method that it would find";
    }
    return NULL;
}

static const char *caches_violation_locked(Class cls) {
    const char *text = cache_violation_locked(cls);
    return text ? text : missing_violation_locked(cls);
}

static const char *violation_locked(Class cls) {
    const char *text = graph_violation_locked(cls);
    if (!text) text = tree_violation_locked(cls);
    if (!text) text = ivar_violation(cls);
    if (!text) text = caches_violation_locked(cls);
    return text ? text : caches_violation_locked(mr_isa((id)cls));
}

static char *sentence_locked(Class cls) {
    const char *text = violation_locked(cls);
    return text ? mr_format("class '%s': %s", cls->data->name, text) : NULL;
}

char *mr_check_invariants(Class cls) {
    char *sentence = NULL;
    mr_lock_acquire(&mr_runtime_lock);
    if (cls) sentence = sentence_locked(cls);
    for (uint32_t index = 0; cls == Nil && index < mr_classes_in_order.count && sentence == NULL; index++)
        sentence = sentence_locked(mr_classes_in_order.items[index]);
    mr_lock_release(&mr_runtime_lock);
    return sentence;
}
