// boot.h - declares the runtime's own classes, which exist before main().
#ifndef MR_BOOT_H
#define MR_BOOT_H

#include "../class/class.h"

extern struct mr_classes {
    Class NSObject, NSBlock, NSException, NSMethodSignature, NSInvocation, Protocol, zombie;  // NULL before boot
} mr_class;
extern const char mr_copy;  // marks a copy of the runtime: boot.c
// Creates and registers a class for the runtime itself, with `ivarBytes` of private ivars.
Class mr_define_class(const char *name, Class superclass, size_t ivarBytes);
// Returns an NSString, autoreleased, which a message to the class NSString creates. nil if `text` is NULL, or if the
// program does not link MiniFoundation.
id mr_string_object(const char *text);
void mr_nsobject_boot(void);
BOOL mr_resolve_nothing(id self, SEL _cmd, SEL sel);  // NSObject's method resolution, which adds no method
void mr_nsobject_protocol_boot(void);                 // needs protocols to work

#endif
