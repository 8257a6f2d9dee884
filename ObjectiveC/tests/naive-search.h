// naive-search.h - searches that look at every place, one unit after the other. Tests and fuzz targets compare the
// library's searches with them.
#ifndef NAIVE_SEARCH_H
#define NAIVE_SEARCH_H

#import <Foundation/Foundation.h>

// The case of letters is ignored in ASCII only.
static inline unichar naive_fold(unichar unit, NSStringCompareOptions options) {
    return options & NSCaseInsensitiveSearch && unit >= 'A' && unit <= 'Z' ? unit + 32 : unit;
}

static inline BOOL naive_is_at(NSString *text, NSString *wanted, NSUInteger place, NSStringCompareOptions options) {
    for (NSUInteger index = 0; index < wanted.length; index++) {
        unichar unit = naive_fold([text characterAtIndex:place + index], options);
        if (unit != naive_fold([wanted characterAtIndex:index], options)) return NO;
    }
    return YES;
}

// Returns what rangeOfString:options:range: must return for a range within the text.
static inline NSRange naive_search(NSString *text, NSString *wanted, NSStringCompareOptions options, NSRange range) {
    NSRange none = {NSNotFound, 0};
    NSUInteger length = wanted.length;
    if (length == 0 || length > range.length) return none;
    NSUInteger first = range.location, last = NSMaxRange(range) - length;
    if (options & NSAnchoredSearch) {
        if (options & NSBackwardsSearch) first = last;
        else last = first;
    }
    NSUInteger steps = last - first;
    for (NSUInteger step = 0; step <= steps; step++) {
        NSUInteger place = options & NSBackwardsSearch ? last - step : first + step;
        if (naive_is_at(text, wanted, place, options)) return NSMakeRange(place, length);
    }
    return none;
}

// A text that overlaps itself, such as "aa", is found at other places from the other end.
static inline BOOL naive_overlaps_itself(NSString *text, NSStringCompareOptions options) {
    for (NSUInteger shift = 1; shift < text.length; shift++) {
        if (naive_is_at(text, [text substringToIndex:text.length - shift], shift, options)) return YES;
    }
    return NO;
}

// Returns the text with all occurrences within the range replaced, from the end on. `wanted` does not overlap itself,
// and the search is not anchored.
static inline NSString *naive_replacement(NSString *text, NSString *wanted, NSString *replacement,
                                          NSStringCompareOptions options, NSRange range, NSUInteger *count) {
    NSString *result = text;
    for (*count = 0;; ++*count) {
        NSRange found = naive_search(text, wanted, options | NSBackwardsSearch, range);
        if (found.location == NSNotFound) return result;
        NSString *end = [result substringFromIndex:NSMaxRange(found)];
        NSString *start = [result substringToIndex:found.location];
        result = [[start stringByAppendingString:replacement] stringByAppendingString:end];
        range.length = found.location - range.location;
    }
}

#endif
