// keys.h - the keys of properties, interned: two keys are equal if their addresses are.
//
// Lasting keys, which some class has accessors for, are in a table and live for ever, as selectors do. The layer above
// keeps all other keys.
#ifndef KVC_KEYS_H
#define KVC_KEYS_H
#include <objc/runtime.h>
#include <observing-support.h>
#include <stdbool.h>
#include <stddef.h>

MR_BEGIN_DECLS
MR_ASSUME_NONNULL_BEGIN

typedef struct {
    id name;                      // the key as the NSString argument of messages: kvc_key_name
    const char *text;             // the key in UTF-8
    size_t length;                // of `text`, in bytes
    const void *_Nullable owner;  // the layer above's object for this key
} kvc_key;

// Returns the key as an NSString, borrowed: it lives as long as the key.
static inline id kvc_key_name(const kvc_key *key) { return __atomic_load_n(&key->name, __ATOMIC_ACQUIRE); }
// Makes a constant string with the text of the key its name, unless the name is a constant already. Programs that
// compare a key with a constant by address then find them equal, as on Apple's systems. Any thread.
void kvc_key_name_by_constant(const kvc_key *key, id constant);

// Returns the lasting key with that text; NULL if there is none. Any thread, without a lock.
const kvc_key *_Nullable kvc_key_find(const char *text, size_t length);
// Enters a key that a search did not find. Only one thread at a time may enter keys.
void kvc_key_enter(const kvc_key *key);

MR_ASSUME_NONNULL_END
MR_END_DECLS
#endif
