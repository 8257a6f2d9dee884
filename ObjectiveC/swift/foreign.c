// foreign.c - whether an image uses classes of other libraries whose methods its code would find at the wrong places.
//
// A call of a method that a subclass could override reads the method from the class, and in a class that was compiled
// without Objective-C the methods begin 24 bytes earlier. A library with library evolution exports functions that make
// such calls (their symbols end with Tj), so its classes can be used: those of libswiftCore, for instance. For another
// library, an image is refused if one of the symbols that it needs mentions such a class, or a type that leads to one.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"
#include "swift-support.h"

char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

static size_t word_length(const char *text) {
    size_t length = 0;
    while (text[length] == '_' || isalnum((unsigned char)text[length]) || text[length] & 0x80) length++;
    return length;
}

// Finds a type in a demangled symbol, which has words joined by dots.
static const swift_foreign_type *find_mentioned(const swift_foreign_types *types, const char *text) {
    while (*text) {
        const char *begin = text;
        for (size_t length; (length = word_length(text)); text++) {
            const swift_foreign_type *found = swift_foreign_types_find(types, begin, (size_t)(text + length - begin));
            if (found == NULL) found = swift_foreign_types_find(types, text, length);
            if (found) return found;
            text += length;
            if (*text != '.') break;
        }
        if (*text) text++;
    }
    return NULL;
}

// Swift's package manager writes code into each program of tests that runs them. It uses these classes, and is compiled
// without Objective-C, so that their symbols tell nothing about the code beside it.
static bool is_used_by_runner(const mr_image *image, const char *class) {
    static const char *const classes[] = {"Foundation.FileHandle", "Foundation.NSObject",
                                          "FoundationEssentials.JSONEncoder"};
    if (!swift_has_suffix(mr_image_path(image), ".xctest")) return false;
    for (size_t index = 0; index < sizeof classes / sizeof *classes; index++) {
        if (strcmp(class, classes[index]) == 0) return true;
    }
    return strncmp(class, "XCTest.", strlen("XCTest.")) == 0;
}

static _Noreturn void refuse(const mr_image *image, const swift_foreign_type *found) {
    const char *path = mr_image_path(image);
    if (found->type == found->leads_to) {
        mr_fatal("image %s cannot be loaded: it uses the class '%s' of %s, which can have subclasses and was compiled "
                 "without -enable-objc-interop",
                 path, found->name, found->library->l_name);
    }
    char name[512];
    swift_write_name(found->leads_to, name, sizeof name);
    mr_fatal("image %s cannot be loaded: it uses '%s' of %s, which may lead to the class '%s', which can have "
             "subclasses and was compiled without -enable-objc-interop",
             path, found->name, found->library->l_name, name);
}

static void check_symbol(const mr_image *image, const swift_foreign_types *types, const char *symbol) {
    char *text = swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
    const swift_foreign_type *found = text ? find_mentioned(types, text) : NULL;
    free(text);
    if (found && !is_used_by_runner(image, found->name)) refuse(image, found);
}

void swift_check_foreign(const mr_image *image) {
    const struct link_map *map = swift_image_of(image->address);
    swift_make_known(map);
    swift_foreign_types types = swift_foreign_types_copy();
    swift_symbols symbols = swift_symbols_of(map);
    for (size_t index = 1; index < symbols.count; index++) {
        const char *symbol = swift_symbol_name(&symbols, index);
        bool isNeeded = symbols.list[index].st_shndx == SHN_UNDEF && memcmp(symbol, "$s", 2) == 0;
        if (isNeeded) check_symbol(image, &types, symbol);
    }
    swift_foreign_types_free(types);
}
