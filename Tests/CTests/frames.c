// frames.c - what a profiler sees that stops a thread in a stub, with MINIRUNTIME_PERF_MAP and without.
#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

#include "ctests.h"

struct dwarf_eh_bases {
    void *text, *data, *function;
};
extern const void *_Unwind_Find_FDE(void *pc, struct dwarf_eh_bases *bases);

extern void mr_debug_read_switches(void);

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

static bool is_described(IMP stub) {
    struct dwarf_eh_bases bases;
    return _Unwind_Find_FDE((char *)stub + 1, &bases) != NULL;
}

TEST(undescribed, "By default no throw searches for descriptions of stubs, because there are none") {
    IMP stub = make_stub();
    if (stub == NULL) return;
    CHECK(!is_described(stub));
    imp_removeBlock(stub);
}

// A stub of a page that is mapped while MINIRUNTIME_PERF_MAP is set; NULL if libffi makes all closures.
static IMP described_stub(void) {
    enum { MOST = 100000 };
    static IMP stubs[MOST];
    setenv("MINIRUNTIME_PERF_MAP", "1", 1);
    mr_debug_read_switches();
    int count = 0;
    while (count < MOST && (stubs[count] = make_stub()) && !is_described(stubs[count])) count++;
    for (int index = 0; index < count; index++) imp_removeBlock(stubs[index]);
    unsetenv("MINIRUNTIME_PERF_MAP");
    mr_debug_read_switches();
    return count < MOST ? stubs[count] : NULL;
}

TEST(described, "For a profiler, every byte of a stub is in a frame that unwinders know") {
    IMP stub = described_stub();
    CHECK((stub != NULL) == (mr_closure_kind() == MR_IMP_STUB));
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

TEST(stepped,
     "For a profiler, the caller of a stub is in the backtrace of a thread that is stopped at either instruction") {
    IMP stub = described_stub();
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
