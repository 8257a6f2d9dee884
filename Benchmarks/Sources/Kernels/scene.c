// scene.c - makes an object, its friends and its observers.
#include <miniruntime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

static scene *scene_of(Class cls, const char *path) {
    scene *made = calloc(1, sizeof *made);
    made->cls = cls;
    made->path = model_string(path);
    made->observer = model_observer();
    made->object = made->leaf = model_object(cls);
    made->values[0] = made->values[1] = model_object(cls);
    for (const char *rest = path; (rest = strchr(rest, '.')) != NULL; rest++) {
        id next = model_object(cls);
        SEND(set_object)(made->leaf, sel.set_friend, next);
        if (made->leaf == made->object) made->values[0] = next;
        made->leaf = next;
    }
    return made;
}

scene *scene_make(const char *path) { return scene_of(model_class(), path); }
scene *scene_sibling(const scene *like, const char *path) { return scene_of(like->cls, path); }
scene *scene_of_class(void *cls, const char *path) { return scene_of(cls, path); }

scene *scene_deep(long depth, const char *path) {
    Class cls = model_class();
    for (; depth > 0; depth--) objc_registerClassPair(cls = model_subclass(cls));
    scene *made = scene_of(cls, path);
    made->key_setter = sel.age;
    return made;
}

static void nothing(id self, SEL _cmd) {}

scene *scene_with_methods(long count) {
    Class cls = model_class();
    scene *made = scene_of(cls, "age");
    for (long number = 0; number < count; number++) {
        char name[32];
        snprintf(name, sizeof name, "method%ld", number);
        made->key_setter = sel_registerName(name);
        class_addMethod(cls, made->key_setter, (IMP)nothing, "v16@0:8");
    }
    return made;
}

static void do_nothing(void *context, void *result, void **arguments) {}

scene *scene_with_closure(void) {
    scene *made = scene_make("age");
    id block = mr_block_create("v16@0:8", do_nothing, NULL, NULL);
    made->key_setter = sel_registerName("further");
    class_addMethod(made->cls, made->key_setter, imp_implementationWithBlock(block), "v16@0:8");
    objc_release(block);
    return made;
}

void scene_add_closures(long count) {
    id block = mr_block_create("v16@0:8", do_nothing, NULL, NULL);
    for (; count > 0; count--) imp_implementationWithBlock(block);
    objc_release(block);
}

scene *scene_with_keys(long count) {
    Class cls = model_class();
    char name[32];
    for (long number = 0; number < count; number++) model_add_key(cls, (int)number);
    scene *made = scene_of(cls, "k0");
    for (long number = 0; number < count; number++) {
        snprintf(name, sizeof name, "k%ld", number);
        made->path = model_string(name);
        scene_observe(made, 0, 1);
    }
    snprintf(name, sizeof name, "setK%ld:", count - 1);
    made->key_setter = sel_registerName(name);
    return made;
}

void scene_observe(scene *scene, unsigned long options, long count) {
    long total = scene->observer_count + count;
    scene->observers = realloc(scene->observers, (size_t)total * sizeof(id));
    scene->options = options;
    while (scene->observer_count < total) {
        id observer = scene->observers[scene->observer_count++] = model_observer();
        SEND(add_observer)(scene->object, sel.add_observer, observer, scene->path, options, NULL);
    }
}

void scene_unobserve(scene *scene) {
    while (scene->observer_count > 0) SEND(remove_observer)
    (scene->object, sel.remove_observer, scene->observers[--scene->observer_count], scene->path);
}

void scene_crowd(scene *scene, long count) {
    for (; count > 0; count--)
        SEND(add_observer)(model_object(scene->cls), sel.add_observer, scene->observer, scene->path, 0, NULL);
}

long scene_told(const scene *scene) {
    long told = 0;
    for (long index = 0; index < scene->observer_count; index++) told += model_told(scene->observers[index]);
    return told;
}
