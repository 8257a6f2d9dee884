// numbertexts.m - NSNumberFormatter reads a text that is a number as a whole; NSDateFormatter uses its own time zone.
#import "check-foundation.h"

TEST("a text that only begins with a number is no number") {
    NSNumberFormatter *formatter = AUTORELEASE([NSNumberFormatter new]);
    for (NSString *text in @[ @"10", @"10.0", @"-7", @"0", @".5", @"1." ]) {
        CHECK([formatter numberFromString:text] != nil);
    }
    for (NSString *text in @[
             @"12abc", @"4/17/2006 2:22:48 PM", @"2006-04-17 21:22:48Z", @"1970-01-01T00:00:00Z", @"7.5 kg", @"abc",
             @"", @"1.2.3", @"2006-04-17", @"-", @".", @"1e", @"--1", @"1 2", @"1%", @"$1"
         ]) {
        CHECK([formatter numberFromString:text] == nil);
    }
    id object = nil;
    NSString *error = nil;
    CHECK(![formatter getObjectValue:&object forString:@"12abc" errorDescription:&error] && error && object == nil);
}

TEST("a number with the symbols of a style is read as a whole") {
    NSNumberFormatter *formatter = AUTORELEASE([NSNumberFormatter new]);
    formatter.locale = [NSLocale localeWithLocaleIdentifier:@"en_US"];
    formatter.numberStyle = NSNumberFormatterDecimalStyle;
    CHECK([[formatter numberFromString:@"1,234.5"] isEqual:@1234.5]);
    CHECK([[formatter numberFromString:@"-1,234"] isEqual:@-1234]);
    CHECK([formatter numberFromString:@"1,234 items"] == nil && [formatter numberFromString:@"50%"] == nil);
    for (NSNumber *number in @[ @0, @7, @-3, @1234567, @0.25, @-1234.5 ]) {
        for (NSNumberFormatterStyle style = NSNumberFormatterNoStyle; style <= NSNumberFormatterScientificStyle;
             style++) {
            for (NSString *locale in @[ @"en_US", @"de_DE", @"fr_FR", @"de_CH", @"ar_EG", @"hi_IN", @"sv_SE" ]) {
                formatter.locale = [NSLocale localeWithLocaleIdentifier:locale];
                formatter.numberStyle = style;
                NSString *text = [formatter stringFromNumber:number];
                if ([formatter numberFromString:text] == nil)
                    printf("%s style %d: %s\n", locale.UTF8String, (int)style, text.UTF8String);
                CHECK([formatter numberFromString:text] != nil);
                CHECK([formatter numberFromString:[text stringByAppendingString:@" or so"]] == nil);
            }
        }
    }
    formatter.locale = [NSLocale localeWithLocaleIdentifier:@"en_US"];
    formatter.numberStyle = NSNumberFormatterSpellOutStyle;
    CHECK([[formatter numberFromString:@"twenty-one"] isEqual:@21]);
}

TEST("a formatter of dates and a calendar agree with their time zone, whose name may be an abbreviation") {
    for (NSString *name in @[ @"EST", @"MST", @"HST", @"America/New_York", @"Asia/Tokyo", @"GMT", @"UTC" ]) {
        NSTimeZone *zone = [NSTimeZone timeZoneWithName:name];
        NSDateFormatter *formatter = AUTORELEASE([NSDateFormatter new]);
        formatter.locale = [NSLocale localeWithLocaleIdentifier:@"en_US_POSIX"];
        formatter.timeZone = zone;
        formatter.dateFormat = @"yyyy-MM-dd HH";
        for (NSString *text in @[ @"1982-06-15 00", @"2020-12-15 00", @"2020-07-01 12" ]) {
            NSDate *date = [formatter dateFromString:text];
            NSCalendar *calendar = [NSCalendar calendarWithIdentifier:NSCalendarIdentifierGregorian];
            calendar.timeZone = zone;
            long hour = [calendar component:NSCalendarUnitHour fromDate:date];
            CHECK(hour == [[text substringFromIndex:11] intValue] && [[formatter stringFromDate:date] isEqual:text]);
        }
        CHECK([formatter.timeZone isEqual:zone] && [formatter.timeZone.name isEqual:zone.name]);
        CHECK([AUTORELEASE([formatter copy]) timeZone].secondsFromGMT == zone.secondsFromGMT);
    }
}
