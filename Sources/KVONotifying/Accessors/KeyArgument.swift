// KeyArgument.swift - the key or key path argument of a message, and the exceptions of key-value coding.
import MiniFoundation
import MiniRuntime

/// The key or key path of a message: the NSString, borrowed, and its text, which is not empty.
struct KeyArgument {
    let receiver, object: UnmanagedObject
    let text: String

    /// Raises `NSInvalidArgumentException` and returns nil if the argument is nil or not a string;
    /// `NSUnknownKeyException` if it is empty, because no object has such a key.
    /// - Parameter what: `key` or `key path`, for the message.
    init?(_ argument: ID?, to receiver: ID, _ message: SEL, _ what: String = "key") {
        let (receiver, object) = (UnmanagedObject(receiver), UnmanagedObject(argument))
        let text = object.flatMap { NSString.string($0) }
        guard let object, let text else {
            let fault = object.map { "a \($0.isa.name), not a string" } ?? "nil"
            RuntimeException.badArgument(receiver, Selector(address: message), "the \(what) is \(fault)").raise()
            return nil
        }
        if text.isEmpty {
            CodingException.unknownKey(receiver, Selector(address: message), object).raise()
            return nil
        }
        (self.receiver, self.object, self.text) = (receiver, object, text)
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

    private static func name(_ key: UnmanagedObject?) -> String {
        key.map { NSString.string($0) ?? $0.description } ?? "(null)"
    }
}
