// accessors.c - synthesized accessors, entered as this CPU enters them: every scalar, every ownership; and shaped
// sends.
#include <stdio.h>
#include <stdlib.h>

#include "ctests.h"

static Class current;

// A class with one ivar of the type, between two others that its accessors must leave alone.
static id make_object(const char *type, mr_storage storage, bool atomic) {
    int size = objc_sizeof_type(type), alignment = objc_alignof_type(type);
    Class cls = current = objc_allocateClassPair(objc_getClass("NSObject"), "Accessors", 0);
    class_addIvar(cls, "before", 1, 0, "C");
    class_addIvar(cls, "_value", (size_t)size, (uint8_t)__builtin_ctz((unsigned)alignment), type);
    class_addIvar(cls, "after", 1, 0, "C");
    char getter[64], setter[64];
    snprintf(getter, sizeof getter, "%s16@0:8", type);
    snprintf(setter, sizeof setter, "v32@0:8%s16", type);
    Ivar ivar = class_getInstanceVariable(cls, "_value");
    class_addMethod(cls, sel("value"), mr_accessor_create(getter, ivar, storage, atomic, false), getter);
    class_addMethod(cls, sel("setValue:"), mr_accessor_create(setter, ivar, storage, atomic, true), setter);
    objc_registerClassPair(cls);
    return ctests_new(cls);
}

// The neighbours of the ivar are as they were.
static bool is_intact(id object) {
    const char *bytes = (const char *)object;
    return bytes[ivar_getOffset(class_getInstanceVariable(current, "before"))] == 0 &&
           bytes[ivar_getOffset(class_getInstanceVariable(current, "after"))] == 0;
}

static void dispose(id object) {
    IMP getter = class_getMethodImplementation(current, sel("value"));
    IMP setter = class_getMethodImplementation(current, sel("setValue:"));
    CHECK(getter != setter);
    objc_release(object);
    objc_disposeClassPair(current);
    CHECK(imp_removeBlock(getter) && imp_removeBlock(setter));
}

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

// The result is read as a whole register, since callers of Swift's and of compilers' differ in who widens it.
#define CHECK_SCALAR(T, type, wide, ...)                                                                               \
    for (int atomic = 0; atomic < 2; atomic++) {                                                                       \
        ctests_note = type;                                                                                            \
        id object = make_object(type, MR_STORAGE_VALUE, atomic);                                                       \
        T values[] = {__VA_ARGS__};                                                                                    \
        for (size_t index = 0; index < sizeof values / sizeof *values; index++) {                                      \
            COLD_AND_CACHED {                                                                                          \
                SENDER(void, id, SEL, T)(object, sel("setValue:"), values[index]);                                     \
                CHECK(SENDER(T, id, SEL)(object, sel("value")) == values[index]);                                      \
                CHECK(SENDER(wide, id, SEL)(object, sel("value")) == (wide)values[index]);                             \
                CHECK(is_intact(object));                                                                              \
            }                                                                                                          \
        }                                                                                                              \
        CHECK(mr_imp_get_kind(class_getMethodImplementation(current, sel("setValue:"))) == mr_closure_kind());         \
        dispose(object);                                                                                               \
    }

TEST(scalars, "Accessors of every scalar read what was set, and touch nothing beside it") {
    CHECK_SCALAR(signed char, "c", int, 0, 1, -1, 127, -128)
    CHECK_SCALAR(unsigned char, "C", unsigned, 0, 1, 255)
    CHECK_SCALAR(short, "s", int, 0, -1, 32767, -32768)
    CHECK_SCALAR(unsigned short, "S", unsigned, 0, 65535)
    CHECK_SCALAR(int, "i", int, 0, -1, 2147483647, -2147483647 - 1)
    CHECK_SCALAR(unsigned int, "I", unsigned, 0, 4294967295u)
    CHECK_SCALAR(long long, "q", long long, 0, -1, 9223372036854775807LL)
    CHECK_SCALAR(unsigned long long, "Q", unsigned long long, 0, 18446744073709551615ULL)
    CHECK_SCALAR(bool, "B", int, true, false)
    CHECK_SCALAR(float, "f", float, 0, -1.5f, 3e38f)
    CHECK_SCALAR(double, "d", double, 0, -1.5, 1e308)
    CHECK_SCALAR(void *, "^v", uintptr_t, NULL, (void *)&current)
    CHECK_SCALAR(const char *, "*", uintptr_t, NULL, "text")
    CHECK_SCALAR(SEL, ":", uintptr_t, NULL, sel("value"))
    CHECK_SCALAR(Class, "#", uintptr_t, Nil, objc_getClass("NSObject"))
}

typedef struct {
    double x, y, width, height;
} box;

TEST(structures, "Accessors of a structure are libffi closures") {
    for (int atomic = 0; atomic < 2; atomic++) {
        id object = make_object("{Box=dddd}", MR_STORAGE_VALUE, atomic);
        box value = {1, 2, 3, 4};
        SENDER(void, id, SEL, box)(object, sel("setValue:"), value);
        box read = ((box(*)(id, SEL))SEND_STRET)(object, sel("value"));
        CHECK(memcmp(&value, &read, sizeof value) == 0 && is_intact(object));
        CHECK(mr_imp_get_kind(class_getMethodImplementation(current, sel("setValue:"))) == MR_IMP_LIBFFI);
        dispose(object);
    }
}

// ── Objects ─────────────────────────────────────────────────────────────────────────────────────────

static id copy_with_zone(id self, SEL _cmd, void *zone) {
    (void)_cmd, (void)zone;
    return objc_retain(self);
}

