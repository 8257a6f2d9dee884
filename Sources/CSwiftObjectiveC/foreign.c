// foreign.c - whether an image uses classes of other libraries whose methods its code would find at the wrong places.
//
// A call of a method that a subclass could override reads the method from the class, and in a class that was compiled
// without Objective-C the methods begin 24 bytes earlier. A library with library evolution exports functions that make
// such calls (their symbols end with Tj), so its classes can be used: those of libswiftCore, for instance. For another
// library, an image is refused if one of the symbols that it needs mentions such a class.
#include <ctype.h>
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "swift-support.h"

char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

static struct link_map *map_of(const void *address) {
    Dl_info info;
    struct link_map *map = NULL;
    if (!dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP)) return NULL;
    return map;
}

// ── Symbols of a library ────────────────────────────────────────────────────────────────────────────

typedef struct {
    const ElfW(Sym) * list;
    const char *names;
    size_t count;
} elf_symbols;

// The number of symbols, which only the hash table tells: its last chain ends with the last symbol.
static size_t count_symbols(const uint32_t *hash) {
    uint32_t bucket_count = hash[0], first = hash[1], bloom_count = hash[2], last = 0;
    const uint32_t *buckets = hash + 4 + bloom_count * (sizeof(word) / sizeof *hash);
    const uint32_t *chains = buckets + bucket_count;
    for (uint32_t index = 0; index < bucket_count; index++) {
        if (buckets[index] > last) last = buckets[index];
    }
    if (last < first) return first;
    while (!(chains[last - first] & 1)) last++;
    return last + 1;
}

static elf_symbols symbols_of(const struct link_map *map) {
    elf_symbols symbols = {NULL, NULL, 0};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        const void *address = (const void *)entry->d_un.d_ptr;
        switch (entry->d_tag) {
            case DT_SYMTAB: symbols.list = address; break;
            case DT_STRTAB: symbols.names = address; break;
            case DT_GNU_HASH: symbols.count = count_symbols(address); break;
            case DT_HASH:
                if (symbols.count == 0) symbols.count = ((const uint32_t *)address)[1];
                break;
        }
    }
    return symbols;
}

static bool has_evolution(const struct link_map *map) {
    elf_symbols symbols = symbols_of(map);
    for (size_t index = 1; index < symbols.count; index++) {
        if (symbols.list[index].st_shndx == SHN_UNDEF) continue;
        const char *name = symbols.names + symbols.list[index].st_name;
        size_t length = strlen(name);
        if (length > 4 && memcmp(name, "$s", 2) == 0 && memcmp(name + length - 2, "Tj", 2) == 0) return true;
    }
    return false;
}

// ── Classes of libraries without Objective-C ────────────────────────────────────────────────────────

typedef struct {
    char *name;  // as in a demangled symbol: Module.Outer.Name
    const swift_descriptor *descriptor;
} foreign_class;
typedef struct {
    foreign_class *list;
    size_t count, capacity;
} foreign_classes;

// Writes the name of a type, with those of the module and the types that it is in; without them for a type in an
// extension, whose module is another one. Returns its length.
static size_t write_name(const swift_descriptor *descriptor, char *text, size_t size) {
    unsigned kind = descriptor->flags & SWIFT_KIND;
    if (kind != SWIFT_MODULE && kind < SWIFT_CLASS) return 0;
    size_t length = 0;
    if (kind != SWIFT_MODULE) length = write_name(swift_parent(descriptor), text, size);
    const char *name = swift_follow(&descriptor->name);
    size_t added = (size_t)snprintf(text + length, size - length, "%s%s", length ? "." : "", name);
    return added < size - length ? length + added : size - 1;
}

static void add_class(foreign_classes *classes, const swift_descriptor *descriptor) {
    if (!swift_is_class(descriptor) || !swift_has_methods(descriptor)) return;
    char name[512];
    write_name(descriptor, name, sizeof name);
    if (classes->count == classes->capacity) {
        classes->capacity = classes->capacity ? 2 * classes->capacity : 256;
        classes->list = mr_reallocate(classes->list, classes->capacity * sizeof *classes->list);
    }
    classes->list[classes->count++] = (foreign_class){mr_copy_string(name), descriptor};
}

// The images that were compiled for Objective-C.
static struct {
    const void **list;
    size_t count;
} known;

