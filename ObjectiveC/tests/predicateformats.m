// predicateformats.m - the formats of NSPredicate: patterns, texts with escapes, numbers, elements, functions.
#import <Foundation/Foundation.h>

#import "check-foundation.h"

static BOOL is_true(NSString *format, id object) {
    return [[NSPredicate predicateWithFormat:format argumentArray:nil] evaluateWithObject:object];
}

static BOOL raises(NSString *format) {
    return [exception_of(^{ (void)is_true(format, @{}); }).name isEqual:NSInvalidArgumentException];
}

TEST("MATCHES compares the whole text, and ignores the case of letters without changing the pattern") {
    CHECK(is_true(@"SELF MATCHES[c] '\\S+'", @"AbC") && !is_true(@"SELF MATCHES[c] '\\S+'", @"a b"));
    CHECK(is_true(@"SELF MATCHES[cd] '\\S[A-Z]e'", @"abé") && !is_true(@"SELF MATCHES '\\S[A-Z]e'", @"abe"));
    CHECK(!is_true(@"SELF MATCHES 'a'", @"a\n") && is_true(@"SELF MATCHES 'a\\n'", @"a\n"));
    CHECK(is_true(@"SELF MATCHES 'a|ab'", @"ab") && !is_true(@"SELF MATCHES 'a|b'", @"ab"));
    CHECK(!is_true(@"name MATCHES 'a'", @{}));
    NSException *exception = exception_of(^{ (void)is_true(@"SELF MATCHES '('", @"a"); });
    CHECK([exception.reason isEqual:@"Can't do regex matching, reason: (Can't open pattern ()"]);
}

TEST("LIKE has wildcards for any characters, line ends included") {
    CHECK(is_true(@"SELF LIKE 'a*c'", @"a\nb\nc") && is_true(@"SELF LIKE 'a?c'", @"a\nc"));
    CHECK(is_true(@"SELF LIKE '*'", @"") && is_true(@"SELF LIKE ''", @"") && !is_true(@"SELF LIKE '?'", @""));
    CHECK(is_true(@"SELF LIKE 'a.c'", @"a.c") && !is_true(@"SELF LIKE 'a.c'", @"abc"));
    CHECK(is_true(@"SELF LIKE[c] 'A*B'", @"axxb") && !is_true(@"SELF LIKE 'a*b'", @"axxbc"));
    CHECK(is_true(@"SELF LIKE '*b*b'", @"abcb") && !is_true(@"SELF LIKE 'a*b*c'", @"acb"));
    CHECK(is_true(@"SELF LIKE '?'", @"😀"));
    NSString *text = [@"" stringByPaddingToLength:2000 withString:@"a" startingAtIndex:0];
    CHECK(!is_true(@"SELF LIKE '*a*a*a*a*a*a*a*a*a*a*b'", text));
}

TEST("a text in a format has escapes, and a predicate writes them") {
    CHECK(is_true(@"SELF == 'it\\'s'", @"it's") && is_true(@"SELF == \"a\\\"b\"", @"a\"b"));
    CHECK(is_true(@"SELF == 'a\\\\b'", @"a\\b") && is_true(@"SELF == 'a\\nb\\tc'", @"a\nb\tc"));
    CHECK(is_true(@"SELF == '\\d'", @"\\d") && raises(@"SELF == 'a\\'") && raises(@"SELF == 'a"));
    for (NSString *text in @[ @"it's", @"a\"b", @"a\\b", @"a\\", @"'\"\\", @"", @"\n" ]) {
        NSPredicate *predicate = [NSPredicate predicateWithFormat:@"SELF == %@", text];
        NSPredicate *same = [NSPredicate predicateWithFormat:predicate.predicateFormat argumentArray:nil];
        CHECK([same isEqual:predicate] && [same evaluateWithObject:text]);
    }
}

TEST("a number has an exponent, and a minus is before any value") {
    CHECK(is_true(@"SELF == 1e-5", @1e-5) && is_true(@"SELF == 1.5E+3", @1500) && is_true(@"SELF == 0x1F", @31));
    CHECK(is_true(@"SELF == -5", @-5) && is_true(@"-SELF == 5", @-5) && is_true(@"7 - -SELF == 9", @2));
    CHECK(is_true(@"-(SELF + 1) == -3", @2) && is_true(@"SELF == -9223372036854775808", @(INT64_MIN)));
    CHECK(is_true(@"SELF-1 == 2", @3) && is_true(@"2 - 1 == 1", @0) &&
          is_true(
              @"nan == 3",
              @{@"nan" : @3}));
    CHECK(raises(@"SELF == 1e") && raises(@"SELF == -") && raises(@"SELF == 3abc") && raises(@"SELF == 0x"));
    NSPredicate *predicate = [NSPredicate predicateWithFormat:@"-a > 2"];
    CHECK([[NSPredicate predicateWithFormat:predicate.predicateFormat] isEqual:predicate]);
}

