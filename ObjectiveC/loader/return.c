// return.c - returns into compiled code at which a pending exception is thrown.
//
//      compiled frame ──call──► C or Swift ... raises: the exception is pending, and the code returns as usual
//            ▲                      │ its return address was replaced
//            └── exception ─────────┴─► mr_return_taken (return.S) ─► mr_return_end throws, or returns to the frame
//
// Such a return counts as a caller that waits for the exception (mr_try_begin): code of C and Swift is never unwound,
// and finishes what it has begun. Each thread has a list of its replaced returns, the innermost first. Only a frame
// that is left by longjmp does not take its return: its entry is removed by the next return of a frame above it.
#include <stdlib.h>

#include "abi.h"

typedef struct awaited {
    mr_return place;
    id before;  // +1: the exception that was pending when the compiled frame called
    struct awaited *outer;
} awaited;

static _Thread_local awaited *returns;

void mr_return_taken(void) __attribute__((visibility("hidden")));  // return.S
void mr_return_end(uintptr_t caller, uintptr_t *outAddress) __attribute__((visibility("hidden")));

bool mr_has_shadow_stack(void) {
    uint64_t pointer = 0;
#if defined(__x86_64__)
    __asm__("rdsspq %0" : "+r"(pointer));  // does nothing without a shadow stack
#endif
    return pointer != 0;
}

bool mr_return_is_awaited(const mr_return *place) {
    const awaited *each = returns;
    while (each && each->place.caller != place->caller) each = each->outer;
    return each != NULL;
}

bool mr_return_await(const mr_return *place) {
    // A return address that is signed differs from the one that the unwinder has found.
    if (place->slot == NULL || *place->slot != place->address || mr_has_shadow_stack()) return false;
    awaited *entry = mr_allocate(sizeof *entry);
    *entry = (awaited){*place, mr_try_begin(), returns};
    returns = entry;
    *place->slot = (uintptr_t)mr_return_taken;
    return true;
}

// The slot of a frame that longjmp has left may have another value by now, which is kept.
static void exchange(const mr_return *place, uintptr_t from, uintptr_t to) {
    if (*place->slot == from) *place->slot = to;
}

void mr_returns_restore(void) {
    for (const awaited *each = returns; each; each = each->outer) {
        exchange(&each->place, (uintptr_t)mr_return_taken, each->place.address);
    }
}

void mr_returns_replace(void) {
    for (const awaited *each = returns; each; each = each->outer) {
        exchange(&each->place, each->place.address, (uintptr_t)mr_return_taken);
    }
}

static awaited pop(void) {
    awaited entry = *returns;
    free(returns);
    returns = entry.outer;
    return entry;
}

void mr_return_end(uintptr_t caller, uintptr_t *outAddress) {
    while (returns->place.caller < caller) mr_try_end(pop().before);
    awaited entry = pop();
    assert(entry.place.caller == caller);
    *outAddress = entry.place.address;
    id raised = mr_exception_take();
    mr_try_end(entry.before);
    if (raised) mr_exception_throw(raised);
}
