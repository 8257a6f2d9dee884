// strings.c - methods of NSString that split, join and pad, its lines, and its case in a locale.
//
// Strings are compared by their UTF-16 units, like in -[NSString isEqual:], so composed and decomposed forms differ.
// The methods read strings by messages, so they work for proxies and subclasses. They take no locks. Any thread may
// call them on strings that no thread changes.
#include <stdlib.h>
#include <string.h>

#include "foundation.h"

typedef struct {
    const uint16_t *units;
    size_t count;
} mr_text;

static Class string_class;

// ── Units ───────────────────────────────────────────────────────────────────────────────────────────

static size_t length_of(id string) { return SEND(size_t, string, "length"); }

static void read_units(id string, uint16_t *units, size_t count) {
    SEL get = sel_registerName("getCharacters:range:");
    ((void (*)(id, SEL, uint16_t *, mr_range))(void *)objc_msgSend)(string, get, units, (mr_range){0, count});
}

// Returns the UTF-16 units of a string, in autoreleased memory.
static mr_text text_of(id string) {
    size_t count = length_of(string);
    uint16_t *units = mr_room(count, sizeof *units);
    read_units(string, units, count);
    return (mr_text){units, count};
}

// Returns a new string, +1.
static id make_string(const uint16_t *units, size_t count) {
    SEL init = sel_registerName("initWithCharacters:length:");
    return ((id(*)(id, SEL, const uint16_t *, size_t))(void *)objc_msgSend)(SEND(id, string_class, "alloc"), init,
                                                                            units, count);
}

static void get_characters(id self, SEL _cmd, uint16_t *units) { read_units(self, units, length_of(self)); }

bool mr_is_argument(id self, SEL _cmd, id argument) {
    if (argument) return true;
    mr_raise("NSInvalidArgumentException", "*** -[%s %s]: nil argument", object_getClassName(self), sel_getName(_cmd));
    return false;
}

// ── Splitting, replacing and joining ────────────────────────────────────────────────────────────────

// Returns the first index at or after `start` at which `wanted` occurs; NOT_FOUND if there is none, or if `wanted` is
// empty.
static size_t find(mr_text text, mr_text wanted, size_t start) {
    if (wanted.count == 0 || wanted.count > text.count) return NOT_FOUND;
    for (size_t index = start; index <= text.count - wanted.count; index++) {
        if (text.units[index] != wanted.units[0]) continue;
        if (memcmp(text.units + index, wanted.units, wanted.count * sizeof *wanted.units) == 0) return index;
    }
    return NOT_FOUND;
}

// Adds the units from `start` to `end`, as a string, to an array.
static void add_part(id array, mr_text text, size_t start, size_t end) {
    SEL add = sel_registerName("addObject:");
    id part = make_string(text.units + start, end - start);
    ((void (*)(id, SEL, id))(void *)objc_msgSend)(array, add, part);
    objc_release(part);
}

// Returns the parts of a string between separators: an NSMutableArray, autoreleased.
static id split(id string, id separator) {
    id parts = SEND(id, objc_getClass("NSMutableArray"), "array");
    void *pool = objc_autoreleasePoolPush();
    mr_text text = text_of(string), wanted = text_of(separator);
    size_t start = 0;
    for (size_t index; (index = find(text, wanted, start)) != NOT_FOUND; start = index + wanted.count) {
        add_part(parts, text, start, index);
    }
    add_part(parts, text, start, text.count);
    objc_autoreleasePoolPop(pool);
    return parts;
}

static id object_at(id array, size_t index) {
    return ((id(*)(id, SEL, size_t))(void *)objc_msgSend)(array, sel_registerName("objectAtIndex:"), index);
}

// Returns the descriptions of an array's objects, joined with a separator, autoreleased; nil if an exception was
// raised.
static id join(id array, id separator) {
    id before = mr_exception_pending();
    void *pool = objc_autoreleasePoolPush();
    size_t count = SEND(size_t, array, "count"), total = 0, gap = length_of(separator);
    id *texts = mr_room(count, sizeof *texts);
    for (size_t index = 0; index < count && mr_exception_pending() == before; index++) {
        texts[index] = objc_retainAutorelease(SEND(id, object_at(array, index), "description"));
        total += length_of(texts[index]) + (index ? gap : 0);
    }
    id joined = nil;
    if (mr_exception_pending() == before) {
        uint16_t *units = mr_room(total, sizeof *units), *end = units;
        for (size_t index = 0; index < count; index++) {
            id pieces[] = {index ? separator : nil, texts[index]};
            for (int piece = 0; piece < 2; piece++) {
                size_t length = length_of(pieces[piece]);
                if (length) read_units(pieces[piece], end, length);
                end += length;
            }
        }
        joined = make_string(units, total);
    }
    objc_autoreleasePoolPop(pool);
    return objc_autorelease(joined);
}

