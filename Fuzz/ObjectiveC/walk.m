// walk.m - calls each method and function of Foundation that has arguments, with the largest and smallest numbers,
// ranges beyond the end, strings with U+0000, nil, and the receiver itself.
//
//      walk SECONDS [SEED [NAME]]       NAME is a part of the names of methods and functions: only those are called
//
// scripts/test/walked-methods.py makes the list, walk-methods.h. Children of fork() call its rows. A child that ends by
// a signal, or does not end a call within thirty seconds, is reported with the call. A call may raise an NSException.
// After the call the receiver is described and freed, which finds what the call has broken. The exit status is 1 if a
// call failed.
#include <math.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#import "walk.h"

// ── What a child is doing, for its parent ───────────────────────────────────────────────────────────

static struct {
    unsigned row;
    char call[1000];
} * progress;

static void note(const char *text) {
    size_t length = strlen(progress->call);
    snprintf(progress->call + length, sizeof progress->call - length, "%s", text);
}

void walk_note(NSString *text) {
    if (text.length > 60) text = [[text substringToIndex:60] stringByAppendingString:@"..."];
    note(text.UTF8String);
}

// ── Rows ────────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    char kind;  // '-' or '+' for a method, 'F' for a function
    const char *cls, *name, *arguments;
    void (*function)(void);
} walk_row;

#define METHOD(kind_, cls_, name_, arguments_)
#define FUNCTION(name_, ...)                                                                                           \
    static void call_##name_(void) { (void)name_(__VA_ARGS__); }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnonnull"
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#include "walk-methods.h"
#pragma clang diagnostic pop
#undef METHOD
#undef FUNCTION
#define METHOD(kind_, cls_, name_, arguments_) {kind_, cls_, name_, arguments_, NULL},
#define FUNCTION(name_, ...) {'F', "functions", #name_, "", call_##name_},
static const walk_row rows[] = {
#include "walk-methods.h"
};
enum { ROWS = sizeof rows / sizeof *rows, CALLS = 4 };

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────

// Sets an argument of the type that the method has. Returns false if no argument of that type can be made.
static bool set_argument(NSInvocation *invocation, NSUInteger index, const char *kind) {
    const char *type = [invocation.methodSignature getArgumentTypeAtIndex:index];
    while (strchr("rnNoORV", *type)) type++;
    union {
        long integer;
        double real;
        float small;
        const void *pointer;
        NSRange range;
    } value = {0};
    NSUInteger size = 0;
    NSGetSizeAndAlignment(type, &size, NULL);
    switch (*kind) {
        case 'r': value.range = walk_range(); break;
        case 's': value.pointer = walk_text(); break;
        case 'p': value.pointer = walk_address(); break;
        case 'P': value.pointer = walk_address_or_null(); break;
        case ':': value.pointer = walk_selector(); break;
        case '#': value.pointer = (__bridge void *)walk_class(); break;
        case '?': value.pointer = walk_block(); break;
        case '@': value.pointer = CFBridgingRetain(walk_object("NSObject")); break;
        case '(': {
            char *name = strndup(kind + 1, strcspn(kind, ")") - 1);
            value.pointer = CFBridgingRetain(walk_object(name));
            free(name);
            break;
        }
        default:
            if (*type == 'd') value.real = walk_double();
            else if (*type == 'f') value.small = (float)walk_double();
            else if (strchr("cCsSiIlLqQB", *type)) value.integer = *kind == 'n' ? walk_count() : walk_integer();
            else return false;
    }
    if (*type == 'B') value.integer &= 1;
    if (size > sizeof value) return false;
    [invocation setArgument:&value atIndex:(NSInteger)index];
    return true;
}

// Describes a result, unless it is too long to be described.
static void describe(id object) {
    if ([object isKindOfClass:[NSString class]] && [object length] > 10000) return;
    (void)[object hash];
    walk_describe(object);
}

static void send(const walk_row *row, __unsafe_unretained id receiver) {
    SEL selector = sel_registerName(row->name);
    NSMethodSignature *signature = [receiver methodSignatureForSelector:selector];
    if (signature == nil) return;
    NSInvocation *invocation = [NSInvocation invocationWithMethodSignature:signature];
    invocation.selector = selector;
    const char *kind = row->arguments;
    for (NSUInteger index = 2; index < signature.numberOfArguments; index++) {
        if (!set_argument(invocation, index, kind)) return;
        kind += *kind == '(' ? strcspn(kind, ")") + 1 : 1;
    }
    walk_begin();
    [invocation invokeWithTarget:receiver];
    if (*signature.methodReturnType != '@') return;
    __unsafe_unretained id result = nil;
    [invocation getReturnValue:&result];
    // Initializers consume the receiver, which the caller retained once more, and return +1.
    describe(result);
}

