// stack.c - walks the stack of a thread to find the code that gets an exception.
//
//      handler in a compiled frame ◄─outer─ C or Swift ◄─ compiled frames ◄─inner─ C or Swift that raises
//
// "Other code" is everything but compiled Objective-C: Swift, C, and this runtime.
#include <unwind.h>

#include "abi.h"

typedef struct {
    mr_stack_view view;
    id exception;
    mr_wanted_return wanted;
    bool isAwaited;         // a caller in Swift waits for exceptions, so the walk need not find a handler
    uintptr_t frameRecord;  // the frame pointer of the frame that was visited last
} walk;

// Returns the return into a compiled frame of the frame that was visited before.
static mr_return return_into(struct _Unwind_Context *frame, uintptr_t frameRecord) {
    mr_return place = {_Unwind_GetCFA(frame), _Unwind_GetIP(frame), NULL};
#if defined(__x86_64__)
    place.slot = (uintptr_t *)(place.caller - sizeof(uintptr_t));
#elif defined(__aarch64__)
    // The called function has stored the caller's frame pointer and the return address together, if it has done so.
    bool isRecord = frameRecord > (uintptr_t)__builtin_frame_address(0) && frameRecord < place.caller;
    if (isRecord && frameRecord % 16 == 0) place.slot = (uintptr_t *)frameRecord + 1;
#endif
    return place;
}

// The callee-saved registers, by their DWARF numbers.
#if defined(__x86_64__)
static const int saved[MR_SAVED_REGISTERS] = {3, 6, 12, 13, 14, 15};
#elif defined(__aarch64__)
static const int saved[MR_SAVED_REGISTERS] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                                              29, 72, 73, 74, 75, 76, 77, 78, 79};
#endif

// Continues as if the function that the frame called had returned zero.
static mr_continuation after_call(struct _Unwind_Context *frame) {
    mr_continuation place = {.frame = _Unwind_GetCFA(frame), .address = _Unwind_GetIP(frame)};
    for (int index = 0; index < MR_SAVED_REGISTERS; index++) place.saved[index] = _Unwind_GetGR(frame, saved[index]);
    return place;
}

static void visit_compiled(walk *walk, struct _Unwind_Context *frame) {
    mr_stack_view *view = &walk->view;
    bool isBelow = view->target.frame == 0;
    if (view->inner.caller == 0) view->inner = return_into(frame, walk->frameRecord);
    else if (!isBelow && view->outer.caller == 0) view->outer = return_into(frame, walk->frameRecord);
    mr_landing landing;
    mr_frame_kind kind = mr_frame_handler(frame, walk->exception, &landing);
    view->is_caught = kind == MR_FRAME_CATCHES;
    view->is_direct = view->is_caught && isBelow;
    view->has_cleanups |= isBelow && kind == MR_FRAME_CLEANS_UP;
    if (!view->is_direct) return;
    view->target = after_call(frame);
    view->target.address = landing.landing_pad;
    view->target.results[1] = (uint64_t)landing.selector;
}

static _Unwind_Reason_Code visit(struct _Unwind_Context *frame, void *context) {
    walk *walk = context;
    mr_stack_view *view = &walk->view;
    if (mr_frame_is_compiled(frame)) visit_compiled(walk, frame);
    else if (view->inner.caller && view->target.frame == 0) view->target = after_call(frame);
    const mr_return *wanted = walk->wanted == MR_WANTS_INNER ? &view->inner : &view->outer;
#if defined(__aarch64__)
    walk->frameRecord = _Unwind_GetGR(frame, 29);
#endif
    return view->is_caught || (walk->isAwaited && wanted->caller) ? _URC_END_OF_STACK : _URC_NO_REASON;
}

mr_stack_view mr_stack_look(id exception, mr_wanted_return wanted) {
    walk walk = {.exception = exception, .wanted = wanted, .isAwaited = mr_try_depth() > 0};
    mr_returns_restore();
    _Unwind_Backtrace(visit, &walk);
    mr_returns_replace();
    return walk.view;
}
