// miniruntime.h - extensions to Apple's API: blocks made from C functions, calls by signature, invocations, tagged
// pointers, observation info, introspection, the trace hook.
#ifndef MINIRUNTIME_H
#define MINIRUNTIME_H

#include "objc/encoding.h"
#include "objc/message.h"
#include "objc/objc-arc.h"
#include "objc/objc-exception.h"
#include "objc/objc.h"
#include "objc/runtime.h"

// ── Blocks: functions with a context, as objects ────────────────────────────────────────────────────
// `arguments[0]` points to self, `arguments[1]` to _cmd, and the others to the arguments in order. `result` points to
// zeroed memory for the return value; it is NULL for void. Runs on the sender's thread, with no lock held.
typedef void (*mr_block_function)(void *context, void *result, void **arguments);

// Returns a block of class NSBlock, +1 (caller releases). `destroy`, if not NULL, is called with `context` when the
// block dies. nil, without calling `destroy`, if `types` is malformed or `function` is NULL. Apple: a block literal.
id mr_block_create(const char *types, mr_block_function function, void *context, void (*destroy)(void *context));
void *mr_block_context(id block);           // NULL if `block` is not a block
mr_block_function mr_block_code(id block);  // the function passed to mr_block_create; identifies the creator
const char *mr_block_types(id block);
// The number of IMPs created by imp_implementationWithBlock and not removed yet. For leak tests.
size_t mr_closure_count(void);

// ── What is behind an IMP ───────────────────────────────────────────────────────────────────────────
// The linker places a compiled function. A generated entry is made while the program runs: it loads a context of its own
// and jumps to a function that many entries share. It is either a stub, in a page of the runtime's own that is never
// writable, or a closure made by libffi. An IMP that was removed counts as a compiled function.
typedef enum { MR_IMP_FUNCTION, MR_IMP_STUB, MR_IMP_LIBFFI } mr_imp_kind;
mr_imp_kind mr_imp_get_kind(IMP imp);
const char *mr_imp_kind_name(mr_imp_kind kind);  // "compiled function", "stub", "libffi closure"
// The purpose of a generated entry: "closure" unless its block was given another, and "forwarder" for an IMP that packs
// its message into an invocation. NULL for a compiled function.
const char *mr_imp_get_purpose(IMP imp);
// Sets the purpose of a block's IMPs, a string that lives for ever. To be called before the first IMP is made.
void mr_block_set_purpose(id block, const char *purpose);
// The class, or metaclass, and the name of the first method that has the IMP. Nil if no registered class has such a
// method. Reads all methods. The class is borrowed.
Class mr_imp_get_class(IMP imp, SEL *outName);
// The kind that closures of scalars have from now on, MR_IMP_STUB or MR_IMP_LIBFFI; existing ones keep theirs. It is
// MR_IMP_LIBFFI at first if MINIRUNTIME_CLOSURES=libffi is in the environment. Closures of other types are libffi's.
mr_imp_kind mr_closure_kind(void);
void mr_closure_set_kind(mr_imp_kind kind);

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

// The messenger as an IMP: Swift cannot cast the imported function.
IMP mr_messenger(void);
// Returns the method that instances of `cls` have, or NULL. No side effects: neither method resolution nor +initialize.
Method mr_method_lookup(Class cls, SEL sel);
// Returns the method that this message would call now, after +initialize and method resolution. NULL if the message
// would be forwarded.
Method mr_method_for_message(id receiver, SEL sel);
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
bool mr_invocation_set_return_value(id invocation, const void *value);
// Retains object arguments and copies C strings until the invocation dies.
void mr_invocation_retain_arguments(id invocation);
// Sends the message to argument 0, or calls `imp` with all arguments.
void mr_invocation_invoke(id invocation);
void mr_invocation_invoke_imp(id invocation, IMP imp);

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

