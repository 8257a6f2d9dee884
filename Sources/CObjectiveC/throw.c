// throw.c - `@throw`, `@catch` and `@finally` of compiled code: unwinding, by the Itanium ABI.
//
// An exception is thrown if a compiled frame up the stack catches it. Where a caller in Swift waits for exceptions and is
// nearer, it leaves compiled code (leave.c). Else the process ends with the text that everybody knows.
//
// What the runtime itself raises lies in the thread's slot (exception.c of the core), where C and Swift look for it, and
// compiled code does not. So it is thrown from there, if a compiled frame catches it, and nothing but compiled code and the
// core's lies between, or no caller in Swift waits for it. Where a compiled frame would go on in spite of it, the process
// ends.
#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

#include "abi.h"

// "MRTOBJC" and a zero byte: tells our exceptions from those of C++ and others.
static const uint64_t OUR_CLASS = UINT64_C(0x4d52544f424a4300);

typedef struct thrown {
    id object;                          // +1
    struct thrown *outer;               // the exception whose handler was running when this one was caught
    struct _Unwind_Exception *foreign;  // one of another language, caught by `@catch (...)`, or NULL
    mr_journey journey;
    struct _Unwind_Exception unwind;
} thrown;

static MR_THREAD_LOCAL thrown *caught;  // those whose handlers run on this thread, the innermost first

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

// Puts it into the slot.
static void arrived(struct _Unwind_Exception *unwind) {
    thrown *exception = thrown_of(unwind);
    mr_pending_exception = exception->object;
    free(exception);
}

static _Noreturn void throw_exception(thrown *exception) {
    exception->journey = (mr_journey){mr_frame_that_waits(exception->object), arrived};
    if (exception->journey.caller) mr_leave(&exception->unwind, &exception->journey);
    _Unwind_RaiseException(&exception->unwind);
    uncaught(exception);  // it returns only where nobody catches
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

// ── What the runtime raises ─────────────────────────────────────────────────────────────────────────

typedef struct {
    id exception;
    bool seesOther, seesCompiled;  // frames that were passed
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
    // Behind other code than ours, a caller in Swift that waits for the exception may be nearer than a handler.
    bool isOver = state->isCaught || (state->seesOther && mr_catch_depth() > 0);
    return isOver ? _URC_END_OF_STACK : _URC_NO_REASON;
}

void mr_exception_unwind(void) {
    search state = {.exception = mr_exception_pending()};
    _Unwind_Backtrace(search_frame, &state);
    if (state.isCaught) throw_exception(make_exception(mr_exception_take()));
    if (state.seesCompiled && mr_catch_depth() == 0) mr_exception_uncaught();
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

// `@throw;` in a handler, and the end of `@finally`: the same object, as an exception of its own. The handler, which ends
// thereby, releases the old one. An exception of another language goes on itself.
_Noreturn void objc_exception_rethrow(void) {
    if (caught == NULL) mr_fatal("@throw without an object, outside of every @catch");
    struct _Unwind_Exception *foreign = caught->foreign;
    assert(foreign || caught->object);
    if (foreign == NULL) throw_exception(make_exception(objc_retain(caught->object)));
    caught->foreign = NULL;
    _Unwind_Resume_or_Rethrow(foreign);
    mr_fatal("an exception of another language is caught by nobody");
}

// Where an exception would leave a cleanup.
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
