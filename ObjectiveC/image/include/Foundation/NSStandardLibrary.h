// NSStandardLibrary.h - functions of the C library of Apple's systems that the GNU C library lacks.
#ifndef FOUNDATION_NSSTANDARDLIBRARY_H
#define FOUNDATION_NSSTANDARDLIBRARY_H

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Other names of isxdigit() and isdigit().
static inline int ishexnumber(int character) { return isxdigit(character); }
static inline int isnumber(int character) { return isdigit(character); }

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
// The highest address of a thread's stack, where the first call is, and the size of the stack.
static inline size_t pthread_get_stacksize_np(pthread_t thread) {
    size_t size = 0;
    pthread_attr_t attributes;
    if (pthread_getattr_np(thread, &attributes) != 0) return 0;
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
    return size;
}
static inline void *pthread_get_stackaddr_np(pthread_t thread) {
    void *lowest = NULL;
    size_t size = 0;
    pthread_attr_t attributes;
    if (pthread_getattr_np(thread, &attributes) != 0) return NULL;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    return (char *)lowest + size;
}

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
