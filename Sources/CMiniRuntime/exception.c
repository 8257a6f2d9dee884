// exception.c - the pending exception of each thread, NSException, and the abort for uncaught exceptions.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

_Thread_local id mr_pending_exception;
static _Atomic(objc_uncaught_exception_handler) uncaught_handler;

// ── The pending exception ───────────────────────────────────────────────────────────────────────────

id mr_exception_take(void) {
    id exception = mr_pending_exception;
    mr_pending_exception = nil;
    return exception;
}

static _Thread_local int catch_depth;

int mr_catch_depth(void) { return catch_depth; }

id mr_catch_begin(void) {
    catch_depth++;
    return mr_exception_take();
}

void mr_catch_end(id before) {
    catch_depth--;
    if (before == nil) return;
    id dropped = mr_pending_exception;
    mr_pending_exception = before;
    objc_release(dropped);
}

void objc_exception_throw(id exception) {
    if (exception == nil) {
        mr_raise("NSInvalidArgumentException", "objc_exception_throw: the exception is nil");
        return;
    }
    mr_trace(.kind = MR_TRACE_EXCEPTION, .object = exception);
    if (mr_pending_exception == nil) mr_pending_exception = objc_retain(exception);
}

void mr_raise(const char *name, const char *format, ...) {
    char *reason = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&reason, format, arguments) < 0) mr_fatal("out of memory while raising %s", name);
    va_end(arguments);
    id exception = mr_exception_create(name, reason);
    free(reason);
    objc_exception_throw(exception);
    objc_release(exception);
}

void objc_enumerationMutation(id collection) {
    mr_raise("NSGenericException", "*** Collection <%s: %p> was mutated while being enumerated.",
             object_getClassName(collection), (void *)collection);
}

// ── Uncaught exceptions ─────────────────────────────────────────────────────────────────────────────

objc_uncaught_exception_handler objc_setUncaughtExceptionHandler(objc_uncaught_exception_handler handler) {
    return atomic_exchange(&uncaught_handler, handler);
}

void mr_exception_uncaught(void) {
    if (mr_pending_exception == nil) return;
    id exception = mr_exception_take();
    objc_uncaught_exception_handler handler = atomic_load(&uncaught_handler);
    if (handler) handler(exception);
    const char *name = mr_exception_name(exception), *reason = mr_exception_reason(exception);
    fflush(stdout);
    if (name) {
        fprintf(stderr, "*** Terminating app due to uncaught exception '%s', reason: '%s'\n", name,
                reason ? reason : "");
    } else {
        fprintf(stderr, "*** Terminating app due to uncaught exception of class '%s'\n",
                object_getClassName(exception));
    }
    abort();
}

// ── NSException ─────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    Class isa;
    char *name, *reason;
} exception_object;

static exception_object *as_exception(id object) {
    return mr_inherits(object_getClass(object), mr_class.NSException) ? (exception_object *)object : NULL;
}

id mr_exception_create(const char *name, const char *reason) {
    exception_object *exception = (exception_object *)class_createInstance(mr_class.NSException, 0);
    exception->name = mr_copy_string(name);
    exception->reason = mr_copy_string(reason);
    return (id)exception;
}

const char *mr_exception_name(id exception) {
    exception_object *object = as_exception(exception);
    return object ? object->name : NULL;
}

const char *mr_exception_reason(id exception) {
    exception_object *object = as_exception(exception);
    return object ? object->reason : NULL;
}

static void exception_raise(id self, SEL _cmd) { objc_exception_throw(self); }

static id exception_name(id self, SEL _cmd) { return mr_string_object(mr_exception_name(self)); }

static id exception_reason(id self, SEL _cmd) { return mr_string_object(mr_exception_reason(self)); }

static void exception_dealloc(id self, SEL _cmd) {
    free(as_exception(self)->name);
    free(as_exception(self)->reason);
    object_dispose(self);
}

void mr_exception_boot(void) {
    static const mr_method_entry methods[] = {
        {"raise", "v16@0:8", (IMP)exception_raise},     {"name", "@16@0:8", (IMP)exception_name},
        {"reason", "@16@0:8", (IMP)exception_reason},   {"description", "@16@0:8", (IMP)exception_reason},
        {"dealloc", "v16@0:8", (IMP)exception_dealloc},
    };
    mr_class.NSException = mr_define_class("NSException", mr_class.NSObject, sizeof(exception_object) - sizeof(Class));
    MR_ADD_METHODS(mr_class.NSException, methods);
}
