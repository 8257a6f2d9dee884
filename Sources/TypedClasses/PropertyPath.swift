// PropertyPath.swift - properties of other objects: `\.employer.name`, checked by the compiler.
import MiniFoundation
import MiniRuntime

/// A property that is reached by way of others.
///
/// Never declared: it is what `\Person.employer.name` leads to.
public final class PropertyPath<Value: PropertyValue>: AnyProperty, ReadableProperty, @unchecked Sendable {
    // Sendable: as AnyProperty.

    init(_ hops: String...) {
        super.init(path: hops.joined(separator: "."))
    }

    /// As the protocol says: nil if an object on the way is.
    public func propertyValue(of object: Object) throws -> Value {
        try RuntimeException.catching {
            try autoreleasepool {
                let value = try object.send("valueForKeyPath:", propertyKeyPath, as: Object?.self)
                return try Value.fromObject(value ?? NSNull.object)
            }
        }
    }
}

extension ReadableProperty {
    /// A property of the object that this one refers to.
    public subscript<Description: ClassDescription, P: ReadableProperty>(
        dynamicMember member: KeyPath<Description, P>
    ) -> PropertyPath<P.Value> where Value == Ref<Description> {
        hop(member)
    }

    /// A property of the object that this one may refer to.
    public subscript<Description: ClassDescription, P: ReadableProperty>(
        dynamicMember member: KeyPath<Description, P>
    ) -> PropertyPath<P.Value?> where Value == Ref<Description>? {
        hop(member)
    }

    /// An optional property of the object that this one may refer to: nil whichever of the two is.
    public subscript<Description: ClassDescription, Wrapped, P: ReadableProperty>(
        dynamicMember member: KeyPath<Description, P>
    ) -> PropertyPath<Wrapped?> where Value == Ref<Description>?, P.Value == Wrapped? {
        hop(member)
    }

    private func hop<Description: ClassDescription, P: ReadableProperty, End>(
        _ member: KeyPath<Description, P>
    ) -> PropertyPath<End> {
        PropertyPath(propertyKeyPath, Description.description[keyPath: member].propertyKeyPath)
    }
}