static id components_separated(id self, SEL _cmd, id separator) {
    return mr_is_argument(self, _cmd, separator) ? split(self, separator) : nil;
}

static id components_joined(id self, SEL _cmd, id separator) { return join(self, separator); }

static id by_replacing(id self, SEL _cmd, id wanted, id replacement) {
    if (!mr_is_argument(self, _cmd, wanted) || !mr_is_argument(self, _cmd, replacement)) return nil;
    void *pool = objc_autoreleasePoolPush();
    id replaced = objc_retain(join(split(self, wanted), replacement));
    objc_autoreleasePoolPop(pool);
    return objc_autorelease(replaced);
}

// Returns the string with that length: its beginning, or itself and then the units of `pad` from an index on, repeated.
static id by_padding(id self, SEL _cmd, size_t length, id pad, size_t start) {
    if (!mr_is_length(self, _cmd, length, sizeof(uint16_t))) return nil;
    mr_text text = text_of(self), padding = pad ? text_of(pad) : (mr_text){NULL, 0};
    if (length > text.count && start >= padding.count) {
        mr_raise(padding.count ? "NSRangeException" : "NSInvalidArgumentException",
                 "*** -[%s %s]: index %zu is beyond the %zu units of the padding", object_getClassName(self),
                 sel_getName(_cmd), start, padding.count);
        return nil;
    }
    uint16_t *units = mr_room(length, sizeof *units);
    for (size_t index = 0; index < length; index++) {
        bool isOwn = index < text.count;
        units[index] = isOwn ? text.units[index] : padding.units[(start + index - text.count) % padding.count];
    }
    return objc_autorelease(make_string(units, length));
}

static bool is_newline(uint16_t unit) {
    return unit == '\n' || unit == '\r' || unit == 0x85 || unit == 0x2028 || unit == 0x2029;
}

static void enumerate_lines(id self, SEL _cmd, id block) {
    if (!mr_is_block(self, _cmd, block)) return;
    mr_text text = text_of(self);
    id before = mr_exception_pending();
    bool stop = false;
    for (size_t start = 0; start < text.count && !stop && !mr_has_raised(before);) {
        size_t end = start;
        while (end < text.count && !is_newline(text.units[end])) end++;
        id line = objc_autorelease(make_string(text.units + start, end - start));
        CALL_BLOCK(void, block, (id, id, bool *), line, &stop);
        bool isPair = end + 1 < text.count && text.units[end] == '\r' && text.units[end + 1] == '\n';
        start = end + (isPair ? 2 : 1);
    }
}

// ── Case in a locale ────────────────────────────────────────────────────────────────────────────────

// Turkish and Azerbaijani have an i with a dot, and one without, in either case.
static bool has_dotless_i(id locale) {
    const char *name = mr_c_string_of(SEND(id, locale, "localeIdentifier"));
    if (name == NULL) return false;
    size_t length = strcspn(name, "_-@");
    return length == 2 && (strncmp(name, "tr", 2) == 0 || strncmp(name, "az", 2) == 0);
}

static id replacing(id string, const char *found, const char *replacement) {
    return by_replacing(string, NULL, mr_string_with_format("%s", found), mr_string_with_format("%s", replacement));
}

static id upper_case(id self, SEL _cmd, id locale) {
    id text = has_dotless_i(locale) ? replacing(self, "i", "İ") : self;
    return SEND(id, text, "uppercaseString");
}

static id lower_case(id self, SEL _cmd, id locale) {
    id text = has_dotless_i(locale) ? replacing(replacing(self, "I", "ı"), "İ", "i") : self;
    return SEND(id, text, "lowercaseString");
}

static id capitals(id self, SEL _cmd, id locale) { return SEND(id, self, "capitalizedString"); }

void mr_strings_boot(void) {
    static const mr_method_entry methods[] = {
        {"getCharacters:", "v24@0:8^S16", (IMP)get_characters},
        {"stringByPaddingToLength:withString:startingAtIndex:", "@40@0:8Q16@24Q32", (IMP)by_padding},
        {"uppercaseStringWithLocale:", "@24@0:8@16", (IMP)upper_case},
        {"lowercaseStringWithLocale:", "@24@0:8@16", (IMP)lower_case},
        {"capitalizedStringWithLocale:", "@24@0:8@16", (IMP)capitals},
        {"enumerateLinesUsingBlock:", "v24@0:8@?16", (IMP)enumerate_lines},
        {"componentsSeparatedByString:", "@24@0:8@16", (IMP)components_separated},
        {"stringByReplacingOccurrencesOfString:withString:", "@32@0:8@16@24", (IMP)by_replacing},
    };
    static const mr_method_entry joining[] = {{"componentsJoinedByString:", "@24@0:8@16", (IMP)components_joined}};
    string_class = objc_getClass("NSString");
    mr_class_prepend_methods(string_class, methods, sizeof methods / sizeof *methods);
    mr_class_prepend_methods(objc_getClass("NSArray"), joining, 1);
}
