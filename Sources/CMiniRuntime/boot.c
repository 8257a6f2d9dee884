// boot.c - the beginning: the runtime's own classes before main(), the Swift modules before the first message.
#include "internal.h"

struct mr_classes mr_class;

Class mr_define_class(const char *name, Class superclass, size_t ivarBytes) {
    Class cls = objc_allocateClassPair(superclass, name, 0);
    cls->data->instance_size += (uint32_t)ivarBytes;
    objc_registerClassPair(cls);
    return cls;
}

static void mark(Class cls, uint32_t flags) {
    mr_lock_acquire(&mr_runtime_lock);
    mr_class_set_flags_locked(cls, flags);
    mr_lock_release(&mr_runtime_lock);
}

// Until boot is over, modules are "loaded": nothing that happens here may ask for them.
static _Atomic(bool) modules_loaded = true;

__attribute__((constructor(102))) static void boot(void) {
    mr_debug_read_switches();
    mr_selectors_boot();
    mr_nsobject_boot();
    mr_class.Protocol = mr_define_class("Protocol", mr_class.NSObject, 0);
    mark(mr_class.Protocol, MR_CLASS_CONSTANT);
    mr_class.zombie = mr_define_class("_NSZombie_", Nil, 0);
    mark(mr_class.zombie, MR_CLASS_CONSTANT | MR_CLASS_ZOMBIE);
    mr_nsobject_protocol_boot();
    mr_exception_boot();
    mr_block_boot();
    mr_invocation_boot();
    mr_trace_boot();
    atomic_store(&modules_loaded, false);
}

// Defined by those modules when they are linked into the program.
extern void mr_load_MiniFoundation(void) __attribute__((weak));
extern void mr_load_KVONotifying(void) __attribute__((weak));

// A loader of its own, not in the order of locks, because it is held while the modules make their classes: what they do
// comes here again on the same thread and passes; other threads wait until all classes are there.
static pthread_mutex_t loader = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool loading;

void mr_load_modules(void) {
    if (atomic_load_explicit(&modules_loaded, memory_order_acquire) || loading) return;
    pthread_mutex_lock(&loader);
    loading = true;
    if (!atomic_load(&modules_loaded)) {
        if (mr_load_MiniFoundation) mr_load_MiniFoundation();
        if (mr_load_KVONotifying) mr_load_KVONotifying();
        atomic_store_explicit(&modules_loaded, true, memory_order_release);
    }
    loading = false;
    pthread_mutex_unlock(&loader);
}
