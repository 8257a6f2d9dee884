// searching.c - searching and comparing strings with options: from the end, at one place, without regard to case.
//
// Strings are compared by their UTF-16 units. Without regard to case, a string counts as its lower-case form, if that
// has as many units. The methods read strings by messages and take no locks.
#include <stdlib.h>
#include <string.h>

#include "foundation.h"

// NSStringCompareOptions
enum { IGNORES_CASE = 1, FROM_END = 4, IS_ANCHORED = 8, IS_NUMERIC = 64, IS_PATTERN = 1024 };

typedef struct {
    uint16_t *units;
    size_t count;
} mr_text;

// Reads the units of a range, in autoreleased memory, so that an exception does not leak it. Without regard to case,
// those of the lower-case form of the range, if that has as many units.
static mr_text text_of(id string, mr_range range, unsigned long options) {
    mr_text text = {mr_room(range.length, sizeof(uint16_t)), range.length};
    if (range.length == 0) return text;
    if (options & IGNORES_CASE) {
        id part = SEND_WITH(id, string, "substringWithRange:", (id, SEL, mr_range), range);
        id lower = SEND(id, part, "lowercaseString");
        bool hasAsMany = SEND(size_t, lower, "length") == range.length;
        string = hasAsMany ? lower : part;
        range.location = 0;
    }
    SEND_WITH(void, string, "getCharacters:range:", (id, SEL, uint16_t *, mr_range), text.units, range);
    return text;
}

static mr_text whole_text(id string, unsigned long options) {
    return text_of(string, (mr_range){0, SEND(size_t, string, "length")}, options);
}

static bool is_at(mr_text text, mr_text wanted, size_t index) {
    for (size_t each = 0; each < wanted.count; each++) {
        if (text.units[index + each] != wanted.units[each]) return false;
    }
    return true;
}

static size_t find(mr_text text, mr_text wanted, unsigned long options) {
    if (wanted.count == 0 || wanted.count > text.count) return NOT_FOUND;
    size_t last = text.count - wanted.count;
    if (options & IS_ANCHORED) {
        size_t place = options & FROM_END ? last : 0;
        return is_at(text, wanted, place) ? place : NOT_FOUND;
    }
    for (size_t step = 0; step <= last; step++) {
        size_t place = options & FROM_END ? last - step : step;
        if (is_at(text, wanted, place)) return place;
    }
    return NOT_FOUND;
}

// Returns the index of an occurrence in a range of a string. Reads larger and larger parts, so that an occurrence near
// the beginning, or the end, does not cost the whole range. An occurrence across the edge of a part is within the next.
static size_t find_in_range(id string, mr_text wanted, unsigned long options, mr_range range) {
    enum { FIRST_PART = 256, LARGEST_PART = 1 << 20 };
    bool is_anchored = options & IS_ANCHORED, is_from_end = options & FROM_END;
    if (wanted.count == 0 || wanted.count > range.length) return NOT_FOUND;
    for (size_t size = is_anchored ? 0 : FIRST_PART; range.length >= wanted.count;) {
        mr_range part = {range.location, size + wanted.count < range.length ? size + wanted.count : range.length};
        if (is_from_end) part.location += range.length - part.length;
        void *pool = objc_autoreleasePoolPush();
        size_t index = find(text_of(string, part, options), wanted, options);
        objc_autoreleasePoolPop(pool);
        if (index != NOT_FOUND) return part.location + index;
        if (is_anchored || part.length == range.length) break;
        range.length -= part.length - (wanted.count - 1);
        if (!is_from_end) range.location = part.location + part.length - (wanted.count - 1);
        if (size < LARGEST_PART) size *= 2;
    }
    return NOT_FOUND;
}

// A pattern is searched for by NSRegularExpression, which exists in programs that are linked with FoundationClasses.
// Returns nil for a malformed pattern.
static id expression_of(id self, SEL _cmd, id pattern, unsigned long options) {
    id cls = (id)objc_getClass("NSRegularExpression");
    if (cls) {
        return SEND_WITH(id, cls, "regularExpressionWithPattern:options:error:", (id, SEL, id, unsigned long, id *),
                         pattern, options & IGNORES_CASE, NULL);
    }
    mr_raise("NSInvalidArgumentException",
             "*** -[%s %s]: NSRegularExpressionSearch needs -Wl,--no-as-needed -lFoundationClasses",
             object_getClassName(self), sel_getName(_cmd));
    return nil;
}

// NSMatchingOptions
static unsigned long matching(unsigned long options) { return options & IS_ANCHORED ? 4 : 0; }

static mr_range range_of_pattern(id self, SEL _cmd, id pattern, unsigned long options, mr_range range) {
    id expression = expression_of(self, _cmd, pattern, options);
    if (expression == nil) return (mr_range){NOT_FOUND, 0};
    return SEND_WITH(mr_range, expression,
                     "rangeOfFirstMatchInString:options:range:", (id, SEL, id, unsigned long, mr_range), self,
                     matching(options), range);
}