TEST("elements of collections stand in brackets") {
    NSDictionary *object = @{@"a" : @[ @1, @2, @{@"name" : @"x"} ], @"d" : @{@"key" : @5}, @"i" : @1, @"e" : @[]};
    CHECK(is_true(@"a[0] == 1", object) && is_true(@"a[FIRST] == 1 AND a[last].name == 'x'", object));
    CHECK(is_true(@"a[SIZE] == 3", object) && is_true(@"e[SIZE] == 0 AND e[FIRST] == nil", object));
    CHECK(is_true(@"a[i] == 2", object) && is_true(@"a[i + 1].name == 'x'", object));
    CHECK(is_true(@"d['key'] == 5", object) && is_true(@"d['none'] == nil", object) && is_true(@"n[0] == nil", object));
    CHECK([exception_of(^{ (void)is_true(@"a[3] == 1", object); }).name isEqual:NSRangeException]);
    CHECK(raises(@"a[ == 1") && raises(@"a[0 == 1") && raises(@"a[] == 1"));
    NSPredicate *predicate = [NSPredicate predicateWithFormat:@"a[0].b[LAST] == c[$x]['y']"];
    CHECK([predicate.predicateFormat isEqual:@"a[0].b[LAST] == c[$x][\"y\"]"]);
    CHECK([[NSPredicate predicateWithFormat:predicate.predicateFormat] isEqual:predicate]);
    CHECK([[NSPredicate predicateWithFormat:@"a[$n] == 2"] evaluateWithObject:object
                                                        substitutionVariables:@{
                                                            @"n" : @1
                                                        }]);
}

TEST("functions are called by their names, and messages by FUNCTION") {
    NSDictionary *object = @{@"a" : @[ @1, @2 ], @"s" : @"abc"};
    CHECK(is_true(@"sum(a) == 3 AND count(a) == 2", object) && is_true(@"max({1, 5, 3}) == 5", object));
    CHECK(is_true(@"FUNCTION(a, 'count') == 2", object) && is_true(
                                                               @"sum == 4",
                                                               @{@"sum" : @4}));
    CHECK(is_true(@"FUNCTION(s, 'stringByAppendingString:', 'd') == 'abcd'", object));
    CHECK(is_true(@"FUNCTION(none, 'length') == nil", object));
    CHECK(raises(@"sum(a, a) == 1") && raises(@"other(a) == 1") && raises(@"FUNCTION(a) == 1") &&
          raises(@"sum() == 1"));
    for (NSString *format in @[ @"FUNCTION(s, 'noSuchMessage') == 1", @"FUNCTION(s, 'length', 1) == 1" ]) {
        CHECK([exception_of(^{ (void)is_true(format, object); }).name isEqual:NSInvalidArgumentException]);
    }
    NSPredicate *predicate = [NSPredicate predicateWithFormat:@"FUNCTION(s, \"compare:\", $x) == sum(a)"];
    CHECK([predicate.predicateFormat isEqual:@"FUNCTION(s, \"compare:\", $x) == sum(a)"]);
    CHECK([[NSPredicate predicateWithFormat:predicate.predicateFormat] isEqual:predicate]);
}

TEST("a comparison may begin with a parenthesis") {
    CHECK(is_true(@"(1 + 2) * 3 == 9", @0) && is_true(@"((1 + 2)) * (3) == (9)", @0));
    CHECK(is_true(@"((SELF) == 1 OR (SELF + 1) > 5) AND (SELF < 9)", @1) && is_true(@"NOT (SELF) = 1", @2));
    CHECK(is_true(@"(SELF.length) = 3", @"abc") && is_true(@"(SELF[SIZE] = 1)", @[ @1 ]));
    CHECK(raises(@"(1 == 1") && raises(@"(1 + 2") && raises(@"(1 == 1) + 2") && raises(@"()") && raises(@"(1) (2)"));
}

TEST("long and deep formats are read, or raise") {
    for (NSString *part in @[ @"[0]", @".a", @"-", @"((", @"FUNCTION(", @"SUBQUERY(a, $a, (" ]) {
        for (int isFirst = 0; isFirst < 2; isFirst++) {
            NSString *many = [@"" stringByPaddingToLength:part.length * 5000 withString:part startingAtIndex:0];
            NSString *format = isFirst ? [many stringByAppendingString:@"a == 1"]
                                       : [[@"a" stringByAppendingString:many] stringByAppendingString:@" == 1"];
            (void)exception_of(^{ [NSPredicate predicateWithFormat:format argumentArray:nil]; });
        }
    }
    NSMutableString *sum = [NSMutableString stringWithString:@"0"];
    for (int count = 0; count < 5000; count++) [sum appendString:@" + 1"];
    CHECK(is_true([sum stringByAppendingString:@" == 5000"], @0));
}
