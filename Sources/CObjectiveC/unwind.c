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

// The callee-saved registers, by their DWARF numbers. mr_continue expects their values in this order, followed by the
// stack pointer, the address to continue at, and the contents of the two registers for results.
#if defined(__x86_64__)
static const int saved[] = {3, 6, 12, 13, 14, 15};
#elif defined(__aarch64__)
static const int saved[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 72, 73, 74, 75, 76, 77, 78, 79};
#endif
enum { SAVED_COUNT = sizeof saved / sizeof *saved };

_Noreturn void mr_continue(const uint64_t *registers) __attribute__((visibility("hidden")));  // unwind.S

// Called by the unwinder for each frame before its cleanups run, and again when a cleanup has ended and unwinding
// resumes.
static _Unwind_Reason_Code stop(int version, _Unwind_Action action, uint64_t class, struct _Unwind_Exception *exception,
                                struct _Unwind_Context *frame, void *context) {
    const mr_journey *way = context;
    if (action & _UA_END_OF_STACK) mr_fatal("an exception passed the frame that it was to go to");
    if (_Unwind_GetCFA(frame) != way->frame) return _URC_NO_REASON;
    uint64_t registers[SAVED_COUNT + 4];
    for (int index = 0; index < SAVED_COUNT; index++) registers[index] = _Unwind_GetGR(frame, saved[index]);
    registers[SAVED_COUNT] = way->frame;
    registers[SAVED_COUNT + 1] = way->address ? way->address : _Unwind_GetIP(frame);
    registers[SAVED_COUNT + 2] = way->results[0];
    registers[SAVED_COUNT + 3] = way->results[1];
    way->arrived(exception);
    mr_continue(registers);
}

_Noreturn void mr_unwind_to(struct _Unwind_Exception *exception, const mr_journey *journey) {
    assert(journey->frame);
    _Unwind_ForcedUnwind(exception, stop, (void *)journey);
    mr_fatal("an exception could not leave compiled code");
}
