// Override.swift - overrides of inherited properties and methods.
//
//      \Shape.area ──► the selector that Shape's property has ──► a method of Circle under that selector
import MiniFoundation
import MiniRuntime

/// An override of an inherited property or method.
///
///     final class Circle: Shape {
///         let radius = Property<Double>(1)
///         let circleArea = Override(\Shape.area, affectedBy: \Circle.radius) { (me: Ref<Circle>) in
///             me.super.area + 3 * me.radius * me.radius
///         }
///         let circleDescribe = Override(\Shape.describe) { (me: Ref<Circle>) in "round " + (try me.super.describe()) }
///     }
///
/// Callers use the inherited name, `circle.area`; a `Ref<Shape>`, a message or a key path reaches the override too. The
/// override's own name, `circleArea`, only serves the reader. The closure takes a reference to the class that declares
/// the override, and calls the overridden member as `me.super`. The compiler checks the types against those of the
/// overridden member. Any thread, as for all methods.
///
/// Objective-C: a method of the subclass with the same selector.
public final class Override: DeclaredMember {
    typealias Maker = (Overriding, borrowing ClassBuilder) throws -> Void
    private let make: Maker

    init(_ make: @escaping Maker) {
        self.make = make
    }

    func declare(
        _ name: String, in builder: borrowing ClassBuilder, of description: ClassDescription, below superclass: Class
    ) throws {
        try make(Overriding(name: name, description: description, superclass: superclass), builder)
    }

    func name(_ name: String) {}
}

/// An override whose class is being made.
struct Overriding {
    let name: String
    let description: ClassDescription
    let superclass: Class

    /// Returns the overridden member and its selector. Throws unless a superclass implements the selector, and the
    /// closure takes a reference to the class that is being made.
    /// - Parameter closure: the description that the closure's reference has.
    func find<Above: ClassDescription, Member>(
        _ member: KeyPath<Above, Member>, takenAs closure: ClassDescription.Type, isOfClass: Bool = false,
        _ selector: (Member) -> Selector
    ) throws -> (Member, Selector) {
        let own = "\(type(of: description))"
        guard type(of: description) == closure else {
            throw ClassDescriptionError.overrideTakesOther(name, description: own, takes: "\(closure)")
        }
        guard let above = description as? Above else {
            throw ClassDescriptionError.overridesNothing(name, description: own, member: "\(member)")
        }
        let found = above[keyPath: member]
        guard (isOfClass ? superclass.isa : superclass).instanceMethod(selector(found)) != nil else {
            throw ClassDescriptionError.overridesNothing(name, description: own, member: "\(member)")
        }
        return (found, selector(found))
    }
}

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────

extension Override {
    /// Overrides the getter of an inherited property.
    /// - Parameters:
    ///   - property: the property as the superclass declares it, `\Shape.area`.
    ///   - paths: properties that affect the value in addition to those that the superclass declares. Observers are
    ///     also notified when one of these changes.
    ///   - getter: returns the value. An error that it throws is raised.
    ///
    /// If there is nothing to override, or `getter` takes a reference to another class than the declaring one,
    /// ``DescribesClass/register()`` throws ``ClassDescriptionError``. Objective-C: a getter, and a
    /// `+keyPathsForValuesAffecting<Key>` that adds to super's.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, P: AnyProperty & ReadableProperty,
        each Other: ReadableProperty
    >(
        _ property: KeyPath<Above, P>, affectedBy paths: repeat KeyPath<Description, each Other>,
        getter: @escaping @Sendable (Ref<Description>) throws -> P.Value
    ) {
        let affecting = list(repeat each paths)
        self.init { overriding, builder in
            let (found, selector) = try overriding.find(property, takenAs: Description.self) { $0.propertyGetter }
            let described = try Described<Description>(whileMaking: overriding.description)
            try builder.addMethod(selector) { (me: Object) throws -> P.Value.Stored in
                try getter(Ref(unchecked: me, described)).stored
            }
            try addAffecting(affecting, found.propertyKeyPath, overriding.description, builder)
        }
    }
}

extension Override {
    /// Overrides the setter of an inherited property.
    ///
    ///     let carVolume = Override(\Radio.volume, setter: { (me: Ref<CarRadio>, volume: Int) in
    ///         me.super.volume = min(volume, 50)
    ///     })
    ///
    /// Observers are notified once, around the override, as with any setter. Default values and the messages that
    /// change single elements of a collection do not call the override.
    /// - Parameters:
    ///   - property: the property as the superclass declares it, `\Radio.volume`.
    ///   - setter: stores the value. An error that it throws is raised.
    ///
    /// If there is nothing to override, or `setter` takes a reference to another class than the declaring one,
    /// ``DescribesClass/register()`` throws ``ClassDescriptionError``. Objective-C: an overridden setter.
    public convenience init<Above: ClassDescription, Description: ClassDescription, Value: PropertyValue>(
        _ property: KeyPath<Above, Property<Value>>,
        setter: @escaping @Sendable (Ref<Description>, _ newValue: Value) throws -> Void
    ) {
        self.init { overriding, builder in
            let (_, selector) = try overriding.find(property, takenAs: Description.self) { $0.setter }
            let described = try Described<Description>(whileMaking: overriding.description)
            try builder.addMethod(selector) { (me: Object, newValue: Value.Stored) in
                try setter(Ref(unchecked: me, described), .fromStored(newValue))
            }
        }
    }
}

/// Adds a class method `+keyPathsForValuesAffecting<Key>` that adds `paths` to the return value of super's.
private func addAffecting(
    _ paths: [AnyKeyPath], _ key: String, _ description: ClassDescription, _ builder: borrowing ClassBuilder
) throws {
    guard !paths.isEmpty else { return }
    let selectors = accessorNames(key).map { Selector("keyPathsForValuesAffecting\($0)") }
    let metaclass = builder.cls.isa
    // Immutable before the class method can be called.
    nonisolated(unsafe) let (description, paths) = (description, paths)
    try builder.addClassMethod(selectors[0]) { (me: Object) throws -> Object in
        let own = unsafe paths.map { path in
            guard let property = unsafe description[keyPath: path] as? AnyProperty else {
                fatalError("\(unsafe type(of: description)).\(key) is affected by \(path), of another class")
            }
            return NSString.object(property.propertyKeyPath)
        }
        guard let selector = selectors.first(where: { metaclass.superclass?.instanceMethod($0) != nil }) else {
            return NSSet.object(own)
        }
        let inherited = NSSet.elements(of: try me.sendSuper(of: metaclass, selector, as: Object.self))
        return NSSet.object((inherited ?? []) + own)
    }
}
