// objc-exception.h - exceptions without unwinding.
//
// Raising an exception stores it in a slot of the current thread, as in JNI. The method that raises then returns zero,
// as do its callers; code that sends several messages tests the slot between them. No frame is skipped, so nothing
// leaks and no lock stays held. Code that cannot continue calls mr_exception_uncaught(), which ends the process with
// Apple's "Terminating app due to uncaught exception" message.
#ifndef OBJC_EXCEPTION_H
#define OBJC_EXCEPTION_H

#include "objc.h"

MR_BEGIN_DECLS

#ifdef __OBJC__
// Called by compiled code for `@throw`. Unwinds to the handler, or ends the process.
__attribute__((noreturn)) void objc_exception_throw(id exception);
__attribute__((noreturn)) void objc_exception_rethrow(void);
#endif
// Retains and raises `exception`. If one is already pending, the pending exception stays, because it is the cause.
void mr_exception_raise(id exception);
// Raises NSGenericException: `*** Collection <C: 0x…> was mutated while being enumerated.`
void objc_enumerationMutation(id collection);

// For variables of which each thread has its own. Code finds such a variable with two instructions and without a call,
// in shared libraries as well. In C++, `thread_local` would be a call; `__thread` is the same in both languages.
#define MR_THREAD_LOCAL __attribute__((tls_model("initial-exec"))) __thread

typedef void (*objc_uncaught_exception_handler)(id exception);
// Sets the handler that is called once before the process aborts. Returns the previous handler. Process-wide.
objc_uncaught_exception_handler objc_setUncaughtExceptionHandler(objc_uncaught_exception_handler handler);

// Creates an NSException and raises it.
void mr_raise(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Returns a new NSException, +1 (caller releases).
id mr_exception_create(const char *name, const char *reason);
// The name and reason of an NSException, borrowed. NULL for an object that is not an NSException.
const char *mr_exception_name(id exception);
const char *mr_exception_reason(id exception);
// This thread's pending exception, borrowed; nil if there is none. Inline, because it is tested after every message.
extern MR_THREAD_LOCAL MR_UNRETAINED id mr_pending_exception;
static inline id mr_exception_pending(void) { return mr_pending_exception; }
// Clears the slot and returns the exception that was pending, +1 (caller releases). nil if there was none.
id mr_exception_take(void);
// Makes what mr_exception_take has returned the pending exception again, and takes it over; any newer one is released.
// Does nothing for nil. Between the two, other code runs as if nothing had been raised.
void mr_exception_put_back(id before);
// The number of callers on this thread's stack that will turn a pending exception into a Swift error: the nested `try`
// sends.
int mr_try_depth(void);
// Sets the pending exception aside, so that the calls up to mr_try_end do not see it. Returns it, +1; nil if there
// was none.
id mr_try_begin(void);
// Ends what mr_try_begin started, and puts back `before`, its result.
void mr_try_end(id before);
// If this thread has a pending exception, calls the uncaught handler, prints the exception on standard error and
// aborts. Otherwise does nothing.
void mr_exception_uncaught(void);

MR_END_DECLS

#endif
