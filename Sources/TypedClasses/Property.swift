// Property.swift - what a class description says of one property.
import MiniFoundation
import MiniRuntime

/// A property that can be read, and whose changes can be observed. One that holds an object has the properties of that
/// object as members: `\Person.employer.name`.
@dynamicMemberLookup
public protocol ReadableProperty<Value>: AnyObject, Sendable {
    /// The Swift type.
    associatedtype Value: PropertyValue
    // Names that no property of a user's will have: in a path they would come first.
    /// The key, or the key path for a property of another object.
    var propertyKeyPath: String { get }
    /// Reads it from an object of the class, by message. Throws what the getter raises, or
    /// ``/MiniFoundation/BridgingError``.
    func propertyValue(of object: Object) throws -> Value
}

/// What the builder of a class asks of every property in its description.
protocol DeclaredProperty: AnyObject {
    /// Called once, with the name that the description gives it.
    func declare(_ name: String, in builder: inout ClassBuilder, _ description: ClassDescription) throws
    /// Stores the default value, if there is one, in an instance that is being made.
    func initialize(_ object: Object) throws
}

/// What all properties have: a name, how they notify, and what affects them.
open class AnyProperty: @unchecked Sendable {
    // Sendable: the name, and the selectors made of it, are written once, while the class is made, before anybody else
    // can reach the property.
    /// The key. Empty until the class is made.
    public private(set) final var propertyKeyPath = ""
    /// The selector of that name, which is the getter's.
    private(set) final var propertyGetter: Selector = ""
    private let notifiesAutomatically: Bool
    private let affecting: [AnyKeyPath]

    init(notifiesAutomatically: Bool, affecting: [AnyKeyPath]) {
        self.notifiesAutomatically = notifiesAutomatically
        self.affecting = affecting
    }

    init(path: String) {
        notifiesAutomatically = true
        affecting = []
        propertyKeyPath = path
    }

    func nameProperty(_ name: String) {
        propertyKeyPath = name
        propertyGetter = Selector(name)
    }

    /// Says in the class what the description says: by the class methods that key-value observing asks.
    final func declareNotifications(in builder: borrowing ClassBuilder, _ description: ClassDescription) throws {
        let suffix = capitalized(propertyKeyPath)
        if !notifiesAutomatically {
            try builder.addClassMethod(Selector("automaticallyNotifiesObserversOf\(suffix)")) { (_: Object) in false }
        }
        guard !affecting.isEmpty else { return }
        // Names are known when all properties have theirs; the class is not asked before.
        let names = Locked<Object?>(nil)
        // Immutable by then.
        nonisolated(unsafe) let description = description
        try builder.addClassMethod(Selector("keyPathsForValuesAffecting\(suffix)")) { [self] (_: Object) -> Object in
            if let known = names.withLock({ $0 }) { return known }
            let paths = affecting.map { path in
                guard let property = description[keyPath: path] as? AnyProperty else {
                    fatalError("\(type(of: description)).\(propertyKeyPath) is affected by \(path), of another class")
                }
                return NSString.object(property.propertyKeyPath)
            }
            let set = NSSet.object(paths)
            _ = names.exchange(set)
            return set
        }
    }
}

extension ReadableProperty where Self: AnyProperty {
    /// Sends the getter. Throws what it raises, or ``/MiniFoundation/BridgingError``.
    public func propertyValue(of object: Object) throws -> Value {
        // The value owns what it needs: nothing that the getter autoreleased is left behind.
        try autoreleasepool { try Value.fromStored(object.send(propertyGetter, as: Value.Stored.self)) }
    }
}

/// A stored property: an ivar, a getter, and a setter that notifies.
///
///     class Person: ClassDescription {
///         let age = Property<Int32>(0)
///         let employer = Property<Ref<Company>?>(nil)
///     }
///
/// The object has the value; this only says that it has one. Objective-C: `@property`.
public final class Property<Value: PropertyValue>: AnyProperty, ReadableProperty, @unchecked Sendable {
    // Sendable: as AnyProperty; its own fields are immutable, but for the setter, which is named with the property.
    private let initial: @Sendable () -> Value
    private let storage: PropertyStorage
    private var setter: Selector = "set:"

