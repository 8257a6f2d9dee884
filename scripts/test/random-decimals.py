#!/usr/bin/env python3
"""random-decimals.py SEED COUNT - prints a program in Objective-C that calculates with NSDecimalNumber.

The program has COUNT random calculations, and compares each result with the one of Python's module decimal. The exact
results have at most 38 digits and an exponent that NSDecimal can have, so that both must be equal. The same seed
produces the same program.
"""

import decimal
import random
import sys

DIGITS = 38
exact = decimal.Context(prec=200, Emin=-9999, Emax=9999)
MODES = {"NSRoundPlain": decimal.ROUND_HALF_UP, "NSRoundDown": decimal.ROUND_FLOOR, "NSRoundUp": decimal.ROUND_CEILING,
         "NSRoundBankers": decimal.ROUND_HALF_EVEN}


def number(rng, digits=None):
    """A random number; half of them have few digits."""
    digits = digits or (rng.randrange(1, 8) if rng.random() < 0.5 else rng.randrange(1, DIGITS + 1))
    mantissa = rng.randrange(10 ** digits) * rng.choice([1, -1])
    exponent = rng.randrange(-20, 20) if rng.random() < 0.8 else rng.randrange(-90, 80)
    return decimal.Decimal(mantissa).scaleb(exponent, exact)


def fits(value):
    """Whether NSDecimal has the value."""
    normal = value.normalize(exact)
    _, digits, exponent = normal.as_tuple()
    return len(digits) <= DIGITS and -128 <= exponent <= 127 and exponent + len(digits) <= 127 + DIGITS


def sum_of(rng):
    left, right = number(rng), number(rng)
    return f"[{read(left)} decimalNumberByAdding:{read(right)}]", exact.add(left, right)


def difference(rng):
    left, right = number(rng), number(rng)
    return f"[{read(left)} decimalNumberBySubtracting:{read(right)}]", exact.subtract(left, right)


def product(rng):
    left, right = number(rng, rng.randrange(1, 20)), number(rng, rng.randrange(1, 20))
    return f"[{read(left)} decimalNumberByMultiplyingBy:{read(right)}]", exact.multiply(left, right)


def quotient(rng):
    result, right = number(rng, rng.randrange(1, 19)), number(rng, rng.randrange(1, 19)) or decimal.Decimal(1)
    return f"[{read(exact.multiply(result, right))} decimalNumberByDividingBy:{read(right)}]", result


def power(rng):
    left, exponent = number(rng, rng.randrange(1, 5)), rng.randrange(0, 9)
    result = exact.power(left, exponent) if left else decimal.Decimal(int(exponent == 0))
    return f"[{read(left)} decimalNumberByRaisingToPower:{exponent}]", result


def shifted(rng):
    left, exponent = number(rng), rng.randrange(-30, 30)
    return f"[{read(left)} decimalNumberByMultiplyingByPowerOf10:{exponent}]", left.scaleb(exponent, exact)


def rounded(rng):
    left, scale, mode = number(rng), rng.randrange(-5, 20), rng.choice(list(MODES))
    result = left.quantize(decimal.Decimal(1).scaleb(-scale), MODES[mode], exact)
    return f"[{read(left)} decimalNumberByRoundingAccordingToBehavior:rounding({mode}, {scale})]", result


# Each returns the text of a message, and its result. Without `quotient`: Swift's Foundation divides 2 of 100 numbers
# wrongly, such as 22239599849866736343510400000 by 0.000006397485484.
CALCULATIONS = (sum_of, difference, product, power, shifted, rounded)


def text(value):
    return format(value.normalize(exact), "f") if value else "0"


def read(value):
    return f'decimal(@"{text(value)}")'


def main():
    rng = random.Random(int(sys.argv[1]))
    print(f"// Seed {sys.argv[1]} of scripts/test/random-decimals.py.")
    print(PROLOGUE)
    count = int(sys.argv[2])
    while count > 0:
        message, result = rng.choice(CALCULATIONS)(rng)
        if fits(result) and all(fits(decimal.Decimal(part)) for part in message.split('"')[1::2]):
            print(f'    check("{message.replace(chr(34), chr(39))}", {message}, @"{text(result)}");')
            count -= 1
    print("}")


PROLOGUE = """#import "check-foundation.h"

static NSDecimalNumber *decimal(NSString *text) { return [NSDecimalNumber decimalNumberWithString:text]; }

static id rounding(NSRoundingMode mode, short scale) {
    return [NSDecimalNumberHandler decimalNumberHandlerWithRoundingMode:mode
                                                                  scale:scale
                                                       raiseOnExactness:NO
                                                        raiseOnOverflow:NO
                                                       raiseOnUnderflow:NO
                                                    raiseOnDivideByZero:YES];
}

static void check(const char *message, NSDecimalNumber *result, NSString *expected) {
    if ([result isEqual:decimal(expected)] && [result.description isEqual:expected]) return;
    printf("%s is %s, not %s\\n", message, result.description.UTF8String, expected.UTF8String);
    failed_checks++;
}

TEST("decimal numbers have the results of Python's") {"""

if __name__ == "__main__":
    main()
