// call.h - declares calls of any types: encodings, signatures, closures, accessors, and the objects made of them.
#ifndef MR_CALL_H
#define MR_CALL_H

#include "../class/class.h"

// ── encoding.c ──────────────────────────────────────────────────────────────────────────────────────

// Calls `visit` for each scalar in a value of a well-formed type that has a size, with the scalar's bytes and kind:
// 'f', 'd', 'D', or 'i' for everything that is not a floating-point number. The members of a union overlap. An array of
// length zero is visited with zero bytes, unless it is in a struct of no size.
typedef void (*mr_scalar_visitor)(char kind, size_t offset, size_t size, void *context);
void mr_type_visit(const char *type, size_t offset, mr_scalar_visitor visit, void *context);

// ── signature.c, foreign.c, closure.c: calls and closures of any types ──────────────────────────────

typedef void (*mr_function)(void);  // a function of any type
// The registers in which a closure receives scalars: self, _cmd and those of mr_registers.
enum { MR_WORD_REGISTERS = 2 + MR_WORD_ARGUMENTS, MR_REGISTERS = MR_WORD_REGISTERS + MR_FLOAT_ARGUMENTS };
// The first arguments of a function: self and _cmd, a block, an object, or others.
typedef enum { MR_TAKES_ANYTHING, MR_TAKES_OBJECT, MR_TAKES_BLOCK, MR_TAKES_MESSAGE } mr_taken;
struct mr_signature {
    char *types;
    mr_taken takes;
    char *return_type;
    char **argument_types;
    unsigned int argument_count;
    size_t return_size;
    size_t *argument_sizes;
    bool returns_in_memory;
    // Needs no libffi: the result is a number, object or pointer, and the arguments are such, or pairs of doubles, that
    // fit in registers.
    bool in_registers;
    uint8_t places[MR_REGISTERS];  // for each argument, the index of its register, or of the first of a structure's
    char return_kind;              // the encoding of a scalar; 0 for a type that mr_load_scalar cannot load
    char setter_argument;          // for a setter in registers, the first character of its argument's type; else 0
    bool takes_words;              // a method of up to four words, with no floating-point number, that returns nothing
    uint8_t structure;             // of a method without arguments: see mr_structure_call; else 0
    uint64_t shape;                // see mr_send_shaped
    mr_function messenger;         // objc_msgSend, or its variant for the return type
    struct mr_cif *cif;            // libffi's description of the call
    _Atomic(IMP) forwarder;        // the closure that packs a message into an invocation; NULL until first used
    _Atomic(const mr_signature *) whole;  // see mr_signature_whole; NULL until first used
};
// Like mr_signature_get, but also returns signatures of blocks and of functions that are no methods.
const mr_signature *mr_signature_get_any(const char *types);
// Loads a scalar as it lies in a register: small signed integers are sign-extended, a float is in the low four bytes.
static inline uint64_t mr_load_scalar(char kind, const void *address) {
    switch (kind) {
        case 'c': return (uint64_t) * (const int8_t *)address;
        case 'B':
        case 'C': return *(const uint8_t *)address;
        case 's': return (uint64_t) * (const int16_t *)address;
        case 'S': return *(const uint16_t *)address;
        case 'i':
        case 'l': return (uint64_t) * (const int32_t *)address;
        case 'f':
        case 'I':
        case 'L': return *(const uint32_t *)address;
        default: return *(const uint64_t *)address;
    }
}
// Implemented in shape.c. Returns 0 for a signature with a structure, or with more arguments than a shape can hold.
uint64_t mr_shape_of(const mr_signature *signature);
// Implemented in structure.c. Whether a type is a structure of two doubles, which are passed in registers.
bool mr_structure_is_pair(const char *type);
// Returns which structure of numbers a method without arguments returns; 0 for all others.
uint8_t mr_structure_of(const mr_signature *signature);
// Calls such a method, and stores what it returns. `imp` may be the messenger for the structure.
void mr_structure_call(uint8_t structure, IMP imp, id self, SEL _cmd, void *result);
// Fills in the messenger, the registers and the cif of a parsed signature. They live for ever.
void mr_foreign_prepare(mr_signature *signature);
// Calls a function or messenger. `first` replaces arguments[0]; a NULL `result` discards the return value.
void mr_foreign_call(mr_function target, const mr_signature *signature, void *result, void *first,
                     void *const *arguments);
// Creates a closure by libffi. Ends the process if the system gives no memory for code, or only memory that
// MINIRUNTIME_REFUSE_WX refuses.
IMP mr_foreign_closure_create(const mr_signature *signature, mr_block_function function, void *context);
bool mr_foreign_closure_exists(IMP imp);
bool mr_foreign_closure_free(IMP imp);     // false if the IMP is no closure of libffi's
_Noreturn void mr_code_memory_fail(void);  // exhausted.c: says how many closures exist and which limit was met
void mr_closure_free(IMP imp);
// frames.c: with MINIRUNTIME_PERF_MAP, describes code that leaves the stack as its caller has made it to unwinders.
void mr_frames_describe(const void *stubs, size_t size);
// Turns a closure that has not been called yet into a jump to function(self + offset, first argument). Does nothing if
// libffi created the closure.
void mr_closure_shorten(IMP imp, mr_function function, size_t offset);
extern const char mr_closure_stubs[] __attribute__((visibility("hidden")));  // closure-*.S
void mr_closure_entry(void);
void mr_accessor_entry(void);
void mr_setter_entry(void);
// Returns the signature with the same arguments, whose result is the whole register that contains the result; the same
// signature if there is no more in the register. An invocation passes on all of it, because the sender of a forwarded
// message may expect a wider result than the signature has.
const mr_signature *mr_signature_whole(const mr_signature *signature);
// Copies the whole register of an invocation's result.
void mr_invocation_get_whole_result(id invocation, void *result);
// Returns the signature's forwarder, which lives for ever. The first call creates it with `function`, a function of
// forward.c.
IMP mr_signature_forwarder(const mr_signature *signature, mr_block_function function);

// ── accessor.c ──────────────────────────────────────────────────────────────────────────────────────

// Returns the lock of an ivar or weak reference: one of several, chosen by its address.
mr_lock *mr_location_lock(const void *location);
// Retains `value`, stores it in a strong ivar and releases the old value. Atomic with regard to mr_strong_load.
void mr_strong_store(id *location, id value);

// ── block.c, method-signature.c, invocation.c ─────────────────────────────────────────────────────

void mr_block_boot(void);
void mr_method_signature_boot(void);
void mr_invocation_boot(void);
// The signature of an NSMethodSignature, of a block, too; NULL for other objects.
const mr_signature *mr_method_signature_any(id object);
// What +allocWithZone: of NSMethodSignature and NSInvocation returns, nil: the object cannot exist without a signature.
id mr_no_instance(id self, SEL _cmd, void *zone);

#endif
