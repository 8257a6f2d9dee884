// strings.m - substrings, searching, splitting, joining, changing case, and reading numbers.
#import "check-foundation.h"
#import "check.h"

static NSString *raised_by(void (^body)(void)) {
    @try {
        body();
    } @catch (NSException *exception) {
        return [NSString stringWithFormat:@"%@: %@", exception.name, exception.reason];
    }
    return @"nothing";
}

TEST("a substring is cut by UTF-16 units") {
    NSString *text = @"grüße, 世界 🙂!";
    CHECK([[text substringToIndex:5] isEqual:@"grüße"] && [[text substringFromIndex:7] isEqual:@"世界 🙂!"]);
    CHECK([[text substringWithRange:NSMakeRange(7, 2)] isEqual:@"世界"]);
    CHECK([[text substringWithRange:NSMakeRange(10, 2)] isEqual:@"🙂"]);
    CHECK([[text substringFromIndex:text.length] isEqual:@""] && [[text substringToIndex:0] isEqual:@""]);
    CHECK([[text substringWithRange:NSMakeRange(10, 1)] characterAtIndex:0] == 0xD83D);
}

TEST("a range or an index behind the end raises an exception that names both") {
    CHECK([raised_by(^{ (void)[@"abc" substringWithRange:NSMakeRange(2, 2)]; })
        hasSuffix:@"substringWithRange:]: Range {2, 2} out of bounds; string length 3"]);
    CHECK([raised_by(^{ (void)[@"abc" substringWithRange:NSMakeRange(1, NSUIntegerMax)]; })
        hasPrefix:@"NSRangeException: "]);
    CHECK([raised_by(^{ (void)[@"abc" substringFromIndex:4]; })
        hasSuffix:@"substringFromIndex:]: Index 4 out of bounds; string length 3"]);
    CHECK([raised_by(^{ (void)[@"abc" substringToIndex:4]; }) hasPrefix:@"NSRangeException: "]);
}

TEST("a string is made of UTF-16 units, and copies them out") {
    const unichar units[] = {'a', 0, 0x4E16, 0xD83D, 0xDE42};
    NSString *text = [NSString stringWithCharacters:units length:5], *made;
    unichar copy[4] = {0};
    CHECK(text.length == 5 && [text characterAtIndex:1] == 0 && [text hasSuffix:@"世🙂"]);
    [text getCharacters:copy range:NSMakeRange(1, 3)];
    CHECK(memcmp(copy, units + 1, 6) == 0 && copy[3] == 0);
    made = [[NSString alloc] initWithCharacters:units length:1];
    CHECK([made isEqual:@"a"] && [NSString stringWithCharacters:units length:0].length == 0);
    RELEASE(made);
}

TEST("a string is found at its first place") {
    NSRange range = [@"abcabc🙂bc" rangeOfString:@"bc"];
    CHECK(range.location == 1 && range.length == 2);
    CHECK(NSEqualRanges([@"abcabc🙂bc" rangeOfString:@"🙂"], NSMakeRange(6, 2)));
    CHECK(NSEqualRanges([@"aaab" rangeOfString:@"aab"], NSMakeRange(1, 3)));
    CHECK(NSEqualRanges([@"abc" rangeOfString:@"abcd"], NSMakeRange(NSNotFound, 0)));
    CHECK(NSEqualRanges([@"abc" rangeOfString:@""], NSMakeRange(NSNotFound, 0)));
    CHECK([@"abc" containsString:@"c"] && ![@"abc" containsString:@"C"] && ![@"" containsString:@"a"]);
    NSString *volatile none = nil;
    CHECK([raised_by(^{ (void)[@"abc" rangeOfString:none]; }) hasSuffix:@"rangeOfString:]: nil argument"]);
}

