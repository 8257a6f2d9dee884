// generics.c - generic classes, which libswiftCore makes at run time, and initializers that give up.
//
// libswiftCore makes the class in its own layout: the compiler's code reads three of the words elsewhere. They are
// copied when libswiftCore has finished. If the root of the class is ours, the runtime adopts it, with the methods that
// the compiler has put behind it; a generic class of Swift's own stays unknown to Objective-C.
#include <dlfcn.h>
#include <stdio.h>

#include "internal.h"
#include "swift-support.h"

// ── What the compiler writes ────────────────────────────────────────────────────────────────────────

// How instances of a generic class's metadata begin. The data of the class is so many words behind those of the
// descriptor; 0 if the module was compiled without Objective-C.
typedef struct {
    int32_t instantiate, complete;
    uint32_t flags;
    int32_t destroyer, destroy_ivars;
    uint32_t class_flags;
    uint16_t ro, metaclass, metaclass_ro, reserved;
} swift_pattern;

// ── Classes in the making ───────────────────────────────────────────────────────────────────────────

typedef struct allocated {
    word *type;
    const swift_pattern *pattern;
    struct allocated *next;
} allocated;
static _Atomic(allocated *) in_the_making;  // only grows

word *swift_allocateGenericClassMetadata(const swift_descriptor *descriptor, const void *arguments,
                                         const swift_pattern *pattern) {
    static word *(*next)(const void *, const void *, const void *);
    if (next == NULL) {
        next = (word * (*)(const void *, const void *, const void *)) dlsym(RTLD_NEXT, __func__);
    }
    word *type = next(descriptor, arguments, pattern);
    if (pattern->ro == 0) return type;  // of a module without Objective-C
    allocated *entry = mr_allocate(sizeof *entry);
    *entry = (allocated){type, pattern, atomic_load(&in_the_making)};
    while (!atomic_compare_exchange_weak(&in_the_making, &entry->next, entry)) {}
    return type;
}

static const swift_pattern *pattern_of(const word *type) {
    const allocated *entry = atomic_load(&in_the_making);
    while (entry && entry->type != type) entry = entry->next;
    return entry ? entry->pattern : NULL;
}

static bool is_ours(Class cls) { return *(word *)cls > SWIFT_LAST_KIND && !mr_class_is_native(cls); }

// The runtime needs a name for each; `Box<1>` is the first class of any generic one.
static void adopt(Class cls, Class superclass, const swift_pattern *pattern) {
    static _Atomic(unsigned) number;
    word *words = (word *)cls;
    const swift_descriptor *descriptor = (const swift_descriptor *)words[SWIFT_DESCRIPTOR];
    char name[256];
    snprintf(name, sizeof name, "%s<%u>", (const char *)swift_follow(&descriptor->name),
             atomic_fetch_add(&number, 1) + 1);
    char *memory = mr_allocate(MR_CLASS_BEFORE + MR_CLASS_AFTER);
    words[0] = (word)(memory + MR_CLASS_BEFORE);
    words[SWIFT_WITNESSES] = (word)&mr_object_witnesses;
    uint32_t size = (uint32_t)words[APPLE_SIZE];
    uint32_t whole = (uint32_t)words[APPLE_EXTENT], before = (uint32_t)(words[APPLE_EXTENT] >> 32);
    mr_class_adopt(cls, superclass, name, mr_class_ivars_end(superclass), size);
    mr_class_set_swift(cls, (mr_class_extent){before, whole - before});
    mr_class_set_deinit(cls);
    mr_class_adopt_methods(cls, words + descriptor->words_after + pattern->ro);
    objc_registerClassPair(cls);
}

static void finish(word *type) {
    const swift_pattern *pattern = pattern_of(type);
    if (pattern == NULL) return;
    type[APPLE_DESTROYER] = type[SWIFT_DESTROYER];
    type[APPLE_DESCRIPTOR] = type[SWIFT_DESCRIPTOR];
    type[APPLE_EXTENT] = type[SWIFT_EXTENT];
    type[APPLE_SIZE] = type[SWIFT_SIZE];
    Class cls = (Class)(void *)type, superclass = (Class)type[1];
    if (superclass && is_ours(superclass)) adopt(cls, superclass, pattern);
}

typedef struct {
    const void *type;
    word state;
} swift_dependency;

swift_dependency swift_initClassMetadata2(word *type, word flags, word count, const void *types, word *offsets) {
    static swift_dependency (*next)(word *, word, word, const void *, word *);
    if (next == NULL) next = (swift_dependency(*)(word *, word, word, const void *, word *))dlsym(RTLD_NEXT, __func__);
    swift_dependency dependency = next(type, flags, count, types, offsets);
    if (dependency.type == NULL) finish(type);
    return dependency;
}

// ── Initializers that give up ───────────────────────────────────────────────────────────────────────

// Destroys the ivars of the classes below `until`, which were initialized, and frees the object. libswiftCore would
// read the function that destroys them at its own place.
void swift_deallocPartialClassInstance(id object, Class until, word size, word alignment) {
    static void (*next)(id, const void *, word, word);
    if (next == NULL) next = (void (*)(id, const void *, word, word))dlsym(RTLD_NEXT, __func__);
    if (object == nil) return;
    Class cls = *(Class *)object;
    if (*(word *)cls <= SWIFT_LAST_KIND) return next(object, until, size, alignment);
    for (; cls != until; cls = class_getSuperclass(cls)) {
        typedef SWIFT_CALL void destroyer(__attribute__((swift_context)) id);
        destroyer *destroy = mr_class_is_swift(cls) ? (destroyer *)((word *)cls)[APPLE_DESTROYER] : NULL;
        if (destroy && mr_class_is_static(cls)) destroy(object);
    }
    if (mr_class_is_native(cls)) return next(object, *(Class *)object, size, alignment);
    while (mr_class_is_swift(cls)) cls = class_getSuperclass(cls);
    object_setClass(object, cls);
    objc_release(object);
}
