// selector.c - the table of interned names.
//
// A SEL is the address of the only copy of a name. Names lie at least 16 bytes apart, in blocks that are never freed.
// Method caches hash a selector by its address, so selectors registered one after another get neighbouring buckets.
// Blocks are large because the selectors of a class that spans two blocks may collide.
#include <string.h>

#include "base.h"

enum { SELECTOR_ALIGNMENT = 16, SELECTOR_BLOCK = 65536 };

static MR_GLOBAL_LOCK(selectors_lock, MR_LOCK_SELECTORS) static mr_table names;  // written under selectors_lock
static char *block_next, *block_end;                                             // guarded by selectors_lock

static char *intern_locked(const char *name) {
    size_t size = (strlen(name) + SELECTOR_ALIGNMENT) & ~(size_t)(SELECTOR_ALIGNMENT - 1);
    if ((size_t)(block_end - block_next) < size) {
        size_t block = size > SELECTOR_BLOCK ? size : SELECTOR_BLOCK;
        block_next = mr_allocate(block);
        block_end = block_next + block;
    }
    char *copy = strcpy(block_next, name);
    block_next += size;
    mr_table_insert(&names, mr_hash_string(copy), copy);
    return copy;
}

static bool is_name(const void *element, const void *name) { return strcmp(element, name) == 0; }

SEL mr_selector_known(const char *name) {
    return name ? mr_table_find(&names, mr_hash_string(name), is_name, name) : NULL;
}

SEL sel_registerName(const char *name) {
    SEL sel = mr_selector_known(name);
    if (sel || name == NULL) return sel;
    mr_lock_acquire(&selectors_lock);
    sel = mr_selector_known(name);
    if (sel == NULL) sel = (SEL)intern_locked(name);
    mr_lock_release(&selectors_lock);
    return sel;
}

// Each entry of `recent` contains the last selector whose literal has an address with this hash, or NULL. The names are
// compared, because several literals may share an entry.
SEL mr_selector_literal(const char *name) {
    static _Atomic(SEL) recent[256];
    _Atomic(SEL) *place = &recent[mr_hash_address(name) % (sizeof recent / sizeof *recent)];
    SEL sel = atomic_load_explicit(place, memory_order_acquire);
    if (sel && strcmp((const char *)sel, name) == 0) return sel;
    sel = sel_registerName(name);
    atomic_store_explicit(place, sel, memory_order_release);
    return sel;
}

SEL sel_getUid(const char *name) { return sel_registerName(name); }

const char *sel_getName(SEL sel) { return sel ? (const char *)sel : "<null selector>"; }

BOOL sel_isEqual(SEL lhs, SEL rhs) { return lhs == rhs; }

// Sets `*wanted` to NULL when the visit reaches the wanted selector.
static void cross_out(void *element, void *wanted) {
    if (*(void **)wanted == element) *(void **)wanted = NULL;
}

// Compares addresses only: an unregistered pointer may not be readable. O(selectors).
BOOL sel_isMapped(SEL sel) {
    void *wanted = (void *)sel;
    mr_table_visit(&names, cross_out, &wanted);
    return sel != NULL && wanted == NULL;
}

struct mr_selectors mr_sel;

void mr_selectors_boot(void) {
#define MR_REGISTER_SELECTOR(field, name) mr_sel.field = sel_registerName(name);
    MR_SELECTORS(MR_REGISTER_SELECTOR)
#undef MR_REGISTER_SELECTOR
}
