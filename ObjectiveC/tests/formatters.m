// formatters.m - NSDateFormatter, NSNumberFormatter, NSLocale, NSTimeZone, NSDecimalNumber and NSScanner.
#import "check-foundation.h"

static NSDateFormatter *make_formatter(void) {
    NSDateFormatter *formatter = AUTORELEASE([NSDateFormatter new]);
    formatter.locale = [NSLocale localeWithLocaleIdentifier:@"en_US_POSIX"];
    formatter.timeZone = [NSTimeZone timeZoneForSecondsFromGMT:0];
    formatter.dateFormat = @"yyyy-MM-dd HH:mm:ss";
    return formatter;
}

TEST("a date becomes text and a date again") {
    NSDateFormatter *formatter = make_formatter();
    NSDate *date = [NSDate dateWithTimeIntervalSince1970:86400 * 365];
    CHECK([[formatter stringFromDate:date] isEqual:@"1971-01-01 00:00:00"]);
    CHECK([[formatter dateFromString:@"1971-01-01 00:00:00"] isEqual:date]);
    CHECK([formatter dateFromString:@"yesterday"] == nil);
    CHECK([formatter.dateFormat isEqual:@"yyyy-MM-dd HH:mm:ss"] && formatter.timeZone.secondsFromGMT == 0);
    formatter.timeZone = [NSTimeZone timeZoneWithName:@"Asia/Tokyo"];
    CHECK([[formatter stringFromDate:date] isEqual:@"1971-01-01 09:00:00"]);
    CHECK([formatter.locale.localeIdentifier isEqual:@"en_US_POSIX"]);
}

TEST("a formatter converts as NSFormatter declares, and describes what it cannot read") {
    NSFormatter *formatter = make_formatter();
    NSDate *date = [NSDate dateWithTimeIntervalSince1970:0];
    CHECK([[formatter stringForObjectValue:date] isEqual:@"1970-01-01 00:00:00"]);
    CHECK([formatter stringForObjectValue:@"no date"] == nil);
    id result = nil;
    NSString *error = nil;
    CHECK([formatter getObjectValue:&result forString:@"1970-01-01 00:00:00" errorDescription:&error]);
    CHECK([result isEqual:date] && error == nil);
    CHECK(![formatter getObjectValue:&result forString:@"x" errorDescription:&error] && [error containsString:@"x"]);
    CHECK(![formatter getObjectValue:NULL forString:@"x" errorDescription:NULL]);
    NSFormatter *plain = AUTORELEASE([NSFormatter new]);
    CHECK([exception_of(^{ (void)[plain stringForObjectValue:@1]; }).name isEqual:NSInvalidArgumentException]);
}

@interface Shouting : NSFormatter
@end
@implementation Shouting
- (NSString *)stringForObjectValue:(id)object {
    return [object uppercaseString];
}
@end

TEST("a program subclasses NSFormatter, and the other methods use its own") {
    CHECK([[AUTORELEASE([Shouting new]) editingStringForObjectValue:@"a"] isEqual:@"A"]);
}

@interface Watch : NSObject {
  @public
    NSString *seen;
}
@end
@implementation Watch
- (void)observeValueForKeyPath:(NSString *)path ofObject:(id)object change:(NSDictionary *)change context:(void *)c {
    seen = [change[NSKeyValueChangeNewKey] copy];
}
@end

TEST("the format of a formatter is observed") {
    NSDateFormatter *formatter = make_formatter();
    Watch *watch = AUTORELEASE([Watch new]);
    [formatter addObserver:watch forKeyPath:@"dateFormat" options:NSKeyValueObservingOptionNew context:NULL];
    formatter.dateFormat = @"yyyy";
    [formatter removeObserver:watch forKeyPath:@"dateFormat"];
    CHECK([watch->seen isEqual:@"yyyy"]);
    RELEASE(watch->seen);
}

TEST("numbers are written and read with the separators of a locale") {
    NSNumberFormatter *formatter = AUTORELEASE([NSNumberFormatter new]);
    formatter.locale = [NSLocale localeWithLocaleIdentifier:@"de_DE"];
    formatter.numberStyle = NSNumberFormatterDecimalStyle;
    formatter.minimumFractionDigits = 2;
    CHECK([[formatter stringFromNumber:@1234.5] isEqual:@"1.234,50"]);
    CHECK([[formatter numberFromString:@"1.234,5"] isEqual:@1234.5]);
    CHECK([formatter numberFromString:@"many"] == nil);
    CHECK([[formatter stringForObjectValue:@7] isEqual:@"7,00"] && [formatter stringForObjectValue:@"7"] == nil);
    formatter.generatesDecimalNumbers = YES;
    CHECK([[formatter numberFromString:@"0,1"] isKindOfClass:[NSDecimalNumber class]]);
    formatter.decimalSeparator = @"#";
    CHECK([[formatter stringFromNumber:@1.5] isEqual:@"1#50"]);
}

