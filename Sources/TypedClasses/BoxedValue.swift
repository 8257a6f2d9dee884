// BoxedValue.swift - Swift values that no class of the runtime stands for: each in an object of its own.
//
//      Address ──boxed──► │ isa │ the value │      SwiftBox: isEqual: is ==, hash is hash, description is the value's
// What the members of the conformances mean is said once, at the protocols.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import MiniFoundation
import MiniRuntime

/// A value that properties, changes and messages hold in an object: a structure or an enum of yours with nothing in the
/// braces.
///
///     struct Address: Equatable, BoxedValue { var street, city: String }
///
///     class Parcel: ClassDescription {
///         let address = Property<Address?>(nil)
///         let stops = Property<[Address]>([])
///     }
///     parcel.address?.city = "Rome"        // sets the whole value, as for any structure
///
/// It may be the argument or the result of a ``TypedMethod``, too, and so may an array, a set or a dictionary of such values.
///
/// Two objects with equal values are equal, also as elements of a collection. The object is immutable: a value that is
/// changed in place is set anew, and observers are told of a setting. One object for each set.
public protocol BoxedValue: PropertyValue, NullableMessageValue, Equatable
where Stored == Object?, Raw == BoxedWord {}

/// The object that holds a value, as a message carries it. A conformance that says `OpaquePointer?` would count as unsafe where
/// a module asks for strict memory safety.
@safe public struct BoxedWord: BitwiseCopyable {
    let address: OpaquePointer?
}

extension BoxedValue {
    /// The object that holds it.
    public var boxed: Object? { Object(boxing: self) }
    /// The same.
    public var stored: Object? { boxed }

    /// The value that the object holds. Throws ``/MiniFoundation/BridgingError`` for nil, and for what holds another type.
    public static func fromStored(_ stored: Object?) throws -> Self {
        guard let stored else { throw BridgingError.wrongType(expected: "\(Self.self)", found: "nil") }
        return try fromObject(stored)
    }

    /// The same of an object.
    public static func fromObject(_ object: Object) throws -> Self { try object.unboxed(as: Self.self) }
}

// ── In messages ─────────────────────────────────────────────────────────────────────────────────────

/// What is stored as an object is passed as one. A result that is none of the type is nil.
extension NullableMessageValue where Self: PropertyValue, Self.Stored == Object?, Raw == BoxedWord {
    public static var messageEncoding: StaticString { Object.messageEncoding }
    public static var messagePassing: MessagePassing { Object.messagePassing }
    public static var nullRaw: BoxedWord { BoxedWord(address: nil) }
    public var messageArgument: MessageArgument<BoxedWord> {
        guard let object = boxed?.messageArgument else { return MessageArgument(Self.nullRaw) }
        return MessageArgument(BoxedWord(address: object.raw), owner: object.owner)
    }
    public static func fromMessage(_ raw: BoxedWord, retained: Bool) -> Self? {
        Object.fromMessage(raw.address, retained: retained).flatMap { try? Self.fromObject($0) }
    }
}

extension Array: MessageValue, NullableMessageValue where Element: PropertyValue {
    public typealias Raw = BoxedWord
}
extension Set: MessageValue, NullableMessageValue where Element: PropertyValue {
    public typealias Raw = BoxedWord
}
extension Dictionary: MessageValue, NullableMessageValue where Key: PropertyValue, Value: PropertyValue {
    public typealias Raw = BoxedWord
}

// ── Of the standard library ─────────────────────────────────────────────────────────────────────────

extension Duration: BoxedValue {}
extension Range: PropertyValue, MessageValue, NullableMessageValue, BoxedValue where Bound: PropertyValue {
    public typealias Stored = Object?
    public typealias Raw = BoxedWord
}
extension ClosedRange: PropertyValue, MessageValue, NullableMessageValue, BoxedValue where Bound: PropertyValue {
    public typealias Stored = Object?
    public typealias Raw = BoxedWord
}
extension RangeSet: PropertyValue, MessageValue, NullableMessageValue, BoxedValue where Bound: PropertyValue {
    public typealias Stored = Object?
    public typealias Raw = BoxedWord
}
