// property.c - properties: a name, and attributes in one string, such as "T@\"NSString\",C,N,V_name".
//
// Interface: the Properties section of runtime.h; mr_property_create and mr_property_free, which protocols use too.
// Invariant: neither a property nor an attribute string that was ever returned moves. Replacing the attributes keeps
// the old string in a list behind the new one, and all are freed with the class: so property_getAttributes can read
// without a lock and return borrowed memory.
//
// An attribute is a letter, or a longer name in double quotes, followed by its value. Commas separate attributes, but a
// comma inside the type of a T attribute, in {} () [] or quotes, is part of that type.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class.h"

typedef struct attribute_text {
    struct attribute_text *replaced;
    char string[];
} attribute_text;

struct objc_property {
    char *name;
    _Atomic(attribute_text *) attributes;  // written under the runtime lock
};

// ── Writing attributes ──────────────────────────────────────────────────────────────────────────────

// Leaves out attributes whose value is NULL, as Apple's runtime does. An attribute without a value has the value "".
static bool is_written(const objc_property_attribute_t *attribute) {
    return attribute->name && *attribute->name && attribute->value;
}

static attribute_text *text_create(const objc_property_attribute_t *attributes, unsigned int count) {
    if (!attributes) count = 0;
    size_t size = 1;
    for (unsigned int i = 0; i < count; i++) {
        if (!is_written(&attributes[i])) continue;
        size += strlen(attributes[i].name) + strlen(attributes[i].value) + strlen("\"\",");
    }
    attribute_text *text = mr_allocate(sizeof *text + size);
    char *end = text->string;
    for (unsigned int i = 0; i < count; i++) {
        const char *name = attributes[i].name;
        if (!is_written(&attributes[i])) continue;
        if (end != text->string) *end++ = ',';
        end += sprintf(end, name[1] ? "\"%s\"%s" : "%s%s", name, attributes[i].value);
    }
    return text;
}

objc_property_t mr_property_create(const char *name, const objc_property_attribute_t *attributes, unsigned int count) {
    objc_property_t property = mr_allocate(sizeof *property);
    property->name = mr_copy_string(name);
    atomic_init(&property->attributes, text_create(attributes, count));
    return property;
}

void mr_property_free(objc_property_t property) {
    attribute_text *text = atomic_load(&property->attributes);
    while (text) {
        attribute_text *replaced = text->replaced;
        free(text);
        text = replaced;
    }
    free(property->name);
    free(property);
}

// ── Reading attributes ──────────────────────────────────────────────────────────────────────────────

// Returns the end of the attribute that starts at `text`: a comma, or the end of the string.
static const char *attribute_end(const char *text) {
    int depth = 0;
    bool quoted = false;
    for (const char *end = text; *text == 'T'; end++) {
        if (*end == '\0' && (depth > 0 || quoted)) break;  // malformed: end at the first comma, as for other attributes
        if (*end == '\0' || (*end == ',' && depth == 0 && !quoted)) return end;
        if (*end == '"') quoted = !quoted;
        else if (!quoted && strchr("{([", *end)) depth++;
        else if (!quoted && strchr("})]", *end) && depth > 0) depth--;
    }
    return text + strcspn(text, ",");
}

typedef struct {
    const char *name, *value;
    size_t name_length, value_length;
} attribute;

// Parses the next attribute and advances `*text` past it. false at the end of the string.
static bool next_attribute(const char **text, attribute *out) {
    while (**text == ',') ++*text;
    if (!**text) return false;
    const char *begin = *text, *end = attribute_end(begin);
    *text = end;
    if (*begin == '"') {
        out->name = begin + 1;
        out->name_length = strcspn(out->name, "\",");
        out->value = out->name + out->name_length;
        if (*out->value == '"') out->value++;
    } else {
        out->name = begin;
        out->name_length = 1;
        out->value = begin + 1;
    }
    out->value_length = (size_t)(end - out->value);
    return true;
}

const char *property_getName(objc_property_t property) { return property ? property->name : NULL; }

