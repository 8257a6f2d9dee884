// miniruntime.h - what this runtime offers beyond the standard headers: blocks made of plain functions, calls by
// signature, invocations, the trace hook, tagged pointers, the look inside.
#ifndef MINIRUNTIME_H
#define MINIRUNTIME_H

#include "objc/encoding.h"
#include "objc/message.h"
#include "objc/objc-arc.h"
#include "objc/objc-exception.h"
#include "objc/objc.h"
#include "objc/runtime.h"

// ── Blocks: a function with a context, as an object ─────────────────────────────────────────────────
// `arguments[0]` points at self, `arguments[1]` at _cmd, the rest at the arguments in order. `result` has room for
// the return value, is zeroed, and is NULL for void. Runs on the sender's thread, no lock held.
typedef void (*mr_block_function)(void *context, void *result, void **arguments);

// A block of class NSBlock, +1 (caller releases). `destroy`, if not NULL, is called with `context` when the block dies.
// nil, with nothing destroyed, if `types` is not a well-formed method encoding.
id mr_block_create(const char *types, mr_block_function function, void *context, void (*destroy)(void *context));
void *mr_block_context(id block);           // NULL for an object that is no block
mr_block_function mr_block_code(id block);  // tells apart who made it
const char *mr_block_types(id block);
// Live closures: IMPs made by imp_implementationWithBlock and not removed. For leak tests.
size_t mr_closure_count(void);

// ── Calls whose shape is known at run time only ─────────────────────────────────────────────────────
// Calls `imp`. `arguments` has one pointer for each argument, self and _cmd included; `result` has room for
// max(return size, 8) bytes, or is NULL to drop the value.
void mr_call(IMP imp, const mr_signature *signature, void *result, void **arguments);
// The same through the messenger: objc_msgSend, or the variant that the return type needs. nil answers zero.
void mr_send(const mr_signature *signature, void *result, void **arguments);
// The super send: begins at the superclass of `current`.
void mr_send_super(Class current, const mr_signature *signature, void *result, void **arguments);

// The registers of a call, for signatures of scalars only: up to four words and eight doubles behind self and _cmd.
// Calling conventions of both CPUs fill the two kinds independently, so any mix of at most these fits, without libffi.
enum { MR_WORD_ARGUMENTS = 4, MR_FLOAT_ARGUMENTS = 8 };
typedef struct {
    uintptr_t words[MR_WORD_ARGUMENTS];
    double floats[MR_FLOAT_ARGUMENTS];  // a float lies in the low four bytes
} mr_registers;
uintptr_t mr_call_word(IMP imp, id self, SEL _cmd, const mr_registers *registers);
double mr_call_double(IMP imp, id self, SEL _cmd, const mr_registers *registers);
float mr_call_float(IMP imp, id self, SEL _cmd, const mr_registers *registers);

// Sends a message whose arguments and result are words; a method that takes fewer does not see the rest.
uintptr_t mr_send_words(id receiver, SEL sel, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth);

// The messenger as an IMP: casting the imported function in Swift is not possible.
IMP mr_messenger(void);
// The method that instances of `cls` have, found without side effects (no resolution, no +initialize), or NULL.
Method mr_method_lookup(Class cls, SEL sel);
// The method that the next such message will run, found as the messenger finds it. NULL if it will be forwarded.
Method mr_method_for_message(id receiver, SEL sel);
// The signature of the method's types, kept with it. NULL if there are none, or malformed ones.
const mr_signature *mr_method_signature(Method method);

// ── Method signatures and invocations as objects ────────────────────────────────────────────────────
// Class NSMethodSignature; autoreleased. nil if `types` is malformed.
id mr_method_signature_object(const char *types);
const mr_signature *mr_method_signature_get(id methodSignature);
// Class NSInvocation, +1 (caller releases), all arguments zero. Arguments are held without retain until
// mr_invocation_retain_arguments.
id mr_invocation_create(const mr_signature *signature);
const mr_signature *mr_invocation_signature(id invocation);
// Copy a value in or out, of the size that the signature says. false if there is no such argument.
bool mr_invocation_get_argument(id invocation, void *value, unsigned int index);
bool mr_invocation_set_argument(id invocation, const void *value, unsigned int index);
bool mr_invocation_get_return_value(id invocation, void *value);
bool mr_invocation_set_return_value(id invocation, const void *value);
// Retains object arguments and copies C strings; released with the invocation.
void mr_invocation_retain_arguments(id invocation);
// Sends the message to argument 0, or calls `imp` with it.
void mr_invocation_invoke(id invocation);
void mr_invocation_invoke_imp(id invocation, IMP imp);

// ── Tagged pointers ─────────────────────────────────────────────────────────────────────────────────
// Small values in the pointer itself: the top bit set, three bits of tag, 60 bits of payload. Such an object has no
// header and no isa; its class is the one registered for its tag.
enum { MR_TAG_COUNT = 8, MR_TAG_PAYLOAD_BITS = 60 };
// false if `tag` is taken by another class or out of range.
bool mr_tag_register(unsigned int tag, Class cls);
// nil if nobody registered the tag, or the payload needs more than 60 bits.
id mr_tag_make(unsigned int tag, uint64_t payload);
static inline bool mr_is_tagged(id object) { return (intptr_t)object < 0; }
static inline uint64_t mr_tag_payload(id object) {
    return (uintptr_t)object & ((UINT64_C(1) << MR_TAG_PAYLOAD_BITS) - 1);
}