TEST("a locale and a time zone have their names") {
    NSLocale *locale = AUTORELEASE([[NSLocale alloc] initWithLocaleIdentifier:@"fr_FR"]);
    CHECK([locale.languageCode isEqual:@"fr"] && [[locale objectForKey:NSLocaleCountryCode] isEqual:@"FR"]);
    CHECK([[locale displayNameForKey:NSLocaleLanguageCode value:@"de"] isEqual:@"allemand"]);
    CHECK([locale isEqual:[NSLocale localeWithLocaleIdentifier:@"fr_FR"]] && [NSLocale currentLocale] != nil);
    CHECK([locale.decimalSeparator isEqual:@","]);
    NSTimeZone *zone = [NSTimeZone timeZoneWithName:@"Europe/Paris"];
    CHECK([zone.name isEqual:@"Europe/Paris"] && [NSTimeZone timeZoneWithName:@"Moon/Base"] == nil);
    CHECK([zone secondsFromGMTForDate:[NSDate dateWithTimeIntervalSince1970:1e9]] == 7200);
    CHECK([[NSTimeZone knownTimeZoneNames] containsObject:@"Asia/Tokyo"] && [NSTimeZone systemTimeZone] != nil);
}

TEST("decimal numbers are exact") {
    NSDecimalNumber *tenth = [NSDecimalNumber decimalNumberWithString:@"0.1"];
    NSLocale *german = AUTORELEASE([[NSLocale alloc] initWithLocaleIdentifier:@"de_DE"]);
    CHECK([[NSDecimalNumber decimalNumberWithString:@"0,1" locale:german] isEqual:tenth]);
    CHECK([AUTORELEASE([[NSDecimalNumber alloc] initWithString:@"0.1" locale:nil]) isEqual:tenth]);
    NSDecimalNumber *fifth = AUTORELEASE([[NSDecimalNumber alloc] initWithString:@"0.2"]);
    CHECK([[[tenth decimalNumberByAdding:fifth] stringValue] isEqual:@"0.3"]);
    CHECK([[tenth decimalNumberByMultiplyingBy:fifth] isEqual:[NSDecimalNumber decimalNumberWithString:@"0.02"]]);
    CHECK([[tenth decimalNumberBySubtracting:fifth] compare:tenth] == NSOrderedAscending);
    CHECK([[tenth decimalNumberByRaisingToPower:3].description isEqual:@"0.001"]);
    CHECK([[fifth decimalNumberByDividingBy:tenth] isEqualToNumber:@2] && [fifth doubleValue] == 0.2);
    CHECK([[tenth decimalNumberByMultiplyingByPowerOf10:2] intValue] == 10);
    CHECK([[NSDecimalNumber decimalNumberWithMantissa:12345 exponent:-2
                                           isNegative:YES].stringValue isEqual:@"-123.45"]);
    CHECK([[NSDecimalNumber zero] isEqual:@0] && [@1 isEqual:[NSDecimalNumber one]]);
    CHECK([exception_of(^{ (void)[tenth decimalNumberByDividingBy:[NSDecimalNumber zero]]; }).name
        isEqual:NSDecimalNumberDivideByZeroException]);
    CHECK([[NSDecimalNumber decimalNumberWithString:@"9007199254740993"] longLongValue] == 9007199254740993);
}

TEST("the structure of a decimal number has Apple's layout") {
    NSDecimal decimal = [[NSDecimalNumber decimalNumberWithString:@"-12.5"] decimalValue];
    CHECK(decimal._exponent == -1 && decimal._isNegative && decimal._length == 1 && decimal._mantissa[0] == 125);
    CHECK([[NSDecimalNumber decimalNumberWithDecimal:decimal].stringValue isEqual:@"-12.5"]);
    NSDecimal none = [NSDecimalNumber notANumber].decimalValue;
    CHECK(NSDecimalIsNotANumber(&none) && !NSDecimalIsNotANumber(&decimal));
    CHECK([@3 decimalValue]._mantissa[0] == 3);
}

