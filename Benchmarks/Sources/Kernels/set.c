// set.c - loops that call setters of observed and unobserved objects, or read a value by key.
#include "model.h"

MEASURED void kernel_set_age(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(set_int)(object, sel.set_age, (int)turn))
}

MEASURED void kernel_set_height(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(set_int)(object, sel.set_height, (int)turn))
}

MEASURED void kernel_set_weight(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(set_double)(object, sel.set_weight, (double)turn))
}

MEASURED void kernel_set_name(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(set_object)(object, sel.set_name, turn & 1 ? scene->observer : scene->values[0]))
}

MEASURED void kernel_set_size(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(set_pair)(object, sel.set_size, (pair){(double)turn, 2}))
}

MEASURED void kernel_set_frame(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(set_quad)(object, sel.set_frame, (quad){(double)turn, 2, 3, 4}))
}

MEASURED void kernel_set_leaf(scene *scene, long count) {
    id object = scene->leaf;
    REPEAT(count, SEND(set_int)(object, sel.set_age, (int)turn))
}

MEASURED void kernel_set_friend(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(set_object)(object, sel.set_friend, scene->values[turn & 1]))
}

MEASURED void kernel_set_key(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(set_int)(object, scene->key_setter, (int)turn))
}

MEASURED void kernel_value_for_key(scene *scene, long count) {
    id object = scene->object;
    REPEAT(count, SEND(object_of_object)(object, sel.value_for_key, scene->path))
}
