// memory.c - a program that uses all of the core, run in a child process once for each of its allocations, which then
// fails: the process ends with one line that says so, or the function answers as its header says and the program goes
// on, with nothing broken and nothing lost.
#include <stdio.h>
#include <stdlib.h>

#include "ctests.h"

// ── The program ─────────────────────────────────────────────────────────────────────────────────────

enum { METHODS = 20, EXTRA = 24 };

typedef struct {
    double values[4];
} quad;

static int answer(id self, SEL _cmd) { return 7; }
static void block_function(void *context, void *result, void **arguments) { *(int *)result = 8; }

static id signature_for(id self, SEL _cmd, SEL sel) { return mr_method_signature_object("v@:{Q=dddd}i"); }
static void forward(id self, SEL _cmd, id invocation) { mr_invocation_retain_arguments(invocation); }

static Class make_class(Class superclass, const char *name) {
    Class cls = objc_allocateClassPair(superclass, name, EXTRA);
    if (cls == Nil) return Nil;
    static const objc_property_attribute_t attributes[] = {{"T", "i"}, {"V", "_a"}};
    CHECK(class_addIvar(cls, "_a", 4, 2, "i") && class_addIvar(cls, "_b", sizeof(id), 3, "@"));
    class_setIvarLayout(cls, (const uint8_t *)"\x11");
    for (int index = 0; index < METHODS; index++) {
        char selector[16];
        snprintf(selector, sizeof selector, "memory%d", index);
        CHECK(class_addMethod(cls, sel(selector), (IMP)(void *)answer, "i@:"));
    }
    ctests_method(cls, "methodSignatureForSelector:", (void *)signature_for, "@@::");
    ctests_method(cls, "forwardInvocation:", (void *)forward, "v@:@");
    CHECK(class_addProperty(cls, "a", attributes, 2) && class_addProtocol(cls, objc_getProtocol("NSObject")));
    objc_registerClassPair(cls);
    return cls;
}

static void use_class(Class cls) {
    unsigned int count;
    free(class_copyMethodList(cls, &count));
    CHECK(count == METHODS + 2);
    free(property_copyAttributeList(class_getProperty(cls, "a"), &count));
    free(property_copyAttributeValue(class_getProperty(cls, "a"), "V"));
    free(method_copyReturnType(class_getInstanceMethod(cls, sel("memory1"))));
    free(objc_copyClassList(&count));
    free(mr_method_encoding_copy("i", NULL, 0));
}

static void use_object(id object, id other) {
    static char keys[3];
    id weak;
    for (int index = 0; index < METHODS; index++) {
        char selector[16];
        snprintf(selector, sizeof selector, "memory%d", index);
        CHECK(SENDER(int, id, SEL)(object, sel(selector)) == 7);
    }
    for (int index = 0; index < 3; index++) {
        objc_setAssociatedObject(object, &keys[index], other, OBJC_ASSOCIATION_RETAIN);
    }
    objc_initWeak(&weak, object);
    CHECK(objc_sync_enter(object) == 0 && objc_sync_exit(object) == 0);
    object_setIvar(object, class_getInstanceVariable(object_getClass(object), "_b"), other);
    id copy = object_copy(object, class_getInstanceSize(object_getClass(object)) + EXTRA);
    objc_release(copy);
    objc_autorelease(objc_retain(object));
    quad four = {{1, 2, 3, 4}};
    SENDER(void, id, SEL, quad, int)(object, sel("unknown"), four, 5);
    mr_raise("NSRangeException", "%d", 5);
    objc_release(mr_exception_take());
    objc_destroyWeak(&weak);
}

static void use_closures(Class cls, id object) {
    id block = mr_block_create("i@:", block_function, NULL, NULL);
    IMP imp = imp_implementationWithBlock(block);
    objc_release(block);
    class_replaceMethod(cls, sel("memory0"), imp, "i@:");
    CHECK(SENDER(int, id, SEL)(object, sel("memory0")) == 8);
    class_replaceMethod(cls, sel("memory0"), (IMP)(void *)answer, "i@:");
    CHECK(imp_removeBlock(imp));
}

static void program(void) {
    void *pool = objc_autoreleasePoolPush();
    Class cls = make_class(objc_getClass("NSObject"), "Frugal"), subclass = cls ? make_class(cls, "MoreFrugal") : Nil;
    id object = class_createInstance(cls, EXTRA), other = class_createInstance(subclass, 0);
    if (cls) use_class(cls);
    if (object) use_object(object, other);
    if (object) use_closures(cls, object);
    objc_release(object);
    objc_release(other);
    objc_autoreleasePoolPop(pool);
    objc_disposeClassPair(subclass);
    objc_disposeClassPair(cls);
}

static bool is_over(void) { return objc_lookUpClass("Frugal") == Nil; }

TEST(memory, "Where there is no memory the process ends with one line, or the function fails as documented") {
    ctests_ends ends = ctests_fail_each_allocation(&(ctests_program){program, is_over, NULL});
    CHECK(ends.broken == 0 && ends.aborted > 100);
    CHECK(ends.passed == 4);  // the extra bytes of two classes, of an object, and of its copy
}
