// KeyArgument.swift - the key or key path argument of a message, and the exceptions of key-value coding.
import MiniFoundation
import MiniRuntime

/// A key or key path: the NSString, borrowed, and its text. Never empty.
struct KeyArgument {
    let object: UnmanagedObject
    let text: String

    /// Raises `NSInvalidArgumentException` and returns nil if the argument is nil, empty, or not a string.
    /// - Parameter what: `key` or `key path`, for the message.
    init?(_ argument: ID?, _ receiver: UnmanagedObject, _ message: SEL, _ what: String = "key") {
        guard let object = UnmanagedObject(argument) else {
            RuntimeException.badArgument(receiver, Selector(address: message), "the \(what) is nil").raise()
            return nil
        }
        guard let text = NSString.string(object) else {
            RuntimeException.badArgument(
                receiver, Selector(address: message), "the \(what) is a \(object.isa.name), not a string"
            ).raise()
            return nil
        }
        guard !text.isEmpty else {
            RuntimeException.badArgument(receiver, Selector(address: message), "the \(what) is empty").raise()
            return nil
        }
        self.object = object
        self.text = text
    }
}

enum CodingException {
    static func unknownKey(_ object: UnmanagedObject, _ message: Selector, _ key: UnmanagedObject?) -> RuntimeException
    {
        RuntimeException(
            "NSUnknownKeyException",
            "[\(object.designation) \(message)]: this class is not key value coding-compliant for the key "
                + "\(name(key)).")
    }

    static func nilForScalar(_ object: UnmanagedObject, _ key: UnmanagedObject?) -> RuntimeException {
        RuntimeException(
            "NSInvalidArgumentException",
            "[\(object.designation) setNilValueForKey]: could not set nil as the value for the key \(name(key)).")
    }

    static func wrongType(_ object: UnmanagedObject, _ key: String, _ why: String) -> RuntimeException {
        RuntimeException(
            "NSInvalidArgumentException",
            "[\(object.designation) \(Selectors.setValueForKey)]: bad value for the key \(key). \(why)")
    }

    static func unknownOperator(_ object: UnmanagedObject, _ name: String) -> RuntimeException {
        RuntimeException(
            "NSInvalidArgumentException",
            "[\(object.designation) \(Selectors.valueForKeyPath)]: this class does not implement the \(name) "
                + "operation.")
    }

    /// Raises an error that Swift code threw.
    static func raise(_ error: any Error) {
        let exception =
            error as? RuntimeException ?? RuntimeException("NSInvalidArgumentException", String(describing: error))
        exception.raise()
    }

    private static func name(_ key: UnmanagedObject?) -> String {
        key.map { NSString.string($0) ?? $0.description } ?? "(null)"
    }
}
