// message.h - sending a message: find the IMP in the receiver's class, jump to it.
//
// These are not C functions: they keep every argument register and the stack as they are, so that the IMP finds
// its arguments where the caller put them. Call them through a cast to the type of the method:
//
//      ((void (*)(id, SEL, int))objc_msgSend)(person, sel_registerName("setAge:"), 42);
//
// A message to nil is answered with zero, in the integer and in the floating-point registers.
#ifndef OBJC_MESSAGE_H
#define OBJC_MESSAGE_H

#include "objc.h"

struct objc_super {
    id receiver;
    Class super_class;  // where the search begins; for ...Super2 the class whose superclass it begins at
};

void objc_msgSend(void);
void objc_msgSendSuper(void);
void objc_msgSendSuper2(void);

#if defined(__x86_64__)
// For methods that return a structure in memory: the first argument is the address for it, and a message to nil
// leaves that memory alone. Elsewhere the address has a register of its own and objc_msgSend does.
void objc_msgSend_stret(void);
void objc_msgSendSuper_stret(void);
void objc_msgSendSuper2_stret(void);
// For methods that return long double, or complex long double: zero comes from the x87 stack.
void objc_msgSend_fpret(void);
void objc_msgSend_fp2ret(void);
#endif

// Calls the method's IMP, whatever the class of the receiver says.
void method_invoke(void);
// The IMP that begins forwarding: what class_getMethodImplementation answers for a message nobody implements.
void _objc_msgForward(void);

// The IMP that a message would jump to, resolution and forwarding included.
IMP objc_msg_lookup(id receiver, SEL sel);
IMP objc_msg_lookup_super(const struct objc_super *super, SEL sel);

#endif
