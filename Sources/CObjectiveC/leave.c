// leave.c - lets an exception leave compiled code for a caller in Swift, which checks for the pending exception.
//
//      Swift `try` ─► the frame that called compiled code ─► compiled frames, none of which catches ─► @throw
//                     continues: its call returned zero,    their cleanups run
//                     and the exception is pending
#include <unwind.h>

#include "abi.h"

// The callee-saved registers, by their DWARF numbers. mr_leave_to expects their values in this order, followed by the
// stack pointer and the address to continue at.
#if defined(__x86_64__)
static const int saved[] = {3, 6, 12, 13, 14, 15};
#elif defined(__aarch64__)
static const int saved[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 72, 73, 74, 75, 76, 77, 78, 79};
#endif
enum { SAVED_COUNT = sizeof saved / sizeof *saved };

_Noreturn void mr_leave_to(const uint64_t *registers) __attribute__((visibility("hidden")));  // leave.S

// ── The frame that gets the exception ───────────────────────────────────────────────────────────────

typedef struct {
    id exception;
    bool isCompiled, isCaught;  // whether a compiled frame was found, and whether one catches
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
    if (!state->isCompiled) return _URC_NO_REASON;  // a function of this folder or the core that throws
    state->caller = _Unwind_GetCFA(frame);
    return _URC_END_OF_STACK;
}

uintptr_t mr_frame_that_waits(id exception) {
    if (mr_try_depth() == 0) return 0;
    search state = {.exception = exception};
    _Unwind_Backtrace(search_frame, &state);
    return state.isCaught ? 0 : state.caller;
}

// ── Leaving ─────────────────────────────────────────────────────────────────────────────────────────

// Called by the unwinder for each frame before its cleanups run, and again when a cleanup has ended and unwinding
// resumes.
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
