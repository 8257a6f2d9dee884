// keys.c - the table of the keys that live for ever, which is read without a lock.
#include "keys.h"

#include <assert.h>
#include <string.h>

static mr_table lasting_keys;

static bool is_key_of(const void *element, const void *wanted) {
    const kvc_key *key = element, *text = wanted;
    return key->length == text->length && memcmp(key->text, text->text, key->length) == 0;
}

const kvc_key *kvc_key_find(const char *text, size_t length) {
    kvc_key wanted = {.text = text, .length = length};
    return mr_table_find(&lasting_keys, mr_hash_bytes(text, length), is_key_of, &wanted);
}

void kvc_key_name_by_constant(const kvc_key *key, id constant) {
    // The former name stays, because other threads may be using it.
    if (!mr_object_is_constant(kvc_key_name(key))) {
        __atomic_store_n(&((kvc_key *)(uintptr_t)key)->name, constant, __ATOMIC_RELEASE);
    }
}

void kvc_key_enter(const kvc_key *key) {
    assert(kvc_key_find(key->text, key->length) == NULL);
    mr_table_insert(&lasting_keys, mr_hash_bytes(key->text, key->length), (void *)key);
}
