// NSCalendar.h - the calendars that dates are written in, and the parts of dates. A program that uses these classes
// loads Swift's Foundation.
#ifndef FOUNDATION_NSCALENDAR_H
#define FOUNDATION_NSCALENDAR_H

#import <Foundation/NSLocale.h>
#import <Foundation/NSTimeZone.h>

#pragma clang assume_nonnull begin

@class NSDateComponents;

typedef NSString *NSCalendarIdentifier NS_TYPED_ENUM;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierGregorian;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierBuddhist;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierChinese;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierCoptic;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierEthiopicAmeteMihret;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierEthiopicAmeteAlem;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierHebrew;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierISO8601;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierIndian;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierIslamic;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierIslamicCivil;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierIslamicTabular;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierIslamicUmmAlQura;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierJapanese;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierPersian;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierRepublicOfChina;

typedef NS_OPTIONS(NSUInteger, NSCalendarUnit) {
    NSCalendarUnitEra = 1 << 1,
    NSCalendarUnitYear = 1 << 2,
    NSCalendarUnitMonth = 1 << 3,
    NSCalendarUnitDay = 1 << 4,
    NSCalendarUnitHour = 1 << 5,
    NSCalendarUnitMinute = 1 << 6,
    NSCalendarUnitSecond = 1 << 7,
    NSCalendarUnitWeekday = 1 << 9,
    NSCalendarUnitWeekdayOrdinal = 1 << 10,
    NSCalendarUnitQuarter = 1 << 11,
    NSCalendarUnitWeekOfMonth = 1 << 12,
    NSCalendarUnitWeekOfYear = 1 << 13,
    NSCalendarUnitYearForWeekOfYear = 1 << 14,
    NSCalendarUnitNanosecond = 1 << 15,
    NSCalendarUnitCalendar = 1 << 20,
    NSCalendarUnitTimeZone = 1 << 21,
};

typedef NS_OPTIONS(NSUInteger, NSCalendarOptions) {
    NSCalendarWrapComponents = 1 << 0,
    NSCalendarMatchStrictly = 1 << 1,
    NSCalendarSearchBackwards = 1 << 2,
    NSCalendarMatchPreviousTimePreservingSmallerUnits = 1 << 8,
    NSCalendarMatchNextTimePreservingSmallerUnits = 1 << 9,
    NSCalendarMatchNextTime = 1 << 10,
    NSCalendarMatchFirst = 1 << 12,
    NSCalendarMatchLast = 1 << 13,
};

// Old names of the above.
#define NSGregorianCalendar NSCalendarIdentifierGregorian
#define NSBuddhistCalendar NSCalendarIdentifierBuddhist
#define NSChineseCalendar NSCalendarIdentifierChinese
#define NSHebrewCalendar NSCalendarIdentifierHebrew
#define NSIslamicCalendar NSCalendarIdentifierIslamic
#define NSIslamicCivilCalendar NSCalendarIdentifierIslamicCivil
#define NSJapaneseCalendar NSCalendarIdentifierJapanese
#define NSRepublicOfChinaCalendar NSCalendarIdentifierRepublicOfChina
#define NSPersianCalendar NSCalendarIdentifierPersian
#define NSIndianCalendar NSCalendarIdentifierIndian
#define NSISO8601Calendar NSCalendarIdentifierISO8601
enum {
    NSEraCalendarUnit = NSCalendarUnitEra,
    NSYearCalendarUnit = NSCalendarUnitYear,
    NSMonthCalendarUnit = NSCalendarUnitMonth,
    NSDayCalendarUnit = NSCalendarUnitDay,
    NSHourCalendarUnit = NSCalendarUnitHour,
    NSMinuteCalendarUnit = NSCalendarUnitMinute,
    NSSecondCalendarUnit = NSCalendarUnitSecond,
    NSWeekCalendarUnit = 1 << 8,
    NSWeekdayCalendarUnit = NSCalendarUnitWeekday,
    NSWeekdayOrdinalCalendarUnit = NSCalendarUnitWeekdayOrdinal,
    NSQuarterCalendarUnit = NSCalendarUnitQuarter,
    NSWeekOfMonthCalendarUnit = NSCalendarUnitWeekOfMonth,
    NSWeekOfYearCalendarUnit = NSCalendarUnitWeekOfYear,
    NSYearForWeekOfYearCalendarUnit = NSCalendarUnitYearForWeekOfYear,
    NSCalendarCalendarUnit = NSCalendarUnitCalendar,
    NSTimeZoneCalendarUnit = NSCalendarUnitTimeZone,
    NSWrapCalendarComponents = NSCalendarWrapComponents,
};

