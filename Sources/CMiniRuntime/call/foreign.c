// foreign.c - libffi: calls functions of any types, and makes functions of any types, while the program runs.
//
//      signature ──► ffi_type of each value (foreign-types.c) ──► ffi_cif, the call interface
//                                                                   │
//      a call:     ffi_call(cif, function, result, arguments) ◄─────┤ libffi fills registers and stack, and calls
//      a closure:  IMP = entry ──► libffi, by the cif ◄─────────────┘ libffi copies registers and stack to memory
//                                    └──► foreign_entered(cif, result, arguments, closure)
//                                            └──► closure->function(closure->context, result, arguments)
//
// A call interface lives for ever, like its signature. A closure belongs to the caller of mr_closure_create, who frees
// it with mr_closure_free. Its context belongs to the caller as well, and is not freed here.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"

// ── Call interfaces ─────────────────────────────────────────────────────────────────────────────────
// ffi_prep_cif computes from the types where the calling convention puts each value. It copies nothing: the cif points
// to the array of types, and the array to the types. All three live for ever here.

struct mr_cif {
    ffi_cif entered;     // for closures; first, because libffi passes its address to foreign_entered
    ffi_cif called;      // for calls; the same unless an argument is split
    unsigned int split;  // index of the argument that libffi must see as two (foreign.h); 0 for none
    ffi_type *types[];   // of the arguments
};

static void prepare(ffi_cif *cif, unsigned int count, ffi_type *result, ffi_type **types) {
    if (ffi_prep_cif(cif, FFI_DEFAULT_ABI, count, result, types) != FFI_OK) mr_fatal("libffi refuses a call's types");
}

void mr_foreign_prepare(mr_signature *signature) {
    unsigned int count = signature->argument_count;
    struct mr_cif *cif = signature->cif = mr_allocate(sizeof *cif + count * sizeof(ffi_type *));
    ffi_type *result = mr_foreign_describe(signature, cif->types);
    unsigned int split = cif->split = mr_foreign_find_split(signature, cif->types);
    prepare(&cif->entered, count, result, cif->types);
    cif->called = cif->entered;
    if (split == 0) return;
    ffi_type **types = mr_allocate((count + 1) * sizeof *types);
    memcpy(types, cif->types, split * sizeof *types);
    mr_foreign_split(cif->types[split], types + split);
    memcpy(types + split + 2, cif->types + split + 1, (count - split - 1) * sizeof *types);
    prepare(&cif->called, count + 1, result, types);
    if (MR_SPLIT_CLOSURES) cif->entered = cif->called;
}

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────
// ffi_call reads each argument through a pointer to it, puts it where the cif says, calls the target and stores the
// result. `arguments` and `result` are the caller's, before and after.

void mr_foreign_call(mr_function target, const mr_signature *signature, void *result, void *first,
                     void *const *arguments) {
    struct mr_cif *cif = signature->cif;
    unsigned int count = signature->argument_count, split = cif->split;
    // A copy, because libffi stores pointers to its own frame in the array, and with room for a split argument.
    void *own[count + 1];
    memcpy(own, arguments, count * sizeof(void *));
    own[0] = first;
    if (split) {
        memmove(own + split + 1, own + split, (count - split) * sizeof(void *));
        own[split + 1] = (char *)own[split] + MR_SECOND_HALF;
    }
    // If `result` were NULL, libffi would leave a long double on the x87 stack, which has only eight entries.
    long double dropped[4];
    if (result == NULL && signature->return_size <= sizeof dropped) result = dropped;
    ffi_call(&cif->called, target, result, own);
}

// ── Closures ────────────────────────────────────────────────────────────────────────────────────────
// ffi_closure_alloc returns two addresses of the same closure: `code`, where it is written, and `entry`, where it is
// called. They are equal if its memory is writable and executable at once. If the system refuses such memory, libffi
// maps the memory twice, and they differ. ffi_prep_closure_loc writes instructions to `code` that, run at `entry`, call
// foreign_entered with the cif and a pointer of the caller's, here to a foreign_closure. ffi_closure_free takes `code`
// and frees both addresses. The runtime knows a closure by `entry`, its IMP, so a map leads from there to `code`.

typedef struct {
    ffi_closure *code;  // ffi_closure_free takes it
    mr_block_function function;
    void *context;  // not owned
    const mr_signature *signature;
} foreign_closure;

static MR_GLOBAL_LOCK(closures_lock, MR_LOCK_CLOSURES)
    // IMP -> foreign_closure: those that are not freed. Guarded by closures_lock.
    static mr_map closures;

// libffi allocated `arguments`, one pointer for each type of the cif. `result` has room for a register at least.
static void foreign_entered(ffi_cif *cif, void *result, void **arguments, void *user) {
    unsigned int split = MR_SPLIT_CLOSURES ? ((struct mr_cif *)cif)->split : 0;
    if (split) memmove(arguments + split, arguments + split + 1, (cif->nargs - split - 1) * sizeof(void *));
    foreign_closure entered = *(foreign_closure *)user;  // copied, because the function may free this closure
    size_t size = entered.signature->return_size;
    if (size) memset(result, 0, size);
    entered.function(entered.context, size ? result : NULL, arguments);
    // libffi expects small integers widened to a register.
    char kind = entered.signature->return_kind;
    if (size && kind) *(ffi_arg *)result = mr_load_scalar(kind, result);
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

IMP mr_foreign_closure_create(const mr_signature *signature, mr_block_function function, void *context) {
    void *entry = NULL;
    mr_lock_acquire(&closures_lock);  // libffi has a lock of its own, of which fork() knows nothing
    ffi_closure *code = ffi_closure_alloc(sizeof(ffi_closure), &entry);
    mr_lock_release(&closures_lock);
    if (code == NULL) mr_code_memory_fail();
    if (MR_UNLIKELY(mr_debug.refuse_wx)) refuse_writable_code(entry);
    foreign_closure *closure = mr_allocate(sizeof *closure);
    *closure = (foreign_closure){code, function, context, signature};
    ffi_cif *cif = &signature->cif->entered;
    if (ffi_prep_closure_loc(code, cif, foreign_entered, closure, entry) != FFI_OK) {
        mr_fatal("libffi refuses a closure for the types '%s'", signature->types);
    }
    mr_lock_acquire(&closures_lock);
    mr_map_set(&closures, entry, closure);
    mr_lock_release(&closures_lock);
    return entry;
}

bool mr_foreign_closure_exists(IMP imp) {
    mr_lock_acquire(&closures_lock);
    bool found = mr_map_get(&closures, imp) != NULL;
    mr_lock_release(&closures_lock);
    return found;
}

bool mr_foreign_closure_free(IMP imp) {
    mr_lock_acquire(&closures_lock);
    foreign_closure *closure = mr_map_remove(&closures, imp);
    if (closure) ffi_closure_free(closure->code);
    mr_lock_release(&closures_lock);
    free(closure);
    return closure != NULL;
}
