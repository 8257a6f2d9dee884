// PropertyValue.swift - the Swift types that properties can have, and how the runtime stores each.
//
// The comments of the protocol describe the members of all conformances.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import MiniFoundation
import MiniRuntime

/// A type that a ``Property`` can have.
///
/// Numbers are stored as in C. Strings, optionals, and arrays, dictionaries and sets of such types are stored as
/// objects, and so is any other type that conforms to this protocol and is ``/MiniFoundation/Bridged``. An enum with
/// raw values is stored as its raw value:
///
///     enum Mood: Int, PropertyValue { case fine, tired }
///
/// A structure declares whether it is stored as it is, or boxed in an object:
///
///     struct Point: StructureValue, Bridged, PropertyValue { typealias Stored = Point ... }
public protocol PropertyValue: Sendable {
    /// The type of the ivar, and of the accessors.
    associatedtype Stored: MessageValue
    /// The value in the form in which it is stored.
    var stored: Stored { get }
    /// Returns the value from its stored form. Throws ``/MiniFoundation/BridgingError`` if other code stored something
    /// that this type cannot represent.
    static func fromStored(_ stored: Stored) throws -> Self
    /// Returns the value that an object represents, as in a change dictionary; NSNull represents nil.
    static func fromObject(_ object: Object) throws -> Self
    /// The value as an object; nil only for nil.
    var boxed: Object? { get }
    /// The type without its optionals. The values of a change have this type, so that they are optional only once.
    associatedtype Unwrapped: Sendable = Self
    /// The value without its optionals; nil only for nil.
    var unwrapped: Unwrapped? { get }
}

// Disfavored, so that a description can have properties of these names: Identity.swift explains how.

extension PropertyValue where Unwrapped == Self {
    @_disfavoredOverload @inlinable public var unwrapped: Self? { self }
}

// ── Stored as they are ──────────────────────────────────────────────────────────────────────────────

extension PropertyValue where Stored == Self {
    @inlinable public var stored: Self { self }
    @inlinable public static func fromStored(_ stored: Self) throws -> Self { stored }
}

extension PropertyValue {
    /// Returns the value that a getter returns.
    @inlinable static func read(_ getter: Selector, of object: Object) throws -> Self {
        try fromStored(object.sendDraining(getter, as: Stored.self))
    }
}

extension PropertyValue where Self: Bridged {
    @inlinable public static func fromObject(_ object: Object) throws -> Self { try bridged(from: object) }
    @_disfavoredOverload @inlinable public var boxed: Object? { bridgedObject }
}

extension Int8: PropertyValue { public typealias Stored = Int8 }
extension UInt8: PropertyValue { public typealias Stored = UInt8 }
extension Int16: PropertyValue { public typealias Stored = Int16 }
extension UInt16: PropertyValue { public typealias Stored = UInt16 }
extension Int32: PropertyValue { public typealias Stored = Int32 }
extension UInt32: PropertyValue { public typealias Stored = UInt32 }
extension Int64: PropertyValue { public typealias Stored = Int64 }
extension UInt64: PropertyValue { public typealias Stored = UInt64 }
extension Int: PropertyValue { public typealias Stored = Int }
extension UInt: PropertyValue { public typealias Stored = UInt }
extension Bool: PropertyValue { public typealias Stored = Bool }
extension Float: PropertyValue { public typealias Stored = Float }
extension Double: PropertyValue { public typealias Stored = Double }

extension Object: PropertyValue {
    public typealias Stored = Object?
    public var stored: Object? { self }
    public static func fromStored(_ stored: Object?) throws -> Object { try bridged(from: stored) }
}

// ── Stored as objects ───────────────────────────────────────────────────────────────────────────────

extension PropertyValue where Self: Bridged, Stored == Object? {
    @_disfavoredOverload public var stored: Object? { bridgedObject }
    public static func fromStored(_ stored: Object?) throws -> Self { try bridged(from: stored) }
}

