// MessageValue.swift - the Swift types that messages carry, and how each crosses over.
//
// What the members of the conformances mean is said once, at the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMiniRuntime

/// How a C function is given a value of the type.
public enum MessagePassing: Sendable {
    /// In an integer register, sign-extended.
    case signed
    /// In an integer register, zero-extended: unsigned integers, booleans, pointers, objects.
    case unsigned
    /// In a floating-point register.
    case float
    /// In a floating-point register.
    case double
    /// As the calling convention says for its structure: libffi knows.
    case structure
}

/// A type whose values messages can carry, as arguments and as results.
///
/// Conforming are the integer types, `Bool`, `Float`, `Double`, ``Object``, ``UnmanagedObject``, ``Class``,
/// ``Selector``, pointers, and optionals of those that C spells as a pointer. For a structure of your own, conform to
/// ``StructureValue``.
public protocol MessageValue: SendableMetatype {
    /// The value as C sees it, byte for byte.
    associatedtype Raw: BitwiseCopyable

    /// The type's encoding as clang writes it: `i`, `@`, `{CGPoint=dd}`.
    static var messageEncoding: StaticString { get }

    /// How a C function is given the value.
    static var messagePassing: MessagePassing { get }

    /// The value as an argument.
    var messageArgument: MessageArgument<Raw> { get }

    /// The value out of an argument or a result; nil if there is nothing in Swift for it, as for a nil object that is
    /// not optional. `retained` says whether an object comes with a +1 to be taken over.
    static func fromMessage(_ raw: Raw, retained: Bool) -> Self?
}

/// A value on its way into a message, and what keeps it alive until the message returns.
public struct MessageArgument<Raw: BitwiseCopyable> {
    /// The bytes.
    public let raw: Raw
    /// Held for the length of the call.
    public let owner: AnyObject?

    /// An argument made of `raw`, valid as long as `owner` is.
    public init(_ raw: Raw, owner: AnyObject? = nil) {
        self.raw = raw
        self.owner = owner
    }
}

extension MessageValue where Raw == Self {
    public var messageArgument: MessageArgument<Self> { MessageArgument(self) }

    public static func fromMessage(_ raw: Self, retained: Bool) -> Self? { raw }
}

extension MessageValue {
    /// Whether values are objects, whose owners are counted.
    static var isObject: Bool { messageEncoding.utf8Start[0] == UInt8(ascii: "@") }

    static var encoding: String { messageEncoding.description }
}

/// The encodings of several types, in order.
func encodings<each Value: MessageValue>(_ types: repeat (each Value).Type) -> [String] {
    var list: [String] = []
    repeat list.append((each types).encoding)
    return list
}

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

extension Int8: MessageValue {
    public static var messageEncoding: StaticString { "c" }
    public static var messagePassing: MessagePassing { .signed }
}

extension UInt8: MessageValue {
    public static var messageEncoding: StaticString { "C" }
    public static var messagePassing: MessagePassing { .unsigned }
}

extension Int16: MessageValue {
    public static var messageEncoding: StaticString { "s" }
    public static var messagePassing: MessagePassing { .signed }
}

extension UInt16: MessageValue {
    public static var messageEncoding: StaticString { "S" }
    public static var messagePassing: MessagePassing { .unsigned }
}

extension Int32: MessageValue {
    public static var messageEncoding: StaticString { "i" }
    public static var messagePassing: MessagePassing { .signed }
}

extension UInt32: MessageValue {
    public static var messageEncoding: StaticString { "I" }
    public static var messagePassing: MessagePassing { .unsigned }
}

extension Int64: MessageValue {
    public static var messageEncoding: StaticString { "q" }
    public static var messagePassing: MessagePassing { .signed }
}

extension UInt64: MessageValue {
    public static var messageEncoding: StaticString { "Q" }
    public static var messagePassing: MessagePassing { .unsigned }
}

extension Int: MessageValue {
    public static var messageEncoding: StaticString { "q" }
    public static var messagePassing: MessagePassing { .signed }
}

extension UInt: MessageValue {
    public static var messageEncoding: StaticString { "Q" }
    public static var messagePassing: MessagePassing { .unsigned }
}

extension Bool: MessageValue {
    public static var messageEncoding: StaticString { "B" }
    public static var messagePassing: MessagePassing { .unsigned }
}

extension Float: MessageValue {
    public static var messageEncoding: StaticString { "f" }
    public static var messagePassing: MessagePassing { .float }
}

extension Double: MessageValue {
    public static var messageEncoding: StaticString { "d" }
    public static var messagePassing: MessagePassing { .double }
}

#if arch(x86_64)
extension Float80: MessageValue {
    public static var messageEncoding: StaticString { "D" }
    public static var messagePassing: MessagePassing { .structure }
}
#endif

