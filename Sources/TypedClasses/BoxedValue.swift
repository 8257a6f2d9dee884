// BoxedValue.swift - Swift values without a class of the runtime, each in an object of its own.
//
//      Address ──boxed──► │ isa │ the value │      SwiftBox: isEqual: uses ==; hash and description are the value's
// The comments of the protocols describe the members of all conformances.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import MiniFoundation
import MiniRuntime

/// A value that properties, changes and messages hold in an object: declare the conformance of a structure or an enum,
/// and implement nothing.
///
///     struct Address: Equatable, BoxedValue { var street, city: String }
///
///     class Parcel: ClassDescription {
///         let address = Property<Address?>(nil)
///         let stops = Property<[Address]>([])
///     }
///     parcel.address?.city = "Rome"        // sets the whole value, as for any structure
///
/// It can also be an argument or the return value of a ``TypedMethod``, and so can an array, a set or a dictionary of
/// such values.
///
/// Two objects with equal values are equal, also as elements of a collection. The object is immutable: a value that is
/// changed in place is set as a whole, and observers are notified of a setting. Each set creates one object.
public protocol BoxedValue: PropertyValue, NullableMessageValue, Equatable
where Stored == Object?, Raw == BoxedWord {}

/// The object that holds a value, in the form in which a message passes it. It is a type of its own because a
/// conformance with `OpaquePointer?` would count as unsafe in modules that use strict memory safety.
@safe public struct BoxedWord: BitwiseCopyable {
    let address: OpaquePointer?
}

extension BoxedValue {
    /// A new object that holds the value.
    public var boxed: Object? { Object(boxing: self) }
    /// A new object that holds the value.
    public var stored: Object? { boxed }

    /// Returns the value that an object holds. Throws ``/MiniFoundation/BridgingError`` for nil, and for an object that
    /// holds no value of this type.
    public static func fromStored(_ stored: Object?) throws -> Self {
        guard let stored else { throw BridgingError.wrongType(expected: "\(Self.self)", found: "nil") }
        return try fromObject(stored)
    }

    /// Returns the value that an object holds. Throws ``/MiniFoundation/BridgingError`` if it holds none of this type.
    public static func fromObject(_ object: Object) throws -> Self { try object.unboxed(as: Self.self) }
}

// ── In messages ─────────────────────────────────────────────────────────────────────────────────────

/// Types that are stored as objects are also passed as objects. A return value of another type becomes nil.
extension NullableMessageValue where Self: PropertyValue, Self.Stored == Object?, Raw == BoxedWord {
    public static var messageEncoding: StaticString { Object.messageEncoding }
    public static var messagePassing: MessagePassing { Object.messagePassing }
    // The address is that of an object that the argument owns, or of one that the message returned.
    public static var nullRaw: BoxedWord { unsafe BoxedWord(address: nil) }
    public var messageArgument: MessageArgument<BoxedWord> {
        guard let object = unsafe boxed?.messageArgument else { return MessageArgument(Self.nullRaw) }
        return unsafe MessageArgument(BoxedWord(address: object.raw), owner: object.owner)
    }
    public static func fromMessage(_ raw: BoxedWord, retained: Bool) -> Self? {
        unsafe Object.fromMessage(raw.address, retained: retained).flatMap { try? Self.fromObject($0) }
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
