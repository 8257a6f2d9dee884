// objects.c - the classes of wrappers, and the wrappers of objects that live for ever.
#include <pthread.h>
#include <stdlib.h>

#include "dispatch-objects.h"

extern void dispatch_release(void *object);
extern char _dispatch_main_q, _dispatch_queue_attr_concurrent, _dispatch_data_empty;

// What programs refer to by the macros DISPATCH_QUEUE_CONCURRENT and dispatch_data_empty, and by
// dispatch_get_main_queue(), which is inline.
mr_wrapper __wrap__dispatch_main_q, __wrap__dispatch_queue_attr_concurrent, __wrap__dispatch_data_empty;

// The wrappers of objects that live for ever, the latest first. Read without a lock: only the first link changes.
typedef struct known {
    mr_wrapper *wrapper;
    struct known *next;
} known;
static known *_Atomic first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // taken to add one; no foreign code runs meanwhile
static Class global_class;

static mr_wrapper *find(const void *object) {
    for (const known *each = first; each; each = each->next) {
        if (each->wrapper->object == object) return each->wrapper;
    }
    return NULL;
}

static void add(mr_wrapper *wrapper, void *object) {
    *wrapper = (mr_wrapper){global_class, object};
    known *new = malloc(sizeof *new);
    if (new == NULL) abort();
    *new = (known){wrapper, first};
    first = new;
}

void *mr_wrap_global(void *object) {
    if (object == NULL) return NULL;
    mr_wrapper *wrapper = find(object);
    if (wrapper) return wrapper;
    pthread_mutex_lock(&lock);
    wrapper = find(object);
    if (wrapper == NULL) {
        wrapper = malloc(sizeof *wrapper);
        if (wrapper == NULL) abort();
        add(wrapper, object);
    }
    pthread_mutex_unlock(&lock);
    return wrapper;
}

void *mr_wrap(const char *className, void *object) {
    if (object == NULL) return NULL;
    mr_wrapper *known = find(object);  // the empty data
    if (known) return known;
    id wrapper = class_createInstance(objc_getClass(className), 0);
    ((mr_wrapper *)(void *)wrapper)->object = object;
    return wrapper;
}

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

static IMP dealloc_of_root;

static void dealloc(id self, SEL _cmd) {
    dispatch_release(mr_unwrap(self));
    ((void (*)(id, SEL))dealloc_of_root)(self, _cmd);
}

static Class make_class(const char *name, Class superclass) {
    Class cls = objc_allocateClassPair(superclass, name, 0);
    assert(cls);
    return cls;
}

__attribute__((constructor)) static void make_classes(void) {
    Class root = objc_getClass("NSObject");
    dealloc_of_root = class_getMethodImplementation(root, sel_registerName("dealloc"));
    Class base = make_class("OS_dispatch_object", root);
    class_addIvar(base, "object", sizeof(void *), 3, "^v");
    class_addMethod(base, sel_registerName("dealloc"), (IMP)dealloc, "v16@0:8");
    objc_registerClassPair(base);
    const char *names[] = {"OS_dispatch_queue",  "OS_dispatch_group", "OS_dispatch_semaphore",
                           "OS_dispatch_source", "OS_dispatch_data",  "OS_dispatch_io"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        objc_registerClassPair(make_class(names[index], base));
    }
    global_class = make_class("OS_dispatch_global", base);
    mr_class_set_constant(global_class);
    objc_registerClassPair(global_class);
    add(&__wrap__dispatch_queue_attr_concurrent, &_dispatch_queue_attr_concurrent);
    add(&__wrap__dispatch_data_empty, &_dispatch_data_empty);
    add(&__wrap__dispatch_main_q, &_dispatch_main_q);
}
