// ValueType.swift - a C type whose values objects can represent, boxed if necessary.
import MiniFoundation
import MiniRuntime

/// The type of a property's value.
struct ValueType: Sendable {
    /// The type encoding without qualifiers.
    let encoding: String
    let size: Int
    private let boxing: Boxing.Box

    /// nil for types whose values objects cannot represent: void, arrays, bit-fields; and for malformed encodings.
    init?(_ declared: TypeEncoding?) {
        guard let type = declared?.unqualified, let first = type.text.first, let size = type.layout?.size, size > 0,
            !"vb[?".contains(first)
        else { return nil }
        encoding = type.text
        boxing = Boxing.Box(encoding: type.text)
        self.size = size
    }

    init?(encoding: String) {
        self.init(try? TypeEncoding(encoding))
    }

    var isObject: Bool { encoding.hasPrefix("@") }

    /// Whether nil is a valid value of the type.
    var takesNil: Bool { isObject || encoding == "#" }

    /// Returns the value at an address as an object, +1; nil if an exception is pending afterwards.
    func box(_ bytes: UnsafeRawPointer) -> UnmanagedObject? {
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
}