// ── Pointers ────────────────────────────────────────────────────────────────────────────────────────

extension UnsafeMutableRawPointer: MessageValue {
    public static var messageEncoding: StaticString { "^v" }
    public static var messagePassing: MessagePassing { .unsigned }
    public var messageArgument: MessageArgument<UnsafeMutableRawPointer?> { MessageArgument(self) }
    public static func fromMessage(_ raw: UnsafeMutableRawPointer?, retained: Bool) -> Self? { raw }
}

extension UnsafeRawPointer: MessageValue {
    public static var messageEncoding: StaticString { "^v" }
    public static var messagePassing: MessagePassing { .unsigned }
    public var messageArgument: MessageArgument<UnsafeRawPointer?> { MessageArgument(self) }
    public static func fromMessage(_ raw: UnsafeRawPointer?, retained: Bool) -> Self? { raw }
}

/// A C string. Borrowed both ways.
extension UnsafePointer: MessageValue where Pointee == CChar {
    public static var messageEncoding: StaticString { "*" }
    public static var messagePassing: MessagePassing { .unsigned }
    public var messageArgument: MessageArgument<UnsafePointer<CChar>?> { MessageArgument(self) }
    public static func fromMessage(_ raw: UnsafePointer<CChar>?, retained: Bool) -> Self? { raw }
}

/// A type that is a pointer in C, so that nil is its null.
public protocol NullableMessageValue: MessageValue {
    /// NULL.
    static var nullRaw: Raw { get }
}

extension UnsafeMutableRawPointer: NullableMessageValue {
    public static var nullRaw: UnsafeMutableRawPointer? { nil }
}

extension UnsafeRawPointer: NullableMessageValue {
    public static var nullRaw: UnsafeRawPointer? { nil }
}

extension UnsafePointer: NullableMessageValue where Pointee == CChar {
    public static var nullRaw: UnsafePointer<CChar>? { nil }
}

extension Optional: MessageValue where Wrapped: NullableMessageValue {
    public static var messageEncoding: StaticString { Wrapped.messageEncoding }
    public static var messagePassing: MessagePassing { Wrapped.messagePassing }

    public var messageArgument: MessageArgument<Wrapped.Raw> {
        self?.messageArgument ?? MessageArgument(Wrapped.nullRaw)
    }

    public static func fromMessage(_ raw: Wrapped.Raw, retained: Bool) -> Self? {
        .some(Wrapped.fromMessage(raw, retained: retained))
    }
}

// ── Objects, classes, selectors ─────────────────────────────────────────────────────────────────────

extension Object: NullableMessageValue {
    public static var messageEncoding: StaticString { "@" }
    public static var messagePassing: MessagePassing { .unsigned }
    public static var nullRaw: OpaquePointer? { nil }
    public var messageArgument: MessageArgument<OpaquePointer?> { MessageArgument(pointer, owner: reference) }

    public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> Object? {
        raw.map { retained ? Object(owned: $0) : Object(borrowed: $0) }
    }
}

extension UnmanagedObject: NullableMessageValue {
    public static var messageEncoding: StaticString { "@" }
    public static var messagePassing: MessagePassing { .unsigned }
    public static var nullRaw: OpaquePointer? { nil }
    public var messageArgument: MessageArgument<OpaquePointer?> { MessageArgument(pointer) }
    public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> UnmanagedObject? {
        raw.map(UnmanagedObject.init)
    }
}

extension Class: NullableMessageValue {
    public static var messageEncoding: StaticString { "#" }
    public static var messagePassing: MessagePassing { .unsigned }
    public static var nullRaw: OpaquePointer? { nil }
    public var messageArgument: MessageArgument<OpaquePointer?> { MessageArgument(pointer) }
    public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> Class? { raw.map(Class.init) }
}

extension Selector: NullableMessageValue {
    public static var messageEncoding: StaticString { ":" }
    public static var messagePassing: MessagePassing { .unsigned }
    public static var nullRaw: OpaquePointer? { nil }
    public var messageArgument: MessageArgument<OpaquePointer?> { MessageArgument(pointer) }
    public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> Selector? { raw.map(Selector.init) }
}

// ── Structures ──────────────────────────────────────────────────────────────────────────────────────

/// A Swift structure that is laid out like a C one.
///
///     struct Point: StructureValue {
///         var x, y: Double
///         static let messageEncoding: StaticString = "{CGPoint=dd}"
///     }
///
/// Its stored properties must be in the order and of the types that the encoding says. Size and alignment are compared
/// when the type is first used as an argument.
public protocol StructureValue: MessageValue, BitwiseCopyable where Raw == Self {}

extension StructureValue {
    public static var messagePassing: MessagePassing { .structure }
}
