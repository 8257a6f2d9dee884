// closure.c - closures: functions created at run time, each an IMP with its own address, a C function and its context.
//
//      IMP = stub ──► mr_closure_entry (closure-*.S) saves registers ──► mr_closure_entered ──► function(context, …)
//        │ or, for an accessor ──► mr_accessor_entry: self + offset ──► function(location, value)
//        │ or, for a setter ──► mr_typed_entry ──► function(self, _cmd, word, context, real)
//        └─ its slot, one MR_CLOSURE_PAGE further: entry │ function │ context or offset │ signature
//
// A page of stubs is an anonymous file, sealed against writing before it is mapped as executable. Stubs serve the
// signatures whose values fit in registers (signature.in_registers), and are faster than libffi, which classifies the
// arguments at every call. libffi serves all other signatures, and all signatures if the system cannot map such a file.
// The caller of mr_closure_create owns the closure.
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

static MR_GLOBAL_LOCK(closures_lock, MR_LOCK_CLOSURES)
    // Guarded by closures_lock.
    static mr_closure *free_slots;
static mr_map foreign_closures;  // IMP -> mr_closure, for libffi's closures

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────

// The caller copies the returned word to both registers that can hold a result. `registers` are those of closure-*.S.
uint64_t mr_closure_entered(const mr_closure *closure, uint64_t *registers) {
    const mr_signature *signature = closure->signature;  // copied, because the function may remove this closure
    void *arguments[MR_REGISTERS];
#pragma clang loop unroll(disable)  // closure-imp: 19.7 ns, and 20.3 unrolled for the few that there are
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
    if (mr_debug.foreign_closures)
        mr_fatal("MINIRUNTIME_CLOSURES is libffi, and a closure of the runtime's own is made");
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
    if (slot) {
        free_slots = slot->context;
        *slot = *contents;
    }
    mr_lock_release(&closures_lock);
    return slot ? (IMP)((char *)slot - MR_CLOSURE_PAGE) : NULL;
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

static IMP create_foreign(const mr_closure *contents) {
    void *entry = NULL;
    mr_lock_acquire(&closures_lock);  // libffi has a lock of its own, of which fork() knows nothing
    ffi_closure *code = ffi_closure_alloc(sizeof(ffi_closure), &entry);
    mr_lock_release(&closures_lock);
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
    mr_map_set(&foreign_closures, entry, closure);
    mr_lock_release(&closures_lock);
    return entry;
}

IMP mr_closure_create(const mr_signature *signature, mr_block_function function, void *context) {
    mr_closure contents = {mr_closure_entry, function, context, signature};
    IMP imp = signature->in_registers && !mr_debug.foreign_closures ? create_own(&contents) : NULL;
    return imp ? imp : create_foreign(&contents);
}

static mr_closure *slot_of(IMP imp) { return (mr_closure *)((char *)imp + MR_CLOSURE_PAGE); }

static bool is_foreign(IMP imp) {
    mr_lock_acquire(&closures_lock);
    bool found = mr_map_get(&foreign_closures, imp) != NULL;
    mr_lock_release(&closures_lock);
    return found;
}

void mr_closure_shorten(IMP imp, mr_function function, size_t offset) {
    if (is_foreign(imp)) return;
    *slot_of(imp) = (mr_closure){mr_accessor_entry, (mr_block_function)function, (void *)offset, NULL};
}

bool mr_imp_take_setter(IMP imp, mr_setter_function function) {
    if (is_foreign(imp)) return false;
    mr_closure *slot = slot_of(imp);
    if (slot->signature->return_size || slot->signature->argument_count != 3) return false;
    slot->entry = mr_typed_entry;
    slot->function = (mr_block_function)(void *)function;
    return true;
}

mr_imp_kind mr_imp_kind_of(IMP imp) {
    if (imp_getBlock(imp) == nil) return MR_IMP_FUNCTION;
    if (is_foreign(imp)) return MR_IMP_FOREIGN;
    return slot_of(imp)->entry == mr_accessor_entry ? MR_IMP_ACCESSOR : MR_IMP_CLOSURE;
}

void mr_closure_free(IMP imp) {
    mr_lock_acquire(&closures_lock);
    mr_closure *foreign = mr_map_get(&foreign_closures, imp);
    if (foreign) {
        mr_map_remove(&foreign_closures, imp);
        ffi_closure_free((void *)foreign->entry);
    } else {
        free_slot_locked(slot_of(imp));
    }
    mr_lock_release(&closures_lock);
    free(foreign);
}
