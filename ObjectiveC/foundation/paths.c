// paths.c - strings as paths of files. A path is parts that slashes separate; it is read as UTF-8.
//
//      "/var/notes.txt/"     the last part is "notes.txt", its extension "txt"; slashes at the end do not count
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foundation.h"

typedef struct {
    const char *text;  // may contain zero bytes
    size_t length;     // without slashes at the end
} mr_path;

static id make(const char *start, size_t length) { return mr_string_of_utf8(start, length); }

// Returns the text of a path, slashes at its end included.
static mr_path whole_path_of(id string) {
    mr_utf8 text = mr_utf8_of(string);
    return (mr_path){text.bytes, text.length};
}

static mr_path path_of(id string) {
    mr_path path = whole_path_of(string);
    while (path.length > 1 && path.text[path.length - 1] == '/') path.length--;
    return path;
}

// ── Parts ───────────────────────────────────────────────────────────────────────────────────────────

static bool is_root(mr_path path) { return path.length == 1 && path.text[0] == '/'; }

static size_t start_of_last(mr_path path) {
    size_t start = path.length;
    while (start > 0 && path.text[start - 1] != '/') start--;
    return start;
}

// Returns the index of the dot before the extension; the length if there is no extension. A dot that begins a name does
// not count.
static size_t start_of_extension(mr_path path) {
    size_t start = start_of_last(path);
    for (size_t index = path.length; index-- > start + 1;) {
        if (path.text[index] == '.') return index + 1 < path.length ? index : path.length;
    }
    return path.length;
}

static id last_component(id self, SEL _cmd) {
    mr_path path = path_of(self);
    size_t start = is_root(path) ? 0 : start_of_last(path);
    return make(path.text + start, path.length - start);
}

// One slash is between two parts of the result.
static id deleting_last_component(id self, SEL _cmd) {
    mr_path path = path_of(self);
    if (is_root(path)) return make("/", 1);
    size_t start = start_of_last(path), length = 0;
    while (start > 1 && path.text[start - 1] == '/') start--;
    char *text = mr_room(start, 1);
    for (size_t index = 0; index < start; index++) {
        if (length == 0 || path.text[index] != '/' || text[length - 1] != '/') text[length++] = path.text[index];
    }
    return make(text, length);
}

// Returns a string of two texts with a separator between them.
static id joined(mr_path first, const char *separator, mr_path second) {
    size_t gap = strlen(separator), start = first.length + gap;
    char *text = mr_room(start + second.length, 1);
    if (first.length) memcpy(text, first.text, first.length);
    memcpy(text + first.length, separator, gap);
    if (second.length) memcpy(text + start, second.text, second.length);
    return make(text, start + second.length);
}

static id appending_component(id self, SEL _cmd, id part) {
    if (!mr_is_argument(self, _cmd, part)) return nil;
    mr_path path = path_of(self), added = path_of(part);
    if (path.length == 0) return make(added.text, added.length);
    while (added.length && added.text[0] == '/') added = (mr_path){added.text + 1, added.length - 1};
    if (added.length == 0) return make(path.text, path.length);
    return joined(path, is_root(path) ? "" : "/", added);
}

static id extension(id self, SEL _cmd) {
    mr_path path = path_of(self);
    size_t dot = start_of_extension(path);
    return dot == path.length ? make("", 0) : make(path.text + dot + 1, path.length - dot - 1);
}

static id deleting_extension(id self, SEL _cmd) {
    mr_path path = path_of(self);
    return make(path.text, start_of_extension(path));
}

static id appending_extension(id self, SEL _cmd, id added) {
    if (!mr_is_argument(self, _cmd, added)) return nil;
    return joined(path_of(self), ".", whole_path_of(added));
}

