// text-reading.m - part of the fuzz target `text`: scanners, numbers, formatters, patterns and names.
#include <math.h>

#import "text.h"

void check_scanner(fuzz_bytes *bytes) {
    NSString *text = fuzz_string(bytes), *wanted = fuzz_string(bytes);
    NSScanner *scanner = [NSScanner scannerWithString:text];
    NSCharacterSet *set = [NSCharacterSet characterSetWithCharactersInString:wanted];
    if (fuzz_take(bytes) & 1) scanner.charactersToBeSkipped = nil;
    while (fuzz_left(bytes) > 0) {
        NSUInteger start = scanner.scanLocation;
        unsigned step = fuzz_take(bytes);
        __block bool hasMoved = false;
        bool isDone = fuzz_try(^{
          union {
              int i;
              unsigned u;
              long long l;
              unsigned long long ul;
              float f;
              double d;
          } number;
          NSString *found = nil;
          switch (step % 13) {
              case 0: hasMoved = [scanner scanInt:&number.i]; break;
              case 1: hasMoved = [scanner scanInteger:step & 64 ? NULL : (NSInteger *)&number.l]; break;
              case 2: hasMoved = [scanner scanLongLong:&number.l]; break;
              case 3: hasMoved = [scanner scanUnsignedLongLong:&number.ul]; break;
              case 4: hasMoved = [scanner scanHexInt:&number.u]; break;
              case 5: hasMoved = [scanner scanHexLongLong:&number.ul]; break;
              case 6: hasMoved = [scanner scanFloat:&number.f]; break;
              case 7: hasMoved = [scanner scanDouble:&number.d]; break;
              case 8: hasMoved = [scanner scanString:wanted intoString:&found]; break;
              case 9: hasMoved = [scanner scanUpToString:wanted intoString:&found]; break;
              case 10: hasMoved = [scanner scanCharactersFromSet:set intoString:&found]; break;
              case 11: hasMoved = [scanner scanUpToCharactersFromSet:set intoString:&found]; break;
              default: scanner.scanLocation = fuzz_index(bytes, text.length); break;
          }
          EXPECT(found == nil || hasMoved);
        });
        EXPECT(scanner.scanLocation <= text.length);
        if (step % 13 == 12) continue;
        // The empty string is found without a move.
        if (isDone && hasMoved) EXPECT(scanner.scanLocation > start || wanted.length == 0);
        else EXPECT(scanner.scanLocation == start);
        (void)scanner.isAtEnd;
    }
}

// Numbers at the beginning of a text are those that C reads, unless C reads more: hexadecimal, infinity, nan.
void check_numbers(fuzz_bytes *bytes) {
    NSString *text = fuzz_string(bytes);
    const char *plain = text.UTF8String;
    bool isPlain = strspn(plain, "0123456789+-.eE ") == strlen(plain) && strlen(plain) == text.length;
    double number = text.doubleValue;
    long long integer = text.longLongValue;
    (void)text.intValue, (void)text.boolValue, (void)text.floatValue, (void)text.integerValue;
    if (isPlain) EXPECT(number == strtod(plain, NULL) && integer == strtoll(plain, NULL, 10));
    NSDecimalNumber *decimal = [NSDecimalNumber decimalNumberWithString:text];
    NSDecimalNumber *second = [NSDecimalNumber decimalNumberWithString:fuzz_string(bytes)];
    NSUInteger power = fuzz_index(bytes, 20);
    EXPECT([[NSDecimalNumber decimalNumberWithString:decimal.description] isEqual:decimal]);
    EXPECT([[NSDecimalNumber decimalNumberWithDecimal:decimal.decimalValue] isEqual:decimal]);
    EXPECT([decimal compare:second] == -[second compare:decimal]);
    fuzz_try(^{ [[decimal decimalNumberByAdding:second] description]; });
    fuzz_try(^{ [[decimal decimalNumberBySubtracting:second] description]; });
    fuzz_try(^{ [[decimal decimalNumberByMultiplyingBy:second] description]; });
    fuzz_try(^{ [[decimal decimalNumberByDividingBy:second] description]; });
    fuzz_try(^{ [[decimal decimalNumberByRaisingToPower:power] description]; });
    fuzz_try(^{ [[decimal decimalNumberByMultiplyingByPowerOf10:(short)power] description]; });
    NSDecimalNumberHandler *handler =
        [NSDecimalNumberHandler decimalNumberHandlerWithRoundingMode:fuzz_take(bytes) % 5
                                                               scale:(short)(fuzz_take(bytes) << 8 | fuzz_take(bytes))
                                                    raiseOnExactness:power & 1
                                                     raiseOnOverflow:power & 2
                                                    raiseOnUnderflow:power & 4
                                                 raiseOnDivideByZero:power & 8];
    fuzz_try(^{ [[decimal decimalNumberByRoundingAccordingToBehavior:handler] description]; });
    fuzz_try(^{ [[decimal decimalNumberByDividingBy:second withBehavior:handler] description]; });
    (void)decimal.doubleValue, (void)decimal.integerValue, (void)decimal.hash;
}