TEST("a scanner reads numbers and texts, and stays where it fails") {
    NSScanner *scanner = [NSScanner scannerWithString:@" 12 apples, 0x1F -3.5e1 end"];
    int number = 0;
    NSString *text = nil;
    CHECK([scanner scanInt:&number] && number == 12 && scanner.scanLocation == 3);
    CHECK(![scanner scanInt:&number] && scanner.scanLocation == 3);
    CHECK([scanner scanString:@"APPLES" intoString:&text] && [text isEqual:@"apples"]);
    CHECK([scanner scanUpToString:@"0x" intoString:NULL]);
    unsigned int hexadecimal = 0;
    double real = 0;
    CHECK([scanner scanHexInt:&hexadecimal] && hexadecimal == 0x1F);
    CHECK([scanner scanDouble:&real] && real == -35 && !scanner.isAtEnd);
    CHECK([scanner scanCharactersFromSet:[NSCharacterSet letterCharacterSet] intoString:&text]);
    CHECK([text isEqual:@"end"] && scanner.isAtEnd);
    scanner.scanLocation = 0;
    scanner.charactersToBeSkipped = nil;
    CHECK(![scanner scanInt:NULL]);
    CHECK([scanner scanUpToCharactersFromSet:[NSCharacterSet decimalDigitCharacterSet] intoString:&text]);
    CHECK([text isEqual:@" "] && [scanner scanInt:NULL]);
}

TEST("a calendar reads the parts of a date") {
    NSCalendar *calendar = [NSCalendar calendarWithIdentifier:NSCalendarIdentifierGregorian];
    NSDate *date = [NSDate dateWithTimeIntervalSince1970:1e9];
    CHECK([calendar component:NSCalendarUnitYear fromDate:date] == 2001);
    CHECK([calendar.calendarIdentifier isEqual:NSCalendarIdentifierGregorian] && [NSCalendar currentCalendar] != nil);
    CHECK([calendar isDate:date inSameDayAsDate:[calendar startOfDayForDate:date]]);
    CHECK([NSCalendar calendarWithIdentifier:@"none"] == nil);
    NSDateFormatter *formatter = make_formatter();
    formatter.calendar = [NSCalendar calendarWithIdentifier:@"buddhist"];
    CHECK([[formatter stringFromDate:date] hasPrefix:@"2544-09-09"]);
}

TEST("an attributed string has its text and attributes") {
    NSAttributedString *text = AUTORELEASE([[NSAttributedString alloc] initWithString:@"abc" attributes:@{@"a" : @1}]);
    NSRange range;
    CHECK([text.string isEqual:@"abc"] && text.length == 3);
    CHECK([[text attribute:@"a" atIndex:1 effectiveRange:&range] isEqual:@1] && range.length == 3);
    CHECK([[text attributesAtIndex:0 effectiveRange:NULL] isEqual:@{@"a" : @1}]);
    CHECK([exception_of(^{ (void)[text attributesAtIndex:3 effectiveRange:NULL]; }).name isEqual:NSRangeException]);
    CHECK([text isEqual:AUTORELEASE([[NSAttributedString alloc] initWithAttributedString:text])]);
    CHECK(![text isEqual:AUTORELEASE([[NSAttributedString alloc] initWithString:@"abc"])]);
}

TEST("there is one decimal number that is not a number") {
    NSDecimalNumber *nan = [NSDecimalNumber notANumber];
    CHECK(nan == [NSDecimalNumber notANumber] && isnan(nan.doubleValue));
    CHECK([NSDecimalNumber decimalNumberWithString:@"abc"] == nan);
    CHECK([NSDecimalNumber decimalNumberWithString:@"" locale:nil] == nan);
    NSDecimal none = nan.decimalValue;
    CHECK([NSDecimalNumber decimalNumberWithDecimal:none] == nan);
    for (int count = 0; count < 3; count++) {
        @autoreleasepool {
            CHECK(AUTORELEASE([[NSDecimalNumber alloc] initWithString:@"x"]) == nan);
            CHECK(AUTORELEASE([[NSDecimalNumber alloc] initWithString:@"x" locale:nil]) == nan);
            CHECK(AUTORELEASE([[NSDecimalNumber alloc] initWithDecimal:none]) == nan);
        }
    }
    CHECK([nan decimalNumberByAdding:[NSDecimalNumber one]] == nan && AUTORELEASE([nan copy]) == nan);
    CHECK([NSDecimalNumber zero] == [NSDecimalNumber zero] && [NSDecimalNumber one] == [NSDecimalNumber one]);
    CHECK([[NSDecimalNumber zero] isEqual:@0] && [NSDecimalNumber decimalNumberWithString:@"1.5"] != nan);
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:nan requiringSecureCoding:YES error:NULL];
    CHECK([NSKeyedUnarchiver unarchivedObjectOfClass:[NSDecimalNumber class] fromData:data error:NULL] == nan);
}

