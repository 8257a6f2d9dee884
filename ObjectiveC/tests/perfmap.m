// perfmap.m - MINIRUNTIME_PERF_MAP: methods that are made at run time have names in perf.
#include <stdio.h>
#include <unistd.h>

#import <objc/runtime.h>

#import "check-foundation.h"

@interface Person : NSObject
@property int age;
@end
@implementation Person
@end

static void open_with_map(void) {
    setenv("MINIRUNTIME_PERF_MAP", "1", 1);
    execl("/proc/self/exe", "perfmap", (char *)NULL);
    abort();
}

// Whether the process's map has a line with this IMP and name.
static BOOL is_named(IMP imp, const char *name) {
    char path[40], line[200], wanted[200];
    snprintf(path, sizeof path, P_tmpdir "/perf-%d.map", (int)getpid());
    snprintf(wanted, sizeof wanted, "%lx 20 %s\n", (unsigned long)imp, name);
    FILE *file = fopen(path, "r");
    BOOL found = NO;
    while (file && fgets(line, sizeof line, file)) found |= strcmp(line, wanted) == 0;
    if (file) fclose(file);
    return found;
}

TEST("A line for each method whose code is made at run time, and none for a compiled one") {
    if (getenv("MINIRUNTIME_PERF_MAP") == NULL) open_with_map();
    Person *person = [Person new];
    Watcher *watcher = [Watcher new];
    [person addObserver:watcher forKeyPath:@"age" options:0 context:NULL];
    Class real = object_getClass(person);
    CHECK(is_named(class_getMethodImplementation(real, @selector(setAge:)), "-[NSKVONotifying_Person setAge:]"));
    IMP answer = imp_implementationWithBlock(^(id self) { return 42; });
    CHECK(class_addMethod(object_getClass([Person class]), @selector(answer), answer, "i@:"));
    CHECK(is_named(answer, "+[Person answer]"));
    IMP compiled = class_getMethodImplementation([Person class], @selector(age));
    CHECK(!is_named(compiled, "-[Person age]"));
    CHECK(!is_named(answer, "-[Person answer]"));
    [person removeObserver:watcher forKeyPath:@"age"];
    if (guarded_fork(60) == 0) {
        class_replaceMethod([Person class], @selector(childish), answer, "i@:");
        _exit(0);
    }
    CHECK(wait(NULL) > 0);
    CHECK(!is_named(answer, "-[Person childish]"));
    RELEASE(person);
    RELEASE(watcher);
    char path[40];
    snprintf(path, sizeof path, P_tmpdir "/perf-%d.map", (int)getpid());
    CHECK(unlink(path) == 0);
}
