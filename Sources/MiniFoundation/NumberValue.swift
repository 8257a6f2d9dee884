// NumberValue.swift - the value of an NSNumber: a C scalar and its type.
import MiniRuntime

/// The types of numbers. The raw value is stored in the four type bits of a tagged pointer.
enum NumberType: UInt8 {
    case bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64, float, double

    /// The type with an encoding without qualifiers; nil if it is not a number. `l` means 32 bits in every encoding.
    init?(encoding: UInt8) {
        switch encoding {
        case UInt8(ascii: "B"): self = .bool
        case UInt8(ascii: "c"): self = .int8
        case UInt8(ascii: "C"): self = .uint8
        case UInt8(ascii: "s"): self = .int16
        case UInt8(ascii: "S"): self = .uint16
        case UInt8(ascii: "i"), UInt8(ascii: "l"): self = .int32
        case UInt8(ascii: "I"), UInt8(ascii: "L"): self = .uint32
        case UInt8(ascii: "q"): self = .int64
        case UInt8(ascii: "Q"): self = .uint64
        case UInt8(ascii: "f"): self = .float
        case UInt8(ascii: "d"): self = .double
        default: return nil
        }
    }

    /// The encoding as clang writes it. Lives for ever.
    var encoding: UnsafePointer<CChar> {
        let text: StaticString =
            switch self {
            case .bool: "B"
            case .int8: "c"
            case .uint8: "C"
            case .int16: "s"
            case .uint16: "S"
            case .int32: "i"
            case .uint32: "I"
            case .int64: "q"
            case .uint64: "Q"
            case .float: "f"
            case .double: "d"
            }
        return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    var size: Int {
        switch self {
        case .bool, .int8, .uint8: 1
        case .int16, .uint16: 2
        case .int32, .uint32, .float: 4
        case .int64, .uint64, .double: 8
        }
    }
}

/// A scalar: its type, and its bits, extended to 64 as in C. Both CPUs are little-endian, so the first bytes of `bits`
/// are the scalar itself.
struct NumberValue {
    let type: NumberType
    let bits: UInt64

    init(type: NumberType, bits: UInt64) {
        self.type = type
        self.bits = bits
    }

    init(_ value: Bool) { self.init(type: .bool, bits: value ? 1 : 0) }
    init(_ value: Float) { self.init(type: .float, bits: UInt64(value.bitPattern)) }
    init(_ value: Double) { self.init(type: .double, bits: value.bitPattern) }

    init<Value: FixedWidthInteger>(_ value: Value) {
        self.init(type: Self.type(of: Value.self), bits: UInt64(truncatingIfNeeded: value))
    }

    private static func type<Value: FixedWidthInteger>(of type: Value.Type) -> NumberType {
        switch (Value.bitWidth, Value.isSigned) {
        case (8, true): .int8
        case (8, false): .uint8
        case (16, true): .int16
        case (16, false): .uint16
        case (32, true): .int32
        case (32, false): .uint32
        case (_, true): .int64
        case (_, false): .uint64
        }
    }

    /// Reads a scalar of that type from memory.
    init(type: NumberType, at bytes: UnsafeRawPointer) {
        switch type {
        case .bool: self.init(bytes.load(as: UInt8.self) != 0)
        case .int8: self.init(bytes.load(as: Int8.self))
        case .uint8: self.init(bytes.load(as: UInt8.self))
        case .int16: self.init(bytes.loadUnaligned(as: Int16.self))
        case .uint16: self.init(bytes.loadUnaligned(as: UInt16.self))
        case .int32: self.init(bytes.loadUnaligned(as: Int32.self))
        case .uint32: self.init(bytes.loadUnaligned(as: UInt32.self))
        case .int64: self.init(bytes.loadUnaligned(as: Int64.self))
        case .uint64: self.init(bytes.loadUnaligned(as: UInt64.self))
        case .float: self.init(bytes.loadUnaligned(as: Float.self))
        case .double: self.init(bytes.loadUnaligned(as: Double.self))
        }
    }

