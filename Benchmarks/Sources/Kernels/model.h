// model.h - the classes of the kernels, as a compiler would make them: methods are C functions, and the offset of an
// ivar is a variable.
#ifndef MODEL_H
#define MODEL_H

#include <stddef.h>

#include <objc/message.h>
#include <objc/objc-arc.h>
#include <objc/runtime.h>

#include "kernels.h"

// Aligns a function to a cache line, because crossing one costs a noticeable part of what is measured.
#define MEASURED __attribute__((aligned(64)))

typedef struct {
    double width, height;
} pair;

typedef struct {
    double x, y, width, height;
} quad;

struct scene {
    id object;
    id leaf;       // the last object of the path
    id values[2];  // two values for an object property, assigned in turn
    id path, observer;
    SEL key_setter;
    Class cls;
    unsigned long options;
    id *observers;
    long observer_count;
};

// ── Messages ────────────────────────────────────────────────────────────────────────────────────────
#define SEND(type) ((type)(void *)objc_msgSend)
typedef id (*object_method)(id, SEL);
typedef id (*object_of_object)(id, SEL, id);
typedef void (*set_int)(id, SEL, int);
typedef void (*set_double)(id, SEL, double);
typedef void (*set_object)(id, SEL, id);
typedef void (*set_pair)(id, SEL, pair);
typedef void (*set_quad)(id, SEL, quad);
typedef void (*add_observer)(id, SEL, id, id, unsigned long, void *);
typedef void (*remove_observer)(id, SEL, id, id);
typedef void (*remove_observer_context)(id, SEL, id, id, void *);

extern struct selectors {
    SEL alloc, init, set_age, set_height, set_weight, set_name, set_size, set_frame, set_friend, age, name,
        value_for_key;
    SEL add_observer, remove_observer, remove_observer_context;
} sel;

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────
// Makes a class with the properties, under a unique name. It lives for ever.
Class model_class(void);
// Makes a subclass of `superclass` under a unique name. It is not registered yet.
Class model_subclass(Class superclass);
id model_object(Class cls);            // +1
id model_string(const char *text);     // +1
id model_observer(void);               // +1
long model_told(id observer);          // the number of its notifications
void model_add_key(Class cls, int n);  // an int property "k<n>"; all of them share one ivar

// Runs `operation` `count` times; it may use `turn`, which counts down.
#define REPEAT(count, operation)                                                                                       \
    for (long left = (count); left > 0; left -= POOL_DRAINED) {                                                        \
        void *pool = objc_autoreleasePoolPush();                                                                       \
        long turn = left < POOL_DRAINED ? left : POOL_DRAINED;                                                         \
        for (; turn > 0; turn--) operation;                                                                            \
        objc_autoreleasePoolPop(pool);                                                                                 \
    }
enum { POOL_DRAINED = 256 };

#endif