    /// A property with a default value.
    /// - Parameters:
    ///   - initial: evaluated for each instance.
    ///   - storage: what the setter does with an object.
    ///   - notifiesAutomatically: false if the class says by itself when the value changes.
    public init(
        _ initial: @autoclosure @escaping @Sendable () -> Value, storage: PropertyStorage = .strong,
        notifiesAutomatically: Bool = true
    ) {
        self.initial = initial
        self.storage = storage
        super.init(notifiesAutomatically: notifiesAutomatically, affecting: [])
    }

    /// As ``init(_:storage:notifiesAutomatically:)``, for a property whose observers are told as well when one of
    /// `paths` changes.
    public init<Description, each Other: ReadableProperty>(
        _ initial: @autoclosure @escaping @Sendable () -> Value,
        affectedBy paths: repeat KeyPath<Description, each Other>, storage: PropertyStorage = .strong,
        notifiesAutomatically: Bool = true
    ) {
        self.initial = initial
        self.storage = storage
        super.init(notifiesAutomatically: notifiesAutomatically, affecting: list(repeat each paths))
    }

    override func nameProperty(_ name: String) {
        super.nameProperty(name)
        setter = Selector("set\(capitalized(name)):")
    }

    /// Sends the setter. Throws what it raises.
    public func setPropertyValue(_ value: Value, of object: Object) throws {
        try autoreleasepool { try object.send(setter, value.stored) }
    }
}

extension Property: DeclaredProperty {
    func declare(_ name: String, in builder: inout ClassBuilder, _ description: ClassDescription) throws {
        nameProperty(name)
        try builder.addProperty(name, Value.Stored.self, storage: storage)
        try declareNotifications(in: builder, description)
    }

    func initialize(_ object: Object) throws {
        try object.setIvar("_" + propertyKeyPath, to: initial().stored)
    }
}

/// A property that has a default value, and no setter. Whoever changes its ivar says so by hand. Objective-C:
/// `@property (readonly)`.
public final class ReadOnly<Value: PropertyValue>: AnyProperty, ReadableProperty, @unchecked Sendable {
    // Sendable: as AnyProperty; its own fields are immutable.
    private let initial: @Sendable () -> Value

    /// A property with the value that it has for good, unless the class changes it by key-value coding.
    public init(_ initial: @autoclosure @escaping @Sendable () -> Value) {
        self.initial = initial
        super.init(notifiesAutomatically: true, affecting: [])
    }
}

extension ReadOnly: DeclaredProperty {
    func declare(_ name: String, in builder: inout ClassBuilder, _ description: ClassDescription) throws {
        nameProperty(name)
        try builder.addProperty(name, Value.Stored.self, isReadOnly: true)
        try declareNotifications(in: builder, description)
    }

    func initialize(_ object: Object) throws {
        try object.setIvar("_" + propertyKeyPath, to: initial().stored)
    }
}

/// A property that is computed from others, and changes when they do.
///
///     let fullName = Computed<String>(affectedBy: \Person.first, \Person.last) { (person: Ref<Person>) in
///         "\(person.first) \(person.last)"
///     }
///
/// Objective-C: a getter, and `+keyPathsForValuesAffecting<Key>`.
public final class Computed<Value: PropertyValue>: AnyProperty, ReadableProperty, @unchecked Sendable {
    // Sendable: as AnyProperty; its own fields are immutable.
    private let getter: @Sendable (Object) throws -> Value

    /// A property with this getter. What it throws is raised.
    public init<Description: ClassDescription, each Other: ReadableProperty>(
        affectedBy paths: repeat KeyPath<Description, each Other>,
        getter: @escaping @Sendable (Ref<Description>) throws -> Value
    ) {
        self.getter = { try getter(Ref(unchecked: $0)) }
        super.init(notifiesAutomatically: true, affecting: list(repeat each paths))
    }
}

extension Computed: DeclaredProperty {
    func declare(_ name: String, in builder: inout ClassBuilder, _ description: ClassDescription) throws {
        nameProperty(name)
        try builder.addMethod(Selector(name)) { [getter] (me: Object) -> Value.Stored in try getter(me).stored }
        try declareNotifications(in: builder, description)
    }

    func initialize(_ object: Object) throws {}
}

/// `age` as accessors spell it: `Age`.
private func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
}

private func list<Description, each P>(_ paths: repeat KeyPath<Description, each P>) -> [AnyKeyPath] {
    var list: [AnyKeyPath] = []
    repeat list.append(each paths)
    return list
}
