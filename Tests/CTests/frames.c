// frames.c - what a profiler sees that stops a thread in a stub.
#include <execinfo.h>
#include <signal.h>
#include <ucontext.h>

#include "ctests.h"

struct dwarf_eh_bases {
    void *text, *data, *function;
};
extern const void *_Unwind_Find_FDE(void *pc, struct dwarf_eh_bases *bases);

static void give_answer(void *context, void *result, void **arguments) { *(int *)result = 42; }

// NULL if libffi makes all closures.
static IMP make_stub(void) {
    id block = mr_block_create("i@:", give_answer, NULL, NULL);
    IMP stub = imp_implementationWithBlock(block);
    objc_release(block);
    if (mr_imp_get_kind(stub) == MR_IMP_STUB) return stub;
    imp_removeBlock(stub);
    return NULL;
}

TEST(described, "Every byte of a stub is in a frame that unwinders know") {
    IMP stub = make_stub();
    if (stub == NULL) return;
    struct dwarf_eh_bases bases;
    for (int offset = 1; offset <= 32; offset++) CHECK(_Unwind_Find_FDE((char *)stub + offset, &bases));
    imp_removeBlock(stub);
}

#if defined(__x86_64__)
static uintptr_t stepped_stub;
static int stops, stops_with_caller;

__attribute__((noinline)) static int call_stub(void) {
    volatile int answer = ((int (*)(id, SEL))stepped_stub)(nil, NULL);  // no tail call
    return answer;
}

// The first signal is raised, and begins to step; the last one ends it.
static void step(int signal, siginfo_t *info, void *state) {
    greg_t *registers = ((ucontext_t *)state)->uc_mcontext.gregs;
    if (info->si_code != TRAP_TRACE) registers[REG_EFL] ^= 0x100;
    if ((uintptr_t)registers[REG_RIP] - stepped_stub >= 32) return;
    void *frames[32];
    int count = backtrace(frames, 32);
    stops++;
    for (int index = 0; index < count; index++) {
        uintptr_t offset = (uintptr_t)frames[index] - (uintptr_t)call_stub;
        if (offset < 100) stops_with_caller++;
    }
}

TEST(stepped, "A thread that is stopped at either instruction of a stub has its caller in its backtrace") {
    IMP stub = make_stub();
    if (stub == NULL) return;
    void *frames[4];
    backtrace(frames, 4);  // the first one loads the unwinder
    stepped_stub = (uintptr_t)stub;
    struct sigaction action = {.sa_sigaction = step, .sa_flags = SA_SIGINFO}, before;
    sigaction(SIGTRAP, &action, &before);
    raise(SIGTRAP);
    int answer = call_stub();
    raise(SIGTRAP);
    sigaction(SIGTRAP, &before, NULL);
    CHECK(answer == 42);
    CHECK(stops == 2);
    CHECK(stops_with_caller == 2);
    imp_removeBlock(stub);
}
#endif
