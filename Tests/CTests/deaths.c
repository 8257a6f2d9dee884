// deaths.c - the end of classes and their metaclasses.
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ctests.h"

static atomic_int deaths;

static void counted_dealloc(id self, SEL _cmd) {
    atomic_fetch_add(&deaths, 1);
    object_dispose(self);
}

static Class make_mortal(const char *name) {
    Class cls = ctests_class(name, Nil);
    ctests_method(cls, "dealloc", (void *)counted_dealloc, "v@:");
    atomic_store(&deaths, 0);
    return cls;
}

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
    Class mortal = make_mortal("KeptByClasses"), cls = ctests_class("Ending", Nil);
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
    CHECK(deaths == 4);
    for (int index = 0; index < 4; index++) CHECK(locations[index] == nil);
    objc_disposeClassPair(mortal);
}
