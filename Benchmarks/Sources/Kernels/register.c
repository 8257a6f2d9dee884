// register.c - loops that add and remove observers.
#include "model.h"

static inline void add(id object, const scene *scene, unsigned long options) {
    SEND(add_observer)(object, sel.add_observer, scene->observer, scene->path, options, NULL);
}

static inline void remove_one(id object, const scene *scene) {
    SEND(remove_observer)(object, sel.remove_observer, scene->observer, scene->path);
}

MEASURED void kernel_add_remove(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, {
        add(object, scene, 0);
        remove_one(object, scene);
    })
}

MEASURED void kernel_add_remove_context(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, {
        add(object, scene, 0);
        SEND(remove_observer_context)(object, sel.remove_observer_context, scene->observer, scene->path, NULL);
    })
}

MEASURED void kernel_add_remove_new_old(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, {
        add(object, scene, 3);
        remove_one(object, scene);
    })
}

MEASURED void kernel_lifecycle(scene *scene, long count) {
    REPEAT(count, {
        id object = model_object(scene->cls);
        add(object, scene, 0);
        remove_one(object, scene);
        objc_release(object);
    })
}
