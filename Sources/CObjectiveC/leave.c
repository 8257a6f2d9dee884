// leave.c - lets an exception leave compiled code for the code that called it, which is not unwound.
//
//      the frame of C or Swift that called compiled code ─► compiled frames, none of which catches ─► @throw
//      continues: its call returned zero,                   their cleanups run
//      and the exception is pending
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
    assert(journey->caller);
    _Unwind_ForcedUnwind(exception, stop, (void *)journey);
    mr_fatal("an exception could not leave compiled code");
}
