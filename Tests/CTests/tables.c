// tables.c - names and other tables that are read without a lock while they grow.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#include "ctests.h"

static void on_threads(void *(*body)(void *), int count) {
    pthread_t threads[8];
    for (intptr_t index = 0; index < count; index++) pthread_create(&threads[index], NULL, body, (void *)index);
    for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
}

// ── Selectors ───────────────────────────────────────────────────────────────────────────────────────

enum { THREADS = 8, NAMES = 3000 };
static SEL registered[THREADS][NAMES];
static atomic_int arrived, lost;

static void *register_names(void *thread) {
    for (int index = 0; index < NAMES; index++) {
        char name[32];
        snprintf(name, sizeof name, "registeredAtOnce%d:", index);
        atomic_fetch_add(&arrived, 1);  // nobody is ahead of the others
        while (atomic_load(&arrived) < THREADS * (index + 1)) sched_yield();
        SEL selector = registered[(intptr_t)thread][index] = sel_registerName(name);
        if (mr_selector_known(name) != selector || !sel_isMapped(selector)) atomic_fetch_add(&lost, 1);
        if (strcmp(sel_getName(selector), name) != 0) atomic_fetch_add(&lost, 1);
    }
    return NULL;
}

TEST(registered_at_once,
     "A name that eight threads register at once is one selector, which all of them find from then on") {
    CHECK(mr_selector_known("registeredAtOnce0:") == NULL);
    on_threads(register_names, THREADS);
    int different = 0;
    for (int index = 0; index < NAMES; index++) {
        for (int thread = 1; thread < THREADS; thread++) different += registered[thread][index] != registered[0][index];
    }
    CHECK(different == 0 && lost == 0);
    CHECK(!sel_isMapped((SEL)(void *)registered) && !sel_isMapped(NULL) && mr_selector_known(NULL) == NULL);
}

// ── Tables ──────────────────────────────────────────────────────────────────────────────────────────

enum { ELEMENTS = 20000 };
static int elements[ELEMENTS];
static mr_table table;
static atomic_int inserted;

static bool is_element(const void *element, const void *key) { return element == key; }

// Many elements have the same hash.
static void *find_element(int index) { return mr_table_find(&table, (size_t)index / 3, is_element, &elements[index]); }

static void *insert_or_search(void *thread) {
    while ((intptr_t)thread == 0 && inserted < ELEMENTS) {
        mr_table_insert(&table, (size_t)inserted / 3, &elements[inserted]);
        atomic_fetch_add(&inserted, 1);
    }
    unsigned int step = 0;
    for (int count = inserted; count < ELEMENTS; count = inserted, step++) {
        if (count > 0 && find_element((int)(step * 7919u % (unsigned int)count)) == NULL) atomic_fetch_add(&lost, 1);
        if (count > 0 && find_element(count - 1) == NULL) atomic_fetch_add(&lost, 1);
    }
    return NULL;
}

static void count_visit(void *element, void *counts) { ((uint8_t *)counts)[(int *)element - elements]++; }

TEST(growing_table,
     "A thread that searches a table finds each element from its insertion on, however the table grows") {
    static uint8_t counts[ELEMENTS];
    atomic_store(&lost, 0);
    on_threads(insert_or_search, 3);
    int wrong = 0;
    mr_table_visit(&table, count_visit, counts);
    for (int index = 0; index < ELEMENTS; index++)
        wrong += find_element(index) != &elements[index] || counts[index] != 1;
    CHECK(lost == 0 && wrong == 0);
    CHECK(mr_table_find(&table, ELEMENTS, is_element, elements) == NULL);
    mr_table_free(&table);
    CHECK(find_element(0) == NULL);
    mr_table_insert(&table, 0, elements);
    CHECK(find_element(0) == elements);
    mr_table_free(&table);
}