TEST("a string is split at each separator, and joined again") {
    CHECK([[@"a, b, , c" componentsSeparatedByString:@", "] isEqual:@[ @"a", @"b", @"", @"c" ]]);
    CHECK([[@"abc" componentsSeparatedByString:@"x"] isEqual:@[ @"abc" ]]);
    CHECK([[@"abc" componentsSeparatedByString:@""] isEqual:@[ @"abc" ]]);
    CHECK([[@"xx" componentsSeparatedByString:@"x"] isEqual:@[ @"", @"", @"" ]]);
    CHECK([[@"" componentsSeparatedByString:@"x"] isEqual:@[ @"" ]]);
    CHECK([[@[ @"世", @1, @[] ] componentsJoinedByString:@"/"] isEqual:@"世/1/(\n)"]);
    CHECK([[@[] componentsJoinedByString:@"/"] isEqual:@""]);
    CHECK([[@[ @"a" ] componentsJoinedByString:@"/"] isEqual:@"a"]);
    NSMutableArray *many = [NSMutableArray array];
    for (int number = 0; number < 1000; number++) [many addObject:[NSString stringWithFormat:@"%d", number]];
    NSString *joined = [many componentsJoinedByString:@", "];
    CHECK(joined.length == 10 + 180 + 2700 + 999 * 2 && [[joined componentsSeparatedByString:@", "] isEqual:many]);
}

TEST("each occurrence of a string is replaced, from the left and once") {
    CHECK([[@"a.b.c" stringByReplacingOccurrencesOfString:@"." withString:@".."] isEqual:@"a..b..c"]);
    CHECK([[@"aaaa" stringByReplacingOccurrencesOfString:@"aa" withString:@"a"] isEqual:@"aa"]);
    CHECK([[@"世界" stringByReplacingOccurrencesOfString:@"界" withString:@""] isEqual:@"世"]);
    CHECK([[@"abc" stringByReplacingOccurrencesOfString:@"" withString:@"x"] isEqual:@"abc"]);
    CHECK([[@"abc" stringByReplacingOccurrencesOfString:@"x" withString:@"y"] isEqual:@"abc"]);
    NSString *volatile none = nil;
    CHECK([raised_by(^{ (void)[@"abc" stringByReplacingOccurrencesOfString:@"a" withString:none]; })
        hasPrefix:@"NSInvalidArgumentException: "]);
}

TEST("upper case, lower case and capitals follow Unicode") {
    CHECK([@"Straße É".uppercaseString isEqual:@"STRASSE É"] && [@"ÀB c".lowercaseString isEqual:@"àb c"]);
    CHECK([@"hELLO wORLD  élan\tx".capitalizedString isEqual:@"Hello World  Élan\tX"]);
    CHECK([@"".capitalizedString isEqual:@""]);
}

TEST("a number at the beginning of a string is read") {
    CHECK(@" 42abc".integerValue == 42 && @"-7".intValue == -7 && @"+8".integerValue == 8 && @"abc".integerValue == 0);
    CHECK(@"".integerValue == 0 && @"9223372036854775807".longLongValue == LLONG_MAX);
    CHECK(@"99999999999999999999".integerValue == NSIntegerMax &&
          @"-99999999999999999999".integerValue == NSIntegerMin);
    CHECK(@"3000000000".intValue == INT_MAX && @"-3000000000".intValue == INT_MIN && @"0x10".intValue == 0);
    CHECK(@" 2.5e3x".doubleValue == 2500 && @"-.5".doubleValue == -.5 && @"".doubleValue == 0);
    CHECK(@"inf".doubleValue == 0 && @"nan".doubleValue == 0 && @"0x10".doubleValue == 0 && @"1.5".floatValue == 1.5f);
}

TEST("yes, true and digits other than zero are YES") {
    NSArray *yes = @[ @"YES", @"y", @"true", @"T", @"1", @" 9", @"-1", @"+007" ];
    NSArray *no = @[ @"NO", @"no", @"false", @"0", @"", @"-0", @"on", @" ", @"x1" ];
    for (NSString *text in yes) CHECK(text.boolValue);
    for (NSString *text in no) CHECK(!text.boolValue);
    CHECK([[@"12" valueForKey:@"integerValue"] isEqual:@12]);
}

static int deaths;
@interface Described : NSObject
@property(nonatomic) BOOL raises;
@end
@implementation Described
- (NSString *)description {
    if (self.raises) [NSException raise:@"Description" format:@"raised"];
    return [NSString stringWithFormat:@"<%@>", @"described"];
}
- (void)dealloc {
    deaths++;
    SUPER_DEALLOC;
}
@end

