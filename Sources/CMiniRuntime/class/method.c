// method.c - method lists: selector, types and IMP, in the order of addition, with an index for long lists.
//
// A Method stays at its address until its class is disposed of, and only its IMP changes, so caches and callers may
// keep pointers to it. Method lists are read and written under the runtime lock. Every change flushes the caches that
// may be affected.
#include <stdlib.h>
#include <string.h>

#include "../boot/boot.h"
#include "../call/call.h"
#include "../message/message.h"
#include "class.h"

enum { INDEX_FROM = 9 };  // from this length on, a hash lookup is faster than a linear search

// ── Lookup ──────────────────────────────────────────────────────────────────────────────────────────

Method mr_method_own_locked(Class cls, SEL sel) {
    const mr_class_data *data = cls->data;
    if (data->methods.count >= INDEX_FROM) return mr_map_get(&data->method_index, sel);
    for (uint32_t index = 0; index < data->methods.count; index++) {
        Method method = data->methods.items[index];
        if (method->name == sel) return method;
    }
    return NULL;
}

Method mr_method_search_locked(Class cls, SEL sel) {
    Method method = NULL;
    for (; cls != Nil && method == NULL; cls = mr_superclass(cls)) method = mr_method_own_locked(cls, sel);
    return method;
}

// A cached method is the method that a search would find, because every change of a method list flushes the caches
// before it returns.
Method mr_method_lookup(Class cls, SEL sel) {
    if (cls == Nil || sel == NULL) return NULL;
    Method method = mr_cache_lookup(cls, sel);
    if (method || mr_cache_is_missing(cls, sel)) return method;
    mr_lock_acquire(&mr_runtime_lock);
    method = mr_method_search_locked(cls, sel);
    mr_lock_release(&mr_runtime_lock);
    return method;
}

bool mr_class_implements(Class cls, SEL sel) { return mr_method_lookup(cls, sel) != NULL; }

// ── Adding and replacing ────────────────────────────────────────────────────────────────────────────

// Returns the flag of classes that override NSObject's method of this name. 0 if no flag records that, and for
// NSObject's own resolution as the method of another root class, such as NSProxy.
static uint32_t flag_of_override(Method method) {
    SEL sel = method->name;
    if (sel == mr_sel.allowsWeakReference) return MR_CLASS_CUSTOM_WEAK;
    if (sel == mr_sel.allocWithZone) return MR_CLASS_CUSTOM_ALLOC;
    if (sel == mr_sel.resolveInstanceMethod || sel == mr_sel.resolveClassMethod)
        return mr_method_imp(method) == (IMP)mr_resolve_nothing ? 0 : MR_CLASS_RESOLVES;
    return sel == mr_sel.retain || sel == mr_sel.release || sel == mr_sel.autorelease ? MR_CLASS_CUSTOM_RR : 0;
}

// Call after every change to a method. While NSObject's own methods are added, mr_class.NSObject is still NULL, so its
// retain and release do not count as overrides.
static void method_changed_locked(Method method) {
    mr_cache_flush_tree_locked(method->cls);
    uint32_t flag = flag_of_override(method);
    if (flag && mr_class.NSObject) mr_class_set_tree_flags_locked(method->cls, flag);
}

// Call after releasing the lock. The caches of an unregistered class are empty, so their flush is not traced.
static void trace_change(mr_trace_kind kind, Class cls, SEL name, IMP imp) {
    if (MR_UNLIKELY(mr_debug.perf_map)) mr_perf_map_add(cls, name, imp);
    mr_trace(.kind = kind, .cls = cls, .selector = name, .imp = imp);
    if (mr_class_is_registered(cls)) mr_trace(.kind = MR_TRACE_CACHE_FLUSHED, .cls = cls);
}

// Fills the index from the end of the list, so that it contains the first of several methods with the same name.
static void index_all_locked(mr_class_data *data) {
    for (uint32_t index = data->methods.count; data->methods.count >= INDEX_FROM && index-- > 0;) {
        Method method = data->methods.items[index];
        mr_map_set(&data->method_index, method->name, method);
    }
}

