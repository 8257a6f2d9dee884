// core-foundation-run-loop.c - run loops, their observers and identifiers of CoreFoundation. The header gives these
// symbols Apple's names; the functions without `mr_` are those of Swift's Foundation, which is CoreFoundation itself.
//
// A CFRunLoopRef is an NSRunLoop. A CFRunLoopObserverRef is an object that owns the real observer, and that a run loop
// retains in addition:
//
//      the program ──► CFRunLoopObserver ──► the real observer ◄── the real run loop
#include <pthread.h>
#include <stdatomic.h>

#include "miniruntime.h"
#include "run-loop.h"

#define SEND(R, object, selector) (((R(*)(id, SEL))(void *)objc_msgSend)((id)(object), sel_registerName(selector)))
#define SEND_WITH(R, object, selector, types, ...)                                                                     \
    (((R(*) types)(void *)objc_msgSend)((id)(object), sel_registerName(selector), __VA_ARGS__))

typedef struct {
    long version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    const void *(*describe)(const void *info);
} context;

extern void CFRelease(const void *object);
extern const void *CFStringCreateWithBytes(void *allocator, const uint8_t *bytes, long count, uint32_t encoding,
                                           unsigned char mark);
extern void CFRunLoopRun(void);
extern int32_t CFRunLoopRunInMode(const void *mode, double seconds, unsigned char returnsAfterSource);
extern void CFRunLoopStop(void *loop);
extern void CFRunLoopWakeUp(void *loop);
extern void *CFRunLoopGetCurrent(void);
extern void CFRunLoopAddObserver(void *loop, void *observer, const void *mode);
extern void CFRunLoopRemoveObserver(void *loop, void *observer, const void *mode);
extern unsigned char CFRunLoopContainsObserver(void *loop, void *observer, const void *mode);
extern void *CFRunLoopObserverCreate(void *allocator, unsigned long activities, unsigned char repeats, long order,
                                     void (*function)(void *observer, unsigned long activity, void *info),
                                     const context *context);
extern void CFRunLoopObserverInvalidate(void *observer);

// Returns CoreFoundation's string for a mode, +1. A name may contain the character U+0000.
static const void *make_mode(id name) {
    id data = SEND_WITH(id, name, "dataUsingEncoding:", (id, SEL, size_t), (size_t)4);
    return CFStringCreateWithBytes(NULL, SEND(const uint8_t *, data, "bytes"), SEND(long, data, "length"), 0x08000100,
                                   0);
}

// Calls the function with CoreFoundation's string for a mode.
#define WITH_MODE(name, mode, call)                                                                                    \
    do {                                                                                                               \
        const void *mode = make_mode(name);                                                                            \
        call;                                                                                                          \
        CFRelease(mode);                                                                                               \
    } while (0)

// Returns CoreFoundation's run loop, borrowed.
static void *core_of(id loop) { return SEND(void *, loop, "mr_coreRunLoop"); }

id mr_CFRunLoopGetCurrent(void) { return SEND(id, objc_getClass("NSRunLoop"), "currentRunLoop"); }
id mr_CFRunLoopGetMain(void) { return SEND(id, objc_getClass("NSRunLoop"), "mainRunLoop"); }
void mr_CFRunLoopRun(void) {
    bool outer = mr_run_loop_return_after_source(false);
    CFRunLoopRun();
    mr_run_loop_return_after_source(outer);
}
void mr_CFRunLoopStop(id loop) { CFRunLoopStop(core_of(loop)); }
void mr_CFRunLoopWakeUp(id loop) { CFRunLoopWakeUp(core_of(loop)); }

int32_t mr_CFRunLoopRunInMode(id name, double seconds, unsigned char returnsAfterSource) {
    int32_t result = 0;
    bool outer = mr_run_loop_return_after_source(returnsAfterSource);
    WITH_MODE(name, mode, result = CFRunLoopRunInMode(mode, seconds, returnsAfterSource));
    mr_run_loop_return_after_source(outer);
    return result;
}

