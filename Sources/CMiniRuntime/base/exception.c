// exception.c - the pending exception of each thread, NSException, and the abort for uncaught exceptions.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../boot/boot.h"
#include "base.h"

MR_THREAD_LOCAL id mr_pending_exception;
static _Atomic(objc_uncaught_exception_handler) uncaught_handler;

// ── The pending exception ───────────────────────────────────────────────────────────────────────────

id mr_exception_take(void) {
    id exception = mr_pending_exception;
    mr_pending_exception = nil;
    return exception;
}

void mr_exception_put_back(id before) {
    if (before == nil) return;
    id dropped = mr_pending_exception;
    mr_pending_exception = before;
    objc_release(dropped);
}

MR_THREAD_LOCAL int mr_try_count;

int mr_try_depth(void) { return mr_try_count; }

id mr_try_begin(void) {
    mr_try_count++;
    return mr_exception_take();
}

void mr_try_end(id before) {
    mr_try_count--;
    mr_exception_put_back(before);
}

// Takes over a +1.
static void raise_owned(id exception) {
    mr_trace(.kind = MR_TRACE_EXCEPTION, .object = exception);
    if (mr_exception_await) mr_exception_await(exception);
    if (mr_pending_exception) objc_release(exception);
    else mr_pending_exception = exception;
}

void mr_exception_raise(id exception) {
    if (exception == nil) {
        mr_raise("NSInvalidArgumentException", "mr_exception_raise: the exception is nil");
        return;
    }
    raise_owned(objc_retain(exception));
}

void mr_raise(const char *name, const char *format, ...) {
    char *reason = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&reason, format, arguments) < 0) mr_fatal("out of memory while raising %s", name);
    va_end(arguments);
    id exception = mr_exception_create(name, reason);
    free(reason);
    raise_owned(exception);
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
    if (mr_is_thrown_nil(exception)) mr_fatal("*** Terminating app due to uncaught exception: nil was thrown");
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

// ── A thrown nil ────────────────────────────────────────────────────────────────────────────────────

static _Atomic(id) thrown_nil;

id mr_thrown_nil(void) {
    id known = atomic_load_explicit(&thrown_nil, memory_order_acquire), none = nil;
    if (known) return known;
    id new = class_createInstance(mr_class.NSObject, 0);
    if (atomic_compare_exchange_strong(&thrown_nil, &none, new)) return new;
    objc_release(new);
    return none;
}

bool mr_is_thrown_nil(id exception) {
    return exception && exception == atomic_load_explicit(&thrown_nil, memory_order_acquire);
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
    id exception = class_createInstance(mr_class.NSException, 0);
    mr_exception_set_texts(exception, name, reason);
    return exception;
}

void mr_exception_set_texts(id object, const char *name, const char *reason) {
    exception_object *exception = as_exception(object);
    assert(exception && exception->name == NULL);
    exception->name = mr_copy_string(name);
    exception->reason = mr_copy_string(reason);
}

const char *mr_exception_name(id exception) {
    exception_object *object = as_exception(exception);
    return object ? object->name : NULL;
}

const char *mr_exception_reason(id exception) {
    exception_object *object = as_exception(exception);
    return object ? object->reason : NULL;
}

static void exception_raise(id self, SEL _cmd) { mr_exception_raise(self); }

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
