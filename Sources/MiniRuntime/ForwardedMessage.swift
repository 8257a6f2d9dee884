// ForwardedMessage.swift - invocations and method signatures as arguments and return values of messages: the types of a
// closure that forwards.
//
//      methodSignatureForSelector:   (Object, Selector) -> MethodSignature?
//      forwardInvocation:            (Object, Invocation) -> Void
import CMiniRuntime

/// Passed as its NSInvocation.
extension Invocation: NullableMessageValue {
    /// `@`
    public static var messageEncoding: StaticString { Object.messageEncoding }
    /// Passed as an object.
    public static var messagePassing: MessagePassing { Object.messagePassing }
    /// nil
    public static var nullRaw: Object.Raw { Object.nullRaw }
    /// The NSInvocation.
    public var messageArgument: MessageArgument<Object.Raw> { object.messageArgument }

    /// Returns the invocation; nil for an object of another class.
    public static func fromMessage(_ raw: Object.Raw, retained: Bool) -> Invocation? {
        Object.fromMessage(raw, retained: retained).flatMap { Invocation($0) }
    }
}

/// Passed as an NSMethodSignature.
extension MethodSignature: NullableMessageValue {
    /// `@`
    public static var messageEncoding: StaticString { Object.messageEncoding }
    /// Passed as an object.
    public static var messagePassing: MessagePassing { Object.messagePassing }
    /// nil
    public static var nullRaw: Object.Raw { Object.nullRaw }
    /// An NSMethodSignature with these types.
    public var messageArgument: MessageArgument<Object.Raw> {
        let object = autoreleasepool {
            mr_method_signature_object(mr_signature_types(pointer)).map(Object.init(borrowed:))
        }
        return MessageArgument(object?.pointer, owner: object)
    }

    /// Returns the signature; nil for an object of another class.
    public static func fromMessage(_ raw: Object.Raw, retained: Bool) -> MethodSignature? {
        Object.fromMessage(raw, retained: retained).flatMap { MethodSignature($0) }
    }
}

extension Object {
    /// Whether the object's class, or a superclass, adopts a protocol, by the message `conformsToProtocol:`.
    /// Objective-C: `-conformsToProtocol:`.
    public func conforms(to proto: RuntimeProtocol) -> Bool {
        let object = Object(borrowed: proto.pointer)
        return (try? send("conformsToProtocol:", object, as: Bool.self)) ?? false
    }
}
