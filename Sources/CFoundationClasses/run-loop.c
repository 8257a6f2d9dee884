// run-loop.c - stops the run loop of the current thread. Swift's Foundation exports the two functions.
#include "run-loop.h"

extern void *CFRunLoopGetCurrent(void);
extern void CFRunLoopStop(void *loop);

void mr_stop_run_loop(void) { CFRunLoopStop(CFRunLoopGetCurrent()); }
