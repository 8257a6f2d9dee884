// autorelease-pool.c - NSAutoreleasePool: a pool of the core's stack as an object, for code without ARC.
//
// -init pushes a pool, and -dealloc pops it, so -drain is -release. The pop of an outer pool also ends the pools inside
// it; their objects then have nothing left to pop. One thread uses an instance.
#include "foundation.h"

// The word after the ivars: the pool that objc_autoreleasePoolPush returned, which is the height of the stack.
static void **pool_of(id self) { return object_getIndexedIvars(self); }

static id allocate(id self, SEL _cmd, void *zone) { return class_createInstance((Class)self, sizeof(void *)); }

static id init(id self, SEL _cmd) {
    if (*pool_of(self) == NULL) *pool_of(self) = objc_autoreleasePoolPush();
    return self;
}

static void dealloc(id self, SEL _cmd) {
    // If the stack is lower, an outer pool was popped.
    if (*pool_of(self) && (size_t)*pool_of(self) <= mr_pool_height()) objc_autoreleasePoolPop(*pool_of(self));
    object_dispose(self);
}

static void drain(id self, SEL _cmd) { objc_release(self); }

static void refuse(id self, SEL _cmd) {
    mr_raise("NSInvalidArgumentException", "*** -[%s %s]: Cannot %s an autorelease pool", object_getClassName(self),
             sel_getName(_cmd), sel_getName(_cmd));
}

static id cannot_retain(id self, SEL _cmd) {
    refuse(self, _cmd);
    return self;
}

// Sends no message, because the -autorelease of a program's own root class calls this method.
static void add_object(id self, SEL _cmd, id object) { mr_root_autorelease(object); }

void mr_autorelease_pool_boot(void) {
    static const mr_method_entry methods[] = {
        {"init", "@16@0:8", (IMP)init},
        {"dealloc", "v16@0:8", (IMP)dealloc},
        {"drain", "v16@0:8", (IMP)drain},
        {"retain", "@16@0:8", (IMP)cannot_retain},
        {"autorelease", "@16@0:8", (IMP)cannot_retain},
        {"addObject:", "v24@0:8@16", (IMP)add_object},
    };
    static const mr_method_entry class_methods[] = {
        {"allocWithZone:", "@24@0:8^v16", (IMP)allocate},
        {"addObject:", "v24@0:8@16", (IMP)add_object},
    };
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), "NSAutoreleasePool", 0);
    assert(cls);
    mr_class_prepend_methods(cls, methods, sizeof methods / sizeof *methods);
    mr_class_prepend_methods(object_getClass((id)cls), class_methods, sizeof class_methods / sizeof *class_methods);
    objc_registerClassPair(cls);
}
