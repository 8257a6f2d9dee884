// load-methods.c - calls the +load methods of classes and categories, once each, in Apple's order.
//
// Classes come before categories, and a superclass before its subclasses; otherwise the order is that of the image. A
// category's +load is called in addition to that of its class. Because a message would find only the category's method,
// the IMPs are read from the compiled method lists.
#include <stdlib.h>
#include <string.h>

#include "abi.h"

static IMP find_load(const abi_methods *methods) {
    for (uint32_t index = 0; methods && index < methods->count; index++) {
        if (strcmp(methods->list[index].name, "load") == 0) return methods->list[index].imp;
    }
    return NULL;
}

mr_load_call *mr_image_find_loads(const mr_image *image) {
    MR_IMAGE_LIST(abi_class, classes, image, objc_nlclslist);
    mr_load_call *calls = mr_allocate((classes_count + 1) * sizeof *calls);
    for (size_t index = 0; index < classes_count; index++) {
        assert(mr_is_unadopted(classes[index]));
        calls[index] = (mr_load_call){classes[index], find_load(mr_ro(classes[index]->isa)->methods)};
    }
    return calls;
}

// Calls one +load method. An exception that it raises ends the process, because no caller could catch it.
static void call(Class cls, IMP imp) {
    void *pool = objc_autoreleasePoolPush();
    ((void (*)(Class, SEL))(void *)imp)(cls, sel_registerName("load"));
    mr_exception_uncaught();
    objc_autoreleasePoolPop(pool);
}

static void call_after_superclass(mr_load_call *calls, size_t count, Class cls) {
    if (cls == Nil) return;
    call_after_superclass(calls, count, class_getSuperclass(cls));
    for (size_t index = 0; index < count; index++) {
        IMP imp = calls[index].imp;
        if ((Class)(void *)calls[index].cls != cls || imp == NULL) continue;
        calls[index].imp = NULL;
        call(cls, imp);
    }
}

void mr_image_call_loads(const mr_image *image, mr_load_call *calls) {
    MR_IMAGE_LIST(abi_class, classes, image, objc_nlclslist);
    for (size_t index = 0; index < classes_count; index++) {
        call_after_superclass(calls, classes_count, (Class)(void *)classes[index]);
    }
    free(calls);
    MR_IMAGE_LIST(abi_category, categories, image, objc_nlcatlist);
    for (size_t index = 0; index < categories_count; index++) {
        IMP imp = find_load(categories[index]->class_methods);
        if (imp && categories[index]->cls) call((Class)(void *)categories[index]->cls, imp);
    }
}
