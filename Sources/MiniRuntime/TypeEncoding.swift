// TypeEncoding.swift - type encodings and method signatures.
import CMiniRuntime

/// The encoding of one C type, such as `i`, `@"NSString"` or `{CGPoint=dd}`.
///
/// Objective-C: the result of `@encode`.
public struct TypeEncoding: Hashable, Sendable {
    /// The encoding as text, with its qualifiers.
    public let text: String

    /// Parses an encoding. Throws ``RuntimeError/malformedEncoding(_:)`` unless `text` is exactly one well-formed type.
    /// O(length).
    public init(_ text: String) throws {
        let whole = text.withCString { start in objc_skip_typespec(start).map { $0.pointee == 0 } ?? false }
        guard whole else { throw RuntimeError.malformedEncoding(text) }
        self.text = text
    }

    /// Returns the encoding of a Swift type.
    public init<Value: MessageValue>(of type: Value.Type) {
        text = type.encoding
    }

    /// The qualifiers before the type: `r` const, `n` in, `o` out, `N` inout, `O` bycopy, `R` byref, `V` oneway, `A`
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

    /// Size and alignment in bytes, as the C compiler lays the type out; nil for a type without a known size.
    public var layout: (size: Int, alignment: Int)? {
        var size = 0
        var alignment = 0
        return mr_type_layout(text, &size, &alignment) ? (size, alignment) : nil
    }

    /// Whether both describe the same type. Ignores qualifiers, field names and the class in `@"Class"`.
    public func isEquivalent(to other: TypeEncoding) -> Bool {
        mr_type_equal(text, other.text)
    }
}

extension TypeEncoding: CustomStringConvertible {
    /// The encoding as text.
    public var description: String { text }
}

/// The types of a method: its result and its arguments, including self and `_cmd`.
///
/// Objective-C: `NSMethodSignature`.
public struct MethodSignature: Hashable, @unchecked Sendable {
    // Sendable: signatures are interned, immutable, and live for ever.
    package let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Parses a method encoding such as `v20@0:8i16`. Throws ``RuntimeError/malformedEncoding(_:)``.
    public init(_ types: String) throws {
        guard let pointer = mr_signature_get(types) else { throw RuntimeError.malformedEncoding(types) }
        self.pointer = pointer
    }

    /// The method encoding that was parsed.
    public var types: String { String(cString: mr_signature_types(pointer)) }

    /// The number of arguments, including self and `_cmd`.
    public var argumentCount: Int { Int(mr_signature_argument_count(pointer)) }

    /// Returns the type of an argument; 0 is self, 1 is `_cmd`. nil if there is no such argument.
    public func argumentType(at index: Int) -> TypeEncoding? {
        guard index >= 0, let text = mr_signature_argument_type(pointer, UInt32(index)) else { return nil }
        return try? TypeEncoding(String(cString: text))
    }

    /// The type of the result.
    public var returnType: TypeEncoding? {
        try? TypeEncoding(String(cString: mr_signature_return_type(pointer)))
    }

    /// Builds a method encoding from the types of the result and of the arguments after self and `_cmd`.
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
    /// The method encoding.
    public var description: String { types }
}
