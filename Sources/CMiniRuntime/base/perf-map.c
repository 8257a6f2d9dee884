// perf-map.c - names of methods whose code is made at run time, in the file where perf looks for them.
//
// With MINIRUNTIME_PERF_MAP=1, each such method that is added or replaced gets a line in perf-PID.map, in the
// folder for temporary files:
//
//      7f3a5c0e1020 20 -[NSKVONotifying_Person setAge:]
//
// A forked child writes nothing.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base.h"
#include "offsets.h"

static FILE *file;  // NULL: no names are written
static pid_t process;

void mr_perf_map_boot(void) {
    // Not from the environment of a program that has more rights than its user.
    if (!mr_debug.perf_map || secure_getenv("MINIRUNTIME_PERF_MAP") == NULL) return;
    char path[40];
    process = getpid();
    snprintf(path, sizeof path, P_tmpdir "/perf-%d.map", (int)process);
    unlink(path);               // of an earlier process with this number
    file = fopen(path, "wxe");  // follows no link that somebody else has put there
    if (file == NULL) return mr_log("MINIRUNTIME_PERF_MAP: cannot write '%s': %s", path, strerror(errno));
    setvbuf(file, NULL, _IOLBF, 1 << 12);
}

void mr_perf_map_add(Class cls, SEL name, IMP imp) {
    if (file == NULL || mr_imp_get_kind(imp) == MR_IMP_FUNCTION || getpid() != process) return;
    fprintf(file, "%lx %x %c[%s %s]\n", (unsigned long)imp, MR_CLOSURE_SLOT, class_isMetaClass(cls) ? '+' : '-',
            class_getName(cls), sel_getName(name));
}
