// segments.c - the memory that an image's pointers may point at: the segments of the program and its libraries that the
// dynamic linker has mapped.
//
// The list is collected before an image is checked, and freed once it is loaded. It needs no lock, because constructors
// never run at the same time (image.c).
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "abi.h"

typedef struct {
    uintptr_t low, high;
    uint32_t flags;
    bool isConstant;  // PT_GNU_RELRO: part of another segment, made read-only after relocation
} segment;

static struct {
    segment *list;  // `count` segments in order of address, followed by the constant ones
    size_t count, constant_count, capacity;
} segments;

static int by_address(const void *lhs, const void *rhs) {
    const segment *left = lhs, *right = rhs;
    if (left->isConstant != right->isConstant) return left->isConstant - right->isConstant;
    return left->low < right->low ? -1 : left->low > right->low;
}

static int collect(struct dl_phdr_info *info, size_t size, void *context) {
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[index];
        bool isConstant = header->p_type == PT_GNU_RELRO;
        if (!isConstant && !(header->p_type == PT_LOAD && header->p_flags & PF_R)) continue;
        size_t count = segments.count + segments.constant_count;
        if (count == segments.capacity) {
            segments.capacity = count ? 2 * count : 64;
            segments.list = mr_reallocate(segments.list, segments.capacity * sizeof *segments.list);
        }
        uintptr_t low = info->dlpi_addr + header->p_vaddr;
        segments.list[count] = (segment){low, low + header->p_memsz, header->p_flags, isConstant};
        (*(isConstant ? &segments.constant_count : &segments.count))++;
    }
    return 0;
}

void mr_segments_collect(void) {
    assert(segments.list == NULL);
    dl_iterate_phdr(collect, NULL);
    qsort(segments.list, segments.count + segments.constant_count, sizeof *segments.list, by_address);
}

void mr_segments_forget(void) {
    free(segments.list);
    memset(&segments, 0, sizeof segments);
}

static int compare(const void *key, const void *element) {
    uintptr_t address = *(const uintptr_t *)key;
    const segment *segment = element;
    return address < segment->low ? -1 : address >= segment->high;
}

static const segment *segment_of(const void *address) {
    uintptr_t key = (uintptr_t)address;
    return bsearch(&key, segments.list, segments.count, sizeof *segments.list, compare);
}

bool mr_is_mapped(const void *address, uint64_t count, size_t size) {
    const segment *segment = segment_of(address);
    uintptr_t alignment = size & -size;
    if (alignment > sizeof(void *)) alignment = sizeof(void *);
    return segment && (uintptr_t)address % alignment == 0 && count <= (segment->high - (uintptr_t)address) / size;
}

bool mr_is_text(const char *text) {
    const segment *segment = segment_of(text);
    return segment && memchr(text, '\0', segment->high - (uintptr_t)text);
}

bool mr_is_code(IMP imp) {
    const segment *segment = segment_of((const void *)imp);
    return segment && segment->flags & PF_X;
}

bool mr_is_variable(const void *address) {
    const segment *segment = segment_of(address);
    for (size_t index = 0; index < segments.constant_count; index++) {
        if (compare(&(uintptr_t){(uintptr_t)address}, &segments.list[segments.count + index]) == 0) return false;
    }
    return segment && segment->flags & PF_W;
}
