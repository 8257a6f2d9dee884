// objc-sync.h - @synchronized: a recursive lock for each object.
#ifndef OBJC_SYNC_H
#define OBJC_SYNC_H

#include "objc.h"

MR_BEGIN_DECLS

// Take and release the lock of an object, which is created on first use and freed with the object. Both return 0 on
// success and for nil. objc_sync_exit returns -1 if this thread does not hold the lock.
int objc_sync_enter(id object);
int objc_sync_exit(id object);

MR_END_DECLS

#endif
