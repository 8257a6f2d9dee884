// fuzz.h - what the fuzz targets written in C share: expectations, and bytes taken one after the other.
//
// A target is one function, LLVMFuzzerTestOneInput, that must return whatever bytes it is given. What must hold is said
// with EXPECT, which ends the process with a sentence: libFuzzer then keeps the input.
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: expected: %s\n", __FILE__, __LINE__, #condition);                                  \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The bytes not yet used. When they are used up, each further one is zero.
typedef struct {
    const uint8_t *at, *end;
} fuzz_bytes;

static inline uint8_t fuzz_take(fuzz_bytes *bytes) { return bytes->at < bytes->end ? *bytes->at++ : 0; }
static inline unsigned fuzz_below(fuzz_bytes *bytes, unsigned limit) { return fuzz_take(bytes) % limit; }

// The input as a C string, to be freed.
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = calloc(1, size + 1);
    if (size) memcpy(text, data, size);
    return text;
}

#endif
