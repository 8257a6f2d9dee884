// searching.c - searching and comparing strings with options: from the end, at one place, without regard to case.
//
// Strings are compared by their UTF-16 units. Without regard to case, a string counts as its lower-case form, if that
// has as many units. The methods read strings by messages and take no locks.
#include <stdlib.h>

#include "foundation.h"

// NSStringCompareOptions
enum { IGNORES_CASE = 1, FROM_END = 4, IS_ANCHORED = 8, IS_NUMERIC = 64, IS_PATTERN = 1024 };

typedef struct {
    uint16_t *units;
    size_t count;
} mr_text;

// Returns the units in lower case: of a string whose lower-case form has as many units.
static id folded(id string, unsigned long options) {
    if (!(options & IGNORES_CASE)) return string;
    id lower = SEND(id, string, "lowercaseString");
    return SEND(size_t, lower, "length") == SEND(size_t, string, "length") ? lower : string;
}

// Reads the units of a range, in autoreleased memory, so that an exception does not leak it.
static mr_text text_of(id string, mr_range range, unsigned long options) {
    mr_text text = {mr_room(range.length, sizeof(uint16_t)), range.length};
    if (range.length) {
        SEND_WITH(void, folded(string, options), "getCharacters:range:", (id, SEL, uint16_t *, mr_range), text.units,
                  range);
    }
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
    if (wanted == nil) {
        mr_raise("NSInvalidArgumentException", "*** -[%s %s]: nil argument", object_getClassName(self),
                 sel_getName(_cmd));
    }
    bool isValid = wanted && mr_is_in_range(self, _cmd, range, SEND(size_t, self, "length"));
    if (!isValid) return (mr_range){NOT_FOUND, 0};
    if (options & IS_PATTERN) return range_of_pattern(self, _cmd, wanted, options, range);
    void *pool = objc_autoreleasePoolPush();
    mr_text text = whole_text(wanted, options);
    size_t index = find(text_of(self, range, options), text, options);
    objc_autoreleasePoolPop(pool);
    return index == NOT_FOUND ? (mr_range){NOT_FOUND, 0} : (mr_range){range.location + index, text.count};
}

static mr_range range_with_locale(id self, SEL _cmd, id wanted, unsigned long options, mr_range range, id locale) {
    return range_within(self, _cmd, wanted, options, range);
}

static mr_range range_with_options(id self, SEL _cmd, id wanted, unsigned long options) {
    return range_within(self, _cmd, wanted, options, (mr_range){0, SEND(size_t, self, "length")});
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

static size_t replace_within(id self, SEL _cmd, id wanted, id replacement, unsigned long options, mr_range range) {
    if (!mr_is_in_range(self, _cmd, range, SEND(size_t, self, "length"))) return 0;
    if (options & IS_PATTERN) {
        return SEND_WITH(size_t, expression_of(self, _cmd, wanted, options),
                         "replaceMatchesInString:options:range:withTemplate:",
                         (id, SEL, id, unsigned long, mr_range, id), self, matching(options), range, replacement);
    }
    size_t count = 0, added = SEND(size_t, replacement, "length"), start = range.location;
    size_t end = range.location + range.length;
    for (;;) {
        mr_range found =
            range_within(self, _cmd, wanted, options & ~(unsigned long)FROM_END, (mr_range){start, end - start});
        if (found.location == NOT_FOUND) return count;
        SEND_WITH(void, self, "replaceCharactersInRange:withString:", (id, SEL, mr_range, id), found, replacement);
        start = found.location + added;
        end = end - found.length + added;
        count++;
    }
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