static double a_number(fuzz_bytes *bytes) {
    static const double numbers[] = {0, -1, 1234567.891, 1e300, -1e-300, INFINITY, NAN, 0.5, 9.3e18, -9.3e18};
    return numbers[fuzz_below(bytes, sizeof numbers / sizeof *numbers)];
}

void check_number_formatter(fuzz_bytes *bytes) {
    static NSString *const locales[] = {@"en_US", @"de_DE", @"ar_EG", @"", @"none"};
    NSNumberFormatter *formatter = [NSNumberFormatter new];
    formatter.locale = [NSLocale localeWithLocaleIdentifier:locales[fuzz_below(bytes, 5)]];
    NSString *text = fuzz_string(bytes);
    while (fuzz_left(bytes) > 0) {
        unsigned step = fuzz_take(bytes);
        NSUInteger index = fuzz_index(bytes, 30);
        NSNumber *number = @(a_number(bytes));
        fuzz_try(^{
          switch (step % 14) {
              case 0: formatter.numberStyle = index; break;
              case 1: formatter.roundingMode = index; break;
              case 2: formatter.minimumFractionDigits = (NSInteger)index; break;
              case 3: formatter.maximumFractionDigits = (NSInteger)index; break;
              case 4: formatter.minimumIntegerDigits = (NSInteger)index; break;
              case 5: formatter.maximumSignificantDigits = (NSInteger)index; break;
              case 6: formatter.positiveFormat = text; break;
              case 7: formatter.multiplier = number; break;
              case 8: formatter.roundingIncrement = number; break;
              case 9: formatter.groupingSize = index; break;
              case 10: formatter.decimalSeparator = text; break;
              case 11: formatter.generatesDecimalNumbers = index & 1; break;
              case 12: formatter.usesSignificantDigits = index & 1; break;
              default: formatter.positivePrefix = text; break;
          }
        });
        fuzz_try(^{ [formatter numberFromString:[formatter stringFromNumber:number] ?: @""]; });
        fuzz_try(^{ [formatter numberFromString:text]; });
    }
}

void check_date_formatter(fuzz_bytes *bytes) {
    NSDateFormatter *formatter = [NSDateFormatter new];
    formatter.locale = [NSLocale localeWithLocaleIdentifier:fuzz_take(bytes) & 1 ? @"en_US_POSIX" : @"ja_JP"];
    formatter.timeZone = [NSTimeZone timeZoneForSecondsFromGMT:fuzz_take(bytes) * 60];
    NSString *format = fuzz_string(bytes), *text = fuzz_string(bytes);
    formatter.lenient = fuzz_take(bytes) & 1;
    formatter.dateFormat = format;
    NSDate *date = [NSDate dateWithTimeIntervalSinceReferenceDate:a_number(bytes)];
    fuzz_try(^{ [formatter dateFromString:[formatter stringFromDate:date] ?: @""]; });
    fuzz_try(^{ [formatter dateFromString:text]; });
    fuzz_try(^{ [NSDateFormatter dateFormatFromTemplate:format options:0 locale:formatter.locale]; });
    fuzz_try(^{ [[date description] length]; });
    fuzz_try(^{ [[NSTimeZone timeZoneWithName:text] description]; });
    fuzz_try(^{ [[NSLocale localeWithLocaleIdentifier:text] description]; });
}

