// frames.c - tells stack frames of compiled Objective-C, which an exception unwinds, from those of other code.
//
// An image that is compiled with -fpatchable-function-entry=1 lists the start of each function, so its functions are
// known even if Swift is linked into the same file. Constructors, which never run at the same time, add a record for
// each image. Threads that throw read the records without a lock: a record is never changed or freed, and its image
// stays mapped.
#include <link.h>
#include <stdlib.h>
#include <unwind.h>

#include "abi.h"

typedef struct code {
    struct code *next;
    uintptr_t low, high;            // the range of the image's code
    const uintptr_t *starts, *end;  // the starts of its functions, sorted; both NULL if it lists none
} code;

static code *_Atomic images;

// Called for each image. Stores the range of its code if the image contains the address in `low`.
static int find_code(struct dl_phdr_info *info, size_t size, void *context) {
    code *found = context;
    uintptr_t low = UINTPTR_MAX, high = 0;
    bool isAround = false;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        if (segment->p_type != PT_LOAD) continue;
        isAround |= found->low >= start && found->low < end;
        if (!(segment->p_flags & PF_X)) continue;
        if (start < low) low = start;
        if (end > high) high = end;
    }
    if (!isAround) return 0;
    found->low = low;
    found->high = high;
    return 1;
}

static code code_around(const void *address) {
    code found = {.low = (uintptr_t)address};
    if (!dl_iterate_phdr(find_code, &found)) found.low = found.high = 0;
    return found;
}

static int by_address(const void *lhs, const void *rhs) {
    uintptr_t left = *(const uintptr_t *)lhs, right = *(const uintptr_t *)rhs;
    return left < right ? -1 : left > right;
}

void mr_frames_add_image(const mr_image *image) {
    const mr_image_section *section = &image->sections[MR_SECTION___patchable_function_entries];
    code found = code_around(image->address);
    found.starts = (const uintptr_t *)(void *)section->begin;
    found.end = (const uintptr_t *)(void *)section->end;
    // Without a list, the functions of this runtime and of Swift in the same file would be taken for compiled code.
    bool isOurs = code_around((const void *)mr_frames_add_image).low == found.low;
    if (found.starts == NULL && isOurs) return;
    if (found.starts) qsort(section->begin, (size_t)(found.end - found.starts), sizeof *found.starts, by_address);
    assert(found.low < found.high && found.starts <= found.end);
    code *record = mr_allocate(sizeof *record);
    *record = found;
    record->next = atomic_load(&images);
    atomic_store(&images, record);
}

bool mr_frames_exist(void) { return atomic_load(&images) != NULL; }

bool mr_frame_is_compiled(struct _Unwind_Context *frame) {
    uintptr_t address = _Unwind_GetIP(frame) - 1;
    for (const code *each = atomic_load(&images); each; each = each->next) {
        if (address < each->low || address >= each->high) continue;
        if (each->starts == NULL) return true;
        size_t count = (size_t)(each->end - each->starts);
        uintptr_t function = _Unwind_GetRegionStart(frame);
        if (bsearch(&function, each->starts, count, sizeof *each->starts, by_address)) return true;
    }
    return false;
}
