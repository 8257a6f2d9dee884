// leave.c - an exception of compiled code leaves it: for a caller in Swift, which waits for exceptions in the slot.
//
//      Swift `try` ─► the frame that called compiled code ─► compiled frames, none of which catches ─► @throw
//                     goes on with zero, as callers do      their cleanups run
//                     that find an exception pending
#include <unwind.h>

#include "abi.h"

// The registers that a function leaves to its caller as they were, by their numbers in unwind tables; then come the stack
// pointer and the address to go on at.
#if defined(__x86_64__)
static const int saved[] = {3, 6, 12, 13, 14, 15};
#elif defined(__aarch64__)
static const int saved[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 72, 73, 74, 75, 76, 77, 78, 79};
#endif
enum { SAVED_COUNT = sizeof saved / sizeof *saved };

_Noreturn void mr_leave_to(const uint64_t *registers) __attribute__((visibility("hidden")));  // leave.S

// ── Who gets it ─────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    id exception;
    bool isCompiled, isCaught;  // a compiled frame was there, and one that catches
    uintptr_t caller;           // the stack pointer of the frame that called compiled code, or 0
} search;

static _Unwind_Reason_Code search_frame(struct _Unwind_Context *frame, void *context) {
    search *state = context;
    mr_landing landing;
    if (mr_frame_code(frame) == MR_CODE_COMPILED) {
        state->isCompiled = true;
        state->isCaught = mr_frame_handler(frame, state->exception, &landing) == MR_FRAME_CATCHES;
        return state->isCaught ? _URC_END_OF_STACK : _URC_NO_REASON;
    }
    if (!state->isCompiled) return _URC_NO_REASON;  // the functions that throw
    state->caller = _Unwind_GetCFA(frame);
    return _URC_END_OF_STACK;
}

uintptr_t mr_frame_that_waits(id exception) {
    if (mr_catch_depth() == 0) return 0;
    search state = {.exception = exception};
    _Unwind_Backtrace(search_frame, &state);
    return state.isCaught ? 0 : state.caller;
}

// ── Leaving ─────────────────────────────────────────────────────────────────────────────────────────

// Called for each frame before its cleanups run. The frames of a landing pad that resumes are among them.
static _Unwind_Reason_Code stop(int version, _Unwind_Action action, uint64_t class, struct _Unwind_Exception *exception,
                                struct _Unwind_Context *frame, void *context) {
    const mr_journey *way = context;
    if (action & _UA_END_OF_STACK) mr_fatal("an exception passed the frame that it was to go to");
    if (_Unwind_GetCFA(frame) != way->caller) return _URC_NO_REASON;
    uint64_t registers[SAVED_COUNT + 2];
    for (int index = 0; index < SAVED_COUNT; index++) registers[index] = _Unwind_GetGR(frame, saved[index]);
    registers[SAVED_COUNT] = way->caller;
    registers[SAVED_COUNT + 1] = _Unwind_GetIP(frame);
    way->arrived(exception);
    mr_leave_to(registers);
}

_Noreturn void mr_leave(struct _Unwind_Exception *exception, const mr_journey *journey) {
    assert(journey->caller && mr_exception_pending() == nil);
    _Unwind_ForcedUnwind(exception, stop, (void *)journey);
    mr_fatal("an exception could not leave compiled code");
}
