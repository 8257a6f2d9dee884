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
        guard let object = UnmanagedObject(argument), let text = NSString.string(object), !text.isEmpty else {
            Self.refusal(UnmanagedObject(argument), UnmanagedObject(receiver), Selector(address: message), what).raise()
            return nil
        }
        (self.receiver, self.object, self.text) = (UnmanagedObject(receiver), object, text)
    }

    // Apart, so that the compiler inlines what each message with a key does.
    @inline(never)
    private static func refusal(
        _ argument: UnmanagedObject?, _ receiver: UnmanagedObject, _ message: Selector, _ what: String
    ) -> RuntimeException {
        guard let argument else { return .badArgument(receiver, message, "the \(what) is nil") }
        if NSString.string(argument) != nil { return CodingException.unknownKey(receiver, message, argument) }
        return .badArgument(receiver, message, "the \(what) is a \(argument.isa.name), not a string")
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
