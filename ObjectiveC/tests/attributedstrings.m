// attributedstrings.m - texts whose parts have attributes: reading, enumerating and changing them.
#include "check-foundation.h"

static NSMutableAttributedString *make_text(void) {
    NSMutableAttributedString *text = AUTORELEASE([[NSMutableAttributedString alloc] initWithString:@"one two three"]);
    [text addAttribute:@"a" value:@1 range:NSMakeRange(4, 3)];
    [text addAttribute:@"b" value:@2 range:NSMakeRange(6, 3)];
    return text;
}

// The parts of a text: their text and the values of an attribute.
static NSString *parts(NSAttributedString *text, NSString *name, NSAttributedStringEnumerationOptions options) {
    NSMutableString *result = [NSMutableString string];
    [text enumerateAttribute:name
                     inRange:NSMakeRange(0, text.length)
                     options:options
                  usingBlock:^(id value, NSRange range, BOOL *stop) {
                    [result appendFormat:@"[%@%@]", [text.string substringWithRange:range], value ?: @""];
                  }];
    return result;
}

TEST("attributes apply to ranges") {
    NSMutableAttributedString *text = make_text();
    NSRange range;
    CHECK([[text attributesAtIndex:0 effectiveRange:&range] isEqual:@{}] && NSEqualRanges(range, NSMakeRange(0, 4)));
    CHECK([[text attribute:@"a" atIndex:5 effectiveRange:&range] isEqual:@1]);
    CHECK(NSEqualRanges(range, NSMakeRange(4, 2)));
    CHECK([[text attributesAtIndex:6 effectiveRange:NULL] isEqual:(@{@"a" : @1, @"b" : @2})]);
    [text attribute:@"a" atIndex:5 longestEffectiveRange:&range inRange:NSMakeRange(0, 13)];
    CHECK(NSEqualRanges(range, NSMakeRange(4, 3)));
    [text attribute:@"a" atIndex:8 longestEffectiveRange:&range inRange:NSMakeRange(8, 3)];
    CHECK(NSEqualRanges(range, NSMakeRange(8, 3)));
    CHECK([text attributesAtIndex:9 longestEffectiveRange:&range inRange:NSMakeRange(0, 13)].count == 0);
    CHECK(NSEqualRanges(range, NSMakeRange(9, 4)));
    CHECK([exception_of(^{ [text attributesAtIndex:13 effectiveRange:NULL]; }).name isEqual:NSRangeException]);
    CHECK(
        [exception_of(^{ [text addAttribute:@"c" value:@1 range:NSMakeRange(12, 2)]; }).name isEqual:NSRangeException]);
}

TEST("attributes are enumerated") {
    NSMutableAttributedString *text = make_text();
    CHECK([parts(text, @"a", 0) isEqual:@"[one ][two1][ three]"]);
    CHECK([parts(text, @"b", NSAttributedStringEnumerationReverse) isEqual:@"[hree][o t2][one tw]"]);
    CHECK([parts(text, @"a", NSAttributedStringEnumerationLongestEffectiveRangeNotRequired)
        isEqual:@"[one ][tw1][o1][ t][hree]"]);
    __block int count = 0;
    [text enumerateAttributesInRange:NSMakeRange(5, 6)
                             options:0
                          usingBlock:^(NSDictionary *attributes, NSRange range, BOOL *stop) {
                            count++;
                            CHECK(range.location == (count == 1 ? 5 : 6) && range.length == 1);
                            *stop = count == 2;
                          }];
    CHECK(count == 2);
    NSException *exception = exception_of(^{
      [text enumerateAttributesInRange:NSMakeRange(0, 13)
                               options:0
                            usingBlock:^(NSDictionary *attributes, NSRange range, BOOL *stop) {
                              [NSException raise:@"Own" format:@"from the block"];
                            }];
    });
    CHECK([exception.name isEqual:@"Own"]);
}