NS_SWIFT_BRIDGED("FoundationEssentials.Calendar")
@interface NSCalendar : NSObject <NSCopying>
// nil for an unknown identifier.
+ (nullable NSCalendar *)calendarWithIdentifier:(NSCalendarIdentifier)identifier;
- (nullable id)initWithCalendarIdentifier:(NSCalendarIdentifier)identifier;
@property(class, readonly, copy) NSCalendar *currentCalendar;
@property(class, readonly, strong) NSCalendar *autoupdatingCurrentCalendar;
@property(readonly, copy) NSCalendarIdentifier calendarIdentifier;
@property(nullable, copy) NSLocale *locale;
@property(copy) NSTimeZone *timeZone;
@property NSUInteger firstWeekday;  // 1 is Sunday
@property NSUInteger minimumDaysInFirstWeek;
// The names of weekdays, from Sunday, of months, eras and quarters, in the calendar's locale.
@property(readonly, copy) NSArray<NSString *> *weekdaySymbols;
@property(readonly, copy) NSArray<NSString *> *shortWeekdaySymbols;
@property(readonly, copy) NSArray<NSString *> *veryShortWeekdaySymbols;
@property(readonly, copy) NSArray<NSString *> *standaloneWeekdaySymbols;
@property(readonly, copy) NSArray<NSString *> *monthSymbols;
@property(readonly, copy) NSArray<NSString *> *shortMonthSymbols;
@property(readonly, copy) NSArray<NSString *> *veryShortMonthSymbols;
@property(readonly, copy) NSArray<NSString *> *standaloneMonthSymbols;
@property(readonly, copy) NSArray<NSString *> *eraSymbols;
@property(readonly, copy) NSArray<NSString *> *quarterSymbols;
@property(readonly, copy) NSString *AMSymbol;
@property(readonly, copy) NSString *PMSymbol;

// More than one unit raises an NSInvalidArgumentException.
- (NSInteger)component:(NSCalendarUnit)unit fromDate:(NSDate *)date;
// Units that are not asked for are NSDateComponentUndefined.
- (NSDateComponents *)components:(NSCalendarUnit)units fromDate:(NSDate *)date;
- (NSDateComponents *)componentsInTimeZone:(NSTimeZone *)zone fromDate:(NSDate *)date;
// The time between two dates in these units. The options have no effect.
- (NSDateComponents *)components:(NSCalendarUnit)units
                        fromDate:(NSDate *)start
                          toDate:(NSDate *)end
                         options:(NSCalendarOptions)options;
- (NSDateComponents *)components:(NSCalendarUnit)units
              fromDateComponents:(NSDateComponents *)start
                toDateComponents:(NSDateComponents *)end
                         options:(NSCalendarOptions)options;
- (nullable NSDate *)dateFromComponents:(NSDateComponents *)components;

- (NSDate *)startOfDayForDate:(NSDate *)date;
- (nullable NSDate *)dateByAddingComponents:(NSDateComponents *)components
                                     toDate:(NSDate *)date
                                    options:(NSCalendarOptions)options;
- (nullable NSDate *)dateByAddingUnit:(NSCalendarUnit)unit
                                value:(NSInteger)value
                               toDate:(NSDate *)date
                              options:(NSCalendarOptions)options;
