// send.c - loops that send messages to unobserved objects, and the floor: a call through a pointer.
#include <stdio.h>

#include "model.h"

enum { SHAPES = 16 };
typedef void (*method)(id, SEL);

static id object, objects[SHAPES];
static SEL empty_selector, selectors[SHAPES];
static method volatile indirect;
static method table[SHAPES][SHAPES];

static MEASURED void empty_method(id self, SEL _cmd) {}

static Class make_class(const char *name) {
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), name, 0);
    class_addMethod(cls, empty_selector, (IMP)empty_method, "v16@0:8");
    for (int index = 0; index < SHAPES; index++) class_addMethod(cls, selectors[index], (IMP)empty_method, "v16@0:8");
    objc_registerClassPair(cls);
    return cls;
}

void kernels_prepare(void) {
    char name[32];
    empty_selector = sel_registerName("empty");
    indirect = empty_method;
    for (int index = 0; index < SHAPES; index++) {
        snprintf(name, sizeof name, "message%d", index);
        selectors[index] = sel_registerName(name);
    }
    object = model_object(make_class("Empty"));
    for (int row = 0; row < SHAPES; row++) {
        snprintf(name, sizeof name, "Shape%d", row);
        objects[row] = model_object(make_class(name));
        for (int column = 0; column < SHAPES; column++) table[row][column] = empty_method;
    }
}

MEASURED void kernel_empty_loop(long count) {
    for (; count > 0; count--) __asm__ volatile("");
}

MEASURED void kernel_pooled_loop(long count){REPEAT(count, __asm__ volatile(""))}

MEASURED void kernel_indirect_call(long count) {
    for (; count > 0; count--) indirect(object, empty_selector);
}

MEASURED void kernel_send(long count) {
    for (; count > 0; count--) SEND(method)(object, empty_selector);
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
        SEND(method)(objects[row], selectors[column]);
    }
}

MEASURED void kernel_send_nil(long count) {
    for (; count > 0; count--) SEND(method)(nil, empty_selector);
}

MEASURED void kernel_retain_release(long count) {
    for (; count > 0; count--) objc_release(objc_retain(object));
}

MEASURED void kernel_send_last(scene *scene, long count) {
    for (; count > 0; count--) SEND(method)(scene->object, scene->key_setter);
}

MEASURED void kernel_responds(scene *scene, long count) {
    SEL selector = sel_registerName("age");
    for (; count > 0; count--) class_respondsToSelector(scene->cls, selector);
}

MEASURED void kernel_responds_missing(scene *scene, long count) {
    SEL selector = sel_registerName("tableView:optional:");
    for (; count > 0; count--) class_respondsToSelector(scene->cls, selector);
}

MEASURED void kernel_look_up(scene *scene, long count) {
    for (; count > 0; count--) class_getInstanceMethod(scene->cls, scene->key_setter);
}