TEST("a text is changed with its attributes") {
    NSMutableAttributedString *text = make_text();
    [text replaceCharactersInRange:NSMakeRange(4, 3) withString:@"2"];
    CHECK([text.string isEqual:@"one 2 three"] && [parts(text, @"a", 0) isEqual:@"[one ][21][ three]"]);
    [text replaceCharactersInRange:NSMakeRange(5, 0) withString:@"!"];
    CHECK([parts(text, @"a", 0) isEqual:@"[one ][2!1][ three]"]);
    NSAttributedString *other = AUTORELEASE([[NSAttributedString alloc] initWithString:@"zero "
                                                                            attributes:@{
                                                                                @"a" : @0
                                                                            }]);
    [text insertAttributedString:other atIndex:0];
    CHECK([parts(text, @"a", 0) isEqual:@"[zero 0][one ][2!1][ three]"]);
    [text deleteCharactersInRange:NSMakeRange(5, 4)];
    [text removeAttribute:@"b" range:NSMakeRange(0, text.length)];
    [text addAttributes:@{@"a" : @0, @"c" : @3} range:NSMakeRange(5, 2)];
    CHECK([parts(text, @"a", 0) isEqual:@"[zero 2!0][ three]"] &&
          [parts(text, @"c", 0) isEqual:@"[zero ][2!3][ three]"]);
    [text setAttributes:nil range:NSMakeRange(0, text.length)];
    CHECK([parts(text, @"a", 0) isEqual:@"[zero 2! three]"]);
    [text setAttributedString:other];
    [text appendAttributedString:other];
    CHECK([text.string isEqual:@"zero zero "] && [parts(text, @"a", 0) isEqual:@"[zero zero 0]"]);
    [text deleteCharactersInRange:NSMakeRange(0, text.length)];
    CHECK(text.length == 0 && [text.string isEqual:@""]);
    [text replaceCharactersInRange:NSMakeRange(0, 0) withString:@"new"];
    CHECK([text.string isEqual:@"new"] && [text attributesAtIndex:0 effectiveRange:NULL].count == 0);
}

TEST("copies are independent, and equal if text and attributes are") {
    NSMutableAttributedString *text = make_text();
    NSAttributedString *copy = AUTORELEASE([text copy]);
    CHECK([copy isEqual:text] && copy.hash == text.hash && ![copy isKindOfClass:[NSMutableAttributedString class]]);
    [text addAttribute:@"a" value:@1 range:NSMakeRange(0, 1)];
    CHECK(![copy isEqual:text] && ![copy isEqualToAttributedString:text] && AUTORELEASE([copy copy]) == copy);
    NSMutableAttributedString *other = AUTORELEASE([copy mutableCopy]);
    [other deleteCharactersInRange:NSMakeRange(0, 4)];
    CHECK([copy.string isEqual:@"one two three"] && [other.string isEqual:@"two three"]);
    NSAttributedString *part = [copy attributedSubstringFromRange:NSMakeRange(5, 3)];
    CHECK([part.string isEqual:@"wo "] && [parts(part, @"b", 0) isEqual:@"[w][o 2]"]);
}

// Attributes that count how often they are compared.
@interface Compared : NSObject
@end
static int comparisons;
@implementation Compared
- (BOOL)isEqual:(id)other {
    comparisons++;
    return self == other;
}
- (NSUInteger)hash {
    return 1;
}
@end

TEST("to append a part compares it with the last one only") {
    for (int length = 10; length <= 1000; length *= 10) {
        NSMutableAttributedString *text = AUTORELEASE([NSMutableAttributedString new]);
        comparisons = 0;
        for (int index = 0; index < length; index++) {
            NSDictionary *attributes = @{@"k" : AUTORELEASE([Compared new])};
            [text appendAttributedString:AUTORELEASE([[NSAttributedString alloc] initWithString:@"ab"
                                                                                     attributes:attributes])];
        }
        CHECK(comparisons <= length && text.length == 2 * (NSUInteger)length);
        comparisons = 0;
        [text addAttribute:@"k" value:@1 range:NSMakeRange(text.length / 2, 2)];
        CHECK(comparisons <= 4);
    }
}
