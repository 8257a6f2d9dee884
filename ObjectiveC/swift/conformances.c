// conformances.c - records of conformances that libswiftCore cannot read, or must not.
#include <dlfcn.h>
#include <string.h>

#include "internal.h"
#include "swift-support.h"

typedef struct {
    int32_t protocol, type, table;
    uint32_t flags;
} swift_conformance;
enum { BY_WORD = 1, BY_NAME = 2, BY_REFERENCE = 3, KIND_SHIFT = 3, KIND_MASK = 7 };

// Calls `visit` for each record of a section.
static void visit_section(const void *begin, const void *end, void (*visit)(swift_conformance *)) {
    for (const int32_t *record = begin; record < (const int32_t *)end; record++) {
        visit((swift_conformance *)(void *)swift_follow(record));
    }
}

// ── Classes of Objective-C ──────────────────────────────────────────────────────────────────────────
// `extension NSObject: Hashable` names the class; libswiftCore passes over such a record. It is made to lead to the
// descriptor of the class, by a word that contains its address: the descriptor may be far away.

static void lead_to_descriptor(swift_conformance *conformance) {
    unsigned kind = conformance->flags >> KIND_SHIFT & KIND_MASK;
    if (kind != BY_NAME && kind != BY_REFERENCE) return;
    const void *target = swift_follow(&conformance->type);
    Class cls = kind == BY_NAME ? objc_lookUpClass(target) : *(Class *)target;
    if (cls == Nil) mr_fatal("a class that does not exist conforms to a protocol of Swift");
    swift_conformance contents = *conformance;
    const void **place = swift_word_near(&conformance->type);
    *place = swift_descriptor_of(cls);
    contents.type = swift_distance(&conformance->type, place);
    contents.flags = (contents.flags & ~((unsigned)KIND_MASK << KIND_SHIFT)) | BY_WORD << KIND_SHIFT;
    swift_change_constant(conformance, &contents, sizeof contents);
}

// ── The toolchain's Foundation ──────────────────────────────────────────────────────────────────────
// It bridges String to a class NSString of its own. A program whose libraries use it would get two conformances of
// String, and libswiftCore would take either, so it no longer finds those of the toolchain's. That Foundation calls
// them without looking.

extern const char bridgeable_protocol[] __asm__("$ss21_ObjectiveCBridgeableMp");

static void hide_bridging(swift_conformance *conformance) {
    const void *protocol = swift_follow(&conformance->protocol);
    if ((word)protocol & 1) protocol = *(const void *const *)((word)protocol & ~(word)1);
    if (protocol != bridgeable_protocol) return;
    swift_conformance contents = *conformance;
    contents.protocol = 0;
    swift_change_constant(conformance, &contents, sizeof contents);
}

static bool is_foundation(const void *address) {
    static const char name[] = "/libFoundation.so";
    Dl_info info;
    if (!dladdr(address, &info) || info.dli_fname == NULL) return false;
    size_t length = strlen(info.dli_fname);
    return length >= sizeof name - 1 && strcmp(info.dli_fname + length - (sizeof name - 1), name) == 0;
}

static bool hide_in_foundation(const swift_sections *sections, void *context) {
    const char *begin = (const char *)sections->conformances.begin;
    if (begin && is_foundation(begin)) visit_section(begin, begin + sections->conformances.size, hide_bridging);
    return true;
}

// Called for each image, because any of them may have brought the toolchain's Foundation.
void mr_swift_image_load(const mr_image *image) {
    const mr_image_section *section = &image->sections[MR_SECTION_swift5_protocol_conformances];
    if (mr_image_is_swift(image)) {
        visit_section(section->begin, section->end, lead_to_descriptor);
        swift_change_fields(image);
    }
    swift_enumerateAllMetadataSections(hide_in_foundation, NULL);
}
