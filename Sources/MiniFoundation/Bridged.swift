// Bridged.swift - bridging: Swift values that become objects, and objects that become Swift values again.
//
//      Int ... Double, Bool        NSNumber of the same C type
//      String                      NSString
//      Array, Dictionary           NSArray, NSDictionary, element by element
//      Optional                    nil stays nil; inside collections, NSNull
//      StructureValue              NSValue with the declared encoding
//      RawRepresentable            its raw value
//      any other type              SwiftValue, a box
import MiniRuntime

/// A Swift type whose values can be converted to objects, for messages and collections.
///
///     try person.send("setName:", "Ann".bridgedObject)
///     let ages = try [String: Int].bridged(from: object)
///
/// To conform, a structure that conforms to ``/MiniRuntime/StructureValue``, an enum with raw values, or any other type
/// of yours only has to declare the conformance. Values of other types are boxed.
public protocol Bridged {
    /// The value as an object; nil only if the value is nil.
    var bridgedObject: Object? { get }

    /// Returns the value that an object represents. Throws ``BridgingError`` if it represents none of this type.
    static func bridged(from object: Object?) throws -> Self
}

extension Bridged {
    /// A box that holds the value.
    public var bridgedObject: Object? { Object(boxing: self) }

    /// Returns the value in a box.
    public static func bridged(from object: Object?) throws -> Self {
        guard let object else { throw wrongType(nil) }
        return try object.unboxed(as: Self.self)
    }

    static func wrongType(_ object: Object?) -> BridgingError {
        .wrongType(expected: "\(Self.self)", found: typeName(of: object))
    }
}

extension Bridged where Self: StructureValue {
    /// An NSValue with the declared encoding.
    public var bridgedObject: Object? { NSValue.object(self) }

    /// Returns the structure in an NSValue with an equivalent encoding.
    public static func bridged(from object: Object?) throws -> Self {
        guard let object, let encoding = NSValue.encoding(of: object),
            try TypeEncoding(encoding).isEquivalent(to: TypeEncoding(of: Self.self))
        else { throw wrongType(object) }
        return NSValue.withBytes(of: object) { $0.loadUnaligned(as: Self.self) }!
    }
}

extension Bridged where Self: RawRepresentable, RawValue: Bridged {
    /// The raw value as an object.
    public var bridgedObject: Object? { rawValue.bridgedObject }

    /// Returns the value with the raw value that an object represents.
    public static func bridged(from object: Object?) throws -> Self {
        let raw = try RawValue.bridged(from: object)
        guard let value = Self(rawValue: raw) else {
            throw BridgingError.outOfRange(value: "\(raw)", type: "\(Self.self)")
        }
        return value
    }
}

extension Object: Bridged {
    /// The object itself.
    public var bridgedObject: Object? { self }

    /// The object itself. Throws for nil.
    public static func bridged(from object: Object?) throws -> Object {
        guard let object else { throw wrongType(nil) }
        return object
    }
}

extension Optional: Bridged where Wrapped: Bridged {
    /// nil, or the wrapped value as an object.
    public var bridgedObject: Object? { self?.bridgedObject }

    /// nil for nil and NSNull; otherwise the wrapped value.
    public static func bridged(from object: Object?) throws -> Wrapped? {
        guard let object, !NSNull.isNull(object) else { return nil }
        return try Wrapped.bridged(from: object)
    }
}
