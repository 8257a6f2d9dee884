// foreign-types.c - describes type encodings to libffi.
//
// libffi describes structs as lists of scalars and has no unions, bit-fields or __int128. But a call depends only on
// the size and alignment of a composite type, and on the kind of register for each of its words. So this file finds
// those kinds and passes libffi a flat struct whose words have the same kinds. The descriptions live for ever.
#include <stdlib.h>
#include <string.h>

#include "foreign.h"

// ── Composite types ─────────────────────────────────────────────────────────────────────────────────

// Larger values are never passed in registers: two words on x86-64, four floating-point numbers of any type on aarch64.
#if defined(__x86_64__)
enum { REGISTER_BYTES = 16 };
#else
enum { REGISTER_BYTES = 64 };
#endif

// Bits of a set, because the members of a union overlap.
enum { INTEGER = 1, FLOAT = 2, DOUBLE = 4, LONG_DOUBLE = 8, MEMORY = 16 };

typedef struct {
    ffi_type type;
    ffi_type first_word;  // the same without the word of padding behind it
    ffi_type *elements[REGISTER_BYTES / 4 + 8];
    uint8_t kinds[REGISTER_BYTES / 8];  // of each word; 0 for padding
#if !defined(__x86_64__)
    uint64_t filled;       // one bit per byte, set if the byte belongs to a scalar
    bool has_empty_array;  // an array of length zero
#endif
} composite;

// An element of this type is too large for registers, so libffi passes the struct around it in memory.
static ffi_type *large_elements[] = {&ffi_type_uint8, NULL};
static ffi_type large_type = {1024, 1, FFI_TYPE_STRUCT, large_elements};

static void note_scalar(char kind, size_t offset, size_t size, void *context) {
    composite *whole = context;
    uint8_t bit = kind == 'f' ? FLOAT : kind == 'd' ? DOUBLE : kind == 'D' ? LONG_DOUBLE : INTEGER;
#if !defined(__x86_64__)
    for (size_t at = offset; at < offset + size; at++) whole->filled |= UINT64_C(1) << at;
    if (size == 0) whole->has_empty_array = true;
#endif
    if (size == 0) return;
    for (size_t word = offset / 8; word * 8 < offset + size; word++) {
        uint8_t *set = &whole->kinds[word];
        *set |= bit;
#if defined(__x86_64__)
        // A word with both an x87 and an SSE value is passed in memory, unless it already holds an integer.
        if (*set & LONG_DOUBLE && *set & (FLOAT | DOUBLE) && !(*set & INTEGER)) *set |= MEMORY;
#endif
    }
}

// The kind of register for a word, by the rules of the calling convention.
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

// On aarch64 a struct with padding or an array of length zero is no homogeneous aggregate, and travels in words.
static void take_floats_back(composite *whole) {
#if defined(__x86_64__)
    (void)whole;
#else
    uint64_t all = whole->type.size < 64 ? (UINT64_C(1) << whole->type.size) - 1 : UINT64_MAX;
    if (whole->has_empty_array || whole->filled != all) memset(whole->kinds, INTEGER, (whole->type.size + 7) / 8);
#endif
}

static void fill_elements(composite *whole) {
    size_t size = whole->type.size, words = (size + 7) / 8, count = 0;
    while (words > 0 && whole->kinds[words - 1] == 0) words--;  // padding at the end needs no register
    for (size_t offset = 0; offset < size && offset < words * 8; offset += whole->elements[count++]->size) {
        switch (word_kind(whole, offset / 8)) {
            case LONG_DOUBLE: whole->elements[count] = &ffi_type_longdouble; break;
            case DOUBLE: whole->elements[count] = &ffi_type_double; break;
            case FLOAT: whole->elements[count] = &ffi_type_float; break;
            default: whole->elements[count] = size - offset < 8 ? &ffi_type_uint8 : &ffi_type_uint64; break;
        }
    }
}

// libffi does not compute the layout of a struct whose size and alignment are given.
static ffi_type *aggregate_type(const char *type) {
    size_t size, alignment;
    mr_type_layout(type, &size, &alignment);
    composite *whole = mr_allocate(sizeof *whole);
    whole->type = (ffi_type){size, (unsigned short)alignment, FFI_TYPE_STRUCT, whole->elements};
    whole->first_word = (ffi_type){8, 8, FFI_TYPE_STRUCT, whole->elements};
    if (size <= REGISTER_BYTES) mr_type_visit(type, 0, note_scalar, whole), take_floats_back(whole);
    if (goes_to_memory(whole)) whole->elements[0] = &large_type;
    else fill_elements(whole);
    if (whole->elements[0] != &ffi_type_longdouble || whole->elements[1] != NULL) return &whole->type;
    // {D} is passed like D, but libffi for x86-64 returns it in the wrong register.
    free(whole);
    return &ffi_type_longdouble;
}

// ── libffi's types ──────────────────────────────────────────────────────────────────────────────────

static ffi_type *complex_type(char part) {
    if (part == 'f') return &ffi_type_complex_float;
    return part == 'd' ? &ffi_type_complex_double : &ffi_type_complex_longdouble;
}

// The libffi type of an argument or return value whose `type` has been validated. As in C, arrays are passed by
// address.
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

// ── Arguments that libffi must see as two ───────────────────────────────────────────────────────────

#if defined(__x86_64__)
// The numbers of integer and floating-point registers that a value needs. false if it is always passed in memory.
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