static id components(id self, SEL _cmd) {
    id list = SEND(id, objc_getClass("NSMutableArray"), "array");
    mr_path path = whole_path_of(self);
    bool isAbsolute = path.length && path.text[0] == '/', isEmpty = true;
    if (isAbsolute) mr_add_object(list, make("/", 1));
    for (size_t start = 0, end; start < path.length; start = end + 1) {
        const char *slash = memchr(path.text + start, '/', path.length - start);
        end = slash ? (size_t)(slash - path.text) : path.length;
        if (end == start) continue;
        mr_add_object(list, make(path.text + start, end - start));
        isEmpty = false;
    }
    if (!isEmpty && path.text[path.length - 1] == '/') mr_add_object(list, make("/", 1));
    return objc_autorelease(SEND(id, list, "copy"));
}

// Appends each part as appending_component does, but copies each once.
static id with_components(id cls, SEL _cmd, id list) {
    size_t count = mr_count_of(list), room = 0, length = 0;
    mr_path *parts = mr_room(count, sizeof *parts);
    for (size_t index = 0; index < count; index++) {
        parts[index] = path_of(mr_object_at(list, index));
        room += parts[index].length + 1;
    }
    char *text = mr_room(room, 1);
    for (size_t index = 0; index < count; index++) {
        mr_path part = parts[index];
        bool isFirst = length == 0, isAfterRoot = is_root((mr_path){text, length});
        while (!isFirst && part.length && part.text[0] == '/') part = (mr_path){part.text + 1, part.length - 1};
        if (part.length == 0) continue;
        if (!isFirst && !isAfterRoot) text[length++] = '/';
        memcpy(text + length, part.text, part.length);
        length += part.length;
    }
    return make(text, length);
}

static BOOL is_absolute(id self, SEL _cmd) {
    mr_path path = whole_path_of(self);
    return path.length && (path.text[0] == '/' || path.text[0] == '~');
}

static const char *representation(id self, SEL _cmd) {
    const char *text = mr_c_string_of(self);
    if (text == NULL) {
        mr_raise("NSInvalidArgumentException", "*** -[%s %s]: the path contains the character U+0000",
                 object_getClassName(self), sel_getName(_cmd));
    }
    return text;
}

// ── The user's folder ───────────────────────────────────────────────────────────────────────────────

id NSHomeDirectory(void) {
    const char *folder = getenv("HOME");
    return mr_string_with_format("%s", folder && folder[0] ? folder : "/");
}

id NSTemporaryDirectory(void) {
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || folder[0] == '\0') folder = P_tmpdir;
    return mr_string_with_format("%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/");
}

static id home_of(id user_name) {
    const char *name = mr_c_string_of(user_name);
    struct passwd entry, *user = NULL;
    char room[4096];
    if (name == NULL || getpwnam_r(name, &entry, room, sizeof room, &user) != 0 || user == NULL) return nil;
    return mr_string_with_format("%s", entry.pw_dir);
}

id NSHomeDirectoryForUser(id name) { return name ? home_of(name) : NSHomeDirectory(); }

// Returns the path with one slash between two parts and none at the end. Without parts `.`, and without each part
// before a part `..`, in an absolute path, if `isStandard`.
static id tidied(id self, SEL _cmd, bool isStandard) {
    id parts = components(self, _cmd), kept = objc_autorelease(SEND(id, objc_getClass("NSMutableArray"), "new"));
    bool isAbsolute = is_absolute(self, _cmd);
    for (size_t index = 0, count = mr_count_of(parts); index < count; index++) {
        // Part of a path that contains U+0000 is neither of these names.
        const char *part = mr_c_string_of(mr_object_at(parts, index));
        if (part == NULL) part = "";
        bool isParent = strcmp(part, "..") == 0 && isAbsolute;
        if (isStandard && isParent && mr_count_of(kept) > 1) SEND(void, kept, "removeLastObject");
        if (isStandard && (isParent || strcmp(part, ".") == 0)) continue;
        if (index == 0 || strcmp(part, "/") != 0) mr_add_object(kept, mr_object_at(parts, index));
    }
    return with_components(nil, _cmd, kept);
}

