// objc-sync.h - @synchronized.
#ifndef OBJC_SYNC_H
#define OBJC_SYNC_H

#include "objc.h"

// A recursive lock per object, freed with it. 0 on success; Exit without Enter returns -1.
int objc_sync_enter(id object);
int objc_sync_exit(id object);

#endif
