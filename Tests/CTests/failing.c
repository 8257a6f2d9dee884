// failing.c - memory that runs out: a program is run in a child process once for each of its allocations, which then
// fails.
//
// The linker gives the core these functions in place of the C library's: --wrap=calloc and so on.
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ctests.h"

// ── The allocator ───────────────────────────────────────────────────────────────────────────────────

static atomic_long allocations;
static long failing = -1;  // the number of the one that fails; -1 for none
static _Thread_local int spared;

long ctests_allocations(void) { return allocations; }

void ctests_spare_allocations(bool isSpared) { spared += isSpared ? 1 : -1; }

static bool fails(void) { return spared == 0 && allocations++ == failing; }

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
int __real_vasprintf(char **out, const char *format, va_list arguments);
void *__real_ffi_closure_alloc(size_t size, void **code);

void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *memory, size_t size) { return fails() ? NULL : __real_realloc(memory, size); }
int __wrap_vasprintf(char **out, const char *format, va_list arguments) {
    return fails() ? -1 : __real_vasprintf(out, format, arguments);
}
void *__wrap_ffi_closure_alloc(size_t size, void **code) {
    return fails() ? NULL : __real_ffi_closure_alloc(size, code);
}

// ── The children ────────────────────────────────────────────────────────────────────────────────────

enum { PASSED, BROKEN, NOTHING_FAILED, ABORTED };

static const ctests_program *running;

// No core is dumped, and an emulator has nothing to say.
static void aborted(int signal) {
    bool is_whole = running->is_whole == NULL || running->is_whole();
    fflush(stdout);
    _exit(is_whole ? ABORTED : BROKEN);
}

// In the child: an exit status.
static int run_failing(const ctests_program *program, long number) {
    size_t objects = mr_live_object_count(), closures = mr_closure_count();
    int failures = ctests_failures();
    running = program;
    signal(SIGABRT, aborted);
    allocations = 0;
    failing = number;
    program->run();
    bool reached = allocations > number;
    failing = -1;
    char *violation = mr_check_invariants(Nil);
    bool whole = violation == NULL && mr_live_object_count() == objects && mr_closure_count() == closures &&
                 (program->is_over == NULL || program->is_over()) && ctests_failures() == failures;
    return !whole ? BROKEN : reached ? PASSED : NOTHING_FAILED;
}

// Whether `text` is one line, and says that memory ran out.
static bool is_the_line(const char *text) {
    const char *end = strchr(text, '\n');
    return end && end[1] == '\0' && strncmp(text, "miniruntime[", 12) == 0 && strstr(text, "]: out of memory");
}

// In the parent: how the child ended, and what it said on standard error.
static int run_child(const ctests_program *program, long number, char *text, size_t room) {
    int ends[2], status;
    if (pipe(ends) != 0) return BROKEN;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        status = run_failing(program, number);
        fflush(stdout);
        _exit(status);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got = 1; got > 0; length += (size_t)got) {
        got = read(ends[0], text + length, room - 1 - length);
        if (got < 0) got = 0;
    }
    text[length] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : BROKEN;
}

ctests_ends ctests_fail_each_allocation(const ctests_program *program) {
    int count[4] = {0};
    for (long number = 0; count[BROKEN] == 0 && count[NOTHING_FAILED] == 0; number++) {
        char text[1000];
        int end = run_child(program, number, text, sizeof text);
        if (end == ABORTED && !is_the_line(text)) end = BROKEN;
        if (end == BROKEN) printf("with allocation %ld failing: \"%s\"\n", number, text);
        count[end]++;
    }
    return (ctests_ends){count[PASSED], count[ABORTED], count[BROKEN]};
}
