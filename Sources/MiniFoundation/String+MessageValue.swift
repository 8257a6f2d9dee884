// String+MessageValue.swift - Swift strings as arguments and results of messages, in place of NSStrings.
import MiniRuntime

extension String: Bridged {
    /// An NSString with the same text.
    public var bridgedObject: Object? { NSString.object(self) }

    /// The text of an NSString.
    public static func bridged(from object: Object?) throws -> String {
        guard let object, let text = NSString.string(object) else { throw wrongType(object) }
        return text
    }
}

/// Stands for `NSString *` in arguments and results. A result that is not a string becomes nil.
extension String: NullableMessageValue {
    /// The encoding of objects, `@`.
    public static var messageEncoding: StaticString { Object.messageEncoding }
    /// Passed like objects.
    public static var messagePassing: MessagePassing { Object.messagePassing }
    /// The NULL of objects.
    public static var nullRaw: OpaquePointer? { Object.nullRaw }
    /// A new NSString, which lives until the call returns.
    public var messageArgument: MessageArgument<OpaquePointer?> { NSString.object(self).messageArgument }

    /// The text of an NSString; nil for other objects.
    public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> String? {
        Object.fromMessage(raw, retained: retained).flatMap { NSString.string($0) }
    }
}
