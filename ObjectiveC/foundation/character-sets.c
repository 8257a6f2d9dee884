// character-sets.c - NSCharacterSet and NSMutableCharacterSet, and the methods of NSString that use them.
//
// A set is a bitmap of the 65,536 UTF-16 units. Characters beyond them are not members, and are members of an inverted
// set: their units, surrogates, count like any other. The predefined sets follow Unicode's general categories.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "foundation.h"

enum { UNITS = 0x10000, WORDS = UNITS / 64 };

typedef struct {
    Class isa;
    uint64_t bits[WORDS];
} mr_characters;

static uint64_t *bits_of(id set) { return ((mr_characters *)(void *)set)->bits; }
static bool has(id set, uint16_t unit) { return bits_of(set)[unit / 64] >> unit % 64 & 1; }
static void put(id set, uint32_t unit, bool isMember) {
    uint64_t bit = UINT64_C(1) << unit % 64, *word = &bits_of(set)[unit / 64];
    *word = isMember ? *word | bit : *word & ~bit;
}

static id new_set(const char *name) { return SEND(id, objc_getClass(name), "new"); }

// ── Strings ─────────────────────────────────────────────────────────────────────────────────────────

static size_t length_of(id string) { return SEND(size_t, string, "length"); }
static uint16_t unit_at(id string, size_t index) {
    return SEND_WITH(uint16_t, string, "characterAtIndex:", (id, SEL, size_t), index);
}

static void put_string(id set, id string, bool isMember) {
    for (size_t index = 0, count = length_of(string); index < count; index++)
        put(set, unit_at(string, index), isMember);
}

static void put_range(id set, mr_range range, bool isMember) {
    for (size_t index = 0; index < range.length && range.location + index < UNITS; index++) {
        put(set, (uint32_t)(range.location + index), isMember);
    }
}

// ── Making ──────────────────────────────────────────────────────────────────────────────────────────

static id with_string(id cls, SEL _cmd, id string) {
    id set = SEND(id, cls, "new");
    put_string(set, string, true);
    return objc_autorelease(set);
}

static id with_range(id cls, SEL _cmd, mr_range range) {
    id set = SEND(id, cls, "new");
    put_range(set, range, true);
    return objc_autorelease(set);
}

// A bit for each unit, the lowest of a byte first.
static id bitmap(id self, SEL _cmd) {
    return SEND_WITH(id, objc_getClass("NSData"), "dataWithBytes:length:", (id, SEL, const void *, size_t),
                     bits_of(self), UNITS / 8);
}

static id with_bitmap(id cls, SEL _cmd, id data) {
    id set = SEND(id, cls, "new");
    size_t length = SEND(size_t, data, "length");
    if (length) memcpy(bits_of(set), SEND(const void *, data, "bytes"), length < UNITS / 8 ? length : UNITS / 8);
    return objc_autorelease(set);
}

// Defined by MiniFoundation: the two letters of the unit's general category in Unicode's tables.
extern uint16_t mr_unicode_category(uint16_t unit) __attribute__((weak));

static bool is_newline(uint16_t unit, char major, char minor) {
    return (unit >= '\n' && unit <= '\r') || unit == 0x85 || unit == 0x2028 || unit == 0x2029;
}
// U+200B has another category in Unicode, but is white space on Apple's systems.
static bool is_space(uint16_t unit, char major, char minor) {
    return unit == '\t' || unit == 0x200B || (major == 'Z' && minor == 's');
}
static bool is_blank(uint16_t unit, char major, char minor) {
    return is_space(unit, major, minor) || is_newline(unit, major, minor);
}
static bool is_letter(uint16_t unit, char major, char minor) { return major == 'L' || major == 'M'; }
static bool is_alphanumeric(uint16_t unit, char major, char minor) {
    return major == 'L' || major == 'M' || major == 'N';
}
static bool is_digit(uint16_t unit, char major, char minor) { return major == 'N' && minor == 'd'; }
static bool is_upper(uint16_t unit, char major, char minor) { return major == 'L' && (minor == 'u' || minor == 't'); }
static bool is_title(uint16_t unit, char major, char minor) { return major == 'L' && minor == 't'; }
static bool is_lower(uint16_t unit, char major, char minor) { return major == 'L' && minor == 'l'; }
static bool is_mark(uint16_t unit, char major, char minor) { return major == 'M'; }
static bool is_punctuation(uint16_t unit, char major, char minor) { return major == 'P'; }
static bool is_symbol(uint16_t unit, char major, char minor) { return major == 'S'; }
static bool is_control(uint16_t unit, char major, char minor) { return major == 'C' && (minor == 'c' || minor == 'f'); }
static bool is_illegal(uint16_t unit, char major, char minor) { return major == 'C' && minor == 'n'; }

