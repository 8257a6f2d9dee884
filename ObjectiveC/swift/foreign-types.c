// foreign-types.c - the types of other libraries through which code comes to classes that it cannot use.
//
// Such a class can have subclasses, and was compiled without Objective-C and without library evolution (foreign.c).
// Code that needs no symbol of the class may still reach it:
//
//      struct Holder { var box: Box }           reads the property at a fixed place
//      enum Choice { case one(Box) }            likewise
//      final class Last: Box {}                 calls a method of the superclass
//      protocol Source { var box: Box { get } } finds the getter in a table
//
// A library describes the properties, cases and superclasses of its types, and the conditions of its protocols. The
// requirements of protocols it does not describe, so a library's protocols count as leading to its first such class.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"
#include "swift-support.h"

bool swift_has_suffix(const char *text, const char *suffix) {
    size_t length = strlen(text), end = strlen(suffix);
    return length >= end && strcmp(text + length - end, suffix) == 0;
}

// ── Types of libraries ──────────────────────────────────────────────────────────────────────────────

static void add_type(swift_foreign_types *types, const swift_descriptor *type, const struct link_map *library) {
    if (types->count == types->capacity) {
        types->capacity = types->capacity ? 2 * types->capacity : 256;
        types->list = mr_reallocate(types->list, types->capacity * sizeof *types->list);
    }
    bool isClass = swift_is_class(type) && swift_has_methods(type);
    types->list[types->count++] = (swift_foreign_type){type, isClass ? type : NULL, library, NULL};
}

// Adds the types that a library exports, which are those that other code can use; none of a library with evolution,
// whose symbols for calls of methods end with Tj.
static void add_library(swift_foreign_types *types, const struct link_map *library) {
    size_t before = types->count;
    swift_symbols symbols = swift_symbols_of(library);
    for (size_t index = 1; index < symbols.count; index++) {
        const ElfW(Sym) *symbol = &symbols.list[index];
        const char *name = swift_symbol_name(&symbols, index);
        size_t length = strlen(name);
        if (symbol->st_shndx == SHN_UNDEF || length <= 4 || memcmp(name, "$s", 2) != 0) continue;
        const char *end = name + length - 2;
        if (strcmp(end, "Tj") == 0) {
            types->count = before;
            return;
        }
        bool isType = strcmp(end, "Mn") == 0 || strcmp(end, "Mp") == 0;
        if (isType) add_type(types, (const void *)(library->l_addr + symbol->st_value), library);
    }
}

static bool add_sections(const swift_sections *sections, void *types) {
    const void *address = (const void *)sections->types.begin;
    const struct link_map *library = address ? swift_image_of(address) : NULL;
    if (library && !swift_is_known_image(library)) add_library(types, library);
    return true;
}

static int by_type(const void *lhs, const void *rhs) {
    const swift_descriptor *left = ((const swift_foreign_type *)lhs)->type;
    const swift_descriptor *right = ((const swift_foreign_type *)rhs)->type;
    return (left > right) - (left < right);
}

// ── What they mention ───────────────────────────────────────────────────────────────────────────────

// Returns the class to which a type is known to lead, or NULL.
static const swift_descriptor *target_of(const swift_foreign_types *types, const void *type) {
    const swift_foreign_type *found =
        bsearch(&(swift_foreign_type){.type = type}, types->list, types->count, sizeof *types->list, by_type);
    return found ? found->leads_to : NULL;
}

// The same for the name of a type.
static const swift_descriptor *target_in_name(const swift_foreign_types *types, const int32_t *field) {
    enum { IS_DIRECT = 1, IS_INDIRECT = 2 };
    const swift_descriptor *target = NULL;
    const char *name = swift_follow(field);
    while (target == NULL && *name) {
        char byte = *name++;
        size_t size = swift_reference_size(byte);
        if (byte == IS_DIRECT || byte == IS_INDIRECT) {
            int32_t distance;
            memcpy(&distance, name, sizeof distance);
            const void *type = name + distance;
            target = target_of(types, byte == IS_DIRECT ? type : *(const void *const *)type);
        }
        name += size;
    }
    return target;
}

static const swift_descriptor *target_of_fields(const swift_foreign_types *types, const swift_descriptor *type) {
    const swift_descriptor *target = NULL;
    if (swift_is_class(type) && type->superclass) target = target_in_name(types, &type->superclass);
    if (type->fields == 0) return target;
    const swift_fields *fields = swift_follow(&type->fields);
    for (uint32_t index = 0; index < fields->count && target == NULL; index++) {
        if (fields->fields[index].type) target = target_in_name(types, &fields->fields[index].type);
    }
    return target;
}

// ── What protocols require ──────────────────────────────────────────────────────────────────────────

static const swift_condition *conditions_of(const swift_protocol *protocol) { return (const void *)(protocol + 1); }

