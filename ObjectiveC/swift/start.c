// start.c - what happens when the library is loaded: a test whether this libswiftCore is as the library expects it.
//
// What the library knows about libswiftCore beyond its published symbols is which words of a class it reads, and where
// it keeps its functions that count. Another libswiftCore ends the process with a message, before any object exists.
#include <dlfcn.h>
#include <string.h>

#include "inspect.h"
#include "internal.h"

const void *swift_getTypeByMangledNameInContext(const char *name, word length, const void *context,
                                                const void *const *arguments);

static void expect(bool isAsExpected, const char *what) {
    if (!isAsExpected) mr_fatal("classes in Swift cannot be loaded: this libswiftCore %s", what);
}

bool swift_dynamicCast(void *to, void *from, const void *fromType, const void *toType, word flags);

// The functions that this library replaces are found before libswiftCore's.
static void test_order(void) {
    if (dlsym(RTLD_DEFAULT, "swift_dynamicCast") == (void *)swift_dynamicCast) return;
    mr_fatal("classes in Swift cannot be loaded: the program is linked with libswiftCore before libSwiftObjectiveC");
}

static void test_types(void) {
    static const char name[] = "So8NSObjectC", expected[] = "__C.NSObject";
    Class cls = objc_getClass("NSObject");
    expect(swift_getTypeByMangledNameInContext(name, sizeof name - 1, NULL, NULL) == cls,
           "does not find a class of Objective-C by its name");
    swift_text text = swift_getTypeName(cls, true);
    expect(text.length == sizeof expected - 1 && memcmp(text.bytes, expected, text.length) == 0,
           "reads the name of a class elsewhere");
}

static void test_counting(void) {
    id object = class_createInstance(objc_getClass("NSObject"), 0);
    swift_retain(object);
    expect(mr_retain_count(object) == 2, "does not count objects of Objective-C");
    swift_release(object);
    swift_release(object);
}

__attribute__((constructor(104))) static void start(void) {
    if (!mr_counts_native()) return;  // loaded too late, and refused with the first class
    test_order();
    swift_counting_start();
    test_types();
    test_counting();
}