    var isFloating: Bool { type == .float || type == .double }

    // ── Conversions ─────────────────────────────────────────────────────────────────────────────────

    /// Converts to an integer type as a C cast does: integers lose their upper bits. C leaves floating-point values out
    /// of range undefined: here they are first clamped to 64 bits, and not-a-number becomes 0.
    func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value {
        guard isFloating else { return Value(truncatingIfNeeded: bits) }
        let value = double
        if value.isNaN { return 0 }
        if Value.isSigned || value < 0 { return Value(truncatingIfNeeded: Int64(clamping: value)) }
        return Value(truncatingIfNeeded: UInt64(clamping: value))
    }

    /// The exact integer value; nil if the number has a fraction or is far out of range.
    var exactInteger: Int128? {
        switch type {
        case .uint64: Int128(bits)
        case .float, .double: Int128(exactly: double)
        default: Int128(Int64(bitPattern: bits))
        }
    }

    var double: Double {
        switch type {
        case .float: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case .double: Double(bitPattern: bits)
        case .uint64: Double(bits)
        default: Double(Int64(bitPattern: bits))
        }
    }

    var float: Float {
        switch type {
        case .float: Float(bitPattern: UInt32(truncatingIfNeeded: bits))
        case .double: Float(Double(bitPattern: bits))
        case .uint64: Float(bits)
        default: Float(Int64(bitPattern: bits))
        }
    }

    var bool: Bool { isFloating ? double != 0 : bits != 0 }

    /// Converts to another type.
    func converted(to other: NumberType) -> NumberValue {
        switch other {
        case .bool: NumberValue(bool)
        case .int8: NumberValue(integer(as: Int8.self))
        case .uint8: NumberValue(integer(as: UInt8.self))
        case .int16: NumberValue(integer(as: Int16.self))
        case .uint16: NumberValue(integer(as: UInt16.self))
        case .int32: NumberValue(integer(as: Int32.self))
        case .uint32: NumberValue(integer(as: UInt32.self))
        case .int64: NumberValue(integer(as: Int64.self))
        case .uint64: NumberValue(integer(as: UInt64.self))
        case .float: NumberValue(float)
        case .double: NumberValue(double)
        }
    }
}

// ── Comparing and printing ──────────────────────────────────────────────────────────────────────────

extension NumberValue {
    /// Compares by value, whatever the types: -1, 0 or 1. Not-a-number equals itself and is less than all others.
    func compare(_ other: NumberValue) -> Int {
        if let mine = exactInteger, let theirs = other.exactInteger { return Self.order(mine, theirs) }
        // One has a fraction, and then all integers near it are exact as doubles; or it exceeds all integers here.
        let (mine, theirs) = (double, other.double)
        if mine.isNaN || theirs.isNaN { return Self.order(mine.isNaN ? 0 : 1, theirs.isNaN ? 0 : 1) }
        return Self.order(mine, theirs)
    }

    private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int {
        a < b ? -1 : a == b ? 0 : 1
    }

    /// A hash that is the same for equal numbers of different types.
    var hash: UInt {
        if let integer = exactInteger { return UInt(truncatingIfNeeded: integer) }
        return UInt(double.bitPattern)
    }

    /// The shortest decimal digits that are read back as the same number.
    var text: String {
        switch type {
        case .float: Self.text("\(float)")
        case .double: Self.text("\(double)")
        case .uint64: "\(bits)"
        default: "\(Int64(bitPattern: bits))"
        }
    }

    static func text(_ value: Double) -> String { text("\(value)") }

    private static func text(_ digits: String) -> String {
        digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }
}

extension FixedWidthInteger {
    /// Rounds towards zero and clamps to the range of the type; `value` must not be not-a-number.
    fileprivate init(clamping value: Double) {
        if let exact = Self(exactly: value.rounded(.towardZero)) {
            self = exact
        } else {
            self = value < 0 ? .min : .max
        }
    }
}
