// ValueType.swift - a C type whose values objects can represent, boxed if necessary, and how calls pass its values.
import MiniFoundation
import MiniRuntime

/// The type of a property's value.
package struct ValueType: Sendable {
    package enum Shape: Sendable {
        case object
        /// A class, a pointer or an integer, passed in an integer register and extended to its full width.
        case word(size: Int, signed: Bool)
        case float, double
        /// A structure, or another type that only libffi can pass.
        case memory
    }

    package let shape: Shape
    /// The type encoding without qualifiers.
    package let encoding: String
    let size: Int
    private let boxing: Boxing.Box

    /// nil for types whose values objects cannot represent: void, arrays, bit-fields; and for malformed encodings.
    init?(_ declared: TypeEncoding?) {
        guard let type = declared?.unqualified, let first = type.text.first, let size = type.layout?.size, size > 0
        else { return nil }
        encoding = type.text
        boxing = Boxing.Box(encoding: type.text)
        self.size = size
        switch first {
        case "@": shape = .object
        case "c", "s", "i", "l", "q": shape = .word(size: size, signed: true)
        case "C", "S", "I", "L", "Q", "B", "#", ":", "*", "^": shape = .word(size: size, signed: false)
        case "f": shape = .float
        case "d": shape = .double
        case "v", "b", "[", "?": return nil
        default: shape = .memory
        }
    }

    init?(encoding: String) {
        self.init(try? TypeEncoding(encoding))
    }

    /// Whether nil is a valid value of the type.
    var takesNil: Bool { encoding.hasPrefix("@") || encoding == "#" }

    /// Whether values are scalars: numbers, classes or pointers, which no getter autoreleases.
    package var isScalar: Bool {
        switch shape {
        case .word(_, _), .float, .double: true
        case .object, .memory: false
        }
    }

    /// Whether it is an integer type of any size.
    package var isInteger: Bool { "cCsSiIlLqQB".contains(encoding) }

    /// Returns the value at an address as an object, +1; nil if an exception is pending afterwards.
    package func box(_ bytes: UnsafeRawPointer) -> UnmanagedObject? {
        RuntimeException.isPending ? nil : boxing.object(from: bytes)
    }

    /// Calls `body` with the bytes of `value` as this type. An object that is no number gives its number by a message,
    /// such as `intValue`; if that raises, `body` is not called. Throws ``BridgingError``.
    func withBytes(_ value: UnmanagedObject?, _ body: (UnsafeMutableRawPointer) -> Void) throws {
        let check = ExceptionCheck()
        let value = value.map { Boxing.converted($0, to: encoding) }
        if check.raised { return }
        try withUnsafeTemporaryAllocation(byteCount: max(size, 8), alignment: 16) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            try Boxing.store(value, at: bytes.baseAddress!, encoding: encoding)
            return body(bytes.baseAddress!)
        }
    }

    /// Extends a register that holds a value of this type, as argument or result, to its full width, according to the
    /// sign.
    func extended(_ register: UInt) -> UInt {
        guard case .word(let size, let signed) = shape else { return register }
        let shift = 64 - size * 8
        let raised = register << shift
        return signed ? UInt(bitPattern: Int(bitPattern: raised) >> shift) : raised >> shift
    }
}
