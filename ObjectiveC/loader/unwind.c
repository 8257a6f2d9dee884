// unwind.c - unwinds compiled frames up to a frame that is known, runs their cleanups, and continues in that frame.
//
//      the handler                                        ◄─ compiled frames, none of which catches ─ @throw
//      continues at its landing pad
//
//      the frame of C or Swift that called compiled code  ◄─ compiled frames, none of which catches ─ @throw
//      continues: its call returned zero,                    their cleanups run
//      and the exception is pending
#include <unwind.h>

#include "abi.h"

_Noreturn void mr_continue(const mr_continuation *target) __attribute__((visibility("hidden")));  // unwind.S

static _Noreturn void arrive(struct _Unwind_Exception *exception, const mr_journey *journey) {
    mr_continuation target = journey->target;  // `arrived` frees the journey
    journey->arrived(exception);
    mr_continue(&target);
}

// Called by the unwinder for each frame before its cleanups run, and again when a cleanup has ended and unwinding
// resumes.
static _Unwind_Reason_Code stop(int version, _Unwind_Action action, uint64_t class, struct _Unwind_Exception *exception,
                                struct _Unwind_Context *frame, void *context) {
    const mr_journey *journey = context;
    if (action & _UA_END_OF_STACK) mr_fatal("an exception passed the frame that it was to go to");
    if (_Unwind_GetCFA(frame) != journey->target.frame) return _URC_NO_REASON;
    arrive(exception, journey);
}

_Noreturn void mr_unwind_to(struct _Unwind_Exception *exception, const mr_journey *journey) {
    assert(journey->target.frame);
    // The values of the target's registers are known, so frames that have nothing to do need no second visit.
    if (!journey->has_cleanups) arrive(exception, journey);
    _Unwind_ForcedUnwind(exception, stop, (void *)journey);
    mr_fatal("an exception could not leave compiled code");
}
