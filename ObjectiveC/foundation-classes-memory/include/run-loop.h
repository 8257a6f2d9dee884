// run-loop.h - functions of Swift's Foundation that have no names in Swift.
#ifndef MR_RUN_LOOP_H
#define MR_RUN_LOOP_H

#include <stdbool.h>

// Lets the run loop that runs on this thread return as soon as the code that it has called returns.
void mr_stop_run_loop(void);
// A message of another thread ends the run of a run loop as a source of events does: if the run was to return after a
// source. mr_run_loop_return_after_source says so for the run that begins now on this thread, and returns what was
// said for the run around it, to be restored afterwards.
bool mr_run_loop_return_after_source(bool returns);
void mr_run_loop_has_sent_message(void);
// Lets a sleeping run loop of CoreFoundation look for blocks. Any thread.
void mr_wake_run_loop(void *loop);
// Return CoreFoundation's run loop of this thread, and of the main thread; borrowed.
void *mr_current_run_loop(void);
void *mr_main_run_loop(void);

#endif
