// call-stack.c - the calls that a thread is in, as addresses and as lines of text.
//
// Methods and blocks are local functions, which the dynamic linker does not know. Their names are read from the symbol
// table in the file of the program or library, unless the table was stripped.
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "foundation.h"

enum { MOST_CALLS = 256 };

// A file in memory. The bytes are NULL if there is no such file.
typedef struct {
    const char *bytes;
    size_t size;
} file;

static file map_file(const char *path) {
    file mapped = {NULL, 0};
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return mapped;
    if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
        void *memory = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (memory != MAP_FAILED) mapped = (file){memory, (size_t)status.st_size};
    }
    close(descriptor);
    return mapped;
}

// Returns `size` bytes of the file; NULL if they are not in it.
static const void *part(file file, size_t offset, size_t size) {
    return offset <= file.size && size <= file.size - offset ? file.bytes + offset : NULL;
}

// Returns the name of the function that contains an address of the file, borrowed from it, and where the function
// begins; NULL if the file has no symbol table, or no such function.
static const char *function_at(file file, size_t address, size_t *start) {
    const ElfW(Ehdr) *header = part(file, 0, sizeof *header);
    if (header == NULL || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return NULL;
    const ElfW(Shdr) *sections = part(file, header->e_shoff, header->e_shnum * sizeof *sections);
    for (size_t index = 0; sections && index < header->e_shnum; index++) {
        const ElfW(Shdr) *table = &sections[index];
        if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
        const ElfW(Shdr) *strings = &sections[table->sh_link];
        const ElfW(Sym) *symbols = part(file, table->sh_offset, table->sh_size);
        const char *names = part(file, strings->sh_offset, strings->sh_size);
        for (size_t each = 0; symbols && names && each < table->sh_size / sizeof *symbols; each++) {
            const ElfW(Sym) *symbol = &symbols[each];
            if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_name >= strings->sh_size) continue;
            if (address < symbol->st_value || address - symbol->st_value >= symbol->st_size) continue;
            *start = symbol->st_value;
            return names + symbol->st_name;
        }
    }
    return NULL;
}

// A line as on Apple's systems: the number, the program or library, the address, the function and the offset in it.
static id line(int number, const char *image, const void *call, const char *function, const void *start) {
    return mr_string_with_format("%-4d%-35s 0x%016zx %s + %td", number, image, (size_t)call, function,
                                 (const char *)call - (const char *)start);
}

static id line_of(int number, const void *call) {
    Dl_info info = {0};
    struct link_map *map = NULL;
    if (dladdr1(call, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL || info.dli_fname == NULL) {
        return line(number, "???", call, "0x0", NULL);
    }
    const char *slash = strrchr(info.dli_fname, '/'), *image = slash ? slash + 1 : info.dli_fname;
    file file = map_file(map->l_name[0] ? map->l_name : "/proc/self/exe");
    size_t start = 0;
    // The call is before the address to which it returns.
    const char *name = file.bytes ? function_at(file, (size_t)call - map->l_addr - 1, &start) : NULL;
    id made;
    if (name) made = line(number, image, call, name, (const void *)(map->l_addr + start));
    else if (info.dli_sname) made = line(number, image, call, info.dli_sname, info.dli_saddr);
    else made = line(number, image, call, image, info.dli_fbase);
    if (file.bytes) munmap((void *)file.bytes, file.size);
    return made;
}

id mr_call_stack_addresses(id cls, SEL _cmd) {
    void *calls[MOST_CALLS];
    int count = backtrace(calls, MOST_CALLS);
    id addresses = SEND(id, objc_getClass("NSMutableArray"), "array");
    // The first call is that of backtrace().
    for (int index = 1; index < count; index++) {
        mr_add_object(addresses, SEND_WITH(id, objc_getClass("NSNumber"), "numberWithUnsignedLong:", (id, SEL, size_t),
                                           (size_t)calls[index]));
    }
    return addresses;
}

id mr_call_stack_symbols(id cls, SEL _cmd) {
    void *calls[MOST_CALLS];
    int count = backtrace(calls, MOST_CALLS);
    id lines = SEND(id, objc_getClass("NSMutableArray"), "array");
    for (int index = 1; index < count; index++) mr_add_object(lines, line_of(index - 1, calls[index]));
    return lines;
}
