// DecimalNumber.swift - decimal numbers of 38 digits, in which `@sum` and `@avg` calculate, so that 0.1 + 0.2 is 0.3.
//
//      mantissa * 10^exponent        0.1 = 1 * 10^-1

/// A number with up to 38 significant decimal digits. Further digits are rounded: a half is rounded to the even digit.
/// Objective-C: `NSDecimal`.
struct DecimalNumber {
    private var isNegative: Bool
    private var mantissa: UInt128
    private var exponent: Int

    static let zero = DecimalNumber(isNegative: false, mantissa: 0, exponent: 0)

    /// The greatest mantissa: 38 nines.
    private static let greatest: UInt128 = 99_999_999_999_999_999_999_999_999_999_999_999_999
    /// The exponents that an NSDecimal can have.
    private static let exponents = -128...127

    private init(isNegative: Bool, mantissa: UInt128, exponent: Int) {
        self.isNegative = isNegative
        self.mantissa = mantissa
        self.exponent = exponent
    }

    /// The shortest decimal that is read back as the same number: 0.1 for the double 0.1, whose exact value is slightly
    /// greater. nil if the number is infinite, is not a number, or is outside the range of decimals.
    init?<Number: LosslessStringConvertible & Numeric>(_ number: Number) {
        let parts = number.description.split(separator: "e", maxSplits: 1)
        let digits = parts[0].drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
        let fraction = digits.count == 2 && digits[1] != "0" ? digits[1] : ""
        guard let mantissa = UInt128(digits[0] + fraction), let power = Int(parts.count == 2 ? parts[1] : "0") else {
            return nil
        }
        self.init(
            isNegative: parts[0].first == "-", mantissa: mantissa, exponent: power - fraction.utf8.count)
        guard mantissa <= Self.greatest, Self.exponents.contains(exponent) else { return nil }
    }

    /// The nearest double.
    var double: Double { Double("\(isNegative ? "-" : "")\(mantissa)e\(exponent)") ?? 0 }

    static func + (lhs: DecimalNumber, rhs: DecimalNumber) -> DecimalNumber {
        var (high, low) = lhs.exponent >= rhs.exponent ? (lhs, rhs) : (rhs, lhs)
        if low.mantissa == 0 { return high }
        // Brings `high` to the exponent of `low` as far as its digits allow, and then rounds `low` to the exponent of
        // `high`.
        while high.exponent > low.exponent, high.mantissa <= greatest / 10 {
            high.mantissa *= 10
            high.exponent -= 1
        }
        low.round(to: high.exponent)
        if high.isNegative == low.isNegative {
            high.mantissa += low.mantissa
            if high.mantissa > greatest { high.round(to: high.exponent + 1) }
        } else if high.mantissa >= low.mantissa {
            high.mantissa -= low.mantissa
        } else {
            high.mantissa = low.mantissa - high.mantissa
            high.isNegative = low.isNegative
        }
        return high
    }

    static func / (lhs: DecimalNumber, rhs: Int) -> DecimalNumber {
        let divisor = UInt128(rhs)
        var result = lhs
        var rest = lhs.mantissa % divisor
        result.mantissa = lhs.mantissa / divisor
        while rest != 0, result.mantissa <= (greatest - 9) / 10, result.exponent > exponents.lowerBound {
            rest *= 10
            result.mantissa = result.mantissa * 10 + rest / divisor
            result.exponent -= 1
            rest %= divisor
        }
        if rest * 2 > divisor || rest * 2 == divisor && result.mantissa % 2 == 1 { result.mantissa += 1 }
        return result
    }

    /// Rounds to a multiple of 10^`wanted`.
    private mutating func round(to wanted: Int) {
        var (dropped, isExact) = (UInt128(0), true)
        while exponent < wanted {
            if dropped != 0 { isExact = false }
            dropped = mantissa % 10
            mantissa /= 10
            exponent += 1
        }
        if dropped > 5 || dropped == 5 && (!isExact || mantissa % 2 == 1) { mantissa += 1 }
    }
}
