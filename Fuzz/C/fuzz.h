// fuzz.h - shared by the fuzz targets in C: expectations, and a reader of the input's bytes.
//
// A target is one function, LLVMFuzzerTestOneInput, which must return for every input. EXPECT states what must hold; if
// it does not, EXPECT prints a sentence and ends the process, and libFuzzer keeps the input.
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "miniruntime.h"

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: expected: %s\n", __FILE__, __LINE__, #condition);                                  \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The unread bytes of the input. Reading past the end gives zeros.
typedef struct {
    const uint8_t *at, *end;
} fuzz_bytes;

static inline uint8_t fuzz_take(fuzz_bytes *bytes) { return bytes->at < bytes->end ? *bytes->at++ : 0; }
static inline unsigned fuzz_below(fuzz_bytes *bytes, unsigned limit) { return fuzz_take(bytes) % limit; }

// Returns the input as a C string; the caller frees it.
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = calloc(1, size + 1);
    if (size) memcpy(text, data, size);
    return text;
}

#endif
