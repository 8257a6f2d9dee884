// WrittenAccessors.swift - properties without an ivar, whose getter and setter are closures.
//
//      setFahrenheit: ──► the closure `set` ──► setCelsius: of a notifying class
//                                               notifies observers of celsius, and of fahrenheit, which depends on it
import MiniFoundation
import MiniRuntime

extension Property {
    /// Declares a property that is computed from others, and that can be set.
    ///
    ///     let celsius = Property<Double>(20)
    ///     let fahrenheit = Property<Double>(
    ///         affectedBy: \Weather.celsius, get: { (me: Ref<Weather>) in me.celsius * 1.8 + 32 },
    ///         set: { (me: Ref<Weather>, newValue: Double) in me.celsius = (newValue - 32) / 1.8 })
    ///
    /// The property has no ivar and no default value. Messages and key-value coding call the closures. Changes of
    /// single elements of a collection are sets of the whole collection.
    ///
    /// Observers of the property are notified each time one of `paths` changes. A set of the property therefore
    /// notifies them once for each of these that `set` changes, and not if it changes none. Without `paths`, each set
    /// of the property notifies them.
    ///
    /// The closures run on the thread that sends the message, with no lock held.
    ///
    /// - Parameters:
    ///   - paths: all properties that affect the value.
    ///   - get: returns the value. An error that it throws is raised.
    ///   - set: receives the new value, and sets the properties that `get` reads. An error that it throws is raised.
    ///
    /// Objective-C: a getter and a setter that are written out, and `+keyPathsForValuesAffecting<Key>`.
    @inlinable public convenience init<Description: ClassDescription, each Other: ReadableProperty>(
        affectedBy paths: repeat KeyPath<Description, each Other>,
        get: @escaping @Sendable (Ref<Description>) throws -> Value,
        set: @escaping @Sendable (Ref<Description>, _ newValue: Value) throws -> Void
    ) {
        let affecting = list(repeat each paths)
        self.init(
            { _, _ in }, .strong, isAtomic: false, notifiesAutomatically: affecting.isEmpty, affecting: affecting,
            accessors: WrittenAccessors(get, set))
    }
}

/// The getter and the setter of one property, until they become methods of the class.
@usableFromInline struct WrittenAccessors<Value: PropertyValue>: Sendable {
    private typealias Maker = @Sendable (borrowing ClassBuilder, Selector, Selector, ClassDescription) throws -> Void
    private let addMethods: Maker

    @usableFromInline init<Description: ClassDescription>(
        _ get: @escaping @Sendable (Ref<Description>) throws -> Value,
        _ set: @escaping @Sendable (Ref<Description>, Value) throws -> Void
    ) {
        addMethods = { builder, getter, setter, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(getter) { (me: Object) -> Value.Stored in
                try get(Ref(unchecked: me, described)).stored
            }
            try builder.addMethod(setter) { (me: Object, newValue: Value.Stored) in
                try set(Ref(unchecked: me, described), .fromStored(newValue))
            }
        }
    }

    /// Adds the property and its methods to a class that is being made.
    func install(
        _ key: String, _ getter: Selector, _ setter: Selector, in builder: borrowing ClassBuilder,
        _ declaring: ClassDescription
    ) throws {
        try addMethods(builder, getter, setter, declaring)
        builder.cls.addProperty(
            key, attributes: [PropertyAttribute("T", Value.attributeType), PropertyAttribute("N")])
    }
}
