// closure-x86_64.S - the entry of closures on x86-64, System V calling convention. See closure.c.
//
// A stub must preserve every register that carries an argument: only r10 and r11 are free.
#if defined(__x86_64__)
#include "../base/offsets.h"

        .intel_syntax noprefix
        .text

// In: the slot in r10. Stores the registers as mr_closure_entered reads them: six words, eight floating-point numbers.
        .globl  mr_closure_entry
        .type   mr_closure_entry, @function
        .p2align 6
mr_closure_entry:
        .cfi_startproc
        push    rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        mov     rbp, rsp
        .cfi_def_cfa_register rbp
        sub     rsp, 112
        mov     [rsp], rdi
        mov     [rsp + 8], rsi
        mov     [rsp + 16], rdx
        mov     [rsp + 24], rcx
        mov     [rsp + 32], r8
        mov     [rsp + 40], r9
        movsd   [rsp + 48], xmm0
        movsd   [rsp + 56], xmm1
        movsd   [rsp + 64], xmm2
        movsd   [rsp + 72], xmm3
        movsd   [rsp + 80], xmm4
        movsd   [rsp + 88], xmm5
        movsd   [rsp + 96], xmm6
        movsd   [rsp + 104], xmm7
        mov     rdi, r10
        mov     rsi, rsp
        call    mr_closure_entered
        movq    xmm0, rax
        leave
        .cfi_def_cfa rsp, 8
        ret
        .cfi_endproc
        .size   mr_closure_entry, . - mr_closure_entry

// r10 is the slot of an accessor. Passes the ivar's location in the first register. A setter's value moves to the
// second register, or stays in xmm0.
        .globl  mr_accessor_entry
        .type   mr_accessor_entry, @function
        .p2align 4
mr_accessor_entry:
        .cfi_startproc
        add     rdi, [r10 + 16]
        mov     rsi, rdx
        jmp     [r10 + 8]
        .cfi_endproc
        .size   mr_accessor_entry, . - mr_accessor_entry

// r10 is the slot of a closure that takes one value (mr_imp_take_setter) and returns nothing. Passes the context in the
// fourth register, which follows the register of a value that is not a floating-point number.
        .globl  mr_setter_entry
        .type   mr_setter_entry, @function
        .p2align 4
mr_setter_entry:
        .cfi_startproc
        mov     rcx, [r10 + 16]
        jmp     [r10 + 8]
        .cfi_endproc
        .size   mr_setter_entry, . - mr_setter_entry

// Never executed here: closure.c copies the stubs to pages whose slots follow. The lea is seven bytes long.
        .section .rodata
        .globl  mr_closure_stubs
        .p2align 6
mr_closure_stubs:
        .rept   MR_CLOSURE_PAGE / MR_CLOSURE_SLOT
        lea     r10, [rip + MR_CLOSURE_PAGE - 7]
        jmp     [r10]
        .p2align 5, 0xcc
        .endr
        .size   mr_closure_stubs, . - mr_closure_stubs

#endif
        .section .note.GNU-stack,"",%progbits
