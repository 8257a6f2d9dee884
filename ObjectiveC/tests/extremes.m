// extremes.m - the largest, smallest and undefined numbers as arguments, values that only Swift's Foundation refuses,
// and messages in the wrong state: each raises or has a result, and none ends the process.
#import "check-foundation.h"

static NSDecimalNumber *decimal(NSString *text) { return [NSDecimalNumber decimalNumberWithString:text]; }

// Data that claims to have more bytes than any memory.
@interface Endless : NSData
@end
@implementation Endless
- (NSUInteger)length {
    return NSUIntegerMax;
}
- (const void *)bytes {
    return "x";
}
@end

TEST("products and powers of decimal numbers that no decimal number can have raise an exception") {
    NSDecimalNumber *none = [NSDecimalNumber notANumber];
    for (NSString *text in @[ @"1e-70", @"1e-127", @"-1e-100", @"1e127", @"-1e100" ]) {
        NSString *name =
            [text containsString:@"e-"] ? NSDecimalNumberUnderflowException : NSDecimalNumberOverflowException;
        CHECK([exception_of(^{ [decimal(text) decimalNumberByMultiplyingBy:decimal(text)]; }).name isEqual:name]);
        CHECK([exception_of(^{ [decimal(text) decimalNumberByRaisingToPower:5]; }).name isEqual:name]);
        CHECK([exception_of(^{ [decimal(text) decimalNumberByRaisingToPower:NSUIntegerMax]; }).name isEqual:name]);
    }
    CHECK([[decimal(@"2e-64") decimalNumberByMultiplyingBy:decimal(@"-5e-65")] isEqual:decimal(@"-1e-128")]);
    CHECK([[decimal(@"0") decimalNumberByMultiplyingBy:decimal(@"1e-128")] isEqual:@0]);
    CHECK([[NSDecimalNumber one] decimalNumberByRaisingToPower:NSUIntegerMax].integerValue == 1);
    CHECK([decimal(@"-1") decimalNumberByRaisingToPower:NSUIntegerMax].integerValue == -1);
    CHECK([decimal(@"0") decimalNumberByRaisingToPower:NSUIntegerMax].integerValue == 0);
    CHECK([decimal(@"7") decimalNumberByRaisingToPower:0].integerValue == 1);
    CHECK([[decimal(@"1.5") decimalNumberByRaisingToPower:5] isEqual:decimal(@"7.59375")]);
    for (NSNumber *number in @[ @(INFINITY), @(-INFINITY), @(NAN) ]) {
        CHECK([[NSDecimalNumber decimalNumberWithDecimal:number.decimalValue] isEqual:none]);
    }
}

TEST("a cache adds the largest costs") {
    NSCache *cache = AUTORELEASE([NSCache new]);
    for (int index = 0; index < 4; index++)
        [cache setObject:@(index) forKey:@(index) cost:NSUIntegerMax - (index == 3)];
    CHECK([cache objectForKey:@0] && [cache objectForKey:@3]);
    cache.totalCostLimit = NSUIntegerMax - 1;
    CHECK([cache objectForKey:@2] == nil && [cache objectForKey:@3] && cache.totalCostLimit == NSUIntegerMax - 1);
    [cache setObject:@4 forKey:@4 cost:1];
    CHECK([cache objectForKey:@3] == nil && [cache objectForKey:@4]);
}

TEST("a progress counts up to the largest number") {
    NSProgress *progress = [NSProgress progressWithTotalUnitCount:1];
    progress.completedUnitCount = INT64_MAX;
    CHECK([progress.localizedDescription hasSuffix:@"% completed"]);
    [progress becomeCurrentWithPendingUnitCount:INT64_MAX];
    [progress resignCurrent];
    CHECK(progress.completedUnitCount == INT64_MAX);
    NSProgress *whole = [NSProgress progressWithTotalUnitCount:INT64_MAX];
    for (int index = 0; index < 2; index++) {
        NSProgress *part = AUTORELEASE([[NSProgress alloc] initWithParent:nil userInfo:nil]);
        part.totalUnitCount = 1;
        [whole addChild:part withPendingUnitCount:INT64_MAX];
        part.completedUnitCount = INT64_MAX;
    }
    CHECK(whole.completedUnitCount == INT64_MAX && whole.localizedDescription != nil);
}

