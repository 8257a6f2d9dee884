// signature.c - a method encoding taken apart, libffi's description of it, and calls through that description.
//
// Signatures are interned by their text and live for ever: they are compared by address and read without a lock.
//
// libffi knows structs as lists of scalars, and no unions, bit-fields or __int128. But all that matters of a composite
// type in a call is its size, its alignment, and the kind of register that each of its words travels in. So we find the
// kinds, and give libffi a flat struct with words of the same kinds.
#include <ffi.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct mr_cif {
    ffi_cif entered;          // for closures; first, because block.c uses a signature's cif as libffi's
    ffi_cif called;           // for calls: the same, unless there is a split argument
    unsigned int split;       // index of the argument that calls pass as two; 0 for none
    ffi_type **called_types;  // with the split one as two; NULL if there is none
    void *forwarder;          // the closure; otherwise known to libffi's code memory only, where no leak checker looks
    ffi_type *types[];
};

// ── Composite types ─────────────────────────────────────────────────────────────────────────────────

// Larger values never travel in registers: two words on x86-64, four floating-point numbers of any kind on aarch64.
#if defined(__x86_64__)
enum { REGISTER_BYTES = 16 };
#else
enum { REGISTER_BYTES = 64 };
#endif

// Sets, because members of a union lie one over the other.
enum { INTEGER = 1, FLOAT = 2, DOUBLE = 4, LONG_DOUBLE = 8, MEMORY = 16 };

typedef struct {
    ffi_type type;
    ffi_type *elements[REGISTER_BYTES / 4 + 8];
    uint8_t kinds[REGISTER_BYTES / 8];  // of each word; 0 is padding
} composite;

// An element that is too large for registers takes the struct around it to memory.
static ffi_type *large_elements[] = {&ffi_type_uint8, NULL};
static ffi_type large_type = {1024, 1, FFI_TYPE_STRUCT, large_elements};

static void note_scalar(char kind, size_t offset, size_t size, void *context) {
    composite *whole = context;
    uint8_t bit = kind == 'f' ? FLOAT : kind == 'd' ? DOUBLE : kind == 'D' ? LONG_DOUBLE : INTEGER;
    for (size_t word = offset / 8; word * 8 < offset + size; word++) {
        uint8_t *set = &whole->kinds[word];
        *set |= bit;
#if defined(__x86_64__)
        // x87 and SSE exclude each other, unless an integer came first.
        if (*set & LONG_DOUBLE && *set & (FLOAT | DOUBLE) && !(*set & INTEGER)) *set |= MEMORY;
#endif
    }
}

// The one kind as which a word travels, by the rules of the calling convention.
static int word_kind(const composite *whole, size_t word) {
    int set = whole->kinds[word];
#if defined(__x86_64__)
    if (set & MEMORY) return MEMORY;
    if (set == (FLOAT | DOUBLE)) return DOUBLE;
#endif
    bool one = (set & (set - 1)) == 0;
    return one ? set : INTEGER;
}

static bool goes_to_memory(const composite *whole) {
    if (whole->type.size > REGISTER_BYTES) return true;
#if defined(__x86_64__)
    int first = word_kind(whole, 0), second = word_kind(whole, 1);
    return first == MEMORY || second == MEMORY || (second == LONG_DOUBLE && first != LONG_DOUBLE);
#else
    return false;
#endif
}

static void fill_elements(composite *whole) {
    size_t size = whole->type.size, words = (size + 7) / 8, count = 0;
    while (words > 0 && whole->kinds[words - 1] == 0) words--;  // padding at the end takes no register
    for (size_t offset = 0; offset < size && offset < words * 8; offset += whole->elements[count++]->size) {
        switch (word_kind(whole, offset / 8)) {
            case LONG_DOUBLE: whole->elements[count] = &ffi_type_longdouble; break;
            case DOUBLE: whole->elements[count] = &ffi_type_double; break;
            case FLOAT: whole->elements[count] = &ffi_type_float; break;
            default: whole->elements[count] = size - offset < 8 ? &ffi_type_uint8 : &ffi_type_uint64; break;
        }
    }
}

