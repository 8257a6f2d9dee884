// run-loop.h - functions of Swift's Foundation that have no names in Swift.
#ifndef MR_RUN_LOOP_H
#define MR_RUN_LOOP_H

// Lets the run loop that runs on this thread return as soon as the code that it has called returns.
void mr_stop_run_loop(void);
// Return CoreFoundation's run loop of this thread, and of the main thread; borrowed.
void *mr_current_run_loop(void);
void *mr_main_run_loop(void);

#endif