bool swift_is_known(const void *address) {
    const struct link_map *map = map_of(address);
    for (size_t index = 0; index < known.count; index++) {
        if (known.list[index] == map) return true;
    }
    return false;
}

static bool add_library(const swift_sections *sections, void *context) {
    const int32_t *records = (const void *)sections->types.begin;
    if (records == NULL || swift_is_known(records)) return true;
    for (size_t index = 0; index < sections->types.size / sizeof *records; index++) {
        const swift_descriptor *descriptor = swift_record_descriptor(&records[index]);
        if (descriptor) add_class(context, descriptor);
    }
    return true;
}

static int by_name(const void *lhs, const void *rhs) {
    return strcmp(((const foreign_class *)lhs)->name, ((const foreign_class *)rhs)->name);
}

static foreign_classes collect(void) {
    foreign_classes classes = {NULL, 0, 0};
    swift_enumerateAllMetadataSections(add_library, &classes);
    if (classes.count) qsort(classes.list, classes.count, sizeof *classes.list, by_name);
    return classes;
}

static void forget(foreign_classes classes) {
    for (size_t index = 0; index < classes.count; index++) free(classes.list[index].name);
    free(classes.list);
}

// ── Symbols that mention them ───────────────────────────────────────────────────────────────────────

static const foreign_class *find(const foreign_classes *classes, const char *name, size_t length) {
    char text[512];
    if (classes->count == 0 || length >= sizeof text) return NULL;
    memcpy(text, name, length);
    text[length] = '\0';
    return bsearch(&(foreign_class){text, NULL}, classes->list, classes->count, sizeof *classes->list, by_name);
}

static size_t word_length(const char *text) {
    size_t length = 0;
    while (text[length] == '_' || isalnum((unsigned char)text[length]) || text[length] & 0x80) length++;
    return length;
}

// Finds a class in a demangled symbol, which has words joined by dots.
static const foreign_class *find_mentioned(const foreign_classes *classes, const char *text) {
    while (*text) {
        const char *begin = text;
        for (size_t length; (length = word_length(text)); text++) {
            const foreign_class *found = find(classes, begin, (size_t)(text + length - begin));
            if (found == NULL) found = find(classes, text, length);
            if (found) return found;
            text += length;
            if (*text != '.') break;
        }
        if (*text) text++;
    }
    return NULL;
}

static bool has_suffix(const char *text, const char *suffix) {
    size_t length = strlen(text), end = strlen(suffix);
    return length >= end && strcmp(text + length - end, suffix) == 0;
}

// Swift's package manager writes code into each program of tests that runs them. It uses these libraries, and is
// compiled without Objective-C, so that symbols tell nothing about the code beside it.
static bool is_used_by_runner(const mr_image *image, const struct link_map *library) {
    static const char *const names[] = {"/libXCTest.so", "/libFoundation.so", "/libFoundationEssentials.so"};
    if (!has_suffix(mr_image_path(image), ".xctest")) return false;
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        if (has_suffix(library->l_name, names[index])) return true;
    }
    return false;
}

static void check_symbol(const mr_image *image, const foreign_classes *classes, const char *symbol) {
    char *text = swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
    const foreign_class *found = text ? find_mentioned(classes, text) : NULL;
    free(text);
    if (found == NULL) return;
    const struct link_map *map = map_of(found->descriptor);
    if (is_used_by_runner(image, map) || has_evolution(map)) return;
    mr_fatal("image %s cannot be loaded: it uses the class '%s' of %s, which can have subclasses and was compiled "
             "without -enable-objc-interop",
             mr_image_path(image), found->name, map->l_name);
}

void swift_check_foreign(const mr_image *image) {
    const struct link_map *map = map_of(image->address);
    known.list = mr_reallocate(known.list, (known.count + 1) * sizeof *known.list);
    known.list[known.count++] = map;
    foreign_classes classes = collect();
    elf_symbols symbols = symbols_of(map);
    for (size_t index = 1; index < symbols.count; index++) {
        const char *symbol = symbols.names + symbols.list[index].st_name;
        bool isNeeded = symbols.list[index].st_shndx == SHN_UNDEF && memcmp(symbol, "$s", 2) == 0;
        if (isNeeded) check_symbol(image, &classes, symbol);
    }
    forget(classes);
}