// The next date with this value. The options have no effect.
- (nullable NSDate *)dateBySettingUnit:(NSCalendarUnit)unit
                                 value:(NSInteger)value
                                ofDate:(NSDate *)date
                               options:(NSCalendarOptions)options;
- (nullable NSDate *)dateBySettingHour:(NSInteger)hour
                                minute:(NSInteger)minute
                                second:(NSInteger)second
                                ofDate:(NSDate *)date
                               options:(NSCalendarOptions)options;
- (nullable NSDate *)nextDateAfterDate:(NSDate *)date
                    matchingComponents:(NSDateComponents *)components
                               options:(NSCalendarOptions)options;

- (BOOL)isDate:(NSDate *)date inSameDayAsDate:(NSDate *)other;
- (BOOL)isDate:(NSDate *)date equalToDate:(NSDate *)other toUnitGranularity:(NSCalendarUnit)unit;
- (NSComparisonResult)compareDate:(NSDate *)date toDate:(NSDate *)other toUnitGranularity:(NSCalendarUnit)unit;
- (BOOL)isDateInToday:(NSDate *)date;
- (BOOL)isDateInYesterday:(NSDate *)date;
- (BOOL)isDateInTomorrow:(NSDate *)date;
- (BOOL)isDateInWeekend:(NSDate *)date;
- (BOOL)date:(NSDate *)date matchesComponents:(NSDateComponents *)components;

// The values of a unit. A range that begins at NSNotFound: there are none. Ordinals count from 1.
- (NSRange)rangeOfUnit:(NSCalendarUnit)smaller inUnit:(NSCalendarUnit)larger forDate:(NSDate *)date;
- (NSUInteger)ordinalityOfUnit:(NSCalendarUnit)smaller inUnit:(NSCalendarUnit)larger forDate:(NSDate *)date;
- (NSRange)minimumRangeOfUnit:(NSCalendarUnit)unit;
- (NSRange)maximumRangeOfUnit:(NSCalendarUnit)unit;
// The beginning and the seconds of the unit that the date is in. Each of the two addresses may be NULL.
- (BOOL)rangeOfUnit:(NSCalendarUnit)unit
          startDate:(NSDate *_Nullable *_Nullable)start
           interval:(nullable NSTimeInterval *)seconds
            forDate:(NSDate *)date;
@end

enum : NSInteger {
    NSDateComponentUndefined = NSIntegerMax,
    NSUndefinedDateComponent = NSDateComponentUndefined,
};

// The parts of a date, or of a duration. A part that is not set is NSDateComponentUndefined.
@interface NSDateComponents : NSObject <NSCopying>
@property(nullable, copy) NSCalendar *calendar;
@property(nullable, copy) NSTimeZone *timeZone;
@property NSInteger era;
@property NSInteger year;
@property NSInteger month;
@property NSInteger day;
@property NSInteger hour;
@property NSInteger minute;
@property NSInteger second;
@property NSInteger nanosecond;
@property NSInteger weekday;  // 1 is Sunday
@property NSInteger weekdayOrdinal;
@property NSInteger quarter;
@property NSInteger weekOfMonth;
@property NSInteger weekOfYear;
@property NSInteger yearForWeekOfYear;
@property(getter=isLeapMonth) BOOL leapMonth;
// Old names of weekOfYear.
- (NSInteger)week;
- (void)setWeek:(NSInteger)week;
// nil without a calendar.
@property(nullable, readonly, copy) NSDate *date;
@property(getter=isValidDate, readonly) BOOL validDate;
- (BOOL)isValidDateInCalendar:(NSCalendar *)calendar;
- (NSInteger)valueForComponent:(NSCalendarUnit)unit;
- (void)setValue:(NSInteger)value forComponent:(NSCalendarUnit)unit;
@end

#pragma clang assume_nonnull end

#endif
