// property.c - splits key paths, and finds properties by class and key, without a lock and without retaining them.
#include "observing-internal.h"

// ── Key paths ───────────────────────────────────────────────────────────────────────────────────────

// A path that begins with an operator is a single key.
static bool is_operator(const char *text) { return text[0] == '@'; }

size_t kvo_first_key_length(const char *text, size_t limit) {
    char end = is_operator(text) ? '\0' : '.';
    size_t length = 0;
    while (length < limit && text[length] != end && text[length] != '\0') length++;
    return length;
}

bool kvo_key_path_read(const char *text, size_t length, kvo_key_path *outPath) {
    size_t first = length ? kvo_first_key_length(text, length) : 0;
    if (first == 0) return false;
    for (size_t index = is_operator(text) ? 1 : first; index < length; index++) {
        if (text[index] == '\0') return false;
        if (text[index] == '.' && (index + 1 == length || text[index + 1] == '.')) return false;
    }
    *outPath = (kvo_key_path){kvc_key_find(text, first), first, first < length};
    return true;
}

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────

static size_t declarations;

size_t kvo_declarations(void) { return __atomic_load_n(&declarations, __ATOMIC_ACQUIRE); }
void kvo_declarations_changed(void) { __atomic_fetch_add(&declarations, 1, __ATOMIC_RELEASE); }

static bool is_property_of(const void *property, const void *key) {
    return ((const kvo_property *)property)->key == key;
}

kvo_property *kvo_property_find(const kvo_class *cls, const kvc_key *key) {
    return mr_table_find(&cls->properties, mr_hash_address(key), is_property_of, key);
}

void kvo_property_enter(kvo_class *cls, kvo_property *property) {
    assert(property->is_lasting && kvo_property_find(cls, property->key) == NULL);
    mr_table_insert(&cls->properties, mr_hash_address(property->key), property);
}

const kvo_property *kvo_property_ready(Class isa, const kvc_key *key) {
    const kvo_class *cls = mr_class_record(isa);
    const kvo_property *property = cls ? kvo_property_find(cls, key) : NULL;
    if (property == NULL || !kvo_property_is_declared(property)) return NULL;
    return !property->is_automatic || kvo_property_is_hooked(property) ? property : NULL;
}

bool kvo_property_is_declared(const kvo_property *property) {
    return __atomic_load_n(&property->declared, __ATOMIC_ACQUIRE) == kvo_declarations();
}

void kvo_property_set_declared(kvo_property *property, bool isDependent, size_t generation) {
    __atomic_store_n(&property->is_dependent, isDependent, __ATOMIC_RELAXED);
    __atomic_store_n(&property->declared, generation, __ATOMIC_RELEASE);
}

bool kvo_property_is_hooked(const kvo_property *property) {
    return __atomic_load_n(&property->hooked, __ATOMIC_ACQUIRE) == mr_method_generation();
}

void kvo_property_set_hooked(kvo_property *property, size_t generation) {
    __atomic_store_n(&property->hooked, generation, __ATOMIC_RELEASE);
}

bool kvo_property_knows_getter(const kvo_property *property, const kvc_getter **outGetter) {
    if (__atomic_load_n(&property->getter_generation, __ATOMIC_ACQUIRE) != mr_method_generation()) return false;
    *outGetter = __atomic_load_n(&property->getter, __ATOMIC_ACQUIRE);
    return true;
}

void kvo_property_set_getter(kvo_property *property, const kvc_getter *getter, size_t generation) {
    __atomic_store_n(&property->getter, getter, __ATOMIC_RELEASE);
    __atomic_store_n(&property->getter_generation, generation, __ATOMIC_RELEASE);
}
