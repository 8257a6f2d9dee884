// descriptors.c - what libswiftCore reads in a class that is not Swift's: witnesses, size, and a descriptor.
//
// A class that a compiler laid out, as NSString, has a descriptor of its own, made here: its name, in a module `__C`,
// and a function that returns the class. libswiftCore finds a type by its mangled name (So8NSStringC) among the
// registered descriptors, and asks the function. A class made at run time has the descriptor of its superclass: to
// Swift it is an instance of that.
#include <string.h>

#include "accessors.h"
#include "internal.h"

// So many classes have descriptors of their own. accessors.S has a function for each.
enum { CAPACITY = MR_ACCESSOR_CAPACITY, TEXT_CAPACITY = CAPACITY * 32 };
Class mr_swift_described[CAPACITY] __attribute__((visibility("hidden")));
extern const char mr_swift_accessors[] __attribute__((visibility("hidden")));

static swift_descriptor descriptors[CAPACITY];
static int32_t records[CAPACITY];  // libswiftCore keeps their addresses
static char text[TEXT_CAPACITY];
static _Atomic(unsigned) count, text_count;

static struct {
    uint32_t flags;
    int32_t parent, name;
    char text[4];
} module = {SWIFT_MODULE | SWIFT_IS_UNIQUE, 0, sizeof(int32_t), "__C"};

static const char *copy_name(const char *name) {
    unsigned size = (unsigned)strlen(name) + 1, begin = atomic_fetch_add(&text_count, size);
    if (size > TEXT_CAPACITY || begin > TEXT_CAPACITY - size)
        mr_fatal("the names of the classes are too long for Swift");
    return memcpy(text + begin, name, size);
}

static const swift_descriptor *describe(Class cls) {
    unsigned index = atomic_fetch_add(&count, 1);
    if (index >= CAPACITY) mr_fatal("a program with classes in Swift can have %d classes of Objective-C", CAPACITY);
    swift_descriptor *descriptor = &descriptors[index];
    mr_swift_described[index] = cls;
    descriptor->flags = SWIFT_CLASS | SWIFT_IS_UNIQUE;
    descriptor->parent = swift_distance(&descriptor->parent, &module);
    descriptor->name = swift_distance(&descriptor->name, copy_name(class_getName(cls)));
    descriptor->accessor = swift_distance(&descriptor->accessor, mr_swift_accessors + MR_ACCESSOR_SIZE * index);
    descriptor->words_before = MR_CLASS_BEFORE / sizeof(word);
    descriptor->words_after = MR_CLASS_AFTER / sizeof(word);
    records[index] = swift_distance(&records[index], descriptor);
    swift_registerTypeMetadataRecords(&records[index], &records[index + 1]);
    return descriptor;
}

const swift_descriptor *swift_descriptor_of(Class cls) { return ((void **)cls)[SWIFT_DESCRIPTOR]; }

// A root class that was made at run time is described once, with all others of its kind.
static const swift_descriptor *descriptor_for(Class cls) {
    static _Atomic(const swift_descriptor *) root;
    if (mr_class_is_static(cls)) return describe(cls);
    if (class_getSuperclass(cls)) return swift_descriptor_of(class_getSuperclass(cls));
    if (atomic_load(&root) == NULL) atomic_store(&root, describe(cls));
    return atomic_load(&root);
}

static void fill(Class cls, const swift_descriptor *descriptor) {
    const void **words = (const void **)cls;
    words[SWIFT_WITNESSES] = &mr_object_witnesses;
    words[SWIFT_DESCRIPTOR] = descriptor;
}

// The class of Swift's compiler has all of this, but elsewhere: the runtime owns the word of the size, and the word of
// the descriptor contains flags that nothing reads.
static void move(Class cls) {
    word *words = (word *)cls;
    const word upper = (word)UINT16_MAX << 48;  // who counts the instances
    words[SWIFT_SIZE] = (words[SWIFT_SIZE] & upper) | (words[APPLE_SIZE] & ~upper);
    words[SWIFT_DESCRIPTOR] = words[APPLE_DESCRIPTOR];
}

void mr_swift_class_prepare(Class cls) {
    if (mr_class_is_swift(cls)) {
        move(cls);
    } else if (mr_class_has_room(cls)) {
        const swift_descriptor *descriptor = descriptor_for(cls);
        fill(cls, descriptor);
        fill(object_getClass((id)cls), descriptor);
    }
}

// ── Methods ──────────────────────────────────────────────────────────────────────────────────────────

bool swift_has_methods(const swift_descriptor *descriptor) {
    enum { KIND = 15, INITIALIZER = 1 };
    const uint32_t moving = SWIFT_IS_GENERIC | SWIFT_INITIALIZED_LATE | SWIFT_HAS_RESILIENT_SUPERCLASS;
    if (!(descriptor->flags & SWIFT_HAS_VTABLE)) return false;
    if (descriptor->flags & moving) return true;
    const struct {
        uint32_t offset, count;
        struct {
            uint32_t flags;
            int32_t code;
        } methods[];
    } *table = (const void *)(descriptor + 1);
    for (uint32_t index = 0; index < table->count; index++) {
        if ((table->methods[index].flags & KIND) != INITIALIZER) return true;
    }
    return false;
}
