// ctests.h - tests of the C core written in C, so that they run where there is no Swift: under an emulator of another
// CPU, with any compiler.
//
// TEST defines a test with a sentence as its name and enters it in the list that main.c runs. A CHECK that fails is
// reported, and the test goes on. Every message is sent twice, for the cold and for the filled method cache.
#ifndef CTESTS_H
#define CTESTS_H

#include <string.h>

#include "inspect.h"
#include "miniruntime.h"
#include "observing-support.h"
#include "trace.h"

#define TEST(function, sentence)                                                                                       \
    static void function(void);                                                                                        \
    __attribute__((constructor)) static void enter_##function(void) { ctests_enter(sentence, function); }              \
    static void function(void)
void ctests_enter(const char *sentence, void (*test)(void));

#define CHECK(condition) ctests_check((condition), #condition, __FILE__, __LINE__)
// Prints what failed, and the note if there is one.
void ctests_check(bool passed, const char *condition, const char *file, int line);
int ctests_failures(void);
// Said with every failure until it is changed: which of many cases is at work.
extern const char *ctests_note;

#define COLD_AND_CACHED for (int cached = 0; cached < 2; cached++)

// The messenger as a function of the type given: SENDER(int, id, SEL, double)(object, sel, 1.5).
#define SENDER(R, ...) ((R(*)(__VA_ARGS__))objc_msgSend)

#if defined(__x86_64__)
#define SEND_STRET objc_msgSend_stret
#define SEND_SUPER_STRET objc_msgSendSuper_stret
#define SEND_SUPER2_STRET objc_msgSendSuper2_stret
#else
#define SEND_STRET objc_msgSend
#define SEND_SUPER_STRET objc_msgSendSuper
#define SEND_SUPER2_STRET objc_msgSendSuper2
#endif

// A registered class of the name; a Nil superclass means NSObject.
Class ctests_class(const char *name, Class superclass);
void ctests_method(Class cls, const char *name, void *imp, const char *types);
id ctests_new(Class cls);  // +1 (caller releases)
// A class as ctests_class makes, whose instances count their deaths. Sets the count to 0.
Class ctests_mortal(const char *name);
extern _Atomic(int) ctests_deaths;
static inline SEL sel(const char *name) { return sel_registerName(name); }

// How often the core has allocated memory so far, on all threads.
long ctests_allocations(void);

// What a test itself needs: allocations between two calls, with true and with false, are not counted and never fail.
void ctests_spare_allocations(bool isSpared);

// Runs a program in a child process once for each of its allocations, which then fails. Nothing may be left of it if it
// goes on, and if the process ends, it says so in one line.
typedef struct {
    void (*run)(void);
    bool (*is_over)(void);   // what else is asked in the end; may be NULL
    bool (*is_whole)(void);  // asked in the middle, when the process ends; may be NULL
} ctests_program;
typedef struct {
    int passed, aborted, broken;
} ctests_ends;
ctests_ends ctests_fail_each_allocation(const ctests_program *program);

// Ends the test's exception: whether one of this name was pending.
bool ctests_raised(const char *name);

#endif
