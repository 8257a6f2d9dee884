// signature.c - parses the encodings of methods and blocks into signatures, and calls methods by them.
//
// Signatures are interned by their text and live for ever, so they can be compared by address and read without a lock.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../message/message.h"
#include "call.h"

// ── Parsing ─────────────────────────────────────────────────────────────────────────────────────────

// The size of the value; an array is passed as a pointer. false if values of the type cannot be passed.
static bool passed_size(const char *type, size_t *outSize) {
    *outSize = sizeof(void *);
    return *objc_skip_type_qualifiers(type) == '[' || mr_type_layout(type, outSize, NULL);
}

static char *copy_type(const char *type) {
    size_t length = (size_t)(objc_skip_typespec(type) - type);
    return memcpy(mr_allocate(length + 1), type, length);
}

static bool append_argument(mr_signature *signature, const char *type) {
    unsigned int index = signature->argument_count;
    char kind = *objc_skip_type_qualifiers(type);
    size_t size;
    if (!passed_size(type, &size) || size == 0) return false;
    if (index == 0) signature->takes = kind == '@' || kind == '#' ? MR_TAKES_OBJECT : MR_TAKES_ANYTHING;
    if (index == 0 && strncmp(objc_skip_type_qualifiers(type), "@?", 2) == 0) signature->takes = MR_TAKES_BLOCK;
    if (index == 1 && kind == ':' && signature->takes == MR_TAKES_OBJECT) signature->takes = MR_TAKES_MESSAGE;
    signature->argument_types[index] = copy_type(type);
    signature->argument_sizes[index] = size;
    signature->argument_count++;
    return true;
}

static bool parse_signature(mr_signature *signature) {
    const char *at = objc_skip_argspec(signature->types);
    if (at == NULL || !passed_size(signature->types, &signature->return_size)) return false;
    signature->return_type = copy_type(signature->types);
    size_t capacity = strlen(at);  // every type takes at least one character
    signature->argument_types = mr_allocate((capacity + 1) * sizeof(char *));
    signature->argument_sizes = mr_allocate((capacity + 1) * sizeof(size_t));
    size_t frame = signature->return_size;
    while (*at) {
        const char *end = objc_skip_argspec(at);
        if (end == NULL || !append_argument(signature, at)) return false;
        frame += signature->argument_sizes[signature->argument_count - 1];
        if (frame > INT_MAX) return false;  // libffi counts a frame's bytes in an int
        at = end;
    }
    return true;
}

static void free_signature(mr_signature *signature) {
    for (unsigned int index = 0; index < signature->argument_count; index++) free(signature->argument_types[index]);
    free(signature->argument_types);
    free(signature->argument_sizes);
    free(signature->return_type);
    free(signature->types);
    free(signature);
}

static char setter_argument(const mr_signature *signature) {
    bool isSetter = signature->takes == MR_TAKES_MESSAGE && signature->in_registers && signature->argument_count == 3 &&
                    signature->return_kind == 'v';
    return isSetter ? *objc_skip_type_qualifiers(signature->argument_types[2]) : 0;
}

static bool takes_words(const mr_signature *signature) {
    unsigned int count = signature->argument_count;
    if (signature->takes != MR_TAKES_MESSAGE || !signature->in_registers || signature->return_kind != 'v') return false;
    if (count > 6) return false;
    for (unsigned int index = 2; index < count; index++) {
        if (strchr("fdD{", *objc_skip_type_qualifiers(signature->argument_types[index]))) return false;
    }
    return true;
}

// text -> signature; guarded by signatures_lock
static MR_GLOBAL_LOCK(signatures_lock, MR_LOCK_CLOSURES) static mr_map table = {.strings = true};

const mr_signature *mr_signature_get_any(const char *types) {
    if (types == NULL) return NULL;
    mr_lock_acquire(&signatures_lock);
    mr_signature *signature = mr_map_get(&table, types);
    if (signature == NULL) {
        signature = mr_allocate(sizeof *signature);
        signature->types = mr_copy_string(types);
        if (parse_signature(signature)) {
            mr_foreign_prepare(signature);
            signature->setter_argument = setter_argument(signature);
            signature->takes_words = takes_words(signature);
            signature->structure = mr_structure_of(signature);
            if (signature->takes == MR_TAKES_MESSAGE) signature->shape = mr_shape_of(signature);
            mr_map_set(&table, signature->types, signature);
        } else {
            free_signature(signature);
            signature = NULL;
        }
    }
    mr_lock_release(&signatures_lock);
    return signature;
}

const mr_signature *mr_signature_get(const char *types) {
    const mr_signature *signature = mr_signature_get_any(types);
    return signature && signature->takes == MR_TAKES_MESSAGE ? signature : NULL;
}

// ── Reading a signature ─────────────────────────────────────────────────────────────────────────────

const char *mr_signature_types(const mr_signature *signature) { return signature ? signature->types : NULL; }

unsigned int mr_signature_argument_count(const mr_signature *signature) {
    return signature ? signature->argument_count : 0;
}

const char *mr_signature_argument_type(const mr_signature *signature, unsigned int index) {
    return index < mr_signature_argument_count(signature) ? signature->argument_types[index] : NULL;
}

const char *mr_signature_return_type(const mr_signature *signature) {
    return signature ? signature->return_type : NULL;
}

size_t mr_signature_return_size(const mr_signature *signature) { return signature ? signature->return_size : 0; }

