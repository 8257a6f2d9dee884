// NSCalendar.h - the calendars that dates are written in. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSCALENDAR_H
#define FOUNDATION_NSCALENDAR_H

#import <Foundation/NSLocale.h>
#import <Foundation/NSTimeZone.h>

#pragma clang assume_nonnull begin

typedef NSString *NSCalendarIdentifier NS_TYPED_ENUM;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierGregorian;
FOUNDATION_EXPORT NSCalendarIdentifier const NSCalendarIdentifierISO8601;

typedef NS_OPTIONS(NSUInteger, NSCalendarUnit) {
    NSCalendarUnitEra = 1 << 1,
    NSCalendarUnitYear = 1 << 2,
    NSCalendarUnitMonth = 1 << 3,
    NSCalendarUnitDay = 1 << 4,
    NSCalendarUnitHour = 1 << 5,
    NSCalendarUnitMinute = 1 << 6,
    NSCalendarUnitSecond = 1 << 7,
    NSCalendarUnitWeekday = 1 << 9,
    NSCalendarUnitWeekOfMonth = 1 << 12,
    NSCalendarUnitWeekOfYear = 1 << 13,
    NSCalendarUnitNanosecond = 1 << 15,
};

// Immutable.
NS_SWIFT_BRIDGED("FoundationEssentials.Calendar")
@interface NSCalendar : NSObject <NSCopying>
// nil for an unknown identifier.
+ (nullable NSCalendar *)calendarWithIdentifier:(NSCalendarIdentifier)identifier;
- (nullable id)initWithCalendarIdentifier:(NSCalendarIdentifier)identifier;
@property(class, readonly, copy) NSCalendar *currentCalendar;
@property(readonly, copy) NSCalendarIdentifier calendarIdentifier;
@property(nullable, readonly, copy) NSLocale *locale;
@property(readonly, copy) NSTimeZone *timeZone;
// More than one unit raises an NSInvalidArgumentException.
- (NSInteger)component:(NSCalendarUnit)unit fromDate:(NSDate *)date;
- (NSDate *)startOfDayForDate:(NSDate *)date;
- (BOOL)isDate:(NSDate *)date inSameDayAsDate:(NSDate *)other;
@end

#pragma clang assume_nonnull end

#endif