// libffi computes no layout of its own for a struct whose size and alignment are given.
static ffi_type *aggregate_type(const char *type) {
    size_t size, alignment;
    mr_type_layout(type, &size, &alignment);
    composite *whole = mr_allocate(sizeof *whole);
    whole->type = (ffi_type){size, (unsigned short)alignment, FFI_TYPE_STRUCT, whole->elements};
    if (size <= REGISTER_BYTES) mr_type_visit(type, 0, note_scalar, whole);
    if (goes_to_memory(whole)) whole->elements[0] = &large_type;
    else fill_elements(whole);
    if (whole->elements[0] != &ffi_type_longdouble || whole->elements[1] != NULL) return &whole->type;
    // {D} travels as D does, but libffi for x86-64 returns it in the wrong register.
    free(whole);
    return &ffi_type_longdouble;
}

// ── libffi's types ──────────────────────────────────────────────────────────────────────────────────

static ffi_type *complex_type(char part) {
    if (part == 'f') return &ffi_type_complex_float;
    return part == 'd' ? &ffi_type_complex_double : &ffi_type_complex_longdouble;
}

// Of an argument or return value, whose `type` has been checked. Arrays are passed by their address, as in C.
static ffi_type *foreign_type(const char *type) {
    type = objc_skip_type_qualifiers(type);
    switch (*type) {
        case 'v': return &ffi_type_void;
        case 'c': return &ffi_type_sint8;
        case 'B':
        case 'C': return &ffi_type_uint8;
        case 's': return &ffi_type_sint16;
        case 'S': return &ffi_type_uint16;
        case 'i':
        case 'l': return &ffi_type_sint32;
        case 'I':
        case 'L': return &ffi_type_uint32;
        case 'q': return &ffi_type_sint64;
        case 'Q': return &ffi_type_uint64;
        case 'b': return objc_sizeof_type(type) == 4 ? &ffi_type_uint32 : &ffi_type_uint64;
        case 'f': return &ffi_type_float;
        case 'd': return &ffi_type_double;
        case 'D': return &ffi_type_longdouble;
        case 'j': return complex_type(type[1]);
        case '{':
        case '(':
        case 't':
        case 'T': break;
        default: return &ffi_type_pointer;
    }
    return objc_sizeof_type(type) > 0 ? aggregate_type(type) : &ffi_type_void;
}

#if defined(__x86_64__)
// The integer and floating-point registers that a value wants. false if it goes to memory in any case.
static bool wanted_registers(const ffi_type *type, unsigned int *integers, unsigned int *floats) {
    *integers = *floats = 0;
    switch (type->type) {
        case FFI_TYPE_LONGDOUBLE: return false;
        case FFI_TYPE_FLOAT:
        case FFI_TYPE_DOUBLE: *floats = 1; return true;
        case FFI_TYPE_COMPLEX: *floats = (unsigned int)type->size / 8; return type->size <= 16;
        case FFI_TYPE_STRUCT: break;
        default: *integers = 1; return true;
    }
    if (type->elements[0] == &large_type) return false;
    for (size_t word = 0; word * 8 < type->size; word++) {
        int kind = word_kind((const composite *)type, word);
        if (kind == INTEGER) ++*integers;
        else if (kind) ++*floats;
    }
    return true;
}

// libffi 3.4 spoils the first floating-point argument when the last integer register goes to a struct of an integer
// word followed by a floating-point word. Passing the words as two arguments comes to the same registers.
// Returns the index of such a struct, or 0: there can be only one.
static unsigned int find_split(const mr_signature *signature, ffi_type *const *types) {
    enum { INTEGER_REGISTERS = 6, FLOAT_REGISTERS = 8 };
    unsigned int integersUsed = signature->returns_in_memory, floatsUsed = 0, integers, floats;
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        if (!wanted_registers(types[index], &integers, &floats)) continue;
        if (integersUsed + integers > INTEGER_REGISTERS || floatsUsed + floats > FLOAT_REGISTERS) continue;
        integersUsed += integers;
        floatsUsed += floats;
        bool integerFirst = integers && floats && types[index]->elements[0] == &ffi_type_uint64;
        if (integerFirst && integersUsed == INTEGER_REGISTERS) return index;
    }
    return 0;
}
#else
static unsigned int find_split(const mr_signature *signature, ffi_type *const *types) {
    return (void)signature, (void)types, 0;
}
#endif

