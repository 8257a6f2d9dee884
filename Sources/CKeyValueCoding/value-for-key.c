// value-for-key.c - `valueForKey:`, where the getter of the class and key was found before.
//
//      valueForKey: ──► this cache, by class and text ──► the getter
//                         └─ not found ──► the search, in Swift, which remembers what it finds
//
// The key is recognized by the two words of its text, a Swift string. If the upper bit of the second is set, Swift
// counts no references to the text: it is in these words, or in constant data. Then equal words are equal texts, now
// and later. Different words say nothing: the search compares the texts.
//
// Readers take no lock. A slot has a sequence number, odd while it is written; a reader that sees another number after
// it has read the words than before has read nothing.
#include <stdatomic.h>
#include <string.h>

#include <observing-support.h>

#include "accessor.h"
#include "coding-internal.h"

typedef struct {
    Class isa;
    uint64_t text[2];
    size_t generation;
    const kvc_getter *getter;
} entry;
enum { SLOTS = 1024, WORDS = sizeof(entry) / sizeof(uint64_t) };

static struct { _Atomic(uint64_t) sequence, words[WORDS]; } slots[SLOTS];

static IMP search;  // the method that was valueForKey:

static id value_for_key(id self, SEL _cmd, id key);

void kvc_load(void) {
    Method method = class_getInstanceMethod(objc_getClass("NSObject"), sel_registerName("valueForKey:"));
    if (method) search = method_setImplementation(method, (IMP)value_for_key);
    kvc_known.alloc = sel_registerName("alloc");
    kvc_known.number = objc_getClass("NSNumber");
    kvc_known.value = objc_getClass("NSValue");
    kvc_known.string = objc_getClass("NSString");
    kvc_known.boxed = ivar_getOffset(class_getInstanceVariable(kvc_known.value, "_storage"));
    kvc_known.text = ivar_getOffset(class_getInstanceVariable(kvc_known.string, "_storage"));
}

// ── Keys ────────────────────────────────────────────────────────────────────────────────────────────

static bool read_text(id key, uint64_t text[2]) {
    if (key == nil || (intptr_t)key < 0) return false;
    Class isa = object_getClass(key);
    bool is_constant = class_getSuperclass(isa) == kvc_known.string && mr_object_is_constant(key);
    if (isa != kvc_known.string && !is_constant) return false;
    memcpy(text, (const char *)(void *)key + kvc_known.text, 2 * sizeof *text);
    return text[1] >> 63;
}

bool kvc_is_recognized(id key) {
    uint64_t text[2];
    return read_text(key, text);
}

// The first of the two slots for a class and a key; the second is beside it.
static size_t index_of(Class isa, const uint64_t text[2]) {
    uint64_t hash = ((uintptr_t)isa ^ text[0]) * UINT64_C(0x9e3779b97f4a7c15) ^ text[1];
    return (hash ^ hash >> 32 ^ hash >> 47) % SLOTS;
}

// ── The cache ───────────────────────────────────────────────────────────────────────────────────────

// Copies a slot. Returns false if it is empty, or being written.
static bool read_slot(size_t index, entry *outEntry) {
    uint64_t words[WORDS], before = atomic_load_explicit(&slots[index].sequence, memory_order_acquire);
    if (before == 0 || before & 1) return false;
    for (size_t word = 0; word < WORDS; word++) {
        words[word] = atomic_load_explicit(&slots[index].words[word], memory_order_relaxed);
    }
    atomic_thread_fence(memory_order_acquire);
    memcpy(outEntry, words, sizeof words);
    return atomic_load_explicit(&slots[index].sequence, memory_order_relaxed) == before;
}

// A slot that another thread is writing stays as that thread leaves it.
static void write_slot(size_t index, const entry *entry) {
    uint64_t words[WORDS], before = atomic_load_explicit(&slots[index].sequence, memory_order_relaxed);
    if (before & 1) return;
    if (!atomic_compare_exchange_strong(&slots[index].sequence, &before, before + 1)) return;
    atomic_thread_fence(memory_order_release);
    memcpy(words, entry, sizeof words);
    for (size_t word = 0; word < WORDS; word++) {
        atomic_store_explicit(&slots[index].words[word], words[word], memory_order_relaxed);
    }
    atomic_store_explicit(&slots[index].sequence, before + 2, memory_order_release);
}

static bool is_for(const entry *entry, Class isa, const uint64_t text[2]) {
    return entry->isa == isa && entry->text[0] == text[0] && entry->text[1] == text[1];
}

static bool find(Class isa, const uint64_t text[2], entry *outEntry) {
    size_t index = index_of(isa, text);
    bool is_found = (read_slot(index, outEntry) && is_for(outEntry, isa, text)) ||
                    (read_slot(index ^ 1, outEntry) && is_for(outEntry, isa, text));
    return is_found && outEntry->generation == mr_method_generation();
}

void kvc_getter_remember(Class isa, id key, const kvc_getter *getter, size_t generation) {
    entry new = {.isa = isa, .generation = generation, .getter = getter}, old;
    if (!read_text(key, new.text)) return;
    size_t index = index_of(isa, new.text);
    bool is_taken = read_slot(index, &old) && !is_for(&old, isa, new.text) && old.generation == generation;
    write_slot(is_taken ? index ^ 1 : index, &new);
}

static id value_for_key(id self, SEL _cmd, id key) {
    uint64_t text[2];
    entry found;
    if (!read_text(key, text) || !find(object_getClass(self), text, &found)) {
        return ((id(*)(id, SEL, id))search)(self, _cmd, key);
    }
    return kvc_get(self, found.getter);
}
