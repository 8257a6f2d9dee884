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
    /// - Returns: the default value, if there is one.
    func declare(
        _ name: String, in builder: inout ClassBuilder, _ description: ClassDescription
    ) throws -> InitialValue?
    var hasSetter: Bool { get }
    /// Called once all methods are declared: adds those that change elements, unless the description has its own.
    func declareElements(in builder: borrowing ClassBuilder) throws
}

extension DeclaredProperty {
    var hasSetter: Bool { false }
    func declareElements(in builder: borrowing ClassBuilder) throws {}
}

/// What all properties have: a name, how they notify, and what affects them.
open class AnyProperty: @unchecked Sendable {
    // Sendable: the name, and the selectors made of it, are written once, while the class is made, before anybody else
    // can reach the property.
    /// The key. Empty until the class is made.
    public private(set) final var propertyKeyPath = ""
    /// The selector of that name, which is the getter's.
    // unchecked: nobody writes while somebody reads, and asking would cost as much as the message.
    @exclusivity(unchecked) @usableFromInline private(set) final var propertyGetter: Selector = ""
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
        let names = Locked<Object?>(nil, rank: .table)
        // Immutable by then.
        nonisolated(unsafe) let description = description
        try builder.addClassMethod(Selector("keyPathsForValuesAffecting\(suffix)")) { [self] (_: Object) -> Object in
            if let known = names.read({ copy $0 }) { return known }
            let paths = affecting.map { path in
                guard let property = description[keyPath: path] as? AnyProperty else {
                    fatalError("\(type(of: description)).\(propertyKeyPath) is affected by \(path), of another class")
                }
                return NSString.object(property.propertyKeyPath)
            }
            let set = NSSet.object(paths)
            names.exchange(set)
            return set
        }
    }
}

extension ReadableProperty where Self: AnyProperty {
    /// Sends the getter. Throws what it raises, or ``/MiniFoundation/BridgingError``.
    @inlinable public func propertyValue(of object: Object) throws -> Value {
        try Value.read(propertyGetter, of: object)
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
    private let initial: InitialValue.Store
    let isOfExistingClass: Bool
    private let storage: PropertyStorage
    private let isAtomic: Bool
    private let hooks: SetterHooks<Value>?
    @exclusivity(unchecked) @usableFromInline private(set) var setter: Selector = "set:"  // as propertyGetter
    /// What changes the elements of a collection; nil for other values, and where only the setter may change the collection.
    private(set) var selectors: CollectionSelectors?

    /// A property with a default value.
    /// - Parameters:
    ///   - initial: evaluated for each instance.
    ///   - storage: what the setter does with an object.
    ///   - isAtomic: whether any number of threads may read and set the property of one object at once. Objective-C:
    ///     `atomic`, `nonatomic`.
    ///   - notifiesAutomatically: false if the class says by itself when the value changes.
    @inlinable public convenience init(
        _ initial: @autoclosure @escaping @Sendable () -> Value, storage: PropertyStorage = .strong,
        isAtomic: Bool = true, notifiesAutomatically: Bool = true
    ) {
        self.init(
            { $1.initialize($0, initial().stored) }, storage, isAtomic: isAtomic,
            notifiesAutomatically: notifiesAutomatically, affecting: [])
    }

    /// As ``init(_:storage:isAtomic:notifiesAutomatically:)``, for a property whose observers are told as well when one of
    /// `paths` changes.
    @inlinable public convenience init<Description, each Other: ReadableProperty>(
        _ initial: @autoclosure @escaping @Sendable () -> Value,
        affectedBy paths: repeat KeyPath<Description, each Other>, storage: PropertyStorage = .strong,
        isAtomic: Bool = true, notifiesAutomatically: Bool = true
    ) {
        self.init(
            { $1.initialize($0, initial().stored) }, storage, isAtomic: isAtomic,
            notifiesAutomatically: notifiesAutomatically, affecting: list(repeat each paths))
    }

    /// - Parameter initial: compiled where the property is declared, and so for its type.
    @usableFromInline init(
        _ initial: @escaping InitialValue.Store, _ storage: PropertyStorage, isAtomic: Bool,
        notifiesAutomatically: Bool, affecting: [AnyKeyPath], hooks: SetterHooks<Value>? = nil,
        isOfExistingClass: Bool = false
    ) {
        self.isOfExistingClass = isOfExistingClass
        self.hooks = hooks
        self.initial = initial
        self.storage = storage
        self.isAtomic = isAtomic
        super.init(notifiesAutomatically: notifiesAutomatically, affecting: affecting)
    }

    override func nameProperty(_ name: String) {
        super.nameProperty(name)
        setter = Selector("set\(capitalized(name)):")
        guard let collection, hooks == nil, !isOfExistingClass, storage == .strong || storage == .copy else { return }
        selectors = CollectionSelectors(collection.kind, capitalized(name))
    }

    /// Sends the setter. Throws what it raises.
    @inlinable public func setPropertyValue(_ value: Value, of object: Object) throws {
        try object.sendDraining(setter, value.stored)
    }
}

extension Property: DeclaredProperty {
    var hasSetter: Bool { true }