TEST("an exception of a description leaves the array, and nothing leaks") {
    deaths = 0;
    @autoreleasepool {
        Described *described = AUTORELEASE([Described new]);
        NSArray *array = @[ @"a", described, @"b" ];
        CHECK([[array componentsJoinedByString:@""] isEqual:@"a<described>b"]);
        described.raises = YES;
        NSString *text = raised_by(^{ (void)[array componentsJoinedByString:@""]; });
        CHECK([text isEqual:@"Description: raised"]);
    }
#if !__has_feature(objc_arc)
    CHECK(deaths == 1);  // with ARC, clang's code leaks what it holds when an exception leaves it
#endif
}

// Returns the parts of a text from its second unit on, each with the length of its enclosing range.
static NSString *parts_of(NSString *text, NSStringEnumerationOptions options) {
    NSMutableArray *parts = [NSMutableArray array];
    [text enumerateSubstringsInRange:NSMakeRange(1, text.length - 1)
                             options:options
                          usingBlock:^(NSString *part, NSRange range, NSRange enclosing, BOOL *stop) {
                            CHECK(part == nil || [part isEqual:[text substringWithRange:range]]);
                            CHECK(range.location == enclosing.location && enclosing.length >= range.length);
                            [parts addObject:[NSString stringWithFormat:@"%@%lu", part, enclosing.length]];
                            *stop = parts.count == 4;
                          }];
    return [parts componentsJoinedByString:@" "];
}

TEST("a string has characters, words and lines") {
    CHECK([parts_of(@"-ae\u0301👨‍👩‍👧x", NSStringEnumerationByComposedCharacterSequences)
        isEqual:@"a1 e\u03012 👨‍👩‍👧8 x1"]);
    CHECK([parts_of(@"-ab", NSStringEnumerationByComposedCharacterSequences | NSStringEnumerationReverse)
        isEqual:@"b1 a1"]);
    CHECK([parts_of(@"- one, 2 wörds", NSStringEnumerationByWords) isEqual:@"one3 21 wörds5"]);
    CHECK([parts_of(@"-a\r\nb\n\nc", NSStringEnumerationByLines) isEqual:@"a3 b2 1 c1"]);
    CHECK([parts_of(@"-ab", NSStringEnumerationByWords | NSStringEnumerationSubstringNotRequired) isEqual:@"(null)2"]);
    CHECK([parts_of(@"-abcdef", NSStringEnumerationByComposedCharacterSequences) isEqual:@"a1 b1 c1 d1"]);
}

TEST("a block over the parts of a string may raise, and wrong ranges and options do") {
    NSString *text = @"abc";
    void (^block)(NSString *, NSRange, NSRange, BOOL *) =
        ^(NSString *part, NSRange range, NSRange whole, BOOL *stop) { [NSException raise:@"Stop" format:@"%@", part]; };
    NSString *reason = nil, *names = @"";
    NSRange ranges[] = {NSMakeRange(1, 2), NSMakeRange(2, 2), NSMakeRange(0, 1)};
    for (int index = 0; index < 3; index++) {
        @try {
            [text enumerateSubstringsInRange:ranges[index] options:index == 2 ? 4 : 2 usingBlock:block];
        } @catch (NSException *exception) {
            if (index == 0) reason = AUTORELEASE(RETAIN(exception.reason));
            names = [names stringByAppendingFormat:@"%@ ", exception.name];
        }
    }
    CHECK([reason isEqual:@"b"] && [names isEqual:@"Stop NSRangeException NSInvalidArgumentException "]);
}

