// NSNumberFormatter.h - numbers as text, and text as numbers.
#ifndef FOUNDATION_NSNUMBERFORMATTER_H
#define FOUNDATION_NSNUMBERFORMATTER_H

#import <Foundation/NSFormatter.h>
#import <Foundation/NSLocale.h>
#import <Foundation/NSValue.h>

#pragma clang assume_nonnull begin

typedef NS_ENUM(NSUInteger, NSNumberFormatterStyle) {
    NSNumberFormatterNoStyle,
    NSNumberFormatterDecimalStyle,
    NSNumberFormatterCurrencyStyle,
    NSNumberFormatterPercentStyle,
    NSNumberFormatterScientificStyle,
    NSNumberFormatterSpellOutStyle,
    NSNumberFormatterOrdinalStyle,
};

typedef NS_ENUM(NSUInteger, NSNumberFormatterRoundingMode) {
    NSNumberFormatterRoundCeiling,
    NSNumberFormatterRoundFloor,
    NSNumberFormatterRoundDown,
    NSNumberFormatterRoundUp,
    NSNumberFormatterRoundHalfEven,
    NSNumberFormatterRoundHalfDown,
    NSNumberFormatterRoundHalfUp,
};

typedef NS_ENUM(NSUInteger, NSNumberFormatterBehavior) {
    NSNumberFormatterBehaviorDefault = 0,
    NSNumberFormatterBehavior10_4 = 1040,
};

// Archives do not contain the settings of a formatter.
@interface NSNumberFormatter : NSFormatter
- (nullable NSString *)stringFromNumber:(NSNumber *)number;
- (nullable NSNumber *)numberFromString:(NSString *)text;
+ (NSString *)localizedStringFromNumber:(NSNumber *)number numberStyle:(NSNumberFormatterStyle)style;
// Always NSNumberFormatterBehavior10_4.
@property NSNumberFormatterBehavior formatterBehavior;
@property NSNumberFormatterStyle numberStyle;
@property NSNumberFormatterRoundingMode roundingMode;
@property(null_resettable, copy) NSNumber *roundingIncrement;  // numbers are rounded to its multiples; 0 is none
@property(null_resettable, copy) NSLocale *locale;
// numberFromString: returns an NSDecimalNumber.
@property BOOL generatesDecimalNumbers;
@property(getter=isLenient) BOOL lenient;
@property BOOL usesGroupingSeparator;
@property BOOL allowsFloats;
@property BOOL alwaysShowsDecimalSeparator;
@property NSUInteger groupingSize;
// Text has no value if its number is outside these limits.
@property(nullable, copy) NSNumber *minimum;
@property(nullable, copy) NSNumber *maximum;
@property(nullable, copy) NSNumber *multiplier;
// A greatest number of digits below the least number changes the latter, and the other way round.
@property NSInteger minimumIntegerDigits;
@property NSInteger maximumIntegerDigits;
@property NSInteger minimumFractionDigits;
@property NSInteger maximumFractionDigits;
@property BOOL usesSignificantDigits;
@property NSInteger minimumSignificantDigits;
@property NSInteger maximumSignificantDigits;
@property(null_resettable, copy) NSString *positivePrefix;
@property(null_resettable, copy) NSString *positiveSuffix;
@property(null_resettable, copy) NSString *negativePrefix;
@property(null_resettable, copy) NSString *negativeSuffix;
@property(null_resettable, copy) NSString *nilSymbol;
@property(nullable, copy) NSString *zeroSymbol;
@property(null_resettable, copy) NSString *notANumberSymbol;
@property(null_resettable, copy) NSString *positiveFormat;
@property(null_resettable, copy) NSString *negativeFormat;
@property(null_resettable, copy) NSString *decimalSeparator;
@property(null_resettable, copy) NSString *groupingSeparator;
@property(null_resettable, copy) NSString *currencyCode;
@property(null_resettable, copy) NSString *currencySymbol;
@property(null_resettable, copy) NSString *percentSymbol;
@property(null_resettable, copy) NSString *minusSign;
@property(null_resettable, copy) NSString *plusSign;
@end

#pragma clang assume_nonnull end

#endif
