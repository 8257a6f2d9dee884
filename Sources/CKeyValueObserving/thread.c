// thread.c - what the files of this folder keep for a thread ends with the thread.
#include <pthread.h>

#include "observing-internal.h"

static pthread_key_t at_thread_end;
static _Thread_local kvo_thread_end *expected;  // the latest one first

// An end may expect another one, or itself again: for these the function runs again.
static void end_all(void *unused) {
    kvo_thread_end *ends = expected;
    expected = NULL;
    for (kvo_thread_end *end = ends, *next; end; end = next) {
        next = end->next;
        end->is_expected = false;
        end->run();
    }
}

__attribute__((constructor(102))) static void make_key(void) { pthread_key_create(&at_thread_end, end_all); }

void kvo_expect_thread_end(kvo_thread_end *end) {
    if (end->is_expected) return;
    end->is_expected = true;
    end->next = expected;
    expected = end;
    pthread_setspecific(at_thread_end, &expected);
}
