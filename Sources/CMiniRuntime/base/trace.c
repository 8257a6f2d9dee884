// trace.c - the trace hook, through which the runtime can be observed, and its printer on standard error.
//
// The hook is NULL unless tracing is on. Slow paths, creating an object and an observed set test it; a message that the
// cache finds does not. Events that a hook causes itself are not traced.
#include <stdio.h>
#include <stdlib.h>

#include "../message/message.h"
#include "base.h"

mr_trace_function mr_trace_hook;
_Atomic(bool) mr_tracing_messages;
static MR_GLOBAL_LOCK(hook_lock, MR_LOCK_TABLE)
    // Written under hook_lock. `changes` is odd while the hook and its context are exchanged.
    static _Atomic(void *) hook_context;
static _Atomic(size_t) changes;
static _Thread_local bool in_hook;

void mr_trace_set_hook(mr_trace_function hook, void *context) {
    mr_lock_acquire(&hook_lock);
    atomic_fetch_add(&changes, 1);
    __atomic_store_n(&mr_trace_hook, hook, __ATOMIC_SEQ_CST);
    atomic_store(&hook_context, context);
    atomic_fetch_add(&changes, 1);
    mr_lock_release(&hook_lock);
}

// An event that occurs while the hook is exchanged is dropped, so that no hook gets the context of another.
void mr_trace_emit(const mr_trace_event *event) {
    size_t before = atomic_load(&changes);
    mr_trace_function hook = __atomic_load_n(&mr_trace_hook, __ATOMIC_SEQ_CST);
    void *context = atomic_load(&hook_context);
    if (hook == NULL || in_hook || before % 2 || atomic_load(&changes) != before) return;
    mr_assert_unlocked("the trace hook");
    in_hook = true;
    hook(event, context);
    in_hook = false;
}

// While messages are traced no cache is filled, so flushing them once sends every message down the slow path.
void instrumentObjcMessageSends(BOOL flag) {
    mr_lock_acquire(&mr_runtime_lock);
    atomic_store(&mr_tracing_messages, flag);
    for (uint32_t index = 0; flag && index < mr_classes_in_order.count; index++) {
        Class cls = mr_classes_in_order.items[index];
        mr_cache_flush_locked(cls);
        mr_cache_flush_locked(mr_isa((id)cls));
    }
    mr_lock_release(&mr_runtime_lock);
}

// ── The printer ─────────────────────────────────────────────────────────────────────────────────────

static const char *const kind_names[] = {
#define KIND_NAME(kind, name) name,
    MR_TRACE_LIST(KIND_NAME)
#undef KIND_NAME
};

const char *mr_trace_kind_name(mr_trace_kind kind) { return kind_names[kind]; }

static const char *suffix(Class cls) { return class_isMetaClass(cls) ? " (metaclass)" : ""; }

// A class, after the sign of a method if the event is about one of its methods.
static void print_class(Class cls, SEL selector) {
    const char *sign = !selector ? "" : class_isMetaClass(cls) ? "+" : "-";
    fprintf(stderr, " %s%s%s", sign, class_getName(cls), selector ? "" : suffix(cls));
}

static void print_event(const mr_trace_event *event, void *context) {
    Class old = event->kind == MR_TRACE_ISA_CHANGED ? (Class)event->other : Nil;
    fprintf(stderr, "[trace] %-18s", kind_names[event->kind]);
    if (old) fprintf(stderr, " object %p was %s%s, is", (void *)event->object, class_getName(old), suffix(old));
    if (event->cls) print_class(event->cls, event->selector);
    if (event->selector) fprintf(stderr, " %s", sel_getName(event->selector));
    if (event->object && !old) fprintf(stderr, " object %p", (void *)event->object);
    if (event->imp) fprintf(stderr, " imp %p", (void *)event->imp);
    const char *purpose = event->imp ? mr_imp_get_purpose(event->imp) : NULL;
    if (purpose) fprintf(stderr, " %s (%s)", mr_imp_kind_name(mr_imp_get_kind(event->imp)), purpose);
    if (event->text) fprintf(stderr, " \"%s\"", event->text);
    fputc('\n', stderr);
}

void mr_trace_boot(void) {
    if (mr_debug.trace || mr_debug.trace_messages) mr_trace_set_hook(print_event, NULL);
    if (mr_debug.trace_messages) instrumentObjcMessageSends(YES);
}
