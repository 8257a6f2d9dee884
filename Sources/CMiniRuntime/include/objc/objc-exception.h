// objc-exception.h - exceptions without unwinding.
//
// An exception is raised into a slot of its thread, as in JNI: the method that raised returns zero, so do its callers,
// and whoever sent several messages looks at the slot between them. No frame is skipped, so nothing leaks and
// no lock stays held. Who cannot go on calls mr_exception_uncaught(), which ends the process with the text
// that every Objective-C programmer has met.
#ifndef OBJC_EXCEPTION_H
#define OBJC_EXCEPTION_H

#include "objc.h"

// Raises `exception`, retained. If one is pending already, that one stays: it came first, and this one follows from it.
void objc_exception_throw(id exception);
// Raises NSGenericException: `*** Collection <C: 0x…> was mutated while being enumerated.`
void objc_enumerationMutation(id collection);

typedef void (*objc_uncaught_exception_handler)(id exception);
// Called once before the process aborts. Returns the handler replaced. Process-wide.
objc_uncaught_exception_handler objc_setUncaughtExceptionHandler(objc_uncaught_exception_handler handler);

// Makes an NSException and raises it.
void mr_raise(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Makes an NSException, +1 (caller releases).
id mr_exception_create(const char *name, const char *reason);
// The texts of an NSException, or of any object that is used as one. Borrowed.
const char *mr_exception_name(id exception);
const char *mr_exception_reason(id exception);
// This thread's pending exception, borrowed; nil if there is none. Inline: it is asked for between any two messages.
extern _Thread_local id mr_pending_exception;
static inline id mr_exception_pending(void) { return mr_pending_exception; }
// Takes it out of the slot, +1 (caller releases).
id mr_exception_take(void);
// How many callers up this thread's stack will throw what is pending: the sends that a Swift `try` stands before.
int mr_catch_depth(void);
// Returns what was pending, +1, which is set aside until the end: it is not the business of what is called meanwhile.
id mr_catch_begin(void);
void mr_catch_end(id before);
// Ends the process if this thread has a pending exception: handler, text on standard error, abort().
void mr_exception_uncaught(void);

#endif