static mr_range range_within(id self, SEL _cmd, id wanted, unsigned long options, mr_range range) {
    if (!mr_is_argument(self, _cmd, wanted) || !mr_is_in_range(self, _cmd, range, SEND(size_t, self, "length"))) {
        return (mr_range){NOT_FOUND, 0};
    }
    if (options & IS_PATTERN) return range_of_pattern(self, _cmd, wanted, options, range);
    void *pool = objc_autoreleasePoolPush();
    mr_text text = whole_text(wanted, options);
    size_t index = find_in_range(self, text, options, range);
    objc_autoreleasePoolPop(pool);
    return (mr_range){index, index == NOT_FOUND ? 0 : text.count};
}

static mr_range range_with_locale(id self, SEL _cmd, id wanted, unsigned long options, mr_range range, id locale) {
    return range_within(self, _cmd, wanted, options, range);
}

static mr_range range_with_options(id self, SEL _cmd, id wanted, unsigned long options) {
    return range_within(self, _cmd, wanted, options, (mr_range){0, SEND(size_t, self, "length")});
}

static mr_range range_of_string(id self, SEL _cmd, id wanted) { return range_with_options(self, _cmd, wanted, 0); }

static BOOL contains_string(id self, SEL _cmd, id wanted) {
    return range_of_string(self, _cmd, wanted).location != NOT_FOUND;
}

// ── Comparing ───────────────────────────────────────────────────────────────────────────────────────

static bool is_digit(mr_text text, size_t index) {
    return index < text.count && text.units[index] >= '0' && text.units[index] <= '9';
}

static double read_number(mr_text text, size_t *index) {
    double number = 0;
    while (is_digit(text, *index)) number = number * 10 + (text.units[(*index)++] - '0');
    return number;
}

static long compare_texts(mr_text first, mr_text second, unsigned long options) {
    size_t left = 0, right = 0;
    while (left < first.count && right < second.count) {
        double difference;
        if (options & IS_NUMERIC && is_digit(first, left) && is_digit(second, right)) {
            double number = read_number(first, &left);
            difference = number - read_number(second, &right);
        } else {
            difference = (double)first.units[left++] - (double)second.units[right++];
        }
        if (difference < 0 || difference > 0) return difference < 0 ? -1 : 1;
    }
    return left < first.count ? 1 : right < second.count ? -1 : 0;
}

static long compare_within(id self, SEL _cmd, id other, unsigned long options, mr_range range) {
    if (!mr_is_in_range(self, _cmd, range, SEND(size_t, self, "length"))) return 0;
    void *pool = objc_autoreleasePoolPush();
    long result = compare_texts(text_of(self, range, options), whole_text(other, options), options);
    objc_autoreleasePoolPop(pool);
    return result;
}

static long compare_with_options(id self, SEL _cmd, id other, unsigned long options) {
    return compare_within(self, _cmd, other, options, (mr_range){0, SEND(size_t, self, "length")});
}

static long compare_ignoring_case(id self, SEL _cmd, id other) {
    return compare_with_options(self, _cmd, other, IGNORES_CASE);
}

// The user's language is ignored.
static long compare_as_files(id self, SEL _cmd, id other) {
    return compare_with_options(self, _cmd, other, IGNORES_CASE | IS_NUMERIC);
}

static long compare_plainly(id self, SEL _cmd, id other) { return compare_with_options(self, _cmd, other, 0); }

// Returns the units that both begin with, without half of a surrogate pair.
static id common_prefix(id self, SEL _cmd, id other, unsigned long options) {
    mr_text first = whole_text(self, options), second = whole_text(other, options);
    size_t count = 0;
    while (count < first.count && count < second.count && first.units[count] == second.units[count]) count++;
    if (count && first.units[count - 1] >> 10 == 0xD800 >> 10) count--;
    return SEND_WITH(id, self, "substringToIndex:", (id, SEL, size_t), count);
}

// ── Replacing ───────────────────────────────────────────────────────────────────────────────────────

// Stores the places of all occurrences in a text, in ascending order, and returns their number. `places` has an element
// for each unit. Anchored occurrences follow one another from the beginning, or from the end.
static size_t find_all(mr_text text, mr_text wanted, unsigned long options, size_t *places) {
    size_t count = 0, start = 0, end = text.count;
    for (;;) {
        size_t place = find((mr_text){text.units + start, end - start}, wanted, options);
        if (place == NOT_FOUND) break;
        places[count++] = place += start;
        if (options & FROM_END) end = place;
        else start = place + wanted.count;
    }
    for (size_t index = 0; options & FROM_END && index < count / 2; index++) {
        size_t other = places[index];
        places[index] = places[count - 1 - index];
        places[count - 1 - index] = other;
    }
    return count;
}