TEST("the case of letters in a locale") {
    NSLocale *turkish = [NSLocale localeWithLocaleIdentifier:@"tr_TR"];
    CHECK([[@"istanbul ılık" uppercaseStringWithLocale:turkish] isEqual:@"İSTANBUL ILIK"]);
    CHECK([[@"İSTANBUL ILIK" lowercaseStringWithLocale:turkish] isEqual:@"istanbul ılık"]);
    CHECK([[@"istanbul" uppercaseStringWithLocale:nil] isEqual:@"ISTANBUL"]);
    NSLocale *german = [NSLocale localeWithLocaleIdentifier:@"de"];
    CHECK([[@"Info" lowercaseStringWithLocale:german] isEqual:@"info"]);
    CHECK([[@"one two" capitalizedStringWithLocale:german] isEqual:@"One Two"]);
}

TEST("the decimal value of a number has the digits of its description") {
    NSDecimalNumber *price = [NSDecimalNumber decimalNumberWithString:@"1.07"];
    CHECK([price isEqual:@1.07] && [price compare:@1.07] == NSOrderedSame && [price isEqual:@1.07f]);
    CHECK([[NSDecimalNumber decimalNumberWithDecimal:(@1.07).decimalValue] isEqual:price]);
    NSDecimalNumber *large = [NSDecimalNumber decimalNumberWithDecimal:(@18446744073709551615ULL).decimalValue];
    CHECK([large.stringValue isEqual:@"18446744073709551615"]);
    CHECK(
        [[NSDecimalNumber decimalNumberWithDecimal:(@1e20).decimalValue].stringValue isEqual:@"100000000000000000000"]);
    CHECK([[NSDecimalNumber decimalNumberWithDecimal:(@YES).decimalValue] isEqual:[NSDecimalNumber one]]);
}

TEST("a formatter is copied with its settings") {
    NSDateFormatter *formatter = make_formatter(), *copy = AUTORELEASE([formatter copy]);
    CHECK([copy.dateFormat isEqual:formatter.dateFormat] && copy != formatter);
    copy.dateFormat = @"yyyy";
    CHECK([formatter.dateFormat isEqual:@"yyyy-MM-dd HH:mm:ss"]);
    CHECK([AUTORELEASE([[Shouting new] copy]) isKindOfClass:[Shouting class]]);
    Shouting *read = [NSKeyedUnarchiver
        unarchiveObjectWithData:[NSKeyedArchiver archivedDataWithRootObject:AUTORELEASE([Shouting new])]];
    CHECK([[read stringForObjectValue:@"a"] isEqual:@"A"]);
}

TEST("a formatter of dates has the names of months and weekdays") {
    NSDateFormatter *formatter = make_formatter();
    CHECK([formatter.weekdaySymbols[6] isEqual:@"Saturday"] && [formatter.shortMonthSymbols[0] isEqual:@"Jan"]);
    formatter.shortWeekdaySymbols = @[ @"a", @"b", @"c", @"d", @"e", @"f", @"g" ];
    formatter.dateFormat = @"EEE";
    CHECK([[formatter stringFromDate:[NSDate dateWithTimeIntervalSince1970:0]] isEqual:@"e"]);
    formatter.formatterBehavior = NSDateFormatterBehavior10_4;
    CHECK(formatter.formatterBehavior == NSDateFormatterBehavior10_4);
    NSLocale *english = [NSLocale localeWithLocaleIdentifier:@"en_US"];
    CHECK([[NSDateFormatter dateFormatFromTemplate:@"dMMMM" options:0 locale:english] isEqual:@"MMMM d"]);
}

