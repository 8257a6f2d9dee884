// foreign.h - what the files that check images against other libraries share: symbols.c, foreign-types.c, foreign.c.
#ifndef MR_SWIFT_FOREIGN_H
#define MR_SWIFT_FOREIGN_H

#include <link.h>

#include "internal.h"

// ── symbols.c ───────────────────────────────────────────────────────────────────────────────────────

// Returns the loaded image that contains an address, or NULL.
struct link_map *swift_image_of(const void *address);
void swift_make_known(const struct link_map *image);
bool swift_is_known_image(const struct link_map *image);

// The symbols of an image that other images see or that it needs of them.
typedef struct {
    const ElfW(Sym) * list;
    const char *names;
    size_t count;
} swift_symbols;
swift_symbols swift_symbols_of(const struct link_map *image);
static inline const char *swift_symbol_name(const swift_symbols *symbols, size_t index) {
    return symbols->names + symbols->list[index].st_name;
}

// ── foreign-types.c ─────────────────────────────────────────────────────────────────────────────────

// A type of another library, and the class to which it may lead: itself, or one that a property, a case, a superclass
// or a requirement mentions.
typedef struct {
    const swift_descriptor *type, *leads_to;
    const struct link_map *library;
    char *name;  // as in a demangled symbol: Module.Outer.Name
} swift_foreign_type;
typedef struct {
    swift_foreign_type *list;
    size_t count, capacity;
} swift_foreign_types;
// Returns the types that lead to a class, in the order of their names. The caller frees them.
swift_foreign_types swift_foreign_types_copy(void);
void swift_foreign_types_free(swift_foreign_types types);
// Returns the type with a name, or NULL.
const swift_foreign_type *swift_foreign_types_find(const swift_foreign_types *types, const char *name, size_t length);
// Writes the name of a type, with those of the module and the types that it is in. Returns its length.
size_t swift_write_name(const swift_descriptor *type, char *text, size_t size);
bool swift_has_suffix(const char *text, const char *suffix);

#endif
