// properties.c - fuzz target: attributes of properties. The input is a list of names and values, each ended by a
// newline. The attribute string written from the list must give the same list when it is read.
#include "fuzz.h"

enum { MAX_ATTRIBUTES = 16 };

static unsigned int split(char *text, objc_property_attribute_t *attributes) {
    unsigned int count = 0;
    for (char *name = strtok(text, "\n"); name && count < MAX_ATTRIBUTES; name = strtok(NULL, "\n")) {
        char *value = strtok(NULL, "\n");
        attributes[count++] = (objc_property_attribute_t){name, value ? value : ""};
    }
    return count;
}

// Attributes without commas and quotes are read back exactly. All others need only be readable.
static bool is_plain(const objc_property_attribute_t *attribute) {
    return strpbrk(attribute->name, "\",") == NULL && strpbrk(attribute->value, "\",{}()[]") == NULL;
}

static void check_read_back(objc_property_t property, const objc_property_attribute_t *given, unsigned int count) {
    unsigned int found;
    objc_property_attribute_t *list = property_copyAttributeList(property, &found);
    EXPECT((list == NULL) == (found == 0));
    bool plain = true;
    for (unsigned int index = 0; index < count; index++) plain = plain && is_plain(&given[index]);
    if (plain) EXPECT(found == count);
    for (unsigned int index = 0; index < found; index++) {
        char *value = property_copyAttributeValue(property, list[index].name);
        EXPECT(value);
        free(value);
        if (!plain) continue;
        EXPECT(strcmp(list[index].name, given[index].name) == 0);
        EXPECT(strcmp(list[index].value, given[index].value) == 0);
    }
    free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    objc_property_attribute_t attributes[MAX_ATTRIBUTES] = {{"T", text}};
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), "Fuzzed", 0);
    EXPECT(class_addProperty(cls, "whole", attributes, 1));
    free(property_copyAttributeList(class_getProperty(cls, "whole"), NULL));

    unsigned int count = split(text, attributes);
    EXPECT(class_addProperty(cls, "split", attributes, count));
    EXPECT(!class_addProperty(cls, "split", attributes, count));
    check_read_back(class_getProperty(cls, "split"), attributes, count);
    class_replaceProperty(cls, "whole", attributes, count);
    EXPECT(strcmp(property_getAttributes(class_getProperty(cls, "whole")),
                  property_getAttributes(class_getProperty(cls, "split"))) == 0);
    objc_disposeClassPair(cls);
    free(text);
    return 0;
}
