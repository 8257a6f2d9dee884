// closure-aarch64.S - the entry of closures on aarch64, AAPCS64. See closure.c.
//
// A stub must preserve every register that carries an argument: only x16 and x17 are free.
#if defined(__aarch64__)
#include "../base/offsets.h"

        .text

// In: the slot in x17. Stores the registers as mr_closure_entered reads them: six words, eight floating-point numbers.
        .globl  mr_closure_entry
        .type   mr_closure_entry, %function
        .p2align 6
mr_closure_entry:
        .cfi_startproc
        stp     x29, x30, [sp, #-128]!
        .cfi_def_cfa_offset 128
        .cfi_offset x29, -128
        .cfi_offset x30, -120
        mov     x29, sp
        stp     x0, x1, [sp, #16]
        stp     x2, x3, [sp, #32]
        stp     x4, x5, [sp, #48]
        stp     d0, d1, [sp, #64]
        stp     d2, d3, [sp, #80]
        stp     d4, d5, [sp, #96]
        stp     d6, d7, [sp, #112]
        mov     x0, x17
        add     x1, sp, #16
        bl      mr_closure_entered
        fmov    d0, x0
        ldp     x29, x30, [sp], #128
        .cfi_restore x29
        .cfi_restore x30
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .size   mr_closure_entry, . - mr_closure_entry

// x17 is the slot of an accessor. Passes the ivar's location in the first register. A setter's value moves to the
// second register, or stays in d0.
        .globl  mr_accessor_entry
        .type   mr_accessor_entry, %function
        .p2align 4
mr_accessor_entry:
        .cfi_startproc
        ldp     x16, x9, [x17, #8]
        add     x0, x0, x9
        mov     x1, x2
        br      x16
        .cfi_endproc
        .size   mr_accessor_entry, . - mr_accessor_entry

// x17 is the slot of a closure that takes one value (mr_imp_take_setter) and returns nothing. Passes the context in the
// fourth register, which follows the register of a value that is not a floating-point number.
        .globl  mr_setter_entry
        .type   mr_setter_entry, %function
        .p2align 4
mr_setter_entry:
        .cfi_startproc
        ldp     x16, x3, [x17, #8]
        br      x16
        .cfi_endproc
        .size   mr_setter_entry, . - mr_setter_entry

// Never executed here: closure.c copies the stubs to pages whose slots follow.
        .section .rodata
        .globl  mr_closure_stubs
        .p2align 6
mr_closure_stubs:
        .rept   MR_CLOSURE_PAGE / MR_CLOSURE_SLOT
        adr     x17, . + MR_CLOSURE_PAGE
        ldr     x16, [x17]
        br      x16
        .p2align 5
        .endr
        .size   mr_closure_stubs, . - mr_closure_stubs

#endif
        .section .note.GNU-stack,"",%progbits
