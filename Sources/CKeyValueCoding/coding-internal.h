// coding-internal.h - what the files of this folder share.
#ifndef KVC_INTERNAL_H
#define KVC_INTERNAL_H
#include <stddef.h>

#include <miniruntime.h>

// What key-value coding in C uses of Foundation, found by names when it is loaded (value-for-key.c).
typedef struct {
    SEL alloc;
    Class number, value, string;
    ptrdiff_t boxed, text;  // the offsets of a kvc_boxed in an NSValue, and of the text in an NSString, in bytes
} kvc_foundation;
extern kvc_foundation kvc_known;

#endif
