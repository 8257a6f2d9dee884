// kernels.h - the measured loops in C, and their objects.
//
// The loops are in C, so that the code around a very short operation is small and the same for every row. Messages are
// sent as compiled Objective-C sends them, through a cast of objc_msgSend; setters and observers are C functions. A
// kernel runs its operation `count` times. Kernels with a scene drain an autorelease pool every 256 times.
#ifndef KERNELS_H
#define KERNELS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// ── Messages (send.c) ───────────────────────────────────────────────────────────────────────────────
// Makes the classes and fills the caches. Must be called once, before the other functions of this section.
void kernels_prepare(void);

void kernel_empty_loop(long count);
void kernel_pooled_loop(long count);    // with the pool, as in the kernels below
void kernel_indirect_call(long count);  // the floor: an empty function through a pointer
void kernel_send(long count);           // an empty method, one class
void kernel_table_call(long count);     // 16 x 16 functions through a table
void kernel_send_16x16(long count);     // 16 selectors to objects of 16 classes
void kernel_send_nil(long count);
void kernel_retain_release(long count);

// ── Scenes: an object and its observers (scene.c) ───────────────────────────────────────────────────
// A scene and its class live for ever. A scene may be used on one thread at a time.
typedef struct scene scene;

// Makes an instance of a new class, with a chain of as many friends as `path` has dots. It is not observed yet.
scene *scene_make(const char *path);
// Makes another instance of the class of `like`.
scene *scene_sibling(const scene *like, const char *path);
// Makes an instance of a class with `count` methods; kernel_send_last sends the last one.
scene *scene_with_methods(long count);
// Makes an instance of a class with one more method, a closure that does nothing; kernel_send_last sends it.
scene *scene_with_closure(void);
// Makes `count` more closures that live for ever.
void scene_add_closures(long count);
// Makes an instance of a class with `depth` classes between itself and the class that declares its properties.
scene *scene_deep(long depth, const char *path);
// Makes an instance with `count` keys, each with an observer; the path is the last key.
scene *scene_with_keys(long count);
// Makes an instance of `cls`, a class with accessors that the runtime made.
scene *scene_of_class(void *cls, const char *path);

// Adds `count` more observers to the path. `options` are NSKeyValueObservingOptions.
void scene_observe(scene *scene, unsigned long options, long count);
// Removes all observers.
void scene_unobserve(scene *scene);
// Adds `count` more objects of the class, each observed at the path.
void scene_crowd(scene *scene, long count);
// Returns the number of notifications that the observers have received.
long scene_told(const scene *scene);

// ── Setting (set.c) ─────────────────────────────────────────────────────────────────────────────────
typedef void kernel(scene *scene, long count);
kernel kernel_set_age;     // int
kernel kernel_set_height;  // int, which the rows do not observe
kernel kernel_set_weight;  // double
kernel kernel_set_name;    // two objects in turn, retained
kernel kernel_set_size;    // struct of two doubles
kernel kernel_set_frame;   // struct of four doubles
kernel kernel_set_leaf;    // the age of the last object of the path
kernel kernel_set_friend;  // two objects in turn as the next of the path
kernel kernel_set_key;     // the last key of scene_with_keys
kernel kernel_value_for_key;
kernel kernel_send_last;
kernel kernel_responds;  // class_respondsToSelector
kernel kernel_responds_missing;
kernel kernel_look_up;  // class_getInstanceMethod of an inherited method
kernel kernel_throw;    // throw.cpp: a C++ exception, caught two frames up; any scene

// ── Getting, and making objects (get.c) ─────────────────────────────────────────────────────────────
kernel kernel_get_age;
kernel kernel_get_name;
kernel kernel_new;  // alloc, init, release

// ── Accessors that replace others (accessors.c) ─────────────────────────────────────────────────────
// Replaces the methods age, setAge:, name and setName: of a class with the ivars int _age and id _name by C functions
// with the same effect; those of the name are atomic. Works for one class only, because the functions store the offsets
// of its ivars.
void kernels_replace_accessors(void *cls);

// ── Registering (register.c) ────────────────────────────────────────────────────────────────────────
kernel kernel_add_remove;          // -removeObserver:forKeyPath:
kernel kernel_add_remove_context;  // -removeObserver:forKeyPath:context:
kernel kernel_add_remove_new_old;
kernel kernel_lifecycle;  // alloc, init, add, remove, release

// ── Measured as a whole (bulk.c) ────────────────────────────────────────────────────────────────────
// Makes `before` classes with observed instances, then `count` more. Returns the nanoseconds that the first observation
// of each of the latter takes.
double bulk_first_observations(long before, long count);

typedef enum { BULK_ADD, BULK_REMOVE_FIRST_TO_LAST, BULK_REMOVE_LAST_TO_FIRST } bulk_step;
// Returns the milliseconds for adding or removing `count` observers on one object.
double bulk_observers(long count, bulk_step step);

// Returns the bytes of heap for each of `objects` objects that are observed, or were observed before.
double bulk_bytes(long objects, bool afterRemoval);

// Returns how much more work two threads do than one in the same time. Each makes its own objects, of the class of the
// scene `like`, with so many observers. The ideal is 2.
double bulk_scaling(kernel *kernel, const scene *like, int observers, long count);

// ── Others ──────────────────────────────────────────────────────────────────────────────────────────
double thread_nanoseconds(void);
// Returns the compiler of the kernels, as in "Clang 21.0.0": a constant string.
const char *kernels_compiler(void);

#ifdef __cplusplus
}
#endif

#endif
