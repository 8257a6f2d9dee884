// exhausted.c - the end of a process that the system gives no more memory for code: how many closures exist, and which
// limit they have met.
//
// Interface: mr_code_memory_fail. It allocates no memory: there may be none left.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "call.h"

// What one more page of stubs needs at most: its two mappings, and one that is split.
enum { MAPPINGS_OF_A_PAGE = 3 };

// Calls `add` with each part of a file of /proc.
static void read_parts(const char *path, void (*add)(const char *text, ssize_t length, void *context), void *context) {
    char text[4096];
    ssize_t length;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && (length = read(file, text, sizeof text - 1)) > 0) {
        text[length] = '\0';
        add(text, length, context);
    }
    if (file >= 0) close(file);
}

static void count_lines(const char *text, ssize_t length, void *count) {
    for (ssize_t index = 0; index < length; index++) *(size_t *)count += text[index] == '\n';
}

static void read_number(const char *text, ssize_t length, void *number) { *(size_t *)number = strtoul(text, NULL, 10); }

void mr_code_memory_fail(void) {
    size_t closures = mr_closure_count(), mappings = 0, allowed = 0, pages = 0;
    read_parts("/proc/self/maps", count_lines, &mappings);
    read_parts("/proc/sys/vm/max_map_count", read_number, &allowed);
    if (allowed && mappings + MAPPINGS_OF_A_PAGE >= allowed) {
        mr_fatal("out of memory for code: %zu closures exist, and the process has %zu of the %zu mappings that "
                 "vm.max_map_count allows",
                 closures, mappings, allowed);
    }
    read_parts("/proc/self/statm", read_number, &pages);
    size_t used = pages * (size_t)sysconf(_SC_PAGESIZE);
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        used + 2 * MR_CLOSURE_PAGE >= limit.rlim_cur) {
        mr_fatal("out of memory for code: %zu closures exist, and the process uses %zu of the %zu bytes that its limit "
                 "of address space allows (ulimit -v)",
                 closures, used, (size_t)limit.rlim_cur);
    }
    mr_fatal("out of memory for code: %zu closures exist, and libffi could not allocate another", closures);
}
