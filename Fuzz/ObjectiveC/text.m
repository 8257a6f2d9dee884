// text.m - fuzz target: text. The first byte chooses a group of checks, and the rest are its strings, ranges and
// options. This file searches, replaces and edits; text-conversions.m has encodings, escapes, paths and character sets,
// and text-reading.m scanners, formatters and patterns. Searches are compared with a search that looks everywhere.
#import "text.h"
#import "naive-search.h"

// ── Searching ───────────────────────────────────────────────────────────────────────────────────────

static bool is_ascii(NSString *text) { return [text canBeConvertedToEncoding:NSASCIIStringEncoding]; }

static bool is_within(NSRange range, NSUInteger length) {
    return range.location <= length && range.length <= length - range.location;
}

static const NSStringCompareOptions searchOptions =
    NSCaseInsensitiveSearch | NSLiteralSearch | NSBackwardsSearch | NSAnchoredSearch;

// Returns a text that often is a part of another one.
static NSString *wanted_of(NSString *text, fuzz_bytes *bytes) {
    unsigned choice = fuzz_take(bytes);
    if (choice & 1 || text.length == 0) return fuzz_string(bytes);
    NSRange range = {choice % text.length, 0};
    range.length = fuzz_take(bytes) % (text.length - range.location + 1) % 4;
    return [text substringWithRange:range];
}

void check_searches(fuzz_bytes *bytes) {
    NSString *text = fuzz_string(bytes), *wanted = wanted_of(text, bytes);
    NSStringCompareOptions options = fuzz_take(bytes) & searchOptions;
    if (!is_ascii(text) || !is_ascii(wanted)) options &= ~(NSUInteger)NSCaseInsensitiveSearch;
    NSRange range = fuzz_range(bytes, text.length);
    bool isWithin = is_within(range, text.length);
    __block NSRange found;
    bool isDone = fuzz_try(^{ found = [text rangeOfString:wanted options:options range:range]; });
    EXPECT(isDone == isWithin);
    if (isDone) EXPECT(NSEqualRanges(found, naive_search(text, wanted, options, range)));
    NSRange whole = {0, text.length}, first = naive_search(text, wanted, 0, whole);
    EXPECT(NSEqualRanges([text rangeOfString:wanted], first));
    EXPECT([text containsString:wanted] == (first.location != NSNotFound));
    EXPECT([text hasPrefix:wanted] == (naive_search(text, wanted, NSAnchoredSearch, whole).length > 0));
    NSRange last = naive_search(text, wanted, NSAnchoredSearch | NSBackwardsSearch, whole);
    EXPECT([text hasSuffix:wanted] == (last.length > 0));
    fuzz_try(^{ [text compare:wanted options:options | NSNumericSearch range:range]; });
    NSComparisonResult order = [text compare:wanted];
    EXPECT([wanted compare:text] == -order && (order == 0) == [text isEqual:wanted]);
    [text caseInsensitiveCompare:wanted];
    [text localizedStandardCompare:wanted];
    EXPECT([text hasPrefix:[text commonPrefixWithString:wanted options:0]] ||
           [text commonPrefixWithString:wanted options:0].length == 0);
}

// ── Replacing ───────────────────────────────────────────────────────────────────────────────────────

void check_replacing(fuzz_bytes *bytes) {
    NSString *text = fuzz_string(bytes), *wanted = wanted_of(text, bytes), *new = fuzz_string(bytes);
    // An anchored replacement may be repeated or not, so it is left to check_editing.
    NSStringCompareOptions options = fuzz_take(bytes) & searchOptions & ~(NSUInteger)NSAnchoredSearch;
    if (!is_ascii(text) || !is_ascii(wanted)) options &= ~(NSUInteger)NSCaseInsensitiveSearch;
    NSRange range = fuzz_range(bytes, text.length);
    NSMutableString *changed = [text mutableCopy];
    __block NSUInteger count = 0;
    __block NSString *replaced;
    bool isDone = fuzz_try(^{
      replaced = [text stringByReplacingOccurrencesOfString:wanted withString:new options:options range:range];
      count = [changed replaceOccurrencesOfString:wanted withString:new options:options range:range];
    });
    EXPECT(isDone == is_within(range, text.length));
    if (!isDone) return;
    EXPECT([changed isEqual:replaced]);
    NSArray *parts = [text componentsSeparatedByString:wanted];
    EXPECT([[parts componentsJoinedByString:wanted] isEqual:text]);
    if (naive_overlaps_itself(wanted, options)) return;
    NSUInteger expected = 0;
    EXPECT([naive_replacement(text, wanted, new, options, range, &expected) isEqual:replaced]);
    EXPECT(expected == count);
    NSString *joined = [parts componentsJoinedByString:new];
    EXPECT([[text stringByReplacingOccurrencesOfString:wanted withString:new] isEqual:joined]);
}