TEST("a string is padded, or cut, to a length") {
    CHECK([[@"abc" stringByPaddingToLength:5 withString:@"." startingAtIndex:0] isEqual:@"abc.."]);
    CHECK([[@"abc" stringByPaddingToLength:8 withString:@"123" startingAtIndex:1] isEqual:@"abc23123"]);
    for (NSNumber *length in @[ @(NSUIntegerMax), @((1ul << 63) + 4), @(NSIntegerMax), @((1ul << 62) + 1) ]) {
        NSException *raised = exception_of(
            ^{ (void)[@"a" stringByPaddingToLength:length.unsignedIntegerValue withString:@"b" startingAtIndex:0]; });
        CHECK([raised.name isEqual:NSInvalidArgumentException]);
    }
    CHECK_ENDS("out of memory for", (void)[@"a" stringByPaddingToLength:1ul << 46 withString:@"b" startingAtIndex:0]);
    CHECK([[@"abc" stringByPaddingToLength:2 withString:@"." startingAtIndex:0] isEqual:@"ab"]);
    NSString *names = @"";
    for (NSString *padding in @[ @"", @"x" ]) {
        @try {
            [@"abc" stringByPaddingToLength:5 withString:padding startingAtIndex:1];
        } @catch (NSException *exception) {
            names = [names stringByAppendingString:exception.name];
        }
    }
    CHECK([names isEqual:@"NSInvalidArgumentExceptionNSRangeException"]);
}

TEST("the prefix that two strings have in common") {
    CHECK([[@"abcd" commonPrefixWithString:@"abx" options:0] isEqual:@"ab"]);
    CHECK([[@"ABcd" commonPrefixWithString:@"abx" options:NSCaseInsensitiveSearch] isEqual:@"AB"]);
    CHECK([[@"a😀" commonPrefixWithString:@"a😁" options:0] isEqual:@"a"]);
    CHECK([[@"ab" commonPrefixWithString:@"" options:0] isEqual:@""]);
}

TEST("a block is called with each line until it stops") {
    NSMutableArray *lines = [NSMutableArray array];
    [@"a\r\nb\n\nc\u2028d\ne" enumerateLinesUsingBlock:^(NSString *line, BOOL *stop) {
      [lines addObject:line];
      *stop = [line isEqual:@"d"];
    }];
    CHECK([lines isEqual:(@[ @"a", @"b", @"", @"c", @"d" ])]);
}

TEST("no string begins or ends with the empty string, or contains it") {
    CHECK(![@"a" hasPrefix:@""] && ![@"a" hasSuffix:@""] && ![@"a" containsString:@""]);
    CHECK(![@"" hasPrefix:@""] && ![@"" hasSuffix:@""]);
    CHECK([@"abc" hasPrefix:@"abc"] && [@"abc" hasSuffix:@"abc"]);
}

TEST("a string has a composed and a decomposed form") {
    NSString *composed = @"caf\u00e9", *decomposed = @"cafe\u0301";
    CHECK([decomposed.precomposedStringWithCanonicalMapping isEqual:composed] && composed.length == 4);
    CHECK([composed.decomposedStringWithCanonicalMapping isEqual:decomposed] && decomposed.length == 5);
    CHECK([@"".precomposedStringWithCanonicalMapping isEqual:@""]);
}

static NSString *of_units(const unichar *units, NSUInteger count) {
    return [NSString stringWithCharacters:units length:count];
}