// Returns the units from the first place to the end of the last one, with `replacement` at each place. `folded` was
// searched, `units` are the ones that stay.
static mr_text replaced(mr_text units, size_t length, mr_text replacement, const size_t *places, size_t count) {
    size_t first = places[0], end = places[count - 1] + length;
    mr_text result;
    if (__builtin_mul_overflow(count, replacement.count, &result.count) ||
        __builtin_add_overflow(result.count, end - first - count * length, &result.count)) {
        result.count = SIZE_MAX;  // which no memory has
    }
    result.units = mr_room(result.count, sizeof *result.units);
    uint16_t *out = result.units;
    for (size_t index = 0; index < count; index++) {
        size_t from = index ? places[index - 1] + length : first, kept = places[index] - from;
        if (kept) memcpy(out, units.units + from, kept * sizeof *out);
        out += kept;
        if (replacement.count) memcpy(out, replacement.units, replacement.count * sizeof *out);
        out += replacement.count;
    }
    return result;
}

static size_t replace_pattern(id self, SEL _cmd, id wanted, id replacement, unsigned long options, mr_range range) {
    return SEND_WITH(size_t, expression_of(self, _cmd, wanted, options),
                     "replaceMatchesInString:options:range:withTemplate:", (id, SEL, id, unsigned long, mr_range, id),
                     self, matching(options), range, replacement);
}

// Finds all occurrences in one pass, and changes the string once.
static size_t replace_within(id self, SEL _cmd, id wanted, id replacement, unsigned long options, mr_range range) {
    if (!mr_is_argument(self, _cmd, wanted) || !mr_is_argument(self, _cmd, replacement)) return 0;
    if (!mr_is_in_range(self, _cmd, range, SEND(size_t, self, "length"))) return 0;
    if (options & IS_PATTERN) return replace_pattern(self, _cmd, wanted, replacement, options, range);
    void *pool = objc_autoreleasePoolPush();
    mr_text text = text_of(self, range, options), searched = whole_text(wanted, options);
    size_t *places = mr_room(text.count, sizeof *places), count = find_all(text, searched, options, places);
    if (count) {
        mr_text units = options & IGNORES_CASE ? text_of(self, range, 0) : text;
        mr_text made = replaced(units, searched.count, whole_text(replacement, 0), places, count);
        id string =
            SEND_WITH(id, objc_getClass("NSString"),
                      "stringWithCharacters:length:", (id, SEL, const uint16_t *, size_t), made.units, made.count);
        mr_range all = {range.location + places[0], places[count - 1] + searched.count - places[0]};
        SEND_WITH(void, self, "replaceCharactersInRange:withString:", (id, SEL, mr_range, id), all, string);
    }
    objc_autoreleasePoolPop(pool);
    return count;
}

static id by_replacing(id self, SEL _cmd, id wanted, id replacement, unsigned long options, mr_range range) {
    id copy = objc_autorelease(SEND(id, self, "mutableCopy"));
    replace_within(copy, _cmd, wanted, replacement, options, range);
    return objc_autorelease(SEND(id, copy, "copy"));
}

static id by_replacing_range(id self, SEL _cmd, mr_range range, id replacement) {
    id copy = objc_autorelease(SEND(id, self, "mutableCopy"));
    SEND_WITH(void, copy, "replaceCharactersInRange:withString:", (id, SEL, mr_range, id), range, replacement);
    return objc_autorelease(SEND(id, copy, "copy"));
}

void mr_searching_boot(void) {
#define RANGE "{_NSRange=QQ}"
    static const mr_method_entry methods[] = {
        {"rangeOfString:", RANGE "24@0:8@16", (IMP)range_of_string},
        {"containsString:", "B24@0:8@16", (IMP)contains_string},
        {"rangeOfString:options:", RANGE "32@0:8@16Q24", (IMP)range_with_options},
        {"rangeOfString:options:range:", RANGE "48@0:8@16Q24" RANGE "32", (IMP)range_within},
        {"rangeOfString:options:range:locale:", RANGE "56@0:8@16Q24" RANGE "32@48", (IMP)range_with_locale},
        {"compare:options:", "q32@0:8@16Q24", (IMP)compare_with_options},
        {"compare:options:range:", "q48@0:8@16Q24" RANGE "32", (IMP)compare_within},
        {"commonPrefixWithString:options:", "@32@0:8@16Q24", (IMP)common_prefix},
        {"caseInsensitiveCompare:", "q24@0:8@16", (IMP)compare_ignoring_case},
        {"localizedCaseInsensitiveCompare:", "q24@0:8@16", (IMP)compare_ignoring_case},
        {"localizedCompare:", "q24@0:8@16", (IMP)compare_plainly},
        {"localizedStandardCompare:", "q24@0:8@16", (IMP)compare_as_files},
        {"stringByReplacingOccurrencesOfString:withString:options:range:", "@56@0:8@16@24Q32" RANGE "40",
         (IMP)by_replacing},
        {"stringByReplacingCharactersInRange:withString:", "@40@0:8" RANGE "16@32", (IMP)by_replacing_range},
    };
    static const mr_method_entry changing[] = {
        {"replaceOccurrencesOfString:withString:options:range:", "Q56@0:8@16@24Q32" RANGE "40", (IMP)replace_within},
    };
    ADD_METHODS("NSString", methods);
    ADD_METHODS("NSMutableString", changing);
}