const char *property_getAttributes(objc_property_t property) {
    return property ? atomic_load_explicit(&property->attributes, memory_order_acquire)->string : NULL;
}

static char *append_string(char **end, const char *string, size_t length) {
    char *copy = memcpy(*end, string, length);
    copy[length] = '\0';
    *end += length + 1;
    return copy;
}

objc_property_attribute_t *property_copyAttributeList(objc_property_t property, unsigned int *outCount) {
    const char *attributes = property ? property_getAttributes(property) : "";
    unsigned int count = 0;
    size_t string_size = 0;
    attribute found;
    for (const char *text = attributes; next_attribute(&text, &found); count++) {
        string_size += found.name_length + found.value_length + 2;
    }
    if (outCount) *outCount = count;
    if (count == 0) return NULL;

    objc_property_attribute_t *list = mr_allocate((count + 1) * sizeof *list + string_size);
    char *end = (char *)(list + count + 1);
    objc_property_attribute_t *item = list;
    for (const char *text = attributes; next_attribute(&text, &found); item++) {
        item->name = append_string(&end, found.name, found.name_length);
        item->value = append_string(&end, found.value, found.value_length);
    }
    return list;
}

char *property_copyAttributeValue(objc_property_t property, const char *name) {
    if (!property || !name) return NULL;
    size_t length = strlen(name);
    attribute found;
    for (const char *text = property_getAttributes(property); next_attribute(&text, &found);) {
        if (found.name_length != length || memcmp(found.name, name, length) != 0) continue;
        char *value = mr_allocate(found.value_length + 1);
        return memcpy(value, found.value, found.value_length);
    }
    return NULL;
}

// ── The properties of a class ───────────────────────────────────────────────────────────────────────

objc_property_t mr_property_named_locked(const mr_list *properties, const char *name) {
    for (uint32_t i = 0; i < properties->count; i++) {
        objc_property_t property = properties->items[i];
        if (strcmp(property->name, name) == 0) return property;
    }
    return NULL;
}

BOOL class_addProperty(Class cls, const char *name, const objc_property_attribute_t *attributes, unsigned int count) {
    if (!cls || !name) return NO;
    mr_lock_acquire(&mr_runtime_lock);
    bool absent = !mr_property_named_locked(&cls->data->properties, name);
    if (absent) mr_list_append(&cls->data->properties, mr_property_create(name, attributes, count));
    mr_lock_release(&mr_runtime_lock);
    return absent;
}

// Takes over the text. Callers may still read a replaced one, so each lives as long as the class. If an earlier text is
// equal, that one is used again.
static void replace_text(objc_property_t property, attribute_text *text) {
    attribute_text *first = atomic_load(&property->attributes), **link = &first;
    while (*link && strcmp((*link)->string, text->string) != 0) link = &(*link)->replaced;
    if (*link) {
        free(text);
        text = *link;
        *link = text->replaced;
    }
    text->replaced = first;
    atomic_store_explicit(&property->attributes, text, memory_order_release);
}

void class_replaceProperty(Class cls, const char *name, const objc_property_attribute_t *attributes,
                           unsigned int count) {
    if (!cls || !name) return;
    mr_lock_acquire(&mr_runtime_lock);
    objc_property_t property = mr_property_named_locked(&cls->data->properties, name);
    if (property) {
        replace_text(property, text_create(attributes, count));
    } else {
        mr_list_append(&cls->data->properties, mr_property_create(name, attributes, count));
    }
    mr_lock_release(&mr_runtime_lock);
}

objc_property_t class_getProperty(Class cls, const char *name) {
    if (!cls || !name) return NULL;
    mr_lock_acquire(&mr_runtime_lock);
    objc_property_t property = NULL;
    for (; cls && !property; cls = mr_superclass(cls))
        property = mr_property_named_locked(&cls->data->properties, name);
    mr_lock_release(&mr_runtime_lock);
    return property;
}

objc_property_t *class_copyPropertyList(Class cls, unsigned int *outCount) {
    return mr_list_copy_shared(cls ? &cls->data->properties : NULL, outCount);
}