// ── Editing ─────────────────────────────────────────────────────────────────────────────────────────

// Changes a string step by step, with itself as an argument too.
void check_editing(fuzz_bytes *bytes) {
    NSMutableString *text = [NSMutableString stringWithString:fuzz_string(bytes)];
    NSStringCompareOptions all = searchOptions | NSNumericSearch | NSRegularExpressionSearch;
    while (fuzz_left(bytes) > 0 && text.length < 5000) {
        unsigned step = fuzz_take(bytes);
        NSString *other = step & 128 ? text : fuzz_string(bytes);
        NSRange range = fuzz_range(bytes, text.length);
        NSStringCompareOptions options = fuzz_take(bytes) << 3 | (step & 7);
        fuzz_try(^{
          const char *before = text.UTF8String;
          size_t length = strlen(before);
          switch (step % 9) {
              case 0: [text insertString:other atIndex:range.location]; break;
              case 1: [text deleteCharactersInRange:range]; break;
              case 2: [text replaceCharactersInRange:range withString:other]; break;
              case 3: [text appendString:other]; break;
              case 4: [text setString:other]; break;
              case 5: [text replaceOccurrencesOfString:@"a" withString:other options:options & all range:range]; break;
              case 6: [text setString:[other substringWithRange:range]]; break;
              case 7: [text setString:[text stringByReplacingCharactersInRange:range withString:other]]; break;
              default: [text setString:[text substringFromIndex:range.location]]; break;
          }
          EXPECT(strlen(before) == length);
        });
    }
    EXPECT([text isEqual:[text copy]] && text.hash == [[text copy] hash]);
}

// The parts of a text cover it, without gaps, in both directions.
void check_parts(fuzz_bytes *bytes) {
    NSString *text = fuzz_string(bytes), *other = fuzz_string(bytes);
    NSStringEnumerationOptions options = fuzz_take(bytes) & 0x303;
    NSRange range = fuzz_range(bytes, text.length);
    __block NSUInteger covered = 0;
    bool isDone = fuzz_try(^{
      [text enumerateSubstringsInRange:range
                               options:options
                            usingBlock:^(NSString *part, NSRange place, NSRange enclosing, BOOL *stop) {
                              EXPECT(is_within(place, text.length) && is_within(enclosing, text.length));
                              if (part) EXPECT(part.length > 0 || place.length == 0);
                              covered += enclosing.length;
                            }];
    });
    EXPECT(isDone == is_within(range, text.length));
    // Words leave out what stands before the first of them.
    if (isDone && (options & 3) < 2) EXPECT(covered == range.length);
    [text enumerateLinesUsingBlock:^(NSString *line, BOOL *stop) { EXPECT(line.length <= text.length); }];
    NSUInteger length = fuzz_index(bytes, 300), start = fuzz_index(bytes, other.length);
    fuzz_try(^{
      NSString *padded = [text stringByPaddingToLength:length withString:other startingAtIndex:start];
      EXPECT(padded.length == length);
    });
    NSArray<NSString *> *forms = @[
        text.lowercaseString, text.uppercaseString, text.capitalizedString, text.precomposedStringWithCanonicalMapping,
        text.decomposedStringWithCanonicalMapping, [text lowercaseStringWithLocale:nil], [text description]
    ];
    for (NSString *form in forms) EXPECT(form != nil);
    NSString *decomposed = text.decomposedStringWithCanonicalMapping;
    EXPECT([decomposed.precomposedStringWithCanonicalMapping isEqual:text.precomposedStringWithCanonicalMapping]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const checks[])(fuzz_bytes *) = {
        check_searches,         check_replacing,      check_editing,        check_parts,   check_encodings, check_bytes,
        check_escapes,          check_paths,          check_character_sets, check_scanner, check_numbers,   check_names,
        check_number_formatter, check_date_formatter, check_patterns,
    };
    fuzz_bytes bytes = {data, data + size}, *rest = &bytes;
    unsigned kind = fuzz_below(rest, sizeof checks / sizeof *checks);
    fuzz_try(^{ checks[kind](rest); });
    return 0;
}
