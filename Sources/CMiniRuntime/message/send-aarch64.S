// send-aarch64.S - the messenger for aarch64, AAPCS64.
//
// On entry x0 holds the receiver and x1 the selector. All other argument state belongs to the method: x2-x7, x8 (the
// address of a returned structure, which is why no _stret variants exist here), q0-q7 and the stack. The fast path
// writes only x9, x16 and x17. The rest is as in send-x86_64.S. The loads need no barriers: each depends on the one
// before it, and writers publish with release stores.
#if defined(__aarch64__)
#include "../base/offsets.h"

        .text

.macro  ENTRY name
        .globl  \name
        .type   \name, %function
        .p2align 6
\name:
        .cfi_startproc
.endm

.macro  END_ENTRY name
        .cfi_endproc
        .size   \name, . - \name
.endm

// In: class to search in x16, selector in x1. Falls through with the Method in x17, or jumps to \missed.
.macro  CACHE_LOOKUP missed
#ifdef MR_DISPATCH_IN_C
        b       \missed
#else
        ldr     x16, [x16, #MR_CLASS_CACHE]
        ldr     x17, [x16, #MR_CACHE_MASK]
        and     x17, x17, x1, lsr #MR_SELECTOR_SHIFT
        add     x16, x16, x17
        add     x16, x16, #MR_CACHE_BUCKETS
7:      ldr     x17, [x16], #8
        cbz     x17, \missed
        ldr     x9, [x17, #MR_METHOD_NAME]
        cmp     x9, x1
        b.ne    7b
#endif
.endm

.macro  JUMP_TO_METHOD
        ldr     x17, [x17, #MR_METHOD_IMP]
        br      x17
.endm

// Calls \function(x0, x1). Leaves the IMP in x17 and the receiver that C returned in x0; all other argument registers
// are unchanged.
.macro  SLOW_PATH function
        stp     x29, x30, [sp, #-224]!
        .cfi_def_cfa_offset 224
        .cfi_offset x29, -224
        .cfi_offset x30, -216
        mov     x29, sp
        stp     q0, q1, [sp, #16]
        stp     q2, q3, [sp, #48]
        stp     q4, q5, [sp, #80]
        stp     q6, q7, [sp, #112]
        stp     x0, x1, [sp, #144]
        stp     x2, x3, [sp, #160]
        stp     x4, x5, [sp, #176]
        stp     x6, x7, [sp, #192]
        str     x8, [sp, #208]
        bl      \function
        mov     x17, x0
        mov     x0, x1
        ldr     x1, [sp, #152]
        ldp     x2, x3, [sp, #160]
        ldp     x4, x5, [sp, #176]
        ldp     x6, x7, [sp, #192]
        ldr     x8, [sp, #208]
        ldp     q0, q1, [sp, #16]
        ldp     q2, q3, [sp, #48]
        ldp     q4, q5, [sp, #80]
        ldp     q6, q7, [sp, #112]
        ldp     x29, x30, [sp], #224
        .cfi_restore x29
        .cfi_restore x30
        .cfi_def_cfa_offset 0
.endm

// Zeroes all registers that a method may return its result in.
.macro  ANSWER_ZERO
        mov     x0, #0
        mov     x1, #0
        movi    v0.2d, #0
        movi    v1.2d, #0
        movi    v2.2d, #0
        movi    v3.2d, #0
        ret
.endm

// nil is zero and a tagged pointer is negative, so one comparison detects both.
ENTRY objc_msgSend
        cmp     x0, #0
        b.le    2f
        ldr     x16, [x0]
1:      CACHE_LOOKUP 4f
        JUMP_TO_METHOD
2:      b.eq    3f
        ubfx    x16, x0, #MR_TAG_SHIFT, #3
        adrp    x17, mr_tagged_classes
        add     x17, x17, :lo12:mr_tagged_classes
        ldr     x16, [x17, x16, lsl #3]
        b       1b
3:      ANSWER_ZERO
4:      SLOW_PATH mr_send_slow
        cbz     x17, 3b
        br      x17
END_ENTRY objc_msgSend

// x0 points to {receiver, class}. Super searches that class, Super2 its superclass.
.macro  SEND_SUPER name, slow, isSuper2
ENTRY \name
        ldr     x16, [x0, #8]
.if \isSuper2
        ldr     x16, [x16, #MR_CLASS_SUPERCLASS]
.endif
        cbz     x16, 4f
        CACHE_LOOKUP 4f
        ldr     x0, [x0]
        JUMP_TO_METHOD
3:      ANSWER_ZERO
4:      SLOW_PATH \slow
        cbz     x17, 3b
        br      x17
END_ENTRY \name
.endm

SEND_SUPER objc_msgSendSuper,  mr_send_super_slow,  0
SEND_SUPER objc_msgSendSuper2, mr_send_super2_slow, 1

ENTRY _objc_msgForward
        SLOW_PATH mr_forward
        cbz     x17, 3f
        br      x17
3:      ANSWER_ZERO
END_ENTRY _objc_msgForward

ENTRY mr_return_zero
        ANSWER_ZERO
END_ENTRY mr_return_zero

// method_invoke(receiver, Method, ...): replaces the Method by its selector and jumps to its IMP.
ENTRY method_invoke
        ldr     x17, [x1, #MR_METHOD_IMP]
        ldr     x1, [x1, #MR_METHOD_NAME]
        br      x17
END_ENTRY method_invoke

#endif
        .section .note.GNU-stack,"",%progbits