TEST(objects, "Accessors of objects own what they were declared to own") {
    static const mr_storage storages[] = {MR_STORAGE_VALUE, MR_STORAGE_STRONG, MR_STORAGE_COPY, MR_STORAGE_WEAK};
    Class valueClass = ctests_class("AccessedValue", Nil);
    ctests_method(valueClass, "copyWithZone:", (void *)copy_with_zone, "@24@0:8^v16");
    for (int index = 0; index < 8; index++) {
        mr_storage storage = storages[index / 2];
        size_t owners = storage == MR_STORAGE_STRONG || storage == MR_STORAGE_COPY ? 2 : 1;
        id object = make_object("@", storage, index % 2), value = ctests_new(valueClass);
        COLD_AND_CACHED {
            void *pool = objc_autoreleasePoolPush();
            SENDER(void, id, SEL, id)(object, sel("setValue:"), value);
            CHECK(SENDER(id, id, SEL)(object, sel("value")) == value && is_intact(object));
            objc_autoreleasePoolPop(pool);
            CHECK(mr_retain_count(value) == owners);
        }
        SENDER(void, id, SEL, id)(object, sel("setValue:"), nil);
        CHECK(SENDER(id, id, SEL)(object, sel("value")) == nil && mr_retain_count(value) == 1);
        objc_release(value);
        dispose(object);
    }
    objc_disposeClassPair(valueClass);
}

// ── Shapes ──────────────────────────────────────────────────────────────────────────────────────────

#define SHAPE(result, argument) ((uint64_t)(result) | (uint64_t)(argument) << 8)

TEST(shapes, "A message of a known shape is sent once its types were asked for, and of no other") {
    id object = make_object("i", MR_STORAGE_VALUE, true);
    CHECK(mr_send_shaped(object, sel("setValue:"), SHAPE('v', 'i'), 7, 0, 0, 0).end == MR_NOT_SENT);
    SENDER(void, id, SEL, int)(object, sel("setValue:"), 1);
    SENDER(int, id, SEL)(object, sel("value"));
    CHECK(mr_method_signature(mr_method_for_message(object, sel("setValue:"))) != NULL);
    CHECK(mr_method_signature(mr_method_for_message(object, sel("value"))) != NULL);
    CHECK(mr_send_shaped(object, sel("setValue:"), SHAPE('v', 'q'), 7, 0, 0, 0).end == MR_NOT_SENT);
    CHECK(mr_send_shaped(object, sel("setValue:"), SHAPE('v', 'i'), 7, 0, 0, 0).end == MR_SENT);
    mr_shaped_result result = mr_send_shaped(object, sel("value"), 'i', 0, 0, 0, 0);
    CHECK(result.end == MR_SENT && (int)result.value.word == 7);
    CHECK(mr_send_shaped(nil, sel("value"), 'i', 0, 0, 0, 0).end == MR_NOT_SENT);
    dispose(object);
}

TEST(shaped_reals, "Floating-point numbers travel in their own registers") {
    id object = make_object("d", MR_STORAGE_VALUE, true);
    SENDER(void, id, SEL, double)(object, sel("setValue:"), 1);
    CHECK(mr_method_signature(mr_method_for_message(object, sel("setValue:"))) != NULL);
    CHECK(SENDER(double, id, SEL)(object, sel("value")) == 1);
    CHECK(mr_method_signature(mr_method_for_message(object, sel("value"))) != NULL);
    CHECK(mr_send_shaped(object, sel("setValue:"), SHAPE('v', 'd'), 0, 0, 2.5, 0).end == MR_SENT);
    CHECK(mr_send_shaped_real(object, sel("value"), 'd', 0, 0, 0, 0).value.real == 2.5);
    dispose(object);
}

static void raise_it(id self, SEL _cmd) {
    (void)self, (void)_cmd;
    mr_raise("NSGenericException", "raised");
}

TEST(shaped_raise, "What is raised in such a message is pending afterwards, and nothing is sent while it is") {
    Class cls = ctests_class("Raiser", Nil);
    ctests_method(cls, "raise", (void *)raise_it, "v16@0:8");
    id object = ctests_new(cls);
    mr_method_signature(mr_method_for_message(object, sel("raise")));
    CHECK(mr_send_shaped(object, sel("raise"), 'v', 0, 0, 0, 0).end == MR_RAISED);
    CHECK(mr_send_shaped(object, sel("raise"), 'v', 0, 0, 0, 0).end == MR_NOT_SENT);
    CHECK(ctests_raised("NSGenericException"));
    objc_release(object);
    objc_disposeClassPair(cls);
}

static id make_value(id self, SEL _cmd) {
    (void)_cmd;
    return objc_autorelease(ctests_new(object_getClass(self)));
}

TEST(shaped_pools, "An object comes back with one owner, whether there is a pool or not") {
    Class cls = ctests_class("PoolMaker", Nil);
    ctests_method(cls, "make", (void *)make_value, "@16@0:8");
    id object = ctests_new(cls);
    mr_method_signature(mr_method_for_message(object, sel("make")));
    size_t height = mr_pool_height();
    for (int draining = 0; draining < 2; draining++) {
        mr_shaped_result result =
            mr_send_shaped_object(object, sel("make"), '@' | (draining ? MR_SHAPE_DRAINS : 0), 0, 0, 0, 0);
        CHECK(result.end == MR_SENT && mr_retain_count(result.value.object) == 1 && mr_pool_height() == height);
        objc_release(result.value.object);
    }
    objc_release(object);
    objc_disposeClassPair(cls);
}
