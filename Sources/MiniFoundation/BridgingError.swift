// BridgingError.swift - errors when an object cannot be converted to a Swift or C value.

/// The reason why an object cannot be converted to a Swift or C type.
public enum BridgingError: Error, Equatable {
    /// The object is of another type. `found` is its class, the Swift type in its box, or `nil`.
    case wrongType(expected: String, found: String)
    /// The type cannot represent the number.
    case outOfRange(value: String, type: String)
    /// Values with this type encoding cannot be stored.
    case unsupportedEncoding(String)
}

extension BridgingError: CustomStringConvertible {
    /// The error message, which names both types.
    public var description: String {
        switch self {
        case .wrongType(let expected, let found):
            "Expected a value of type '\(expected)', but found '\(found)'"
        case .outOfRange(let value, let type):
            "The value \(value) does not fit into '\(type)'"
        case .unsupportedEncoding(let encoding):
            "Values of type encoding '\(encoding)' cannot be stored"
        }
    }
}