static void call_method(const walk_row *row) {
    Class cls = objc_getClass(row->cls);
    if (row->kind == '+') {
        walk_receiver = cls;
        send(row, (id)cls);
    } else if (strncmp(row->name, "init", 4) == 0) {
        walk_receiver = nil;
        id receiver = [cls alloc];
        CFBridgingRetain(receiver);
        CFBridgingRetain(receiver);
        send(row, receiver);
    } else {
        id receiver = walk_instance(row->cls);
        if (receiver == nil) return;
        walk_receiver = receiver;
        @try {
            send(row, receiver);
        } @finally {
            walk_begin();
            note(", and then its description");
            describe(receiver);
        }
        walk_receiver = nil;
    }
}

static void call_row(const walk_row *row, unsigned seed) {
    walk_seed(seed);
    progress->call[0] = 0;
    char name[200];
    if (row->kind == 'F') snprintf(name, sizeof name, "%s", row->name);
    else snprintf(name, sizeof name, "%c[%s %s]", row->kind, row->cls, row->name);
    note(name);
    walk_begin();
    fuzz_try(^{
      if (row->kind == 'F') row->function();
      else call_method(row);
    });
    alarm(0);
}

// ── Children ────────────────────────────────────────────────────────────────────────────────────────

static time_t end_of_walk;

// Calls the rows of one class from `row` on, each a few times, until the time is over.
static void walk_class_from(unsigned row, unsigned seed, unsigned rounds) {
    const char *cls = rows[row].cls;
    for (; row < ROWS && strcmp(rows[row].cls, cls) == 0; row++) {
        progress->row = row;
        for (unsigned round = 0; round < rounds; round++) {
            if (time(NULL) >= end_of_walk) return;
            call_row(&rows[row], seed * 1000003 + row * 1009 + round);
        }
    }
}

// If no memory is left, the process ends with one of these sentences, as docs/reliability.md says.
static bool is_out_of_memory(int errors) {
    static char text[1 << 16];
    ssize_t length = pread(errors, text, sizeof text - 1, 0);
    text[length < 0 ? 0 : length] = 0;
    return strstr(text, "out of memory for") || strstr(text, "Fatal error: failed to allocate");
}

// Prints a call that did not end, and what the child wrote to standard error.
static bool report(int status, int errors) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return false;
    if (is_out_of_memory(errors)) return false;
    bool isHang = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    printf("walk: %s: %s\n",
           isHang                ? "no end"
           : WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                 : "exit",
           progress->call);
    fflush(stdout);
    char text[4096];
    ssize_t length;
    for (off_t at = 0; (length = pread(errors, text, sizeof text, at)) > 0; at += length) {
        if (write(STDERR_FILENO, text, (size_t)length) < 0) break;
    }
    return true;
}

// Returns the number of calls that failed.
static unsigned walk(unsigned seed, unsigned rounds, const char *part) {
    unsigned failed = 0, row = 0;
    while (row < ROWS && time(NULL) < end_of_walk) {
        char name[300];
        snprintf(name, sizeof name, "%c[%s %s]", rows[row].kind, rows[row].cls, rows[row].name);
        if (!strstr(name, part)) {
            row++;
            continue;
        }
        progress->row = row;
        int errors = memfd_create("errors", 0);
        pid_t child = fork();
        if (child == 0) {
            walk_enter_child(errors);
            walk_class_from(row, seed, rounds);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        failed += report(status, errors);
        close(errors);
        row = progress->row + 1;
    }
    return failed;
}

int main(int count, char **arguments) {
    int seconds = count > 1 ? atoi(arguments[1]) : 10;
    unsigned seed = count > 2 ? (unsigned)atoi(arguments[2]) : 1;
    progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    end_of_walk = time(NULL) + seconds;
    unsigned failed = 0, walks = 0;
    for (; time(NULL) < end_of_walk; walks++) failed += walk(seed + walks, CALLS, count > 3 ? arguments[3] : "");
    printf("walk: %d methods and functions, %u times with %d calls each, from seed %u: %u failed\n", ROWS, walks, CALLS,
           seed, failed);
    return failed > 0;
}
