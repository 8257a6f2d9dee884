// SetterHooks.swift - what a class does before and after one of its properties is set.
//
//      setVolume: of a notifying class     observers are told around ...
//        └─► setVolume: of Radio           ... willSet, the store, didSet
//              └─► the accessor            the store alone; where the hooks themselves set the property, they get here
import MiniFoundation
import MiniRuntime

extension Property {
    /// A property with closures that run before and after it is set, as a Swift property has.
    ///
    ///     let volume: Property<Int> = Property(50, didSet: { (me: Ref<Radio>, oldValue: Int) in
    ///         if me.volume > 100 { me.volume = 100 }
    ///     })
    ///
    /// The type stands in front because the closure uses the property itself: with `Property<Int>(…)` alone, the compiler
    /// would say "circular reference".
    ///
    /// They are a part of the class's setter: a message and key-value coding come to them as well, the default value and
    /// ``/MiniRuntime/Object/setIvar(_:to:)`` do not, and observers are told outside of them, once, of the value that is there in
    /// the end. Where they, or what they call on their thread, set the same property of the same object, it is stored, and neither
    /// closure is called again. What a closure throws is raised by the setter; `willSet` that throws leaves the value as it was.
    ///
    /// The elements of a collection are changed by the setter as well, for the closures to see the change: observers are told of
    /// a setting of the whole.
    ///
    /// They run on the thread that sets the value, with no lock held: two threads that set it at once run them at once.
    ///
    /// - Parameters:
    ///   - initial: evaluated for each instance.
    ///   - paths: observers are told as well when one of these changes.
    ///   - storage: what the store does with an object.
    ///   - isAtomic: whether any number of threads may read and set the property of one object at once.
    ///   - notifiesAutomatically: false if the class says by itself when the value changes.
    ///   - willSet: is given the value that will be set. The property still has the one before.
    ///   - didSet: is given the value before.
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

    /// A property with a closure that runs before it is set. As the one with both.
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

    /// A property with a closure that runs after it is set. As the one with both.
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

/// The closures of one property, which the setter of its class is to call.
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

    /// Replaces the setter of a class that is being made by one that calls the closures around it.
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

/// The hooks that are running on one thread.
private final class RunningHooks {
    private struct Setting: Equatable {
        let setter: Selector
        let object: UnmanagedObject
    }

    private static let current = ThreadLocal<RunningHooks>()
    private var settings: [Setting] = []

    /// Runs the hooks of a setter, or, if they are running on this thread, stores and no more. Meanwhile the class's own
    /// setting of the property tells no observer: the setting that is under way will.
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