TEST("half of a surrogate pair survives, and makes a character with the other half") {
    NSString *face = @"\U0001F600", *first = [face substringToIndex:1], *second = [face substringFromIndex:1];
    CHECK([first characterAtIndex:0] == 0xD83D && [second characterAtIndex:0] == 0xDE00 && first.length == 1);
    CHECK([[first stringByAppendingString:second] isEqual:face] && ![first isEqual:second] &&
          ![first isEqual:@"\uFFFD"]);
    CHECK([AUTORELEASE([first copy]) isEqual:first] && [AUTORELEASE([first mutableCopy]) isEqual:first]);
    CHECK([[NSString stringWithString:first] isEqual:first] && first.hash == [AUTORELEASE([first mutableCopy]) hash]);
    CHECK([first compare:second] == NSOrderedAscending && [first compare:face] == NSOrderedAscending);
    CHECK([face hasPrefix:first] && [face hasSuffix:second] && ![face hasPrefix:second] && ![face hasPrefix:@"\uFFFD"]);
    CHECK([face rangeOfString:second].location == 1 && [face rangeOfString:@"\uFFFD"].location == NSNotFound);
    NSMutableString *text = [NSMutableString string];
    NSString *source = @"a\U0001F600\uFFFDé\U0001F601\U0001F602";
    for (NSUInteger index = 0; index < source.length; index++) {
        unichar unit = [source characterAtIndex:index];
        [text appendString:of_units(&unit, 1)];
    }
    CHECK([text isEqual:source] && strcmp(text.UTF8String, source.UTF8String) == 0);
    [text setString:face];
    [text replaceCharactersInRange:NSMakeRange(1, 1) withString:@""];
    CHECK([text isEqual:first]);
    [text insertString:@"x" atIndex:1];
    CHECK([text characterAtIndex:0] == 0xD83D && [text characterAtIndex:1] == 'x');
    [text insertString:second atIndex:1];
    CHECK([text isEqual:@"\U0001F600x"]);
    CHECK([[[face componentsSeparatedByString:first] componentsJoinedByString:first] isEqual:face]);
    CHECK([@[ first, second ] componentsJoinedByString:@""].length == 2);
    CHECK([[@[ first, second ] componentsJoinedByString:@""] isEqual:face]);
    NSDictionary *keys = @{first : @1, second : @2, @"\uFFFD" : @3};
    CHECK([keys[[face substringToIndex:1]] isEqual:@1] && [keys[second] isEqual:@2] && [keys[@"\uFFFD"] isEqual:@3]);
}

TEST("half of a surrogate pair is no text in UTF-8, and is in UTF-16") {
    NSString *half = [@"a\U0001F600" substringToIndex:2];
    CHECK([half dataUsingEncoding:NSUTF8StringEncoding] == nil &&
          ![half canBeConvertedToEncoding:NSUTF8StringEncoding]);
    CHECK([[half dataUsingEncoding:NSUTF8StringEncoding allowLossyConversion:YES] isEqual:[NSData dataWithBytes:"a?"
                                                                                                         length:2]]);
    NSData *units = [half dataUsingEncoding:NSUTF16LittleEndianStringEncoding];
    CHECK([AUTORELEASE([[NSString alloc] initWithData:units encoding:NSUTF16LittleEndianStringEncoding]) isEqual:half]);
    CHECK(strcmp(half.UTF8String, "a\uFFFD") == 0 && [half stringByAppendingPathComponent:@"b"].length == 4);
}

TEST("random units are kept by every way to cut, join and change strings") {
    unsigned seed = 11;
    static const unichar kinds[] = {'a', 0xE9, 0x4E16, 0xFFFD, 0xD83D, 0xD83D, 0xDE00, 0xDE00, 0};
    for (int turn = 0; turn < 2000; turn++) {
        unichar units[24], out[24];
        NSUInteger count = (NSUInteger)rand_r(&seed) % 24, from = 0, length = 0;
        for (NSUInteger index = 0; index < count; index++) units[index] = kinds[(unsigned)rand_r(&seed) % 9];
        NSString *text = of_units(units, count);
        from = (NSUInteger)rand_r(&seed) % (count + 1);
        length = (NSUInteger)rand_r(&seed) % (count - from + 1);
        [text getCharacters:out range:NSMakeRange(from, length)];
        CHECK(text.length == count && memcmp(out, units + from, 2 * length) == 0);
        NSString *part = [text substringWithRange:NSMakeRange(from, length)];
        CHECK([part isEqual:of_units(units + from, length)]);
        NSString *joined = [[[text substringToIndex:from] stringByAppendingString:part]
            stringByAppendingString:[text substringFromIndex:from + length]];
        CHECK([joined isEqual:text] && joined.hash == text.hash && [joined compare:text] == NSOrderedSame);
        NSMutableString *changed = [NSMutableString stringWithString:text];
        [changed deleteCharactersInRange:NSMakeRange(from, length)];
        [changed insertString:part atIndex:from];
        CHECK([changed isEqual:text]);
        for (NSUInteger index = 0; index < count; index++) CHECK([changed characterAtIndex:index] == units[index]);
    }
}
