// TypeEncoding.swift - type encodings and method signatures, read.
import CMiniRuntime

/// The encoding of one C type: `i`, `@"NSString"`, `{CGPoint=dd}`.
///
/// Objective-C: what `@encode` makes.
public struct TypeEncoding: Hashable, Sendable {
    /// The text, qualifiers included.
    public let text: String

    /// Throws ``RuntimeError/malformedEncoding(_:)`` unless `text` is exactly one well-formed type. O(length).
    public init(_ text: String) throws {
        let whole = text.withCString { start in objc_skip_typespec(start).map { $0.pointee == 0 } ?? false }
        guard whole else { throw RuntimeError.malformedEncoding(text) }
        self.text = text
    }

    /// The encoding of a Swift type.
    public init<Value: MessageValue>(of type: Value.Type) {
        text = type.encoding
    }

    /// What stands in front of the type: `r` const, `n` in, `o` out, `N` inout, `O` bycopy, `R` byref, `V` oneway, `A`
    /// atomic.
    public var qualifiers: String {
        String(text.dropLast(unqualified.text.count))
    }

    /// The type without its qualifiers.
    public var unqualified: TypeEncoding {
        TypeEncoding(trusted: text.withCString { String(cString: objc_skip_type_qualifiers($0)) })
    }

    private init(trusted text: String) {
        self.text = text
    }

    /// Size and alignment in bytes, as the C compiler lays it out; nil for a type of unknown content.
    public var layout: (size: Int, alignment: Int)? {
        var size = 0
        var alignment = 0
        return mr_type_layout(text, &size, &alignment) ? (size, alignment) : nil
    }

    /// Whether both mean the same type: qualifiers, field names and the class in `@"Class"` do not count.
    public func isEquivalent(to other: TypeEncoding) -> Bool {
        mr_type_equal(text, other.text)
    }
}

extension TypeEncoding: CustomStringConvertible {
    /// The text that is printed.
    public var description: String { text }
}

/// The types of a method: what it returns, and what it takes, self and `_cmd` included.
///
/// Objective-C: `NSMethodSignature`.
public struct MethodSignature: Hashable, @unchecked Sendable {
    // Sendable: signatures are interned, immutable, and live for ever.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Takes a method encoding apart, `v20@0:8i16`. Throws ``RuntimeError/malformedEncoding(_:)``.
    public init(_ types: String) throws {
        guard let pointer = mr_signature_get(types) else { throw RuntimeError.malformedEncoding(types) }
        self.pointer = pointer
    }

    /// The encoding it was made of.
    public var types: String { String(cString: mr_signature_types(pointer)) }

    /// self and `_cmd` count.
    public var argumentCount: Int { Int(mr_signature_argument_count(pointer)) }

    /// The type of an argument; 0 is self, 1 is `_cmd`.
    public func argumentType(at index: Int) -> TypeEncoding? {
        guard index >= 0, let text = mr_signature_argument_type(pointer, UInt32(index)) else { return nil }
        return try? TypeEncoding(String(cString: text))
    }

    /// The type returned.
    public var returnType: TypeEncoding? {
        try? TypeEncoding(String(cString: mr_signature_return_type(pointer)))
    }

    /// Builds the encoding of a method out of the types that follow self and `_cmd`.
    static func encoding(returning: String, arguments: [String]) throws -> String {
        let texts = arguments.map { argument in argument.withCString { strdupChecked($0) } }
        defer { texts.forEach { freeCopied($0) } }
        var pointers: [UnsafePointer<CChar>?] = texts.map { UnsafePointer($0) }
        guard let text = takeString(mr_method_encoding_copy(returning, &pointers, UInt32(arguments.count))) else {
            throw RuntimeError.malformedEncoding(([returning] + arguments).joined(separator: " "))
        }
        return text
    }
}

extension MethodSignature: CustomStringConvertible {
    /// The text that is printed.
    public var description: String { types }
}
