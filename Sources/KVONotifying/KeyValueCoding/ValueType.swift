// ValueType.swift - a C type that has objects to stand for its values: how it is boxed, and how calls pass it.
import MiniFoundation
import MiniRuntime

/// The type of a property.
struct ValueType: Sendable {
    enum Shape: Sendable {
        case object
        /// A class, a pointer, an integer: in an integer register, extended to the whole of it.
        case word(size: Int, signed: Bool)
        case float, double
        /// Structures and what else only libffi knows how to pass.
        case memory
    }

    let shape: Shape
    /// Without qualifiers.
    let encoding: String
    let size: Int
    private let boxing: Boxing.Box

    /// nil for void, arrays and bit-fields, and for malformed encodings: what has no value of its own.
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

    /// Whether nil is a value of the type.
    var takesNil: Bool { encoding.hasPrefix("@") || encoding == "#" }

    /// Whether its values are numbers, which no getter has to autorelease.
    var isNumber: Bool {
        switch shape {
        case .word(_, _), .float, .double: true
        case .object, .memory: false
        }
    }

    /// Whether it is an integer, of any size.
    var isInteger: Bool { "cCsSiIlLqQB".contains(encoding) }

    /// The value at an address as an object, +1; nil with an exception pending.
    func box(_ bytes: UnsafeRawPointer) -> UnmanagedObject? {
        RuntimeException.isPending ? nil : boxing.object(from: bytes)
    }

    /// Calls `body` with the bytes that `value` is as this type. Throws ``BridgingError``.
    func withBytes<Result>(_ value: UnmanagedObject?, _ body: (UnsafeMutableRawPointer) -> Result) throws -> Result {
        try withUnsafeTemporaryAllocation(byteCount: max(size, 8), alignment: 16) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            try Boxing.store(value?.retained(), at: bytes.baseAddress!, encoding: encoding)
            return body(bytes.baseAddress!)
        }
    }

    /// A register that a function has left a value of this type in, or is to be given one: its unused bits are what the
    /// sign says.
    func extended(_ register: UInt) -> UInt {
        guard case .word(let size, let signed) = shape else { return register }
        let shift = 64 - size * 8
        let raised = register << shift
        return signed ? UInt(bitPattern: Int(bitPattern: raised) >> shift) : raised >> shift
    }
}