TEST("a limit of digits changes the other one") {
    NSNumberFormatter *formatter = AUTORELEASE([NSNumberFormatter new]);
    formatter.locale = [NSLocale localeWithLocaleIdentifier:@"en_US"];
    formatter.numberStyle = NSNumberFormatterCurrencyStyle;
    formatter.maximumFractionDigits = 0;
    CHECK([[formatter stringFromNumber:@12.345] isEqual:@"$12"] && formatter.minimumFractionDigits == 0);
    formatter = AUTORELEASE([NSNumberFormatter new]);
    formatter.minimumFractionDigits = 2;
    CHECK([[formatter stringFromNumber:@1] isEqual:@"1.00"] && formatter.maximumFractionDigits == 2);
    formatter.maximumFractionDigits = 1;
    CHECK([[formatter stringFromNumber:@1.25] isEqual:@"1.2"]);
    formatter.usesSignificantDigits = YES;
    formatter.maximumSignificantDigits = 3;
    CHECK([[formatter stringFromNumber:@1234.5] isEqual:@"1230"]);
}

TEST("a formatter of numbers has prefixes, suffixes and limits") {
    NSNumberFormatter *formatter = AUTORELEASE([NSNumberFormatter new]);
    formatter.positivePrefix = @"<";
    formatter.positiveSuffix = @">";
    formatter.negativePrefix = @"(";
    formatter.negativeSuffix = @")";
    CHECK([[formatter stringFromNumber:@5] isEqual:@"<5>"] && [[formatter stringFromNumber:@-5] isEqual:@"(5)"]);
    formatter = AUTORELEASE([NSNumberFormatter new]);
    formatter.multiplier = @100;
    CHECK([[formatter stringFromNumber:@2] isEqual:@"200"] && [formatter.multiplier isEqual:@100]);
    formatter = AUTORELEASE([NSNumberFormatter new]);
    formatter.roundingIncrement = @5;
    CHECK([[formatter stringFromNumber:@12] isEqual:@"10"] && [formatter.roundingIncrement isEqual:@5]);
    formatter = AUTORELEASE([NSNumberFormatter new]);
    formatter.zeroSymbol = @"none";
    CHECK([[formatter stringFromNumber:@0] isEqual:@"none"] && formatter.minimum == nil);
    formatter.minimum = @1;
    CHECK([formatter numberFromString:@"0"] == nil && [[formatter numberFromString:@"1"] isEqual:@1]);
}

TEST("time zones are compared, and programs choose the default") {
    NSTimeZone *paris = [NSTimeZone timeZoneWithName:@"Europe/Paris"];
    CHECK([paris isEqualToTimeZone:[NSTimeZone timeZoneWithName:@"Europe/Paris"]]);
    CHECK(![paris isEqualToTimeZone:[NSTimeZone timeZoneWithName:@"Asia/Tokyo"]]);
    NSDate *summer = [NSDate dateWithTimeIntervalSince1970:1e9];
    CHECK([paris isDaylightSavingTimeForDate:summer] && [paris abbreviationForDate:summer] != nil);
    [NSTimeZone setDefaultTimeZone:[NSTimeZone timeZoneWithName:@"Asia/Tokyo"]];
    CHECK([[NSTimeZone defaultTimeZone].name isEqual:@"Asia/Tokyo"]);
    CHECK([[NSTimeZone localTimeZone].name isEqual:@"Asia/Tokyo"]);
    CHECK([[NSCalendar currentCalendar].timeZone.name isEqual:@"Asia/Tokyo"]);
    CHECK([[NSCalendar currentCalendar] component:NSCalendarUnitHour fromDate:summer] == 10);
    NSDateFormatter *formatter = AUTORELEASE([NSDateFormatter new]);
    formatter.dateFormat = @"HH";
    CHECK([[formatter stringFromDate:summer] isEqual:@"10"]);
    NSTimeZone.defaultTimeZone = nil;
    CHECK([NSTimeZone.defaultTimeZone isEqualToTimeZone:NSTimeZone.systemTimeZone]);
}

TEST("the double of a decimal number is the nearest one") {
    NSString *texts[] = {@"60.47", @"1.07", @"0.1", @"-2.3", @"123456789.123456789", @"1e-20", @"0", @"3e50"};
    for (size_t index = 0; index < sizeof texts / sizeof *texts; index++)
        CHECK([NSDecimalNumber decimalNumberWithString:texts[index]].doubleValue ==
              strtod(texts[index].UTF8String, NULL));
    CHECK([NSDecimalNumber decimalNumberWithString:@"60.47"].floatValue == 60.47f);
}

