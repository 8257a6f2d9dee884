// searches.m - searching and replacing in strings: from both ends, anchored, in parts that are read one by one.
#import <Foundation/Foundation.h>

#import "check-foundation.h"

// A string that counts the units that are read of it, and its changes.
@interface CountedString : NSMutableString {
    NSMutableString *_text;
  @public
    NSUInteger read, changes;
}
@end
@implementation CountedString
- (instancetype)initWithString:(NSString *)text {
    self = [super init];
    _text = [[NSMutableString alloc] initWithString:text];
    return self;
}
- (NSUInteger)length {
    return _text.length;
}
- (unichar)characterAtIndex:(NSUInteger)index {
    read++;
    return [_text characterAtIndex:index];
}
- (void)getCharacters:(unichar *)units range:(NSRange)range {
    read += range.length;
    [_text getCharacters:units range:range];
}
- (void)replaceCharactersInRange:(NSRange)range withString:(NSString *)string {
    changes++;
    [_text replaceCharactersInRange:range withString:string];
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_text release];
    [super dealloc];
}
#endif
@end

static NSString *repeated(NSString *text, NSUInteger times) {
    return [@"" stringByPaddingToLength:text.length * times withString:text startingAtIndex:0];
}

static NSString *replaced(NSString *text, NSString *wanted, NSString *other, NSStringCompareOptions options) {
    NSRange range = NSMakeRange(0, text.length);
    NSMutableString *changed = [NSMutableString stringWithString:text];
    NSUInteger count = [changed replaceOccurrencesOfString:wanted withString:other options:options range:range];
    NSString *made = [text stringByReplacingOccurrencesOfString:wanted withString:other options:options range:range];
    CHECK([made isEqual:changed] && (count > 0) == ![made isEqual:text]);
    return made;
}

TEST("occurrences are replaced from either end, and anchored ones only there") {
    enum { ANCHORED = NSAnchoredSearch, BACKWARDS = NSBackwardsSearch };
    CHECK([replaced(@"ab ab ab", @"ab", @"x", ANCHORED) isEqual:@"x ab ab"]);
    CHECK([replaced(@"ab ab ab", @"ab", @"x", ANCHORED | BACKWARDS) isEqual:@"ab ab x"]);
    CHECK([replaced(@"ab ab abc", @"ab", @"x", ANCHORED | BACKWARDS) isEqual:@"ab ab abc"]);
    CHECK([replaced(@"aaa", @"aa", @"x", 0) isEqual:@"xa"] && [replaced(@"aaa", @"aa", @"x", BACKWARDS) isEqual:@"ax"]);
    CHECK([replaced(@"abab.", @"ab", @"", ANCHORED) isEqual:@"."]);
    CHECK([replaced(@"Ab aB", @"AB", @"x", NSCaseInsensitiveSearch) isEqual:@"x x"]);
    CHECK([replaced(@"Ab aB!", @"b", @"C", NSCaseInsensitiveSearch | BACKWARDS) isEqual:@"AC aC!"]);
    CHECK([replaced(@"abc", @"b", @"bb", 0) isEqual:@"abbc"] && [replaced(@"abc", @"", @"x", 0) isEqual:@"abc"]);
}

TEST("a replacement changes the string once, however many occurrences there are") {
    for (NSUInteger count = 1; count <= 1000; count *= 10) {
        CountedString *string = AUTORELEASE([[CountedString alloc] initWithString:repeated(@"ab,", count)]);
        NSRange range = NSMakeRange(0, 3 * count);
        CHECK([string replaceOccurrencesOfString:@"," withString:@";;" options:0 range:range] == count);
        CHECK(string->changes == 1 && string->read == 3 * count && string.length == 4 * count);
    }
}

TEST("a search reads no more than a part of the string if it finds the text near the beginning, or the end") {
    NSString *long_text =
        [[@"first " stringByAppendingString:repeated(@"abcdefgh", 20000)] stringByAppendingString:@" last"];
    CountedString *string = AUTORELEASE([[CountedString alloc] initWithString:long_text]);
    CHECK(NSEqualRanges([string rangeOfString:@"first"], NSMakeRange(0, 5)) && string->read < 2000);
    string->read = 0;
    NSRange last = [string rangeOfString:@"last" options:NSBackwardsSearch];
    CHECK(NSMaxRange(last) == string.length && string->read < 2000);
    string->read = 0;
    CHECK([string rangeOfString:@"b" options:0 range:NSMakeRange(100000, 20)].location == 100007 && string->read < 100);
    string->read = 0;
    CHECK([string rangeOfString:@"x" options:NSAnchoredSearch].location == NSNotFound && string->read < 100);
    string->read = 0;
    CHECK([string rangeOfString:@"xyz"].location == NSNotFound && string->read < 2 * string.length);
}

// The first occurrence from the beginning, or the end, found by comparing at every place.
static NSUInteger naive(NSString *text, NSString *wanted, NSRange range, BOOL isBackwards) {
    for (NSUInteger step = 0; wanted.length && wanted.length <= range.length && step <= range.length - wanted.length;) {
        NSUInteger place = isBackwards ? NSMaxRange(range) - wanted.length - step : range.location + step;
        if ([[text substringWithRange:NSMakeRange(place, wanted.length)] isEqual:wanted]) return place;
        step++;
    }
    return NSNotFound;
}

TEST("searches find what a comparison at every place finds, also at the edges of the parts that are read") {
    unsigned seed = 1;
    for (int turn = 0; turn < 300; turn++) {
        NSMutableString *text = [NSMutableString string], *wanted = [NSMutableString string];
        NSUInteger length = 200 + rand_r(&seed) % 700, size = 1 + rand_r(&seed) % 12;
        for (NSUInteger index = 0; index < length; index++) [text appendString:rand_r(&seed) % 40 ? @"a" : @"é"];
        for (NSUInteger index = 0; index < size; index++) [wanted appendString:rand_r(&seed) % 4 ? @"a" : @"é"];
        NSUInteger start = rand_r(&seed) % 100;
        NSRange range = NSMakeRange(start, text.length - start - rand_r(&seed) % 50);
        for (int isBackwards = 0; isBackwards < 2; isBackwards++) {
            NSRange found = [text rangeOfString:wanted options:isBackwards ? NSBackwardsSearch : 0 range:range];
            CHECK(found.location == naive(text, wanted, range, isBackwards));
        }
    }
    for (NSUInteger place = 240; place < 530; place++) {
        NSMutableString *text = [NSMutableString stringWithString:repeated(@"-", 1000)];
        [text replaceCharactersInRange:NSMakeRange(place, 3) withString:@"XyZ"];
        CHECK([text rangeOfString:@"xYz" options:NSCaseInsensitiveSearch].location == place);
        CHECK([text rangeOfString:@"xYz" options:NSCaseInsensitiveSearch | NSBackwardsSearch].location == place);
    }
}