// The texts are short, because a pattern may take time that doubles with each character.
void check_patterns(fuzz_bytes *bytes) {
    NSString *pattern = fuzz_string(bytes), *replacement = fuzz_string(bytes), *text = fuzz_string(bytes);
    if (text.length > 12) text = [text substringToIndex:12];
    if (pattern.length > 40) pattern = [pattern substringToIndex:40];
    NSUInteger options = fuzz_take(bytes), matching = fuzz_take(bytes);
    NSRange range = fuzz_range(bytes, text.length);
    NSError *error = nil;
    NSRegularExpression *expression = [NSRegularExpression regularExpressionWithPattern:pattern
                                                                                options:options & 127
                                                                                  error:&error];
    EXPECT((expression == nil) == (error != nil));
    if (expression == nil) return;
    fuzz_try(^{
      NSArray *matches = [expression matchesInString:text options:matching & 31 range:range];
      for (NSTextCheckingResult *match in matches) {
          EXPECT(NSMaxRange(match.range) <= text.length &&
                 match.numberOfRanges == expression.numberOfCaptureGroups + 1);
          fuzz_try(^{ [match rangeAtIndex:options]; });
      }
      EXPECT([expression numberOfMatchesInString:text options:matching & 31 range:range] == matches.count);
    });
    fuzz_try(^{
      [expression stringByReplacingMatchesInString:text options:matching & 31 range:range withTemplate:replacement];
    });
    NSString *literal = [NSRegularExpression escapedPatternForString:text];
    expression = [NSRegularExpression regularExpressionWithPattern:literal options:0 error:NULL];
    EXPECT(expression != nil || text.length == 0);
    fuzz_try(^{ [text rangeOfString:pattern options:NSRegularExpressionSearch | (options & 13) range:range]; });
}

void check_names(fuzz_bytes *bytes) {
    NSString *text = fuzz_string(bytes);
    Class cls = NSClassFromString(text);
    if (cls) EXPECT([NSStringFromClass(cls) isEqual:text]);
    EXPECT([NSStringFromSelector(NSSelectorFromString(text)) isEqual:text] || [text containsString:@"\0"]);
    NSRange range = NSRangeFromString(text);
    EXPECT(NSEqualRanges(NSRangeFromString(NSStringFromRange(range)), range));
    (void)NSPointFromString(text), (void)NSSizeFromString(text), (void)NSRectFromString(text);
    NSUUID *uuid = [[NSUUID alloc] initWithUUIDString:text];
    if (uuid) EXPECT([uuid.UUIDString isEqual:text.uppercaseString]);
    fuzz_try(^{ [@{@"a" : @{@"b" : @[ @1, @2 ]}} valueForKeyPath:text]; });
    fuzz_try(^{ [[NSSortDescriptor sortDescriptorWithKey:text ascending:YES] compareObject:@"a" toObject:@"b"]; });
    NSMutableAttributedString *attributed = [[NSMutableAttributedString alloc] initWithString:text];
    while (fuzz_left(bytes) > 0) {
        unsigned step = fuzz_take(bytes);
        NSRange place = fuzz_range(bytes, attributed.length);
        fuzz_try(^{
          NSRange effective;
          switch (step % 6) {
              case 0: [attributed addAttribute:@"key" value:@(step) range:place]; break;
              case 1: [attributed removeAttribute:@"key" range:place]; break;
              case 2: [attributed replaceCharactersInRange:place withString:text]; break;
              case 3: [attributed deleteCharactersInRange:place]; break;
              case 4: [attributed attributesAtIndex:place.location effectiveRange:&effective]; break;
              default: [attributed setAttributedString:[attributed attributedSubstringFromRange:place]]; break;
          }
        });
        if (attributed.length > 3000) return;
    }
    EXPECT([attributed isEqual:[attributed copy]]);
}
