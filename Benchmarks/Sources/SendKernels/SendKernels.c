// SendKernels.c - see SendKernels.h.
#include "SendKernels.h"

#include <stdio.h>

#include <objc/message.h>
#include <objc/objc-arc.h>
#include <objc/runtime.h>

// Each at the beginning of a cache line: a call that crosses one costs half a nanosecond, a third of what is measured.
#define MEASURED __attribute__((aligned(64)))

enum { SHAPES = 16 };
typedef void (*method)(id, SEL);
typedef void (*setter)(id, SEL, int);

static id object, objects[SHAPES];
static SEL empty_selector, age_selector, selectors[SHAPES];
static method volatile indirect;
static method table[SHAPES][SHAPES];
static ptrdiff_t age_offset;

static MEASURED void empty_method(id self, SEL _cmd) {}

static MEASURED void set_age(id self, SEL _cmd, int age) { *(int *)((char *)self + age_offset) = age; }

static Class make_class(const char *name) {
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), name, 0);
    class_addIvar(cls, "_age", sizeof(int), 2, "i");
    class_addMethod(cls, empty_selector, (IMP)empty_method, "v16@0:8");
    class_addMethod(cls, age_selector, (IMP)set_age, "v20@0:8i16");
    for (int index = 0; index < SHAPES; index++) class_addMethod(cls, selectors[index], (IMP)empty_method, "v16@0:8");
    objc_registerClassPair(cls);
    return cls;
}

static id make_object(Class cls) { return ((id(*)(Class, SEL))(void *)objc_msgSend)(cls, sel_registerName("new")); }

void kernels_prepare(void) {
    char name[32];
    empty_selector = sel_registerName("empty");
    age_selector = sel_registerName("setAge:");
    indirect = empty_method;
    for (int index = 0; index < SHAPES; index++) {
        snprintf(name, sizeof name, "message%d", index);
        selectors[index] = sel_registerName(name);
    }
    object = make_object(make_class("Person"));
    age_offset = ivar_getOffset(class_getInstanceVariable(object_getClass(object), "_age"));
    for (int row = 0; row < SHAPES; row++) {
        snprintf(name, sizeof name, "Shape%d", row);
        objects[row] = make_object(make_class(name));
        for (int column = 0; column < SHAPES; column++) table[row][column] = empty_method;
    }
}

MEASURED void kernel_empty_loop(long count) {
    for (; count > 0; count--) __asm__ volatile("");
}

MEASURED void kernel_indirect_call(long count) {
    for (; count > 0; count--) indirect(object, empty_selector);
}

MEASURED void kernel_send(long count) {
    for (; count > 0; count--) ((method)(void *)objc_msgSend)(object, empty_selector);
}

MEASURED void kernel_table_call(long count) {
    for (; count > 0; count--) {
        int row = count & (SHAPES - 1), column = (count >> 4) & (SHAPES - 1);
        method volatile *entry = (method volatile *)&table[row][column];
        (*entry)(objects[row], selectors[column]);
    }
}

MEASURED void kernel_send_16x16(long count) {
    for (; count > 0; count--) {
        int row = count & (SHAPES - 1), column = (count >> 4) & (SHAPES - 1);
        ((method)(void *)objc_msgSend)(objects[row], selectors[column]);
    }
}

MEASURED void kernel_send_setter(long count) {
    for (; count > 0; count--) ((setter)(void *)objc_msgSend)(object, age_selector, (int)count);
}

MEASURED void kernel_send_nil(long count) {
    for (; count > 0; count--) ((method)(void *)objc_msgSend)(nil, empty_selector);
}

MEASURED void kernel_retain_release(long count) {
    for (; count > 0; count--) objc_release(objc_retain(object));
}
