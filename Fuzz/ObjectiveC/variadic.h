// variadic.h - calls of functions with a variable number of arguments, which a fuzz target chooses at run time.
//
// The arguments keep their objects and texts alive until they go out of scope. libffi passes them.
#ifndef VARIADIC_H
#define VARIADIC_H

#include <ffi.h>

#import "foundation-fuzz.h"

enum { FUZZ_MOST_ARGUMENTS = 100 };

typedef union {
    int integer;
    long word;
    double real;
    long double extended;
    const void *pointer;
} fuzz_value;

typedef struct {
    unsigned count;
    ffi_type *types[FUZZ_MOST_ARGUMENTS];
    fuzz_value values[FUZZ_MOST_ARGUMENTS];
    NSMutableArray *owned;
} fuzz_arguments;

static inline void fuzz_add(fuzz_arguments *arguments, ffi_type *type, fuzz_value value) {
    if (arguments->count == FUZZ_MOST_ARGUMENTS) return;
    arguments->types[arguments->count] = type;
    arguments->values[arguments->count++] = value;
}

static inline void fuzz_add_object(fuzz_arguments *arguments, id object) {
    if (arguments->owned == nil) arguments->owned = [NSMutableArray new];
    if (object) [arguments->owned addObject:object];
    fuzz_add(arguments, &ffi_type_pointer, (fuzz_value){.pointer = (__bridge void *)object});
}

// Calls a function that has three fixed arguments, which are words, and returns a word.
static inline ffi_arg fuzz_call(void *function, const fuzz_value fixed[3], fuzz_arguments *arguments) {
    ffi_type *types[3 + FUZZ_MOST_ARGUMENTS] = {&ffi_type_pointer, &ffi_type_pointer, &ffi_type_pointer};
    void *values[3 + FUZZ_MOST_ARGUMENTS];
    for (unsigned index = 0; index < 3; index++) values[index] = (void *)&fixed[index];
    for (unsigned index = 0; index < arguments->count; index++) {
        types[3 + index] = arguments->types[index];
        values[3 + index] = &arguments->values[index];
    }
    ffi_cif call;
    ffi_status status = ffi_prep_cif_var(&call, FFI_DEFAULT_ABI, 3, 3 + arguments->count, &ffi_type_pointer, types);
    EXPECT(status == FFI_OK);
    ffi_arg result = 0;
    ffi_call(&call, FFI_FN(function), &result, values);
    return result;
}

// Sends a message such as appendFormat:, whose arguments follow the format.
static inline ffi_arg fuzz_send_void(id receiver, SEL selector, NSString *format, fuzz_arguments *arguments) {
    const fuzz_value fixed[3] = {
        {.pointer = (__bridge void *)receiver}, {.pointer = selector}, {.pointer = (__bridge void *)format}};
    return fuzz_call((void *)objc_msgSend, fixed, arguments);
}

// The same for a method that returns an object.
static inline id fuzz_send(id receiver, SEL selector, NSString *format, fuzz_arguments *arguments) {
    return (__bridge id)(void *)fuzz_send_void(receiver, selector, format, arguments);
}

#endif
