// NSDecimalNumber.h - numbers with 38 decimal digits. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSDECIMALNUMBER_H
#define FOUNDATION_NSDECIMALNUMBER_H

#import <Foundation/NSException.h>
#import <Foundation/NSString.h>
#import <Foundation/NSValue.h>
#include <limits.h>

#pragma clang assume_nonnull begin

FOUNDATION_EXPORT NSExceptionName const NSDecimalNumberDivideByZeroException;
FOUNDATION_EXPORT NSExceptionName const NSDecimalNumberOverflowException;
FOUNDATION_EXPORT NSExceptionName const NSDecimalNumberUnderflowException;
FOUNDATION_EXPORT NSExceptionName const NSDecimalNumberExactnessException;

// The mantissa times ten to the power of the exponent. The length is the number of parts of the mantissa; a negative
// number of length 0 is no number.
typedef struct {
    signed int _exponent : 8;
    unsigned int _length : 4;
    unsigned int _isNegative : 1;
    unsigned int _isCompact : 1;
    unsigned int _reserved : 18;
    unsigned short _mantissa[8];
} NSDecimal;

NS_INLINE BOOL NSDecimalIsNotANumber(const NSDecimal *number) { return number->_length == 0 && number->_isNegative; }

typedef NS_ENUM(NSUInteger, NSRoundingMode) {
    NSRoundPlain,    // half a unit is rounded away from zero
    NSRoundDown,     // towards negative infinity
    NSRoundUp,       // towards positive infinity
    NSRoundBankers,  // half a unit is rounded to the even digit
};
typedef NS_ENUM(NSUInteger, NSCalculationError) {
    NSCalculationNoError,
    NSCalculationLossOfPrecision,
    NSCalculationUnderflow,
    NSCalculationOverflow,
    NSCalculationDivideByZero,
};
#define NSDecimalMaxSize 8
#define NSDecimalNoScale SHRT_MAX

@class NSDecimalNumber;
// How a result is rounded: to so many digits behind the point, or not at all if the scale is NSDecimalNoScale.
@protocol NSDecimalNumberBehaviors
- (NSRoundingMode)roundingMode;
- (short)scale;
@optional
// Called for a result that no decimal number can be, or that was rounded. Returns the result in its place; nil for the
// rounded number, 0 if it is too small, and notANumber otherwise. Without this method, the default handler decides.
- (nullable NSDecimalNumber *)exceptionDuringOperation:(SEL)operation
                                                 error:(NSCalculationError)error
                                           leftOperand:(NSDecimalNumber *)left
                                          rightOperand:(nullable NSDecimalNumber *)right;
@end

// The default handler raises for results that are too large or too small and for divisions by zero, and keeps all
// digits that there is room for.
@interface NSDecimalNumberHandler : NSObject <NSDecimalNumberBehaviors>
@property(class, readonly, strong) NSDecimalNumberHandler *defaultDecimalNumberHandler;
+ (instancetype)decimalNumberHandlerWithRoundingMode:(NSRoundingMode)mode
                                               scale:(short)scale
                                    raiseOnExactness:(BOOL)exact
                                     raiseOnOverflow:(BOOL)overflow
                                    raiseOnUnderflow:(BOOL)underflow
                                 raiseOnDivideByZero:(BOOL)divideByZero;
- (instancetype)initWithRoundingMode:(NSRoundingMode)mode
                               scale:(short)scale
                    raiseOnExactness:(BOOL)exact
                     raiseOnOverflow:(BOOL)overflow
                    raiseOnUnderflow:(BOOL)underflow
                 raiseOnDivideByZero:(BOOL)divideByZero;
@end

// Immutable. Text that is no number becomes notANumber, and so do computations with notANumber.
@interface NSDecimalNumber : NSNumber
+ (NSDecimalNumber *)decimalNumberWithString:(nullable NSString *)text;
// The locale, an NSLocale, says what the decimal separator is.
+ (NSDecimalNumber *)decimalNumberWithString:(NSString *)text locale:(nullable id)locale;
- (instancetype)initWithString:(NSString *)text locale:(nullable id)locale;
+ (NSDecimalNumber *)decimalNumberWithDecimal:(NSDecimal)decimal;
+ (NSDecimalNumber *)decimalNumberWithMantissa:(unsigned long long)mantissa
                                      exponent:(short)exponent
                                    isNegative:(BOOL)isNegative;