static id new_with_members(id cls, bool (*isMember)(uint16_t, char, char)) {
    id set = SEND(id, cls, "new");
    for (uint32_t unit = 0; unit < UNITS; unit++) {
        uint16_t category = mr_unicode_category ? mr_unicode_category((uint16_t)unit) : 0;
        if (isMember((uint16_t)unit, (char)(category >> 8), (char)category)) put(set, unit, true);
    }
    return set;
}

// Returns a predefined set of the class. That of NSCharacterSet is made once, and lives for ever.
static id with_members(id cls, bool (*isMember)(uint16_t, char, char), _Atomic(id) *only) {
    if (cls != (id)objc_getClass("NSCharacterSet")) return objc_autorelease(new_with_members(cls, isMember));
    id set = atomic_load(only), none = nil;
    if (set) return set;
    set = new_with_members(cls, isMember);
    if (atomic_compare_exchange_strong(only, &none, set)) return set;
    objc_release(set);
    return none;
}

#define PREDEFINED_SETS(X)                                                                                             \
    X(whitespaceCharacterSet, is_space)                                                                                \
    X(newlineCharacterSet, is_newline)                                                                                 \
    X(whitespaceAndNewlineCharacterSet, is_blank)                                                                      \
    X(letterCharacterSet, is_letter)                                                                                   \
    X(alphanumericCharacterSet, is_alphanumeric)                                                                       \
    X(decimalDigitCharacterSet, is_digit)                                                                              \
    X(uppercaseLetterCharacterSet, is_upper)                                                                           \
    X(capitalizedLetterCharacterSet, is_title)                                                                         \
    X(lowercaseLetterCharacterSet, is_lower)                                                                           \
    X(nonBaseCharacterSet, is_mark)                                                                                    \
    X(punctuationCharacterSet, is_punctuation)                                                                         \
    X(symbolCharacterSet, is_symbol)                                                                                   \
    X(controlCharacterSet, is_control)                                                                                 \
    X(illegalCharacterSet, is_illegal)
#define DEFINE_SET(name, function)                                                                                     \
    static id name(id cls, SEL _cmd) {                                                                                 \
        static _Atomic(id) only;                                                                                       \
        return with_members(cls, function, &only);                                                                     \
    }
PREDEFINED_SETS(DEFINE_SET)

static id copy_as(id self, const char *name) {
    id copy = new_set(name);
    memcpy(bits_of(copy), bits_of(self), sizeof(uint64_t) * WORDS);
    return copy;
}

static id copy(id self, SEL _cmd, void *zone) { return copy_as(self, "NSCharacterSet"); }
static id mutable_copy(id self, SEL _cmd, void *zone) { return copy_as(self, "NSMutableCharacterSet"); }

// ── Members ─────────────────────────────────────────────────────────────────────────────────────────

static BOOL is_member(id self, SEL _cmd, uint16_t unit) { return has(self, unit); }

static BOOL is_superset(id self, SEL _cmd, id other) {
    if (!mr_is_argument(self, _cmd, other)) return NO;
    for (size_t index = 0; index < WORDS; index++) {
        if (bits_of(other)[index] & ~bits_of(self)[index]) return NO;
    }
    return YES;
}

