// send-x86_64.S - the messenger for x86-64, System V calling convention.
//
// On entry rdi holds the receiver and rsi the selector. All other argument state belongs to the method: rdx, rcx, r8,
// r9, xmm0-7, al (the number of vector registers, for variadic methods) and the stack. The fast path writes only r10
// and r11, which every call may clobber. The slow path saves the argument registers around a call to C, which returns
// an IMP (rax) and its receiver (rdx), which forwarding may have replaced. The IMP is jumped to, never called, so it
// returns straight to the sender.
//
// With MR_DISPATCH_IN_C every message takes the slow path, which reads the same caches in C (dispatch.c).
#if defined(__x86_64__)
#include "../base/offsets.h"

        .intel_syntax noprefix
        .text

.macro  ENTRY name
        .globl  \name
        .type   \name, @function
        .p2align 6
\name:
        .cfi_startproc
.endm

.macro  END_ENTRY name
        .cfi_endproc
        .size   \name, . - \name
.endm

// In: class to search in r10, selector in \sel. Falls through with the Method in r10, or jumps to \missed.
.macro  CACHE_LOOKUP sel, missed
#ifdef MR_DISPATCH_IN_C
        jmp     \missed
#else
        mov     r10, [r10 + MR_CLASS_CACHE]
        mov     r11, \sel
        shr     r11, MR_SELECTOR_SHIFT
        and     r11, [r10 + MR_CACHE_MASK]
        add     r11, r10
7:      mov     r10, [r11 + MR_CACHE_BUCKETS]
        test    r10, r10
        je      \missed
        add     r11, 8
        cmp     [r10 + MR_METHOD_NAME], \sel
        jne     7b
#endif
.endm

// Calls \function(\receiver, \sel). Leaves the IMP in r11 and the receiver that C returned in \receiver; all other
// argument registers are unchanged.
.macro  SLOW_PATH function, receiver, sel, slot
        push    rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        mov     rbp, rsp
        .cfi_def_cfa_register rbp
        sub     rsp, 192
        movaps  [rsp], xmm0
        movaps  [rsp + 16], xmm1
        movaps  [rsp + 32], xmm2
        movaps  [rsp + 48], xmm3
        movaps  [rsp + 64], xmm4
        movaps  [rsp + 80], xmm5
        movaps  [rsp + 96], xmm6
        movaps  [rsp + 112], xmm7
        mov     [rsp + 128], rdi
        mov     [rsp + 136], rsi
        mov     [rsp + 144], rdx
        mov     [rsp + 152], rcx
        mov     [rsp + 160], r8
        mov     [rsp + 168], r9
        mov     [rsp + 176], rax
.ifnc \receiver, rdi
        mov     rdi, \receiver
        mov     rsi, \sel
.endif
        call    \function
        mov     r11, rax
        mov     [rsp + \slot], rdx
        movaps  xmm0, [rsp]
        movaps  xmm1, [rsp + 16]
        movaps  xmm2, [rsp + 32]
        movaps  xmm3, [rsp + 48]
        movaps  xmm4, [rsp + 64]
        movaps  xmm5, [rsp + 80]
        movaps  xmm6, [rsp + 96]
        movaps  xmm7, [rsp + 112]
        mov     rdi, [rsp + 128]
        mov     rsi, [rsp + 136]
        mov     rdx, [rsp + 144]
        mov     rcx, [rsp + 152]
        mov     r8, [rsp + 160]
        mov     r9, [rsp + 168]
        mov     rax, [rsp + 176]
        leave
        .cfi_def_cfa rsp, 8
        test    r11, r11
.endm

// Zeroes all registers that a method may return its result in. A structure in memory is left alone: its size is unknown
// here.
.macro  ANSWER_ZERO
        xor     eax, eax
        xor     edx, edx
        xorps   xmm0, xmm0
        xorps   xmm1, xmm1
        ret
.endm

.macro  ANSWER_ZERO_MEMORY
        mov     rax, rdi
        ret
.endm

.macro  ANSWER_ZERO_FLOAT
        fldz
        ANSWER_ZERO
.endm

.macro  ANSWER_ZERO_COMPLEX
        fldz
        fldz
        ANSWER_ZERO
.endm

// nil is zero and a tagged pointer is negative, so one comparison detects both.
.macro  SEND name, receiver, sel, slot, zero, slow
ENTRY \name
        test    \receiver, \receiver
        jle     2f
        mov     r10, [\receiver]
1:      CACHE_LOOKUP \sel, 4f
        jmp     [r10 + MR_METHOD_IMP]
2:      je      3f
        mov     r10, \receiver
        shr     r10, MR_TAG_SHIFT
        and     r10d, MR_TAG_MASK
        lea     r11, [rip + mr_tagged_classes]
        mov     r10, [r11 + r10 * 8]
        jmp     1b
3:      \zero
4:      SLOW_PATH \slow, \receiver, \sel, \slot
        je      3b
        jmp     r11
END_ENTRY \name
.endm

SEND    objc_msgSend,        rdi, rsi, 128, ANSWER_ZERO,         mr_send_slow
SEND    objc_msgSend_stret,  rsi, rdx, 136, ANSWER_ZERO_MEMORY,  mr_send_stret_slow
SEND    objc_msgSend_fpret,  rdi, rsi, 128, ANSWER_ZERO_FLOAT,   mr_send_slow
SEND    objc_msgSend_fp2ret, rdi, rsi, 128, ANSWER_ZERO_COMPLEX, mr_send_slow

// \super points to {receiver, class}. Super searches that class, Super2 its superclass.
.macro  SEND_SUPER name, super, sel, slot, zero, slow, isSuper2
ENTRY \name
        mov     r10, [\super + 8]
.if \isSuper2
        mov     r10, [r10 + MR_CLASS_SUPERCLASS]
.endif
        test    r10, r10
        je      4f
        CACHE_LOOKUP \sel, 4f
        mov     \super, [\super]
        jmp     [r10 + MR_METHOD_IMP]
3:      \zero
4:      SLOW_PATH \slow, \super, \sel, \slot
        je      3b
        jmp     r11
END_ENTRY \name
.endm

SEND_SUPER objc_msgSendSuper,        rdi, rsi, 128, ANSWER_ZERO,        mr_send_super_slow,  0
SEND_SUPER objc_msgSendSuper2,       rdi, rsi, 128, ANSWER_ZERO,        mr_send_super2_slow, 1
SEND_SUPER objc_msgSendSuper_stret,  rsi, rdx, 136, ANSWER_ZERO_MEMORY, mr_send_super_slow,  0
SEND_SUPER objc_msgSendSuper2_stret, rsi, rdx, 136, ANSWER_ZERO_MEMORY, mr_send_super2_slow, 1

ENTRY _objc_msgForward
        SLOW_PATH mr_forward, rdi, rsi, 128
        je      3f
        jmp     r11
3:      ANSWER_ZERO
END_ENTRY _objc_msgForward

ENTRY _objc_msgForward_stret
        SLOW_PATH mr_forward_stret, rsi, rdx, 136
        je      3f
        jmp     r11
3:      ANSWER_ZERO_MEMORY
END_ENTRY _objc_msgForward_stret

ENTRY mr_return_zero
        ANSWER_ZERO
END_ENTRY mr_return_zero

// method_invoke(receiver, Method, ...): replaces the Method by its selector and jumps to its IMP.
ENTRY method_invoke
        mov     r11, [rsi + MR_METHOD_IMP]
        mov     rsi, [rsi + MR_METHOD_NAME]
        jmp     r11
END_ENTRY method_invoke

#endif
        .section .note.GNU-stack,"",%progbits
