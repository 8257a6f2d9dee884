// main.c - runs the tests one after the other. After each, the classes are as they must be, nothing that was made is
// left, and no exception is pending. The exit status is 1 if a check failed.
#include <stdio.h>
#include <stdlib.h>

#include "ctests.h"

enum { MAX_TESTS = 200 };

static struct {
    const char *sentence;
    void (*run)(void);
} tests[MAX_TESTS];
static int test_count, failures;

const char *ctests_note;

void ctests_enter(const char *sentence, void (*test)(void)) {
    if (test_count == MAX_TESTS) abort();
    tests[test_count].sentence = sentence;
    tests[test_count++].run = test;
}

void ctests_check(bool passed, const char *condition, const char *file, int line) {
    if (passed) return;
    failures++;
    printf("%s:%d: failed: %s%s%s\n", file, line, condition, ctests_note ? ", at " : "",
           ctests_note ? ctests_note : "");
}

int ctests_failures(void) { return failures; }

Class ctests_class(const char *name, Class superclass) {
    Class cls = objc_allocateClassPair(superclass ? superclass : objc_getClass("NSObject"), name, 0);
    if (cls) objc_registerClassPair(cls);
    return cls;
}

void ctests_method(Class cls, const char *name, void *imp, const char *types) {
    class_addMethod(cls, sel(name), (IMP)imp, types);
}

_Atomic(int) ctests_deaths;

static void counted_dealloc(id self, SEL _cmd) {
    ctests_deaths++;
    objc_release(objc_retain(self));  // a dealloc may, and is not sent again
    object_dispose(self);
}

Class ctests_mortal(const char *name) {
    Class cls = ctests_class(name, Nil);
    ctests_method(cls, "dealloc", (void *)counted_dealloc, "v@:");
    ctests_deaths = 0;
    return cls;
}

id ctests_new(Class cls) { return SENDER(id, Class, SEL)(cls, sel("new")); }

bool ctests_raised(const char *name) {
    id exception = mr_exception_take();
    bool raised = exception && strcmp(mr_exception_name(exception), name) == 0;
    objc_release(exception);
    return raised;
}

static void check_the_world(size_t objects, size_t closures) {
    char *violation = mr_check_invariants(Nil);
    if (violation) puts(violation);
    CHECK(violation == NULL);
    free(violation);
    CHECK(mr_live_object_count() == objects);
    CHECK(mr_closure_count() == closures);
    CHECK(mr_exception_pending() == nil);
}

// A page of stubs is a mapped file of that name (closure.c).
static bool has_stubs(void) {
    char line[512];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps && fgets(line, sizeof line, maps)) found |= strstr(line, "miniruntime-closures") != NULL;
    if (maps) fclose(maps);
    return found;
}

int main(void) {
    for (int index = 0; index < test_count; index++) {
        int before = failures;
        size_t objects = mr_live_object_count(), closures = mr_closure_count();
        void *pool = objc_autoreleasePoolPush();
        ctests_note = NULL;
        tests[index].run();
        ctests_note = NULL;
        objc_autoreleasePoolPop(pool);
        check_the_world(objects, closures);
        if (failures > before) printf("failed: %s\n", tests[index].sentence);
    }
    CHECK(has_stubs() == (mr_closure_kind() == MR_IMP_STUB));
    printf("%s: %d tests, %d checks failed\n", mr_cpu_name(), test_count, failures);
    return failures > 0;
}
