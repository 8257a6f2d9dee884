// foundation.h - declarations that the files of this folder share. Each _boot function adds the classes and methods of
// its file; mr_load_CObjectiveCFoundation calls them once, before the first image is loaded.
#ifndef MR_FOUNDATION_H
#define MR_FOUNDATION_H
#include <assert.h>

#include "adopting.h"

// Sends a message without arguments that returns an R.
#define SEND(R, object, selector) (((R(*)(id, SEL))(void *)objc_msgSend)((id)(object), sel_registerName(selector)))

// Sends a message with arguments, whose types are given like those of a function: (id, SEL, size_t).
#define SEND_WITH(R, object, selector, types, ...)                                                                     \
    (((R(*) types)(void *)objc_msgSend)((id)(object), sel_registerName(selector), __VA_ARGS__))

// NSFastEnumerationState, with the layout that compiled code relies on.
struct mr_enumeration {
    unsigned long state;
    id *items;
    unsigned long *mutations;
    unsigned long extra[5];
};

// NSRange, with its layout.
typedef struct {
    size_t location, length;
} mr_range;

// Lets a class adopt a protocol that MiniFoundation has made.
static inline void mr_adopt(Class cls, const char *protocol) { class_addProtocol(cls, objc_getProtocol(protocol)); }

void mr_autorelease_pool_boot(void);
void mr_format_boot(void);
void mr_map_table_boot(void);
void mr_hash_table_boot(void);
void mr_makers_boot(void);
void mr_strings_boot(void);
void mr_values_boot(void);
void mr_notifications_boot(void);
void mr_locks_boot(void);
void mr_blocks_over_collections_boot(void);

#endif
