// locks.c - NSLock, NSRecursiveLock and NSCondition, built on a mutex and a condition variable of pthread.
//
// Each lock records the thread that holds it. Wrong use writes a line to standard error, as on Apple's systems, and
// does not end the process: an unlock by a thread that does not hold the lock has no effect. fork() does not acquire
// these locks, unlike those of the runtime: a lock that another thread holds during fork() stays locked in the child
// for ever.
#include <pthread.h>
#include <stdio.h>

#include "foundation.h"

typedef struct {
    pthread_mutex_t mutex;  // zeroed memory is an unlocked mutex
    pthread_cond_t condition;
    pthread_t holder;  // 0 if no thread holds the lock; atomic, because any thread may read it
    size_t depth;      // how often the holder of a recursive lock has locked it; only the holder reads and writes it
} mr_lock_state;

static inline mr_lock_state *state_of(id self) {
    return (mr_lock_state *)(void *)((char *)(void *)self + sizeof(Class));
}

// Returns whether the calling thread holds the lock. Other threads may change `holder` at the same time, but only this
// thread ever sets it to this thread, or from this thread to another value.
static bool is_mine(const mr_lock_state *state) {
    return __atomic_load_n(&state->holder, __ATOMIC_RELAXED) == pthread_self();
}

static bool is_held(const mr_lock_state *state) { return __atomic_load_n(&state->holder, __ATOMIC_RELAXED) != 0; }

static void set_holder(mr_lock_state *state, pthread_t thread) {
    __atomic_store_n(&state->holder, thread, __ATOMIC_RELAXED);
}

static const char name_key;

static id name(id self, SEL _cmd) { return objc_getAssociatedObject(self, &name_key); }

static void set_name(id self, SEL _cmd, id name) {
    objc_setAssociatedObject(self, &name_key, name, OBJC_ASSOCIATION_COPY);
}

// Writes a line such as `*** -[NSLock unlock]: lock (<NSLock: 0x55d0c8a3e2a0> '(null)') unlocked when not locked`.
static void log_error(id self, SEL _cmd, const char *text) {
    const char *label = mr_shown(name(self, _cmd)), *cls = object_getClassName(self);
    mr_log("*** -[%s %s]: lock (<%s: %p> '%s') %s", cls, sel_getName(_cmd), cls, (void *)self, label ? label : "(null)",
           text);
}

static bool check_mine(id self, SEL _cmd) {
    const mr_lock_state *state = state_of(self);
    if (is_mine(state)) return true;
    log_error(self, _cmd, is_held(state) ? "unlocked from thread which did not lock it" : "unlocked when not locked");
    return false;
}

// ── NSLock, and the methods that NSCondition shares with it ─────────────────────────────────────────

static void lock(id self, SEL _cmd) {
    mr_lock_state *state = state_of(self);
    // The thread then waits for ever, as Apple documents.
    if (is_mine(state)) log_error(self, _cmd, "deadlock");
    pthread_mutex_lock(&state->mutex);
    set_holder(state, pthread_self());
}

static BOOL try_lock(id self, SEL _cmd) {
    mr_lock_state *state = state_of(self);
    if (pthread_mutex_trylock(&state->mutex) != 0) return NO;
    set_holder(state, pthread_self());
    return YES;
}

static BOOL lock_before(id self, SEL _cmd, id date) {
    mr_lock_state *state = state_of(self);
    struct timespec end = mr_time_of_date(date);
    if (pthread_mutex_timedlock(&state->mutex, &end) != 0) return NO;
    set_holder(state, pthread_self());
    return YES;
}

static void unlock(id self, SEL _cmd) {
    if (!check_mine(self, _cmd)) return;
    mr_lock_state *state = state_of(self);
    set_holder(state, 0);
    pthread_mutex_unlock(&state->mutex);
}

static void dealloc(id self, SEL _cmd) {
    mr_lock_state *state = state_of(self);
    if (is_held(state)) {
        log_error(self, _cmd, "deallocated while still in use");
    } else {
        pthread_mutex_destroy(&state->mutex);
        pthread_cond_destroy(&state->condition);
    }
    object_dispose(self);
}

// ── NSRecursiveLock ─────────────────────────────────────────────────────────────────────────────────

static void lock_again(id self, SEL _cmd) {
    mr_lock_state *state = state_of(self);
    if (!is_mine(state)) lock(self, _cmd);
    state->depth++;
}

