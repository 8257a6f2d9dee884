// objc-arc.h - ownership: retain and release, autorelease pools, weak references. Includes @synchronized.
//
// An object is created with a retain count of 1 and dies when its last owner releases it. In this order, weak
// references to it become nil; -dealloc runs, from its class up to NSObject; its strong ivars are released; its
// associated objects are released; its memory is freed. Retaining an object during its dealloc does not save it: if the
// retain is not balanced by the end of dealloc, the process ends with a message.
//
// Classes are not counted, and tagged pointers have no memory of their own: retain and release ignore both.
#ifndef OBJC_ARC_H
#define OBJC_ARC_H

#include "objc-sync.h"
#include "objc.h"

MR_BEGIN_DECLS

// Every function here accepts nil, may be called from any thread, and returns its argument if it returns an id.
id objc_retain(id object);
void objc_release(id object);
id objc_autorelease(id object);
id objc_retainAutorelease(id object);
// A method that returns an object at +0 calls one of the first two. Its caller calls the third to keep the result.
id objc_autoreleaseReturnValue(id object);
id objc_retainAutoreleaseReturnValue(id object);
id objc_retainAutoreleasedReturnValue(id object);
// For a return value that the caller uses at once and does not keep: it may be deallocated when this function returns.
id objc_unsafeClaimAutoreleasedReturnValue(id object);
// Retains `value`, stores it at `location`, and releases the previous value.
void objc_storeStrong(id *location, id value);

// Each thread has its own stack of pools. Pop releases every object autoreleased since the matching Push. An object
// that is autoreleased outside every pool is released when its thread ends. On a thread without a pool, a message sent
// from Swift has a pool of its own.
void *objc_autoreleasePoolPush(void);
void objc_autoreleasePoolPop(void *pool);

// ── Zeroing weak references ─────────────────────────────────────────────────────────────────────────
// A weak location refers to an object without owning it, and reads nil from the moment the object starts to die. Read
// it only through objc_loadWeak or objc_loadWeakRetained, and move it in memory only with objc_moveWeak.

// `location` may be uninitialised memory. Ends the process if `object` is dying or its class disallows weak references:
// compiled code calls this function, and takes its result for the object itself.
id objc_initWeak(id *location, id object);
// Replaces the reference at `location`. Ends the process in the same cases as objc_initWeak.
id objc_storeWeak(id *location, id object);
// The same, but store nil in those cases. Return what was stored.
id objc_initWeakOrNil(id *location, id object);
id objc_storeWeakOrNil(id *location, id object);
id objc_loadWeakRetained(id *location);  // +1 (caller releases)
id objc_loadWeak(id *location);          // autoreleased
// Copy and move a reference; `to` is uninitialised memory. objc_moveWeak sets `from` to nil, in one step for threads
// that store in `from`.
void objc_copyWeak(id *to, id *from);
void objc_moveWeak(id *to, id *from);
// Sets `location` to nil. Call this before its memory is freed or reused.
void objc_destroyWeak(id *location);

MR_END_DECLS

#endif
