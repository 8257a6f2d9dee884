// confinement.h - takes files, the network and other processes away from a process, for ever.
//
// `explore --serve` compiles and runs native programs that reach it from a page. Landlock limits the files that a
// process reaches, and seccomp its system calls. Both hold for all processes that it starts, and cannot be taken back.
// A function that fails returns -1, with errno: a process that could not be confined must not go on.
#pragma once
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

/// The files that a confined process reaches. Each array ends with NULL; a folder stands for all that it contains; a
/// path that does not exist is left out. The names and sizes of other files remain visible.
typedef struct {
    /// Read, and executed.
    char *const *readable;
    /// Read and written, and, in a folder, made and deleted.
    char *const *writable;
} confinement_files;

/// Returns whether this kernel has what the other functions need: Landlock of Linux 6.2 and filters of system calls.
bool confinement_is_supported(void);

/// Confines the calling thread, and all processes that it starts, as a compiler needs it: with `files`, without
/// network, and without signals to other processes or access to their memory.
int confinement_enter(const confinement_files *files);

/// A program that computes, and does nothing else.
typedef struct {
    const char *path;
    char *const *environment;
    confinement_files files;
    /// The file that becomes its standard error. Its standard input and output are /dev/null.
    int errors;
    /// Its limits: seconds of processor time, bytes of memory, and bytes of each file that it writes.
    rlim_t seconds, memory, file_length;
} confinement_program;

/// Starts a program that has no files but `files`, no network, no other processes, and limits. It ends when its parent
/// does. Returns its process identifier, which the caller waits for.
pid_t confinement_start(const confinement_program *program);
