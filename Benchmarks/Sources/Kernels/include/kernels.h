// kernels.h - the loops that are measured, and the objects that they work on.
//
// In C, because the code around an operation of 2 ns must be the same for every row, and as little as possible:
// messages are sent as compiled Objective-C sends them, through a cast of objc_msgSend, and setters and observers are
// C functions. A kernel runs its operation `count` times. Those that observe drain an autorelease pool every 256
// times.
#ifndef KERNELS_H
#define KERNELS_H

#include <stdbool.h>

// ── Messages (send.c) ───────────────────────────────────────────────────────────────────────────────
// Makes the classes and fills the caches. To be called once, before the others of this section.
void kernels_prepare(void);

void kernel_empty_loop(long count);
void kernel_pooled_loop(long count);    // with the pool, as in the kernels below
void kernel_indirect_call(long count);  // the floor: an empty function through a pointer
void kernel_send(long count);           // an empty method, one class
void kernel_table_call(long count);     // 16 x 16 functions through a table
void kernel_send_16x16(long count);     // 16 selectors to objects of 16 classes
void kernel_send_nil(long count);
void kernel_retain_release(long count);

// ── Scenes: an object and those who observe it (scene.c) ────────────────────────────────────────────
// A scene lives for ever, its class too. Of one thread at a time.
typedef struct scene scene;

// An instance of a new class, with as many friends behind it as `path` has dots. Nobody observes it yet.
scene *scene_make(const char *path);
// Another instance of the same class.
scene *scene_sibling(const scene *like, const char *path);
// Of a class with `count` methods; kernel_send_last sends the last one.
scene *scene_with_methods(long count);
// Of a class that has `depth` classes between itself and the one that declares its properties.
scene *scene_deep(long depth, const char *path);
// With `count` keys, each with an observer; the path is the last key.
scene *scene_with_keys(long count);
// An object of the class that `before` made, with property accessors that the runtime made.
scene *scene_of_class(void *cls, const char *path);

// Adds `count` more observers to the path. NSKeyValueObservingOptions.
void scene_observe(scene *scene, unsigned long options, long count);
// Removes all of them.
void scene_unobserve(scene *scene);
// Adds `count` more objects of the class, each observed at the path.
void scene_crowd(scene *scene, long count);
// How often the observers were told.
long scene_told(const scene *scene);

// ── Setting (set.c) ─────────────────────────────────────────────────────────────────────────────────
typedef void kernel(scene *scene, long count);
kernel kernel_set_age;     // int
kernel kernel_set_height;  // int, which the rows do not observe
kernel kernel_set_name;    // two objects in turn, retained
kernel kernel_set_size;    // struct of two doubles
kernel kernel_set_frame;   // struct of four doubles
kernel kernel_set_leaf;    // the age of the last object of the path
kernel kernel_set_friend;  // two objects in turn as the next of the path
kernel kernel_set_key;     // the last key of scene_with_keys
kernel kernel_value_for_key;
kernel kernel_send_last;
kernel kernel_look_up;  // class_getInstanceMethod of an inherited method

// ── Getting, and making objects (get.c) ─────────────────────────────────────────────────────────────
kernel kernel_get_age;
kernel kernel_get_name;
kernel kernel_new;  // alloc, init, release

// ── Accessors that replace others (accessors.c) ─────────────────────────────────────────────────────
// Replaces the methods age, setAge:, name and setName: of a class with the ivars int _age and id _name by C functions that do
// the same; those of the name are atomic. For one class: the functions know the offsets of its ivars.
void kernels_replace_accessors(void *cls);

// ── Registering (register.c) ────────────────────────────────────────────────────────────────────────
kernel kernel_add_remove;          // -removeObserver:forKeyPath:
kernel kernel_add_remove_context;  // -removeObserver:forKeyPath:context:
kernel kernel_add_remove_new_old;
kernel kernel_lifecycle;  // alloc, init, add, remove, release

// ── What is measured in one piece (bulk.c) ──────────────────────────────────────────────────────────
// Makes `before` classes whose instances are observed, then `count` more. Nanoseconds of the first observation of each
// of the latter.
double bulk_first_observations(long before, long count);

typedef enum { BULK_ADD, BULK_REMOVE_FIRST_TO_LAST, BULK_REMOVE_LAST_TO_FIRST } bulk_step;
// Milliseconds for adding, or removing, `count` observers on one object.
double bulk_observers(long count, bulk_step step);

// Bytes of heap for each of `objects` objects that are observed, or that were.
double bulk_bytes(long objects, bool afterRemoval);

// How much more two threads do than one, in wall time, each with a scene of its own. 2 is perfect.
double bulk_scaling(kernel *kernel, scene *one, scene *two, long count);

// ── The rest ────────────────────────────────────────────────────────────────────────────────────────
double thread_nanoseconds(void);
// What compiled this: "Clang 21.0.0".
const char *kernels_compiler(void);

#endif
