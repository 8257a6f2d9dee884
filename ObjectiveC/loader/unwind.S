// unwind.S - restores the registers of a frame and continues in it. The stack pointer comes last: what is below it may
// be overwritten by a signal handler at any time, and the registers are stored there.
//
// _Noreturn void mr_continue(const mr_continuation *target)
        .text
        .globl  mr_continue
        .hidden mr_continue
        .type   mr_continue, %function
        .p2align 4
#if defined(__x86_64__)
        .intel_syntax noprefix
mr_continue:
        mov     rbx, [rdi]
        mov     rbp, [rdi + 8]
        mov     r12, [rdi + 16]
        mov     r13, [rdi + 24]
        mov     r14, [rdi + 32]
        mov     r15, [rdi + 40]
        mov     rcx, [rdi + 56]
        mov     rax, [rdi + 64]
        mov     rdx, [rdi + 72]
        mov     rsp, [rdi + 48]
        xorps   xmm0, xmm0
        xorps   xmm1, xmm1
        jmp     rcx
#elif defined(__aarch64__)
mr_continue:
        ldp     x19, x20, [x0]
        ldp     x21, x22, [x0, 16]
        ldp     x23, x24, [x0, 32]
        ldp     x25, x26, [x0, 48]
        ldp     x27, x28, [x0, 64]
        ldr     x29, [x0, 80]
        ldp     d8, d9, [x0, 88]
        ldp     d10, d11, [x0, 104]
        ldp     d12, d13, [x0, 120]
        ldp     d14, d15, [x0, 136]
        ldr     x9, [x0, 152]
        ldr     x16, [x0, 160]
        ldp     x0, x1, [x0, 168]
        mov     sp, x9
        movi    d0, 0
        movi    d1, 0
        movi    d2, 0
        movi    d3, 0
        br      x16
#endif
        .size   mr_continue, . - mr_continue
        .section .note.GNU-stack,"",%progbits
