// throw.c - `@throw`, `@catch` and `@finally` in compiled code: stack unwinding by the Itanium ABI.
//
// A thrown exception unwinds to the nearest compiled frame that catches it. If a caller in Swift that waits for
// exceptions is nearer, the exception leaves compiled code (leave.c). If there is neither, the process ends with
// Apple's message: "*** Terminating app due to uncaught exception ...".
//
// An exception that the runtime itself raises becomes the pending exception of the thread (exception.c of the core). C
// and Swift check for it, compiled code does not. So mr_exception_unwind throws it if a compiled frame catches it,
// provided that only frames of compiled code and of the core lie between, or that no caller in Swift waits. If there is
// neither a handler nor such a caller, the process ends, because a compiled frame would continue as if nothing had
// happened.
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
    mr_journey journey;
    struct _Unwind_Exception unwind;
} thrown;

static MR_THREAD_LOCAL thrown *caught;  // the exceptions whose handlers are running on this thread, innermost first

const void *const objc_ehtype_vtable[3];
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

static _Noreturn void uncaught(thrown *exception) {
    id pending = mr_exception_take();
    objc_release(pending);
    mr_exception_raise(exception->object);
    mr_exception_uncaught();
    abort();
}

// Makes the exception the thread's pending exception. Called when it has reached the caller that waits.
static void arrived(struct _Unwind_Exception *unwind) {
    thrown *exception = thrown_of(unwind);
    mr_pending_exception = exception->object;
    free(exception);
}

static _Noreturn void throw_exception(thrown *exception) {
    exception->journey = (mr_journey){mr_frame_that_waits(exception->object), arrived};
    if (exception->journey.caller) mr_leave(&exception->unwind, &exception->journey);
    _Unwind_RaiseException(&exception->unwind);
    uncaught(exception);  // _Unwind_RaiseException returns only if no frame catches
}

static thrown *make_exception(id object) {
    thrown *exception = mr_allocate(sizeof *exception);
    exception->object = object;
    exception->unwind.exception_class = OUR_CLASS;
    exception->unwind.exception_cleanup = cleanup;
    return exception;
}

_Noreturn void objc_exception_throw(id object) {
    mr_trace_event event = {.kind = MR_TRACE_EXCEPTION, .object = object};
    if (mr_trace_is_on()) mr_trace_emit(&event);
    throw_exception(make_exception(objc_retain(object)));
}

// ── Exceptions that the runtime raises ──────────────────────────────────────────────────────────────

typedef struct {
    id exception;
    bool seesOther, seesCompiled;  // the kinds of frames passed so far
    bool isCaught;
} search;

static _Unwind_Reason_Code search_frame(struct _Unwind_Context *frame, void *context) {
    search *state = context;
    mr_landing landing;
    switch (mr_frame_code(frame)) {
        case MR_CODE_OF_CORE: return _URC_NO_REASON;
        case MR_CODE_OTHER: state->seesOther = true; break;
        case MR_CODE_COMPILED:
            state->seesCompiled = true;
            state->isCaught = mr_frame_handler(frame, state->exception, &landing) == MR_FRAME_CATCHES;
            break;
    }
    // Beyond a frame of other code, a caller in Swift that waits for the exception may be nearer than a handler.
    bool isOver = state->isCaught || (state->seesOther && mr_try_depth() > 0);
    return isOver ? _URC_END_OF_STACK : _URC_NO_REASON;
}

void mr_exception_unwind(void) {
    search state = {.exception = mr_exception_pending()};
    _Unwind_Backtrace(search_frame, &state);
    if (state.isCaught) throw_exception(make_exception(mr_exception_take()));
    if (state.seesCompiled && mr_try_depth() == 0) mr_exception_uncaught();
}

// ── Catching ────────────────────────────────────────────────────────────────────────────────────────

id objc_begin_catch(struct _Unwind_Exception *unwind) {
    thrown *exception = thrown_of(unwind);
    if (exception == NULL) {
        exception = make_exception(nil);
        exception->foreign = unwind;
    }
    exception->outer = caught;
    caught = exception;
    return exception->object;
}

void objc_end_catch(void) {
    thrown *exception = caught;
    if (exception == NULL) return;
    caught = exception->outer;
    if (exception->foreign) _Unwind_DeleteException(exception->foreign);
    end_exception(exception);
}

// Called for `@throw;` in a handler and at the end of `@finally`. Throws the same object with a new header. Unwinding
// ends the running handler, which then frees the old header. An exception of another language is rethrown itself.
_Noreturn void objc_exception_rethrow(void) {
    if (caught == NULL) mr_fatal("@throw without an object, outside of every @catch");
    struct _Unwind_Exception *foreign = caught->foreign;
    assert(foreign || caught->object);
    if (foreign == NULL) throw_exception(make_exception(objc_retain(caught->object)));
    caught->foreign = NULL;
    _Unwind_Resume_or_Rethrow(foreign);
    mr_fatal("an exception of another language is caught by nobody");
}

// Called when an exception would leave a cleanup.
_Noreturn void objc_terminate(void) {
    if (caught) uncaught(caught);
    mr_fatal("an exception was thrown while another one was cleaned up after");
}

// ── The personality ─────────────────────────────────────────────────────────────────────────────────

_Unwind_Reason_Code __objc_personality_v0(int version, _Unwind_Action action, uint64_t class,
                                          struct _Unwind_Exception *unwind, struct _Unwind_Context *frame) {
    if (version != 1) return _URC_FATAL_PHASE1_ERROR;
    thrown *exception = class == OUR_CLASS ? thrown_of(unwind) : NULL;
    mr_landing landing;
    mr_frame_kind kind = mr_frame_handler(frame, exception ? exception->object : nil, &landing);
    if (action & _UA_SEARCH_PHASE) return kind == MR_FRAME_CATCHES ? _URC_HANDLER_FOUND : _URC_CONTINUE_UNWIND;
    if (kind == MR_FRAME_NOTHING) return _URC_CONTINUE_UNWIND;
    _Unwind_SetGR(frame, __builtin_eh_return_data_regno(0), (uintptr_t)unwind);
    _Unwind_SetGR(frame, __builtin_eh_return_data_regno(1), (uintptr_t)landing.selector);
    _Unwind_SetIP(frame, landing.landing_pad);
    return _URC_INSTALL_CONTEXT;
}
