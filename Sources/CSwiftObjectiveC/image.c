// image.c - what Swift's compiler has written into an image: what is refused, and conformances that libswiftCore cannot
// read.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"
#include "swift-support.h"

#define SECTION(image, T, name, section)                                                                               \
    const T *name = (const T *)(const void *)(image)->sections[MR_SECTION_##section].begin;                            \
    const T *name##_end = (const T *)(const void *)(image)->sections[MR_SECTION_##section].end

// ── What is refused ─────────────────────────────────────────────────────────────────────────────────

static _Noreturn void refuse(const mr_image *image, const swift_descriptor *descriptor, const char *reason) {
    mr_fatal("image %s cannot be loaded: class '%s' %s", mr_image_path(image),
             (const char *)swift_follow(&descriptor->name), reason);
}

static bool is_listed(const mr_image *image, const swift_descriptor *descriptor) {
    SECTION(image, word *, classes, objc_classlist);
    for (; classes < classes_end; classes++) {
        bool isSwift = (*classes)[4] & 3;
        if (isSwift && (const swift_descriptor *)(*classes)[APPLE_DESCRIPTOR] == descriptor) return true;
    }
    return false;
}

// The class of a module that was compiled without Objective-C lies 24 bytes elsewhere for code that was compiled with
// it, so a call of its methods, or a subclass, would read the wrong words. A final class has no such methods.
static void check_class(const mr_image *image, const swift_descriptor *descriptor) {
    if (descriptor->flags & SWIFT_IS_GENERIC) return;
    if (descriptor->flags & SWIFT_INITIALIZED_LATE) {
        refuse(image, descriptor, "inherits from a generic class: libswiftCore cannot make it");
    }
    if (descriptor->flags & SWIFT_HAS_VTABLE && !is_listed(image, descriptor)) {
        refuse(image, descriptor,
               "can have subclasses, and its module was compiled without -enable-objc-interop: make it final, or "
               "compile the module with the flag");
    }
}

void mr_swift_image_check(const mr_image *image) {
    if (!mr_image_is_swift(image)) return;
    SECTION(image, int32_t, records, swift5_type_metadata);
    enum { IS_INDIRECT = 3 };
    for (; records < records_end; records++) {
        if (*records & IS_INDIRECT) continue;
        const swift_descriptor *descriptor = swift_follow(records);
        if (swift_is_class(descriptor)) check_class(image, descriptor);
    }
}

// ── Conformances ────────────────────────────────────────────────────────────────────────────────────
// `extension NSObject: Hashable` names the class; libswiftCore passes over such a record. It is made to lead to the
// descriptor of the class.

typedef struct {
    int32_t protocol, type, table;
    uint32_t flags;
} swift_conformance;
enum { BY_NAME = 2, BY_REFERENCE = 3, KIND_SHIFT = 3, KIND_MASK = 7 };

static Class class_of(const mr_image *image, const swift_conformance *conformance, unsigned kind) {
    const void *target = swift_follow(&conformance->type);
    Class cls = kind == BY_NAME ? objc_lookUpClass(target) : *(Class *)target;
    if (cls) return cls;
    mr_fatal("image %s cannot be loaded: a class that does not exist conforms to a protocol", mr_image_path(image));
}

static void set_writable(const swift_conformance *conformance, bool isWritable) {
    word page = (word)sysconf(_SC_PAGESIZE), begin = (word)conformance & ~(page - 1);
    word size = (word)(conformance + 1) - begin;
    if (mprotect((void *)begin, size, isWritable ? PROT_READ | PROT_WRITE : PROT_READ)) {
        mr_fatal("the memory of a conformance cannot be changed");
    }
}

static void rewrite(const mr_image *image, swift_conformance *conformance) {
    unsigned kind = conformance->flags >> KIND_SHIFT & KIND_MASK;
    if (kind != BY_NAME && kind != BY_REFERENCE) return;
    Class cls = class_of(image, conformance, kind);
    bool isConstant = !mr_is_variable(conformance);
    if (isConstant) set_writable(conformance, true);
    conformance->type = swift_distance(&conformance->type, swift_descriptor_of(cls));
    conformance->flags &= ~((unsigned)KIND_MASK << KIND_SHIFT);
    if (isConstant) set_writable(conformance, false);
}

void mr_swift_image_load(const mr_image *image) {
    SECTION(image, int32_t, records, swift5_protocol_conformances);
    for (; records < records_end; records++) rewrite(image, (swift_conformance *)(void *)swift_follow(records));
}
