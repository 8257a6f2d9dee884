// DecimalArithmetic.swift - sums, products, quotients and powers of decimal numbers, computed exactly and rounded once.
//
//      magnitude, 256 bits  ×  10^exponent   ──rounded──►   mantissa, 128 bits  ×  10^exponent, 8 bits: a Decimal
//
// Swift's own operators have no result for some numbers that a Decimal can be, and end the process for others.
import Foundation

/// What a decimal number could not be exactly. The raw values are those of NSCalculationError.
enum CalculationError: UInt {
    case none, lossOfPrecision, underflow, overflow, divideByZero
}

/// How digits are dropped. The raw values are those of NSRoundingMode.
enum DecimalRoundingMode: UInt, Sendable { case plain, down, up, bankers }

/// A number that is wider than a Decimal.
struct WideDecimal {
    private var isNegative: Bool
    private var magnitude: (high: UInt128, low: UInt128)
    private var exponent: Int
    /// Whether the number is a little greater than these digits, because a division has no end.
    private var hasRest = false
    /// The largest mantissa of a rounded result.
    private var limit = UInt128.max

    /// - Parameter value: a number, not NaN.
    init(_ value: Decimal) {
        isNegative = value.isSignMinus
        magnitude = (0, UInt128(value.significand.magnitude.description) ?? 0)
        exponent = value.exponent
    }

    private init(_ isNegative: Bool, _ magnitude: (high: UInt128, low: UInt128), _ exponent: Int) {
        (self.isNegative, self.magnitude, self.exponent) = (isNegative, magnitude, exponent)
    }

    private var isZero: Bool { magnitude == (0, 0) }

    // ── Computing ───────────────────────────────────────────────────────────────────────────────────────

    /// - Parameter other: a number that was not computed, like self.
    func product(_ other: WideDecimal) -> WideDecimal {
        let (high, low) = magnitude.low.multipliedFullWidth(by: other.magnitude.low)
        return WideDecimal(isNegative != other.isNegative, (high, low), exponent + other.exponent)
    }

    func timesPowerOf10(_ power: Int) -> WideDecimal { WideDecimal(isNegative, magnitude, exponent + power) }

    var negated: WideDecimal { WideDecimal(!isNegative, magnitude, exponent) }

    /// Adds a number that was not computed. Of two numbers of very different sizes, the digits of the smaller one that
    /// lie beyond those of any result count as a rest.
    func sum(_ other: WideDecimal) -> WideDecimal {
        if isZero { return other }
        if other.isZero { return self }
        var (large, small) = exponent >= other.exponent ? (self, other) : (other, self)
        while large.exponent > small.exponent, large.multiplyBy10() {}
        var hasRest = false
        while small.exponent < large.exponent {
            if small.divideBy10() != 0 { hasRest = true }
            if small.isZero { small.exponent = large.exponent }
        }
        guard large.isNegative != small.isNegative else {
            let (low, carry) = large.magnitude.low.addingReportingOverflow(small.magnitude.low)
            large.magnitude = (large.magnitude.high + small.magnitude.high + (carry ? 1 : 0), low)
            large.hasRest = hasRest
            return large
        }
        if hasRest { small.magnitude = Self.difference(small.magnitude, (0, 0), plus: 1) }
        if Self.isLess(large.magnitude, small.magnitude) { swap(&large, &small) }
        large.magnitude = Self.difference(large.magnitude, small.magnitude)
        large.hasRest = hasRest
        return large
    }

    /// Divides by a number that was not computed, and is not zero.
    func quotient(_ other: WideDecimal) -> WideDecimal {
        var left = self
        let divisor = other.magnitude.low
        while !left.isZero, left.magnitude.high < UInt128.max / 16, left.multiplyBy10() {}
        let (high, rest) = left.magnitude.high.quotientAndRemainder(dividingBy: divisor)
        let (low, last) = divisor.dividingFullWidth((rest, left.magnitude.low))
        var result = WideDecimal(isNegative != other.isNegative, (high, low), left.exponent - other.exponent)
        if last != 0 { (result.hasRest, result.limit) = (true, Self.greatestOf38Digits) }
        return result
    }

    // ── Rounding ────────────────────────────────────────────────────────────────────────────────────────

    /// A quotient that does not end has 38 digits, as Apple's have, though some mantissas with 39 would fit.
    private static let greatestOf38Digits: UInt128 = 99_999_999_999_999_999_999_999_999_999_999_999_999

