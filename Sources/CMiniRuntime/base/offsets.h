// offsets.h - the numbers that C and assembly must agree on. class.h, message.h and closure.c assert them.
#ifndef MR_OFFSETS_H
#define MR_OFFSETS_H

#define MR_CLASS_SUPERCLASS 8
#define MR_CLASS_CACHE 16
#define MR_CACHE_MASK 0
#define MR_CACHE_BUCKETS 24
#define MR_METHOD_NAME 0
#define MR_METHOD_IMP 16

// Selectors are at least 16 bytes apart and buckets are 8 bytes wide, so the byte offset (sel >> 4) * 8 is sel >> 1
// with its low bits masked off.
#define MR_SELECTOR_SHIFT 1

// A closure's stub and its slot have the same size, and the slot lies MR_CLOSURE_PAGE bytes after the stub: a multiple
// of each page size that a system for the CPU may have. On x86-64 this is four pages.
#define MR_CLOSURE_SLOT 32
#if defined(__x86_64__)
#define MR_CLOSURE_PAGE 16384
#else
#define MR_CLOSURE_PAGE 65536
#endif

// Tagged pointers: bits 60 to 62 are the tag.
#define MR_TAG_SHIFT 60
#define MR_TAG_MASK 7

#endif
