// run.c - confines a compiler, and starts a program that is confined further.
//
// The program is started by fork and exec: what is between the two runs in the child, and calls only functions that may
// be called there. A pipe that exec closes tells the parent whether the child came as far.
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal.h"

bool confinement_is_supported(void) { return confinement_has_landlock() && confinement_has_filters(); }

int confinement_enter(const confinement_files *files) {
    return confinement_limit_files(files) == 0 ? confinement_limit_tool() : -1;
}

static int limit(int resource, rlim_t value) {
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(resource, &limit);
}

static int limit_resources(const confinement_program *program) {
    if (limit(RLIMIT_CPU, program->seconds) != 0 || limit(RLIMIT_AS, program->memory) != 0) return -1;
    // Files in memory count, too: so the number of open files is small.
    if (limit(RLIMIT_FSIZE, program->file_length) != 0 || limit(RLIMIT_NOFILE, 64) != 0) return -1;
    return limit(RLIMIT_CORE, 0);
}

static int replace_files(const confinement_program *program) {
    int null = open("/dev/null", O_RDWR);
    if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0) return -1;
    if (dup2(program->errors, STDERR_FILENO) < 0) return -1;
    return (int)syscall(SYS_close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC);
}

// Confines this process, and replaces it by the program; returns if it cannot.
static void become(const confinement_program *program) {
    char *const arguments[] = {(char *)program->path, NULL};
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return;
    if (replace_files(program) != 0 || limit_resources(program) != 0) return;
    if (confinement_limit_files(&program->files) != 0 || confinement_limit_program() != 0) return;
    execve(program->path, arguments, program->environment);
}

pid_t confinement_start(const confinement_program *program) {
    int ends[2], error;
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    pid_t child = fork();
    if (child == 0) {
        become(program);
        error = errno;
        if (write(ends[1], &error, sizeof error) < 0) _exit(126);
        _exit(127);
    }
    close(ends[1]);
    bool has_failed = child > 0 && read(ends[0], &error, sizeof error) != 0;
    close(ends[0]);
    if (!has_failed) return child;
    waitpid(child, NULL, 0);
    errno = error;
    return -1;
}
