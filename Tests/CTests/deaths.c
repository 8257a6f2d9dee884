// deaths.c - the end of classes and their metaclasses, and of objects on threads without an autorelease pool.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ctests.h"

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

static int dead_classes;

static void count_dead_class(id object) { dead_classes++; }

// Uses a child process, because nobody could restore the death hook that was set before.
static int count_deaths_of_disposal(Class cls) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        mr_object_set_death_hook(count_dead_class);
        objc_disposeClassPair(cls);
        _exit(dead_classes);
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(disposed_pairs, "Disposal ends a class, the class that belongs to it, and both metaclasses in the same way") {
    static char key, record;
    Class mortal = ctests_mortal("KeptByClasses"), cls = ctests_class("Ending", Nil);
    Class companion = ctests_class("EndingToo", cls);
    CHECK(mr_class_enter_record(cls, &record) && mr_class_enter_record(companion, &record));
    id objects[] = {(id)cls, (id)companion, (id)object_getClass((id)cls), (id)object_getClass((id)companion)};
    id locations[4];
    for (int index = 0; index < 4; index++) {
        id value = ctests_new(mortal);
        objc_setAssociatedObject(objects[index], &key, value, OBJC_ASSOCIATION_RETAIN);
        objc_release(value);
        CHECK(objc_initWeak(&locations[index], objects[index]) == objects[index]);
        CHECK(objc_sync_enter(objects[index]) == 0 && objc_sync_exit(objects[index]) == 0);
    }
    CHECK(count_deaths_of_disposal(cls) == 4);
    objc_disposeClassPair(cls);
    CHECK(ctests_deaths == 4);
    for (int index = 0; index < 4; index++) CHECK(locations[index] == nil);
    objc_disposeClassPair(mortal);
}

// ── Objects on threads without a pool ───────────────────────────────────────────────────────────────

static Class farewell_class;

static void leave_farewell(id self, SEL _cmd) {
    for (int index = 0; index < 100; index++) objc_autorelease(ctests_new(farewell_class));
    object_dispose(self);
}

static void release_with_farewell(id self, SEL _cmd) {
    objc_autorelease(ctests_new(farewell_class));
    struct objc_super super = {self, class_getSuperclass(object_getClass(self))};
    ((void (*)(struct objc_super *, SEL))(void *)objc_msgSendSuper)(&super, _cmd);
}

// Releases an object of the class as Swift does, and returns the number of objects that died before the release ended.
static int deaths_in_release(Class cls) {
    int before = ctests_deaths;
    mr_reference_release(mr_reference_take(ctests_new(cls)));
    return ctests_deaths - before;
}

static void *release_without_pool(void *classes) {
    Class leaving = ((Class *)classes)[0], releasing = ((Class *)classes)[1];
    objc_autorelease(ctests_new(farewell_class));
    CHECK(deaths_in_release(leaving) == 100);
    CHECK(deaths_in_release(releasing) == 101);
    id shared = objc_retain(ctests_new(leaving));
    mr_reference_release(mr_reference_take(shared));
    CHECK(ctests_deaths == 201 && mr_pool_height() == 1);
    mr_reference_release(mr_reference_take(shared));
    CHECK(ctests_deaths == 301 && mr_pool_height() == 1);
    void *pool = objc_autoreleasePoolPush();
    CHECK(deaths_in_release(leaving) == 0 && deaths_in_release(releasing) == 0);
    objc_autoreleasePoolPop(pool);
    CHECK(ctests_deaths == 502);
    return NULL;
}

TEST(unpooled, "Without a pool, objects that a dealloc autoreleases die before the release from Swift ends") {
    farewell_class = ctests_mortal("Farewell");
    Class leaving = ctests_class("LeavingFarewells", Nil), releasing = ctests_class("ReleasingItself", leaving);
    ctests_method(leaving, "dealloc", (void *)leave_farewell, "v@:");
    ctests_method(releasing, "release", (void *)release_with_farewell, "v@:");
    pthread_t thread;
    pthread_create(&thread, NULL, release_without_pool, (Class[]){leaving, releasing});
    pthread_join(thread, NULL);
    CHECK(ctests_deaths == 503);
    objc_disposeClassPair(releasing);
    objc_disposeClassPair(leaving);
    objc_disposeClassPair(farewell_class);
}
