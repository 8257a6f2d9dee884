// decimals.m - NSDecimalNumber: results at the limits, the errors of behaviors, and exact results.
#import "check-foundation.h"

static NSDecimalNumber *decimal(NSString *text) { return [NSDecimalNumber decimalNumberWithString:text]; }

static NSDecimalNumberHandler *handler(NSRoundingMode mode, short scale, BOOL raises) {
    return [NSDecimalNumberHandler decimalNumberHandlerWithRoundingMode:mode
                                                                  scale:scale
                                                       raiseOnExactness:raises
                                                        raiseOnOverflow:raises
                                                       raiseOnUnderflow:raises
                                                    raiseOnDivideByZero:raises];
}

TEST("results that are too large or too small raise, and so does a rounded one if a handler says so") {
    NSDecimalNumber *big = decimal(@"1e127"), *small = decimal(@"1e-127"), *three = decimal(@"3");
    NSDecimalNumber *most = [NSDecimalNumber maximumDecimalNumber], *one = [NSDecimalNumber one];
    for (NSDecimalNumberHandler *each in @[ handler(NSRoundPlain, 2, YES), [NSNull null] ]) {
        NSDecimalNumberHandler *behavior = (id)each == [NSNull null] ? nil : each;
#define RAISES(name_, ...) CHECK([exception_of(^{ (void)(__VA_ARGS__); }).name isEqual:name_])
        RAISES(NSDecimalNumberOverflowException, [big decimalNumberByMultiplyingBy:big withBehavior:behavior]);
        RAISES(NSDecimalNumberOverflowException, [most decimalNumberByAdding:most withBehavior:behavior]);
        RAISES(NSDecimalNumberDivideByZeroException, [one decimalNumberByDividingBy:[NSDecimalNumber zero]
                                                                       withBehavior:behavior]);
        RAISES(NSDecimalNumberOverflowException, [big decimalNumberByMultiplyingByPowerOf10:300 withBehavior:behavior]);
    }
    RAISES(NSDecimalNumberUnderflowException, [small decimalNumberByMultiplyingBy:small]);
    RAISES(NSDecimalNumberOverflowException, [most decimalNumberByAdding:most]);
    RAISES(NSDecimalNumberUnderflowException, [small decimalNumberByMultiplyingByPowerOf10:-300]);
    RAISES(NSDecimalNumberExactnessException, [one decimalNumberByDividingBy:three
                                                                withBehavior:handler(NSRoundPlain, 2, YES)]);
    RAISES(NSDecimalNumberExactnessException,
           [decimal(@"1.005") decimalNumberByRoundingAccordingToBehavior:handler(NSRoundPlain, 2, YES)]);
    CHECK([[one decimalNumberByDividingBy:decimal(@"4")
                             withBehavior:handler(NSRoundPlain, 2, YES)] isEqual:decimal(@"0.25")]);
}

TEST("without exceptions a result that is too small is zero, and one that is too large no number") {
    NSDecimalNumberHandler *behavior = handler(NSRoundPlain, NSDecimalNoScale, NO);
    NSDecimalNumber *big = decimal(@"1e127"), *small = decimal(@"1e-127"), *none = [NSDecimalNumber notANumber];
    CHECK([big decimalNumberByMultiplyingBy:big withBehavior:behavior] == none);
    CHECK([[small decimalNumberByMultiplyingBy:small withBehavior:behavior] isEqual:@0]);
    CHECK([big decimalNumberByDividingBy:[NSDecimalNumber zero] withBehavior:behavior] == none);
    for (NSDecimalNumber *number in @[ big, small, [NSDecimalNumber zero] ]) {
        CHECK([number decimalNumberByAdding:none] == none && [none decimalNumberByDividingBy:number] == none);
        CHECK([none decimalNumberByRaisingToPower:2] == none && [number decimalNumberBySubtracting:none] == none);
    }
}

@interface Judge : NSObject <NSDecimalNumberBehaviors> {
  @public
    NSCalculationError error;
    SEL operation;
}
@property(strong) NSDecimalNumber *result;
@end
@implementation Judge
- (NSRoundingMode)roundingMode {
    return NSRoundPlain;
}
- (short)scale {
    return 1;
}
- (NSDecimalNumber *)exceptionDuringOperation:(SEL)made
                                        error:(NSCalculationError)found
                                  leftOperand:(NSDecimalNumber *)left
                                 rightOperand:(NSDecimalNumber *)right {
    operation = made;
    error = found;
    return self.result;
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_result release];
    [super dealloc];
}
#endif
@end

