// BridgingError.swift - why an object is not the Swift or C value that was asked for.

/// An object that cannot be read, or stored, as the type asked for.
public enum BridgingError: Error, Equatable {
    /// The object is of another kind. `found` is its class, or the Swift type in its box, or `nil`.
    case wrongType(expected: String, found: String)
    /// A number that the type has no room for.
    case outOfRange(value: String, type: String)
    /// A type encoding whose values cannot be stored.
    case unsupportedEncoding(String)
}

extension BridgingError: CustomStringConvertible {
    /// A sentence that names both types.
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
