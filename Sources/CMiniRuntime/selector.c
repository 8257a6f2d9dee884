// selector.c - the table of interned names.
//
// A SEL is the address of the only copy of a name. Names lie at least 16 bytes apart, in blocks that are never freed.
// Method caches hash a selector by its address, so selectors registered one after another get neighbouring buckets.
// Blocks are large because the selectors of a class that spans two blocks may collide.
#include <string.h>

#include "internal.h"

enum { SELECTOR_ALIGNMENT = 16, SELECTOR_BLOCK = 65536 };

static mr_lock selectors_lock = MR_LOCK_INIT(MR_LOCK_SELECTORS);
static mr_map names = {.strings = true};  // name -> its copy; guarded by selectors_lock
static char *block_next, *block_end;      // guarded by selectors_lock

static char *intern_locked(const char *name) {
    size_t size = (strlen(name) + SELECTOR_ALIGNMENT) & ~(size_t)(SELECTOR_ALIGNMENT - 1);
    if ((size_t)(block_end - block_next) < size) {
        size_t block = size > SELECTOR_BLOCK ? size : SELECTOR_BLOCK;
        block_next = mr_allocate(block);
        block_end = block_next + block;
    }
    char *copy = strcpy(block_next, name);
    block_next += size;
    mr_map_set(&names, copy, copy);
    return copy;
}

SEL sel_registerName(const char *name) {
    if (name == NULL) return NULL;
    mr_lock_acquire(&selectors_lock);
    char *copy = mr_map_get(&names, name);
    if (copy == NULL) copy = intern_locked(name);
    mr_lock_release(&selectors_lock);
    return (SEL)copy;
}

SEL sel_getUid(const char *name) { return sel_registerName(name); }

const char *sel_getName(SEL sel) { return sel ? (const char *)sel : "<null selector>"; }

BOOL sel_isEqual(SEL lhs, SEL rhs) { return lhs == rhs; }

// Compares addresses only: an unregistered pointer may not be readable.
BOOL sel_isMapped(SEL sel) {
    bool found = false;
    mr_lock_acquire(&selectors_lock);
    for (uint32_t index = 0; index < names.capacity && !found; index++)
        found = names.entries[index].value == (void *)sel;
    mr_lock_release(&selectors_lock);
    return sel != NULL && found;
}

struct mr_selectors mr_sel;

void mr_selectors_boot(void) {
#define MR_REGISTER_SELECTOR(field, name) mr_sel.field = sel_registerName(name);
    MR_SELECTORS(MR_REGISTER_SELECTOR)
#undef MR_REGISTER_SELECTOR
}
