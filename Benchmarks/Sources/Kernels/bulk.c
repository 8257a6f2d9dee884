// bulk.c - measurements that cannot be repeated in a loop, or concern many objects: first observations, ten thousand
// observers, memory, threads.
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "model.h"

static double nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

double thread_nanoseconds(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

const char *kernels_compiler(void) { return __VERSION__; }

double bulk_first_observations(long before, long count) {
    id observer = model_observer(), path = model_string("age");
    id *objects = malloc((size_t)count * sizeof(id));
    for (; before > 0; before--)
        SEND(add_observer)(model_object(model_class()), sel.add_observer, observer, path, 0, NULL);
    for (long index = 0; index < count; index++) objects[index] = model_object(model_class());
    double start = thread_nanoseconds();
    for (long index = 0; index < count; index++)
        SEND(add_observer)(objects[index], sel.add_observer, observer, path, 0, NULL);
    double end = thread_nanoseconds();
    free(objects);
    return (end - start) / (double)count;
}

double bulk_observers(long count, bulk_step step) {
    static long made;
    static id *observers;
    static scene *scene;
    if (scene == NULL) scene = scene_make("age");
    if (made < count) observers = realloc(observers, (size_t)count * sizeof(id));
    while (made < count) observers[made++] = model_observer();

    double start = thread_nanoseconds();
    for (long index = 0; index < count; index++)
        SEND(add_observer)(scene->object, sel.add_observer, observers[index], scene->path, 0, NULL);
    double middle = thread_nanoseconds();
    for (long index = 0; index < count; index++) {
        id observer = observers[step == BULK_REMOVE_LAST_TO_FIRST ? count - 1 - index : index];
        SEND(remove_observer)(scene->object, sel.remove_observer, observer, scene->path);
    }
    double end = thread_nanoseconds();
    return (step == BULK_ADD ? middle - start : end - middle) / 1e6;
}

static double bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}

double bulk_bytes(long count, bool afterRemoval) {
    scene *scene = scene_make("age");
    kernel_add_remove(scene, 1);  // not measured: the memory of the notifying class
    id *objects = malloc((size_t)count * sizeof(id));
    for (long index = 0; index < count; index++) objects[index] = model_object(scene->cls);
    double before = bytes_in_use();
    for (long index = 0; index < count; index++)
        SEND(add_observer)(objects[index], sel.add_observer, scene->observer, scene->path, 0, NULL);
    for (long index = 0; afterRemoval && index < count; index++)
        SEND(remove_observer)(objects[index], sel.remove_observer, scene->observer, scene->path);
    double after = bytes_in_use();
    free(objects);
    return (after - before) / (double)count;
}

// ── Two threads ─────────────────────────────────────────────────────────────────────────────────────
// Each thread makes its own objects, which lie in the thread's own arena of malloc.
typedef struct {
    kernel *kernel;
    const scene *like;
    int observers;
    long count;
    pthread_barrier_t *start;
    double begin, end;
} worker;

static void *work(void *argument) {
    worker *self = argument;
    scene *own = scene_sibling(self->like, "age");
    scene_observe(own, 0, self->observers);
    self->kernel(own, self->count / 100 + 1);  // not measured: the allocations at a thread's first use
    pthread_barrier_wait(self->start);
    self->begin = nanoseconds(CLOCK_MONOTONIC);
    self->kernel(own, self->count);
    self->end = nanoseconds(CLOCK_MONOTONIC);
    return NULL;
}

// Returns the nanoseconds from the first thread's begin to the last thread's end.
static double run(kernel *kernel, const scene *like, int observers, int threads, long count) {
    pthread_t ids[2];
    worker workers[2];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (int index = 0; index < threads; index++) {
        workers[index] = (worker){kernel, like, observers, count, &start, 0, 0};
        pthread_create(&ids[index], NULL, work, &workers[index]);
    }
    for (int index = 0; index < threads; index++) pthread_join(ids[index], NULL);
    pthread_barrier_destroy(&start);
    double begin = workers[0].begin, end = workers[0].end;
    for (int index = 1; index < threads; index++) {
        if (workers[index].begin < begin) begin = workers[index].begin;
        if (workers[index].end > end) end = workers[index].end;
    }
    return end - begin;
}

double bulk_scaling(kernel *kernel, const scene *like, int observers, long count) {
    enum { ATTEMPTS = 5 };
    double alone = 0, together = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        double first = run(kernel, like, observers, 1, count), second = run(kernel, like, observers, 2, count);
        if (attempt == 0 || first < alone) alone = first;
        if (attempt == 0 || second < together) together = second;
    }
    return 2 * alone / together;
}
