// NumberConversion.swift - a number of one Swift type where a method has a number of another.
//
// An integer stands for an integer, and a floating-point number for one, whatever their sizes, if the value fits.

/// A number, whatever its type.
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

    /// Whether a number of one kind, the letter of its encoding, may stand for one of another.
    static func converts(_ given: UInt8, to declared: UInt8) -> Bool {
        guard let family = family(given) else { return false }
        return family == self.family(declared)
    }

    /// How a function returns a number of that kind.
    static func passing(_ kind: UInt8) -> MessagePassing {
        switch kind {
        case UInt8(ascii: "f"): .float
        case UInt8(ascii: "d"): .double
        default: .unsigned
        }
    }

    /// The number of that kind at an address.
    init(_ bytes: UnsafeRawPointer, kind: UInt8) {
        switch kind {
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

    /// The number as it lies in a register, as a value of that kind: integers widened, a float in the low four bytes. nil if
    /// the kind cannot hold it. A real number is rounded.
    func bits(as kind: UInt8) -> UInt64? {
        switch kind {
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

    /// Puts the number of one kind at `place`, as one of another, in its own place.
    /// - Returns: the number, if the other kind cannot hold it.
    static func convert(_ place: UnsafeMutableRawPointer, _ kind: UInt8, to other: UInt8) -> CarriedNumber? {
        let number = CarriedNumber(place, kind: kind)
        guard let bits = number.bits(as: other) else { return number }
        place.storeBytes(of: bits, as: UInt64.self)
        return nil
    }

    /// How a register has such bits.
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

/// The arguments of a call, one after the other, as the method's types.
struct ArgumentConverter {
    let selector: Selector
    /// nil if all arguments are of the method's types.
    let signature: OpaquePointer?
    private var index = 2

    init(_ selector: Selector, _ signature: OpaquePointer?) {
        self.selector = selector
        self.signature = signature
    }

    /// The bits of the next argument, if it is a number of another type than the method has. Throws
    /// ``RuntimeError/argumentRange(_:index:value:type:)``.
    mutating func next<Value: MessageValue>(
        _ raw: Value.Raw, _ type: Value.Type
    ) throws -> (bits: UInt64, passing: MessagePassing)? {
        guard let signature else { return nil }
        defer { index += 1 }
        return try Self.convert(raw, type, selector, signature, index)
    }

    /// The bits of one argument, if it is a number of another type than the method has.
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
