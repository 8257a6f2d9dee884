// run-loop.c - stops the run loop of the current thread, and returns run loops of CoreFoundation. Swift's Foundation
// exports these functions.
#include "run-loop.h"

extern void *CFRunLoopGetCurrent(void);
extern void *CFRunLoopGetMain(void);
extern void CFRunLoopStop(void *loop);

void mr_stop_run_loop(void) { CFRunLoopStop(CFRunLoopGetCurrent()); }
void *mr_current_run_loop(void) { return CFRunLoopGetCurrent(); }
void *mr_main_run_loop(void) { return CFRunLoopGetMain(); }