TEST("time zones, formatters and file modes refuse numbers that they cannot use") {
    CHECK([NSTimeZone timeZoneForSecondsFromGMT:NSIntegerMin] == nil);
    CHECK([NSTimeZone timeZoneForSecondsFromGMT:NSIntegerMax] == nil);
    NSNumberFormatter *formatter = AUTORELEASE([NSNumberFormatter new]);
    NSDictionary *modes = @{NSFilePosixPermissions : @1e17};
    for (NSNumber *number in @[ @(INFINITY), @(NAN) ]) {
        NSString *raised[] = {
            exception_of(^{ formatter.roundingIncrement = number; }).name,
            exception_of(^{ formatter.multiplier = number; }).name,
            exception_of(^{
              [[NSFileManager defaultManager] setAttributes:modes ofItemAtPath:@"/no/such" error:NULL];
            }).name,
        };
        for (int index = 0; index < 3; index++) CHECK([raised[index] isEqual:NSInvalidArgumentException]);
    }
    CHECK([[formatter stringFromNumber:@1.5] length] > 0);
    NSDate *none = [NSDate dateWithTimeIntervalSinceReferenceDate:NAN];
    [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode beforeDate:none];
    [[NSRunLoop currentRunLoop] runUntilDate:none];
}

TEST("paths of indexes, and data of a subclass, have no length that no memory can have") {
    const NSUInteger *none = NULL, some[] = {1, 2};
    CHECK([[NSIndexPath indexPathWithIndexes:some length:2] indexAtPosition:1] == 2);
    CHECK([[NSIndexPath indexPathWithIndexes:none length:0] length] == 0);
    NSUInteger lengths[] = {NSUIntegerMax, NSUIntegerMax / 8, (NSUInteger)NSIntegerMax + 1, 3};
    for (int index = 0; index < 4; index++) {
        NSUInteger length = lengths[index];
        NSException *raised = exception_of(^{ (void)[NSIndexPath indexPathWithIndexes:none length:length]; });
        CHECK([raised.name isEqual:NSInvalidArgumentException]);
    }
    CHECK([[NSIndexPath indexPathWithIndex:1] indexAtPosition:NSUIntegerMax] == NSNotFound);
    NSData *endless = AUTORELEASE([Endless new]);
    NSException *raised =
        exception_of(^{ (void)[NSJSONSerialization JSONObjectWithData:endless options:0 error:NULL]; });
    CHECK([raised.name isEqual:NSInvalidArgumentException]);
}

