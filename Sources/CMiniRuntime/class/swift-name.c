// swift-name.c - the names of classes that Swift's compiler wrote: `_TtC6School6Person` is School.Person.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "class.h"

// Reads a length and so many bytes, and returns what follows; NULL if that is not there.
static const char *read_part(const char *mangled, const char **part, size_t *length) {
    char *end;
    if (!isdigit((unsigned char)*mangled) || *mangled == '0') return NULL;
    *length = strtoul(mangled, &end, 10);
    if (memchr(end, '\0', *length)) return NULL;
    *part = end;
    return end + *length;
}

char *mr_swift_name_copy(const char *mangled) {
    static const char prefix[] = "_TtC";
    const char *module, *name, *rest = mangled + sizeof prefix - 1;
    size_t module_length, name_length;
    if (strncmp(mangled, prefix, sizeof prefix - 1) != 0) return NULL;
    if ((rest = read_part(rest, &module, &module_length)) == NULL) return NULL;
    if ((rest = read_part(rest, &name, &name_length)) == NULL || *rest) return NULL;
    return mr_format("%.*s.%.*s", (int)module_length, module, (int)name_length, name);
}
