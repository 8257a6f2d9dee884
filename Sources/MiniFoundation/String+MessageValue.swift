// String+MessageValue.swift - Swift strings in messages, as NSStrings.
import MiniRuntime

extension String: Bridged {
    /// An NSString.
    public var bridgedObject: Object? { NSString.object(self) }

    /// The text of an NSString.
    public static func bridged(from object: Object?) throws -> String {
        guard let object, let text = NSString.string(object) else { throw wrongType(object) }
        return text
    }
}

/// Wherever a message takes or returns an `NSString *`. A result that is no string is nil.
extension String: NullableMessageValue {
    /// `@`
    public static var messageEncoding: StaticString { Object.messageEncoding }
    /// As objects are passed.
    public static var messagePassing: MessagePassing { Object.messagePassing }
    /// nil
    public static var nullRaw: OpaquePointer? { Object.nullRaw }
    /// A new NSString, which lives as long as the call.
    public var messageArgument: MessageArgument<OpaquePointer?> { NSString.object(self).messageArgument }

    /// nil for what is no NSString.
    public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> String? {
        Object.fromMessage(raw, retained: retained).flatMap { NSString.string($0) }
    }
}
