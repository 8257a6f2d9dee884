// run-loop.c - stops and wakes run loops, and returns run loops of CoreFoundation. Swift's Foundation
// exports these functions.
#include "run-loop.h"

extern void *CFRunLoopGetCurrent(void);
extern void *CFRunLoopGetMain(void);
extern void CFRunLoopStop(void *loop);
extern void CFRunLoopWakeUp(void *loop);

void mr_stop_run_loop(void) { CFRunLoopStop(CFRunLoopGetCurrent()); }
static _Thread_local bool returns_after_source;

bool mr_run_loop_return_after_source(bool returns) {
    bool outer = returns_after_source;
    returns_after_source = returns;
    return outer;
}

void mr_run_loop_has_sent_message(void) {
    if (returns_after_source) mr_stop_run_loop();
}

void mr_wake_run_loop(void *loop) { CFRunLoopWakeUp(loop); }
void *mr_current_run_loop(void) { return CFRunLoopGetCurrent(); }
void *mr_main_run_loop(void) { return CFRunLoopGetMain(); }