TEST("a calendar computes no date from numbers whose seconds overflow, and has a week of seven days") {
    NSInteger numbers[] = {NSIntegerMin, NSIntegerMin + 1, NSIntegerMin / 1000, NSIntegerMax / 86400, NSIntegerMax - 1};
    NSArray *keys = @[ @"year", @"month", @"weekday", @"weekdayOrdinal", @"weekOfMonth", @"weekOfYear" ];
    NSDate *now = [NSDate dateWithTimeIntervalSinceReferenceDate:0];
    for (NSCalendarIdentifier name in @[ NSCalendarIdentifierGregorian, NSCalendarIdentifierHebrew ]) {
        NSCalendar *calendar = [NSCalendar calendarWithIdentifier:name];
        for (int index = 0; index < 5; index++) {
            NSInteger number = numbers[index];
            for (NSString *key in keys) {
                NSDateComponents *parts = AUTORELEASE([NSDateComponents new]);
                [parts setValue:@(number) forKey:key];
                CHECK([[parts valueForKey:key] isEqual:@(number)] && ![parts isValidDateInCalendar:calendar]);
                CHECK([calendar dateFromComponents:parts] == nil && ![calendar date:now matchesComponents:parts]);
                CHECK([calendar dateByAddingComponents:parts toDate:now options:NSCalendarWrapComponents] == nil);
                CHECK([calendar nextDateAfterDate:now matchingComponents:parts options:NSCalendarMatchStrictly] == nil);
                NSException *raised = exception_of(^{
                  (void)[calendar components:NSCalendarUnitDay
                          fromDateComponents:parts
                            toDateComponents:parts
                                     options:0];
                });
                CHECK([raised.name isEqual:NSInvalidArgumentException]);
            }
            for (NSUInteger unit = NSCalendarUnitEra; unit <= NSCalendarUnitYearForWeekOfYear; unit <<= 1) {
                for (int options = 0; options < 2; options++) {
                    CHECK([calendar dateByAddingUnit:unit value:number toDate:now
                                             options:(NSCalendarOptions)options] == nil);
                }
                CHECK([calendar dateBySettingUnit:unit value:number ofDate:now options:0] == nil);
            }
        }
        NSDateComponents *parts = AUTORELEASE([NSDateComponents new]);
        parts.nanosecond = NSIntegerMin;
        CHECK(![calendar date:now matchesComponents:parts]);
        for (int index = 0; index < 6; index++) {
            NSUInteger number = index < 5 ? (NSUInteger)numbers[index] : 0;
            NSException *raised = exception_of(^{ calendar.firstWeekday = number; });
            CHECK([raised.name isEqual:NSInvalidArgumentException]);
            raised = exception_of(^{ calendar.minimumDaysInFirstWeek = number; });
            CHECK([raised.name isEqual:NSInvalidArgumentException]);
        }
        CHECK([calendar dateByAddingUnit:NSCalendarUnitNanosecond value:1L << 34 toDate:now options:0] != nil);
        CHECK([calendar dateByAddingUnit:NSCalendarUnitSecond value:1L << 34 toDate:now options:0] != nil);
    }
}

TEST("a formatter has at most as many digits as 32 bits can count") {
    NSUInteger numbers[] = {NSUIntegerMax, NSIntegerMax, (NSUInteger)INT_MAX + 1, 3};
    for (int index = 0; index < 4; index++) {
        NSNumberFormatter *formatter = AUTORELEASE([NSNumberFormatter new]);
        formatter.usesGroupingSeparator = YES;
        formatter.groupingSize = numbers[index];
        formatter.maximumFractionDigits = index ? (NSInteger)numbers[index] : NSIntegerMax;
        formatter.maximumIntegerDigits = NSIntegerMax;
        CHECK(formatter.groupingSize == (index == 3 ? 3 : INT_MAX) && formatter.maximumIntegerDigits == INT_MAX);
        CHECK([[formatter stringFromNumber:@1234.5] hasSuffix:@".5"]);
    }
}

TEST("a task that was not launched has no status and receives no signal") {
    NSTask *task = AUTORELEASE([NSTask new]);
    NSString *raised[] = {
        exception_of(^{ [task terminate]; }).name,
        exception_of(^{ [task interrupt]; }).name,
        exception_of(^{ [task suspend]; }).name,
        exception_of(^{ [task resume]; }).name,
        exception_of(^{ (void)task.terminationReason; }).name,
        exception_of(^{ (void)task.terminationStatus; }).name,
        exception_of(^{ task.executableURL = [NSURL URLWithString:@"http://a.org/b"]; }).name,
        exception_of(^{ task.currentDirectoryURL = [NSURL URLWithString:@"http://a.org/b"]; }).name,
    };
    for (int index = 0; index < 8; index++) CHECK([raised[index] isEqual:NSInvalidArgumentException]);
}

TEST("a property list is not written in the format of OpenStep") {
    for (NSUInteger format = 0; format < 300; format++) {
        NSError *error = nil;
        NSData *data = [NSPropertyListSerialization dataWithPropertyList:@{}
                                                                  format:(NSPropertyListFormat)format
                                                                 options:0
                                                                   error:&error];
        CHECK((data != nil) == (format == 100 || format == 200));
        CHECK(data || error.code == NSPropertyListWriteInvalidError);
    }
}