static BOOL is_equal(id self, SEL _cmd, id other) {
    return SEND_WITH(bool, other, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSCharacterSet")) &&
           memcmp(bits_of(self), bits_of(other), sizeof(uint64_t) * WORDS) == 0;
}

static size_t hash(id self, SEL _cmd) { return (size_t)(bits_of(self)[0] ^ bits_of(self)[1]); }

static void invert(id self, SEL _cmd) {
    for (size_t index = 0; index < WORDS; index++) bits_of(self)[index] = ~bits_of(self)[index];
}

static id inverted(id self, SEL _cmd) {
    id other = copy_as(self, "NSCharacterSet");
    invert(other, _cmd);
    return objc_autorelease(other);
}

static void add_string(id self, SEL _cmd, id string) { put_string(self, string, true); }
static void remove_string(id self, SEL _cmd, id string) { put_string(self, string, false); }
static void add_range(id self, SEL _cmd, mr_range range) { put_range(self, range, true); }
static void remove_range(id self, SEL _cmd, mr_range range) { put_range(self, range, false); }

static void unite(id self, SEL _cmd, id other) {
    if (!mr_is_argument(self, _cmd, other)) return;
    for (size_t index = 0; index < WORDS; index++) bits_of(self)[index] |= bits_of(other)[index];
}

static void intersect(id self, SEL _cmd, id other) {
    if (!mr_is_argument(self, _cmd, other)) return;
    for (size_t index = 0; index < WORDS; index++) bits_of(self)[index] &= bits_of(other)[index];
}

// ── NSString ────────────────────────────────────────────────────────────────────────────────────────

enum { FROM_END = 4 };  // NSBackwardsSearch

static mr_range range_within(id self, SEL _cmd, id set, unsigned long options, mr_range range) {
    if (!mr_is_argument(self, _cmd, set)) return (mr_range){NOT_FOUND, 0};
    if (!mr_is_in_range(self, _cmd, range, length_of(self))) return (mr_range){NOT_FOUND, 0};
    for (size_t step = 0; step < range.length; step++) {
        size_t index = range.location + (options & FROM_END ? range.length - 1 - step : step);
        if (has(set, unit_at(self, index))) return (mr_range){index, 1};
    }
    return (mr_range){NOT_FOUND, 0};
}

static mr_range range_with_options(id self, SEL _cmd, id set, unsigned long options) {
    return range_within(self, _cmd, set, options, (mr_range){0, length_of(self)});
}

static mr_range range_of(id self, SEL _cmd, id set) { return range_with_options(self, _cmd, set, 0); }

static id substring(id self, size_t start, size_t end) {
    return SEND_WITH(id, self, "substringWithRange:", (id, SEL, mr_range), ((mr_range){start, end - start}));
}

static id trimmed(id self, SEL _cmd, id set) {
    if (!mr_is_argument(self, _cmd, set)) return nil;
    size_t start = 0, end = length_of(self);
    while (start < end && has(set, unit_at(self, start))) start++;
    while (end > start && has(set, unit_at(self, end - 1))) end--;
    return substring(self, start, end);
}

static id components(id self, SEL _cmd, id set) {
    if (!mr_is_argument(self, _cmd, set)) return nil;
    id parts = SEND(id, objc_getClass("NSMutableArray"), "array");
    size_t start = 0, count = length_of(self);
    for (size_t index = 0; index <= count; index++) {
        if (index < count && !has(set, unit_at(self, index))) continue;
        mr_add_object(parts, substring(self, start, index));
        start = index + 1;
    }
    return parts;
}

void mr_character_sets_boot(void) {
#define RANGE "{_NSRange=QQ}"
    static const mr_method_entry makers[] = {
#define SET_ROW(name, function) {#name, "@16@0:8", (IMP)name},
        PREDEFINED_SETS(SET_ROW){"characterSetWithCharactersInString:", "@24@0:8@16", (IMP)with_string},
        {"characterSetWithBitmapRepresentation:", "@24@0:8@16", (IMP)with_bitmap},
        {"characterSetWithRange:", "@32@0:8" RANGE "16", (IMP)with_range},
    };
    static const mr_method_entry methods[] = {
        {"characterIsMember:", "B20@0:8S16", (IMP)is_member},
        {"bitmapRepresentation", "@16@0:8", (IMP)bitmap},
        {"isSupersetOfSet:", "B24@0:8@16", (IMP)is_superset},
        {"isEqual:", "B24@0:8@16", (IMP)is_equal},
        {"hash", "Q16@0:8", (IMP)hash},
        {"invertedSet", "@16@0:8", (IMP)inverted},
        {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
        {"mutableCopyWithZone:", "@24@0:8^v16", (IMP)mutable_copy},
    };
    static const mr_method_entry changing[] = {
        {"addCharactersInString:", "v24@0:8@16", (IMP)add_string},
        {"removeCharactersInString:", "v24@0:8@16", (IMP)remove_string},
        {"addCharactersInRange:", "v32@0:8" RANGE "16", (IMP)add_range},
        {"removeCharactersInRange:", "v32@0:8" RANGE "16", (IMP)remove_range},
        {"formUnionWithCharacterSet:", "v24@0:8@16", (IMP)unite},
        {"formIntersectionWithCharacterSet:", "v24@0:8@16", (IMP)intersect},
        {"invert", "v16@0:8", (IMP)invert},
    };
    static const mr_method_entry string[] = {
        {"rangeOfCharacterFromSet:", RANGE "24@0:8@16", (IMP)range_of},
        {"rangeOfCharacterFromSet:options:", RANGE "32@0:8@16Q24", (IMP)range_with_options},
        {"rangeOfCharacterFromSet:options:range:", RANGE "48@0:8@16Q24" RANGE "32", (IMP)range_within},
        {"stringByTrimmingCharactersInSet:", "@24@0:8@16", (IMP)trimmed},
        {"componentsSeparatedByCharactersInSet:", "@24@0:8@16", (IMP)components},
    };
    Class cls = MR_MAKE_CLASS("NSCharacterSet", mr_characters, methods);
    ADD_CLASS_METHODS_TO("NSCharacterSet", makers);
    mr_adopt(cls, "NSCopying");
    mr_adopt(cls, "NSMutableCopying");
    Class changeable = objc_allocateClassPair(cls, "NSMutableCharacterSet", 0);
    assert(changeable);
    mr_class_prepend_methods(changeable, changing, sizeof changing / sizeof *changing);
    objc_registerClassPair(changeable);
    ADD_METHODS("NSString", string);
}