static id expanding_tilde(id self, SEL _cmd) {
    mr_path path = whole_path_of(self);
    if (path.length == 0 || path.text[0] != '~') return tidied(self, _cmd, false);
    const char *slash = memchr(path.text, '/', path.length);
    size_t length = slash ? (size_t)(slash - path.text) : path.length;
    id folder = length == 1 ? NSHomeDirectory() : home_of(make(path.text + 1, length - 1));
    if (folder == nil) return tidied(self, _cmd, false);
    mr_path rest = {path.text + length, path.length - length};
    return tidied(joined(whole_path_of(folder), "", rest), _cmd, false);
}

static id abbreviating_with_tilde(id self, SEL _cmd) {
    id tidy = tidied(self, _cmd, false);
    mr_path folder = path_of(NSHomeDirectory()), path = whole_path_of(tidy);
    bool isWithin =
        path.length >= folder.length && !is_root(folder) && memcmp(path.text, folder.text, folder.length) == 0;
    if (!isWithin || (path.length > folder.length && path.text[folder.length] != '/')) return tidy;
    return joined((mr_path){"~", 1}, "", (mr_path){path.text + folder.length, path.length - folder.length});
}

static id standardizing(id self, SEL _cmd) { return tidied(expanding_tilde(self, _cmd), _cmd, true); }

// Returns an absolute path without symbolic links. The parts after the last file that exists stay as they are.
static id resolving(id self, SEL _cmd) {
    id path = standardizing(self, _cmd);
    mr_path whole = path_of(path);
    if (whole.length == 0 || whole.text[0] != '/') return path;
    for (size_t end = whole.length; end > 0;) {
        char existing[PATH_MAX], *found = NULL;
        if (end < sizeof existing) {
            memcpy(existing, whole.text, end);
            existing[end] = 0;
            if (strlen(existing) == end) found = realpath(existing, NULL);
        }
        if (found) {
            mr_path start = {found, strlen(found)}, rest = {whole.text + end, whole.length - end};
            id result = is_root(start) && rest.length && rest.text[0] == '/' ? make(rest.text, rest.length)
                                                                             : joined(start, "", rest);
            free(found);
            return result;
        }
        while (end > 0 && whole.text[end - 1] != '/') end--;
        while (end > 1 && whole.text[end - 1] == '/') end--;
        if (end == 1 && whole.length == 1) break;
    }
    return path;
}

void mr_paths_boot(void) {
    static const mr_method_entry methods[] = {
        {"lastPathComponent", "@16@0:8", (IMP)last_component},
        {"stringByDeletingLastPathComponent", "@16@0:8", (IMP)deleting_last_component},
        {"stringByAppendingPathComponent:", "@24@0:8@16", (IMP)appending_component},
        {"pathExtension", "@16@0:8", (IMP)extension},
        {"stringByDeletingPathExtension", "@16@0:8", (IMP)deleting_extension},
        {"stringByAppendingPathExtension:", "@24@0:8@16", (IMP)appending_extension},
        {"pathComponents", "@16@0:8", (IMP)components},
        {"isAbsolutePath", "B16@0:8", (IMP)is_absolute},
        {"fileSystemRepresentation", "r*16@0:8", (IMP)representation},
        {"stringByExpandingTildeInPath", "@16@0:8", (IMP)expanding_tilde},
        {"stringByAbbreviatingWithTildeInPath", "@16@0:8", (IMP)abbreviating_with_tilde},
        {"stringByStandardizingPath", "@16@0:8", (IMP)standardizing},
        {"stringByResolvingSymlinksInPath", "@16@0:8", (IMP)resolving},
    };
    static const mr_method_entry makers[] = {{"pathWithComponents:", "@24@0:8@16", (IMP)with_components}};
    ADD_METHODS("NSString", methods);
    ADD_CLASS_METHODS_TO("NSString", makers);
}
