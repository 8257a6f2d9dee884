// widestate.c - loaded into gdb: lets gdb 13 write the registers of a CPU with AMX, so that it can call functions.
//
// It writes the registers that it knows, and Linux accepts all or none: the others are written as they are.
#include <dlfcn.h>
#include <elf.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

typedef long (*function)(int request, long thread, void *kind, void *data);

long widened(int request, long thread, void *kind, void *data) __asm__("ptrace");
long widened(int request, long thread, void *kind, void *data) {
    static char state[1 << 16];
    function real = (function)dlsym(RTLD_NEXT, "ptrace");
    struct iovec whole = {state, sizeof state}, *part = data;
    if (request == PTRACE_SETREGSET && kind == (void *)NT_X86_XSTATE &&
        real(PTRACE_GETREGSET, thread, kind, &whole) == 0 && part->iov_len < whole.iov_len) {
        memcpy(state, part->iov_base, part->iov_len);
        data = &whole;
    }
    return real(request, thread, kind, data);
}
