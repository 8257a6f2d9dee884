// directory-enumerator.c - NSDirectoryEnumerator, which visits everything in a folder and its subfolders, and the
// methods of NSFileManager that return one.
#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "directory-enumerator.h"
#include "miniruntime.h"

#define SEND(R, object, selector) (((R(*)(id, SEL))(void *)objc_msgSend)((id)(object), sel_registerName(selector)))
#define SEND_WITH(R, object, selector, types, ...)                                                                     \
    (((R(*) types)(void *)objc_msgSend)((id)(object), sel_registerName(selector), __VA_ARGS__))

// NSDirectoryEnumerationOptions
enum { SKIPS_SUBFOLDERS = 1, SKIPS_HIDDEN = 4 };

typedef struct {
    FTS *walk;        // NULL if there is no such folder
    FTSENT *current;  // the last entry, borrowed from the walk
    size_t prefix;    // the length of the folder's path, with a slash
    unsigned long options;
    bool makes_urls;
} walker;

static ptrdiff_t offset;

static walker *walker_of(id self) { return (walker *)(void *)((char *)(void *)self + offset); }

static id string(const char *text) {
    return SEND_WITH(id, objc_getClass("NSString"), "stringWithUTF8String:", (id, SEL, const char *), text);
}

static id next_object(id self, SEL _cmd) {
    walker *walker = walker_of(self);
    while (walker->walk && (walker->current = fts_read(walker->walk))) {
        FTSENT *entry = walker->current;
        if (entry->fts_level < 1 || entry->fts_info == FTS_DP) continue;
        bool isHidden = walker->options & SKIPS_HIDDEN && entry->fts_name[0] == '.';
        if (isHidden || walker->options & SKIPS_SUBFOLDERS) fts_set(walker->walk, entry, FTS_SKIP);
        if (isHidden) continue;
        if (!walker->makes_urls) return string(entry->fts_path + walker->prefix);
        return SEND_WITH(id, objc_getClass("NSURL"), "fileURLWithPath:isDirectory:", (id, SEL, id, BOOL),
                         string(entry->fts_path), entry->fts_info == FTS_D);
    }
    return nil;
}

// NSFastEnumerationState, with its layout.
struct enumeration {
    unsigned long state;
    id *items;
    unsigned long *mutations;
    unsigned long extra[5];
};

// One object at a time, because the loop may skip what is in the folder that it was given last.
static size_t enumerate(id self, SEL _cmd, struct enumeration *state, id *buffer, size_t length) {
    buffer[0] = next_object(self, _cmd);
    state->state = 1;
    state->items = buffer;
    state->mutations = state->extra;
    return buffer[0] != nil;
}

static void skip_descendants(id self, SEL _cmd) {
    if (walker_of(self)->current) fts_set(walker_of(self)->walk, walker_of(self)->current, FTS_SKIP);
}

static size_t level(id self, SEL _cmd) {
    return walker_of(self)->current ? (size_t)walker_of(self)->current->fts_level : 0;
}

static id attributes(id self, SEL _cmd) {
    if (walker_of(self)->current == NULL) return nil;
    return SEND_WITH(id, SEND(id, objc_getClass("NSFileManager"), "defaultManager"),
                     "attributesOfItemAtPath:error:", (id, SEL, id, id *),
                     string(walker_of(self)->current->fts_accpath), NULL);
}

static void dealloc(id self, SEL _cmd) {
    if (walker_of(self)->walk) fts_close(walker_of(self)->walk);
    struct objc_super super = {self, objc_getClass("NSEnumerator")};
    ((void (*)(struct objc_super *, SEL))(void *)objc_msgSendSuper)(&super, _cmd);
}

static id make(id path, unsigned long options, bool makesURLs) {
    id made = objc_autorelease(SEND(id, objc_getClass("NSDirectoryEnumerator"), "new"));
    // A path with the character U+0000 is that of no file, though functions of C would read its beginning.
    bool isPath = path && SEND_WITH(bool, SEND(id, objc_getClass("NSFileManager"), "defaultManager"),
                                    "fileExistsAtPath:", (id, SEL, id), path);
    char *text = strdup(isPath ? SEND(const char *, path, "UTF8String") : "");
    size_t length = text ? strlen(text) : 0;
    while (length > 1 && text[length - 1] == '/') text[--length] = '\0';
    char *folders[] = {text, NULL};
    *walker_of(made) =
        (walker){.prefix = length + (length != 1 || text[0] != '/'), .options = options, .makes_urls = makesURLs};
    if (length) walker_of(made)->walk = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    free(text);
    return made;
}

static id at_path(id self, SEL _cmd, id path) { return make(path, 0, false); }

static id at_url(id self, SEL _cmd, id url, id keys, unsigned long options, id handler) {
    return make(url ? SEND(id, url, "path") : nil, options, true);
}

void mr_add_directory_enumerator(void) {
    Class cls = objc_allocateClassPair(objc_getClass("NSEnumerator"), "NSDirectoryEnumerator", 0);
    class_addIvar(cls, "_walker", sizeof(walker), 3, "[5Q]");
    class_addMethod(cls, sel_registerName("nextObject"), (IMP)next_object, "@16@0:8");
    class_addMethod(cls, sel_registerName("countByEnumeratingWithState:objects:count:"), (IMP)enumerate,
                    "Q40@0:8^{?=Q^@^Q[5Q]}16^@24Q32");
    class_addMethod(cls, sel_registerName("skipDescendants"), (IMP)skip_descendants, "v16@0:8");
    class_addMethod(cls, sel_registerName("skipDescendents"), (IMP)skip_descendants, "v16@0:8");
    class_addMethod(cls, sel_registerName("level"), (IMP)level, "Q16@0:8");
    class_addMethod(cls, sel_registerName("fileAttributes"), (IMP)attributes, "@16@0:8");
    class_addMethod(cls, sel_registerName("dealloc"), (IMP)dealloc, "v16@0:8");
    objc_registerClassPair(cls);
    offset = ivar_getOffset(class_getInstanceVariable(cls, "_walker"));
    Class files = objc_getClass("NSFileManager");
    class_addMethod(files, sel_registerName("enumeratorAtPath:"), (IMP)at_path, "@24@0:8@16");
    class_addMethod(files, sel_registerName("enumeratorAtURL:includingPropertiesForKeys:options:errorHandler:"),
                    (IMP)at_url, "@48@0:8@16@24Q32@?40");
}

// ── Folders of the user and the system ──────────────────────────────────────────────────────────────

id NSSearchPathForDirectoriesInDomains(unsigned long folder, unsigned long domains, BOOL isExpanded) {
    id files = SEND(id, objc_getClass("NSFileManager"), "defaultManager");
    id urls =
        SEND_WITH(id, files, "URLsForDirectory:inDomains:", (id, SEL, unsigned long, unsigned long), folder, domains);
    id paths = SEND(id, objc_getClass("NSMutableArray"), "array");
    for (size_t index = 0, count = SEND(size_t, urls, "count"); index < count; index++) {
        id path = SEND(id, SEND_WITH(id, urls, "objectAtIndex:", (id, SEL, size_t), index), "path");
        if (!isExpanded) path = SEND(id, path, "stringByAbbreviatingWithTildeInPath");
        SEND_WITH(void, paths, "addObject:", (id, SEL, id), path);
    }
    return paths;
}
