// calendars.m - calendars and the parts of dates: reading and setting them, adding to dates, comparing dates.
#include "check-foundation.h"

// A Gregorian calendar in GMT, whose weeks begin on Sunday.
static NSCalendar *make_calendar(void) {
    NSCalendar *calendar = [NSCalendar calendarWithIdentifier:NSCalendarIdentifierGregorian];
    calendar.timeZone = [NSTimeZone timeZoneForSecondsFromGMT:0];
    calendar.locale = [NSLocale localeWithLocaleIdentifier:@"en_US"];
    calendar.firstWeekday = 1;
    calendar.minimumDaysInFirstWeek = 1;
    return calendar;
}

static NSDate *make_date(NSInteger year, NSInteger month, NSInteger day, NSInteger hour) {
    NSDateComponents *parts = AUTORELEASE([NSDateComponents new]);
    parts.year = year;
    parts.month = month;
    parts.day = day;
    parts.hour = hour;
    return [make_calendar() dateFromComponents:parts];
}

TEST("the parts of a date are those that were asked for") {
    NSDate *date = [NSDate dateWithTimeIntervalSince1970:1e9];  // Sunday, 9 September 2001, 01:46:40
    NSDateComponents *parts = [make_calendar() components:NSCalendarUnitYear | NSCalendarUnitMonth | NSCalendarUnitDay
                                                 fromDate:date];
    CHECK(parts.year == 2001 && parts.month == 9 && parts.day == 9);
    CHECK(parts.hour == NSDateComponentUndefined && parts.weekday == NSUndefinedDateComponent);
    CHECK(parts.calendar == nil && parts.timeZone == nil && parts.date == nil);
    parts = [make_calendar() components:NSWeekCalendarUnit | NSWeekdayCalendarUnit | NSWeekdayOrdinalCalendarUnit
                               fromDate:date];
    CHECK(parts.week == 37 && parts.weekOfYear == 37 && parts.weekday == 1 && parts.weekdayOrdinal == 2);
    parts = [make_calendar() components:NSCalendarUnitHour | NSCalendarUnitCalendar | NSCalendarUnitTimeZone
                               fromDate:date];
    CHECK(parts.hour == 1 && [parts.calendar isEqual:make_calendar()] && parts.timeZone.secondsFromGMT == 0);
    NSTimeZone *paris = [NSTimeZone timeZoneWithName:@"Europe/Paris"];
    CHECK([make_calendar() componentsInTimeZone:paris fromDate:date].hour == 3);
    CHECK([make_calendar() component:NSCalendarUnitMinute fromDate:date] == 46);
    CHECK([exception_of(^{ [make_calendar() component:6 fromDate:date]; }).name isEqual:NSInvalidArgumentException]);
}

TEST("parts that are set make a date") {
    CHECK([make_date(2001, 9, 9, 1) isEqual:[NSDate dateWithTimeIntervalSince1970:999997200]]);
    NSDateComponents *parts = AUTORELEASE([NSDateComponents new]);
    [parts setValue:2020 forComponent:NSCalendarUnitYear];
    [parts setMonth:2];
    [parts setDay:30];
    CHECK([parts valueForComponent:NSCalendarUnitYear] == 2020 && [[parts valueForKey:@"month"] isEqual:@2]);
    CHECK(![parts isValidDateInCalendar:make_calendar()] && !parts.validDate);
    NSDateComponents *copy = AUTORELEASE([parts copy]);
    CHECK([copy isEqual:parts] && copy.hash == parts.hash && copy != parts);
    copy.day = 29;
    copy.calendar = make_calendar();
    CHECK(![copy isEqual:parts] && parts.day == 30 && copy.validDate);
    CHECK([copy.date isEqual:make_date(2020, 2, 29, 0)]);
    copy.day = NSDateComponentUndefined;
    CHECK([copy.date isEqual:make_date(2020, 2, 1, 0)]);
}

