// get.c - loops that read properties, or make objects and release them.
#include "model.h"

typedef int (*get_int)(id, SEL);

MEASURED void kernel_get_age(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(get_int)(object, sel.age))
}

MEASURED void kernel_get_name(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(object_method)(object, sel.name))
}

MEASURED void kernel_new(scene *scene, long count) { REPEAT(count, objc_release(model_object(scene->cls))) }
