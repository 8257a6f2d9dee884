// throw.c - `@throw`, `@catch` and `@finally` in compiled code: stack unwinding by the Itanium ABI.
//
// Only compiled frames are unwound (unwind.c). A thrown exception goes to the nearest compiled frame that catches it.
// If code of C or Swift is nearer, the exception leaves compiled code: it is pending in that code, which checks for it
// and returns. If that code returns to compiled code, the exception is thrown again there (return.c). An exception that
// the runtime or Swift raises is pending from the beginning, and goes the same way.
//
// If nothing on the stack handles the exception, the process ends at once with Apple's message: "*** Terminating app
// due to uncaught exception ...".
#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

#include "abi.h"

// "MRTOBJC" and a zero byte: distinguishes Objective-C exceptions from those of C++ and other languages.
static const uint64_t OUR_CLASS = UINT64_C(0x4d52544f424a4300);

typedef struct thrown {
    id object;                          // +1
    struct thrown *outer;               // the exception whose handler was running when this one was caught
    struct _Unwind_Exception *foreign;  // an exception of another language that `@catch (...)` caught, or NULL
    bool is_caught_by_cxx;              // the handler is one of C++
    size_t inner;                       // the handlers of C++ that run inside this one, for exceptions of C++
    mr_journey journey;
    struct _Unwind_Exception unwind;
} thrown;

static MR_THREAD_LOCAL thrown *caught;  // the exceptions whose handlers are running on this thread, innermost first

mr_exception_type OBJC_EHTYPE_id = {&objc_ehtype_vtable[2], "id", Nil};

static thrown *thrown_of(struct _Unwind_Exception *exception) {
    if (exception->exception_class != OUR_CLASS) return NULL;
    return (thrown *)((char *)exception - offsetof(thrown, unwind));
}

// ── Throwing ────────────────────────────────────────────────────────────────────────────────────────

static void end_exception(thrown *exception) {
    assert(exception != caught);
    id object = exception->object;
    free(exception);
    objc_release(object);
}

static void cleanup(_Unwind_Reason_Code reason, struct _Unwind_Exception *exception) {
    end_exception(thrown_of(exception));
}

static _Noreturn void uncaught(id exception) {
    objc_release(mr_exception_take());
    mr_pending_exception = exception;
    mr_exception_uncaught();
    abort();
}

// Makes the exception the thread's pending exception, unless there is one: the first is the cause. Called when it has
// reached the code that called compiled code.
static void arrived(struct _Unwind_Exception *unwind) {
    thrown *exception = thrown_of(unwind);
    id object = exception->object;
    free(exception);
    if (mr_pending_exception) objc_release(object);
    else mr_pending_exception = object;
}

// The handler calls objc_begin_catch itself.
static void caught_directly(struct _Unwind_Exception *unwind) {}

// Whether the code of C or Swift that gets the exception passes it on to a handler, or handles it itself.
static bool passes_on(const mr_stack_view *stack) {
    const mr_return *outer = &stack->outer;
    if (outer->caller == 0 || mr_return_is_awaited(outer) || mr_return_await(outer)) return true;
    return !stack->is_caught;
}

// Always inlined, as each frame of ours on the stack is one more to walk over.
static inline __attribute__((always_inline)) _Noreturn void throw_exception(thrown *exception) {
    mr_stack_view stack = mr_stack_look(exception->object, MR_WANTS_OUTER);
    bool isAwaited = stack.target.frame && (stack.is_caught || mr_try_depth() > 0);
    mr_journey *journey = &exception->journey;
    *journey = (mr_journey){stack.target, stack.has_cleanups, stack.is_direct ? caught_directly : arrived};
    if (stack.is_direct) journey->target.results[0] = (uintptr_t)&exception->unwind;
    bool isReached = stack.is_direct || (isAwaited && passes_on(&stack));
    if (isReached && !mr_has_shadow_stack()) mr_unwind_to(&exception->unwind, journey);
    _Unwind_RaiseException(&exception->unwind);
    uncaught(exception->object);  // _Unwind_RaiseException returns only if no frame catches
}

static thrown *make_exception(id object) {
    thrown *exception = mr_allocate(sizeof *exception);
    exception->object = object;
    exception->unwind.exception_class = OUR_CLASS;
    exception->unwind.exception_cleanup = cleanup;
    return exception;
}

_Noreturn void mr_exception_throw(id object) { throw_exception(make_exception(object)); }

_Noreturn void objc_exception_throw(id object) {
    if (object == nil) object = mr_thrown_nil();
    mr_trace_event event = {.kind = MR_TRACE_EXCEPTION, .object = object};
    if (mr_trace_is_on()) mr_trace_emit(&event);
    throw_exception(make_exception(objc_retain(object)));
}

