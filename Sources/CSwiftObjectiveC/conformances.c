// conformances.c - classes of Objective-C that conform to protocols of Swift.
//
// `extension NSObject: Hashable` names the class; libswiftCore passes over such a record. It is made to lead to the
// descriptor of the class.
#include "internal.h"
#include "swift-support.h"

static void lead_to_descriptor(swift_conformance *conformance) {
    unsigned kind = swift_conformance_kind(conformance);
    if (kind != SWIFT_BY_NAME && kind != SWIFT_BY_REFERENCE) return;
    const void *target = swift_follow(&conformance->type);
    Class cls = kind == SWIFT_BY_NAME ? objc_lookUpClass(target) : *(Class *)target;
    if (cls == Nil) mr_fatal("a class that does not exist conforms to a protocol of Swift");
    swift_conformance contents = swift_with_kind(conformance, SWIFT_BY_DESCRIPTOR);
    contents.type = swift_distance(&conformance->type, swift_descriptor_of(cls));
    swift_change_constant(conformance, &contents, sizeof contents);
}

// Called for each image, because any of them may have brought the toolchain's Foundation.
void mr_swift_image_load(const mr_image *image) {
    const mr_image_section *section = &image->sections[MR_SECTION_swift5_protocol_conformances];
    if (mr_image_is_swift(image)) {
        swift_visit_conformances(section->begin, section->end, lead_to_descriptor);
        swift_change_fields(image);
    }
    swift_enumerateAllMetadataSections(swift_hide_bridging, NULL);
}
