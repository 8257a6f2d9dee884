// check.h - the macros and main() of the test programs. A test is a sentence about visible behaviour, and a block of
// checks.
//
//      TEST("a category's method is found before the class's own") { CHECK([object answer] == 2); }
//
// main() runs all tests, each in an autorelease pool, prints a line for each test that fails, and returns their
// number.
#ifndef CHECK_H
#define CHECK_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#import <objc/NSObject.h>

static struct {
    const char *sentence;
    void (*function)(void);
} tests[100];
static int test_count, failed_checks, failed_tests;

#define TEST_JOIN2(a, b) a##b
#define TEST_JOIN(a, b) TEST_JOIN2(a, b)
#define TEST(sentence_)                                                                                                \
    static void TEST_JOIN(test_, __LINE__)(void);                                                                      \
    __attribute__((constructor)) static void TEST_JOIN(add_, __LINE__)(void) {                                         \
        tests[test_count].sentence = sentence_;                                                                        \
        tests[test_count++].function = TEST_JOIN(test_, __LINE__);                                                     \
    }                                                                                                                  \
    static void TEST_JOIN(test_, __LINE__)(void)

#define CHECK(...)                                                                                                     \
    do {                                                                                                               \
        if (!(__VA_ARGS__)) {                                                                                          \
            failed_checks++;                                                                                           \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #__VA_ARGS__);                                                   \
        }                                                                                                              \
    } while (0)

// Forks a child that SIGALRM ends after so many seconds, whichever signals the thread of its parent has blocked.
__attribute__((unused)) static pid_t guarded_fork(unsigned seconds) {
    fflush(stdout);
    pid_t child = fork();
    if (child != 0) return child;
    signal(SIGALRM, SIG_DFL);
    sigset_t alarm_signal;
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_signal, NULL);
    alarm(seconds);
    return 0;
}

// Runs `body` in a child process, which must write `text` to standard error and abort within a minute.
#define CHECK_ENDS(text, body)                                                                                         \
    do {                                                                                                               \
        int ends[2];                                                                                                   \
        CHECK(pipe(ends) == 0);                                                                                        \
        pid_t child = guarded_fork(60);                                                                                \
        if (child == 0) {                                                                                              \
            dup2(ends[1], 2);                                                                                          \
            body;                                                                                                      \
            _exit(0);                                                                                                  \
        }                                                                                                              \
        close(ends[1]);                                                                                                \
        check_end(child, ends[0], text, __LINE__);                                                                     \
    } while (0)

__attribute__((unused)) static void check_end(pid_t child, int output, const char *text, int line) {
    char said[4096] = "";
    size_t length = 0;
    ssize_t got;
    while (length < sizeof said - 1 && (got = read(output, said + length, sizeof said - 1 - length)) > 0)
        length += (size_t)got;
    close(output);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == 6 && strstr(said, text)) return;
    failed_checks++;
    printf("line %d: the process did not end with '%s' (status %d), but with: %s\n", line, text, status, said);
}

#if __has_feature(objc_arc)
#define RETAIN(object) (object)
#define RELEASE(object) ((void)(object))
#define AUTORELEASE(object) (object)
#define SUPER_DEALLOC ((void)0)
#else
#define RETAIN(object) [(object) retain]
#define RELEASE(object) [(object) release]
#define AUTORELEASE(object) [(object) autorelease]
#define SUPER_DEALLOC [super dealloc]
#endif

int main(void) {
    for (int index = 0; index < test_count; index++) {
        failed_checks = 0;
        @autoreleasepool {
            tests[index].function();
        }
        if (failed_checks == 0) continue;
        failed_tests++;
        printf("FAILED: %s\n", tests[index].sentence);
    }
    return failed_tests;
}

#endif