// ── Per-object slot for observation info ────────────────────────────────────────────────────────────
// One word in the object's side table, for the layer that implements observing: found in constant time without a global
// table. It survives a change of isa and is not retained. NULL for nil and for tagged pointers, which have no side
// table.
void *mr_observation_info(id object);
// Locks the object's side table and returns the word. Under this lock the layer above replaces the word together with
// the isa, so that both change atomically. Send no message until the lock is released. `object` must not be nil or
// tagged.
void *mr_observation_info_lock(id object);
void mr_observation_info_release(id object);  // releases the lock, changes nothing
// Stores the word, sets the isa unless `isa` is Nil, and releases the lock. Returns the replaced isa, or Nil if the isa
// did not change.
Class mr_observation_info_unlock(id object, void *info, Class isa);
// A zeroing weak reference that everyone who refers to the same object shares: cheaper to create and faster to load
// than a weak location. It ignores allowsWeakReference, because it serves tables that must learn of every object's
// death.
typedef struct mr_weak_handle mr_weak_handle;
mr_weak_handle *mr_weak_handle_create(id object);     // +1 handle; the caller keeps `object` alive during the call
void mr_weak_handle_release(mr_weak_handle *handle);  // the last release also frees the memory of a dead object
id mr_weak_handle_load(mr_weak_handle *handle);       // +1; nil once the object has begun to die
// Retains `object` unless it is dying; false if it is. For tables that hold objects unretained until the destructor set
// below removes them: the memory stays valid until that destructor returns.
bool mr_retain_if_alive(id object);
// Sets the function that receives the remaining observation info of a freed object; it runs with no lock held. Called
// once, by the layer that implements observing.
void mr_observation_info_set_destructor(void (*destructor)(void *info));

// ── Introspection ───────────────────────────────────────────────────────────────────────────────────
// The bytes of the header before each object, and the number of an object's owners: 0 for nil, SIZE_MAX for an object
// that is not counted.
size_t mr_header_size(void);
size_t mr_retain_count(id object);
// Reads the header of an object and its side table. false for objects without a header: classes, constants, tagged
// pointers.
typedef struct {
    const void *address;
    uint64_t count_word;           // retain count << 8 | flags
    const void *side_table;        // NULL until first used
    const void *observation_info;  // a word of the layer above; not an object
    size_t association_count;
} mr_header_facts;
bool mr_header_read(id object, mr_header_facts *facts);
// The number of live instances of `cls` itself, and of all classes. An instance of a permanent class counts for its
// superclass.
size_t mr_instance_count(Class cls);
size_t mr_live_object_count(void);
// Marks a class as never disposed of. Notifying classes are permanent.
void mr_class_set_permanent(Class cls);
// The layouts of the class say who owns what is in its ivars: what is in neither is not retained, by whomever it is set.
void mr_class_declare_owners(Class cls);
bool mr_class_is_registered(Class cls);
// The names of all registered classes, and the distinct type encodings of all instance and class methods with one
// selector. Strings and list belong to the caller. Unlike the list of objc_copyClassList, both are safe to read while
// other threads dispose of classes.
char **mr_class_names_copy(unsigned int *outCount);
char **mr_selector_encodings_copy(SEL name, unsigned int *outCount);
// Like objc_disposeClassPair, but returns NULL, or a sentence with the reason why the class stays, which the caller
// frees.
char *mr_class_dispose(Class cls);
// The method cache of a class: its number of buckets, and the cached methods (the caller frees the list).
size_t mr_cache_capacity(Class cls);
Method *mr_cache_copy_methods(Class cls, unsigned int *outCount);
// Increases whenever the methods of any class change. A result computed from methods stays valid while it is unchanged.
extern size_t mr_method_generation_count;  // read and written atomically
static inline size_t mr_method_generation(void) {
    return __atomic_load_n(&mr_method_generation_count, __ATOMIC_ACQUIRE);
}
// The bytes held by outgrown caches, which are freed with their class.
size_t mr_cache_retired_bytes(Class cls);
// Checks the invariants of one class, or of all if `cls` is Nil. NULL, or a sentence describing a violation, which the
// caller frees.
char *mr_check_invariants(Class cls);
// "assembly" or "C", and the CPU: "x86-64" or "aarch64".
const char *mr_dispatch_kind(void);
const char *mr_cpu_name(void);
// The sanitizer that the runtime was built with, or NULL. The version of libffi, or NULL if libffi is too old to report
// it.
const char *mr_sanitizer_name(void);
const char *mr_libffi_version(void);
// Returns the path of the loaded file that contains `address`, or NULL. Stores the file's base address and the exported
// symbol at exactly `address`, or NULL.
const char *mr_image_of(const void *address, const void **outBase, const char **outSymbol);
// Prints the MINIRUNTIME_... environment variables, their values and help texts on standard error.
void mr_debug_print_switches(void);
// Whether MINIRUNTIME_REPORT_OBSERVERS is set: the layer that implements observing then lists leftover observers at
// exit.
bool mr_debug_reports_observers(void);

