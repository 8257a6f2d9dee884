// objc-arc.h - who owns an object, and when it dies.
//
// An object is born with a retain count of 1, and dies when its last owner releases it. Death in order: weak
// references read nil; -dealloc, from the class up to NSObject; strong ivars are released; associated objects are
// released; the memory is freed. Retaining a dying object does not save it: that is a bug, and ends the process.
//
// Classes live for ever and tagged pointers do not live in memory: retain and release leave both alone.
#ifndef OBJC_ARC_H
#define OBJC_ARC_H

#include "objc.h"

// Return their argument. All of them take nil. Any thread.
id objc_retain(id object);
void objc_release(id object);
id objc_autorelease(id object);
id objc_retainAutorelease(id object);
// What a method that returns +0 says, and what its caller says to keep the result.
id objc_autoreleaseReturnValue(id object);
id objc_retainAutoreleaseReturnValue(id object);
id objc_retainAutoreleasedReturnValue(id object);
// Stores `value` retained and releases what was there.
void objc_storeStrong(id *location, id value);

// Pools nest, per thread: Pop releases what was autoreleased since its Push. What is autoreleased with no pool in
// place is released when the thread ends.
void *objc_autoreleasePoolPush(void);
void objc_autoreleasePoolPop(void *pool);

// ── Zeroing weak references ─────────────────────────────────────────────────────────────────────────
// `location` holds the object, does not own it, and reads nil from the moment the object begins to die. Its value is
// read through objc_loadWeak only, and it must not move in memory but by objc_moveWeak.

// `location` is uninitialised memory. Stores nil if `object` is dying or its class does not allow weak references.
id objc_initWeak(id *location, id object);
id objc_storeWeak(id *location, id object);
id objc_loadWeakRetained(id *location);  // +1 (caller releases)
id objc_loadWeak(id *location);          // autoreleased
void objc_copyWeak(id *to, id *from);
void objc_moveWeak(id *to, id *from);
void objc_destroyWeak(id *location);

// ── @synchronized ───────────────────────────────────────────────────────────────────────────────────
// A recursive lock per object, freed with it. 0 on success; Exit without Enter returns -1.
int objc_sync_enter(id object);
int objc_sync_exit(id object);

#endif