TEST("an archive has the binary format or that of XML; others raise") {
    for (NSUInteger format = 0; format < 300; format++) {
        NSKeyedArchiver *archiver = AUTORELEASE([[NSKeyedArchiver alloc] initRequiringSecureCoding:NO]);
        NSException *raised = exception_of(^{ archiver.outputFormat = (NSPropertyListFormat)format; });
        CHECK((raised == nil) == (format == 100 || format == 200));
        CHECK(raised == nil || [raised.name isEqual:NSInvalidArgumentException]);
        [archiver encodeObject:@"text" forKey:@"key"];
        CHECK(archiver.encodedData.length > 0);
    }
}

TEST("each character is a part of an address in escaped form, or raises") {
    NSURLComponents *address = AUTORELEASE([NSURLComponents new]);
    NSArray *keys = @[ @"User", @"Password", @"Host", @"Path", @"Query", @"Fragment" ];
    NSUInteger accepted = 0;
    for (NSString *key in keys) {
        NSString *name = [@"percentEncoded" stringByAppendingString:key];
        for (unichar character = 0; character < 0x100; character++) {
            for (NSString *text in
                 @[ [NSString stringWithFormat:@"%C", character], [NSString stringWithFormat:@"a%C", character] ]) {
                NSException *raised = exception_of(^{ [address setValue:text forKey:name]; });
                CHECK(raised == nil || [raised.name isEqual:NSInvalidArgumentException]);
                accepted += raised == nil;
            }
        }
        [address setValue:[key isEqual:@"Path"] ? @"" : nil forKey:name];
    }
    CHECK(accepted > 6 * 2 * 70);
    address.percentEncodedHost = @"[::1]";
    CHECK([address.percentEncodedHost isEqual:@"[::1]"]);
}

TEST("each property of a formatter of numbers can be read in each style") {
    NSArray *keys = @[
        @"positivePrefix",
        @"positiveSuffix",
        @"negativePrefix",
        @"negativeSuffix",
        @"positiveFormat",
        @"negativeFormat",
        @"nilSymbol",
        @"decimalSeparator",
        @"groupingSeparator",
        @"currencyCode",
        @"currencySymbol",
        @"percentSymbol",
        @"minusSign",
        @"plusSign",
        @"zeroSymbol",
        @"notANumberSymbol",
        @"minimum",
        @"maximum",
        @"multiplier",
        @"roundingIncrement",
        @"groupingSize",
        @"roundingMode",
        @"minimumIntegerDigits",
        @"maximumFractionDigits"
    ];
    for (NSUInteger style = 0; style < 12; style++) {
        NSNumberFormatter *formatter = AUTORELEASE([NSNumberFormatter new]);
        formatter.numberStyle = (NSNumberFormatterStyle)style;
        for (NSString *key in keys) [formatter valueForKey:key];
        CHECK(formatter.positiveFormat != nil && formatter.negativePrefix != nil);
        CHECK([[formatter stringFromNumber:@5] length] > 0);
    }
}

TEST("numbers that are much larger than the increment to which they are rounded stay as they are") {
    for (NSNumber *increment in @[ @3, @7, @0.3, @5, @1.8e19, @-3, @0 ]) {
        NSNumberFormatter *formatter = AUTORELEASE([NSNumberFormatter new]);
        formatter.roundingIncrement = increment;
        for (NSNumber *number in @[ @1e300, @-1e300, @1e40, @1e34, @1e-300, @0, @(INFINITY), @(ULLONG_MAX) ])
            CHECK([[formatter stringFromNumber:number] length] > 0);
        CHECK([formatter.roundingIncrement isEqual:increment]);
        formatter.multiplier = @1e300;
        CHECK([[formatter stringFromNumber:@2] length] > 0);
    }
}