// ── Accessors ───────────────────────────────────────────────────────────────────────────────────────
// What synthesized accessors do with an ivar of a living object. Atomic ones may run on any number of threads at once.

// The object in a strong ivar: +1 (caller releases).
id mr_property_get(id *location, bool isAtomic);
// Retains the value, or sends it -copy, stores it, and releases what was there. If -copy raises, nothing is stored.
void mr_property_set(id *location, id value, bool isAtomic, bool copies);
// A number or a structure of that size; always atomic.
void mr_property_read(const void *location, void *value, size_t size);
void mr_property_write(void *location, const void *value, size_t size);

// ── Autorelease pools ───────────────────────────────────────────────────────────────────────────────

// Pushes a pool if this thread has none: NULL if it has one.
void *mr_autorelease_push_outermost(void);
// How many objects wait to be released on this thread, in pools and outside.
size_t mr_autorelease_count(void);

// ── Associations of the layers above ────────────────────────────────────────────────────────────────

// To be added to a policy: objc_removeAssociatedObjects leaves the association alone, it ends with the object.
enum { MR_ASSOCIATION_SYSTEM = 1 << 16 };

// ── The trace hook ──────────────────────────────────────────────────────────────────────────────────
// One function receives all events. It is tested on slow paths only, runs on the event's thread with no lock held, and
// may send messages: events that it causes itself are not traced.
typedef enum {
    MR_TRACE_CLASS_ALLOCATED,     // cls, other = superclass
    MR_TRACE_CLASS_REGISTERED,    // cls
    MR_TRACE_CLASS_DISPOSED,      // text = name
    MR_TRACE_METHOD_ADDED,        // cls, selector, imp
    MR_TRACE_METHOD_REPLACED,     // cls, selector, imp
    MR_TRACE_CACHE_FILLED,        // cls, selector, imp
    MR_TRACE_CACHE_FLUSHED,       // cls; the caches of its subclasses too
    MR_TRACE_ISA_CHANGED,         // object, cls = new isa, other = old isa
    MR_TRACE_INITIALIZE,          // cls
    MR_TRACE_OBJECT_ALLOCATED,    // object, cls
    MR_TRACE_OBJECT_DEALLOCATED,  // object (its address only), cls
    MR_TRACE_MESSAGE,             // object, cls = class searched, selector, imp; only while messages are traced
    MR_TRACE_FORWARDED,           // object, selector
    MR_TRACE_EXCEPTION,           // object = exception
    MR_TRACE_OBSERVER_ADDED,      // sent by the layer above: object, other = observer, text = key path
    MR_TRACE_OBSERVER_REMOVED,    //
    MR_TRACE_WILL_CHANGE,         // object, text = key
    MR_TRACE_DID_CHANGE,          //
    MR_TRACE_CHANGE_ABANDONED,    // in place of did change: an exception was raised
    MR_TRACE_ORIGINAL_CALLED,     // a notifying class calls the method it overrides: object, cls, selector, imp
    MR_TRACE_ORIGINAL_RETURNED,   // object, cls, selector
    MR_TRACE_NOTIFICATION,        // object, other = observer, argument = change dictionary, text = key path
    MR_TRACE_NOTIFICATION_DONE    // object, other = observer, text = key path
} mr_trace_kind;

typedef struct {
    mr_trace_kind kind;
    id object;
    Class cls;
    const void *other;
    SEL selector;
    IMP imp;
    id argument;
    const char *text;
} mr_trace_event;

typedef void (*mr_trace_function)(const mr_trace_event *event, void *context);
// Replaces the hook; NULL turns tracing off. Threads already inside the old hook finish it.
void mr_trace_set_hook(mr_trace_function hook, void *context);
extern mr_trace_function mr_trace_hook;  // read and written atomically
static inline bool mr_trace_is_on(void) { return __atomic_load_n(&mr_trace_hook, __ATOMIC_RELAXED) != NULL; }
// Calls the hook with an event of the layers above.
void mr_trace_emit(const mr_trace_event *event);
// Whether every message emits MR_TRACE_MESSAGE. While on, method caches stay empty, so that each message takes the slow
// path.
void instrumentObjcMessageSends(BOOL flag);

#endif