static void append_method_locked(Class cls, SEL name, IMP imp, const char *types) {
    Method method = mr_allocate(sizeof *method);
    method->name = name;
    method->types = mr_copy_string(types);
    method->cls = cls;
    atomic_init(&method->imp, imp);
    mr_list_append(&cls->data->methods, method);
    if (cls->data->methods.count > INDEX_FROM) mr_map_set(&cls->data->method_index, name, method);
    else index_all_locked(cls->data);
    method_changed_locked(method);
}

// Whether a method can be added or replaced. A NULL IMP is a caller's bug that would otherwise pass without a trace.
static bool can_change(const char *function, Class cls, SEL name, IMP imp) {
    if (cls == Nil || name == NULL) return false;
    if (imp == NULL) {
        mr_log("%s: the IMP for %c[%s %s] is NULL; nothing was changed", function,
               mr_class_flags(cls) & MR_CLASS_META ? '+' : '-', class_getName(cls), sel_getName(name));
    }
    return imp != NULL;
}

// Returns the IMP to store. For a method that returns a structure in memory, _objc_msgForward would take the address of
// that memory for the receiver. Programs written for arm64, where one function serves all methods, do not know that.
static IMP stored_imp(IMP imp, const char *types) {
#if defined(__x86_64__)
    bool isForwarder = imp == (IMP)(void *)_objc_msgForward;
    if (isForwarder && mr_signature_returns_in_memory(mr_signature_get(types)))
        return (IMP)(void *)_objc_msgForward_stret;
#endif
    return imp;
}

BOOL class_addMethod(Class cls, SEL name, IMP imp, const char *types) {
    if (!can_change("class_addMethod", cls, name, imp)) return NO;
    imp = stored_imp(imp, types);
    mr_lock_acquire(&mr_runtime_lock);
    bool absent = mr_method_own_locked(cls, name) == NULL;
    if (absent) append_method_locked(cls, name, imp, types);
    mr_lock_release(&mr_runtime_lock);
    if (absent) trace_change(MR_TRACE_METHOD_ADDED, cls, name, imp);
    return absent;
}

void mr_class_prepend_methods(Class cls, const mr_method_entry *entries, size_t count) {
    if (count == 0) return;
    mr_class_data *data = cls->data;
    mr_lock_acquire(&mr_runtime_lock);
    mr_list old = data->methods;
    data->methods = (mr_list){0};
    for (size_t index = 0; index < count; index++) {
        SEL name = sel_registerName(entries[index].name);
        append_method_locked(cls, name, entries[index].imp, entries[index].types);
    }
    for (uint32_t index = 0; index < old.count; index++) mr_list_append(&data->methods, old.items[index]);
    mr_list_free(&old);
    mr_map_free(&data->method_index);
    index_all_locked(data);
    mr_lock_release(&mr_runtime_lock);
    for (size_t index = 0; index < count; index++) {
        trace_change(MR_TRACE_METHOD_ADDED, cls, sel_registerName(entries[index].name), entries[index].imp);
    }
}

static IMP exchange_imp_locked(Method method, IMP imp) {
    IMP old = atomic_exchange_explicit(&method->imp, imp, memory_order_acq_rel);
    method_changed_locked(method);
    return old;
}

IMP class_replaceMethod(Class cls, SEL name, IMP imp, const char *types) {
    if (!can_change("class_replaceMethod", cls, name, imp)) return NULL;
    IMP old = NULL;
    imp = stored_imp(imp, types);
    mr_lock_acquire(&mr_runtime_lock);
    Method method = mr_method_own_locked(cls, name);
    if (method) {
        old = exchange_imp_locked(method, imp);
    } else {
        append_method_locked(cls, name, imp, types);
    }
    mr_lock_release(&mr_runtime_lock);
    trace_change(old ? MR_TRACE_METHOD_REPLACED : MR_TRACE_METHOD_ADDED, cls, name, imp);
    return old;
}

