// differences.m - numbers, formats and searches beside other programs that do the same: strtod, strtoll and snprintf of
// C, and a search that looks at every place. Random cases, the same in each run; MINIRUNTIME_LONG_TESTS tries more.
// scripts/test/random-decimals.py compares decimal numbers with those of Python.
#include <math.h>

#import "check-foundation.h"
#import "naive-search.h"
#import "random.h"

// Prints a case that differs, and counts it as a failed check.
#define CHECK_CASE(condition, ...)                                                                                     \
    do {                                                                                                               \
        bool isRight = (condition);                                                                                    \
        if (!isRight) printf(__VA_ARGS__);                                                                             \
        CHECK(isRight);                                                                                                \
    } while (0)

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

static double random_double(void) {
    union {
        uint64_t bits;
        double number;
    } value;
    do value.bits = random_bits();
    while (!isfinite(value.number));
    if (random_below(2)) value.number = (double)(int64_t)random_bits() / (double)(1 + random_below(100000));
    return value.number;
}

static double written_and_read(double number, NSPropertyListFormat format) {
    NSArray *list = @[ @(number) ];
    NSData *data = format ? [NSPropertyListSerialization dataWithPropertyList:list format:format options:0 error:NULL]
                          : [NSJSONSerialization dataWithJSONObject:list options:0 error:NULL];
    NSArray *read = format ? [NSPropertyListSerialization propertyListWithData:data options:0 format:NULL error:NULL]
                           : [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL];
    return [read.firstObject doubleValue];
}

TEST("a double that was written as JSON or as a property list is read as the same double") {
    static const NSPropertyListFormat formats[] = {0, NSPropertyListXMLFormat_v1_0, NSPropertyListBinaryFormat_v1_0};
    for (int round = 0; round < rounds(500); round++) {
        @autoreleasepool {
            double number = random_double();
            for (int each = 0; each < 3; each++) {
                double read = written_and_read(number, formats[each]);
                CHECK_CASE(read == number, "%.17g in format %zu is %.17g\n", number, (size_t)formats[each], read);
            }
        }
    }
}

// Writes a number of JSON with digits at random.
static void write_number(char *text) {
    if (random_below(2)) *text++ = '-';
    text += sprintf(text, "%u", random_below(3) ? random_below(1000) : 0);
    if (random_below(4)) {
        *text++ = '.';
        for (unsigned count = 1 + random_below(random_below(20) ? 20 : 400); count > 0; count--) {
            *text++ = (char)('0' + random_below(10));
        }
    }
    if (random_below(3) == 0) text += sprintf(text, "%c%+d", random_below(2) ? 'e' : 'E', (int)random_below(640) - 330);
    *text = 0;
}

TEST("the numbers of JSON are those that strtod and strtoll read") {
    for (int round = 0; round < rounds(1000); round++) {
        @autoreleasepool {
            char text[600];
            write_number(text);
            double expected = strtod(text, NULL);
            NSString *json = [NSString stringWithFormat:@"[%s]", text];
            NSArray *list = [NSJSONSerialization JSONObjectWithData:[json dataUsingEncoding:NSUTF8StringEncoding]
                                                            options:0
                                                              error:NULL];
            double read = list ? [list[0] doubleValue] : INFINITY;
            CHECK_CASE(read == expected || (list == nil && isinf(expected)), "%s is %.17g\n", text, read);
            int64_t integer = (int64_t)random_bits() >> random_below(64);
            json = [NSString stringWithFormat:@"[%lld]", (long long)integer];
            list = [NSJSONSerialization JSONObjectWithData:[json dataUsingEncoding:NSUTF8StringEncoding]
                                                   options:0
                                                     error:NULL];
            CHECK_CASE([list[0] longLongValue] == integer, "%lld\n", (long long)integer);
        }
    }
}

TEST("the number at the beginning of a string is the one that strtod and strtoll read") {
    static const char letters[] = "0123456789+-.eE ";
    for (int round = 0; round < rounds(3000); round++) {
        @autoreleasepool {
            char text[600];
            if (random_below(2)) {
                write_number(text);
            } else {
                size_t length = random_below(9);
                for (size_t index = 0; index < length; index++) text[index] = letters[random_below(16)];
                text[length] = 0;
            }
            double expected = strtod(text, NULL);
            CHECK_CASE([@(text) doubleValue] == expected, "doubleValue of '%s': %.17g\n", text, [@(text) doubleValue]);
            long long integer = strtoll(text, NULL, 10);
            CHECK_CASE([@(text) longLongValue] == integer, "longLongValue of '%s': %lld\n", text,
                       [@(text) longLongValue]);
        }
    }
}

