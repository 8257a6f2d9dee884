// message.h - sends messages: finds the IMP in the receiver's class and jumps to it.
//
// The messengers are not C functions: they preserve every argument register and the stack, so the IMP finds its
// arguments where the caller put them. Call them through a cast to the function type of the method:
//
//      ((void (*)(id, SEL, int))objc_msgSend)(person, sel_registerName("setAge:"), 42);
//
// gcc warns of a cast of the name, but compiles the call as written.
// A message to nil returns zero, in the integer and in the floating-point registers.
#ifndef OBJC_MESSAGE_H
#define OBJC_MESSAGE_H

#include "objc.h"
#include "runtime.h"  // as in Apple's header

MR_BEGIN_DECLS

struct objc_super {
    MR_UNRETAINED id receiver;
    Class super_class;  // where the search starts; ...Super2 starts at its superclass instead
};

// Declared as in Apple's headers. A program in Objective-C can set OBJC_OLD_DISPATCH_PROTOTYPES to 1 for the older
// declarations, which need no cast. clang has these built in and would warn of the newer ones.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wincompatible-library-redeclaration"
#endif
#if defined(__OBJC__) && OBJC_OLD_DISPATCH_PROTOTYPES
id objc_msgSend(id receiver, SEL sel, ...);
id objc_msgSendSuper(struct objc_super *super, SEL sel, ...);
id objc_msgSendSuper2(struct objc_super *super, SEL sel, ...);
#else
void objc_msgSend(void);
void objc_msgSendSuper(void);
void objc_msgSendSuper2(void);
#endif

#if defined(__x86_64__)
// For methods that return a structure in memory: the first argument is the address of the result. A message to nil
// leaves the memory at that address unchanged. On other CPUs that address has its own register, and objc_msgSend serves
// all methods.
void objc_msgSend_stret(void);
void objc_msgSendSuper_stret(void);
void objc_msgSendSuper2_stret(void);
// For methods that return long double or complex long double: a message to nil returns zero on the x87 stack.
void objc_msgSend_fpret(void);
void objc_msgSend_fp2ret(void);
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

// Calls the IMP of the Method in the second argument, without a lookup in the receiver's class.
void method_invoke(void);
// The IMP that starts forwarding. class_getMethodImplementation returns it if no class implements the message.
void _objc_msgForward(void);
#if defined(__x86_64__)
void _objc_msgForward_stret(void);  // for methods that return a structure in memory
#endif

// Return the IMP that a message would call, after method resolution. _objc_msgForward if no class implements it; an IMP
// that returns zero for a nil receiver.
IMP objc_msg_lookup(id receiver, SEL sel);
IMP objc_msg_lookup_super(const struct objc_super *super, SEL sel);

MR_END_DECLS

#endif
