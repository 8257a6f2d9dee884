// functions.c - the functions of libdispatch that take or return objects, for wrappers in place of the objects.
//
// Blocks, functions and contexts are passed on as they are. dispatch_get_current_queue() has no counterpart, because a
// queue does not know its wrapper.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "dispatch-objects.h"

typedef void (*function)(void *context);
typedef void (*indexed_function)(void *context, size_t index);

// ── All objects ─────────────────────────────────────────────────────────────────────────────────────

void __wrap_dispatch_retain(void *wrapper) { objc_retain(wrapper); }
void __wrap_dispatch_release(void *wrapper) { objc_release(wrapper); }
void *__wrap_os_retain(void *wrapper) { return objc_retain(wrapper); }
void __wrap_os_release(void *wrapper) { objc_release(wrapper); }
FORWARD(void, dispatch_activate, (void *object), (U(object)))
FORWARD(void, dispatch_suspend, (void *object), (U(object)))
FORWARD(void, dispatch_resume, (void *object), (U(object)))
FORWARD(void *, dispatch_get_context, (void *object), (U(object)))
FORWARD(void, dispatch_set_context, (void *object, void *context), (U(object), context))
FORWARD(void, dispatch_set_finalizer_f, (void *object, function finalizer), (U(object), finalizer))
FORWARD(void, dispatch_set_target_queue, (void *object, void *queue), (U(object), U(queue)))
FORWARD(void, dispatch_debugv, (void *object, const char *format, va_list list), (U(object), format, list))

void __wrap_dispatch_debug(void *object, const char *format, ...) {
    va_list list;
    va_start(list, format);
    __wrap_dispatch_debugv(object, format, list);
    va_end(list);
}

// ── Queues ──────────────────────────────────────────────────────────────────────────────────────────

#define QUEUE "OS_dispatch_queue"
#define ATTRIBUTE "OS_dispatch_queue_attr"
MAKE(QUEUE, dispatch_queue_create, (const char *label, void *attr), (label, U(attr)))
MAKE(QUEUE, dispatch_queue_create_with_target, (const char *label, void *attr, void *target),
     (label, U(attr), U(target)))
GET("OS_dispatch_queue_global", dispatch_get_global_queue, (intptr_t identifier, uintptr_t flags), (identifier, flags))
GET(ATTRIBUTE, dispatch_queue_attr_make_initially_inactive, (void *attr), (U(attr)))
GET(ATTRIBUTE, dispatch_queue_attr_make_with_autorelease_frequency, (void *attr, unsigned long frequency),
    (U(attr), frequency))
GET(ATTRIBUTE, dispatch_queue_attr_make_with_qos_class, (void *attr, unsigned quality, int priority),
    (U(attr), quality, priority))
FORWARD(const char *, dispatch_queue_get_label, (void *queue), (U(queue)))
FORWARD(unsigned, dispatch_queue_get_qos_class, (void *queue, int *outPriority), (U(queue), outPriority))
FORWARD(void *, dispatch_queue_get_specific, (void *queue, const void *key), (U(queue), key))
FORWARD(void, dispatch_queue_set_specific, (void *queue, const void *key, void *value, function destructor),
        (U(queue), key, value, destructor))
FORWARD(void, dispatch_assert_queue, (void *queue), (U(queue)))
FORWARD(void, dispatch_assert_queue_barrier, (void *queue), (U(queue)))
FORWARD(void, dispatch_assert_queue_not, (void *queue), (U(queue)))

#define FORWARD_WORK(name)                                                                                             \
    FORWARD(void, name, (void *queue, void *block), (U(queue), block))                                                 \
    FORWARD(void, name##_f, (void *queue, void *context, function work), (U(queue), context, work))
FORWARD_WORK(dispatch_async)
FORWARD_WORK(dispatch_sync)
FORWARD_WORK(dispatch_async_and_wait)
FORWARD_WORK(dispatch_barrier_async)
FORWARD_WORK(dispatch_barrier_sync)
FORWARD_WORK(dispatch_barrier_async_and_wait)
FORWARD(void, dispatch_after, (uint64_t when, void *queue, void *block), (when, U(queue), block))
FORWARD(void, dispatch_after_f, (uint64_t when, void *queue, void *context, function work),
        (when, U(queue), context, work))
FORWARD(void, dispatch_apply, (size_t count, void *queue, void *block), (count, U(queue), block))
FORWARD(void, dispatch_apply_f, (size_t count, void *queue, void *context, indexed_function work),
        (count, U(queue), context, work))
FORWARD(void, dispatch_block_notify, (void *block, void *queue, void *notification), (block, U(queue), notification))

// ── Groups and semaphores ───────────────────────────────────────────────────────────────────────────

MAKE("OS_dispatch_group", dispatch_group_create, (void), ())
FORWARD(void, dispatch_group_async, (void *group, void *queue, void *block), (U(group), U(queue), block))
FORWARD(void, dispatch_group_async_f, (void *group, void *queue, void *context, function work),
        (U(group), U(queue), context, work))
FORWARD(void, dispatch_group_notify, (void *group, void *queue, void *block), (U(group), U(queue), block))
FORWARD(void, dispatch_group_notify_f, (void *group, void *queue, void *context, function work),
        (U(group), U(queue), context, work))
FORWARD(intptr_t, dispatch_group_wait, (void *group, uint64_t timeout), (U(group), timeout))
FORWARD(void, dispatch_group_enter, (void *group), (U(group)))
FORWARD(void, dispatch_group_leave, (void *group), (U(group)))
MAKE("OS_dispatch_semaphore", dispatch_semaphore_create, (intptr_t value), (value))
FORWARD(intptr_t, dispatch_semaphore_wait, (void *semaphore, uint64_t timeout), (U(semaphore), timeout))
FORWARD(intptr_t, dispatch_semaphore_signal, (void *semaphore), (U(semaphore)))

// ── Sources ─────────────────────────────────────────────────────────────────────────────────────────

MAKE("OS_dispatch_source", dispatch_source_create, (const void *type, uintptr_t handle, uintptr_t mask, void *queue),
     (type, handle, mask, U(queue)))
#define FORWARD_HANDLER(name)                                                                                          \
    FORWARD(void, name, (void *source, void *block), (U(source), block))                                               \
    FORWARD(void, name##_f, (void *source, function handler), (U(source), handler))
FORWARD_HANDLER(dispatch_source_set_event_handler)
FORWARD_HANDLER(dispatch_source_set_cancel_handler)
FORWARD_HANDLER(dispatch_source_set_registration_handler)
FORWARD(void, dispatch_source_cancel, (void *source), (U(source)))
FORWARD(intptr_t, dispatch_source_testcancel, (void *source), (U(source)))
FORWARD(uintptr_t, dispatch_source_get_handle, (void *source), (U(source)))
FORWARD(uintptr_t, dispatch_source_get_mask, (void *source), (U(source)))
FORWARD(uintptr_t, dispatch_source_get_data, (void *source), (U(source)))
FORWARD(void, dispatch_source_merge_data, (void *source, uintptr_t value), (U(source), value))
FORWARD(void, dispatch_source_set_timer, (void *source, uint64_t start, uint64_t interval, uint64_t leeway),
        (U(source), start, interval, leeway))
