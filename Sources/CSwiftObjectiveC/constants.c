// constants.c - changing what a compiler wrote as a constant.
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
