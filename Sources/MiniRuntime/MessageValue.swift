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

    // The other members do the same in one step each, for the most frequent kinds of messages. All have default
    // implementations. They are requirements so that the compiler specializes them for each type: a message that is
    // sent through a pack of types calls them, and needs no type metadata.

    /// The letter of the type in the shape of a call (see ``ShapedCall``); 0 for structures, which have none.
    static var shapeLetter: UInt8 { get }

    /// Adds the value to the argument registers of a call.
    /// - Returns: the object that keeps the argument valid; the caller keeps it alive until the call ends.
    func addMessageArgument(to call: inout ShapedCall) -> Object?

    /// Converts the register that contains a result; an object is +1, which the value takes over. Throws
    /// ``RuntimeError/unexpectedNil(_:)`` if the type has no value for it.
    static func fromResult(_ word: UInt64, _ selector: Selector) throws -> Self

    /// Reads an argument of a message that a closure receives: index 0 is self, index 2 the first argument. `retained`
    /// is true if an object comes at +1, which the value takes over. Throws if the argument is nil and the type has no
    /// value for nil.
    static func fromArgument(_ index: Int, of message: IncomingMessage, retained: Bool) throws -> Self

    /// Stores the value as the result of such a message. An object is autoreleased, or +1 by the naming rules.
    func returnAsMessageResult(of message: IncomingMessage)
}

/// A C value as the argument of a message, and the object that keeps it valid until the message returns.
public struct MessageArgument<Raw: BitwiseCopyable> {
    /// The value passed to the method.
    public let raw: Raw
    /// The object that is kept alive during the call.
    public let owner: Object?

    /// Creates an argument that stays valid as long as `owner` lives.
    @inlinable public init(_ raw: Raw, owner: Object? = nil) {
        self.raw = raw
        self.owner = owner
    }
}

extension MessageValue where Raw == Self {
    @inlinable public var messageArgument: MessageArgument<Self> { MessageArgument(self) }

    @inlinable public static func fromMessage(_ raw: Self, retained: Bool) -> Self? { raw }
}

extension MessageValue {
    /// Whether values are objects with a retain count.
    @inlinable static var isObject: Bool { messageEncoding.utf8Start[0] == UInt8(ascii: "@") }

    /// Whether values are objects that Swift does not own, so that a result's +1 is not taken over.
    @inlinable static var isBorrowed: Bool { Self.self == UnmanagedObject.self || Self.self == UnmanagedObject?.self }

    /// The letter of a type whose encoding is one letter; 0 for others.
    static var kind: UInt8 { messageEncoding.utf8CodeUnitCount == 1 ? messageEncoding.utf8Start[0] : 0 }

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
    @inlinable public static var messageEncoding: StaticString { "c" }
    @inlinable public static var messagePassing: MessagePassing { .signed }
}

extension UInt8: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "C" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
}

extension Int16: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "s" }
    @inlinable public static var messagePassing: MessagePassing { .signed }
}

extension UInt16: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "S" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
}

extension Int32: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "i" }
    @inlinable public static var messagePassing: MessagePassing { .signed }
}

extension UInt32: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "I" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
}

extension Int64: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "q" }
    @inlinable public static var messagePassing: MessagePassing { .signed }
}

extension UInt64: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "Q" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
}

extension Int: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "q" }
    @inlinable public static var messagePassing: MessagePassing { .signed }
}

extension UInt: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "Q" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
}

extension Bool: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "B" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
}

extension Float: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "f" }
    @inlinable public static var messagePassing: MessagePassing { .float }
}

extension Double: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "d" }
    @inlinable public static var messagePassing: MessagePassing { .double }
}

#if arch(x86_64)
extension Float80: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "D" }
    @inlinable public static var messagePassing: MessagePassing { .structure }
}
#endif

// ── Pointers ────────────────────────────────────────────────────────────────────────────────────────

extension UnsafeMutableRawPointer: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "^v" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
    @inlinable public var messageArgument: MessageArgument<UnsafeMutableRawPointer?> { MessageArgument(self) }
    @inlinable public static func fromMessage(_ raw: UnsafeMutableRawPointer?, retained: Bool) -> Self? { raw }
}

