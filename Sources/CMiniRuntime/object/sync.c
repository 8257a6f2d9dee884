// sync.c - @synchronized: a recursive lock for each object that needs one.
//
// Interface: objc_sync_enter, objc_sync_exit; mr_monitor_free when the object dies.
// Invariant: a monitor is created on first use, under the lock of the object's side table, and stays until the object
// is freed, so enter and exit find the same one. No lock of the runtime is held while a thread waits for a monitor.
#include <stdlib.h>

#include "object.h"

static pthread_mutex_t *monitor_create(void) {
    pthread_mutex_t *monitor = mr_allocate(sizeof *monitor);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(monitor, &attributes);
    pthread_mutexattr_destroy(&attributes);
    return monitor;
}

void mr_monitor_free(pthread_mutex_t *monitor) {
    if (!monitor) return;
    pthread_mutex_destroy(monitor);
    free(monitor);
}

// Tagged pointers have no side table, so they share one monitor. It is recursive, so they can be nested.
static pthread_mutex_t *tagged_monitor;
__attribute__((constructor(101))) static void make_tagged_monitor(void) { tagged_monitor = monitor_create(); }

// NULL if there is none and `create` is false.
static pthread_mutex_t *monitor_get(id object, bool create) {
    if (mr_is_tagged(object)) return tagged_monitor;
    mr_side_table *side = mr_side_table_get(object, create);
    if (!side) return NULL;
    mr_lock_acquire(&side->lock);
    if (!side->monitor && create) side->monitor = monitor_create();
    pthread_mutex_t *monitor = side->monitor;
    mr_lock_release(&side->lock);
    return monitor;
}

int objc_sync_enter(id object) {
    if (!object) return 0;
    return pthread_mutex_lock(monitor_get(object, true)) == 0 ? 0 : -1;
}

int objc_sync_exit(id object) {
    if (!object) return 0;
    pthread_mutex_t *monitor = monitor_get(object, false);
    return monitor && pthread_mutex_unlock(monitor) == 0 ? 0 : -1;
}