static void prepare(ffi_cif *cif, unsigned int count, ffi_type *result, ffi_type **types) {
    if (ffi_prep_cif(cif, FFI_DEFAULT_ABI, count, result, types) != FFI_OK) mr_fatal("libffi refuses a call's types");
}

static void prepare_calls(mr_signature *signature) {
    unsigned int count = signature->argument_count;
    struct mr_cif *cif = signature->cif = mr_allocate(sizeof *cif + count * sizeof(ffi_type *));
    for (unsigned int index = 0; index < count; index++) {
        cif->types[index] = foreign_type(signature->argument_types[index]);
    }
    ffi_type *result = foreign_type(signature->return_type);
#if defined(__x86_64__)
    signature->returns_in_memory = result->type == FFI_TYPE_STRUCT && result->elements[0] == &large_type;
#endif
    prepare(&cif->entered, count, result, cif->types);
    cif->called = cif->entered;
    cif->split = find_split(signature, cif->types);
    if (cif->split == 0) return;
    ffi_type *whole = cif->types[cif->split], **types = mr_allocate((count + 1) * sizeof *types);
    cif->called_types = types;
    memcpy(types, cif->types, cif->split * sizeof *types);
    memcpy(types + cif->split + 1, cif->types + cif->split, (count - cif->split) * sizeof *types);
    types[cif->split] = whole->elements[0];
    types[cif->split + 1] = whole->size < 16 ? &ffi_type_float : &ffi_type_double;
    prepare(&cif->called, count + 1, result, types);
}

// ── Taking an encoding apart ────────────────────────────────────────────────────────────────────────

// The value's size, with an array as the pointer it is passed by. false if `type` cannot be passed.
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
    if (index == 0 && kind != '@' && kind != '#') return false;
    if (index == 1 && kind != ':') return false;
    signature->argument_types[index] = copy_type(type);
    signature->argument_sizes[index] = size;
    signature->argument_count++;
    return true;
}

static bool parse_signature(mr_signature *signature) {
    const char *at = objc_skip_argspec(signature->types);
    if (at == NULL || !passed_size(signature->types, &signature->return_size)) return false;
    signature->return_type = copy_type(signature->types);
    size_t capacity = strlen(at);  // no type is shorter than a character
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
    return signature->argument_count >= 2;
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
    if (signature->argument_count != 3 || *objc_skip_type_qualifiers(signature->return_type) != 'v') return 0;
    char kind = *objc_skip_type_qualifiers(signature->argument_types[2]);
    return strchr("cCsSiIBfdqQ@#:*^", kind) ? kind : 0;
}

static mr_lock table_lock = MR_LOCK_INIT(MR_LOCK_CLOSURES);
static mr_map table = {.strings = true};  // text -> signature

