// closure.c - closures: functions created at run time, each an IMP with its own address, a C function and its context.
//
//      IMP = stub ──► mr_closure_entry (closure-*.S) saves registers ──► mr_closure_entered ──► function(context, …)
//        │ or, for an accessor ──► mr_accessor_entry: self + offset ──► function(location, value)
//        │ or, for a notifying setter ──► mr_setter_entry ──► function(self, _cmd, word, context, first, second)
//        └─ its slot, MR_CLOSURE_PAGE bytes further: entry │ function │ context or offset │ signature
//
// A page of stubs is an anonymous file, sealed against writing before it is mapped as executable. Stubs serve the
// signatures whose values fit in registers (signature.in_registers), and are faster than libffi, which classifies the
// arguments at every call. libffi serves all other signatures (foreign.c), and all signatures if mr_closure_kind() is
// MR_IMP_LIBFFI or the system cannot map such a file. The caller of mr_closure_create owns the closure.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "call.h"

typedef struct {
    mr_function entry;  // target of the stub
    mr_block_function function;
    void *context;  // of a free slot: the next free slot
    const mr_signature *signature;
} mr_closure;
_Static_assert(sizeof(mr_closure) == MR_CLOSURE_SLOT, "offsets.h");
_Static_assert(offsetof(mr_closure, entry) == 0, "closure-*.S");

// The slot that has been free longest is used first: a thread that still calls a removed closure ends the process with
// a message, as long as the slot is free.
static MR_GLOBAL_LOCK(closures_lock, MR_LOCK_CLOSURES)
    // Guarded by closures_lock.
    static mr_closure *free_slots;
static mr_closure *last_free_slot;
static mr_list stub_pages;  // the first stub of each page; a page is never unmapped

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────

// The caller copies the returned word to both registers that can hold a result. `registers` are those of closure-*.S.
uint64_t mr_closure_entered(const mr_closure *closure, uint64_t *registers) {
    const mr_signature *signature = closure->signature;  // copied, because the function may remove this closure
    void *arguments[MR_REGISTERS];
    MR_NO_UNROLL  // most methods have few arguments, for which an unrolled loop is slower
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        arguments[index] = &registers[signature->places[index]];
    }
    if (signature->return_size == 0) {
        closure->function(closure->context, NULL, arguments);
        return 0;
    }
    uint64_t result = 0;
    closure->function(closure->context, &result, arguments);
    return mr_load_scalar(signature->return_kind, &result);
}

static void entered_when_free(void *context, void *result, void **arguments) {
    mr_fatal("a closure was called after it had been removed");
}

// ── Slots ───────────────────────────────────────────────────────────────────────────────────────────

static void free_slot_locked(mr_closure *slot) {
    slot->function = entered_when_free;
    slot->context = NULL;
    if (free_slots) last_free_slot->context = slot;
    else free_slots = slot;
    last_free_slot = slot;
}

// Writes the stubs. A limit on the size of files (`ulimit -f`) also applies to anonymous files: then the write fails,
// and the signal that would end the process is taken away.
static bool write_stubs(int file) {
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    bool isWritten = write(file, mr_closure_stubs, MR_CLOSURE_PAGE) == MR_CLOSURE_PAGE;
    bool isPending = !isWritten && errno == EFBIG && !sigismember(&before, SIGXFSZ);
    if (isPending) sigtimedwait(&signals, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return isWritten;
}

// Returns a descriptor of a sealed file that contains the stubs; -1 if the system has no such files.
static int stub_file(void) {
    int file = memfd_create("miniruntime-closures", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    if (write_stubs(file) && fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0) {
        return file;
    }
    close(file);
    return -1;
}

static void add_slots_locked(void) {
    enum { PAGE = MR_CLOSURE_PAGE };
    int file = stub_file();
    if (file < 0) return;
    char *memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
        if (mmap(memory, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file, 0) == MAP_FAILED) {
            munmap(memory, 2 * PAGE);
        } else {
            mr_list_append(&stub_pages, memory);
            mr_frames_describe(memory, PAGE);
            for (int offset = PAGE; offset < 2 * PAGE; offset += MR_CLOSURE_SLOT) {
                free_slot_locked((mr_closure *)(memory + offset));
            }
        }
    }
    close(file);
}

static mr_closure *slot_of(IMP stub) { return (mr_closure *)((char *)stub + MR_CLOSURE_PAGE); }

// NULL if the system cannot map stubs.
static IMP create_stub(const mr_closure *contents) {
    mr_lock_acquire(&closures_lock);
    if (free_slots == NULL) add_slots_locked();
    mr_closure *slot = free_slots;
    if (slot) {
        free_slots = slot->context;
        *slot = *contents;
    }
    mr_lock_release(&closures_lock);
    return slot ? (IMP)((char *)slot - MR_CLOSURE_PAGE) : NULL;
}

IMP mr_closure_create(const mr_signature *signature, mr_block_function function, void *context) {
    mr_closure contents = {mr_closure_entry, function, context, signature};
    bool isStub = signature->in_registers && mr_closure_kind() == MR_IMP_STUB;
    IMP imp = isStub ? create_stub(&contents) : NULL;
    return imp ? imp : mr_foreign_closure_create(signature, function, context);
}

void mr_closure_shorten(IMP imp, mr_function function, size_t offset) {
    if (mr_foreign_closure_exists(imp)) return;
    *slot_of(imp) = (mr_closure){mr_accessor_entry, (mr_block_function)function, (void *)offset, NULL};
}

bool mr_imp_take_setter(IMP imp, mr_setter_function function) {
    if (mr_foreign_closure_exists(imp)) return false;
    mr_closure *slot = slot_of(imp);
    if (slot->signature->return_size || slot->signature->argument_count != 3) return false;
    slot->entry = mr_setter_entry;
    slot->function = (mr_block_function)(void *)function;
    return true;
}

void mr_closure_free(IMP imp) {
    if (mr_foreign_closure_free(imp)) return;
    mr_lock_acquire(&closures_lock);
    free_slot_locked(slot_of(imp));
    mr_lock_release(&closures_lock);
}

// ── Kinds ───────────────────────────────────────────────────────────────────────────────────────────

// Searches the pages, so that creating a stub need not record it.
static bool is_stub_locked(IMP imp) {
    for (uint32_t index = 0; index < stub_pages.count; index++) {
        uintptr_t offset = (uintptr_t)imp - (uintptr_t)stub_pages.items[index];
        if (offset >= MR_CLOSURE_PAGE || offset % MR_CLOSURE_SLOT) continue;
        return slot_of(imp)->function != entered_when_free;
    }
    return false;
}

mr_imp_kind mr_imp_get_kind(IMP imp) {
    if (mr_foreign_closure_exists(imp)) return MR_IMP_LIBFFI;
    mr_lock_acquire(&closures_lock);
    bool isStub = is_stub_locked(imp);
    mr_lock_release(&closures_lock);
    return isStub ? MR_IMP_STUB : MR_IMP_FUNCTION;
}

const char *mr_imp_kind_name(mr_imp_kind kind) {
    return kind == MR_IMP_FUNCTION ? "compiled function" : kind == MR_IMP_STUB ? "stub" : "libffi closure";
}

mr_imp_kind mr_closure_kind(void) {
    return __atomic_load_n(&mr_debug.libffi_closures, __ATOMIC_RELAXED) ? MR_IMP_LIBFFI : MR_IMP_STUB;
}

void mr_closure_set_kind(mr_imp_kind kind) {
    __atomic_store_n(&mr_debug.libffi_closures, kind == MR_IMP_LIBFFI, __ATOMIC_RELAXED);
}