static BOOL try_lock_again(id self, SEL _cmd) {
    mr_lock_state *state = state_of(self);
    if (!is_mine(state) && !try_lock(self, _cmd)) return NO;
    state->depth++;
    return YES;
}

static BOOL lock_again_before(id self, SEL _cmd, id date) {
    mr_lock_state *state = state_of(self);
    if (!is_mine(state) && !lock_before(self, _cmd, date)) return NO;
    state->depth++;
    return YES;
}

static void unlock_once(id self, SEL _cmd) {
    if (check_mine(self, _cmd) && --state_of(self)->depth == 0) unlock(self, _cmd);
}

// ── NSCondition ─────────────────────────────────────────────────────────────────────────────────────

// Waits until `end`, or for ever if that is NULL. Returns false when the time is over, and at once, with a message on
// standard error, if the calling thread has not locked the condition.
static bool wait_until(id self, SEL _cmd, const struct timespec *end) {
    mr_lock_state *state = state_of(self);
    if (!is_mine(state)) {
        log_error(self, _cmd, "waited for without being locked");
        return false;
    }
    set_holder(state, 0);
    int result = end ? pthread_cond_timedwait(&state->condition, &state->mutex, end)
                     : pthread_cond_wait(&state->condition, &state->mutex);
    set_holder(state, pthread_self());
    return result == 0;
}

static void wait(id self, SEL _cmd) { wait_until(self, _cmd, NULL); }

static BOOL wait_until_date(id self, SEL _cmd, id date) {
    struct timespec end = mr_time_of_date(date);
    return wait_until(self, _cmd, &end);
}

static void signal(id self, SEL _cmd) { pthread_cond_signal(&state_of(self)->condition); }
static void broadcast(id self, SEL _cmd) { pthread_cond_broadcast(&state_of(self)->condition); }

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

static Protocol *make_protocol(void) {
    Protocol *protocol = objc_allocateProtocol("NSLocking");
    assert(protocol);
    protocol_addMethodDescription(protocol, sel_registerName("lock"), "v16@0:8", YES, YES);
    protocol_addMethodDescription(protocol, sel_registerName("unlock"), "v16@0:8", YES, YES);
    objc_registerProtocol(protocol);
    return protocol;
}

static void make_class(const char *name, Protocol *locking, const mr_method_entry *methods, size_t count) {
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), name, 0);
    assert(cls);
    char types[16];
    snprintf(types, sizeof types, "[%zuQ]", sizeof(mr_lock_state) / 8);
    bool is_added = class_addIvar(cls, "_state", sizeof(mr_lock_state), 3, types);
    assert(is_added && ivar_getOffset(class_getInstanceVariable(cls, "_state")) == sizeof(Class));
    (void)is_added;
    mr_class_prepend_methods(cls, methods, count);
    class_addProtocol(cls, locking);
    objc_registerClassPair(cls);
}

void mr_locks_boot(void) {
#define COMMON                                                                                                         \
    {"name", "@16@0:8", (IMP)name}, {"setName:", "v24@0:8@16", (IMP)set_name}, { "dealloc", "v16@0:8", (IMP)dealloc }
    static const mr_method_entry plain[] = {
        COMMON,
        {"lock", "v16@0:8", (IMP)lock},
        {"unlock", "v16@0:8", (IMP)unlock},
        {"tryLock", "B16@0:8", (IMP)try_lock},
        {"lockBeforeDate:", "B24@0:8@16", (IMP)lock_before},
    };
    static const mr_method_entry recursive[] = {
        COMMON,
        {"lock", "v16@0:8", (IMP)lock_again},
        {"unlock", "v16@0:8", (IMP)unlock_once},
        {"tryLock", "B16@0:8", (IMP)try_lock_again},
        {"lockBeforeDate:", "B24@0:8@16", (IMP)lock_again_before},
    };
    static const mr_method_entry condition[] = {
        COMMON,
        {"lock", "v16@0:8", (IMP)lock},
        {"unlock", "v16@0:8", (IMP)unlock},
        {"wait", "v16@0:8", (IMP)wait},
        {"waitUntilDate:", "B24@0:8@16", (IMP)wait_until_date},
        {"signal", "v16@0:8", (IMP)signal},
        {"broadcast", "v16@0:8", (IMP)broadcast},
    };
    Protocol *locking = make_protocol();
    make_class("NSLock", locking, plain, sizeof plain / sizeof *plain);
    make_class("NSRecursiveLock", locking, recursive, sizeof recursive / sizeof *recursive);
    make_class("NSCondition", locking, condition, sizeof condition / sizeof *condition);
}