extension String: PropertyValue {
    public typealias Stored = Object?
    public var stored: Object? { bridgedObject }
    public static func fromStored(_ stored: Object?) throws -> String { try bridged(from: stored) }
}

// Inlinable, so that the elements are converted in code that is specialized for their type.
extension Array: PropertyValue where Element: PropertyValue {
    public typealias Stored = Object?
    @inlinable public var stored: Object? { boxed }
    @inlinable public static func fromStored(_ stored: Object?) throws -> [Element] { try unbox(stored) }

    @inlinable public static func fromObject(_ object: Object) throws -> [Element] {
        guard let elements = NSArray.elements(of: object) else { throw wrongType([Element].self, object) }
        return try elements.map { try Element.fromObject($0) }
    }

    @inlinable public var boxed: Object? { NSArray.object(map(boxedElement)) }
}

extension Dictionary: PropertyValue where Key: PropertyValue, Value: PropertyValue {
    public typealias Stored = Object?
    public var stored: Object? { boxed }
    public static func fromStored(_ stored: Object?) throws -> [Key: Value] { try unbox(stored) }

    public static func fromObject(_ object: Object) throws -> [Key: Value] {
        guard let entries = NSDictionary.entries(of: object) else { throw wrongType([Key: Value].self, object) }
        var result: [Key: Value] = [:]
        for (key, value) in entries { result[try Key.fromObject(key)] = try Value.fromObject(value) }
        return result
    }

    public var boxed: Object? {
        NSDictionary.object(map { (key: boxedElement($0.key), value: boxedElement($0.value)) })
    }
}

extension Set: PropertyValue where Element: PropertyValue {
    public typealias Stored = Object?
    public var stored: Object? { boxed }
    public static func fromStored(_ stored: Object?) throws -> Set { try unbox(stored) }

    public static func fromObject(_ object: Object) throws -> Set {
        guard let members = NSSet.elements(of: object) else { throw wrongType(Set.self, object) }
        return Set(try members.map { try Element.fromObject($0) })
    }

    public var boxed: Object? { NSSet.object(map(boxedElement)) }
}

/// Returns a value as an element of a collection, where NSNull represents nil.
@inlinable func boxedElement(_ value: some PropertyValue) -> Object { value.boxed ?? NSNull.object }

@inlinable func unbox<Value: PropertyValue>(_ object: Object?) throws -> Value {
    guard let object else { throw wrongType(Value.self, nil) }
    return try Value.fromObject(object)
}

@usableFromInline func wrongType<Value>(_ type: Value.Type, _ object: Object?) -> BridgingError {
    .wrongType(expected: "\(type)", found: object?.isa.name ?? "nil")
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
    public typealias Stored = Object?
    public typealias Unwrapped = Wrapped.Unwrapped
    @inlinable public var unwrapped: Wrapped.Unwrapped? { flatMap(\.unwrapped) }
    public var stored: Object? { self?.boxed }
    public static func fromStored(_ stored: Object?) throws -> Wrapped? {
        try stored.map { try Wrapped.fromObject($0) }
    }

    public static func fromObject(_ object: Object) throws -> Wrapped? {
        object == NSNull.object ? nil : try Wrapped.fromObject(object)
    }

    public var boxed: Object? { self?.boxed }
}

// ── Raw values ──────────────────────────────────────────────────────────────────────────────────────

extension PropertyValue where Self: RawRepresentable, RawValue: PropertyValue {
    public var stored: RawValue.Stored { rawValue.stored }
    public static func fromStored(_ stored: RawValue.Stored) throws -> Self { try from(RawValue.fromStored(stored)) }
    public static func fromObject(_ object: Object) throws -> Self { try from(RawValue.fromObject(object)) }
    public var boxed: Object? { rawValue.boxed }

    private static func from(_ raw: RawValue) throws -> Self {
        guard let value = Self(rawValue: raw) else {
            throw BridgingError.outOfRange(value: "\(raw)", type: "\(Self.self)")
        }
        return value
    }
}
