// NumberConversion.swift - converts numbers between the Swift types of a call and the types of the method.
//
// Integers of all types convert into each other, and so do floating-point numbers. A value that does not fit throws. A
// Bool also stands for a signed char, which is BOOL where Swift's compiler has written the method.

/// A number of any type.
enum CarriedNumber {
    case signed(Int64)
    case unsigned(UInt64)
    case real(Double)

    private enum Family { case integer, real }

    private static func family(_ kind: UInt8) -> Family? {
        switch kind {
        case UInt8(ascii: "c"), UInt8(ascii: "C"), UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "i"),
            UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "q"), UInt8(ascii: "Q"):
            .integer
        case UInt8(ascii: "f"), UInt8(ascii: "d"): .real
        default: nil
        }
    }

    /// Whether a number can be converted to another type. Both types are given by the letters of their encodings.
    static func converts(_ given: UInt8, to declared: UInt8) -> Bool {
        if given == UInt8(ascii: "B") { return declared == UInt8(ascii: "c") }
        guard let family = family(given) else { return false }
        return family == self.family(declared)
    }

    /// Returns how functions return numbers with that encoding.
    static func passing(_ kind: UInt8) -> MessagePassing {
        switch kind {
        case UInt8(ascii: "f"): .float
        case UInt8(ascii: "d"): .double
        default: .unsigned
        }
    }

    /// Loads a number with that encoding from memory.
    init(_ bytes: UnsafeRawPointer, kind: UInt8) {
        switch kind {
        case UInt8(ascii: "B"): self = .unsigned(bytes.load(as: UInt8.self) == 0 ? 0 : 1)
        case UInt8(ascii: "c"): self = .signed(Int64(bytes.load(as: Int8.self)))
        case UInt8(ascii: "C"): self = .unsigned(UInt64(bytes.load(as: UInt8.self)))
        case UInt8(ascii: "s"): self = .signed(Int64(bytes.load(as: Int16.self)))
        case UInt8(ascii: "S"): self = .unsigned(UInt64(bytes.load(as: UInt16.self)))
        case UInt8(ascii: "i"), UInt8(ascii: "l"): self = .signed(Int64(bytes.load(as: Int32.self)))
        case UInt8(ascii: "I"), UInt8(ascii: "L"): self = .unsigned(UInt64(bytes.load(as: UInt32.self)))
        case UInt8(ascii: "q"): self = .signed(bytes.load(as: Int64.self))
        case UInt8(ascii: "f"): self = .real(Double(bytes.load(as: Float.self)))
        case UInt8(ascii: "d"): self = .real(bytes.load(as: Double.self))
        default: self = .unsigned(bytes.load(as: UInt64.self))
        }
    }

    /// Returns the contents of a register for the number as a value of that type: integers are extended, a float is in
    /// the low four bytes. nil if the type cannot represent the number. A floating-point number is rounded.
    func bits(as kind: UInt8) -> UInt64? {
        switch kind {
        case UInt8(ascii: "B"): boolean
        case UInt8(ascii: "c"): integer(Int8.self)
        case UInt8(ascii: "C"): integer(UInt8.self)
        case UInt8(ascii: "s"): integer(Int16.self)
        case UInt8(ascii: "S"): integer(UInt16.self)
        case UInt8(ascii: "i"), UInt8(ascii: "l"): integer(Int32.self)
        case UInt8(ascii: "I"), UInt8(ascii: "L"): integer(UInt32.self)
        case UInt8(ascii: "q"): integer(Int64.self)
        case UInt8(ascii: "Q"): integer(UInt64.self)
        default: real(kind)
        }
    }

    private var boolean: UInt64? {
        switch self {
        case .signed(let number): number == 0 ? 0 : 1
        case .unsigned(let number): number == 0 ? 0 : 1
        case .real: nil
        }
    }

    private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> UInt64? {
        switch self {
        case .signed(let number): Integer(exactly: number).map { UInt64(truncatingIfNeeded: $0) }
        case .unsigned(let number): Integer(exactly: number).map { UInt64(truncatingIfNeeded: $0) }
        case .real: nil
        }
    }

    private func real(_ kind: UInt8) -> UInt64? {
        guard case .real(let number) = self else { return nil }
        if kind == UInt8(ascii: "d") { return number.bitPattern }
        let float = Float(number)
        return number.isFinite && !float.isFinite ? nil : UInt64(float.bitPattern)
    }

    /// Converts the number at `place` to another type, in place.
    /// - Returns: the number if the other type cannot represent it; otherwise nil.
    static func convert(_ place: UnsafeMutableRawPointer, _ kind: UInt8, to other: UInt8) -> CarriedNumber? {
        let number = CarriedNumber(place, kind: kind)
        guard let bits = number.bits(as: other) else { return number }
        place.storeBytes(of: bits, as: UInt64.self)
        return nil
    }

    /// The kind of register that the number is passed in.
    var passing: MessagePassing {
        if case .real = self { .double } else { .unsigned }
    }
}

extension CarriedNumber: CustomStringConvertible {
    var description: String {
        switch self {
        case .signed(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .real(let number): "\(number)"
        }
    }
}

/// Converts the arguments of a call, one after the other, to the types that the method takes.
struct ArgumentConverter {
    let selector: Selector
    /// nil if all arguments have the method's types already.
    let signature: OpaquePointer?
    private var index = 2

    init(_ selector: Selector, _ signature: OpaquePointer?) {
        self.selector = selector
        self.signature = signature
    }

    /// Returns the converted bits of the next argument, or nil if it needs no conversion. Throws
    /// ``RuntimeError/argumentRange(_:index:value:type:)`` if the method's type cannot represent the number.
    mutating func next<Value: MessageValue>(
        _ raw: Value.Raw, _ type: Value.Type
    ) throws -> (bits: UInt64, passing: MessagePassing)? {
        guard let signature else { return nil }
        defer { index += 1 }
        return try Self.convert(raw, type, selector, signature, index)
    }

    /// Returns the converted bits of one argument, or nil if it needs no conversion. Throws like ``next(_:_:)``.
    static func convert<Value: MessageValue>(
        _ raw: Value.Raw, _ type: Value.Type, _ selector: Selector, _ signature: OpaquePointer, _ index: Int
    ) throws -> (bits: UInt64, passing: MessagePassing)? {
        guard let declared = TypeChecker.kind(signature, index), declared != type.kind,
            CarriedNumber.converts(type.kind, to: declared)
        else { return nil }
        let number = withUnsafeBytes(of: raw) { CarriedNumber($0.baseAddress!, kind: type.kind) }
        guard let bits = number.bits(as: declared) else {
            throw RuntimeError.argumentRange(
                selector.name, index: index - 2, value: "\(number)", type: String(UnicodeScalar(declared)))
        }
        return (bits, number.passing)
    }
}
