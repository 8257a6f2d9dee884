// threads.c - NSThread: threads as objects, and the values that belong to a thread.
//
// Each thread has one NSThread, which is made when the thread asks for it, or which has started the thread. The thread
// retains it, and releases it when the thread ends. The main thread is the thread that has loaded the runtime.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "foundation.h"

typedef struct {
    Class isa;
    id target, argument, block, name, dictionary;  // these are +1
    SEL selector;
    double priority;
    size_t stack_size;  // 0 for the system's
    long quality;
    bool is_main;
    bool _Atomic is_executing, is_finished, is_cancelled;
} mr_thread;

static pthread_key_t current_key;
static id main_thread;
static bool _Atomic has_threads;

static mr_thread *thread_of(id self) { return (mr_thread *)(void *)self; }

// Runs when a thread ends.
static void thread_ended(void *object) {
    id thread = object;
    thread_of(thread)->is_executing = false;
    thread_of(thread)->is_finished = true;
    objc_release(thread);
}

static id current_thread(id cls, SEL _cmd) {
    id thread = pthread_getspecific(current_key);
    if (thread) return thread;
    thread = SEND(id, objc_getClass("NSThread"), "new");
    thread_of(thread)->is_executing = true;
    pthread_setspecific(current_key, thread);
    return thread;
}

static id get_main_thread(id cls, SEL _cmd) { return main_thread; }
static BOOL is_on_main_thread(id cls, SEL _cmd) { return current_thread(cls, _cmd) == main_thread; }
static BOOL is_main_thread(id self, SEL _cmd) { return self == main_thread; }
static BOOL is_multi_threaded(id cls, SEL _cmd) { return has_threads; }

// ── Starting ────────────────────────────────────────────────────────────────────────────────────────

static id init_with_target(id self, SEL _cmd, id target, SEL selector, id argument) {
    self = SEND(id, self, "init");
    thread_of(self)->target = objc_retain(target);
    thread_of(self)->selector = selector;
    thread_of(self)->argument = objc_retain(argument);
    return self;
}

static id init_with_block(id self, SEL _cmd, id block) {
    self = SEND(id, self, "init");
    thread_of(self)->block = SEND(id, block, "copy");
    return self;
}

static void run(id self, SEL _cmd) {
    mr_thread *thread = thread_of(self);
    if (thread->block) {
        ((void (*)(id))(void *)((const struct mr_block_header *)(void *)thread->block)->invoke)(thread->block);
    } else if (thread->target) {
        ((void (*)(id, SEL, id))(void *)objc_msgSend)(thread->target, thread->selector, thread->argument);
    }
}

MR_OWN(NSThreadWillExitNotification);

static void announce_end(id thread) {
    id center = SEND(id, objc_getClass("NSNotificationCenter"), "defaultCenter");
    SEND_WITH(void, center, "postNotificationName:object:", (id, SEL, id, id), NSThreadWillExitNotification, thread);
    mr_exception_uncaught();
}

static void exit_thread(id cls, SEL _cmd) {
    announce_end(current_thread(cls, _cmd));
    pthread_exit(NULL);
}

static void *run_thread(void *object) {
    id thread = object;
    pthread_setspecific(current_key, thread);
    void *pool = objc_autoreleasePoolPush();
    SEND(void, thread, "main");
    mr_exception_uncaught();
    announce_end(thread);
    objc_autoreleasePoolPop(pool);
    return NULL;
}

static void start(id self, SEL _cmd) {
    mr_thread *thread = thread_of(self);
    if (thread->is_executing || thread->is_finished) {
        mr_raise("NSInvalidArgumentException", "*** -[%s start]: attempt to start the thread again",
                 object_getClassName(self));
        return;
    }
    pthread_t id_of_thread;
    thread->is_executing = has_threads = true;
    objc_retain(self);  // released when the thread ends
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (thread->stack_size) pthread_attr_setstacksize(&attributes, thread->stack_size);
    int error = pthread_create(&id_of_thread, &attributes, run_thread, self);
    if (error) mr_fatal("-[NSThread start]: the system refuses a thread (error %d)", error);
    pthread_attr_destroy(&attributes);
}

static void detach(id cls, SEL _cmd, SEL selector, id target, id argument) {
    id thread = SEND_WITH(id, SEND(id, cls, "alloc"), "initWithTarget:selector:object:", (id, SEL, id, SEL, id), target,
                          selector, argument);
    SEND(void, thread, "start");
    objc_release(thread);
}

// NSObject's.
static void perform_in_background(id self, SEL _cmd, SEL selector, id argument) {
    detach((id)objc_getClass("NSThread"), _cmd, selector, self, argument);
}

static void detach_block(id cls, SEL _cmd, id block) {
    id thread = SEND_WITH(id, SEND(id, cls, "alloc"), "initWithBlock:", (id, SEL, id), block);
    SEND(void, thread, "start");
    objc_release(thread);
}

// ── Waiting ─────────────────────────────────────────────────────────────────────────────────────────

static void sleep_for(id cls, SEL _cmd, double seconds) {
    if (!(seconds > 0)) return;
    time_t whole = seconds < 4e9 ? (time_t)seconds : (time_t)4e9;  // a number of seconds may exceed any integer
    struct timespec left = {whole, seconds < 4e9 ? (long)((seconds - (double)whole) * 1e9) : 0};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {}
}

static void sleep_until(id cls, SEL _cmd, id date) { sleep_for(cls, _cmd, SEND(double, date, "timeIntervalSinceNow")); }

// ── State ───────────────────────────────────────────────────────────────────────────────────────────

