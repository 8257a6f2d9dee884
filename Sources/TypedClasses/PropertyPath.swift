// PropertyPath.swift - properties of the objects that properties hold: `\.employer.name`, checked by the compiler.
import MiniFoundation
import MiniRuntime

/// A property that is reached through other properties.
///
/// Programs do not declare it; it is the type at the end of `\Person.employer.name`.
public final class PropertyPath<Value: PropertyValue>: AnyProperty, ReadableProperty, @unchecked Sendable {
    // Sendable: as AnyProperty.

    init(_ hops: String...) {
        super.init(path: hops.joined(separator: "."))
    }

    /// Returns the value at the end of the path; nil if an object on the path is nil. Throws an exception that a getter
    /// raises, or ``/MiniFoundation/BridgingError``.
    public func propertyValue(of object: Object) throws -> Value {
        try RuntimeException.unwrapping {
            try RuntimeException.catching {
                try autoreleasepool {
                    let value = try object.send("valueForKeyPath:", propertyKeyPath, as: Object?.self)
                    return try Value.fromObject(value ?? NSNull.object)
                }
            }
        }
    }
}

extension ReadableProperty {
    /// A property of the object that this property holds.
    public subscript<Description: ClassDescription, P: ReadableProperty>(
        dynamicMember member: KeyPath<Description, P>
    ) -> PropertyPath<P.Value> where Value == Ref<Description> {
        followed(by: member)
    }

    /// A property of the object that this property holds; nil if there is no object.
    public subscript<Description: ClassDescription, P: ReadableProperty>(
        dynamicMember member: KeyPath<Description, P>
    ) -> PropertyPath<P.Value?> where Value == Ref<Description>? {
        followed(by: member)
    }

    /// An optional property of the object that this property holds; nil if the object or its value is nil.
    public subscript<Description: ClassDescription, Wrapped, P: ReadableProperty>(
        dynamicMember member: KeyPath<Description, P>
    ) -> PropertyPath<Wrapped?> where Value == Ref<Description>?, P.Value == Wrapped? {
        followed(by: member)
    }

    private func followed<Description: ClassDescription, P: ReadableProperty, End>(
        by member: KeyPath<Description, P>
    ) -> PropertyPath<End> {
        PropertyPath(propertyKeyPath, Description.description[keyPath: member].propertyKeyPath)
    }
}