TEST("a formatter has the root locale in place of one whose name is not ASCII") {
    NSDate *date = [NSDate dateWithTimeIntervalSinceReferenceDate:0];
    for (NSString *name in @[ @"é", @"😀", @"de_é", @"a\uFFFDb" ]) {
        NSLocale *locale = [NSLocale localeWithLocaleIdentifier:name];
        NSCalendar *calendar = [NSCalendar calendarWithIdentifier:NSCalendarIdentifierGregorian];
        calendar.locale = locale;
        NSDateFormatter *dates = AUTORELEASE([NSDateFormatter new]);
        dates.locale = locale;
        dates.calendar = calendar;
        dates.dateFormat = @"yyyy";
        CHECK([[dates stringFromDate:date] length] == 4);
        NSNumberFormatter *numbers = AUTORELEASE([NSNumberFormatter new]);
        numbers.locale = locale;
        CHECK([[numbers stringFromNumber:@5] isEqual:@"5"]);
        CHECK([[NSDateFormatter dateFormatFromTemplate:@"y" options:0 locale:locale] length] > 0);
    }
}

TEST("a formatter refuses a time zone that is more than 14 hours from GMT") {
    NSDate *date = [NSDate dateWithTimeIntervalSinceReferenceDate:0];
    for (NSInteger hours = -18; hours <= 18; hours++) {
        NSTimeZone *zone = [NSTimeZone timeZoneForSecondsFromGMT:hours * 3600];
        NSCalendar *calendar = [NSCalendar calendarWithIdentifier:NSCalendarIdentifierGregorian];
        calendar.timeZone = zone;
        CHECK(zone != nil && [calendar component:NSCalendarUnitHour fromDate:date] == (hours + 24) % 24);
        NSDateFormatter *formatter = AUTORELEASE([NSDateFormatter new]);
        formatter.dateFormat = @"HH";
        NSException *raised[] = {
            exception_of(^{ formatter.timeZone = zone; }),
            exception_of(^{ formatter.calendar = calendar; }),
            exception_of(^{ [NSTimeZone setDefaultTimeZone:zone]; }),
        };
        for (int index = 0; index < 3; index++) {
            CHECK((raised[index] == nil) == (labs(hours) <= 14));
            CHECK(raised[index] == nil || [raised[index].name isEqual:NSInvalidArgumentException]);
        }
        CHECK([[formatter stringFromDate:date] length] == 2);
        [NSTimeZone setDefaultTimeZone:nil];
    }
}

TEST("a folder for the replacement of an item needs the item and the user's domain") {
    const NSSearchPathDirectory replacement = (NSSearchPathDirectory)99;  // NSItemReplacementDirectory
    NSURL *item = [NSURL fileURLWithPath:NSTemporaryDirectory()];
    NSSearchPathDomainMask masks[] = {0, NSUserDomainMask, NSLocalDomainMask, NSAllDomainsMask, NSUIntegerMax};
    for (int index = 0; index < 10; index++) {
        NSSearchPathDomainMask mask = masks[index / 2];
        NSURL *url = index % 2 ? item : nil;
        NSException *raised = exception_of(^{
          NSURL *found = [[NSFileManager defaultManager] URLForDirectory:replacement
                                                                inDomain:mask
                                                       appropriateForURL:url
                                                                  create:NO
                                                                   error:NULL];
          CHECK(rmdir(found.path.UTF8String) == 0);  // it is made always
          rmdir([found URLByDeletingLastPathComponent].path.UTF8String);
        });
        CHECK((raised == nil) == (url && mask == NSUserDomainMask));
        CHECK(raised == nil || [raised.name isEqual:NSInvalidArgumentException]);
    }
}

TEST("a bundle without an Info.plist has no language of development") {
    for (NSString *path in @[ @"/", @".", @"..", NSTemporaryDirectory() ])
        CHECK([NSBundle bundleWithPath:path].developmentLocalization == nil);
    CHECK([NSBundle mainBundle].developmentLocalization == nil);
}
