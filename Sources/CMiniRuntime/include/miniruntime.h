// miniruntime.h - extensions to Apple's API for programs: blocks made from C functions, the kinds of IMPs, accessors,
// calls by signature, invocations, tagged pointers. What only layers above the runtime need is in observing-support.h,
// inspect.h and trace.h.
#ifndef MINIRUNTIME_H
#define MINIRUNTIME_H

#include "objc/encoding.h"
#include "objc/message.h"
#include "objc/objc-arc.h"
#include "objc/objc-exception.h"
#include "objc/objc.h"
#include "objc/runtime.h"

MR_BEGIN_DECLS

// ── Objects that Swift retains and releases ─────────────────────────────────────────────────────────
// An object as a Swift reference type: Swift's compiler retains and releases it as it does instances of Swift classes.
struct MR_SWIFT("import_reference") MR_SWIFT("retain:mr_reference_retain")
    MR_SWIFT("release:mr_reference_release") mr_reference {
    void *isa;
};
void mr_reference_retain(struct mr_reference *reference);
// Ends the process if a dealloc raises and no caller on this thread handles exceptions, because Swift cannot throw
// here. Releases the objects that a dealloc has autoreleased if the thread has no pool.
void mr_reference_release(struct mr_reference *reference);
// Takes over the caller's +1.
MR_SWIFT("returns_retained") static inline struct mr_reference *mr_reference_take(id object) {
    return (struct mr_reference *)(void *)object;
}

// ── Blocks: functions with a context, as objects ────────────────────────────────────────────────────
// `arguments[0]` points to self, `arguments[1]` to _cmd, and the others to the arguments in order. `result` points to
// zeroed memory for the return value; it is NULL for void. Runs on the sender's thread, with no lock held.
typedef void (*mr_block_function)(void *context, void *result, void **arguments);

// Returns a block of class NSBlock, +1 (caller releases). `destroy`, if not NULL, is called with `context` when the
// block dies. nil, without calling `destroy`, if `types` is malformed or `function` is NULL. Apple: a block literal.
id mr_block_create(const char *types, mr_block_function function, void *context, void (*destroy)(void *context));
const char *mr_block_types(id block);
// Makes the IMP of a block jump directly to `function`, which is faster than to enter the block. The block must take
// one number, pointer or object, or a structure of two doubles, and return nothing. The value is in `word`, or a float
// in the low four bytes of `first`, a double in `first`, a structure in `first` and `second`. Returns false and changes
// nothing for other types, and for a libffi closure.
typedef void (*mr_setter_function)(id self, SEL _cmd, uintptr_t word, void *context, double first, double second);
bool mr_imp_take_setter(IMP imp, mr_setter_function function);
// The number of IMPs created by imp_implementationWithBlock and not removed yet. For leak tests.
size_t mr_closure_count(void);

// ── What is behind an IMP ───────────────────────────────────────────────────────────────────────────
// A compiled function is where the linker placed it. All other IMPs are trampolines, made while the program runs: a
// trampoline loads a context of its own and jumps to a function that many trampolines share. It is either a stub, in a
// page of the runtime's own that is never writable, or a closure made by libffi. Any thread may call these functions.
typedef enum {
    MR_IMP_FUNCTION,  // a compiled function, and any address that is no trampoline, or one that was removed
    MR_IMP_STUB,
    MR_IMP_LIBFFI
} mr_imp_kind;
// Returns the kind of code at the address. Searches all pages of stubs.
mr_imp_kind mr_imp_get_kind(IMP imp);
// Returns "compiled function", "stub" or "libffi closure". Lives for ever.
const char *mr_imp_kind_name(mr_imp_kind kind);
// Returns the purpose of a trampoline: "accessor", "forwarder" for an IMP that packs its message into an invocation,
// the purpose that mr_block_set_purpose has set, otherwise "closure". NULL for a compiled function. Lives for ever.
const char *mr_imp_get_purpose(IMP imp);
// Sets the purpose of a block's IMPs, a string that lives for ever. Call it before the first IMP is made. Does nothing
// to nil and to compiled blocks.
void mr_block_set_purpose(id block, const char *purpose);
// Returns the class, or metaclass, of the first method that has the IMP, borrowed, and stores the method's name.
// Returns Nil and stores nothing if no registered class has such a method. Reads all methods.
Class mr_imp_get_class(IMP imp, SEL *outName);
// Returns the kind of the trampolines that are made from now on, MR_IMP_STUB or MR_IMP_LIBFFI. At first it is
// MR_IMP_LIBFFI if MINIRUNTIME_CLOSURES=libffi is in the environment. A trampoline whose arguments do not fit in
// registers is always a libffi closure.
mr_imp_kind mr_closure_kind(void);
// Sets that kind. Existing trampolines keep theirs.
void mr_closure_set_kind(mr_imp_kind kind);

