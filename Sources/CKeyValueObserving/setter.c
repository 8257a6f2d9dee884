// setter.c - the function behind each notifying setter: notifies observers before and after the original setter. If
// is_plain, it does so on the fast path; in all other cases kvo_change_by_method decides.
#include "change.h"

typedef struct {
    const kvo_property *property;
    SEL selector;
    const mr_signature *signature;
    bool is_scalar;
    // mr_method_generation() when `original` was found, and the class overrode neither willChangeValueForKey: nor
    // didChangeValueForKey:. Written after `original`, as getter_generation of a kvo_property after the getter.
    _Atomic(size_t) generation;
    _Atomic(IMP) original;
} kvo_setter;

// Guards writes of `generation` and `original`, for all setters. fork() takes this lock, because a child process uses
// the setters of its parent.
static mr_lock *originals_lock;

__attribute__((constructor(102))) static void make_lock(void) { originals_lock = mr_lock_create(MR_LOCK_TABLE); }

// ── The original ────────────────────────────────────────────────────────────────────────────────────

static bool is_known(kvo_setter *setter) {
    return atomic_load_explicit(&setter->generation, memory_order_acquire) == mr_method_generation();
}

static IMP find_original(const kvo_setter *setter) {
    return class_getMethodImplementation(setter->property->original, setter->selector);
}

// Finds the original setter and stores it. Returns false if the class overrides willChangeValueForKey: or
// didChangeValueForKey:, which must be sent in this case.
static __attribute__((noinline)) bool learn_original(kvo_setter *setter) {
    size_t generation = mr_method_generation();
    if (kvo_is_announced(setter->property->notifying, KVO_VALUE_MESSAGES)) return false;
    IMP original = find_original(setter);
    mr_lock_take(originals_lock);
    if (generation > atomic_load_explicit(&setter->generation, memory_order_relaxed)) {
        atomic_store_explicit(&setter->original, original, memory_order_relaxed);
        atomic_store_explicit(&setter->generation, generation, memory_order_release);
    }
    mr_lock_give(originals_lock);
    return true;
}

// ── Setting ─────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    kvo_setter *setter;
    id self;
    SEL _cmd;
    // All registers that may have the value: of an integer or pointer, and of one or two real numbers. The original
    // reads those of its type.
    uintptr_t word;
    double first, second;
    void *result, **arguments;  // NULL if the value came in registers
} call;

static void trace(mr_trace_kind kind, const call *call, Class cls, IMP imp) {
    if (!mr_trace_is_on()) return;
    SEL selector = call->setter->selector;
    mr_trace_emit(&(mr_trace_event){.kind = kind, .object = call->self, .cls = cls, .selector = selector, .imp = imp});
}

static void call_original(void *context) {
    const call *call = context;
    kvo_setter *setter = call->setter;
    // An observer that was notified before the change may have replaced the method.
    IMP original =
        is_known(setter) ? atomic_load_explicit(&setter->original, memory_order_relaxed) : find_original(setter);
    if (call->arguments) return mr_call(original, setter->signature, call->result, call->arguments);
    typedef void (*function)(id, SEL, uintptr_t, double, double);
    ((function)original)(call->self, call->_cmd, call->word, call->first, call->second);
}

static void call_original_traced(void *context) {
    const call *call = context;
    const kvo_setter *setter = call->setter;
    trace(MR_TRACE_ORIGINAL_CALLED, call, setter->property->original, find_original(setter));
    call_original(context);
    trace(MR_TRACE_ORIGINAL_RETURNED, call, setter->property->original, NULL);
}

static inline bool is_plain(kvo_setter *setter, id object) {
    return object_getClass(object) == setter->property->notifying && !mr_exception_pending() &&
           kvo_suppressed == NULL && !mr_trace_is_on() && (is_known(setter) || learn_original(setter));
}

static inline void change_around(const call *call) {
    kvo_setter *setter = call->setter;
    kvo_subject subject = {call->self, setter->property->key, setter->is_scalar, nil, KVO_VALUE_MESSAGES};
    kvo_change_around(&subject, call_original, (void *)call);
}

static __attribute__((noinline)) void change_slowly(const call *call) {
    kvo_setter *setter = call->setter;
    kvo_subject subject = {call->self, setter->property->key, setter->is_scalar, nil, KVO_VALUE_MESSAGES};
    trace(MR_TRACE_OVERRIDE_ENTERED, call, setter->property->notifying, NULL);
    kvo_change_by_method(&subject, call_original_traced, (void *)call);
    trace(MR_TRACE_OVERRIDE_RETURNED, call, setter->property->notifying, NULL);
}

static void entered(void *context, void *result, void **arguments) {
    call call = {.setter = context, .self = *(id *)arguments[0], .result = result, .arguments = arguments};
    if (is_plain(context, call.self)) change_around(&call);
    else change_slowly(&call);
}

// The entry of a setter whose value is passed in an integer register, or in one or two floating-point registers.
static void entered_by_registers(id self, SEL _cmd, uintptr_t word, void *context, double first, double second) {
    call call = {.setter = context, .self = self, ._cmd = _cmd, .word = word, .first = first, .second = second};
    if (is_plain(context, self)) change_around(&call);
    else change_slowly(&call);
}

IMP kvo_setter_create(SEL selector, const kvo_property *property) {
    Method method = mr_method_lookup(property->original, selector);
    const mr_signature *signature = method ? mr_method_signature(method) : NULL;
    if (signature == NULL || mr_signature_argument_count(signature) != 3) return NULL;
    const char *type = objc_skip_type_qualifiers(mr_signature_argument_type(signature, 2));
    kvo_setter *setter = mr_allocate(sizeof *setter);
    setter->property = property;
    setter->selector = selector;
    setter->signature = signature;
    setter->is_scalar = *type != '@' && *type != '#';
    id block = mr_block_create(method_getTypeEncoding(method), entered, setter, free);
    if (block == nil) {
        free(setter);
        return NULL;
    }
    mr_block_set_purpose(block, "notifying setter");
    IMP imp = imp_implementationWithBlock(block);
    objc_release(block);
    mr_imp_take_setter(imp, entered_by_registers);
    return imp;
}
