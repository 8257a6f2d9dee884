// MessageValue.swift - the Swift types that messages can carry, and how each is converted to C and back.
//
// The protocol documents its members once, for all conformances.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMiniRuntime

/// How values of a type are passed to C functions.
public enum MessagePassing: Sendable {
    /// In an integer register, sign-extended.
    case signed
    /// In an integer register, zero-extended: unsigned integers, booleans, pointers, objects.
    case unsigned
    /// In a floating-point register, as a `float`.
    case float
    /// In a floating-point register, as a `double`.
    case double
    /// By the calling convention's rules for structures, which libffi implements.
    case structure
}

/// A type whose values can be arguments and results of messages.
///
/// The integer types, `Bool`, `Float`, `Double`, ``Object``, ``UnmanagedObject``, ``Class``, ``Selector`` and pointers
/// conform, and so do optionals of those that are pointers in C. Make your own structures conform to
/// ``StructureValue``.
public protocol MessageValue: SendableMetatype {
    /// The C representation of a value.
    associatedtype Raw: BitwiseCopyable

    /// The type's encoding as clang writes it: `i`, `@`, `{CGPoint=dd}`.
    static var messageEncoding: StaticString { get }

    /// How values are passed to C functions.
    static var messagePassing: MessagePassing { get }

    /// The value as the argument of a message.
    var messageArgument: MessageArgument<Raw> { get }

    /// Converts an argument or a result to Swift. Returns nil if Swift has no value for it, as for a nil object whose
    /// type is not optional. `retained` is true if an object comes at +1, which the result takes over.
    static func fromMessage(_ raw: Raw, retained: Bool) -> Self?
}

/// A C value as the argument of a message, and the object that keeps it valid until the message returns.
public struct MessageArgument<Raw: BitwiseCopyable> {
    /// The value passed to the method.
    public let raw: Raw
    /// The object that is kept alive during the call.
    public let owner: AnyObject?

    /// Creates an argument that stays valid as long as `owner` lives.
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
    /// Whether values are objects with a retain count.
    static var isObject: Bool { messageEncoding.utf8Start[0] == UInt8(ascii: "@") }

    /// Whether a value may point into something that an autorelease pool keeps alive, without owning it.
    public static var isBorrowed: Bool {
        switch messageEncoding.utf8Start[0] {
        case UInt8(ascii: "^"), UInt8(ascii: "*"), UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): true
        case UInt8(ascii: "@"): Self.self == UnmanagedObject.self || Self.self == UnmanagedObject?.self
        default: false
        }
    }

    static var encoding: String { messageEncoding.description }
}

/// Returns the encodings of several types, in order.
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

/// A C string; borrowed as an argument and as a result.
extension UnsafePointer: MessageValue where Pointee == CChar {
    public static var messageEncoding: StaticString { "*" }
    public static var messagePassing: MessagePassing { .unsigned }
    public var messageArgument: MessageArgument<UnsafePointer<CChar>?> { MessageArgument(self) }
    public static func fromMessage(_ raw: UnsafePointer<CChar>?, retained: Bool) -> Self? { raw }
}

/// A type that is a pointer in C, and can therefore be NULL.
public protocol NullableMessageValue: MessageValue {
    /// The C representation of nil.
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

/// A Swift structure with the layout of a C structure.
///
///     struct Point: StructureValue {
///         var x, y: Double
///         static let messageEncoding: StaticString = "{CGPoint=dd}"
///     }
///
/// Its stored properties must have the order and the types of the encoding. Size and alignment are checked whenever the
/// type is used as an argument.
public protocol StructureValue: MessageValue, BitwiseCopyable where Raw == Self {}

extension StructureValue {
    public static var messagePassing: MessagePassing { .structure }
}
