// frames.c - tells unwinders where the caller of a stub is.
//
// A stub is two instructions and leaves the stack as it is, so it is in a backtrace only if a thread is stopped in it:
// by a profiler's signal, or by a debugger. The compiler describes such frames in .eh_frame; here one description (FDE)
// stands for a whole page of stubs. libgcc's unwinder takes it; without libgcc nothing happens.
//
// Only with MINIRUNTIME_PERF_MAP: once one page is described, libgcc takes a lock of its own at each throw, which a
// child of fork() may find taken for ever, and searches all descriptions. Exceptions never pass through a stub.
#include "call.h"

#if defined(__x86_64__)
enum { STACK_POINTER = 7, RETURN_ADDRESS = 16, STACK_AT_ENTRY = 8 };
#else
enum { STACK_POINTER = 31, RETURN_ADDRESS = 30, STACK_AT_ENTRY = 0 };
#endif

// The layout of DWARF 4, section 6.4.1. A length counts the bytes after itself. Addresses are aligned.
typedef struct {
    uint32_t length, identifier;
    uint8_t version, augmentation, code_alignment, data_alignment, return_address;
    uint8_t instructions[11];  // the rest are DW_CFA_nop
} common_entry;
typedef struct {
    uint32_t length, to_common;  // from to_common back to the common entry
    const void *begin;
    size_t size;
} frame_entry;
typedef struct {
    common_entry common;
    frame_entry frame;
    uint64_t end;  // a length of 0
} frame_section;
_Static_assert(offsetof(frame_section, frame) == sizeof(common_entry), "entries follow each other");

extern void __register_frame(void *section) __attribute__((weak));

void mr_frames_describe(const void *stubs, size_t size) {
    if (!mr_debug.perf_map || __register_frame == NULL) return;
    frame_section *section = mr_allocate(sizeof *section);  // lives for ever, as pages do
    *section = (frame_section){
        .common = {.length = sizeof(common_entry) - sizeof(uint32_t),
                   .version = 1,
                   .code_alignment = 1,
                   .data_alignment = 0x78,  // -8
                   .return_address = RETURN_ADDRESS,
                   .instructions = {0x0c, STACK_POINTER, STACK_AT_ENTRY}},  // DW_CFA_def_cfa
        .frame = {.length = sizeof(frame_entry) - sizeof(uint32_t),
                  .to_common = offsetof(frame_section, frame.to_common),
                  .begin = stubs,
                  .size = size},
    };
#if defined(__x86_64__)
    // DW_CFA_offset: the return address is one word below.
    section->common.instructions[3] = 0x80 | RETURN_ADDRESS;
    section->common.instructions[4] = 1;
#endif
    __register_frame(section);
}