void mr_exception_await(id exception) {
    if (!mr_frames_exist()) return;
    mr_stack_view stack = mr_stack_look(exception, MR_WANTS_INNER);
    if (stack.inner.caller == 0 || mr_return_is_awaited(&stack.inner)) return;
    if (!stack.is_caught && mr_try_depth() == 0) uncaught(exception);
    if (mr_return_await(&stack.inner)) return;
    // The return address cannot be replaced. Then the frames of C and Swift are unwound, without cleanups.
    if (stack.is_caught) mr_exception_throw(exception);
}

// ── Catching ────────────────────────────────────────────────────────────────────────────────────────

id objc_begin_catch(struct _Unwind_Exception *unwind) {
    thrown *exception = thrown_of(unwind);
    if (exception == NULL) {
        exception = make_exception(nil);
        exception->foreign = unwind;
    }
    if (exception->foreign && mr_is_cxx_exception(unwind)) mr_cxx_begin_catch(unwind);
    exception->outer = caught;
    caught = exception;
    return mr_is_thrown_nil(exception->object) ? nil : exception->object;
}

void objc_end_catch(void) {
    thrown *exception = caught;
    if (exception == NULL) return;
    caught = exception->outer;
    struct _Unwind_Exception *foreign = exception->foreign;
    end_exception(exception);
    if (foreign == NULL) return;
    if (mr_is_cxx_exception(foreign)) mr_cxx_end_catch();
    else _Unwind_DeleteException(foreign);
}

// Called for `@throw;` in a handler and at the end of `@finally`. Throws the same object with a new header. Unwinding
// ends the running handler, which then frees the old header. An exception of another language is rethrown itself.
_Noreturn void objc_exception_rethrow(void) {
    if (caught == NULL) mr_fatal("@throw without an object, outside of every @catch");
    struct _Unwind_Exception *foreign = caught->foreign;
    assert(foreign || caught->object);
    if (foreign == NULL) throw_exception(make_exception(objc_retain(caught->object)));
    if (mr_is_cxx_exception(foreign)) mr_cxx_rethrow();
    caught->foreign = NULL;
    _Unwind_Resume_or_Rethrow(foreign);
    mr_fatal("an exception of another language is caught by nobody");
}

// Called when an exception would leave a cleanup.
_Noreturn void objc_terminate(void) {
    if (caught) uncaught(caught->object);
    mr_fatal("an exception was thrown while another one was cleaned up after");
}

// ── Handlers of C++ ─────────────────────────────────────────────────────────────────────────────────
// Handlers end in the reverse order. So a handler of C++ that ends is that of the innermost object if no handler for an
// exception of C++ began later.

static bool is_innermost(void) { return caught && caught->is_caught_by_cxx && caught->inner == 0; }

void *mr_catch_begin(void *unwind) {
    if (thrown_of(unwind) == NULL) {
        if (caught) caught->inner++;
        return mr_cxx_begin_catch(unwind);
    }
    id object = objc_begin_catch(unwind);
    caught->is_caught_by_cxx = true;
    return object;
}

void mr_catch_end(void) {
    if (is_innermost()) {
        objc_end_catch();
        return;
    }
    if (caught && caught->inner) caught->inner--;
    mr_cxx_end_catch();
}

void mr_catch_rethrow(void) {
    if (is_innermost()) objc_exception_rethrow();
    mr_cxx_rethrow();
}

// ── The personality ─────────────────────────────────────────────────────────────────────────────────

_Unwind_Reason_Code __objc_personality_v0(int version, _Unwind_Action action, uint64_t class,
                                          struct _Unwind_Exception *unwind, struct _Unwind_Context *frame) {
    if (version != 1) return _URC_FATAL_PHASE1_ERROR;
    thrown *exception = class == OUR_CLASS ? thrown_of(unwind) : NULL;
    if (exception == NULL && mr_is_cxx_exception(unwind)) {
        return mr_cxx_personality()(version, action, class, unwind, frame);
    }
    mr_landing landing;
    mr_frame_kind kind = mr_frame_handler(frame, exception ? exception->object : nil, &landing);
    if (action & _UA_SEARCH_PHASE) return kind == MR_FRAME_CATCHES ? _URC_HANDLER_FOUND : _URC_CONTINUE_UNWIND;
    if (kind == MR_FRAME_NOTHING) return _URC_CONTINUE_UNWIND;
    _Unwind_SetGR(frame, __builtin_eh_return_data_regno(0), (uintptr_t)unwind);
    _Unwind_SetGR(frame, __builtin_eh_return_data_regno(1), (uintptr_t)landing.selector);
    _Unwind_SetIP(frame, landing.landing_pad);
    return _URC_INSTALL_CONTEXT;
}
