// Arithmetic.swift - operators. Integers have 64 bits and wrap around, like C's unsigned integers. If one operand is a
// double, the other is converted to double.

/// The reason why an operator cannot be applied.
struct ArithmeticError: Error {
    let text: String
}

extension ScriptValue {
    /// Whether the value is true as a condition: neither zero nor nil.
    func isTrue() throws(ArithmeticError) -> Bool {
        switch self {
        case .none: throw ArithmeticError(text: "a condition needs a value, but this gives none")
        case .integer(let value): value != 0
        case .unsigned, .cls, .selector, .string, .method, .implementation: true
        case .double(let value): value != 0
        case .bool(let value): value
        case .object(let reference): reference != nil
        case .pointer(let address): address != 0
        }
    }

    func negated() throws(ArithmeticError) -> ScriptValue {
        if case .double(let value) = self { return .double(-value) }
        return try ScriptValue.integer(0).applying(.minus, to: self)
    }

    /// Computes `self sign other`. The caller evaluates `&&` and `||`, because they may skip the right operand.
    func applying(_ sign: BinaryOperator, to other: ScriptValue) throws(ArithmeticError) -> ScriptValue {
        switch sign {
        case .equal: .bool(try equals(other))
        case .unequal: .bool(try !equals(other))
        case .less: .bool(try compares(other, sign, <, <))
        case .greater: .bool(try compares(other, sign, >, >))
        case .lessOrEqual: .bool(try compares(other, sign, <=, <=))
        case .greaterOrEqual: .bool(try compares(other, sign, >=, >=))
        case .plus: try computes(other, sign, { $0 &+ $1 }, +)
        case .minus: try computes(other, sign, { $0 &- $1 }, -)
        case .times: try computes(other, sign, { $0 &* $1 }, *)
        case .divided: try divided(by: other, sign)
        case .remainder: try integers(other, sign) { $0.remainderReportingOverflow(dividingBy: $1).partialValue }
        case .bitOr: try integers(other, sign) { $0 | $1 }
        case .and, .or: self
        }
    }

    // ── Comparing ───────────────────────────────────────────────────────────────────────────────────

    /// The exact integer value; nil for other values.
    private var exact: Int128? {
        switch self {
        case .integer(let value): Int128(value)
        case .unsigned(let value): Int128(value)
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    private func equals(_ other: ScriptValue) throws(ArithmeticError) -> Bool {
        if let exact, let otherExact = other.exact { return exact == otherExact }
        if let number, let otherNumber = other.number { return number == otherNumber }
        if case .method(let method) = self, case .method(let otherMethod) = other { return method == otherMethod }
        if case .string(let text) = self, case .string(let otherText) = other { return text == otherText }
        if let identity, let otherIdentity = other.identity { return identity == otherIdentity }
        throw ArithmeticError(text: "\(designation) and \(other.designation) cannot be compared")
    }

    /// The address that identifies a value that is not a number; values with the same address are equal.
    private var identity: UInt? {
        switch self {
        case .object(nil): 0
        case .object, .cls: address
        case .selector(let selector): UInt(bitPattern: selector.address)
        case .pointer(let address): address
        case .string(let text): CStrings.address(of: text)
        case .implementation(let implementation): UInt(bitPattern: implementation.address)
        default: nil
        }
    }

    private func compares(
        _ other: ScriptValue, _ sign: BinaryOperator, _ integers: (Int128, Int128) -> Bool,
        _ doubles: (Double, Double) -> Bool
    ) throws(ArithmeticError) -> Bool {
        if let exact, let otherExact = other.exact { return integers(exact, otherExact) }
        if let number, let otherNumber = other.number { return doubles(number, otherNumber) }
        throw notNumbers(other, sign)
    }

    // ── Computing ───────────────────────────────────────────────────────────────────────────────────

    private func notNumbers(_ other: ScriptValue, _ sign: BinaryOperator) -> ArithmeticError {
        let misfit = isNumber ? other : self
        return ArithmeticError(text: "'\(sign.rawValue)' works on numbers, not on \(misfit.designation)")
    }

    /// The 64 bits of an integer, in two's complement if it is signed.
    private var bits: UInt? {
        switch self {
        case .integer(let value): UInt(bitPattern: value)
        case .unsigned(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    private var isUnsigned: Bool { if case .unsigned = self { true } else { false } }

    private func computes(
        _ other: ScriptValue, _ sign: BinaryOperator, _ integers: (UInt, UInt) -> UInt,
        _ doubles: (Double, Double) -> Double
    ) throws(ArithmeticError) -> ScriptValue {
        if let bits, let otherBits = other.bits {
            let result = integers(bits, otherBits)
            return isUnsigned || other.isUnsigned ? ScriptValue(result) : .integer(Int(bitPattern: result))
        }
        guard let number, let otherNumber = other.number else { throw notNumbers(other, sign) }
        return .double(doubles(number, otherNumber))
    }

    private func divided(by other: ScriptValue, _ sign: BinaryOperator) throws(ArithmeticError) -> ScriptValue {
        if bits != nil && other.bits != nil {
            return try integers(other, sign) { $0.dividedReportingOverflow(by: $1).partialValue }
        }
        guard let number, let otherNumber = other.number else { throw notNumbers(other, sign) }
        return .double(number / otherNumber)
    }

    private func integers(_ other: ScriptValue, _ sign: BinaryOperator, _ compute: (Int128, Int128) -> Int128)
        throws(ArithmeticError) -> ScriptValue
    {
        guard let exact, let otherExact = other.exact else {
            if isNumber && other.isNumber {
                throw ArithmeticError(text: "'\(sign.rawValue)' works on integers, not on \(self) and \(other)")
            }
            throw notNumbers(other, sign)
        }
        if otherExact == 0 && sign != .bitOr {
            throw ArithmeticError(text: "\(self) cannot be divided by zero")
        }
        let result = compute(exact, otherExact)
        return isUnsigned || other.isUnsigned
            ? ScriptValue(UInt(truncatingIfNeeded: result)) : .integer(Int(truncatingIfNeeded: result))
    }
}