void mr_CFRunLoopAddTimer(id loop, id timer, id mode) {
    SEND_WITH(void, loop, "addTimer:forMode:", (id, SEL, id, id), timer, mode);
}

void mr_CFRunLoopRemoveTimer(id loop, id timer, id mode) { SEND(void, timer, "invalidate"); }
void mr_CFRunLoopTimerInvalidate(id timer) { SEND(void, timer, "invalidate"); }

// ── Observers ───────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    Class isa;
    void *core;          // +1
    id block;            // +1
    atomic_long in_use;  // how many modes of run loops retain the object
    bool repeats;
} observer;

static observer *observer_of(id self) { return (observer *)(void *)self; }

// Lets go of what the run loops retain.
static void release_uses(id self) {
    for (long uses = atomic_exchange(&observer_of(self)->in_use, 0); uses > 0; uses--) objc_release(self);
}

static void run_observer(void *core, unsigned long activity, void *info) {
    id self = objc_retain(info), block = observer_of(info)->block;
    if (mr_exception_pending() == nil) {
        void *pool = objc_autoreleasePoolPush();
        // The function is the third word of every block.
        ((void (*)(id, id, unsigned long))((void **)(void *)block)[2])(block, self, activity);
        objc_autoreleasePoolPop(pool);
        if (mr_exception_pending() && mr_try_depth() == 0) mr_exception_uncaught();
        if (mr_exception_pending()) CFRunLoopStop(CFRunLoopGetCurrent());
    }
    if (!observer_of(self)->repeats) release_uses(self);
    objc_release(self);
}

static void dealloc(id self, SEL _cmd) {
    CFRunLoopObserverInvalidate(observer_of(self)->core);
    CFRelease(observer_of(self)->core);
    objc_release(observer_of(self)->block);
    object_dispose(self);
}

static Class class_of_observers;

static void make_class(void) {
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), "__NSCFRunLoopObserver", 0);
    class_addIvar(cls, "_observer", sizeof(observer) - sizeof(Class), 3, "[4Q]");
    class_addMethod(cls, sel_registerName("dealloc"), (IMP)dealloc, "v16@0:8");
    objc_registerClassPair(class_of_observers = cls);
}

id mr_CFRunLoopObserverCreateWithHandler(void *allocator, unsigned long activities, unsigned char repeats, long order,
                                         id block) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_class);
    id made = SEND(id, class_of_observers, "new");
    observer_of(made)->block = SEND(id, block, "copy");
    observer_of(made)->repeats = repeats;
    const context context = {.info = made};
    observer_of(made)->core = CFRunLoopObserverCreate(NULL, activities, repeats, order, run_observer, &context);
    return made;
}

void mr_CFRunLoopAddObserver(id loop, id self, id name) {
    WITH_MODE(name, mode, {
        bool isThere = CFRunLoopContainsObserver(core_of(loop), observer_of(self)->core, mode);
        CFRunLoopAddObserver(core_of(loop), observer_of(self)->core, mode);
        if (!isThere && CFRunLoopContainsObserver(core_of(loop), observer_of(self)->core, mode)) {
            objc_retain(self);
            atomic_fetch_add(&observer_of(self)->in_use, 1);
        }
    });
}

void mr_CFRunLoopRemoveObserver(id loop, id self, id name) {
    WITH_MODE(name, mode, {
        bool isThere = CFRunLoopContainsObserver(core_of(loop), observer_of(self)->core, mode);
        CFRunLoopRemoveObserver(core_of(loop), observer_of(self)->core, mode);
        if (isThere && atomic_fetch_sub(&observer_of(self)->in_use, 1) > 0) objc_release(self);
    });
}

void mr_CFRunLoopObserverInvalidate(id self) {
    CFRunLoopObserverInvalidate(observer_of(self)->core);
    release_uses(self);
}

// ── Identifiers ─────────────────────────────────────────────────────────────────────────────────────

id mr_CFUUIDCreate(void *allocator) { return SEND(id, objc_getClass("NSUUID"), "new"); }
id mr_CFUUIDCreateString(void *allocator, id uuid) { return objc_retain(SEND(id, uuid, "UUIDString")); }
