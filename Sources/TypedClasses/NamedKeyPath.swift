// NamedKeyPath.swift - Swift key paths made from names that are known only at run time.
//
// Swift cannot make the key path `\Person.age` from a name. These key paths go through a subscript of the description
// that returns the property itself. They lead to the same property; they equal each other, but not the literal key
// path.
import MiniFoundation
import MiniRuntime

extension Ref {
    /// Returns the key path of a property with a given name.
    ///
    ///     let count = try Ref<Bird>.keyPath("count", as: Int.self)
    ///     try bird.set(count, to: bird.get(count) + 1)
    ///
    /// Every function that takes `\.count` takes this key path: to read, set, observe and bind. Two key paths made from
    /// the same name are equal; a literal key path differs from both. ``keyPath(_:)`` returns the name of either.
    /// O(properties of the class). Any thread. Objective-C: the string itself.
    /// - Parameters:
    ///   - key: the name of a ``Property``, which may be inherited.
    ///   - type: the Swift type of the property.
    /// - Returns: the key path, which owns nothing.
    ///
    /// Throws ``KeyPathError`` if there is no such property, or if it has another type or kind.
    public static func keyPath<Value>(
        _ key: String, as type: Value.Type
    ) throws -> KeyPath<Description, Property<Value>> {
        let description = Description.description
        let property = try description.property(named: key)
        guard let property = property as? Property<Value> else {
            throw KeyPathError.wrongType(
                key, class: description.runtimeClass.name, found: "\(Swift.type(of: property))",
                expected: "\(Property<Value>.self)")
        }
        return \Description.[known: KnownProperty(property)]
    }

    /// Returns the key path of anything that can be read, also through other objects.
    ///
    ///     let tree = try Ref<Bird>.keyPath("nest.tree", reading: String?.self)
    ///
    /// As ``keyPath(_:as:)``, but for properties of any kind, and for paths of properties. It cannot be used to set a
    /// value.
    /// - Parameters:
    ///   - path: keys, separated by dots.
    ///   - type: the Swift type of the last property; optional if a property on the path is.
    /// - Returns: the key path, which owns only the path.
    ///
    /// Throws ``KeyPathError`` if there is no such property, if it has another type, or if a property on the path holds
    /// no described object.
    public static func keyPath<Value>(
        _ path: String, reading type: Value.Type
    ) throws -> KeyPath<Description, PropertyPath<Value>> {
        let found: any PropertyValue.Type = try Description.description.valueType(ofPath: path)
        guard found == type else {
            throw KeyPathError.wrongType(
                path, class: Description.description.runtimeClass.name, found: "\(found)", expected: "\(type)")
        }
        return \Description.[known: KnownProperty(PropertyPath<Value>(path))]
    }
}

/// The reason why a name leads to no property.
public enum KeyPathError: Error, Equatable {
    /// The description has no property with that name.
    case noProperty(String, class: String)
    /// The property has another type or kind. Both are given as Swift types.
    case wrongType(String, class: String, found: String, expected: String)
    /// A path continues after a property that does not hold a described object.
    case noProperties(String, class: String, found: String)
}

extension KeyPathError: CustomStringConvertible {
    /// The text of the error.
    public var description: String {
        switch self {
        case .noProperty(let key, let cls): "Class '\(cls)' has no property '\(key)'"
        case .wrongType(let key, let cls, let found, let expected):
            "'\(key)' of class '\(cls)' is '\(found)', but '\(expected)' was asked for"
        case .noProperties(let key, let cls, let found):
            "'\(key)' of class '\(cls)' is '\(found)', which has no properties that a description says"
        }
    }
}

// ── Finding properties ──────────────────────────────────────────────────────────────────────────────

/// A property as the index of a subscript. Two are equal if they have the same key path.
struct KnownProperty<P: AnyProperty>: Hashable {
    let property: P

    init(_ property: P) {
        self.property = property
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.property.propertyKeyPath == rhs.property.propertyKeyPath }
    func hash(into hasher: inout Hasher) { hasher.combine(property.propertyKeyPath) }
}

extension DescribesClass {
    /// The property itself. The key paths of this file go through this subscript.
    subscript<P: AnyProperty>(known known: KnownProperty<P>) -> P { known.property }
}

extension ClassDescription {
    fileprivate func property(named key: String) throws -> any ReadableProperty {
        var mirror: Mirror? = Mirror(reflecting: self)
        while let current = mirror {
            for case (key, let property as any ReadableProperty) in current.children { return property }
            mirror = current.superclassMirror
        }
        throw KeyPathError.noProperty(key, class: runtimeClass.name)
    }

    fileprivate func valueType(ofPath path: String) throws -> any PropertyValue.Type {
        guard let dot = path.firstIndex(of: ".") else { return try property(named: path).valueType }
        let key = String(path[..<dot])
        let type = try property(named: key).valueType
        guard let reference = type as? any DescribedReference.Type else {
            throw KeyPathError.noProperties(key, class: runtimeClass.name, found: "\(type)")
        }
        let end = try reference.referenced.valueType(ofPath: String(path[path.index(after: dot)...]))
        return type.isOptional && !end.isOptional ? end.optional : end
    }
}

extension ReadableProperty {
    var valueType: any PropertyValue.Type { Value.self }
}

extension PropertyValue {
    fileprivate static var isOptional: Bool { Unwrapped.self != Self.self }
    fileprivate static var optional: any PropertyValue.Type { Self?.self }
}

/// A type of property values whose own properties a path can lead to.
private protocol DescribedReference {
    static var referenced: ClassDescription { get }
}

extension Ref: DescribedReference {
    fileprivate static var referenced: ClassDescription { Description.description }
}

extension Optional: DescribedReference where Wrapped: DescribedReference {
    fileprivate static var referenced: ClassDescription { Wrapped.referenced }
}
