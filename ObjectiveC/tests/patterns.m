// patterns.m - NSRegularExpression, and strings that are searched for patterns.
#import "check-foundation.h"

static NSRegularExpression *expression(NSString *pattern, NSRegularExpressionOptions options) {
    return [NSRegularExpression regularExpressionWithPattern:pattern options:options error:NULL];
}

TEST("matches have the ranges of the whole and of the groups") {
    NSString *text = @"日 Ann=30 Bob=5";
    NSArray *matches = [expression(@"(\\w+)=(\\d)(\\d)?", 0) matchesInString:text options:0 range:NSMakeRange(0, 14)];
    CHECK(matches.count == 2);
    NSTextCheckingResult *first = matches[0], *second = matches[1];
    CHECK(NSEqualRanges(first.range, NSMakeRange(2, 6)) && first.numberOfRanges == 4);
    CHECK([[text substringWithRange:[first rangeAtIndex:1]] isEqual:@"Ann"]);
    CHECK(NSEqualRanges([second rangeAtIndex:0], second.range) && [second rangeAtIndex:3].location == NSNotFound);
    NSException *exception = exception_of(^{ [first rangeAtIndex:4]; });
    CHECK([exception.name isEqual:NSRangeException]);
}

TEST("the first match, the number of matches, and options") {
    NSRegularExpression *word = expression(@"B+", NSRegularExpressionCaseInsensitive);
    CHECK([word numberOfMatchesInString:@"abBab" options:0 range:NSMakeRange(0, 5)] == 2);
    CHECK(
        NSEqualRanges([word rangeOfFirstMatchInString:@"abBab" options:0 range:NSMakeRange(0, 5)], NSMakeRange(1, 2)));
    CHECK([word firstMatchInString:@"abBab" options:NSMatchingAnchored range:NSMakeRange(0, 5)] == nil);
    CHECK(
        NSEqualRanges([[word firstMatchInString:@"abBab" options:0 range:NSMakeRange(3, 2)] range], NSMakeRange(4, 1)));
    CHECK([word.pattern isEqual:@"B+"] && word.options == NSRegularExpressionCaseInsensitive);
    CHECK(expression(@"(a)(?:b)(c)", 0).numberOfCaptureGroups == 2);
    CHECK([word isEqual:expression(@"B+", NSRegularExpressionCaseInsensitive)] && ![word isEqual:expression(@"B+", 0)]);
}

TEST("a block is called with each match until it stops, and may raise") {
    __block int calls = 0;
    [expression(@"a", 0) enumerateMatchesInString:@"aaaa"
                                          options:0
                                            range:NSMakeRange(0, 4)
                                       usingBlock:^(NSTextCheckingResult *match, NSMatchingFlags flags, BOOL *stop) {
                                         *stop = ++calls == 2;
                                       }];
    CHECK(calls == 2);
    NSException *exception = exception_of(^{
      [expression(@"a", 0) enumerateMatchesInString:@"aaaa"
                                            options:0
                                              range:NSMakeRange(0, 4)
                                         usingBlock:^(NSTextCheckingResult *match, NSMatchingFlags flags, BOOL *stop) {
                                           calls++;
                                           [NSException raise:@"Stop" format:@"here"];
                                         }];
    });
    CHECK([exception.name isEqual:@"Stop"] && calls == 3);
}

TEST("matches are replaced by a template") {
    NSRegularExpression *pairs = expression(@"(\\w)=(\\w)", 0);
    CHECK([[pairs stringByReplacingMatchesInString:@"a=b, c=d" options:0 range:NSMakeRange(0, 8)
                                      withTemplate:@"$2-$1"] isEqual:@"b-a, d-c"]);
    NSMutableString *text = [NSMutableString stringWithString:@"a=b, c=d"];
    CHECK([pairs replaceMatchesInString:text options:0 range:NSMakeRange(0, 4) withTemplate:@"$2"] == 1);
    CHECK([text isEqual:@"b, c=d"]);
    CHECK([[NSRegularExpression escapedPatternForString:@"a.b"] isEqual:@"a\\.b"]);
    CHECK([[NSRegularExpression escapedTemplateForString:@"$1"] isEqual:@"\\$1"]);
}

TEST("a template takes a dollar, a backslash and missing groups as they are, or leaves them out") {
    NSDictionary *results = @{
        @"$" : @"$",
        @"\\" : @"",
        @"\\$1\\\\" : @"$1\\",
        @"$x$$1" : @"$x$a",
        @"$2" : @"",
        @"$9$0" : @"ab",
        @"$10" : @"a0",
        @"😀$1😀" : @"😀a😀",
    };
    NSRegularExpression *pattern = expression(@"(a)(c)?b", 0);
    for (NSString *template in results) {
        NSString *text = [pattern stringByReplacingMatchesInString:@"-ab-"
                                                           options:0
                                                             range:NSMakeRange(0, 4)
                                                      withTemplate:template];
        CHECK([text isEqual:[NSString stringWithFormat:@"-%@-", results[template]]]);
    }
}

TEST("half of a character may be a match, and is replaced") {
    NSString *text = @"a😀b";
    for (NSUInteger start = 0; start <= 4; start++) {
        for (NSUInteger end = start; end <= 4; end++) {
            NSRange range = NSMakeRange(start, end - start);
            for (NSString *pattern in @[ @".", @"(.)", @"", @"b|$" ]) {
                NSMutableString *copy = AUTORELEASE([text mutableCopy]);
                NSUInteger count = [expression(pattern, 0) replaceMatchesInString:copy
                                                                          options:0
                                                                            range:range
                                                                     withTemplate:@"<$0$1>"];
                CHECK(count == [[copy componentsSeparatedByString:@"<"] count] - 1);
            }
        }
    }
    CHECK([[expression(@".", 0) stringByReplacingMatchesInString:text
                                                         options:0
                                                           range:NSMakeRange(2, 2)
                                                    withTemplate:@"x"] isEqual:@"a\uFFFDxx"]);
}

TEST("a malformed pattern is an NSError, and a range beyond the end raises") {
    NSError *error = nil;
    CHECK([NSRegularExpression regularExpressionWithPattern:@"(" options:0 error:&error] == nil && error != nil);
    NSException *exception =
        exception_of(^{ [expression(@"a", 0) matchesInString:@"a" options:0 range:NSMakeRange(0, 2)]; });
    CHECK([exception.name isEqual:NSRangeException]);
}

TEST("strings are searched and replaced by patterns") {
    NSString *text = @"one 22 three";
    CHECK(NSEqualRanges([text rangeOfString:@"\\d+" options:NSRegularExpressionSearch], NSMakeRange(4, 2)));
    CHECK([text rangeOfString:@"\\d+" options:NSRegularExpressionSearch | NSAnchoredSearch].location == NSNotFound);
    CHECK(NSEqualRanges([text rangeOfString:@"THREE" options:NSRegularExpressionSearch | NSCaseInsensitiveSearch],
                        NSMakeRange(7, 5)));
    CHECK([text rangeOfString:@"(" options:NSRegularExpressionSearch].location == NSNotFound);
    CHECK([[text stringByReplacingOccurrencesOfString:@"(\\w)\\w*"
                                           withString:@"$1"
                                              options:NSRegularExpressionSearch
                                                range:NSMakeRange(0, text.length)] isEqual:@"o 2 t"]);
    CHECK([[text stringByReplacingCharactersInRange:NSMakeRange(4, 2) withString:@"two"] isEqual:@"one two three"]);
}
