// accessors.S - a function for each place of mr_swift_described, which returns the class there. libswiftCore calls the
// function of a descriptor without telling it whose descriptor it is, so each class needs one of its own.
#include "accessors.h"

    .text
    .globl mr_swift_accessors
    .hidden mr_swift_accessors
#if defined(__x86_64__)
    .balign 16
mr_swift_accessors:
    .set number, 0
    .rept MR_ACCESSOR_CAPACITY
    .balign MR_ACCESSOR_SIZE
    movl $number, %eax
    jmp answer
    .set number, number + 1
    .endr
    .balign 16
answer:  // the class, and 0: it is complete
    leaq mr_swift_described(%rip), %rcx
    movq (%rcx, %rax, 8), %rax
    xorl %edx, %edx
    ret
#elif defined(__aarch64__)
    .balign 16
mr_swift_accessors:
    .set number, 0
    .rept MR_ACCESSOR_CAPACITY
    .balign MR_ACCESSOR_SIZE
    mov w9, #number
    b answer
    .set number, number + 1
    .endr
    .balign 16
answer:
    adrp x10, mr_swift_described
    add x10, x10, :lo12:mr_swift_described
    ldr x0, [x10, x9, lsl #3]
    mov x1, #0
    ret
#endif

    .section .note.GNU-stack, "", %progbits