const mr_signature *mr_signature_get(const char *types) {
    if (types == NULL) return NULL;
    mr_lock_acquire(&table_lock);
    mr_signature *signature = mr_map_get(&table, types);
    if (signature == NULL) {
        signature = mr_allocate(sizeof *signature);
        signature->types = mr_copy_string(types);
        if (parse_signature(signature)) {
            prepare_calls(signature);
            signature->setter_argument = setter_argument(signature);
            mr_map_set(&table, signature->types, signature);
        } else {
            free_signature(signature);
            signature = NULL;
        }
    }
    mr_lock_release(&table_lock);
    return signature;
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

size_t mr_signature_argument_size(const mr_signature *signature, unsigned int index) {
    return index < mr_signature_argument_count(signature) ? signature->argument_sizes[index] : 0;
}

bool mr_signature_returns_in_memory(const mr_signature *signature) { return signature && signature->returns_in_memory; }

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────

typedef void (*function)(void);

// `first` takes the place of arguments[0].
static void call(function target, const mr_signature *signature, void *result, void *first, void *const *arguments) {
    struct mr_cif *cif = signature->cif;
    unsigned int count = signature->argument_count, split = cif->split;
    // A copy, because libffi leaves pointers to its own frame in the array. One more for a split argument.
    void *own[count + 1];
    memcpy(own, arguments, count * sizeof(void *));
    own[0] = first;
    if (split) {
        memmove(own + split + 1, own + split, (count - split) * sizeof(void *));
        own[split + 1] = (char *)own[split] + 8;
    }
    // Told to drop a value, libffi would leave a long double on the x87 stack, which holds eight.
    long double dropped[4];
    if (result == NULL && signature->return_size <= sizeof dropped) result = dropped;
    ffi_call(&cif->called, target, result, own);
}

#define MR_CALL_SETTER(type)                                                                                           \
    ((void (*)(id, SEL, type))imp)(*(id *)arguments[0], *(SEL *)arguments[1], *(type *)arguments[2])

// What is called most often through a signature, setters of scalars and objects: 2 ns in place of libffi's 40.
static void call_setter(char argument, IMP imp, void **arguments) {
    switch (argument) {
        case 'c': MR_CALL_SETTER(int8_t); break;
        case 'C': MR_CALL_SETTER(uint8_t); break;
        case 's': MR_CALL_SETTER(int16_t); break;
        case 'S': MR_CALL_SETTER(uint16_t); break;
        case 'i': MR_CALL_SETTER(int32_t); break;
        case 'I': MR_CALL_SETTER(uint32_t); break;
        case 'B': MR_CALL_SETTER(bool); break;
        case 'f': MR_CALL_SETTER(float); break;
        case 'd': MR_CALL_SETTER(double); break;
        default: MR_CALL_SETTER(uint64_t); break;  // q Q @ # : * ^
    }
}

void mr_call(IMP imp, const mr_signature *signature, void *result, void **arguments) {
    if (signature->setter_argument) {
        call_setter(signature->setter_argument, imp, arguments);
    } else {
        call((function)imp, signature, result, arguments[0], arguments);
    }
}

static function messenger_for(const mr_signature *signature) {
#if defined(__x86_64__)
    ffi_type *result = signature->cif->entered.rtype;
    if (signature->returns_in_memory) return objc_msgSend_stret;
    if (result == &ffi_type_longdouble) return objc_msgSend_fpret;
    if (result == &ffi_type_complex_longdouble) return objc_msgSend_fp2ret;
#else
    (void)signature;
#endif
    return objc_msgSend;
}

void mr_send(const mr_signature *signature, void *result, void **arguments) {
    if (*(id *)arguments[0]) call(messenger_for(signature), signature, result, arguments[0], arguments);
    else if (result) memset(result, 0, signature->return_size);
}

void mr_send_super(Class current, const mr_signature *signature, void *result, void **arguments) {
    struct objc_super super = {*(id *)arguments[0], current}, *address = &super;
    function messenger = objc_msgSendSuper2;
#if defined(__x86_64__)
    if (signature->returns_in_memory) messenger = objc_msgSendSuper2_stret;
#endif
    call(messenger, signature, result, &address, arguments);
}

// Words and floating-point numbers lie in registers of their own: a method that takes fewer finds them in place.
#define MR_REGISTER_CALL(R)                                                                                            \
    ((R(*)(id, SEL, uintptr_t, uintptr_t, uintptr_t, uintptr_t, double, double, double, double, double, double,        \
           double, double))imp)(self, _cmd, r->words[0], r->words[1], r->words[2], r->words[3], r->floats[0],          \
                                r->floats[1], r->floats[2], r->floats[3], r->floats[4], r->floats[5], r->floats[6],    \
                                r->floats[7])

uintptr_t mr_call_word(IMP imp, id self, SEL _cmd, const mr_registers *r) { return MR_REGISTER_CALL(uintptr_t); }

double mr_call_double(IMP imp, id self, SEL _cmd, const mr_registers *r) { return MR_REGISTER_CALL(double); }

float mr_call_float(IMP imp, id self, SEL _cmd, const mr_registers *r) { return MR_REGISTER_CALL(float); }

IMP mr_messenger(void) { return (IMP)objc_msgSend; }

// ── The forwarder ───────────────────────────────────────────────────────────────────────────────────

IMP mr_signature_forwarder(const mr_signature *signature, mr_block_function function) {
    _Atomic(IMP) *slot = &((mr_signature *)signature)->forwarder;  // the one part that is filled in later
    IMP imp = atomic_load_explicit(slot, memory_order_acquire), expected = NULL;
    if (imp) return imp;
    void *closure = mr_closure_create(signature, function, (void *)signature, &imp);
    if (closure == NULL) return NULL;
    if (!atomic_compare_exchange_strong(slot, &expected, imp)) {
        mr_closure_free(closure);  // another thread was first
        return expected;
    }
    signature->cif->forwarder = closure;
    return imp;
}
