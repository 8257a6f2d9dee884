// symbols.c - the images of the process: which were compiled for Objective-C, and the symbols of an image.
#include <dlfcn.h>
#include <link.h>

#include "foreign.h"
#include "swift-support.h"

struct link_map *swift_image_of(const void *address) {
    Dl_info info;
    struct link_map *image = NULL;
    if (!dladdr1(address, &info, (void **)&image, RTLD_DL_LINKMAP)) return NULL;
    return image;
}

// ── Images that were compiled for Objective-C ───────────────────────────────────────────────────────

static struct {
    const struct link_map **list;
    size_t count;
} known;

void swift_make_known(const struct link_map *image) {
    known.list = mr_reallocate(known.list, (known.count + 1) * sizeof *known.list);
    known.list[known.count++] = image;
}

bool swift_is_known_image(const struct link_map *image) {
    for (size_t index = 0; index < known.count; index++) {
        if (known.list[index] == image) return true;
    }
    return false;
}

bool swift_is_known(const void *address) { return swift_is_known_image(swift_image_of(address)); }

// ── Symbols ─────────────────────────────────────────────────────────────────────────────────────────

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

swift_symbols swift_symbols_of(const struct link_map *image) {
    swift_symbols symbols = {NULL, NULL, 0};
    for (const ElfW(Dyn) *entry = image->l_ld; entry->d_tag != DT_NULL; entry++) {
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
