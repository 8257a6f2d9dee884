// memory.c - a program that uses all of the core, run in a child process once for each of its allocations, which then
// fails: the process ends with one line that says so, or the function answers as its header says and the program goes
// on, with nothing broken and nothing lost.
//
// The linker gives the core these functions in place of the C library's: --wrap=calloc and so on.
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ctests.h"

// ── The allocator ───────────────────────────────────────────────────────────────────────────────────

static long allocations, failing = -1;  // the number of the one that fails; -1 for none

static bool fails(void) { return allocations++ == failing; }

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
int __real_vasprintf(char **out, const char *format, va_list arguments);
void *__real_ffi_closure_alloc(size_t size, void **code);

void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *memory, size_t size) { return fails() ? NULL : __real_realloc(memory, size); }
int __wrap_vasprintf(char **out, const char *format, va_list arguments) {
    return fails() ? -1 : __real_vasprintf(out, format, arguments);
}
void *__wrap_ffi_closure_alloc(size_t size, void **code) {
    return fails() ? NULL : __real_ffi_closure_alloc(size, code);
}

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
    bool hasThem = class_getInstanceVariable(cls, "_a") != NULL;
    CHECK(class_addIvar(cls, "_a", 4, 2, "i") != hasThem && class_addIvar(cls, "_b", sizeof(id), 3, "@") != hasThem);
    if (!hasThem) class_setIvarLayout(cls, (const uint8_t *)"\x11");
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

// ── The children ────────────────────────────────────────────────────────────────────────────────────

enum { PASSED, BROKEN, NOTHING_FAILED, ABORTED };

// No core is dumped, and an emulator has nothing to say.
static void aborted(int signal) { _exit(ABORTED); }

// In the child: an exit status.
static int run_failing(long number) {
    size_t objects = mr_live_object_count(), closures = mr_closure_count();
    int failures = ctests_failures();
    signal(SIGABRT, aborted);
    allocations = 0;
    failing = number;
    program();
    bool reached = allocations > number;
    failing = -1;
    char *violation = mr_check_invariants(Nil);
    bool whole = violation == NULL && mr_live_object_count() == objects && mr_closure_count() == closures &&
                 objc_lookUpClass("Frugal") == Nil && ctests_failures() == failures;
    return !whole ? BROKEN : reached ? PASSED : NOTHING_FAILED;
}

// Whether `text` is one line, and says that memory ran out.
static bool is_the_line(const char *text) {
    const char *end = strchr(text, '\n');
    return end && end[1] == '\0' && strncmp(text, "miniruntime[", 12) == 0 && strstr(text, "]: out of memory");
}

// In the parent: how the child ended, and what it said on standard error.
static int run_child(long number, char *text, size_t room) {
    int ends[2], status;
    if (pipe(ends) != 0) return BROKEN;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        status = run_failing(number);
        fflush(stdout);
        _exit(status);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got = 1; got > 0; length += (size_t)got) {
        got = read(ends[0], text + length, room - 1 - length);
        if (got < 0) got = 0;
    }
    text[length] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : BROKEN;
}

TEST(memory, "Where there is no memory the process ends with one line, or the function fails as documented") {
    int count[4] = {0};
    for (long number = 0; count[BROKEN] == 0 && count[NOTHING_FAILED] == 0; number++) {
        char text[1000];
        int end = run_child(number, text, sizeof text);
        if (end == ABORTED && !is_the_line(text)) end = BROKEN;
        if (end == BROKEN) printf("with allocation %ld failing: \"%s\"\n", number, text);
        count[end]++;
    }
    CHECK(count[BROKEN] == 0 && count[ABORTED] > 100);
    CHECK(count[PASSED] == 4);  // the extra bytes of two classes, of an object, and of its copy
}
