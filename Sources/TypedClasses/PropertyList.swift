// PropertyList.swift - the properties of a described class, for code that does not know them: editors, tables, coders.
import MiniRuntime

/// A property of a described class. An element of ``DescribesClass/properties``.
public struct DescribedProperty: Sendable {
    /// The name, which is the key.
    public let name: String
    /// The Swift type of the values, such as `Int.self` or `String?.self`.
    public let valueType: any PropertyValue.Type
    /// Whether the property has a setter. One that has is a ``Property``.
    public let isSettable: Bool
}

extension DescribesClass {
    /// The properties of the class: inherited ones first, in the order of the descriptions.
    ///
    ///     for property in Person.properties where property.isSettable {
    ///         print(property.name, property.valueType)        // age Int
    ///     }
    ///
    /// ``Ref/keyPath(_:as:)`` returns the key path of a property by its name and type. O(properties). Any thread.
    /// Objective-C: `class_copyPropertyList`.
    public static var properties: [DescribedProperty] {
        description.allProperties.map { property in
            DescribedProperty(
                name: property.propertyKeyPath, valueType: property.valueType,
                isSettable: (property as? any DeclaredProperty)?.hasSetter == true)
        }
    }
}

extension ClassDescription {
    /// The properties: inherited ones first, in the order of the descriptions.
    final var allProperties: [any ReadableProperty] {
        var (mirror, found): (Mirror?, [any ReadableProperty]) = (Mirror(reflecting: self), [])
        while let current = mirror {
            found = current.children.compactMap { $0.value as? any ReadableProperty } + found
            mirror = current.superclassMirror
        }
        return found
    }
}
