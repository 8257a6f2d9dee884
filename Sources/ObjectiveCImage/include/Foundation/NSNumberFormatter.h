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

@interface NSNumberFormatter : NSFormatter
- (nullable NSString *)stringFromNumber:(NSNumber *)number;
- (nullable NSNumber *)numberFromString:(NSString *)text;
@property NSNumberFormatterStyle numberStyle;
@property NSNumberFormatterRoundingMode roundingMode;
@property(null_resettable, copy) NSLocale *locale;
// numberFromString: returns an NSDecimalNumber.
@property BOOL generatesDecimalNumbers;
@property(getter=isLenient) BOOL lenient;
@property BOOL usesGroupingSeparator;
@property NSInteger minimumIntegerDigits;
@property NSInteger maximumIntegerDigits;
@property NSInteger minimumFractionDigits;
@property NSInteger maximumFractionDigits;
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