bool mr_signature_returns_in_memory(const mr_signature *signature) { return signature && signature->returns_in_memory; }

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────

// Setters of scalars, objects and points are the calls made most often through a signature, so they do without libffi.
// The value is passed in both kinds of register; the setter reads those for its type.
static void call_setter(char kind, IMP imp, void **arguments) {
    double reals[2] = {0};
    uint64_t word = kind == '{' ? 0 : mr_load_scalar(kind, arguments[2]);
    if (kind == '{') memcpy(reals, arguments[2], sizeof reals);
    else memcpy(reals, &word, sizeof word);
    typedef void (*function)(id, SEL, uint64_t, double, double);
    ((function)imp)(*(id *)arguments[0], *(SEL *)arguments[1], word, reals[0], reals[1]);
}

// Then come methods that take objects and indexes, such as those that change elements of a collection.
static void call_with_words(IMP imp, const mr_signature *signature, void **arguments) {
    uintptr_t words[4] = {0};
    for (unsigned int index = 2; index < signature->argument_count; index++) {
        char kind = *objc_skip_type_qualifiers(signature->argument_types[index]);
        words[index - 2] = (uintptr_t)mr_load_scalar(kind, arguments[index]);
    }
    typedef void (*function)(id, SEL, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
    ((function)imp)(*(id *)arguments[0], *(SEL *)arguments[1], words[0], words[1], words[2], words[3]);
}

void mr_call(IMP imp, const mr_signature *signature, void *result, void **arguments) {
    if (signature->setter_argument) {
        call_setter(signature->setter_argument, imp, arguments);
    } else if (signature->takes_words) {
        call_with_words(imp, signature, arguments);
    } else if (signature->structure && result) {
        mr_structure_call(signature->structure, imp, *(id *)arguments[0], *(SEL *)arguments[1], result);
    } else {
        mr_foreign_call((mr_function)imp, signature, result, arguments[0], arguments);
    }
}

void mr_send(const mr_signature *signature, void *result, void **arguments) {
    if (*(id *)arguments[0]) mr_call((IMP)signature->messenger, signature, result, arguments);
    else if (result) memset(result, 0, signature->return_size);
}

void mr_send_super(Class current, const mr_signature *signature, void *result, void **arguments) {
    struct objc_super super = {*(id *)arguments[0], current}, *address = &super;
    mr_function messenger = objc_msgSendSuper2;
#if defined(__x86_64__)
    if (signature->returns_in_memory) messenger = objc_msgSendSuper2_stret;
#endif
    mr_foreign_call(messenger, signature, result, &address, arguments);
}

// Words and floating-point numbers are passed in separate registers, so a method with fewer arguments finds its own in
// place.
#define MR_REGISTER_CALL(R)                                                                                            \
    ((R(*)(id, SEL, uintptr_t, uintptr_t, uintptr_t, uintptr_t, double, double, double, double, double, double,        \
           double, double))imp)(self, _cmd, r->words[0], r->words[1], r->words[2], r->words[3], r->floats[0],          \
                                r->floats[1], r->floats[2], r->floats[3], r->floats[4], r->floats[5], r->floats[6],    \
                                r->floats[7])

uintptr_t mr_call_word(IMP imp, id self, SEL _cmd, const mr_registers *r) { return MR_REGISTER_CALL(uintptr_t); }

double mr_call_double(IMP imp, id self, SEL _cmd, const mr_registers *r) { return MR_REGISTER_CALL(double); }

float mr_call_float(IMP imp, id self, SEL _cmd, const mr_registers *r) { return MR_REGISTER_CALL(float); }

uintptr_t mr_send_words(id receiver, SEL sel, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth) {
    typedef uintptr_t (*function)(id, SEL, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
    return ((function)mr_messenger_address())(receiver, sel, first, second, third, fourth);
}

IMP mr_messenger(void) { return (IMP)objc_msgSend; }

// ── Results in whole registers ──────────────────────────────────────────────────────────────────────

// Returns the encoding of the values that fill the register in which a scalar is returned; 0 if the result fills it, or
// is returned otherwise.
static char whole_kind(const mr_signature *signature) {
    if (signature->return_kind == 'f') return 'd';
    return signature->return_kind && strchr("cCsSiIlLB", signature->return_kind) ? 'Q' : 0;
}

const mr_signature *mr_signature_whole(const mr_signature *signature) {
    mr_signature *shared = (mr_signature *)signature;  // its fields of results are set later
    const mr_signature *whole = atomic_load_explicit(&shared->whole, memory_order_acquire);
    if (whole) return whole;
    char kind = whole_kind(signature);
    char *types = kind ? mr_format("%c%s", kind, signature->types + strlen(signature->return_type)) : NULL;
    whole = types ? mr_signature_get_any(types) : signature;
    free(types);
    atomic_store_explicit(&shared->whole, whole, memory_order_release);
    return whole;
}

// ── The forwarder ───────────────────────────────────────────────────────────────────────────────────

IMP mr_signature_forwarder(const mr_signature *signature, mr_block_function function) {
    mr_signature *shared = (mr_signature *)signature;
    IMP imp = atomic_load_explicit(&shared->forwarder, memory_order_acquire), expected = NULL;
    if (imp) return imp;
    imp = mr_closure_create(mr_signature_whole(signature), function, (void *)signature);
    if (atomic_compare_exchange_strong(&shared->forwarder, &expected, imp)) return imp;
    mr_closure_free(imp);  // another thread was faster
    return expected;
}