TEST("a calendar adds to dates") {
    NSCalendar *calendar = make_calendar();
    NSDateComponents *parts = AUTORELEASE([NSDateComponents new]);
    parts.month = 1;
    NSDate *date = make_date(2021, 1, 31, 12);
    CHECK([[calendar dateByAddingComponents:parts toDate:date options:0] isEqual:make_date(2021, 2, 28, 12)]);
    CHECK([[calendar dateByAddingUnit:NSCalendarUnitDay value:-31 toDate:date
                              options:0] isEqual:make_date(2020, 12, 31, 12)]);
    CHECK([[calendar dateByAddingUnit:NSCalendarUnitMonth value:12 toDate:date
                              options:NSCalendarWrapComponents] isEqual:date]);
    CHECK([[calendar dateBySettingHour:7 minute:0 second:0 ofDate:date options:0] isEqual:make_date(2021, 1, 31, 7)]);
    parts.day = 1;
    CHECK([[calendar nextDateAfterDate:date matchingComponents:parts options:0] isEqual:make_date(2022, 1, 1, 0)]);
    CHECK([[calendar nextDateAfterDate:date matchingComponents:parts
                               options:NSCalendarSearchBackwards] isEqual:make_date(2021, 1, 1, 0)]);
}

TEST("a calendar measures the time between dates") {
    NSCalendar *calendar = make_calendar();
    NSDateComponents *parts = [calendar components:NSCalendarUnitYear | NSCalendarUnitMonth | NSCalendarUnitHour
                                          fromDate:make_date(2000, 1, 1, 0)
                                            toDate:make_date(2003, 3, 2, 5)
                                           options:0];
    CHECK(parts.year == 3 && parts.month == 2 && parts.hour == 29);
    parts = [calendar components:NSCalendarUnitDay
                        fromDate:make_date(2000, 1, 3, 0)
                          toDate:make_date(2000, 1, 1, 0)
                         options:0];
    CHECK(parts.day == -2);
    CHECK([calendar isDate:make_date(2000, 1, 1, 0)
               equalToDate:make_date(2000, 9, 1, 0)
         toUnitGranularity:NSCalendarUnitYear]);
    CHECK([calendar compareDate:make_date(2000, 1, 1, 0)
                         toDate:make_date(2000, 9, 1, 0)
              toUnitGranularity:NSCalendarUnitMonth] == NSOrderedAscending);
    CHECK([calendar isDateInWeekend:make_date(2001, 9, 9, 1)] && ![calendar isDateInToday:make_date(2001, 9, 9, 1)]);
    CHECK([calendar isDateInToday:[NSDate date]]);
}

TEST("a calendar knows the values of its units") {
    NSCalendar *calendar = make_calendar();
    NSDate *date = make_date(2020, 2, 10, 5);
    NSRange range = [calendar rangeOfUnit:NSCalendarUnitDay inUnit:NSCalendarUnitMonth forDate:date];
    CHECK(range.location == 1 && range.length == 29);
    CHECK([calendar ordinalityOfUnit:NSCalendarUnitDay inUnit:NSCalendarUnitYear forDate:date] == 41);
    CHECK([calendar maximumRangeOfUnit:NSCalendarUnitDay].length == 31);
    CHECK([calendar minimumRangeOfUnit:NSCalendarUnitDay].length == 28);
    NSDate *start = nil;
    NSTimeInterval seconds = 0;
    CHECK([calendar rangeOfUnit:NSCalendarUnitMonth startDate:&start interval:&seconds forDate:date]);
    CHECK([start isEqual:make_date(2020, 2, 1, 0)] && seconds == 29 * 86400);
    CHECK([calendar rangeOfUnit:NSCalendarUnitDay startDate:NULL interval:NULL forDate:date]);
    CHECK([calendar.weekdaySymbols[0] isEqual:@"Sunday"] && [calendar.shortMonthSymbols[11] isEqual:@"Dec"]);
}

TEST("a copy of a calendar has its own settings") {
    NSCalendar *calendar = make_calendar(), *copy = AUTORELEASE([calendar copy]);
    CHECK([copy isEqual:calendar] && copy.hash == calendar.hash);
    copy.firstWeekday = 2;
    CHECK(calendar.firstWeekday == 1 && copy.firstWeekday == 2 && ![copy isEqual:calendar]);
    CHECK([[NSCalendar calendarWithIdentifier:NSCalendarIdentifierJapanese].calendarIdentifier isEqual:@"japanese"]);
    CHECK([[NSCalendar calendarWithIdentifier:NSGregorianCalendar].calendarIdentifier isEqual:@"gregorian"]);
}
