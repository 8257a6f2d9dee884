// setter.c - the function behind each notifying setter: notifies observers before and after the original setter.
//
// The fast path is for an object whose class overrides neither willChangeValueForKey: nor didChangeValueForKey:, while
// no trace is on, no exception pending and no key suppressed. In all other cases the layer above sets (kvo_ops.set).
#include "observing-internal.h"

struct kvo_setter {
    const kvo_property *property;
    bool is_scalar;
    const mr_signature *signature;
    bool is_real;  // takes a floating-point number
    void *owner;
    // mr_method_generation() when `original` was found, and the class overrode neither willChangeValueForKey: nor
    // didChangeValueForKey:. Written after `original`: a thread that reads this generation reads that IMP or a newer
    // one.
    _Atomic(size_t) generation;
    _Atomic(IMP) original;
};

// Guards writes of `generation` and `original`, for all setters. fork() takes this lock, because a child process uses
// the setters of its parent.
static mr_lock *originals_lock;

__attribute__((constructor(102))) static void make_lock(void) { originals_lock = mr_lock_create(MR_LOCK_TABLE); }

// ── Suppressing ─────────────────────────────────────────────────────────────────────────────────────

static _Thread_local kvo_suppression *suppressed;

void kvo_suppress(kvo_suppression *suppression) {
    suppression->outer = suppressed;
    suppressed = suppression;
}

void kvo_unsuppress(kvo_suppression *suppression) {
    assert(suppressed == suppression);
    suppressed = suppression->outer;
}

bool kvo_is_suppressed(id object, const kvc_key *key) {
    for (const kvo_suppression *each = suppressed; each; each = each->outer) {
        if (each->object == object && strcmp(each->text, key->text) == 0) return true;
    }
    return false;
}

// ── Setting ─────────────────────────────────────────────────────────────────────────────────────────

static bool is_known(kvo_setter *setter) {
    return atomic_load_explicit(&setter->generation, memory_order_acquire) == mr_method_generation();
}

// Finds the original setter. Returns false if the class overrides willChangeValueForKey: or didChangeValueForKey:,
// which must be sent in this case.
static __attribute__((noinline)) bool find_original(kvo_setter *setter) {
    // Reads the generation before searching, so that a concurrent method change invalidates the result.
    size_t generation = mr_method_generation();
    IMP original = kvo_ops.silent_original(setter->owner);
    if (original == NULL) return false;
    mr_lock_take(originals_lock);
    if (generation > atomic_load_explicit(&setter->generation, memory_order_relaxed)) {
        atomic_store_explicit(&setter->original, original, memory_order_relaxed);
        atomic_store_explicit(&setter->generation, generation, memory_order_release);
    }
    mr_lock_give(originals_lock);
    return true;
}

typedef struct {
    kvo_setter *setter;
    id self;
    SEL _cmd;
    uintptr_t word;
    double real;
    void *result, **arguments;  // NULL if the value came in a register: in `word` or `real`
} call;

static void call_original(void *context) {
    const call *call = context;
    kvo_setter *setter = call->setter;
    // An observer that was notified before the change may have replaced the method.
    IMP original = is_known(setter) ? atomic_load_explicit(&setter->original, memory_order_relaxed)
                                    : kvo_ops.original(setter->owner);
    if (call->arguments) return mr_call(original, setter->signature, call->result, call->arguments);
    ((void (*)(id, SEL, uintptr_t, double))original)(call->self, call->_cmd, call->word, call->real);
}

static inline bool is_plain(kvo_setter *setter, id object) {
    return object_getClass(object) == setter->property->notifying && !mr_exception_pending() && suppressed == NULL &&
           !mr_trace_is_on() && (is_known(setter) || find_original(setter));
}

static void change_around(const call *call) {
    kvo_setter *setter = call->setter;
    kvo_subject subject = {call->self, setter->property->key, setter->is_scalar, NULL};
    kvo_change_around(&subject, call_original, (void *)call);
}

static void entered(void *context, void *result, void **arguments) {
    kvo_setter *setter = context;
    call call = {.setter = setter, .self = *(id *)arguments[0], .result = result, .arguments = arguments};
    if (is_plain(setter, call.self)) change_around(&call);
    else kvo_ops.set(setter->owner, result, arguments);
}

static __attribute__((noinline)) void set_by_arguments(kvo_setter *setter, call *call) {
    void *value = setter->is_real ? (void *)&call->real : &call->word;
    kvo_ops.set(setter->owner, NULL, (void *[]){&call->self, &call->_cmd, value});
}

// The entry of a setter whose value is passed in an integer or floating-point register.
static void entered_by_registers(id self, SEL _cmd, uintptr_t word, void *context, double real) {
    kvo_setter *setter = context;
    call call = {.setter = setter, .self = self, ._cmd = _cmd, .word = word, .real = real};
    if (is_plain(setter, self)) change_around(&call);
    else set_by_arguments(setter, &call);
}

static void destroy(void *context) {
    kvo_setter *setter = context;
    kvo_ops.release_setter(setter->owner);
    free(setter);
}

IMP kvo_setter_create(SEL selector, const kvo_property *property, bool isScalar, void *owner) {
    Method method = mr_method_lookup(property->original, selector);
    kvo_setter *setter = mr_allocate(sizeof *setter);
    setter->property = property;
    setter->is_scalar = isScalar;
    setter->signature = method ? mr_method_signature(method) : NULL;
    setter->owner = owner;
    const char *type = mr_signature_argument_type(setter->signature, 2);  // NULL, too, if there is no signature
    id block = type ? mr_block_create(method_getTypeEncoding(method), entered, setter, destroy) : nil;
    if (block == nil) {
        destroy(setter);
        return NULL;
    }
    mr_block_set_purpose(block, "notifying setter");
    IMP imp = imp_implementationWithBlock(block);
    objc_release(block);
    type = objc_skip_type_qualifiers(type);
    setter->is_real = *type == 'f' || *type == 'd';
    mr_imp_take_setter(imp, entered_by_registers);
    return imp;
}
