// properties.c - functions that compiled code calls: for alloc, init and self, and in synthesized setters.
//
// The core defines the other functions that compiled code calls: retain, release, weak references, pools,
// objc_getProperty.
#include "abi.h"

static SEL alloc, allocWithZone, init, self;

void mr_properties_boot(void) {
    alloc = sel_registerName("alloc");
    allocWithZone = sel_registerName("allocWithZone:");
    init = sel_registerName("init");
    self = sel_registerName("self");
}

id objc_alloc(Class cls) { return ((id(*)(Class, SEL))(void *)objc_msgSend)(cls, alloc); }

id objc_allocWithZone(Class cls) { return ((id(*)(Class, SEL, void *))(void *)objc_msgSend)(cls, allocWithZone, NULL); }

id objc_alloc_init(Class cls) { return ((id(*)(id, SEL))(void *)objc_msgSend)(objc_alloc(cls), init); }

// For a class, sends no message, which would send +initialize.
id objc_opt_self(id object) {
    return object_isClass(object) ? object : ((id(*)(id, SEL))(void *)objc_msgSend)(object, self);
}

void objc_setProperty_atomic(id self, SEL _cmd, id value, ptrdiff_t offset) {
    objc_setProperty(self, _cmd, offset, value, true, 0);
}

void objc_setProperty_nonatomic(id self, SEL _cmd, id value, ptrdiff_t offset) {
    objc_setProperty(self, _cmd, offset, value, false, 0);
}

void objc_setProperty_atomic_copy(id self, SEL _cmd, id value, ptrdiff_t offset) {
    objc_setProperty(self, _cmd, offset, value, true, 1);
}

void objc_setProperty_nonatomic_copy(id self, SEL _cmd, id value, ptrdiff_t offset) {
    objc_setProperty(self, _cmd, offset, value, false, 1);
}

// The name under which clang's optimiser calls objc_retainAutorelease.
id objc_retain_autorelease(id object) { return objc_retainAutorelease(object); }