// ── Per-object slot for observation info ────────────────────────────────────────────────────────────
// One word in the object's side table, for the layer above: found in O(1), no global table. It survives a change of
// isa, and is not retained. NULL for nil, and for tagged pointers, which have no room for it.
void *mr_observation_info(id object);
// A short lock of this object alone, under which the layer above reads the word and replaces it together with the isa,
// so that both change at once. No message may be sent meanwhile. `object` is not tagged.
// Returns the word as it is.
void *mr_observation_info_lock(id object);
void mr_observation_info_release(id object);  // the end of it when nothing has changed
// Stores both; an isa of Nil stays as it is. Returns the isa replaced, or Nil if it stayed.
Class mr_observation_info_unlock(id object, void *info, Class isa);
// A zeroing weak reference that all who want one to the same object share: less to make and faster to load than a
// location. It does not ask allowsWeakReference: for tables that must know when an object dies, whatever it allows.
typedef struct mr_weak_handle mr_weak_handle;
mr_weak_handle *mr_weak_handle_create(id object);     // owned by the caller, who keeps the object alive meanwhile
void mr_weak_handle_release(mr_weak_handle *handle);  // the last one frees the memory of a dead object, too
id mr_weak_handle_load(mr_weak_handle *handle);       // +1; nil once the object has begun to die
// Retains an object that may be dying; false if it is. For tables of objects that the destructor below takes them out
// of: until it has returned, the memory is there.
bool mr_retain_if_alive(id object);
// Called with what is left in the slot of an object that is gone, with no lock held. Set once, by the layer above.
void mr_observation_info_set_destructor(void (*destructor)(void *info));

// ── Looking inside ──────────────────────────────────────────────────────────────────────────────────
size_t mr_header_size(void);
size_t mr_retain_count(id object);
// What stands in front of an object, and hangs on it. false for what has no header: classes, constants, tagged
// pointers.
typedef struct {
    const void *address;
    uint64_t count_word;           // retain count << 8 | flags
    const void *side_table;        // NULL until one is needed
    const void *observation_info;  // what the layer above keeps there: no object
    size_t association_count;
} mr_header_facts;
bool mr_header_read(id object, mr_header_facts *facts);
// Instances alive of `cls` itself (an object whose isa points at a permanent class counts for its superclass), and of
// all.
size_t mr_instance_count(Class cls);
size_t mr_live_object_count(void);
// Marks a class as one that is never disposed of, as notifying classes are.
void mr_class_set_permanent(Class cls);
bool mr_class_is_registered(Class cls);
// The names of all registered classes, and the distinct type encodings of all their methods and class methods of one
// name. Strings and list are to be freed. Safe while other threads dispose of classes, as walking over the result of
// objc_copyClassList is not.
char **mr_class_names_copy(unsigned int *outCount);
char **mr_selector_encodings_copy(SEL name, unsigned int *outCount);
// objc_disposeClassPair that answers: NULL, or a sentence saying why the class stays. To be freed.
char *mr_class_dispose(Class cls);
// The method cache of a class: bucket count, and the methods cached now (to be freed).
size_t mr_cache_capacity(Class cls);
Method *mr_cache_copy_methods(Class cls, unsigned int *outCount);
// Grows whenever the methods of any class change: what was found out about methods holds while it stays the same.
extern size_t mr_method_generation_count;  // read and written atomically
static inline size_t mr_method_generation(void) {
    return __atomic_load_n(&mr_method_generation_count, __ATOMIC_ACQUIRE);
}
// Bytes held by caches that were outgrown and wait for their class to go.
size_t mr_cache_retired_bytes(Class cls);
// Checks what must always be true, of one class or (Nil) of all. NULL, or a sentence about what is wrong, to be freed.
char *mr_check_invariants(Class cls);
// "assembly" or "C", and the CPU: "x86-64", "aarch64".
const char *mr_dispatch_kind(void);
const char *mr_cpu_name(void);
// The sanitizer that the runtime was built with, or NULL. The version of libffi, or NULL if it does not tell.
const char *mr_sanitizer_name(void);
const char *mr_libffi_version(void);
// The loaded file that an address lies in, where it begins in memory, and the exported symbol at exactly that address,
// or NULL. NULL for memory that no file is behind.
const char *mr_image_of(const void *address, const void **outBase, const char **outSymbol);
// What the process was started with (MINIRUNTIME_... in the environment): a table with help texts on standard error.
void mr_debug_print_switches(void);
// Whether MINIRUNTIME_REPORT_OBSERVERS is set: the layer that knows observers lists them at exit.
bool mr_debug_reports_observers(void);

// ── The trace hook ──────────────────────────────────────────────────────────────────────────────────
// One function for all events, tested on slow paths only. It runs on the thread of the event with no lock held, and may
// send messages: what it causes itself is not traced.
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
    MR_TRACE_OBSERVER_ADDED,      // the layer above: object, other = observer, text = key path
    MR_TRACE_OBSERVER_REMOVED,    //
    MR_TRACE_WILL_CHANGE,         // object, text = key
    MR_TRACE_DID_CHANGE,          //
    MR_TRACE_CHANGE_ABANDONED,    // in place of did: something was raised
    MR_TRACE_ORIGINAL_CALLED,     // a notifying class calls what it overrides: object, cls, selector, imp
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
// Replaces the hook; NULL switches tracing off. Threads that are in the old hook may finish it.
void mr_trace_set_hook(mr_trace_function hook, void *context);
extern mr_trace_function mr_trace_hook;  // read and written atomically
static inline bool mr_trace_is_on(void) { return __atomic_load_n(&mr_trace_hook, __ATOMIC_RELAXED) != NULL; }
// For the layers above.
void mr_trace_emit(const mr_trace_event *event);
// Whether every message reports MR_TRACE_MESSAGE. While on, caches are not filled, so that each send takes the slow
// path.
void instrumentObjcMessageSends(BOOL flag);

#endif