extension UnsafeRawPointer: MessageValue {
    @inlinable public static var messageEncoding: StaticString { "^v" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
    @inlinable public var messageArgument: MessageArgument<UnsafeRawPointer?> { MessageArgument(self) }
    @inlinable public static func fromMessage(_ raw: UnsafeRawPointer?, retained: Bool) -> Self? { raw }
}

/// A C string; borrowed as an argument and as a result.
extension UnsafePointer: MessageValue where Pointee == CChar {
    @inlinable public static var messageEncoding: StaticString { "*" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
    @inlinable public var messageArgument: MessageArgument<UnsafePointer<CChar>?> { MessageArgument(self) }
    @inlinable public static func fromMessage(_ raw: UnsafePointer<CChar>?, retained: Bool) -> Self? { raw }
}

/// A type that is a pointer in C, and can therefore be NULL.
public protocol NullableMessageValue: MessageValue {
    /// The C representation of nil.
    static var nullRaw: Raw { get }
}

extension UnsafeMutableRawPointer: NullableMessageValue {
    @inlinable public static var nullRaw: UnsafeMutableRawPointer? { nil }
}

extension UnsafeRawPointer: NullableMessageValue {
    @inlinable public static var nullRaw: UnsafeRawPointer? { nil }
}

extension UnsafePointer: NullableMessageValue where Pointee == CChar {
    @inlinable public static var nullRaw: UnsafePointer<CChar>? { nil }
}

extension Optional: MessageValue where Wrapped: NullableMessageValue {
    @inlinable public static var messageEncoding: StaticString { Wrapped.messageEncoding }
    @inlinable public static var messagePassing: MessagePassing { Wrapped.messagePassing }

    @inlinable public var messageArgument: MessageArgument<Wrapped.Raw> {
        self?.messageArgument ?? MessageArgument(Wrapped.nullRaw)
    }

    @inlinable public static func fromMessage(_ raw: Wrapped.Raw, retained: Bool) -> Self? {
        .some(Wrapped.fromMessage(raw, retained: retained))
    }
}

// ── Objects, classes, selectors ─────────────────────────────────────────────────────────────────────

extension Object: NullableMessageValue {
    @inlinable public static var messageEncoding: StaticString { "@" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
    @inlinable public static var nullRaw: OpaquePointer? { nil }
    @inlinable public var messageArgument: MessageArgument<OpaquePointer?> { MessageArgument(pointer, owner: self) }
    @inlinable public func addMessageArgument(to call: inout ShapedCall) -> Object? {
        call.add(pointer, UInt8(ascii: "@"), .unsigned)
        return nil
    }

    @inlinable public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> Object? {
        raw.map { retained ? Object(owned: $0) : Object(borrowed: $0) }
    }
}

extension UnmanagedObject: NullableMessageValue {
    @inlinable public static var messageEncoding: StaticString { "@" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
    @inlinable public static var nullRaw: OpaquePointer? { nil }
    @inlinable public var messageArgument: MessageArgument<OpaquePointer?> { MessageArgument(pointer) }
    @inlinable public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> UnmanagedObject? {
        raw.map(UnmanagedObject.init)
    }
}

extension Class: NullableMessageValue {
    @inlinable public static var messageEncoding: StaticString { "#" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
    @inlinable public static var nullRaw: OpaquePointer? { nil }
    @inlinable public var messageArgument: MessageArgument<OpaquePointer?> { MessageArgument(pointer) }
    @inlinable public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> Class? { raw.map(Class.init) }
}

extension Selector: NullableMessageValue {
    @inlinable public static var messageEncoding: StaticString { ":" }
    @inlinable public static var messagePassing: MessagePassing { .unsigned }
    @inlinable public static var nullRaw: OpaquePointer? { nil }
    @inlinable public var messageArgument: MessageArgument<OpaquePointer?> { MessageArgument(pointer) }
    @inlinable public static func fromMessage(_ raw: OpaquePointer?, retained: Bool) -> Selector? {
        raw.map(Selector.init)
    }
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
    @inlinable public static var messagePassing: MessagePassing { .structure }
}