- (instancetype)initWithString:(nullable NSString *)text;
- (instancetype)initWithDecimal:(NSDecimal)decimal;
- (instancetype)initWithMantissa:(unsigned long long)mantissa exponent:(short)exponent isNegative:(BOOL)isNegative;
@property(class, readonly, copy) NSDecimalNumber *zero;
@property(class, readonly, copy) NSDecimalNumber *one;
@property(class, readonly, copy) NSDecimalNumber *notANumber;
@property(class, readonly, copy) NSDecimalNumber *maximumDecimalNumber;
@property(class, readonly, copy) NSDecimalNumber *minimumDecimalNumber;
- (NSString *)descriptionWithLocale:(nullable id)locale;
- (NSDecimalNumber *)decimalNumberByAdding:(NSDecimalNumber *)number;
- (NSDecimalNumber *)decimalNumberBySubtracting:(NSDecimalNumber *)number;
- (NSDecimalNumber *)decimalNumberByMultiplyingBy:(NSDecimalNumber *)number;
- (NSDecimalNumber *)decimalNumberByDividingBy:(NSDecimalNumber *)number;
- (NSDecimalNumber *)decimalNumberByRaisingToPower:(NSUInteger)power;
- (NSDecimalNumber *)decimalNumberByMultiplyingByPowerOf10:(short)power;
- (NSDecimalNumber *)decimalNumberByRoundingAccordingToBehavior:(nullable id<NSDecimalNumberBehaviors>)behavior;
- (NSDecimalNumber *)decimalNumberByAdding:(NSDecimalNumber *)number
                              withBehavior:(nullable id<NSDecimalNumberBehaviors>)behavior;
- (NSDecimalNumber *)decimalNumberBySubtracting:(NSDecimalNumber *)number
                                   withBehavior:(nullable id<NSDecimalNumberBehaviors>)behavior;
- (NSDecimalNumber *)decimalNumberByMultiplyingBy:(NSDecimalNumber *)number
                                     withBehavior:(nullable id<NSDecimalNumberBehaviors>)behavior;
- (NSDecimalNumber *)decimalNumberByDividingBy:(NSDecimalNumber *)number
                                  withBehavior:(nullable id<NSDecimalNumberBehaviors>)behavior;
- (NSDecimalNumber *)decimalNumberByRaisingToPower:(NSUInteger)power
                                      withBehavior:(nullable id<NSDecimalNumberBehaviors>)behavior;
- (NSDecimalNumber *)decimalNumberByMultiplyingByPowerOf10:(short)power
                                              withBehavior:(nullable id<NSDecimalNumberBehaviors>)behavior;
@end

// Exists in a program that uses NSDecimalNumber.
@interface NSNumber (NSDecimalNumberExtensions)
@property(readonly) NSDecimal decimalValue;
@end

NS_INLINE NSString *NSDecimalString(const NSDecimal *number, id _Nullable locale) {
    return [[NSDecimalNumber decimalNumberWithDecimal:*number] descriptionWithLocale:locale];
}
NS_INLINE NSDecimalNumberHandler *mr_decimal_handler(NSRoundingMode mode) {
    return [NSDecimalNumberHandler decimalNumberHandlerWithRoundingMode:mode
                                                                  scale:NSDecimalNoScale
                                                       raiseOnExactness:NO
                                                        raiseOnOverflow:NO
                                                       raiseOnUnderflow:NO
                                                    raiseOnDivideByZero:NO];
}
// The result may have the address of an operand. A result that is too large is no number.
NS_INLINE NSCalculationError NSDecimalAdd(NSDecimal *result, const NSDecimal *left, const NSDecimal *right,
                                          NSRoundingMode mode) {
    *result = [[NSDecimalNumber decimalNumberWithDecimal:*left]
                  decimalNumberByAdding:[NSDecimalNumber decimalNumberWithDecimal:*right]
                           withBehavior:mr_decimal_handler(mode)]
                  .decimalValue;
    return NSDecimalIsNotANumber(result) ? NSCalculationOverflow : NSCalculationNoError;
}
NS_INLINE NSCalculationError NSDecimalSubtract(NSDecimal *result, const NSDecimal *left, const NSDecimal *right,
                                               NSRoundingMode mode) {
    *result = [[NSDecimalNumber decimalNumberWithDecimal:*left]
                  decimalNumberBySubtracting:[NSDecimalNumber decimalNumberWithDecimal:*right]
                                withBehavior:mr_decimal_handler(mode)]
                  .decimalValue;
    return NSDecimalIsNotANumber(result) ? NSCalculationOverflow : NSCalculationNoError;
}
NS_INLINE NSComparisonResult NSDecimalCompare(const NSDecimal *left, const NSDecimal *right) {
    return [[NSDecimalNumber decimalNumberWithDecimal:*left] compare:[NSDecimalNumber decimalNumberWithDecimal:*right]];
}

#pragma clang assume_nonnull end

#endif
