// KeyArgument.swift - a key or key path as a message brings it, and what is said of a bad one.
import MiniFoundation
import MiniRuntime

/// A key or key path: the NSString, borrowed, and its text. Never empty.
struct KeyArgument {
    let object: UnmanagedObject
    let text: String

    /// nil, with `NSInvalidArgumentException` raised, for what is nil, empty, or no string.
    /// - Parameter what: `key` or `key path`.
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

    /// Raises whatever Swift threw.
    static func raise(_ error: any Error) {
        let exception =
            error as? RuntimeException ?? RuntimeException("NSInvalidArgumentException", String(describing: error))
        exception.raise()
    }

    private static func name(_ key: UnmanagedObject?) -> String {
        key.map { NSString.string($0) ?? $0.description } ?? "(null)"
    }
}