TEST("a behavior of the program decides on the result of an error") {
    Judge *judge = AUTORELEASE([Judge new]);
    NSDecimalNumber *one = [NSDecimalNumber one], *big = decimal(@"1e127");
    CHECK([[one decimalNumberByDividingBy:decimal(@"3") withBehavior:judge].stringValue isEqual:@"0.3"]);
    CHECK(judge->error == NSCalculationLossOfPrecision && judge->operation == @selector(decimalNumberByDividingBy:));
    CHECK([big decimalNumberByMultiplyingBy:big withBehavior:judge] == [NSDecimalNumber notANumber]);
    CHECK(judge->error == NSCalculationOverflow);
    judge.result = decimal(@"7");
    CHECK([one decimalNumberByDividingBy:[NSDecimalNumber zero] withBehavior:judge] == judge.result);
    CHECK(judge->error == NSCalculationDivideByZero);
    judge->error = NSCalculationNoError;
    CHECK([[one decimalNumberByAdding:one withBehavior:judge] isEqual:@2] && judge->error == NSCalculationNoError);
}

TEST("every result that a decimal number can be is found") {
    NSString *digits = @"12345678901234567890123456789012345678";
    CHECK([[decimal(digits) decimalNumberByAdding:decimal(@"1e-100")].stringValue isEqual:digits]);
    CHECK([[decimal(@"1e38") decimalNumberBySubtracting:decimal(@"1")].stringValue
        isEqual:@"99999999999999999999999999999999999999"]);
    CHECK([[decimal(@"1") decimalNumberByDividingBy:decimal(@"3")].stringValue
        isEqual:@"0.33333333333333333333333333333333333333"]);
    CHECK([[decimal(@"2") decimalNumberByDividingBy:decimal(@"3")].stringValue
        isEqual:@"0.66666666666666666666666666666666666667"]);
    CHECK([[decimal(@"1e127") decimalNumberByDividingBy:decimal(@"1e127")] isEqual:@1]);
    CHECK([[decimal(@"1e-128") decimalNumberByMultiplyingBy:decimal(@"1e127")] isEqual:decimal(@"0.1")]);
    CHECK([[decimal(@"1e100") decimalNumberByMultiplyingBy:decimal(@"1e27")] isEqual:decimal(@"1e127")]);
    CHECK([[decimal(@"1e127") decimalNumberByMultiplyingBy:decimal(@"1e30")].stringValue hasPrefix:@"1000"]);
    CHECK([[decimal(@"15e-128") decimalNumberByMultiplyingBy:decimal(@"0.1")] isEqual:decimal(@"2e-128")]);
    NSDecimalNumber *most = [NSDecimalNumber maximumDecimalNumber], *one = [NSDecimalNumber one];
    CHECK([[most decimalNumberBySubtracting:one] isEqual:most] && [[most decimalNumberByDividingBy:most] isEqual:one]);
    CHECK([[most decimalNumberBySubtracting:most] isEqual:@0] && [[most decimalNumberByAdding:one] isEqual:most]);
    CHECK([[decimal(@"-2") decimalNumberByRaisingToPower:127].stringValue
        isEqual:@"-170141183460469231731687303715884105728"]);
    CHECK([[decimal(@"0.5") decimalNumberByMultiplyingByPowerOf10:2] isEqual:@50]);
}

// Products of numbers with up to 15 digits, whose exact value a program can compute in 128 bits.
TEST("random sums, differences and products are exact") {
    unsigned seed = 5;
    for (int turn = 0; turn < 500; turn++) {
        long left = (long)rand_r(&seed) * rand_r(&seed) % 1000000000000000, right = (long)rand_r(&seed) - (1 << 29);
        NSDecimalNumber *first = [NSDecimalNumber decimalNumberWithString:@(left).stringValue];
        NSDecimalNumber *second = [NSDecimalNumber decimalNumberWithString:@(right).stringValue];
        CHECK([[first decimalNumberByAdding:second] isEqual:@(left + right)]);
        CHECK([[first decimalNumberBySubtracting:second] isEqual:@(left - right)]);
        NSDecimalNumber *product = [first decimalNumberByMultiplyingBy:second];
        if (right) CHECK([[product decimalNumberByDividingBy:second] isEqual:first]);
        __int128 exact = (__int128)left * right;
        long high = (long)(exact / 1000000000000000), low = (long)(exact % 1000000000000000);
        NSDecimalNumber *sum = [[decimal(@(high).stringValue) decimalNumberByMultiplyingByPowerOf10:15]
            decimalNumberByAdding:decimal(@(low).stringValue)];
        CHECK([product isEqual:sum]);
    }
}
