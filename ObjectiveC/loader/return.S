// return.S - the address that return.c puts in place of a return address.
//
// The called function has returned: its result is in the registers, and the stack is that of the compiled frame. Calls
// mr_return_end with the stack pointer, and with the place for the return address. Until that address is known, the
// unwinder takes this frame for the last one.
        .text
        .globl  mr_return_taken
        .hidden mr_return_taken
        .type   mr_return_taken, %function
        .p2align 4
#if defined(__x86_64__)
        .intel_syntax noprefix
        .cfi_startproc
        .cfi_def_cfa rsp, 0
        .cfi_undefined 16
        nop
mr_return_taken:
        sub     rsp, 64
        .cfi_def_cfa_offset 64
        .cfi_offset 16, -8
        mov     [rsp], rax
        mov     [rsp + 8], rdx
        movaps  [rsp + 16], xmm0
        movaps  [rsp + 32], xmm1
        lea     rdi, [rsp + 64]
        lea     rsi, [rsp + 56]
        call    mr_return_end
        mov     rax, [rsp]
        mov     rdx, [rsp + 8]
        movaps  xmm0, [rsp + 16]
        movaps  xmm1, [rsp + 32]
        add     rsp, 56
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
#elif defined(__aarch64__)
        .cfi_startproc
        .cfi_def_cfa sp, 0
        .cfi_undefined 30
        nop
mr_return_taken:
        sub     sp, sp, 96
        .cfi_def_cfa_offset 96
        .cfi_offset 30, -8
        stp     x0, x1, [sp]
        stp     q0, q1, [sp, 16]
        stp     q2, q3, [sp, 48]
        add     x0, sp, 96
        add     x1, sp, 88
        bl      mr_return_end
        ldp     x0, x1, [sp]
        ldp     q0, q1, [sp, 16]
        ldp     q2, q3, [sp, 48]
        ldr     x30, [sp, 88]
        add     sp, sp, 96
        .cfi_def_cfa_offset 0
        .cfi_restore 30
        ret
        .cfi_endproc
#endif
        .size   mr_return_taken, . - mr_return_taken
        .section .note.GNU-stack,"",%progbits
