// PropertyValue.swift - the Swift types that properties can have, and how the runtime stores each.
//
// What the members of the conformances mean is said once, at the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import MiniFoundation
import MiniRuntime

/// A type that a ``Property`` can have.
///
/// Numbers and structures are stored as they are in C. Strings, arrays, dictionaries and sets are stored as objects; so
/// is whatever else says that it conforms and is ``Bridged``. An enum with raw values is stored as its raw value:
///
///     enum Mood: Int, PropertyValue { case fine, tired }
public protocol PropertyValue: Sendable {
    /// What the ivar and the accessors have.
    associatedtype Stored: MessageValue
    /// The value as it is stored.
    var stored: Stored { get }
    /// The value that is stored. Throws ``BridgingError`` for what somebody else stored, and this type cannot be.
    static func fromStored(_ stored: Stored) throws -> Self
    /// The value that an object stands for, as a change dictionary holds one; NSNull stands for nil.
    static func fromObject(_ object: Object) throws -> Self
    /// The value as an object; nil only for nil.
    var boxed: Object? { get }
}

// ── Stored as they are ──────────────────────────────────────────────────────────────────────────────

extension PropertyValue where Stored == Self {
    public var stored: Self { self }
    public static func fromStored(_ stored: Self) throws -> Self { stored }
}

extension PropertyValue where Self: Bridged {
    public static func fromObject(_ object: Object) throws -> Self { try bridged(from: object) }
    public var boxed: Object? { bridgedObject }
}

extension Int8: PropertyValue {}
extension UInt8: PropertyValue {}
extension Int16: PropertyValue {}
extension UInt16: PropertyValue {}
extension Int32: PropertyValue {}
extension UInt32: PropertyValue {}
extension Int64: PropertyValue {}
extension UInt64: PropertyValue {}
extension Int: PropertyValue {}
extension UInt: PropertyValue {}
extension Bool: PropertyValue {}
extension Float: PropertyValue {}
extension Double: PropertyValue {}

extension Object: PropertyValue {
    public typealias Stored = Object?
    public var stored: Object? { self }
    public static func fromStored(_ stored: Object?) throws -> Object { try bridged(from: stored) }
}

// ── Stored as objects ───────────────────────────────────────────────────────────────────────────────

extension PropertyValue where Self: Bridged, Stored == Object? {
    public var stored: Object? { bridgedObject }
    public static func fromStored(_ stored: Object?) throws -> Self { try bridged(from: stored) }
}

extension String: PropertyValue {
    public typealias Stored = Object?
    public var stored: Object? { bridgedObject }
    public static func fromStored(_ stored: Object?) throws -> String { try bridged(from: stored) }
}

extension Array: PropertyValue where Element: Bridged & PropertyValue {
    public typealias Stored = Object?
}

extension Dictionary: PropertyValue where Key: Bridged & PropertyValue, Value: Bridged & PropertyValue {
    public typealias Stored = Object?
}

extension Set: PropertyValue where Element: Bridged & PropertyValue {
    public typealias Stored = Object?
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
    public typealias Stored = Object?
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
