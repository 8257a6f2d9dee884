// SetterHooks.swift - `willSet` and `didSet`: closures that run before and after a property is set.
//
//      setVolume: of a notifying class     notifies observers before and after ...
//        └─► setVolume: of Radio           ... willSet, the store, didSet
//              └─► the accessor            the store alone; also called if a closure sets the property itself
import MiniFoundation
import MiniRuntime

extension Property {
    /// Declares a property with closures that run before and after it is set, like those of a Swift property.
    ///
    ///     let volume: Property<Int> = Property(50, didSet: { (me: Ref<Radio>, oldValue: Int) in
    ///         if me.volume > 100 { me.volume = 100 }
    ///     })
    ///
    /// Write the type as shown, because the closure uses the property itself: with `Property<Int>(…)` alone, the
    /// compiler reports a "circular reference".
    ///
    /// The closures are part of the class's setter: messages and key-value coding run them; the default value and
    /// ``/MiniRuntime/Object/setIvar(_:to:)`` do not. Observers are notified outside the closures, once, with the final
    /// value. If a closure, or code that it calls on its thread, sets the same property of the same object, the value
    /// is stored without calling a closure again. The setter raises an error that a closure throws; if `willSet`
    /// throws, the value is unchanged.
    ///
    /// Changes of single elements of a collection also go through the setter, so that the closures run: observers are
    /// notified of a setting of the whole collection.
    ///
    /// The closures run on the thread that sets the value, with no lock held. If two threads set the property, the
    /// closures can run at the same time.
    ///
    /// - Parameters:
    ///   - initial: the default value, evaluated for each instance.
    ///   - paths: observers of the property are also notified when one of these changes.
    ///   - storage: how the accessor stores an object.
    ///   - isAtomic: whether threads may read and set the property of one object at the same time.
    ///   - notifiesAutomatically: false if the class sends `willChangeValueForKey:` and `didChangeValueForKey:` itself.
    ///   - willSet: receives the new value. The property still has the old one.
    ///   - didSet: receives the old value.
    ///
    /// Objective-C: a setter that is written out.
    @inlinable public convenience init<Description: ClassDescription, each Other: ReadableProperty>(
        _ initial: @autoclosure @escaping @Sendable () -> Value,
        affectedBy paths: repeat KeyPath<Description, each Other>, storage: PropertyStorage = .strong,
        isAtomic: Bool = true, notifiesAutomatically: Bool = true,
        willSet: @escaping @Sendable (Ref<Description>, _ newValue: Value) throws -> Void,
        didSet: @escaping @Sendable (Ref<Description>, _ oldValue: Value) throws -> Void
    ) {
        self.init(
            { $1.initialize($0, initial().stored) }, storage, isAtomic: isAtomic,
            notifiesAutomatically: notifiesAutomatically, affecting: list(repeat each paths),
            hooks: SetterHooks(willSet, didSet))
    }

    /// Declares a property with a closure that runs before it is set. As the initializer with both closures.
    @inlinable public convenience init<Description: ClassDescription, each Other: ReadableProperty>(
        _ initial: @autoclosure @escaping @Sendable () -> Value,
        affectedBy paths: repeat KeyPath<Description, each Other>, storage: PropertyStorage = .strong,
        isAtomic: Bool = true, notifiesAutomatically: Bool = true,
        willSet: @escaping @Sendable (Ref<Description>, _ newValue: Value) throws -> Void
    ) {
        self.init(
            { $1.initialize($0, initial().stored) }, storage, isAtomic: isAtomic,
            notifiesAutomatically: notifiesAutomatically, affecting: list(repeat each paths),
            hooks: SetterHooks(willSet, nil))
    }

    /// Declares a property with a closure that runs after it is set. As the initializer with both closures.
    @inlinable public convenience init<Description: ClassDescription, each Other: ReadableProperty>(
        _ initial: @autoclosure @escaping @Sendable () -> Value,
        affectedBy paths: repeat KeyPath<Description, each Other>, storage: PropertyStorage = .strong,
        isAtomic: Bool = true, notifiesAutomatically: Bool = true,
        didSet: @escaping @Sendable (Ref<Description>, _ oldValue: Value) throws -> Void
    ) {
        self.init(
            { $1.initialize($0, initial().stored) }, storage, isAtomic: isAtomic,
            notifiesAutomatically: notifiesAutomatically, affecting: list(repeat each paths),
            hooks: SetterHooks(nil, didSet))
    }
}

/// The closures of one property, until they become part of the class's setter.
@usableFromInline struct SetterHooks<Value: PropertyValue>: Sendable {
    private typealias Hook = @Sendable (Object, Value) throws -> Void
    private let makeHooks: @Sendable (ClassDescription) throws -> (Hook?, Hook?)

    @usableFromInline init<Description: ClassDescription>(
        _ willSet: (@Sendable (Ref<Description>, Value) throws -> Void)?,
        _ didSet: (@Sendable (Ref<Description>, Value) throws -> Void)?
    ) {
        makeHooks = { declaring in
            let described = try Described<Description>(whileMaking: declaring)
            let bound = { (hook: @escaping @Sendable (Ref<Description>, Value) throws -> Void) -> Hook in
                { me, value in try hook(Ref(unchecked: me, described), value) }
            }
            return (willSet.map(bound), didSet.map(bound))
        }
    }

    /// In a class that is being made, replaces the setter by a method that calls the closures before and after the
    /// setter.
    func install(_ setter: Selector, of key: String, _ getter: Selector, in cls: Class, _ declaring: ClassDescription)
        throws
    {
        let (willSet, didSet) = try makeHooks(declaring)
        guard let method = cls.instanceMethod(setter), let types = method.typeEncoding else {
            throw RuntimeError.noMethod(setter.name, class: cls.name)
        }
        let (accessor, signature) = (method.implementation, try MethodSignature(types))
        let implementation = try IMP(types: types) { (message: IncomingMessage) in
            let me = message.receiver.retained()
            let store = { try RuntimeException.catching { message.pass(to: accessor, signature) } }
            try RunningHooks.run(setter, of: key, me, store) {
                let old = didSet == nil ? nil : try Value.read(getter, of: me)
                if let willSet { try willSet(me, .fromStored(.fromArgument(2, of: message, retained: false))) }
                try store()
                if let didSet, let old { try didSet(me, old) }
            }
        }
        method.setImplementation(implementation)
    }
}

/// The settings whose closures are running on one thread.
private final class RunningHooks {
    private struct Setting: Equatable {
        let setter: Selector
        let object: UnmanagedObject
    }

    private static let current = ThreadLocal<RunningHooks>()
    private var settings: [Setting] = []

    /// Calls `hooks`, in which changes of this key on this thread notify nobody: the setting that is under way
    /// notifies. If the closures of this setter already run for this object on this thread, calls only `store`.
    static func run(
        _ setter: Selector, of key: String, _ object: Object, _ store: () throws -> Void, _ hooks: () throws -> Void
    ) throws {
        let setting = Setting(setter: setter, object: object.unmanaged)
        let running = current.value ?? RunningHooks()
        current.value = running
        if running.settings.contains(setting) { return try store() }
        running.settings.append(setting)
        defer { running.settings.removeLast() }
        try withExtendedLifetime(object) {
            var result = Result<Void, any Error>.success(())
            setting.object.silencing(key) { result = Result(catching: hooks) }
            try result.get()
        }
    }
}