// ── Formats ─────────────────────────────────────────────────────────────────────────────────────────

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
// The arguments are evaluated twice, and so have no effects.
#define CHECK_FORMAT(format, ...)                                                                                      \
    do {                                                                                                               \
        char expected[2000];                                                                                           \
        snprintf(expected, sizeof expected, format, __VA_ARGS__);                                                      \
        NSString *result = [NSString stringWithFormat:@(format), __VA_ARGS__];                                         \
        CHECK_CASE([result isEqual:@(expected)], "'%s' is '%s', not '%s'\n", format, result.UTF8String, expected);     \
    } while (0)

TEST("formats that C has too give the text of snprintf") {
    static const char *const flags[] = {"", "-", "+", " ", "#", "0", "-#", "+0", " 0", "#0", "-+", "'"};
    static const char *const sizes[] = {"", "1", "9", "30", "200", ".", ".0", ".1", ".5", ".17", ".40", "9.3", "30.12"};
    static const char integers[] = "diuxXo", reals[] = "eEfFgGaA";
    static const char *const texts[] = {"", "a", "some text", "a text that is longer than the width"};
    for (int round = 0; round < rounds(3000); round++) {
        @autoreleasepool {
            char format[60];
            const char *flag = flags[random_below(12)], *size = sizes[random_below(13)];
            char integer = integers[random_below(6)], real = reals[random_below(8)];
            long number = (long)random_bits() >> random_below(64);
            int star = (int)random_below(60) - 30, letter = 'a' + (int)random_below(26);
            double fraction = random_double();
            const char *text = texts[random_below(4)];
            sprintf(format, "[%%%s%s%c]", flag, size, integer);
            CHECK_FORMAT(format, (int)number);
            sprintf(format, "[%%%s%s%s%c]", flag, size, random_below(2) ? "l" : "z", integer);
            CHECK_FORMAT(format, number);
            sprintf(format, "[%%%s%s%c] %%d", flag, size, real);
            CHECK_FORMAT(format, fraction, 7);
            sprintf(format, "%%%s*%c, %%%s*.%uL%c|", flag, integer, flag, random_below(30), real);
            CHECK_FORMAT(format, star, (int)number, star, (long double)fraction);
            sprintf(format, "%%%s%s|%%c%%%%", random_below(2) ? "-" : "", size);
            strcpy(strchr(format, '|'), "s%c%%");
            CHECK_FORMAT(format, text, letter);
            sprintf(format, "%%2$%s%c and %%1$s", size, integer);
            CHECK_FORMAT(format, text, (int)number);
        }
    }
}
#pragma clang diagnostic pop

// ── Searches ────────────────────────────────────────────────────────────────────────────────────────

// Of few letters, so that they contain each other often.
static NSString *random_text(unsigned most) {
    static const unichar letters[] = {'a', 'a', 'b', 'A', 'B', 'c', 0, '.'};
    unichar units[64];
    unsigned length = random_below(most + 1);
    for (unsigned index = 0; index < length; index++) units[index] = letters[random_below(8)];
    return [NSString stringWithCharacters:units length:length];
}

TEST("searching and replacing find what a search at every place finds") {
    for (int round = 0; round < rounds(5000); round++) {
        @autoreleasepool {
            NSString *text = random_text(40), *wanted = random_text(3), *replacement = random_text(4);
            NSStringCompareOptions options = random_below(16);
            NSRange range = {random_below((unsigned)text.length + 1), 0};
            range.length = random_below((unsigned)(text.length - range.location) + 1);
            NSRange found = [text rangeOfString:wanted options:options range:range];
            CHECK_CASE(NSEqualRanges(found, naive_search(text, wanted, options, range)), "'%s' in '%s', options %zu\n",
                       wanted.UTF8String, text.UTF8String, (size_t)options);
            options &= ~(NSUInteger)NSAnchoredSearch;
            if (naive_overlaps_itself(wanted, options)) continue;
            NSUInteger expected = 0;
            NSString *replaced = naive_replacement(text, wanted, replacement, options, range, &expected);
            NSMutableString *changed = AUTORELEASE([text mutableCopy]);
            NSUInteger count = [changed replaceOccurrencesOfString:wanted
                                                        withString:replacement
                                                           options:options
                                                             range:range];
            CHECK_CASE([changed isEqual:replaced] && count == expected, "'%s' in '%s' replaced by '%s'\n",
                       wanted.UTF8String, text.UTF8String, replacement.UTF8String);
            NSArray *parts = [text componentsSeparatedByString:wanted];
            CHECK([[parts componentsJoinedByString:wanted] isEqual:text]);
        }
    }
}
