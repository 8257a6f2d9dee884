// stack.c - walks the stack of a thread to find the code that gets an exception.
//
//      handler in a compiled frame ◄─outer─ C or Swift ("waiting") ◄─ compiled frames ◄─inner─ C or Swift that raises
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

static void visit_compiled(walk *walk, struct _Unwind_Context *frame) {
    mr_stack_view *view = &walk->view;
    if (view->inner.caller == 0) view->inner = return_into(frame, walk->frameRecord);
    else if (view->waiting && view->outer.caller == 0) view->outer = return_into(frame, walk->frameRecord);
    view->is_caught = mr_frame_handler(frame, walk->exception, &view->landing) == MR_FRAME_CATCHES;
    view->is_direct = view->is_caught && view->waiting == 0;
    view->catcher = _Unwind_GetCFA(frame);
}

static _Unwind_Reason_Code visit(struct _Unwind_Context *frame, void *context) {
    walk *walk = context;
    mr_stack_view *view = &walk->view;
    if (mr_frame_is_compiled(frame)) visit_compiled(walk, frame);
    else if (view->inner.caller && view->waiting == 0) view->waiting = _Unwind_GetCFA(frame);
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