IMP method_setImplementation(Method method, IMP imp) {
    if (method == NULL || !can_change("method_setImplementation", method->cls, method->name, imp)) return NULL;
    imp = stored_imp(imp, method->types);
    mr_lock_acquire(&mr_runtime_lock);
    IMP old = exchange_imp_locked(method, imp);
    mr_lock_release(&mr_runtime_lock);
    trace_change(MR_TRACE_METHOD_REPLACED, method->cls, method->name, imp);
    return old;
}

void method_exchangeImplementations(Method lhs, Method rhs) {
    if (lhs == NULL || rhs == NULL || lhs == rhs) return;
    mr_lock_acquire(&mr_runtime_lock);
    IMP left = exchange_imp_locked(lhs, mr_method_imp(rhs));
    exchange_imp_locked(rhs, left);
    mr_lock_release(&mr_runtime_lock);
    trace_change(MR_TRACE_METHOD_REPLACED, lhs->cls, lhs->name, mr_method_imp(lhs));
    trace_change(MR_TRACE_METHOD_REPLACED, rhs->cls, rhs->name, left);
}

void mr_add_methods(Class cls, const mr_method_entry *entries, size_t count) {
    for (size_t index = 0; index < count; index++) {
        class_addMethod(cls, sel_registerName(entries[index].name), entries[index].imp, entries[index].types);
    }
}

void mr_methods_free(mr_class_data *data) {
    for (uint32_t index = 0; index < data->methods.count; index++) {
        Method method = data->methods.items[index];
        free(method->types);
        free(method);
    }
    mr_list_free(&data->methods);
    mr_map_free(&data->method_index);
}

// ── Introspection ───────────────────────────────────────────────────────────────────────────────────

// A lookup that succeeds fills no cache, so that it leaves no trace in one.
Method class_getInstanceMethod(Class cls, SEL name) {
    Method method = mr_method_lookup(cls, name);
    return method || cls == Nil || name == NULL || !mr_class_resolves(cls) ? method : mr_method_resolve(cls, name);
}

Method class_getClassMethod(Class cls, SEL name) {
    return class_getInstanceMethod(class_isMetaClass(cls) ? cls : object_getClass((id)cls), name);
}

Method *class_copyMethodList(Class cls, unsigned int *outCount) {
    return mr_list_copy_shared(cls ? &cls->data->methods : NULL, outCount);
}

SEL method_getName(Method method) { return method ? method->name : NULL; }

IMP method_getImplementation(Method method) { return method ? mr_method_imp(method) : NULL; }

const char *method_getTypeEncoding(Method method) { return method ? method->types : NULL; }

struct objc_method_description *method_getDescription(Method method) {
    // a Method starts with the two fields of a description
    return (struct objc_method_description *)method;
}
_Static_assert(offsetof(struct objc_method, types) == offsetof(struct objc_method_description, types), "a prefix");

const mr_signature *mr_method_signature(Method method) {
    if (method == NULL || method->types == NULL) return NULL;
    const mr_signature *signature = atomic_load_explicit(&method->signature, memory_order_acquire);
    if (signature) return signature;
    signature = mr_signature_get(method->types);
    if (signature) atomic_store_explicit(&method->shape, signature->shape, memory_order_relaxed);
    atomic_store_explicit(&method->signature, signature, memory_order_release);
    return signature;
}

unsigned int method_getNumberOfArguments(Method method) {
    return mr_signature_argument_count(mr_method_signature(method));
}

static const char *return_type(Method method) { return mr_signature_return_type(mr_method_signature(method)); }

static const char *argument_type(Method method, unsigned int index) {
    return mr_signature_argument_type(mr_method_signature(method), index);
}

char *method_copyReturnType(Method method) { return mr_copy_string(return_type(method)); }

char *method_copyArgumentType(Method method, unsigned int index) {
    return mr_copy_string(argument_type(method, index));
}

static void fill(char *buffer, size_t size, const char *text) {
    if (buffer && size) strncpy(buffer, text ? text : "", size);
}

void method_getReturnType(Method method, char *buffer, size_t size) { fill(buffer, size, return_type(method)); }

void method_getArgumentType(Method method, unsigned int index, char *buffer, size_t size) {
    fill(buffer, size, argument_type(method, index));
}
