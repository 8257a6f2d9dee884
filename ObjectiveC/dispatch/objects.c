// objects.c - the classes of wrappers, and the wrappers of objects that live for ever.
#include <class-storage.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch-objects.h"

// A name, the name of the superclass, and whether the instances live for ever. Superclasses come first.
#define CLASSES(X)                                                                                                     \
    X(OS_object, NSObject, false)                                                                                      \
    X(OS_dispatch_object, OS_object, false)                                                                            \
    X(OS_dispatch_queue, OS_dispatch_object, false)                                                                    \
    X(OS_dispatch_queue_global, OS_dispatch_queue, true)                                                               \
    X(OS_dispatch_queue_attr, OS_dispatch_object, true)                                                                \
    X(OS_dispatch_group, OS_dispatch_object, false)                                                                    \
    X(OS_dispatch_semaphore, OS_dispatch_object, false)                                                                \
    X(OS_dispatch_source, OS_dispatch_object, false)                                                                   \
    X(OS_dispatch_data, OS_dispatch_object, false)                                                                     \
    X(OS_dispatch_data_empty, OS_dispatch_data, true)                                                                  \
    X(OS_dispatch_io, OS_dispatch_object, false)

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

static mr_wrapper *find(const void *object) {
    for (const known *each = first; each; each = each->next) {
        if (each->wrapper->object == object) return each->wrapper;
    }
    return NULL;
}

static void add(mr_wrapper *wrapper, const char *className, void *object) {
    *wrapper = (mr_wrapper){objc_getClass(className), object};
    known *new = malloc(sizeof *new);
    if (new == NULL) abort();
    *new = (known){wrapper, first};
    first = new;
}

void *mr_wrap_global(const char *className, void *object) {
    if (object == NULL) return NULL;
    mr_wrapper *wrapper = find(object);
    if (wrapper) return wrapper;
    pthread_mutex_lock(&lock);
    wrapper = find(object);
    if (wrapper == NULL) {
        wrapper = malloc(sizeof *wrapper);
        if (wrapper == NULL) abort();
        add(wrapper, className, object);
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

#define DEFINE_STORAGE(name, superclass, lives_for_ever) MR_DEFINE_STORAGE(name)
#define STORAGE_ROW(name, superclass, lives_for_ever) MR_STORAGE_ROW(name)
CLASSES(DEFINE_STORAGE)
static const mr_stored_class classes[] = {CLASSES(STORAGE_ROW)};

static IMP dealloc_of_root;

static void dealloc(id self, SEL _cmd) {
    dispatch_release(mr_unwrap(self));
    ((void (*)(id, SEL))dealloc_of_root)(self, _cmd);
}

static void make_class(const char *name, const char *superclass, bool lives_for_ever) {
    Class cls = objc_allocateClassPair(objc_getClass(superclass), name, 0);
    assert(cls);
    if (strcmp(name, "OS_dispatch_object") == 0) {
        class_addIvar(cls, "object", sizeof(void *), 3, "^v");
        class_addMethod(cls, sel_registerName("dealloc"), (IMP)dealloc, "v16@0:8");
    }
    if (lives_for_ever) mr_class_set_constant(cls);
    objc_registerClassPair(cls);
}

static void make_classes(void) {
    dealloc_of_root = class_getMethodImplementation(objc_getClass("NSObject"), sel_registerName("dealloc"));
#define MAKE_CLASS(name, superclass, lives_for_ever) make_class(#name, #superclass, lives_for_ever);
    CLASSES(MAKE_CLASS)
    add(&__wrap__dispatch_queue_attr_concurrent, "OS_dispatch_queue_attr", &_dispatch_queue_attr_concurrent);
    add(&__wrap__dispatch_data_empty, "OS_dispatch_data_empty", &_dispatch_data_empty);
    add(&__wrap__dispatch_main_q, "OS_dispatch_queue_global", &_dispatch_main_q);
}

static mr_class_library library = {classes, sizeof classes / sizeof *classes, make_classes, NULL, false};

__attribute__((constructor(105))) static void add_library(void) { mr_class_library_add(&library); }
__attribute__((constructor(106))) static void load_library(void) { mr_class_library_load(&library); }
