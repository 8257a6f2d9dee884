// Property.swift - the properties that a class description declares: stored, read-only and computed.
import MiniFoundation
import MiniRuntime

/// A property that can be read and observed. The properties of an object that it holds are members too:
/// `\Person.employer.name`.
@dynamicMemberLookup
public protocol ReadableProperty<Value>: AnyObject, Sendable {
    /// The Swift type of the value.
    associatedtype Value: PropertyValue
    // The names are long so that no user's property has them: in a key path they would hide it.
    /// The key, or the key path if the property belongs to another object.
    var propertyKeyPath: String { get }
    /// Returns the value of the property of an object of the class, by message. Throws an exception that the getter
    /// raises, or ``/MiniFoundation/BridgingError``.
    func propertyValue(of object: Object) throws -> Value
}

/// The part of a property that `ClassDescription` uses while it makes the class.
protocol DeclaredProperty: AnyObject {
    /// Names the property and adds its methods. Called once, with the name in the description.
    /// - Returns: the default value of a stored property; nil for others.
    func declare(
        _ name: String, in builder: inout ClassBuilder, _ description: ClassDescription
    ) throws -> InitialValue?
    var hasSetter: Bool { get }
    /// Adds the methods that change elements, except those that the description declares itself. Called after all
    /// methods are declared.
    func declareElements(in builder: borrowing ClassBuilder) throws
}

extension DeclaredProperty {
    var hasSetter: Bool { false }
    func declareElements(in builder: borrowing ClassBuilder) throws {}
}

/// The base class of all properties: a name, the mode of notification, and the keys that affect the property.
public class AnyProperty: @unchecked Sendable {
    // Sendable: the name, and the selectors made of it, are written once, while the class is made, before other threads
    // can reach the property.
    /// The key. Empty until the class is made.
    public private(set) final var propertyKeyPath = ""
    // unchecked: it is never written while it is read, and the check would cost as much as the message.
    @exclusivity(unchecked) @usableFromInline final var storedGetter: Selector = ""
    private let notifiesAutomatically: Bool
    private let affecting: [AnyKeyPath]

