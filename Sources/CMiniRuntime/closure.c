// closure.c - closures: functions created at run time, each an IMP with its own address, a C function and its context.
//
//      IMP = libffi closure ──► libffi: arguments to memory, by their types ──► foreign_entered ──► function(context, …)
//
//      IMP = stub ──► mr_closure_entry (closure-*.S) saves registers ──► mr_closure_entered ──► function(context, …)
//        └─ its slot, one MR_CLOSURE_PAGE further: entry │ function │ context │ signature
//
// libffi can make an entry for any signature. A page of stubs is an anonymous file, sealed against writing before it is
// mapped as executable. Stubs serve the signatures whose values fit in registers (signature.in_registers), and are faster
// than libffi, which classifies the arguments at every call. libffi serves all other signatures, and all signatures if
// MINIRUNTIME_CLOSURES=libffi is set or the system cannot map such a file. The caller of mr_closure_create owns the closure.
#include <fcntl.h>
#include <ffi.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

typedef struct {
    mr_function entry;  // target of the stub; for a libffi closure, the memory to free
    mr_block_function function;
    void *context;  // of a free slot: the next free slot
    const mr_signature *signature;
} mr_closure;
_Static_assert(sizeof(mr_closure) == MR_CLOSURE_SLOT, "offsets.h");
_Static_assert(offsetof(mr_closure, entry) == 0, "closure-*.S");

static mr_lock closures_lock = MR_LOCK_INIT(MR_LOCK_CLOSURES);
// Guarded by closures_lock.
static mr_closure *free_slots;
static mr_map closures;  // IMP -> mr_closure: every closure that has not been freed

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────

// The caller copies the returned word to both registers that can hold a result. `registers` are those of closure-*.S.
uint64_t mr_closure_entered(const mr_closure *closure, uint64_t *registers) {
    const mr_signature *signature = closure->signature;  // copied, because the function may remove this closure
    void *arguments[MR_REGISTERS];
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        arguments[index] = &registers[signature->places[index]];
    }
    uint64_t result = 0;
    closure->function(closure->context, signature->return_size ? &result : NULL, arguments);
    return mr_load_scalar(signature->return_kind, &result);
}

// libffi calls it with the pointer that ffi_prep_closure_loc was given.
static void foreign_entered(ffi_cif *cif, void *result, void **arguments, void *user) {
    mr_foreign_join((const struct mr_cif *)cif, arguments);
    mr_closure entered = *(mr_closure *)user;
    size_t size = entered.signature->return_size;
    if (size) memset(result, 0, size);
    entered.function(entered.context, size ? result : NULL, arguments);
    // libffi expects small integers widened to a register.
    char kind = entered.signature->return_kind;
    if (size && kind) *(ffi_arg *)result = mr_load_scalar(kind, result);
}

static void entered_when_free(void *context, void *result, void **arguments) {
    mr_fatal("a closure was called after it had been removed");
}

// ── Slots ───────────────────────────────────────────────────────────────────────────────────────────

static void free_slot_locked(mr_closure *slot) {
    slot->function = entered_when_free;
    slot->context = free_slots;
    free_slots = slot;
}

// Returns a descriptor of a sealed file that contains the stubs; -1 if the system has no such files.
static int stub_file(void) {
    int file = memfd_create("miniruntime-closures", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    if (write(file, mr_closure_stubs, MR_CLOSURE_PAGE) == MR_CLOSURE_PAGE &&
        fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0) {
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
            for (int offset = 2 * PAGE; offset > PAGE;) {
                free_slot_locked((mr_closure *)(memory + (offset -= MR_CLOSURE_SLOT)));
            }
        }
    }
    close(file);
}

// NULL if the system cannot map stubs.
static IMP create_own(const mr_closure *contents) {
    mr_lock_acquire(&closures_lock);
    if (free_slots == NULL) add_slots_locked();
    mr_closure *slot = free_slots;
    IMP imp = slot ? (IMP)((char *)slot - MR_CLOSURE_PAGE) : NULL;
    if (slot) {
        free_slots = slot->context;
        *slot = *contents;
        mr_map_set(&closures, imp, slot);
    }
    mr_lock_release(&closures_lock);
    return imp;
}

// Ends the process if the memory at `code` is both writable and executable, or if /proc does not show its permissions.
static void refuse_writable_code(const void *code) {
    uintptr_t address = (uintptr_t)code, start, end;
    char permissions[5], *line = NULL;
    size_t room = 0;
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps && !found && getline(&line, &room, maps) >= 0) {
        int fields = sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &start, &end, permissions);
        found = fields == 3 && start <= address && address < end;
    }
    free(line);
    if (maps) fclose(maps);
    if (!found) mr_fatal("MINIRUNTIME_REFUSE_WX is set, and /proc/self/maps does not tell of the memory for closures");
    if (strchr(permissions, 'w') == NULL || strchr(permissions, 'x') == NULL) return;
    mr_fatal("MINIRUNTIME_REFUSE_WX is set, and memory for closures is writable and executable at once");
}

// The entry is where the code can be run. Where memory is never writable and executable at once, libffi maps the same
// memory twice, and `code` is where it can be written, and what is freed.
static IMP create_foreign(const mr_closure *contents) {
    void *entry = NULL;
    ffi_closure *code = ffi_closure_alloc(sizeof(ffi_closure), &entry);
    if (code == NULL) mr_fatal("out of memory for code: libffi could not allocate a closure");
    if (MR_UNLIKELY(mr_debug.refuse_wx)) refuse_writable_code(entry);
    mr_closure *closure = mr_allocate(sizeof *closure);
    *closure = *contents;
    closure->entry = (mr_function)(void *)code;
    // mr_cif starts with the ffi_cif for closures.
    if (ffi_prep_closure_loc(code, (ffi_cif *)contents->signature->cif, foreign_entered, closure, entry) != FFI_OK) {
        mr_fatal("libffi refuses a closure for the types '%s'", contents->signature->types);
    }
    mr_lock_acquire(&closures_lock);
    mr_map_set(&closures, entry, closure);
    mr_lock_release(&closures_lock);
    return entry;
}

IMP mr_closure_create(const mr_signature *signature, mr_block_function function, void *context) {
    mr_closure contents = {mr_closure_entry, function, context, signature};
    bool mayBeStub = signature->in_registers && mr_closure_kind() == MR_IMP_STUB;
    IMP imp = mayBeStub ? create_own(&contents) : NULL;
    return imp ? imp : create_foreign(&contents);
}

static bool is_stub(const mr_closure *closure) { return closure->entry == mr_closure_entry; }

void mr_closure_free(IMP imp) {
    mr_lock_acquire(&closures_lock);
    mr_closure *closure = mr_map_get(&closures, imp);
    bool isStub = is_stub(closure);
    mr_map_remove(&closures, imp);
    if (isStub) free_slot_locked(closure);
    mr_lock_release(&closures_lock);
    if (isStub) return;
    ffi_closure_free((void *)closure->entry);
    free(closure);
}

// ── Kinds ───────────────────────────────────────────────────────────────────────────────────────────

mr_imp_kind mr_imp_get_kind(IMP imp) {
    mr_lock_acquire(&closures_lock);
    const mr_closure *closure = mr_map_get(&closures, imp);
    mr_imp_kind kind = closure == NULL ? MR_IMP_FUNCTION : is_stub(closure) ? MR_IMP_STUB : MR_IMP_LIBFFI;
    mr_lock_release(&closures_lock);
    return kind;
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