@interface Cents : NSObject <NSDecimalNumberBehaviors>
@end
@implementation Cents
- (NSRoundingMode)roundingMode {
    return NSRoundUp;
}
- (short)scale {
    return 2;
}
@end

TEST("decimal numbers are rounded by a behavior") {
    NSRoundingMode modes[] = {NSRoundPlain, NSRoundDown, NSRoundUp, NSRoundBankers};
    NSString *results[] = {@"2.35", @"2.34", @"2.35", @"2.34"};
    NSDecimalNumber *number = [NSDecimalNumber decimalNumberWithString:@"2.345"];
    for (int index = 0; index < 4; index++) {
        NSDecimalNumberHandler *handler = [NSDecimalNumberHandler decimalNumberHandlerWithRoundingMode:modes[index]
                                                                                                 scale:2
                                                                                      raiseOnExactness:NO
                                                                                       raiseOnOverflow:NO
                                                                                      raiseOnUnderflow:NO
                                                                                   raiseOnDivideByZero:NO];
        CHECK([[number decimalNumberByRoundingAccordingToBehavior:handler].stringValue isEqual:results[index]]);
        CHECK(handler.roundingMode == modes[index] && handler.scale == 2);
        CHECK([number decimalNumberByDividingBy:[NSDecimalNumber zero]
                                   withBehavior:handler] == [NSDecimalNumber notANumber]);
    }
    Cents *cents = AUTORELEASE([Cents new]);
    NSDecimalNumber *three = [NSDecimalNumber decimalNumberWithString:@"3"], *one = [NSDecimalNumber one];
    CHECK([[one decimalNumberByDividingBy:three withBehavior:cents].stringValue isEqual:@"0.34"]);
    CHECK([[number decimalNumberByAdding:one withBehavior:nil].stringValue isEqual:@"3.345"]);
    CHECK([[number decimalNumberByRaisingToPower:2 withBehavior:cents].stringValue isEqual:@"5.5"]);
    NSDecimalNumberHandler *usual = [NSDecimalNumberHandler defaultDecimalNumberHandler];
    CHECK(usual.scale == NSDecimalNoScale && [number decimalNumberByMultiplyingBy:one withBehavior:usual] != nil);
    CHECK([exception_of(^{ [one decimalNumberByDividingBy:[NSDecimalNumber zero] withBehavior:usual]; }).name
        isEqual:NSDecimalNumberDivideByZeroException]);
    NSDecimal left = number.decimalValue, right = three.decimalValue;
    NSDecimal sum;
    CHECK(NSDecimalAdd(&sum, &left, &right, NSRoundPlain) == NSCalculationNoError);
    CHECK([NSDecimalString(&sum, nil) isEqual:@"5.345"]);
    CHECK(NSDecimalSubtract(&sum, &sum, &left, NSRoundPlain) == NSCalculationNoError);
    CHECK(NSDecimalCompare(&sum, &right) == NSOrderedSame);
    CHECK([NSDecimalString(&left, nil) isEqual:@"2.345"] && NSDecimalCompare(&left, &right) == NSOrderedAscending);
}

TEST("NSLocale lists the codes that ISO has assigned") {
    CHECK([[NSLocale ISOCountryCodes] containsObject:@"DE"] && ![[NSLocale ISOCountryCodes] containsObject:@"001"]);
    CHECK([[NSLocale ISOLanguageCodes] containsObject:@"de"] && [[NSLocale ISOCurrencyCodes] containsObject:@"EUR"]);
    CHECK([[NSLocale commonISOCurrencyCodes] containsObject:@"EUR"]);
    NSDictionary *parts = [NSLocale componentsFromLocaleIdentifier:@"de_AT"];
    CHECK([parts[NSLocaleLanguageCode] isEqual:@"de"] && [parts[NSLocaleCountryCode] isEqual:@"AT"]);
    CHECK([[NSLocale localeIdentifierFromComponents:parts] isEqual:@"de_AT"]);
}

TEST("a date describes itself in a language") {
    NSDate *date = [NSDate dateWithTimeIntervalSinceReferenceDate:0];
    CHECK([[date descriptionWithLocale:nil] isEqual:date.description]);
    NSLocale *locale = [NSLocale localeWithLocaleIdentifier:@"en_US"];
    CHECK([[date descriptionWithLocale:locale] rangeOfString:@"day, "].length == 5);
}