// libffi 3.4 corrupts the first floating-point argument if the last integer register holds the first word of a struct
// whose second word is a floating-point number. Passing the two words as separate arguments uses the same registers.
// Closures receive such structs correctly.
//
// Returns the index of such a struct, or 0. A call has at most one.
//
// Also removes the padding of a struct that is larger than its contents because an array of zero __int128 aligns it.
// When such a struct travels in a register and enters a closure, libffi 3.4 would expect the padding in another
// register.
unsigned int mr_foreign_find_split(const mr_signature *signature, ffi_type **types) {
    enum { INTEGER_REGISTERS = 6, FLOAT_REGISTERS = 8 };
    unsigned int integersUsed = signature->returns_in_memory, floatsUsed = 0, integers, floats, split = 0;
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        ffi_type *type = types[index];
        if (!wanted_registers(type, &integers, &floats)) continue;
        if (integersUsed + integers > INTEGER_REGISTERS || floatsUsed + floats > FLOAT_REGISTERS) continue;
        integersUsed += integers;
        floatsUsed += floats;
        bool integerFirst = integers && floats && type->elements[0] == &ffi_type_uint64;
        if (integerFirst && integersUsed == INTEGER_REGISTERS && split == 0) split = index;
        bool padded = type->type == FFI_TYPE_STRUCT && type->size == 16 && integers + floats == 1;
        if (padded) types[index] = &((composite *)type)->first_word;
    }
    return split;
}

void mr_foreign_split(ffi_type *whole, ffi_type *halves[2]) {
    halves[0] = whole->elements[0];
    halves[1] = whole->size < 16 ? &ffi_type_float : &ffi_type_double;
}
#else
// The number of integer registers that a value takes if they are free. 0 if it is passed in floating-point registers, 1
// for the address of a large value.
static unsigned int wanted_registers(const ffi_type *type) {
    switch (type->type) {
        case FFI_TYPE_FLOAT:
        case FFI_TYPE_DOUBLE:
        case FFI_TYPE_LONGDOUBLE:
        case FFI_TYPE_COMPLEX: return 0;
        case FFI_TYPE_STRUCT: break;
        default: return 1;
    }
    ffi_type *first = type->elements[0];
    size_t count = 1;
    while (type->elements[count] == first) count++;
    bool same = type->elements[count] == NULL && first->type != FFI_TYPE_UINT64 && first->type != FFI_TYPE_UINT8;
    if (same && first != &large_type && count <= 4) return 0;
    return type->size > 16 ? 1 : (unsigned int)(type->size + 7) / 8;
}

// A value with an alignment of 16, that is an __int128, must start at an even register, but libffi 3.4 takes the next
// free one. So an extra argument, whose value is ignored, fills the skipped register, for closures too.
//
// Returns the index of such a value, or 0. A call has at most one: after it, at least six registers are used.
unsigned int mr_foreign_find_split(const mr_signature *signature, ffi_type **types) {
    enum { REGISTERS = 8 };
    unsigned int used = 0;
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        unsigned int wanted = wanted_registers(types[index]);
        if (wanted == 2 && types[index]->alignment == 16 && used % 2 && used + wanted < REGISTERS) return index;
        used = used + wanted > REGISTERS ? REGISTERS : used + wanted;
    }
    return 0;
}

void mr_foreign_split(ffi_type *whole, ffi_type *halves[2]) {
    halves[0] = &ffi_type_uint64;
    halves[1] = whole;
}
#endif

// ── Signatures ──────────────────────────────────────────────────────────────────────────────────────

static mr_function messenger_for(const ffi_type *result, bool inMemory) {
#if defined(__x86_64__)
    if (inMemory) return objc_msgSend_stret;
    if (result == &ffi_type_longdouble) return objc_msgSend_fpret;
    if (result == &ffi_type_complex_longdouble) return objc_msgSend_fp2ret;
#else
    (void)result, (void)inMemory;
#endif
    return objc_msgSend;
}

static bool is_scalar(const ffi_type *type) {
    return type->size <= sizeof(uint64_t) && type->type != FFI_TYPE_STRUCT && type->type != FFI_TYPE_COMPLEX;
}

static char scalar_kind(const char *type, const ffi_type *foreign) {
    char kind = *objc_skip_type_qualifiers(type);
    return is_scalar(foreign) && kind != 'b' ? kind : 0;
}

static void find_registers(mr_signature *signature, const ffi_type *result, ffi_type *const *types) {
    unsigned int words = 0, floats = 0;
    signature->return_kind = scalar_kind(signature->return_type, result);
    if (signature->return_kind == 0) return;
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        char kind = scalar_kind(signature->argument_types[index], types[index]);
        bool isPair = kind == 0 && mr_structure_is_pair(signature->argument_types[index]);
        bool isFloat = isPair || kind == 'f' || kind == 'd';
        unsigned int place = isFloat ? MR_WORD_REGISTERS + floats : words;
        if (isFloat) floats += isPair ? 2 : 1;
        else words++;
        if ((kind == 0 && !isPair) || words > MR_WORD_REGISTERS || floats > MR_FLOAT_ARGUMENTS) return;
        signature->places[index] = (uint8_t)place;
    }
    signature->in_registers = true;
}

ffi_type *mr_foreign_describe(mr_signature *signature, ffi_type **types) {
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        types[index] = foreign_type(signature->argument_types[index]);
    }
    ffi_type *result = foreign_type(signature->return_type);
#if defined(__x86_64__)
    signature->returns_in_memory = result->type == FFI_TYPE_STRUCT && result->elements[0] == &large_type;
#endif
    signature->messenger = messenger_for(result, signature->returns_in_memory);
    find_registers(signature, result, types);
    return result;
}
