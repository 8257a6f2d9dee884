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
    id name;                      // the key as the NSString argument of messages
    const char *text;             // the key in UTF-8
    size_t length;                // of `text`, in bytes
    const void *_Nullable owner;  // the layer above's object for this key
} kvc_key;

// Returns the lasting key with that text; NULL if there is none. Any thread, without a lock.
const kvc_key *_Nullable kvc_key_find(const char *text, size_t length);
// Enters a key that a search did not find. Only one thread at a time may enter keys.
void kvc_key_enter(const kvc_key *key);

MR_ASSUME_NONNULL_END
MR_END_DECLS
#endif
