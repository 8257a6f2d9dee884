// NSStandardLibrary.h - functions of the C library of Apple's systems that the GNU C library lacks.
#ifndef FOUNDATION_NSSTANDARDLIBRARY_H
#define FOUNDATION_NSSTANDARDLIBRARY_H

#include <stdlib.h>
#include <string.h>

// Like realloc(), but frees the memory if it cannot be enlarged.
static inline void *reallocf(void *pointer, size_t size) {
    void *moved = realloc(pointer, size);
    if (moved == NULL && size > 0) free(pointer);
    return moved;
}

#if !__GLIBC_PREREQ(2, 38)
// Copy or append as much of `source` as fits in `size` bytes, followed by a zero byte. Return the length of the whole
// string.
static inline size_t strlcpy(char *destination, const char *source, size_t size) {
    size_t length = strlen(source), part = length < size ? length : size - 1;
    if (size == 0) return length;
    memcpy(destination, source, part);
    destination[part] = 0;
    return length;
}
static inline size_t strlcat(char *destination, const char *source, size_t size) {
    size_t length = strnlen(destination, size);
    return length + strlcpy(destination + length, source, size - length);
}
#endif

#ifdef _GNU_SOURCE  // objc-clang defines it
// Sorts elements by a block.
static inline int NSCallComparingBlock(const void *first, const void *second, void *block) {
#if __has_feature(objc_arc)
    return ((__bridge int (^)(const void *, const void *))block)(first, second);
#else
    return ((int (^)(const void *, const void *))block)(first, second);
#endif
}
static inline void qsort_b(void *elements, size_t count, size_t size, int (^compare)(const void *, const void *)) {
#if __has_feature(objc_arc)
    qsort_r(elements, count, size, NSCallComparingBlock, (__bridge void *)compare);
#else
    qsort_r(elements, count, size, NSCallComparingBlock, (void *)compare);
#endif
}
#endif

#endif
