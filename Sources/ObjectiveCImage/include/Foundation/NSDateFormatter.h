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

@interface NSDateFormatter : NSFormatter
- (NSString *)stringFromDate:(NSDate *)date;
- (nullable NSDate *)dateFromString:(NSString *)text;
+ (NSString *)localizedStringFromDate:(NSDate *)date
                            dateStyle:(NSDateFormatterStyle)dateStyle
                            timeStyle:(NSDateFormatterStyle)timeStyle;
@property(null_resettable, copy) NSString *dateFormat;
- (void)setLocalizedDateFormatFromTemplate:(NSString *)format;
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
@end

#pragma clang assume_nonnull end

#endif