static id thread_dictionary(id self, SEL _cmd) {
    mr_thread *thread = thread_of(self);
    objc_sync_enter(self);
    if (thread->dictionary == nil) thread->dictionary = SEND(id, objc_getClass("NSMutableDictionary"), "new");
    objc_sync_exit(self);
    return thread->dictionary;
}

static id name(id self, SEL _cmd) { return thread_of(self)->name; }
static void set_name(id self, SEL _cmd, id name) {
    id old = thread_of(self)->name;
    thread_of(self)->name = SEND(id, name, "copy");
    objc_release(old);
}
static BOOL is_executing(id self, SEL _cmd) { return thread_of(self)->is_executing; }
static BOOL is_finished(id self, SEL _cmd) { return thread_of(self)->is_finished; }
static BOOL is_cancelled(id self, SEL _cmd) { return thread_of(self)->is_cancelled; }
static void cancel(id self, SEL _cmd) { thread_of(self)->is_cancelled = true; }

static double own_priority(id self, SEL _cmd) { return thread_of(self)->priority; }
static void set_own_priority(id self, SEL _cmd, double value) { thread_of(self)->priority = value; }
static long quality(id self, SEL _cmd) { return thread_of(self)->quality; }
static void set_quality(id self, SEL _cmd, long value) { thread_of(self)->quality = value; }
static size_t stack_size(id self, SEL _cmd) {
    if (thread_of(self)->stack_size) return thread_of(self)->stack_size;
    pthread_attr_t attributes;
    size_t size = 0;
    pthread_attr_init(&attributes);
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
    return size;
}
// A size that the system refuses has no effect.
static void set_stack_size(id self, SEL _cmd, size_t size) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, size) == 0) thread_of(self)->stack_size = size;
    pthread_attr_destroy(&attributes);
}

static id init_thread(id self, SEL _cmd) {
    thread_of(self)->priority = 0.5;
    thread_of(self)->quality = -1;
    return self;
}

static void dealloc(id self, SEL _cmd) {
    mr_thread *thread = thread_of(self);
    id owned[] = {thread->target, thread->argument, thread->block, thread->name, thread->dictionary};
    for (size_t index = 0; index < sizeof owned / sizeof *owned; index++) objc_release(owned[index]);
    object_dispose(self);
}

static _Thread_local double priority = 0.5;

static double thread_priority(id cls, SEL _cmd) { return priority; }
static BOOL set_thread_priority(id cls, SEL _cmd, double value) {
    priority = value;
    return YES;
}

void mr_threads_boot(void) {
    static const mr_method_entry class_methods[] = {
        {"currentThread", "@16@0:8", (IMP)current_thread},
        {"threadPriority", "d16@0:8", (IMP)thread_priority},
        {"setThreadPriority:", "B24@0:8d16", (IMP)set_thread_priority},
        {"mainThread", "@16@0:8", (IMP)get_main_thread},
        {"isMainThread", "B16@0:8", (IMP)is_on_main_thread},
        {"isMultiThreaded", "B16@0:8", (IMP)is_multi_threaded},
        {"detachNewThreadSelector:toTarget:withObject:", "v40@0:8:16@24@32", (IMP)detach},
        {"detachNewThreadWithBlock:", "v24@0:8@?16", (IMP)detach_block},
        {"exit", "v16@0:8", (IMP)exit_thread},
        {"callStackReturnAddresses", "@16@0:8", (IMP)mr_call_stack_addresses},
        {"callStackSymbols", "@16@0:8", (IMP)mr_call_stack_symbols},
        {"sleepForTimeInterval:", "v24@0:8d16", (IMP)sleep_for},
        {"sleepUntilDate:", "v24@0:8@16", (IMP)sleep_until},
    };
    static const mr_method_entry methods[] = {
        {"init", "@16@0:8", (IMP)init_thread},
        {"initWithTarget:selector:object:", "@40@0:8@16:24@32", (IMP)init_with_target},
        {"initWithBlock:", "@24@0:8@?16", (IMP)init_with_block},
        {"main", "v16@0:8", (IMP)run},
        {"start", "v16@0:8", (IMP)start},
        {"cancel", "v16@0:8", (IMP)cancel},
        {"isMainThread", "B16@0:8", (IMP)is_main_thread},
        {"isExecuting", "B16@0:8", (IMP)is_executing},
        {"isFinished", "B16@0:8", (IMP)is_finished},
        {"isCancelled", "B16@0:8", (IMP)is_cancelled},
        {"threadDictionary", "@16@0:8", (IMP)thread_dictionary},
        {"threadPriority", "d16@0:8", (IMP)own_priority},
        {"setThreadPriority:", "v24@0:8d16", (IMP)set_own_priority},
        {"qualityOfService", "q16@0:8", (IMP)quality},
        {"setQualityOfService:", "v24@0:8q16", (IMP)set_quality},
        {"stackSize", "Q16@0:8", (IMP)stack_size},
        {"setStackSize:", "v24@0:8Q16", (IMP)set_stack_size},
        {"name", "@16@0:8", (IMP)name},
        {"setName:", "v24@0:8@16", (IMP)set_name},
        {"dealloc", "v16@0:8", (IMP)dealloc},
    };
    static const mr_method_entry object_methods[] = {
        {"performSelectorInBackground:withObject:", "v32@0:8:16@24", (IMP)perform_in_background},
    };
    pthread_key_create(&current_key, thread_ended);
    MR_MAKE_CLASS("NSThread", mr_thread, methods);
    ADD_CLASS_METHODS_TO("NSThread", class_methods);
    ADD_METHODS("NSObject", object_methods);
    main_thread = current_thread(nil, NULL);
}
