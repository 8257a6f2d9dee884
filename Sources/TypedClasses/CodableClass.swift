// CodableClass.swift - objects that are encoded and decoded by the values of their properties.
//
//      <Person: age 37, name "Ann", employer <Company: name "Acme">>
//          ◄──► {"age": 37, "name": "Ann", "employer": {"name": "Acme"}}

/// A description whose objects are `Codable`.
///
///     final class Person: ClassDescription, CodableClass {
///         let age = Property<Int>(0)
///         let employer = Property<Ref<Company>?>(nil)     // Company is a CodableClass, too
///     }
///     let data = try JSONEncoder().encode(person)
///     let copy = try JSONDecoder().decode(Ref<Person>.self, from: data)
///
/// The values of all properties that have a setter are encoded under their names, inherited ones too; their types must
/// be `Codable`. A new object is decoded by its setters, and a property that is missing keeps its default value.
/// Objects that refer to each other in a ring cannot be encoded. Swift: a class with synthesized conformance.
public protocol CodableClass: DescribesClass {}

extension Ref: Encodable where Description: CodableClass {
    // Disfavored, so that a description can have a member `encode`: Identity.swift explains how.
    /// Encodes the properties that have a setter. Throws an error of a getter, and `EncodingError` if the type of a
    /// property is not `Codable`.
    @_disfavoredOverload public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PropertyKey.self)
        for case let property as any CodedProperty in Description.description.allProperties {
            try property.encode(of: self, in: &container)
        }
    }
}

extension Ref: Decodable where Description: CodableClass {
    /// Creates an object, and sets the properties that the decoder has. Throws an error of a setter, and
    /// `DecodingError` if a value has another type, or if the type of a property is not `Codable`.
    public init(from decoder: any Decoder) throws {
        self = Description.new()
        let container = try decoder.container(keyedBy: PropertyKey.self)
        for case let property as any CodedProperty in Description.description.allProperties {
            try property.decode(of: self, in: container)
        }
    }
}

/// The name of a property in an encoded object.
private struct PropertyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A property that is encoded and decoded.
private protocol CodedProperty {
    func encode<Description>(of object: Ref<Description>, in container: inout KeyedEncodingContainer<PropertyKey>)
        throws
    func decode<Description>(of object: Ref<Description>, in container: KeyedDecodingContainer<PropertyKey>) throws
}

extension Property: CodedProperty {
    fileprivate func encode<Description>(
        of object: Ref<Description>, in container: inout KeyedEncodingContainer<PropertyKey>
    ) throws {
        let value = try propertyValue(of: object.object)
        guard let type = Value.self as? any Codable.Type else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: container.codingPath, debugDescription: Self.refusal(propertyKeyPath)))
        }
        try Self.encode(value, as: type, forKey: PropertyKey(stringValue: propertyKeyPath), in: &container)
    }

    fileprivate func decode<Description>(
        of object: Ref<Description>, in container: KeyedDecodingContainer<PropertyKey>
    ) throws {
        let key = PropertyKey(stringValue: propertyKeyPath)
        guard container.contains(key) else { return }
        guard let type = Value.self as? any Codable.Type else {
            throw DecodingError.typeMismatch(
                Value.self, .init(codingPath: container.codingPath, debugDescription: Self.refusal(propertyKeyPath)))
        }
        try setPropertyValue(container.decode(type, forKey: key) as! Value, of: object.object)
    }

    private static func encode<Coded: Codable>(
        _ value: Value, as type: Coded.Type, forKey key: PropertyKey,
        in container: inout KeyedEncodingContainer<PropertyKey>
    ) throws {
        try container.encode(value as! Coded, forKey: key)
    }

    private static func refusal(_ name: String) -> String { "'\(name)' is a '\(Value.self)', which is not Codable" }
}
