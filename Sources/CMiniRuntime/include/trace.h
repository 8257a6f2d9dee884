// trace.h - the trace hook: one function that receives the events of the runtime and of the layers above.
#ifndef TRACE_H
#define TRACE_H

#include "objc/runtime.h"

MR_BEGIN_DECLS

// ── The trace hook ──────────────────────────────────────────────────────────────────────────────────
// One function receives all events. A message that the cache finds does not test whether there is one. The function
// runs on the event's thread with no lock held, and may send messages: events that it causes itself are not traced.
//
// The kinds of events: the names that MINIRUNTIME_TRACE prints, and the fields that the events fill in. TraceEvent.Kind
// in Swift has the same order. A MESSAGE occurs only while messages are traced. The layer above sends the events from
// OBSERVER_ADDED on. ORIGINAL_CALLED: a notifying class calls the method that it overrides. NOTIFICATION: the argument
// is the change dictionary. OVERRIDE_ENTERED: a method of a notifying class begins. Of an object that was deallocated,
// only the address may be used; this concerns OBJECT_DEALLOCATED, and the two events that say that a dealloc returned.
#define MR_TRACE_LIST(X)                                                                                               \
    X(MR_TRACE_CLASS_ALLOCATED, "class allocated")       /* cls, other = superclass */                                 \
    X(MR_TRACE_CLASS_REGISTERED, "class registered")     /* cls */                                                     \
    X(MR_TRACE_CLASS_DISPOSED, "class disposed")         /* text = name */                                             \
    X(MR_TRACE_METHOD_ADDED, "method added")             /* cls, selector, imp */                                      \
    X(MR_TRACE_METHOD_REPLACED, "method replaced")       /* cls, selector, imp */                                      \
    X(MR_TRACE_CACHE_FILLED, "cache filled")             /* cls, selector, imp */                                      \
    X(MR_TRACE_CACHE_FLUSHED, "cache flushed")           /* cls; the caches of its subclasses too */                   \
    X(MR_TRACE_ISA_CHANGED, "isa changed")               /* object, cls = new isa, other = old isa */                  \
    X(MR_TRACE_INITIALIZE, "+initialize")                /* cls */                                                     \
    X(MR_TRACE_OBJECT_ALLOCATED, "object allocated")     /* object, cls */                                             \
    X(MR_TRACE_OBJECT_DEALLOCATED, "object deallocated") /* object, cls */                                             \
    X(MR_TRACE_MESSAGE, "message")                       /* object, cls = class searched, selector, imp */             \
    X(MR_TRACE_FORWARDED, "forwarded")                   /* object, selector, other = target, or nil */                \
    X(MR_TRACE_EXCEPTION, "exception")                   /* object = exception */                                      \
    X(MR_TRACE_OBSERVER_ADDED, "observer added")         /* object, other = observer, text = key path */               \
    X(MR_TRACE_OBSERVER_REMOVED, "observer removed")     /* object, other = observer, text = key path */               \
    X(MR_TRACE_WILL_CHANGE, "will change")               /* object, text = key */                                      \
    X(MR_TRACE_DID_CHANGE, "did change")                 /* object, text = key */                                      \
    X(MR_TRACE_CHANGE_ABANDONED, "change abandoned")     /* in place of did change: an exception was raised */         \
    X(MR_TRACE_ORIGINAL_CALLED, "original called")       /* object, cls, selector, imp */                              \
    X(MR_TRACE_ORIGINAL_RETURNED, "original returned")   /* object, cls, selector; of class: other = its result */     \
    X(MR_TRACE_NOTIFICATION, "notification")             /* object, other = observer, argument, text = key path */     \
    X(MR_TRACE_NOTIFICATION_DONE, "notification done")   /* object, other = observer, text = key path */               \
    X(MR_TRACE_OVERRIDE_ENTERED, "override entered")     /* object, cls = notifying class, selector */                 \
    X(MR_TRACE_OVERRIDE_RETURNED, "override returned")   /* object, cls, selector; of class: other = its result */
typedef enum {
#define MR_TRACE_KIND(kind, name) kind,
    MR_TRACE_LIST(MR_TRACE_KIND)
#undef MR_TRACE_KIND
} mr_trace_kind;

typedef struct {
    mr_trace_kind kind;
    id object, argument;
    Class cls;
    const void *other;
    SEL selector;
    IMP imp;
    const char *text;
} mr_trace_event;

typedef void (*mr_trace_function)(const mr_trace_event *event, void *context);
// Replaces the hook; NULL turns tracing off. Threads that are inside the old hook finish it with its context, perhaps
// after this call has returned: keep the context of a hook for ever.
void mr_trace_set_hook(mr_trace_function hook, void *context);
extern mr_trace_function mr_trace_hook;  // read and written atomically
static inline bool mr_trace_is_on(void) { return __atomic_load_n(&mr_trace_hook, __ATOMIC_RELAXED) != NULL; }
// Calls the hook with an event of the layers above.
void mr_trace_emit(const mr_trace_event *event);
// Whether every message emits MR_TRACE_MESSAGE. While on, method caches stay empty, so that each message takes the slow
// path.
void instrumentObjcMessageSends(BOOL flag);

MR_END_DECLS

#endif
