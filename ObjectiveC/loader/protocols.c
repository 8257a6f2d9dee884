// protocols.c - registers the protocols of an image, and adds protocols and properties to classes.
//
// Every object file that mentions a protocol contains a description of it. The first description of a name makes the
// protocol. `@protocol(P)` loads a reference in the image, which mr_image_load_protocols points at that protocol.
#include <string.h>

#include "abi.h"

enum { MAX_DEPTH = 64 };  // the longest chain of protocols that adopt one another

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────

// An attribute string, "Ti,N,V_age", as a single attribute: "T" with the value "i,N,V_age". The runtime joins name and
// value of the attributes, so property_getAttributes returns the same string again.
typedef struct {
    char letter[2];
    objc_property_attribute_t attribute;
} attribute_text;

static void split(const char *attributes, attribute_text *out) {
    *out = (attribute_text){.letter = {attributes[0], '\0'}};
    out->attribute = (objc_property_attribute_t){out->letter, attributes[0] ? attributes + 1 : NULL};
}

void mr_class_adopt_properties(Class cls, const abi_properties *properties, bool isCategory) {
    for (uint32_t index = 0; properties && index < properties->count; index++) {
        const abi_property *property = &properties->list[index];
        attribute_text text;
        split(property->attributes, &text);
        if (isCategory) class_replaceProperty(cls, property->name, &text.attribute, 1);
        else class_addProperty(cls, property->name, &text.attribute, 1);
    }
}

static void add_properties(Protocol *protocol, const abi_properties *properties, bool isInstance) {
    for (uint32_t index = 0; properties && index < properties->count; index++) {
        attribute_text text;
        split(properties->list[index].attributes, &text);
        protocol_addProperty(protocol, properties->list[index].name, &text.attribute, 1, YES, isInstance);
    }
}

// ── Protocols ───────────────────────────────────────────────────────────────────────────────────────

static void add_methods(Protocol *protocol, const abi_methods *methods, bool isRequired, bool isInstance) {
    for (uint32_t index = 0; methods && index < methods->count; index++) {
        const mr_method_entry *method = &methods->list[index];
        protocol_addMethodDescription(protocol, sel_registerName(method->name), method->types, isRequired, isInstance);
    }
}

// Returns the registered protocol with the name of `compiled`. If there is none, makes it, and first the protocols that
// it adopts.
static Protocol *protocol_for(const abi_protocol *compiled, int depth) {
    Protocol *protocol = objc_getProtocol(compiled->name);
    if (protocol) return protocol;
    if (depth == MAX_DEPTH) mr_fatal("protocol '%s' adopts itself, or lies over %d deep", compiled->name, MAX_DEPTH);
    protocol = objc_allocateProtocol(compiled->name);
    const abi_protocols *adopted = compiled->protocols;
    for (uint64_t index = 0; adopted && index < adopted->count; index++) {
        protocol_addProtocol(protocol, protocol_for(adopted->list[index], depth + 1));
    }
    add_methods(protocol, compiled->methods[ABI_INSTANCE], true, true);
    add_methods(protocol, compiled->methods[ABI_CLASS], true, false);
    add_methods(protocol, compiled->methods[ABI_OPTIONAL_INSTANCE], false, true);
    add_methods(protocol, compiled->methods[ABI_OPTIONAL_CLASS], false, false);
    add_properties(protocol, compiled->properties, true);
    // Older compilers omit the last field.
    if (compiled->size >= sizeof *compiled) add_properties(protocol, compiled->class_properties, false);
    objc_registerProtocol(protocol);
    assert(objc_getProtocol(compiled->name) == protocol);
    return protocol;
}

void mr_image_load_protocols(const mr_image *image) {
    MR_IMAGE_LIST(abi_protocol, protocols, image, objc_protolist);
    for (size_t index = 0; index < protocols_count; index++) protocol_for(protocols[index], 0);
    MR_IMAGE_LIST(abi_protocol, references, image, objc_protorefs);
    for (size_t index = 0; index < references_count; index++) {
        references[index] = (abi_protocol *)(void *)protocol_for(references[index], 0);
    }
}

void mr_class_adopt_protocols(Class cls, const abi_protocols *protocols) {
    for (uint64_t index = 0; protocols && index < protocols->count; index++) {
        class_addProtocol(cls, protocol_for(protocols->list[index], 0));
    }
}
