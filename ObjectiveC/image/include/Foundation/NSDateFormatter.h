// NSDateFormatter.h - dates as text, and text as dates. Formats are those of Unicode: `yyyy-MM-dd HH:mm:ss`.
#ifndef FOUNDATION_NSDATEFORMATTER_H
#define FOUNDATION_NSDATEFORMATTER_H

#import <Foundation/NSCalendar.h>
#import <Foundation/NSFormatter.h>
#import <Foundation/NSLocale.h>
#import <Foundation/NSTimeZone.h>

#pragma clang assume_nonnull begin

typedef NS_ENUM(NSUInteger, NSDateFormatterStyle) {
    NSDateFormatterNoStyle,
    NSDateFormatterShortStyle,
    NSDateFormatterMediumStyle,
    NSDateFormatterLongStyle,
    NSDateFormatterFullStyle,
};

typedef NS_ENUM(NSUInteger, NSDateFormatterBehavior) {
    NSDateFormatterBehaviorDefault = 0,
    NSDateFormatterBehavior10_4 = 1040,
};

// Archives do not contain the settings of a formatter.
@interface NSDateFormatter : NSFormatter
- (NSString *)stringFromDate:(NSDate *)date;
- (nullable NSDate *)dateFromString:(NSString *)text;
+ (NSString *)localizedStringFromDate:(NSDate *)date
                            dateStyle:(NSDateFormatterStyle)dateStyle
                            timeStyle:(NSDateFormatterStyle)timeStyle;
@property(null_resettable, copy) NSString *dateFormat;
- (void)setLocalizedDateFormatFromTemplate:(NSString *)format;
// The format with the parts of the template, in the order of the locale. The options are 0.
+ (nullable NSString *)dateFormatFromTemplate:(NSString *)format
                                      options:(NSUInteger)options
                                       locale:(nullable NSLocale *)locale;
// Always NSDateFormatterBehavior10_4.
@property NSDateFormatterBehavior formatterBehavior;
@property BOOL doesRelativeDateFormatting;
@property NSDateFormatterStyle dateStyle;
@property NSDateFormatterStyle timeStyle;
@property(null_resettable, copy) NSLocale *locale;
@property(null_resettable, copy) NSTimeZone *timeZone;
@property(null_resettable, copy) NSCalendar *calendar;
// Supplies the parts that a format lacks.
@property(nullable, copy) NSDate *defaultDate;
@property(getter=isLenient) BOOL lenient;
@property(null_resettable, copy) NSString *AMSymbol;
@property(null_resettable, copy) NSString *PMSymbol;
@property(copy) NSArray<NSString *> *weekdaySymbols;
@property(copy) NSArray<NSString *> *shortWeekdaySymbols;
@property(copy) NSArray<NSString *> *veryShortWeekdaySymbols;
@property(copy) NSArray<NSString *> *standaloneWeekdaySymbols;
@property(copy) NSArray<NSString *> *monthSymbols;
@property(copy) NSArray<NSString *> *shortMonthSymbols;
@property(copy) NSArray<NSString *> *veryShortMonthSymbols;
@property(copy) NSArray<NSString *> *standaloneMonthSymbols;
@property(copy) NSArray<NSString *> *eraSymbols;
@end

#pragma clang assume_nonnull end

#endif
