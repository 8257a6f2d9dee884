// run-loop.h - a function of Swift's Foundation that has no name in Swift.
#ifndef MR_RUN_LOOP_H
#define MR_RUN_LOOP_H

// Lets the run loop that runs on this thread return as soon as the code that it has called returns.
void mr_stop_run_loop(void);

#endif
