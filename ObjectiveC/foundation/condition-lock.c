// condition-lock.c - NSConditionLock: a lock with a number, which threads can wait for.
//
// The mutex is held for a moment only: whether the lock is taken is one of the words that it guards.
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "foundation.h"

typedef struct {
    Class isa;
    pthread_mutex_t mutex;  // zeroed memory is an unlocked mutex, and a condition variable
    pthread_cond_t changed;
    // Guarded by the mutex.
    intptr_t condition;
    bool is_taken;
} lock_object;

static lock_object *lock_of(id self) { return (lock_object *)(void *)self; }

// Takes the lock when it is free and, unless `condition` is NULL, has this condition. Returns false if that has not
// happened when the time of day is `end`; NULL is no end.
static bool take(id self, const intptr_t *condition, const struct timespec *end) {
    lock_object *lock = lock_of(self);
    bool is_over = false;
    pthread_mutex_lock(&lock->mutex);
    while (lock->is_taken || (condition && lock->condition != *condition)) {
        if (is_over) break;
        if (end == NULL) {
            pthread_cond_wait(&lock->changed, &lock->mutex);
        } else {
            is_over = pthread_cond_timedwait(&lock->changed, &lock->mutex, end) == ETIMEDOUT;
        }
    }
    bool takes = !lock->is_taken && (condition == NULL || lock->condition == *condition);
    if (takes) lock->is_taken = true;
    pthread_mutex_unlock(&lock->mutex);
    return takes;
}

static void give(id self, const intptr_t *condition) {
    lock_object *lock = lock_of(self);
    pthread_mutex_lock(&lock->mutex);
    if (condition) lock->condition = *condition;
    lock->is_taken = false;
    pthread_cond_broadcast(&lock->changed);
    pthread_mutex_unlock(&lock->mutex);
}

static const struct timespec past;

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

static id init_with_condition(id self, SEL _cmd, intptr_t condition) {
    lock_of(self)->condition = condition;
    return self;
}

static intptr_t condition(id self, SEL _cmd) {
    lock_object *lock = lock_of(self);
    pthread_mutex_lock(&lock->mutex);
    intptr_t now = lock->condition;
    pthread_mutex_unlock(&lock->mutex);
    return now;
}

static void lock(id self, SEL _cmd) { take(self, NULL, NULL); }
static void lock_when(id self, SEL _cmd, intptr_t condition) { take(self, &condition, NULL); }
static BOOL try_lock(id self, SEL _cmd) { return take(self, NULL, &past); }
static BOOL try_lock_when(id self, SEL _cmd, intptr_t condition) { return take(self, &condition, &past); }
static void unlock(id self, SEL _cmd) { give(self, NULL); }
static void unlock_with(id self, SEL _cmd, intptr_t condition) { give(self, &condition); }

static BOOL lock_before(id self, SEL _cmd, id date) {
    struct timespec end = mr_time_of_date(date);
    return take(self, NULL, &end);
}

static BOOL lock_when_before(id self, SEL _cmd, intptr_t condition, id date) {
    struct timespec end = mr_time_of_date(date);
    return take(self, &condition, &end);
}

static const char name_key;
static id name(id self, SEL _cmd) { return objc_getAssociatedObject(self, &name_key); }
static void set_name(id self, SEL _cmd, id name) {
    objc_setAssociatedObject(self, &name_key, name, OBJC_ASSOCIATION_COPY);
}

void mr_condition_lock_boot(void) {
    static const mr_method_entry methods[] = {
        {"initWithCondition:", "@24@0:8q16", (IMP)init_with_condition},
        {"condition", "q16@0:8", (IMP)condition},
        {"lock", "v16@0:8", (IMP)lock},
        {"unlock", "v16@0:8", (IMP)unlock},
        {"tryLock", "B16@0:8", (IMP)try_lock},
        {"lockWhenCondition:", "v24@0:8q16", (IMP)lock_when},
        {"tryLockWhenCondition:", "B24@0:8q16", (IMP)try_lock_when},
        {"unlockWithCondition:", "v24@0:8q16", (IMP)unlock_with},
        {"lockBeforeDate:", "B24@0:8@16", (IMP)lock_before},
        {"lockWhenCondition:beforeDate:", "B32@0:8q16@24", (IMP)lock_when_before},
        {"name", "@16@0:8", (IMP)name},
        {"setName:", "v24@0:8@16", (IMP)set_name},
    };
    mr_adopt(MR_MAKE_CLASS("NSConditionLock", lock_object, methods), "NSLocking");
}
