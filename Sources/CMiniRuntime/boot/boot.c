// boot.c - startup before main(): creates the runtime's own classes, then those of the Swift modules.
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "../call/call.h"
#include "boot.h"

struct mr_classes mr_class;

// ── One copy in a process ───────────────────────────────────────────────────────────────────────────

// The address of mr_copy, found by its name, is that of the first copy of the runtime in the process; own_copy is that
// of this copy. The functions of this copy may be replaced by those of the first, so the two cannot work side by side.
const char mr_copy = 1;
extern const char own_copy __attribute__((alias("mr_copy"), visibility("hidden")));

static const char *file_of(const void *address) {
    Dl_info info;
    return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "the program";
}

// Runs before any other function of this copy. Ends the process without a signal: the mistake is in how it was linked.
__attribute__((constructor(101))) static void refuse_second_copy(void) {
    const void *first = dlsym(RTLD_DEFAULT, "mr_copy");
    if (first == NULL || first == &own_copy) return;
    fprintf(stderr, "MiniRuntime: this process has two copies of the runtime, in %s and %s; link only one of them\n",
            file_of(first), file_of(&own_copy));
    fflush(NULL);
    _exit(1);
}

// ── The runtime's own classes ───────────────────────────────────────────────────────────────────────

Class mr_define_class(const char *name, Class superclass, size_t ivarBytes) {
    Class cls = objc_allocateClassPair(superclass, name, 0);
    cls->data->instance_size += (uint32_t)ivarBytes;
    objc_registerClassPair(cls);
    return cls;
}

// Keeps the library of the runtime mapped when dlclose() is called: classes and the ends of threads need its code.
static void stay_loaded(void) {
    Dl_info info;
    if (dladdr(&mr_class, &info) && info.dli_fname) dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

__attribute__((constructor(102))) static void boot(void) {
    stay_loaded();
    mr_debug_read_switches();
    mr_perf_map_boot();
    mr_selectors_boot();
    mr_nsobject_boot();
    mr_class.Protocol = mr_define_class("Protocol", mr_class.NSObject, 0);
    mr_class_set_constant(mr_class.Protocol);
    mr_class.zombie = mr_define_class("_NSZombie_", Nil, 0);
    mr_class_set_flags(mr_class.zombie, MR_CLASS_CONSTANT | MR_CLASS_ZOMBIE);
    mr_nsobject_protocol_boot();
    mr_exception_boot();
    mr_block_boot();
    mr_method_signature_boot();
    mr_invocation_boot();
    mr_trace_boot();
}

// ── The Swift modules ───────────────────────────────────────────────────────────────────────────────

// Defined by the modules if they are linked into the program.
extern void mr_load_MiniFoundation(void) __attribute__((weak));
extern void mr_load_KeyValueCoding(void) __attribute__((weak));
extern void mr_load_KVONotifying(void) __attribute__((weak));

// Loads the modules before main(), while there is only one thread. Loading lazily could deadlock: the loading thread
// may already hold a lock that another thread needs. This constructor runs after those with a priority and, because
// Swift's own object file comes first in every program, after Swift has registered the program's types. CObjectiveC
// comes last, because the programs that it loads may use the classes of the other modules.
__attribute__((constructor)) static void load_modules(void) {
    if (mr_load_MiniFoundation) mr_load_MiniFoundation();
    if (mr_load_KeyValueCoding) mr_load_KeyValueCoding();
    if (mr_load_KVONotifying) mr_load_KVONotifying();
    // The classes of the modules are no events of the program.
    mr_trace_file_boot();
    if (mr_load_CObjectiveC) mr_load_CObjectiveC();
}
