// initialize.c - +initialize: sent to a class before its first message, superclasses first, once.
//
// The thread that sends it owns the class meanwhile: its own messages go through, those of other threads wait. No lock
// is held while +initialize runs. Two threads that wait for each other's classes would wait for ever; the one that
// would close the circle goes on with a class half initialized, as it would if one thread had done both.
#include "internal.h"

static _Atomic(uint32_t) initialized;  // how many classes so far: what waiting threads sleep on

// Who waits for which class, on the stacks of the waiting threads. Guarded by the runtime lock.
typedef struct waiter {
    pthread_t thread;
    Class cls;
    struct waiter *next;
} waiter;
static waiter *waiters;

static bool is_initializing(Class cls) { return mr_class_flags(cls) & MR_CLASS_INITIALIZING; }

static Class class_waited_for_locked(pthread_t thread) {
    for (waiter *each = waiters; each; each = each->next) {
        if (pthread_equal(each->thread, thread)) return each->cls;
    }
    return Nil;
}

// Whether this thread initializes `cls`, or something that the thread initializing `cls` waits for, and so on.
static bool depends_on_this_thread_locked(Class cls) {
    while (cls && is_initializing(cls)) {
        pthread_t owner = cls->data->initializing_thread;
        if (pthread_equal(owner, pthread_self())) return true;
        cls = class_waited_for_locked(owner);
    }
    return false;
}

// Lets go of the lock meanwhile.
static void wait_locked(Class cls) {
    waiter self = {pthread_self(), cls, waiters};
    waiters = &self;
    uint32_t before = atomic_load(&initialized);
    mr_lock_release(&mr_runtime_lock);
    mr_futex_wait(&initialized, before);
    mr_lock_acquire(&mr_runtime_lock);
    waiter **link = &waiters;
    while (*link != &self) link = &(*link)->next;
    *link = self.next;
}

// Whether this thread is the one to send +initialize. If not, the class is ready, as far as this thread may wait for
// it.
static bool claim(Class cls) {
    mr_lock_acquire(&mr_runtime_lock);
    while (is_initializing(cls) && !depends_on_this_thread_locked(cls)) wait_locked(cls);
    bool mine = !(mr_class_flags(cls) & (MR_CLASS_INITIALIZED | MR_CLASS_INITIALIZING));
    if (mine) {
        cls->data->initializing_thread = pthread_self();
        mr_class_set_flags_locked(cls, MR_CLASS_INITIALIZING);
    }
    mr_lock_release(&mr_runtime_lock);
    return mine;
}

static void finish(Class cls) {
    mr_lock_acquire(&mr_runtime_lock);
    mr_class_set_flags_locked(cls, MR_CLASS_INITIALIZED);
    atomic_fetch_and(&cls->data->flags, ~(uint32_t)MR_CLASS_INITIALIZING);
    atomic_fetch_add(&initialized, 1);
    mr_lock_release(&mr_runtime_lock);
    mr_futex_wake_all(&initialized);
}

bool mr_initialize(Class cls) {
    Class superclass = mr_superclass(cls);
    if (superclass && !(mr_class_flags(superclass) & MR_CLASS_INITIALIZED) && !mr_initialize(superclass)) return false;
    if (!claim(cls)) return true;
    id raisedBefore = mr_exception_pending();
    mr_trace(.kind = MR_TRACE_INITIALIZE, .cls = cls);
    if (mr_class_implements(mr_isa((id)cls), mr_sel.initialize)) mr_send0(void, cls, mr_sel.initialize);
    finish(cls);  // also if it raised: it is sent once
    return mr_exception_pending() == raisedBefore;
}
