// calls.c - limits the system calls of a process, by seccomp.
//
// A filter is a program of the kernel's own small machine, which reads the number of a call and its arguments. Calls by
// the numbers of another CPU, such as those of 32 bits, end the process. The filter of compilers names the calls that
// are refused. That of programs names those that are permitted, so that it refuses what a later kernel adds.
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "internal.h"

#if defined(__x86_64__)
#define CPU AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define CPU AUDIT_ARCH_AARCH64
#else
#error "no filter for this CPU"
#endif
#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define REFUSED(error) (SECCOMP_RET_ERRNO | (error))

typedef struct {
    struct sock_filter code[256];
    size_t length;
} filter;

// ── Parts of a filter ───────────────────────────────────────────────────────────────────────────────

static void add(filter *made, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
    made->code[made->length++] = (struct sock_filter){.code = code, .jt = if_true, .jf = if_false, .k = value};
}

static void add_load(filter *made, size_t offset) { add(made, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }

static void add_return(filter *made, uint32_t action) { add(made, BPF_RET | BPF_K, action, 0, 0); }

// Loads the number of the call, if it is one of this CPU.
static void add_beginning(filter *made) {
    add_load(made, offsetof(struct seccomp_data, arch));
    add(made, BPF_JMP | BPF_JEQ | BPF_K, CPU, 1, 0);
    add_return(made, SECCOMP_RET_KILL_PROCESS);
    add_load(made, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    // Numbers of the x32 interface, which are the same calls.
    add(made, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    add_return(made, SECCOMP_RET_KILL_PROCESS);
#endif
}

static void add_call(filter *made, long number, uint32_t action) {
    add(made, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1);
    add_return(made, action);
}

static void add_calls(filter *made, const long numbers[], size_t count, uint32_t action) {
    for (size_t index = 0; index < count; index++) add_call(made, numbers[index], action);
}

// Permits a call if its argument passes a test: BPF_JEQ, it equals the value; BPF_JSET, it has a bit of the value.
// The kernel reads no more than the lower half of these arguments.
static void permit_if(filter *made, long number, int argument, uint16_t test, uint32_t value) {
    size_t offset = offsetof(struct seccomp_data, args) + (size_t)argument * sizeof(uint64_t);
    add(made, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 4);
    add_load(made, offset);
    add(made, BPF_JMP | test | BPF_K, value, 0, 1);
    add_return(made, SECCOMP_RET_ALLOW);
    add_load(made, offsetof(struct seccomp_data, nr));
}

static int install(const filter *made) {
    struct sock_fprog program = {.len = (unsigned short)made->length, .filter = (struct sock_filter *)made->code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

bool confinement_has_filters(void) {
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

// ── The two filters ─────────────────────────────────────────────────────────────────────────────────

// io_uring would do the work of other calls, unseen by filters.
static const long refused_to_tools[] = {
    SYS_socket,     SYS_socketpair,     SYS_io_uring_setup, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_pidfd_open, SYS_pidfd_getfd,    SYS_kill,           SYS_tkill,  SYS_rt_sigqueueinfo,  SYS_rt_tgsigqueueinfo,
    SYS_bpf,        SYS_perf_event_open};

int confinement_limit_tool(void) {
    filter made = {.length = 0};
    add_beginning(&made);
    add_calls(&made, refused_to_tools, COUNT(refused_to_tools), REFUSED(EPERM));
    add_return(&made, SECCOMP_RET_ALLOW);
    return install(&made);
}

// Memory, threads, time, its own files. Landlock decides which files are opened.
static const long permitted_to_programs[] = {
#if defined(__x86_64__)
    SYS_arch_prctl, SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_epoll_wait, SYS_poll, SYS_pipe,
    SYS_dup2, SYS_time,
#endif
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_memfd_create, SYS_getrandom, SYS_futex,
    SYS_set_robust_list, SYS_set_tid_address, SYS_rseq, SYS_membarrier, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_clock_gettime,
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_openat, SYS_close, SYS_read,
    SYS_pread64, SYS_readv, SYS_write, SYS_writev, SYS_lseek, SYS_dup, SYS_dup3, SYS_pipe2, SYS_fstat, SYS_newfstatat,
    SYS_statx, SYS_faccessat, SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_epoll_create1, SYS_epoll_ctl,
    SYS_epoll_pwait, SYS_eventfd2, SYS_timerfd_create, SYS_timerfd_settime, SYS_ppoll, SYS_getpid, SYS_gettid,
    SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname, SYS_sysinfo, SYS_exit, SYS_exit_group,
    // The beginning of the program. Landlock decides which program is executed.
    SYS_execve};
// F_SETOWN and F_SETSIG would send signals to other processes.
static const uint32_t permitted_to_fcntl[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,     F_SETFD,
                                              F_GETFL, F_SETFL,         F_ADD_SEALS, F_GET_SEALS};

int confinement_limit_program(void) {
    filter made = {.length = 0};
    add_beginning(&made);
    add_calls(&made, permitted_to_programs, COUNT(permitted_to_programs), SECCOMP_RET_ALLOW);
    for (size_t index = 0; index < COUNT(permitted_to_fcntl); index++)
        permit_if(&made, SYS_fcntl, 1, BPF_JEQ, permitted_to_fcntl[index]);
    // Threads, but no processes. The flags of clone3 are in memory, where a filter cannot read them; the C library
    // calls clone if there is no clone3.
    permit_if(&made, SYS_clone, 0, BPF_JSET, CLONE_THREAD);
    add_call(&made, SYS_clone3, REFUSED(ENOSYS));
    // The process may end itself, as abort() does.
    permit_if(&made, SYS_tgkill, 0, BPF_JEQ, (uint32_t)getpid());
    add_return(&made, REFUSED(EPERM));
    return install(&made);
}
