// NamedKeyPath.swift - Swift's key paths, made of names that are known at run time only.
//
// Swift has no way from a name to the key path that `\Person.age` is. So these go through a subscript of the description
// which returns the property itself: they lead to the same property, and are equal to each other, not to the literal one.
import MiniFoundation
import MiniRuntime

extension Ref {
    /// The key path of a property that is known by its name.
    ///
    ///     let count = try Ref<Bird>.keyPath("count", as: Int.self)
    ///     try bird.set(count, to: bird.get(count) + 1)
    ///
    /// All that takes `\.count` takes it: what reads, sets, observes and binds. Two of one name are equal, and a literal one is
    /// another; ``keyPath(_:)`` has the name of both. O(properties of the class). Any thread. Objective-C: the string itself.
    /// - Parameters:
    ///   - key: the name of a ``Property``, inherited ones included.
    ///   - type: its Swift type.
    /// - Returns: the key path, which owns nothing.
    ///
    /// Throws ``KeyPathError`` if there is no such property, or one of another type or kind.
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

    /// The key path of whatever can be read, also by way of other objects.
    ///
    ///     let tree = try Ref<Bird>.keyPath("nest.tree", reading: String?.self)
    ///
    /// As ``keyPath(_:as:)`` for properties of any kind, and for paths of them; nothing can be set by it.
    /// - Parameters:
    ///   - path: keys, with dots between them.
    ///   - type: the Swift type at the end; optional, if one on the way is.
    /// - Returns: the key path, which owns nothing but the path.
    ///
    /// Throws ``KeyPathError`` if there is no such property, or one of another type, or one on the way has no properties.
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

/// Why a name leads to no property.
public enum KeyPathError: Error, Equatable {
    /// The description has no property of that name.
    case noProperty(String, class: String)
    /// The property is another one than was asked for; both by their Swift types.
    case wrongType(String, class: String, found: String, expected: String)
    /// A path goes on after a property that holds no object of a described class.
    case noProperties(String, class: String, found: String)
}

extension KeyPathError: CustomStringConvertible {
    /// The text that is printed.
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

/// A property as the index of a subscript: equal if it leads to the same.
struct KnownProperty<P: AnyProperty>: Hashable {
    let property: P

    init(_ property: P) {
        self.property = property
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.property.propertyKeyPath == rhs.property.propertyKeyPath }
    func hash(into hasher: inout Hasher) { hasher.combine(property.propertyKeyPath) }
}

extension DescribesClass {
    /// What the key paths of here go through.
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
    fileprivate var valueType: any PropertyValue.Type { Value.self }
}

extension PropertyValue {
    fileprivate static var isOptional: Bool { Unwrapped.self != Self.self }
    fileprivate static var optional: any PropertyValue.Type { Self?.self }
}

/// A type of properties that lead on to others.
private protocol DescribedReference {
    static var referenced: ClassDescription { get }
}

extension Ref: DescribedReference {
    fileprivate static var referenced: ClassDescription { Description.description }
}

extension Optional: DescribedReference where Wrapped: DescribedReference {
    fileprivate static var referenced: ClassDescription { Wrapped.referenced }
}