// The protocols and superclasses that a type, or a type associated with it, must have.
static const swift_descriptor *target_of_conditions(const swift_foreign_types *types, const swift_protocol *protocol) {
    enum { IS_INDIRECT = 1, IS_OBJC = 2 };
    const swift_descriptor *target = NULL;
    for (uint32_t index = 0; index < protocol->condition_count && target == NULL; index++) {
        const swift_condition *condition = &conditions_of(protocol)[index];
        unsigned kind = condition->flags & SWIFT_CONDITION_KIND;
        if (kind == SWIFT_CONFORMS) {
            const char *place = (const char *)&condition->target + (condition->target & ~(IS_INDIRECT | IS_OBJC));
            target =
                target_of(types, condition->target & IS_INDIRECT ? *(const void *const *)(const void *)place : place);
        } else if (kind == SWIFT_IS_EQUAL || kind == SWIFT_INHERITS) {
            target = target_in_name(types, &condition->target);
        }
    }
    return target;
}

// Whether types must have methods, properties or initializers.
static bool requires_code(const swift_protocol *protocol) {
    const swift_requirement *list = (const void *)(conditions_of(protocol) + protocol->condition_count);
    for (uint32_t index = 0; index < protocol->requirement_count; index++) {
        unsigned kind = list[index].flags & SWIFT_REQUIREMENT_KIND;
        if (SWIFT_REQUIRES_METHOD <= kind && kind <= SWIFT_REQUIRES_MODIFY) return true;
    }
    return false;
}

// FoundationEssentials has one protocol whose requirements mention a class. The toolchain's version is known, because
// no other libswiftCore is accepted (start.c).
static bool is_harmless(const swift_protocol *protocol, const struct link_map *library) {
    return swift_has_suffix(library->l_name, "/libFoundationEssentials.so") &&
           strcmp(swift_follow(&protocol->name), "FileManagerDelegate") != 0;
}

static const swift_descriptor *first_class(const swift_foreign_types *types, const struct link_map *library) {
    for (size_t index = 0; index < types->count; index++) {
        const swift_foreign_type *each = &types->list[index];
        if (each->leads_to == each->type && each->library == library) return each->type;
    }
    return NULL;
}

static const swift_descriptor *target_of_protocol(const swift_foreign_types *types, const swift_foreign_type *type) {
    const swift_protocol *protocol = (const void *)type->type;
    const swift_descriptor *target = target_of_conditions(types, protocol);
    if (target || !requires_code(protocol) || is_harmless(protocol, type->library)) return target;
    return first_class(types, type->library);
}

// ── The types that lead to a class ──────────────────────────────────────────────────────────────────

// Follows what the types mention until no further type is found to lead to a class.
static void follow(swift_foreign_types *types) {
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        for (size_t index = 0; index < types->count; index++) {
            swift_foreign_type *each = &types->list[index];
            if (each->leads_to) continue;
            bool isProtocol = (each->type->flags & SWIFT_KIND) == SWIFT_PROTOCOL;
            each->leads_to = isProtocol ? target_of_protocol(types, each) : target_of_fields(types, each->type);
            if (each->leads_to) isChanged = true;
        }
    }
}

// Without names for a type in an extension, whose module is another one.
size_t swift_write_name(const swift_descriptor *type, char *text, size_t size) {
    unsigned kind = type->flags & SWIFT_KIND;
    bool isNamed = kind == SWIFT_MODULE || kind == SWIFT_PROTOCOL || kind >= SWIFT_CLASS;
    if (!isNamed) return 0;
    size_t length = 0;
    if (kind != SWIFT_MODULE) length = swift_write_name(swift_parent(type), text, size);
    const char *name = swift_follow(&type->name);
    size_t added = (size_t)snprintf(text + length, size - length, "%s%s", length ? "." : "", name);
    return added < size - length ? length + added : size - 1;
}

static int by_name(const void *lhs, const void *rhs) {
    return strcmp(((const swift_foreign_type *)lhs)->name, ((const swift_foreign_type *)rhs)->name);
}

swift_foreign_types swift_foreign_types_copy(void) {
    swift_foreign_types types = {NULL, 0, 0};
    swift_enumerateAllMetadataSections(add_sections, &types);
    if (types.count == 0) return types;
    qsort(types.list, types.count, sizeof *types.list, by_type);
    follow(&types);
    size_t count = 0;
    for (size_t index = 0; index < types.count; index++) {
        swift_foreign_type each = types.list[index];
        if (each.leads_to == NULL) continue;
        char name[512];
        swift_write_name(each.type, name, sizeof name);
        each.name = mr_copy_string(name);
        types.list[count++] = each;
    }
    types.count = count;
    qsort(types.list, types.count, sizeof *types.list, by_name);
    return types;
}

void swift_foreign_types_free(swift_foreign_types types) {
    for (size_t index = 0; index < types.count; index++) free(types.list[index].name);
    free(types.list);
}

const swift_foreign_type *swift_foreign_types_find(const swift_foreign_types *types, const char *name, size_t length) {
    char text[512];
    if (types->count == 0 || length >= sizeof text) return NULL;
    memcpy(text, name, length);
    text[length] = '\0';
    return bsearch(&(swift_foreign_type){.name = text}, types->list, types->count, sizeof *types->list, by_name);
}