    func declare(
        _ name: String, in builder: inout ClassBuilder, _ description: ClassDescription
    ) throws -> InitialValue? {
        nameProperty(name)
        try builder.addProperty(name, Value.Stored.self, storage: storage, isAtomic: isAtomic)
        try hooks?.install(setter, of: name, propertyGetter, in: builder.cls, description)
        try declareNotifications(in: builder, description)
        return InitialValue(builder.cls.instanceVariable("_" + name)!, storage, initial)
    }

    func declareElements(in builder: borrowing ClassBuilder) throws {
        let ivar = builder.cls.instanceVariable("_" + propertyKeyPath)!
        switch selectors == nil ? nil : collection?.kind {
        case .array: try builder.addArrayElementMethods(capitalized(propertyKeyPath), ivar)
        case .set: try builder.addSetElementMethods(capitalized(propertyKeyPath), ivar)
        case .dictionary: try builder.addDictionaryElementMethods(capitalized(propertyKeyPath), ivar)
        case nil: break
        }
    }

    private var collection: (any CollectionValue.Type)? { Value.self as? any CollectionValue.Type }
}

/// A property that has a default value, and no setter. Whoever changes its ivar says so by hand. Objective-C:
/// `@property (readonly)`.
public final class ReadOnly<Value: PropertyValue>: AnyProperty, ReadableProperty, @unchecked Sendable {
    // Sendable: as AnyProperty; its own fields are immutable.
    private let initial: InitialValue.Store
    let isOfExistingClass: Bool

    /// A property with the value that it has for good, unless the class changes it by key-value coding.
    @inlinable public convenience init(_ initial: @autoclosure @escaping @Sendable () -> Value) {
        self.init(storing: { $1.initialize($0, initial().stored) })
    }

    @usableFromInline init(storing initial: @escaping InitialValue.Store, isOfExistingClass: Bool = false) {
        self.isOfExistingClass = isOfExistingClass
        self.initial = initial
        super.init(notifiesAutomatically: true, affecting: [])
    }
}

extension ReadOnly: DeclaredProperty {
    func declare(
        _ name: String, in builder: inout ClassBuilder, _ description: ClassDescription
    ) throws -> InitialValue? {
        nameProperty(name)
        try builder.addProperty(name, Value.Stored.self, isReadOnly: true)
        try declareNotifications(in: builder, description)
        return InitialValue(builder.cls.instanceVariable("_" + name)!, .strong, initial)
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
    private let add: MethodMaker

    /// A property with this getter. What it throws is raised.
    @inlinable public convenience init<Description: ClassDescription, each Other: ReadableProperty>(
        affectedBy paths: repeat KeyPath<Description, each Other>,
        getter: @escaping @Sendable (Ref<Description>) throws -> Value
    ) {
        self.init(affecting: list(repeat each paths)) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(selector) { (me: Object) -> Value.Stored in
                try getter(Ref(unchecked: me, described)).stored
            }
        }
    }

    @usableFromInline init(affecting: [AnyKeyPath], _ add: @escaping MethodMaker) {
        self.add = add
        super.init(notifiesAutomatically: true, affecting: affecting)
    }
}

extension Computed: DeclaredProperty {
    func declare(
        _ name: String, in builder: inout ClassBuilder, _ description: ClassDescription
    ) throws -> InitialValue? {
        nameProperty(name)
        try add(Selector(name), builder, description)
        try declareNotifications(in: builder, description)
        return nil
    }
}

/// `age` as accessors spell it: `Age`.
func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
}

@usableFromInline func list<Description, each P>(_ paths: repeat KeyPath<Description, each P>) -> [AnyKeyPath] {
    var list: [AnyKeyPath] = []
    repeat list.append(each paths)
    return list
}
