// initialize.c - sends +initialize to a class once, before its first message, superclasses first.
//
// While +initialize runs, its thread owns the class: messages from that thread go through, messages from other threads
// wait. No lock is held. If two threads would wait for each other's classes, the thread that would close the circle
// continues with a class that is still being initialized, as it would if one thread initialized both.
#include "../message/message.h"
#include "class.h"

static _Atomic(uint32_t) initialized;  // number of initialized classes; waiting threads sleep on it

// One entry per waiting thread, on that thread's stack. Guarded by the runtime lock.
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

// Whether waiting for `cls` would deadlock: this thread initializes `cls`, or the thread that does waits for a class of
// this thread, directly or through others.
static bool depends_on_this_thread_locked(Class cls) {
    while (cls && is_initializing(cls)) {
        pthread_t owner = cls->data->initializing_thread;
        if (pthread_equal(owner, pthread_self())) return true;
        cls = class_waited_for_locked(owner);
    }
    return false;
}

// Releases the runtime lock while it sleeps.
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

// Ends the process: the thread that was running +initialize does not exist in the child process, so that waiting would
// never end, and how far +initialize got is unknown.
_Noreturn static void end_interrupted(Class cls) {
    mr_fatal("+[%s initialize] was running on another thread when fork() was called: the child process cannot use %s",
             cls->data->name, cls->data->name);
}

// Whether this thread must send +initialize. If not, the class is initialized, or this thread must not wait for it.
static bool claim(Class cls) {
    mr_lock_acquire(&mr_runtime_lock);
    while (is_initializing(cls) && !depends_on_this_thread_locked(cls)) {
        if (mr_class_flags(cls) & MR_CLASS_INTERRUPTED) end_interrupted(cls);
        wait_locked(cls);
    }
    bool mine = !(mr_class_flags(cls) & (MR_CLASS_INITIALIZED | MR_CLASS_INITIALIZING));
    if (mine) {
        cls->data->initializing_thread = pthread_self();
        mr_class_set_flags(cls, MR_CLASS_INITIALIZING);
    }
    mr_lock_release(&mr_runtime_lock);
    return mine;
}

static void set_initialized_locked(Class cls) {
    mr_class_set_flags(cls, MR_CLASS_INITIALIZED);
    atomic_fetch_and(&cls->data->flags, ~(uint32_t)MR_CLASS_INITIALIZING);
}

static void finish(Class cls) {
    mr_lock_acquire(&mr_runtime_lock);
    set_initialized_locked(cls);
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
    finish(cls);  // even if it raised, because it is sent only once
    return mr_exception_pending() == raisedBefore;
}

void mr_initialize_nothing(id self, SEL _cmd) {}

// Whether the program gives a class a +initialize. The one of NSObject does nothing, so it is over wherever it was.
static bool has_initialize_locked(Class cls) {
    Method method = mr_method_search_locked(mr_isa((id)cls), mr_sel.initialize);
    return method && method->imp != (IMP)mr_initialize_nothing;
}

void mr_initialize_forked_locked(void) {
    waiters = NULL;  // they lie on the stacks of threads that the child does not have
    for (uint32_t index = 0; index < mr_classes_in_order.count; index++) {
        Class cls = mr_classes_in_order.items[index];
        if (!is_initializing(cls) || pthread_equal(cls->data->initializing_thread, pthread_self())) continue;
        if (has_initialize_locked(cls)) atomic_fetch_or(&cls->data->flags, (uint32_t)MR_CLASS_INTERRUPTED);
        else set_initialized_locked(cls);
    }
}
