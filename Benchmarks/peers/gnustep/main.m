// main.m - the rows of the benchmark on GNUstep: plain Objective-C, no ARC.
//
// Reads lines with the name of a row, and writes for each a figure in the row's unit, or "-" if the row is unknown or
// its observers are not notified. The rows have the names, setters and loops of Sources/Kernels.
#import <Foundation/Foundation.h>
#import <objc/runtime.h>

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    double width, height;
} Pair;

typedef struct {
    double x, y, width, height;
} Quad;

// ── The classes ─────────────────────────────────────────────────────────────────────────────────────

@interface Person : NSObject {
    int age, height;
    id name, friend;
    Pair size;
    Quad frame;
}
@end

@implementation Person
- (void)empty {
}
- (int)age {
    return age;
}
- (void)setAge:(int)value {
    age = value;
}
- (int)height {
    return height;
}
- (void)setHeight:(int)value {
    height = value;
}
- (id)name {
    return name;
}
- (void)setName:(id)value {
    ASSIGN(name, value);
}
- (id)friend {
    return friend;
}
- (void)setFriend:(id)value {
    ASSIGN(friend, value);
}
- (Pair)size {
    return size;
}
- (void)setSize:(Pair)value {
    size = value;
}
- (Quad)frame {
    return frame;
}
- (void)setFrame:(Quad)value {
    frame = value;
}
- (int)doubled {
    return 2 * age;
}
+ (NSSet *)keyPathsForValuesAffectingDoubled {
    return [NSSet setWithObject:@"age"];
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

// Returns a new class, because the effects of one row on its class must not reach another row.
static Class newClass(void) {
    static int number;
    char name[32];
    snprintf(name, sizeof name, "Person%d", number++);
    Class cls = objc_allocateClassPair([Person class], name, 0);
    objc_registerClassPair(cls);
    return cls;
}

typedef struct {
    Class cls;
    id object, leaf, values[2];
    NSString *path;
    Witness *spare, *witnesses[1000];
    int count;
} Scene;

static Scene *sceneOf(Class cls, NSString *path) {
    Scene *scene = calloc(1, sizeof *scene);
    scene->cls = cls;
    scene->path = path;
    scene->spare = [Witness new];
    scene->object = scene->leaf = [cls new];
    scene->values[0] = scene->values[1] = [cls new];
    if ([path hasPrefix:@"friend."]) {
        scene->leaf = scene->values[0];
        scene->values[1] = [cls new];
        [scene->object setFriend:scene->leaf];
    }
    return scene;
}

static Scene *newScene(NSString *path) { return sceneOf(newClass(), path); }

static Scene *observed(Scene *scene, NSKeyValueObservingOptions options, int count) {
    while (scene->count < count) {
        Witness *witness = scene->witnesses[scene->count++] = [Witness new];
        [scene->object addObserver:witness forKeyPath:scene->path options:options context:NULL];
    }
    return scene;
}

static Scene *unobserved(Scene *scene) {
    while (scene->count > 0) [scene->object removeObserver:scene->witnesses[--scene->count] forKeyPath:scene->path];
    return scene;
}

// ── The loops ───────────────────────────────────────────────────────────────────────────────────────
#define REPEAT(count, operation)                                                                                       \
    for (long left = (count); left > 0; left -= 256) {                                                                 \
        NSAutoreleasePool *pool = [NSAutoreleasePool new];                                                             \
        for (long turn = MIN(left, 256L); turn > 0; turn--) operation;                                                 \
        [pool release];                                                                                                \
    }
#define KERNEL(name, operation)                                                                                        \
    static void name(Scene *scene, long count) {                                                                       \
        id object = scene->object;                                                                                     \
        (void)object;                                                                                                  \
        REPEAT(count, operation)                                                                                       \
    }

static id shapes[16];
static SEL messages[16];

static void makeShapes(void) {
    for (int index = 0; index < 16; index++) {
        char name[32];
        snprintf(name, sizeof name, "message%d", index);
        messages[index] = sel_registerTypedName(name, "v16@0:8");
    }
    for (int row = 0; row < 16; row++) {
        Class cls = newClass();
        for (int index = 0; index < 16; index++)
            class_addMethod(cls, messages[index], class_getMethodImplementation([Person class], @selector(empty)),
                            "v16@0:8");
        shapes[row] = [cls new];
    }
}

static void sendTo16(Scene *scene, long count) {
    for (; count > 0; count--) {
        id receiver = shapes[count & 15];
        SEL selector = messages[(count >> 4) & 15];
        ((void (*)(id, SEL))objc_msg_lookup(receiver, selector))(receiver, selector);
    }
}

static id volatile nothing;

KERNEL(sendEmpty, [object empty])
KERNEL(sendNil, [nothing empty])
KERNEL(retainRelease, {
    [object retain];
    [object release];
})
KERNEL(valueForKey, [object valueForKey:scene->path])
KERNEL(setAge, [object setAge:(int)turn])
KERNEL(setHeight, [object setHeight:(int)turn])
KERNEL(setName, [object setName:turn & 1 ? (id)scene->spare : scene->values[0]])
KERNEL(setSize, [object setSize:((Pair){(double)turn, 2})])
KERNEL(setFrame, [object setFrame:((Quad){(double)turn, 2, 3, 4})])
KERNEL(setLeaf, [scene->leaf setAge:(int)turn])
KERNEL(setFriend, [object setFriend:scene->values[turn & 1]])

static inline void add(id object, Scene *scene, NSKeyValueObservingOptions wanted) {
    [object addObserver:scene->spare forKeyPath:scene->path options:wanted context:NULL];
}

static inline void removeOne(id object, Scene *scene) { [object removeObserver:scene->spare forKeyPath:scene->path]; }

KERNEL(addRemove, {
    add(object, scene, 0);
    removeOne(object, scene);
})
KERNEL(addRemoveNewOld, {
    add(object, scene, 3);
    removeOne(object, scene);
})
KERNEL(lifecycle, {
    id made = [[scene->cls alloc] init];
    add(made, scene, 0);
    removeOne(made, scene);
    [made release];
})

// ── Measured as a whole ─────────────────────────────────────────────────────────────────────────────
static double nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static double now(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

static double firstObservations(long before, long count) {
    Witness *witness = [Witness new];
    id objects[count];
    for (; before > 0; before--) [[newClass() new] addObserver:witness forKeyPath:@"age" options:0 context:NULL];
    for (long index = 0; index < count; index++) objects[index] = [newClass() new];
    double start = now();
    for (long index = 0; index < count; index++)
        [objects[index] addObserver:witness forKeyPath:@"age" options:0 context:NULL];
    return (now() - start) / count / 1e3;
}

enum { MANY = 10000 };

static double manyObservers(BOOL adding, BOOL newestFirst) {
    static Witness *witnesses[MANY];
    static id object;
    if (object == nil) {
        object = [newClass() new];
        for (int index = 0; index < MANY; index++) witnesses[index] = [Witness new];
    }
    double start = now();
    for (int index = 0; index < MANY; index++)
        [object addObserver:witnesses[index] forKeyPath:@"age" options:0 context:NULL];
    double middle = now();
    for (int index = 0; index < MANY; index++)
        [object removeObserver:witnesses[newestFirst ? MANY - 1 - index : index] forKeyPath:@"age"];
    return (adding ? middle - start : now() - middle) / 1e6;
}

static double bytesInUse(void) {
    struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}

static double bytes(BOOL afterRemoval) {
    enum { COUNT = 100000 };
    static id objects[COUNT];
    Scene *scene = newScene(@"age");
    addRemove(scene, 1);
    for (int index = 0; index < COUNT; index++) objects[index] = [scene->cls new];
    double before = bytesInUse();
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    for (int index = 0; index < COUNT; index++) add(objects[index], scene, 0);
    for (int index = 0; afterRemoval && index < COUNT; index++) removeOne(objects[index], scene);
    [pool release];
    return (bytesInUse() - before) / COUNT;
}

// ── Two threads ─────────────────────────────────────────────────────────────────────────────────────
typedef void (*Kernel)(Scene *, long);

typedef struct {
    Kernel kernel;
    Scene *scene;
    long count;
    pthread_barrier_t *start;
    double begin, end;
} Worker;

static void *work(void *argument) {
    Worker *self = argument;
    GSRegisterCurrentThread();
    self->kernel(self->scene, self->count / 100 + 1);
    pthread_barrier_wait(self->start);
    self->begin = nanoseconds(CLOCK_MONOTONIC);
    self->kernel(self->scene, self->count);
    self->end = nanoseconds(CLOCK_MONOTONIC);
    GSUnregisterCurrentThread();
    return NULL;
}

static double run(Kernel kernel, Scene **scenes, int threads, long count) {
    pthread_t ids[2];
    Worker workers[2];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, threads);
    for (int index = 0; index < threads; index++) {
        workers[index] = (Worker){.kernel = kernel, .scene = scenes[index], .count = count, .start = &start};
        pthread_create(&ids[index], NULL, work, &workers[index]);
    }
    for (int index = 0; index < threads; index++) pthread_join(ids[index], NULL);
    pthread_barrier_destroy(&start);
    double begin = workers[0].begin, end = workers[0].end;
    if (threads == 2) {
        begin = MIN(begin, workers[1].begin);
        end = MAX(end, workers[1].end);
    }
    return end - begin;
}

static double scaling(Kernel kernel, int observers) {
    Scene *one = observed(newScene(@"age"), 0, observers);
    Scene *scenes[] = {one, observed(sceneOf(one->cls, @"age"), 0, observers)};
    double alone = 0, together = 0;
    for (int attempt = 0; attempt < 5; attempt++) {
        double first = run(kernel, scenes, 1, 10000), second = run(kernel, scenes, 2, 10000);
        if (attempt == 0 || first < alone) alone = first;
        if (attempt == 0 || second < together) together = second;
    }
    return 2 * alone / together;
}

// ── The rows ────────────────────────────────────────────────────────────────────────────────────────
typedef struct {
    const char *name;
    Kernel kernel;
    const char *path;
    int options, observers, told;  // told: notifications of each observer in one operation
    Scene *scene;
    long count;
} Row;

enum { NEW_OLD = 3, NEW_OLD_PRIOR = 11 };

static Row rows[] = {
    {"send", sendEmpty, "age", 0, 0, 0},
    {"send-16x16", sendTo16, "age", 0, 0, 0},
    {"send-to-nil", sendNil, "age", 0, 0, 0},
    {"retain-release", retainRelease, "age", 0, 0, 0},
    {"value-for-key", valueForKey, "age", 0, 0, 0},
    {"int-setter", setAge, "age", 0, 0, 0},
    {"int-setter-other", setAge, "age", 0, 0, 0},
    {"int-setter-after", setAge, "age", 0, 0, 0},
    {"other-key", setHeight, "age", 0, 1, 0},
    {"other-key-known", setHeight, "age", 0, 1, 0},
    {"observed-set-0", setAge, "age", 0, 1, 1},
    {"observed-set-new-old", setAge, "age", NEW_OLD, 1, 1},
    {"observed-set-prior", setAge, "age", NEW_OLD_PRIOR, 1, 2},
    {"observed-set-10-0", setAge, "age", 0, 10, 1},
    {"observed-set-1000-0", setAge, "age", 0, 1000, 1},
    {"observed-set-1000-new-old", setAge, "age", NEW_OLD, 1000, 1},
    {"object-set-0", setName, "name", 0, 1, 1},
    {"object-set-new-old", setName, "name", NEW_OLD, 1, 1},
    {"struct-2-set-0", setSize, "size", 0, 1, 1},
    {"struct-4-set-0", setFrame, "frame", 0, 1, 1},
    {"key-path-leaf-0", setLeaf, "friend.age", 0, 1, 1},
    {"key-path-leaf-new-old", setLeaf, "friend.age", NEW_OLD, 1, 1},
    {"key-path-middle-0", setFriend, "friend.age", 0, 1, 1},
    {"dependent-key-0", setAge, "doubled", 0, 1, 1},
    {"dependent-key-new-old", setAge, "doubled", NEW_OLD, 1, 1},
    {"add-remove-observed", addRemove, "age", 0, 1, 0},
    {"add-remove", addRemove, "age", 0, 0, 0},
    {"add-remove-new-old", addRemoveNewOld, "age", 0, 0, 0},
    {"lifecycle", lifecycle, "age", 0, 0, 0},
    {"add-remove-key-path", addRemove, "friend.age", 0, 0, 0},
    {"add-remove-dependent", addRemove, "doubled", 0, 0, 0},
};

static Scene *makeScene(Row *row) {
    Scene *scene = observed(newScene([NSString stringWithUTF8String:row->path]), row->options, row->observers);
    [scene->path retain];
    if (strcmp(row->name, "int-setter-other") == 0) return sceneOf(observed(scene, 0, 1)->cls, @"age");
    if (strcmp(row->name, "int-setter-after") == 0) return unobserved(observed(scene, 0, 1));
    if (strcmp(row->name, "other-key-known") == 0) observed(sceneOf(scene->cls, @"height"), 0, 1);
    return scene;
}

static long told(Scene *scene) {
    long told = 0;
    for (int index = 0; index < scene->count; index++) told += scene->witnesses[index]->told;
    return told;
}

static double timed(Row *row, long count) {
    double start = now();
    row->kernel(row->scene, count);
    return now() - start;
}

// Returns the nanoseconds of one operation; a negative number if observers are not notified as they should be.
static double sample(Row *row) {
    if (row->scene == NULL) {
        row->scene = makeScene(row);
        long before = told(row->scene);
        double taken = timed(row, row->count = 1);
        if (told(row->scene) - before != row->told * row->scene->count) row->count = 0;
        for (; row->count > 0 && taken < 5e6; taken = timed(row, row->count)) row->count *= 2;
    }
    return row->count == 0 ? -1 : timed(row, row->count) / row->count;
}

static double measure(const char *name) {
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++)
        if (strcmp(name, rows[index].name) == 0) return sample(&rows[index]);
    if (strcmp(name, "first-observation") == 0) return firstObservations(10, 100);
    if (strcmp(name, "first-observation-10000") == 0) return firstObservations(10000, 100);
    if (strcmp(name, "add-10000") == 0) return manyObservers(YES, NO);
    if (strcmp(name, "remove-10000-oldest") == 0) return manyObservers(NO, NO);
    if (strcmp(name, "remove-10000-newest") == 0) return manyObservers(NO, YES);
    if (strcmp(name, "bytes-observed") == 0) return bytes(NO);
    if (strcmp(name, "bytes-left") == 0) return bytes(YES);
    if (strcmp(name, "scaling-observed-set") == 0) return scaling(setAge, 1);
    if (strcmp(name, "scaling-add-remove") == 0) return scaling(addRemove, 0);
    return -1;
}

int main(void) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    char line[128];
    makeShapes();
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        double figure = strcmp(line, "version") == 0 ? 0 : measure(line);
        if (strcmp(line, "version") == 0) printf("%d.%d\n", GNUSTEP_BASE_MAJOR_VERSION, GNUSTEP_BASE_MINOR_VERSION);
        else if (figure < 0) puts("-");
        else printf("%.6f\n", figure);
        fflush(stdout);
    }
    [pool release];
    _exit(0);
}