// ── Accessors ───────────────────────────────────────────────────────────────────────────────────────
// Creates an accessor as @synthesize does: an IMP with an address of its own, made from a block that imp_getBlock
// returns. Any number of threads may call atomic accessors of the same ivar at once. Returns NULL if `types` is
// malformed or `ivar` is NULL.
typedef enum {
    MR_STORAGE_VALUE,   // a number, a structure, or an object that is not owned
    MR_STORAGE_STRONG,  //
    MR_STORAGE_COPY,    // the setter sends -copy, and keeps the old value if -copy raises
    MR_STORAGE_WEAK     //
} mr_storage;
IMP mr_accessor_create(const char *types, Ivar ivar, mr_storage storage, bool atomic, bool setter);
// Read or write an ivar without its accessors, as atomically as they do. The first two copy `size` bytes from or to
// `location`. mr_ivar_load_object returns the object, +1, and follows the ivar layouts of the class, like
// object_setIvar, its counterpart.
void mr_value_load(const void *location, void *value, size_t size);
void mr_value_store(void *location, const void *value, size_t size);
id mr_ivar_load_object(id object, Ivar ivar);

// ── Calls whose types are known only at run time ────────────────────────────────────────────────────
// Calls `imp`. `arguments` holds one pointer per argument, including self and _cmd. `result` has room for max(return
// size, 8) bytes; NULL discards the value.
void mr_call(IMP imp, const mr_signature *signature, void *result, void **arguments);
// The same through the messenger: objc_msgSend, or the variant for the return type. A message to nil returns zero.
void mr_send(const mr_signature *signature, void *result, void **arguments);
// Sends the message to super: the search starts at the superclass of `current`.
void mr_send_super(Class current, const mr_signature *signature, void *result, void **arguments);

// Register contents for a call whose arguments are all scalars: up to four words and eight doubles after self and _cmd.
// Both CPUs' calling conventions assign the two kinds of register independently, so any mix of arguments within these
// limits can be passed without libffi.
enum { MR_WORD_ARGUMENTS = 4, MR_FLOAT_ARGUMENTS = 8 };
typedef struct {
    uintptr_t words[MR_WORD_ARGUMENTS];
    double floats[MR_FLOAT_ARGUMENTS];  // a float occupies the low four bytes
} mr_registers;
// Call `imp` with these registers. The function's name gives the type of the result.
uintptr_t mr_call_word(IMP imp, id self, SEL _cmd, const mr_registers *registers);
double mr_call_double(IMP imp, id self, SEL _cmd, const mr_registers *registers);
float mr_call_float(IMP imp, id self, SEL _cmd, const mr_registers *registers);

// Sends a message whose arguments and result are words. A method with fewer arguments ignores the rest.
uintptr_t mr_send_words(id receiver, SEL sel, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth);

// Messages whose types the caller knows at compile time. Such a message is sent only if its method is in the cache and
// has exactly the caller's shape: one letter per type, '@' for all objects and '^' for all pointers, the return type in
// the lowest byte. A returned object is +1.
enum { MR_SHAPE_ARGUMENTS = 6 };
// Flags to add to a shape. They are constants instead of macros, so that Swift imports them.
// The call releases the objects that its method autoreleases. Without this flag, it does so only if the thread has no
// pool.
static const uint64_t MR_SHAPE_DRAINS = UINT64_C(1) << 63;
// The method's name implies that it returns an object +1.
static const uint64_t MR_SHAPE_OWNED = UINT64_C(1) << 62;
typedef enum {
    MR_SENT,
    MR_RAISED,   // an exception is pending, and there is no value
    MR_NOT_SENT  // the method has another shape or is not cached, messages are traced, or an exception is pending
} mr_shaped_end;
typedef struct {
    union {
        uint64_t word;
        double real;  // a float is in the low four bytes
        id object;
    } value;
    mr_shaped_end end;
} mr_shaped_result;
// Integers, pointers and objects are passed as words and floating-point numbers as reals, each kind in argument order.
// mr_send_shaped is for methods that return neither a floating-point number nor an object, or return nothing.
mr_shaped_result mr_send_shaped(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2, double real,
                                double real2);
mr_shaped_result mr_send_shaped_real(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2, double real,
                                     double real2);
mr_shaped_result mr_send_shaped_object(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2,
                                       double real, double real2);
// Takes more words, and returns a value of any kind.
mr_shaped_result mr_send_shaped_long(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2,
                                     uintptr_t word3, uintptr_t word4, double real, double real2);

