// constants.c - changing what a compiler wrote as a constant, and memory that its 32-bit numbers can lead to.
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"
#include "swift-support.h"

static void protect(const char *place, size_t size, int protection) {
    word page = (word)sysconf(_SC_PAGESIZE), begin = (word)place & ~(page - 1);
    if (mprotect((void *)begin, (word)place + size - begin, protection)) {
        mr_fatal("the memory at %p cannot be changed", place);
    }
}

void swift_change_constant(const void *place, const void *contents, size_t size) {
    bool isConstant = !mr_is_variable(place);
    // Some linkers put constants and code into one segment.
    int protection = PROT_READ | (mr_is_code((IMP)place) ? PROT_EXEC : 0);
    if (isConstant) protect(place, size, protection | PROT_WRITE);
    memcpy((void *)(word)place, contents, size);
    if (isConstant) protect(place, size, protection);
}

// ── Memory near an image ────────────────────────────────────────────────────────────────────────────

// A program lies terabytes from its libraries, and a 32-bit number leads two gigabytes far.
static bool is_near(const void *place, const void *target) {
    intptr_t distance = (const char *)target - (const char *)place;
    return distance == (int32_t)distance;
}

// Returns a page that the place can lead to. Below it first: behind a program is its heap, which grows.
static char *map_near(const char *place, size_t size) {
    const word step = (word)64 << 20, steps = 24;
    word begin = (word)place & ~(size - 1);
    for (word index = 0; index < 2 * steps; index++) {
        word distance = (index % steps + 1) * step;
        void *wanted = (void *)(index < steps ? begin - distance : begin + (steps + 1) * step - distance);
        void *page = mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) continue;
        if (is_near(place, page)) return page;
        munmap(page, size);
    }
    mr_fatal("there is no memory within two gigabytes of %p", (const void *)place);
}

const void **swift_word_near(const void *place) {
    static const void **next, **end;
    if (next == end || !is_near(place, next)) {
        size_t size = (size_t)sysconf(_SC_PAGESIZE);
        next = (const void **)(void *)map_near(place, size);
        end = next + size / sizeof *next;
    }
    return next++;
}
