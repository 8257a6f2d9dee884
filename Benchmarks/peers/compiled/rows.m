// rows.m - the cost of compiled Objective-C: one source, without ARC, for this runtime and for GNUstep.
//
// Reads lines with the name of a row, and writes for each a figure in the row's unit, or "-" for an unknown row. A row
// whose name ends in -calls calls the C functions that a compiler uses for the language feature.
#import <Foundation/Foundation.h>
#include <dlfcn.h>
#include <libgen.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(GNUSTEP)
#define POOL_PUSH() [NSAutoreleasePool new]
#define POOL_POP(pool) [pool release]
#import <objc/objc-sync.h>
#else
void *objc_autoreleasePoolPush(void);
void objc_autoreleasePoolPop(void *pool);
int objc_sync_enter(id object);
int objc_sync_exit(id object);
#define POOL_PUSH() objc_autoreleasePoolPush()
#define POOL_POP(pool) objc_autoreleasePoolPop(pool)
id objc_initWeak(id *location, id object);
id objc_loadWeakRetained(id *location);
void objc_destroyWeak(id *location);
void load_weak(id object, long count);  // weak.m, with ARC
#endif

@interface Person : NSObject {
    int age;
    id name, title;
}
@property(nonatomic) int age;
@property(nonatomic, retain) id name;
@property(retain) id title;
- (void)empty;
@end
@implementation Person
@synthesize age, name, title;
- (void)empty {
}
@end

@interface Witness : NSObject {
  @public
    long told;
}
@end
@implementation Witness
- (void)observeValueForKeyPath:(NSString *)path
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    told++;
}
@end

void call_back(void *receiver, void (*function)(void *receiver));  // back.c
static void nothing(void *receiver) {}

// ── The loops ───────────────────────────────────────────────────────────────────────────────────────

static Person *person, *observed;
static Witness *witness;

#define ROW(name, operation)                                                                                           \
    static void name(long count) {                                                                                     \
        for (; count > 0; count--) operation;                                                                          \
    }

ROW(go_and_come_back, call_back((void *)person, nothing))
ROW(send_empty, [person empty])
ROW(set_int, person.age = (int)count)
ROW(get_int, [person age])
ROW(set_object, [person setName:count & 1 ? (id)witness : person])
ROW(set_atomic, [person setTitle:count & 1 ? (id)witness : person])
ROW(get_atomic, [person title])
ROW(
    synchronize, @synchronized(person) { person.age++; })
ROW(synchronize_by_calls, {
    objc_sync_enter(person);
    person.age++;
    objc_sync_exit(person);
})
ROW(set_observed, observed.age = (int)count)
ROW(throw_and_catch, {
    @try {
        @throw witness;
    } @catch (Person *other) {
        abort();
    } @catch (id caught) {
        if (caught != witness) abort();
    }
})
#if !defined(GNUSTEP)
static void weak(long count) { load_weak(person, count); }
static void weak_by_calls(long count) {
    static volatile long seen;
    id reference;
    objc_initWeak(&reference, person);
    for (; count > 0; count--) {
        id found = objc_loadWeakRetained(&reference);
        if (found) seen++;
        [found release];
    }
    objc_destroyWeak(&reference);
}
#endif

static const struct {
    const char *name;
    void (*loop)(long count);
} rows[] = {
    {"compiled-call-back", go_and_come_back},
    {"compiled-send", send_empty},
    {"compiled-int-setter", set_int},
    {"compiled-int-getter", get_int},
    {"compiled-object-setter", set_object},
    {"compiled-atomic-setter", set_atomic},
    {"compiled-atomic-getter", get_atomic},
    {"compiled-synchronized", synchronize},
    {"compiled-synchronized-calls", synchronize_by_calls},
    {"compiled-observed-set-0", set_observed},
    {"compiled-throw-catch", throw_and_catch},
#if !defined(GNUSTEP)
    {"compiled-weak", weak},
    {"compiled-weak-calls", weak_by_calls},
#endif
};
enum { ROWS = sizeof rows / sizeof *rows };

// ── Measuring ───────────────────────────────────────────────────────────────────────────────────────

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static double timed(int row, long count) {
    double start = now();
    for (; count > 0; count -= 256) {
        id pool = (id)POOL_PUSH();
        rows[row].loop(count < 256 ? count : 256);
        POOL_POP(pool);
    }
    return now() - start;
}

// Returns the nanoseconds of one operation.
static double sample(int row) {
    static long counts[ROWS];
    if (counts[row] == 0) {
        long told = witness->told;
        timed(row, counts[row] = 256);
        if (rows[row].loop == set_observed && witness->told != told + 256) abort();
        while (timed(row, counts[row]) < 5e6) counts[row] *= 2;
    }
    return timed(row, counts[row]) / counts[row];
}

// Returns the milliseconds for opening the library with a thousand classes beside the program; -1 on failure.
static double load_classes(const char *program) {
    char path[4096], *copy = strdup(program);
    snprintf(path, sizeof path, "%s/%s-classes.so", dirname(copy), basename(strdup(program)));
    double start = now();
    void *library = dlopen(path, RTLD_NOW);
    double taken = now() - start;
    if (library == NULL) fprintf(stderr, "%s\n", dlerror());
    return library && NSClassFromString(@"Made999") ? taken / 1e6 : -1;
}

// Runs this program once more; that process ends when it has made an observed object. Returns the milliseconds that it
// takes, or the bytes of memory that it has at its end; -1 on failure.
static double start(const char *program, BOOL isMemory) {
    extern char **environ;
    char *arguments[] = {(char *)program, "start", NULL};
    struct timespec begin, end;
    struct rusage usage;
    pid_t process;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (posix_spawn(&process, program, NULL, NULL, arguments, environ) != 0) return -1;
    if (wait4(process, &status, 0, &usage) != process || status != 0) return -1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (isMemory) return usage.ru_maxrss * 1024.0;
    return (end.tv_sec - begin.tv_sec) * 1e3 + (end.tv_nsec - begin.tv_nsec) / 1e6;
}

static double measure(const char *name, const char *program) {
    if (strcmp(name, "compiled-start") == 0) return start(program, NO);
    if (strcmp(name, "compiled-resident") == 0) return start(program, YES);
    if (strcmp(name, "compiled-load-1000") == 0) return load_classes(program);
    for (int row = 0; row < ROWS; row++)
        if (strcmp(name, rows[row].name) == 0) return sample(row);
    return -1;
}

int main(int count, char **arguments) {
    id pool = (id)POOL_PUSH();
    person = [Person new];
    observed = [Person new];
    witness = [Witness new];
    [observed addObserver:witness forKeyPath:@"age" options:0 context:NULL];
    if (count > 1) _exit(0);
    char line[128];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        double figure = strcmp(line, "version") == 0 ? 0 : measure(line, arguments[0]);
#if defined(GNUSTEP)
        if (strcmp(line, "version") == 0) printf("%d.%d\n", GNUSTEP_BASE_MAJOR_VERSION, GNUSTEP_BASE_MINOR_VERSION);
#else
        if (strcmp(line, "version") == 0) puts("this");
#endif
        else if (figure < 0) puts("-");
        else printf("%.6f\n", figure);
        fflush(stdout);
    }
    POOL_POP(pool);
    _exit(0);
}