// The messenger as an IMP: Swift cannot cast the imported function.
IMP mr_messenger(void);
// Returns the selector with that name. NULL if it is not registered, in which case no class has such a method.
SEL mr_selector_known(const char *name);
// Like sel_registerName, but faster for a string that has the same address in each call, such as a literal.
SEL mr_selector_literal(const char *name);
// Returns the method that instances of `cls` have, or NULL. No side effects: neither method resolution nor +initialize.
Method mr_method_lookup(Class cls, SEL sel);
// Returns the method that this message would call now, after +initialize and method resolution. NULL if the message
// would be forwarded.
Method mr_method_for_message(id receiver, SEL sel);
// Returns the signature by which a message that no class implements is forwarded: sends methodSignatureForSelector: to
// the receiver, which must not be nil. Method resolution has failed, and is not repeated meanwhile. NULL if the
// receiver returns none.
const mr_signature *mr_forwarded_signature(id receiver, SEL sel);
// The signature of the method's types, cached in the method. NULL if the types are missing or malformed.
const mr_signature *mr_method_signature(Method method);

// ── Method signatures and invocations as objects ────────────────────────────────────────────────────
// Returns an NSMethodSignature, autoreleased; nil if `types` is malformed. Apple: +signatureWithObjCTypes:.
id mr_method_signature_object(const char *types);
// NULL if `methodSignature` is not an NSMethodSignature.
const mr_signature *mr_method_signature_get(id methodSignature);
// Returns an NSInvocation, +1 (caller releases), with all arguments zero. It does not retain its arguments until
// mr_invocation_retain_arguments is called. Apple: +invocationWithMethodSignature:.
id mr_invocation_create(const mr_signature *signature);
const mr_signature *mr_invocation_signature(id invocation);
// Copy a value out or in; its size is given by the signature. false if there is no such argument.
bool mr_invocation_get_argument(id invocation, void *value, unsigned int index);
bool mr_invocation_set_argument(id invocation, const void *value, unsigned int index);
bool mr_invocation_get_return_value(id invocation, void *value);
// An object is retained until another result replaces it, also the result of mr_invocation_invoke. The messages
// -setReturnValue: and -invoke retain it only if the invocation retains its arguments, as on Apple's systems.
bool mr_invocation_set_return_value(id invocation, const void *value);
// Retains object arguments and the result, and copies C strings, until the invocation dies.
void mr_invocation_retain_arguments(id invocation);
// Sends the message to argument 0.
void mr_invocation_invoke(id invocation);

// ── Tagged pointers ─────────────────────────────────────────────────────────────────────────────────
// Small values stored in the pointer itself: the top bit is set, three bits hold the tag, 60 bits the payload. A tagged
// pointer has no header and no isa; its class is the one registered for its tag. Apple: objc-internal.h.
enum { MR_TAG_COUNT = 8, MR_TAG_PAYLOAD_BITS = 60 };
// Registers `cls` for `tag` and makes the class permanent. false if another class has the tag, or it is out of range.
bool mr_tag_register(unsigned int tag, Class cls);
// nil if no class is registered for the tag, or the payload needs more than 60 bits.
id mr_tag_make(unsigned int tag, uint64_t payload);
static inline bool mr_is_tagged(id object) { return (intptr_t)object < 0; }
static inline uint64_t mr_tag_payload(id object) {
    return (uintptr_t)object & ((UINT64_C(1) << MR_TAG_PAYLOAD_BITS) - 1);
}
static inline unsigned int mr_tag(id object) { return (uintptr_t)object >> MR_TAG_PAYLOAD_BITS & (MR_TAG_COUNT - 1); }

// ── Autorelease pools, for callers in other languages ───────────────────────────────────────────────
// Pushes a pool if the thread has none, and returns it; the caller pops it like any other pool. Returns NULL if the
// thread has one.
void *mr_pool_push_if_none(void);
// Returns the number of entries on the thread's stack: objects, and marks where pools begin.
size_t mr_pool_height(void);
// Takes `object` out of its pool and gives its +1 to the caller, if it is the last object that was autoreleased, and
// that happened after the stack had height `height`. A caller that retains a +0 result at once thus leaves nothing in
// the pool.
bool mr_pool_take(id object, size_t height);

// ── The stack ───────────────────────────────────────────────────────────────────────────────────────

// Returns the address of the current stack frame. Under the address sanitizer, local variables may lie elsewhere.
static inline uintptr_t mr_stack_address(void) { return (uintptr_t)__builtin_frame_address(0); }

MR_END_DECLS

#endif