    /// Returns the nearest Decimal by a rounding mode, with at most `scale` digits behind the point.
    func rounded(_ mode: DecimalRoundingMode, scale: Int) -> (Decimal, CalculationError) {
        if isZero && !hasRest { return (0, .none) }
        var (result, last, lost) = (self, 0, hasRest)
        let least = scale == Int(Int16.max) ? -128 : max(-scale, -128)
        func drop() {
            if last != 0 { lost = true }
            last = result.divideBy10()
        }
        while result.magnitude.high != 0 || result.magnitude.low > limit { drop() }
        while result.exponent < least {
            drop()
            if result.isZero && last == 0 {
                lost = true
                result.exponent = least
            }
        }
        let isInexact = lost || last != 0
        let isUp: Bool =
            switch mode {
            case .plain: last >= 5
            case .down: isNegative && isInexact
            case .up: !isNegative && isInexact
            case .bankers: last > 5 || last == 5 && (lost || result.magnitude.low % 2 == 1)
            }
        if isUp {
            if result.magnitude.low == .max { _ = result.divideBy10() }
            result.magnitude.low += 1
        }
        while result.exponent > 127, result.magnitude.low <= UInt128.max / 10 { _ = result.multiplyBy10() }
        if result.isZero { return (0, least == -128 ? .underflow : .lossOfPrecision) }
        guard result.exponent <= 127 else { return (.nan, .overflow) }
        return (result.decimal, isInexact ? .lossOfPrecision : .none)
    }

    /// The number, whose magnitude has 128 bits and whose exponent has 8, without zeros at its end.
    private var decimal: Decimal {
        var (digits, exponent) = (magnitude.low, exponent)
        while digits % 10 == 0, digits != 0, exponent < 127 { (digits, exponent) = (digits / 10, exponent + 1) }
        return Decimal(string: "\(isNegative ? "-" : "")\(digits)e\(exponent)") ?? .nan
    }

    // ── Digits ──────────────────────────────────────────────────────────────────────────────────────────

    /// Makes the magnitude ten times as large and the exponent smaller by one. Returns false if it has no room.
    private mutating func multiplyBy10() -> Bool {
        guard magnitude.high <= UInt128.max / 10 - 1 else { return false }
        let (carry, low) = magnitude.low.multipliedFullWidth(by: 10)
        magnitude = (magnitude.high * 10 + carry, low)
        exponent -= 1
        return true
    }

    /// Drops the last digit and returns it.
    private mutating func divideBy10() -> Int {
        let (high, rest) = magnitude.high.quotientAndRemainder(dividingBy: 10)
        let (low, digit) = UInt128(10).dividingFullWidth((rest, magnitude.low))
        magnitude = (high, low)
        exponent += 1
        return Int(digit)
    }

    private static func isLess(_ left: (high: UInt128, low: UInt128), _ right: (high: UInt128, low: UInt128)) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }

    /// Returns left - right + more, which must not be negative.
    private static func difference(
        _ left: (high: UInt128, low: UInt128), _ right: (high: UInt128, low: UInt128), plus more: UInt128 = 0
    ) -> (high: UInt128, low: UInt128) {
        let (difference, borrow) = left.low.subtractingReportingOverflow(right.low)
        let (low, carry) = difference.addingReportingOverflow(more)
        return (left.high - right.high - (borrow ? 1 : 0) + (carry ? 1 : 0), low)
    }
}

extension WideDecimal {
    /// Returns a power, whose products are each rounded.
    static func power(_ base: Decimal, _ power: UInt, _ mode: DecimalRoundingMode, scale: Int)
        -> (Decimal, CalculationError)
    {
        var (result, base, rest, isInexact) = (Decimal(1), base, power, false)
        var failure = CalculationError.none
        func product(_ left: Decimal, _ right: Decimal) -> Decimal {
            let (value, error) = WideDecimal(left).product(WideDecimal(right)).rounded(.plain, scale: Int(Int16.max))
            if error == .lossOfPrecision { isInexact = true } else if error != .none { failure = error }
            return value
        }
        while rest > 0, failure == .none {
            if rest % 2 == 1 { result = product(result, base) }
            rest /= 2
            if rest > 0, failure == .none { base = product(base, base) }
        }
        guard failure == .none else { return (failure == .overflow ? .nan : 0, failure) }
        let (value, error) = WideDecimal(result).rounded(mode, scale: scale)
        return (value, error == .none && isInexact ? .lossOfPrecision : error)
    }
}
