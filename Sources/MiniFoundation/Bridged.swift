// Bridged.swift - Swift values that cross over as objects, and come back as what they were.
//
//      Int ... Double, Bool        NSNumber of that C type
//      String                      NSString
//      Array, Dictionary           NSArray, NSDictionary, element by element
//      Optional                    nil is nil; within collections, NSNull
//      StructureValue              NSValue with the declared encoding
//      RawRepresentable            its raw value
//      anything else               SwiftValue, a box
import MiniRuntime

/// A Swift type whose values messages and collections carry as objects.
///
///     try person.send("setName:", "Ann".bridgedObject)
///     let ages = try [String: Int].bridged(from: object)
///
/// A structure that conforms to ``/MiniRuntime/StructureValue``, an enum with raw values, or any other type of your
/// own needs nothing but to say that it conforms; what is none of the former travels in a box.
public protocol Bridged {
    /// The value as an object; nil only for nil.
    var bridgedObject: Object? { get }

    /// The value that an object stands for. Throws ``BridgingError``.
    static func bridged(from object: Object?) throws -> Self
}

extension Bridged {
    /// The value in a box.
    public var bridgedObject: Object? { Object(boxing: self) }

    /// The value out of its box.
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

    /// The structure in an NSValue of an equivalent encoding.
    public static func bridged(from object: Object?) throws -> Self {
        guard let object, let encoding = NSValue.encoding(of: object),
            try TypeEncoding(encoding).isEquivalent(to: TypeEncoding(of: Self.self))
        else { throw wrongType(object) }
        return NSValue.withBytes(of: object) { $0.loadUnaligned(as: Self.self) }!
    }
}

extension Bridged where Self: RawRepresentable, RawValue: Bridged {
    /// The raw value.
    public var bridgedObject: Object? { rawValue.bridgedObject }

    /// The value with that raw value.
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

    /// The object itself; nil throws.
    public static func bridged(from object: Object?) throws -> Object {
        guard let object else { throw wrongType(nil) }
        return object
    }
}

extension Optional: Bridged where Wrapped: Bridged {
    /// nil, or the value as an object.
    public var bridgedObject: Object? { self?.bridgedObject }

    /// nil for nil and for NSNull.
    public static func bridged(from object: Object?) throws -> Wrapped? {
        guard let object, !NSNull.isNull(object) else { return nil }
        return try Wrapped.bridged(from: object)
    }
}