    /// The getter's selector, which is the name.
    @inlinable @inline(__always) final var propertyGetter: Selector { unsafe storedGetter }

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
        unsafe storedGetter = Selector(name)
    }

    /// Adds the class methods by which key-value observing reads the declaration:
    /// `+automaticallyNotifiesObserversOf<Key>` and `+keyPathsForValuesAffecting<Key>`, each only if needed.
    final func declareNotifications(in builder: borrowing ClassBuilder, _ description: ClassDescription) throws {
        let suffix = accessorNames(propertyKeyPath)[0]
        if !notifiesAutomatically {
            try builder.addClassMethod(Selector("automaticallyNotifiesObserversOf\(suffix)")) { (_: Object) in false }
        }
        guard !affecting.isEmpty else { return }
        // Computed when the method is first called, because the other properties have no names yet.
        let names = Locked<Object?>(nil, rank: .table)
        // Immutable before the class method can be called.
        nonisolated(unsafe) let description = description
        try builder.addClassMethod(Selector("keyPathsForValuesAffecting\(suffix)")) { [self] (_: Object) -> Object in
            if let known = names.read({ copy $0 }) { return known }
            let paths = affecting.map { path in
                guard let property = unsafe description[keyPath: path] as? AnyProperty else {
                    fatalError(
                        "\(unsafe type(of: description)).\(propertyKeyPath) is affected by \(path), of another class")
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
    /// Returns the value by sending the getter. Throws an exception that the getter raises, or
    /// ``/MiniFoundation/BridgingError``.
    @inlinable public func propertyValue(of object: Object) throws -> Value {
        try RuntimeException.unwrapping { try Value.read(propertyGetter, of: object) }
    }
}

/// A property that has a setter. This object declares the property; each object of the class contains a value of its
/// own, or computes it from other properties. Objective-C: `@property`.
public final class Property<Value: PropertyValue>: AnyProperty, ReadableProperty, @unchecked Sendable {
    // Sendable: as AnyProperty; its own fields are immutable, except the setter, which is named with the property.
    private let initial: InitialValue.Store
    let isOfExistingClass: Bool
    private let storage: PropertyStorage
    private let isAtomic: Bool
    private let hooks: SetterHooks<Value>?
    private let accessors: WrittenAccessors<Value>?  // nil for a property with an ivar
    @exclusivity(unchecked) @usableFromInline var storedSetter: Selector = "set:"  // as storedGetter
    /// The selectors of the messages that change elements of a collection; nil for other values, and for collections
    /// that only the setter may change.
    private(set) var selectors: CollectionSelectors?

    /// Declares a property with a default value.
    /// - Parameters:
    ///   - initial: the default value, evaluated for each instance.
    ///   - storage: how the setter stores an object.
    ///   - isAtomic: whether threads may read and set the property of one object at the same time. Objective-C:
    ///     `atomic`, `nonatomic`.
    ///   - notifiesAutomatically: false if the class sends `willChangeValueForKey:` and `didChangeValueForKey:` itself.
    @inlinable public convenience init(
        _ initial: @autoclosure @escaping @Sendable () -> Value, storage: PropertyStorage = .strong,
        isAtomic: Bool = true, notifiesAutomatically: Bool = true
    ) {
        self.init(
            { $1.initialize($0, initial().stored) }, storage, isAtomic: isAtomic,
            notifiesAutomatically: notifiesAutomatically, affecting: [])
    }

    /// As ``init(_:storage:isAtomic:notifiesAutomatically:)``. Observers of the property are also notified when one of
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

    /// - Parameter initial: a closure of the inlined caller, so that it is specialized for the type.
    @usableFromInline init(
        _ initial: @escaping InitialValue.Store, _ storage: PropertyStorage, isAtomic: Bool,
        notifiesAutomatically: Bool, affecting: [AnyKeyPath], hooks: SetterHooks<Value>? = nil,
        accessors: WrittenAccessors<Value>? = nil, isOfExistingClass: Bool = false
    ) {
        self.isOfExistingClass = isOfExistingClass
        self.hooks = hooks
        self.accessors = accessors
        self.initial = initial
        self.storage = storage
        self.isAtomic = isAtomic
        super.init(notifiesAutomatically: notifiesAutomatically, affecting: affecting)
    }

    /// The setter's selector.
    @inlinable @inline(__always) var setter: Selector { unsafe storedSetter }

    override func nameProperty(_ name: String) {
        super.nameProperty(name)
        unsafe storedSetter = Selector("set\(capitalized(name)):")
        guard let collection, hooks == nil, accessors == nil, !isOfExistingClass,
            storage == .strong || storage == .copy
        else { return }
        selectors = CollectionSelectors(collection.kind, capitalized(name))
    }

    /// Finds the setter of an existing class, which a compiler may have named: see `accessorNames`.
    func findSetter(in cls: Class) {
        let setters = accessorNames(propertyKeyPath).map { Selector("set\($0):") }
        if let found = setters.first(where: cls.instancesRespond(to:)) { unsafe storedSetter = found }
    }

    /// Sends the setter. Throws the error that the setter or an observer throws, or an exception.
    @inlinable public func setPropertyValue(_ value: Value, of object: Object) throws {
        try RuntimeException.unwrapping { try object.sendDraining(setter, value.stored) }
    }
}

extension Property: DeclaredProperty {
    var hasSetter: Bool { true }

    func declare(
        _ name: String, in builder: inout ClassBuilder, _ description: ClassDescription
    ) throws -> InitialValue? {
        nameProperty(name)
        if let accessors {
            try accessors.install(name, propertyGetter, setter, in: builder, description)
            try declareNotifications(in: builder, description)
            return nil
        }
        try builder.addProperty(
            name, Value.Stored.self, attribute: Value.attributeType, storage: storage, isAtomic: isAtomic)
        try hooks?.install(setter, of: name, propertyGetter, in: builder.cls, description)
        try declareNotifications(in: builder, description)
        return InitialValue(builder.cls.instanceVariable("_" + name)!, storage, initial)
    }

    func declareElements(in builder: borrowing ClassBuilder) throws {
        guard selectors != nil, let kind = collection?.kind else { return }
        let ivar = builder.cls.instanceVariable("_" + propertyKeyPath)!
        switch kind {
        case .array: try builder.addArrayElementMethods(capitalized(propertyKeyPath), ivar)
        case .set: try builder.addSetElementMethods(capitalized(propertyKeyPath), ivar)
        case .dictionary: try builder.addDictionaryElementMethods(capitalized(propertyKeyPath), ivar)
        }
    }

    private var collection: (any CollectionValue.Type)? { Value.self as? any CollectionValue.Type }
}

/// A property with a default value and no setter. Key-value coding can set its ivar, and notifies observers; code that
/// writes the ivar directly must announce the change itself. Objective-C: `@property (readonly)`.
public final class ReadOnly<Value: PropertyValue>: AnyProperty, ReadableProperty, @unchecked Sendable {
    // Sendable: as AnyProperty; its own fields are immutable.
    private let initial: InitialValue.Store
    let isOfExistingClass: Bool

    /// Declares a property with a value, which is evaluated for each instance.
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
        try builder.addProperty(name, Value.Stored.self, attribute: Value.attributeType, isReadOnly: true)
        try declareNotifications(in: builder, description)
        return InitialValue(builder.cls.instanceVariable("_" + name)!, .strong, initial)
    }
}

/// A property that is computed from others and cannot be set. Its observers are notified when one of those changes. For
/// one that can be set, declare a ``Property`` with ``Property/init(affectedBy:get:set:)``.
///
///     let fullName = Computed<String>(affectedBy: \Person.first, \Person.last) { (person: Ref<Person>) in
///         "\(person.first) \(person.last)"
///     }
///
/// Objective-C: a getter, and `+keyPathsForValuesAffecting<Key>`.
public final class Computed<Value: PropertyValue>: AnyProperty, ReadableProperty, @unchecked Sendable {
    // Sendable: as AnyProperty; its own fields are immutable.
    private let add: MethodMaker

    /// Declares a property with this getter. An error that the getter throws is raised as an exception.
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

@usableFromInline func list<Description, each P>(_ paths: repeat KeyPath<Description, each P>) -> [AnyKeyPath] {
    var list: [AnyKeyPath] = []
    repeat list.append(each paths)
    return list
}
