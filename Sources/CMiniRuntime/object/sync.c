// sync.c - @synchronized: a recursive lock for each object that needs one.
//
// Interface: objc_sync_enter, objc_sync_exit; mr_monitor_free when the object dies.
// Invariant: a monitor is created on first use, under the lock of the object's side table, and stays until the object
// is freed, so enter and exit find the same one. No lock of the runtime is held while a thread waits for a monitor.
#include <stdlib.h>

#include "object.h"

// Not a recursive mutex of pthread: that identifies its holder by a number that differs in the child of fork(), so the
// child could never leave an @synchronized that its parent had entered.
struct mr_monitor {
    pthread_mutex_t mutex;      // zeroed memory is an unlocked mutex
    _Atomic(pthread_t) holder;  // 0 if no thread is inside; only a thread itself enters and removes its number
    size_t depth;               // how often the holder has entered; used by the holder only
};

void mr_monitor_free(mr_monitor *monitor) {
    if (monitor == NULL) return;
    pthread_mutex_destroy(&monitor->mutex);
    free(monitor);
}

static bool is_mine(mr_monitor *monitor) {
    return pthread_equal(atomic_load_explicit(&monitor->holder, memory_order_relaxed), pthread_self());
}

// Tagged pointers have no side table, so they share one monitor. It is recursive, so they can be nested.
static mr_monitor tagged_monitor;

// In the child of fork(), no thread is left that could leave the monitor, unless the calling thread holds it.
static void free_tagged_monitor(void) {
    if (!is_mine(&tagged_monitor)) tagged_monitor = (mr_monitor){.mutex = PTHREAD_MUTEX_INITIALIZER};
}
__attribute__((constructor(101))) static void watch_forks(void) { pthread_atfork(NULL, NULL, free_tagged_monitor); }

// NULL if there is none and `create` is false.
static mr_monitor *monitor_get(id object, bool create) {
    if (mr_is_tagged(object)) return &tagged_monitor;
    mr_side_table *side = mr_side_table_get(object, create);
    if (side == NULL) return NULL;
    mr_lock_acquire(&side->lock);
    if (side->monitor == NULL && create) side->monitor = mr_allocate(sizeof *side->monitor);
    mr_monitor *monitor = side->monitor;
    mr_lock_release(&side->lock);
    return monitor;
}

int objc_sync_enter(id object) {
    if (object == nil) return 0;
    mr_monitor *monitor = monitor_get(object, true);
    if (!is_mine(monitor)) {
        pthread_mutex_lock(&monitor->mutex);
        atomic_store_explicit(&monitor->holder, pthread_self(), memory_order_relaxed);
    }
    monitor->depth++;
    return 0;
}

int objc_sync_exit(id object) {
    if (object == nil) return 0;
    mr_monitor *monitor = monitor_get(object, false);
    if (monitor == NULL || !is_mine(monitor)) return -1;
    if (--monitor->depth == 0) {
        atomic_store_explicit(&monitor->holder, 0, memory_order_relaxed);
        pthread_mutex_unlock(&monitor->mutex);
    }
    return 0;
}
