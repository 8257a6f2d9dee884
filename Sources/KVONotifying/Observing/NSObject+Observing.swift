// NSObject+Observing.swift - the methods of key-value observing, as methods of NSObject.
//
// They are C functions found by ordinary method lookup, so a class can override or swizzle them. They only convert
// pointers to the types of this module.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

import func CKeyValueObserving.kvo_load

typealias AddObserver = @convention(c) (ID, SEL, ID?, ID?, UInt, UInt) -> Void
typealias RemoveObserverContext = @convention(c) (ID, SEL, ID?, ID?, UInt) -> Void
/// The function of `observeValueForKeyPath:ofObject:change:context:`.
typealias ObserveValue = @convention(c) (ID, SEL, ID?, ID?, ID?, UInt) -> Void

/// Adds the methods of key-value observing to their classes. Called by the runtime, once, before `main()`.
@c(mr_load_KVONotifying)
public func loadKVONotifying() {
    ObservingMethods.addAll()
    CollectionObservingMethods.addAll()
}

enum ObservingMethods {
    /// Adds the methods of key-value observing to NSObject, and passes the hooks to the layers below.
    static func addAll() {
        Class.setDisposalHook { cls, record in
            guard let cls = UnsafeRawPointer(cls).map(Class.init(address:)) else { return }
            KeyDeclarations.forget(cls)
            if let record { KeyValueClass.disposed(cls, record) }
        }
        addRegistering(to: .nsObject, addObserver, removeObserver, removeObserverContext)
        addBeingTold(to: .nsObject)
        addChanging(to: .nsObject)
        addDeclarations(to: Class.nsObject.isa)
        // Created now, so that the first observation creates the notifying class only, which keeps its trace short.
        _ = (ObservationInfo.cls, ChangeDictionary.cls, ElementsChange.cls, KeyValueProperty.objectClass)
        _ = (KeyValueProperty.ownValueForKey, KeyValueProperty.ownValueForKeyPath)
        kvo_load()
        UnmanagedObject.setDeathHook { object in
            if let object { Registrations.objectDied(UnmanagedObject(object)) }
        }
        UnmanagedObject.setSilencing { object, key, body in Change.suppressing(object, key, body) }
        Notifier.around = { object, key, isScalar, mutation, body in
            Change.around(object, key, isScalar: isScalar, mutation.messages, mutation, body)
        }
        // If one thread is initializing a static variable while another calls fork(), the variable can never be
        // initialized in the child. So the shared tables are initialized now, while the process has one thread.
        KeyDeclarations.forget(.nsObject)
        _ = (KeyValueClass.known(.nsObject), AccessorSelectors.known, KeyValueRegistration.all.count)
        KeyValueRegistration.reportAtExit()
    }

    // ── Registering ─────────────────────────────────────────────────────────────────────────────────

    /// Adds the three messages that add and remove observers.
    static func addRegistering(
        to cls: Class, _ add: AddObserver, _ remove: TakingObjects, _ removeContext: RemoveObserverContext
    ) {
        cls.addFunction(Selectors.addObserver, "v48@0:8@16@24Q32^v40", add)
        cls.addFunction(Selectors.removeObserver, "v32@0:8@16@24", remove)
        cls.addFunction(Selectors.removeObserverContext, "v40@0:8@16@24^v32", removeContext)
    }

    private static let addObserver: AddObserver = { object, _, observer, keyPath, options, context in
        Registrations.add(
            UnmanagedObject(observer), to: UnmanagedObject(object), keyPath: string(keyPath), named: keyPath,
            options: KeyValueObservingOptions(rawValue: options), context: context)
    }

    private static let removeObserver: TakingObjects = { object, _, observer, keyPath in
        Registrations.remove(
            UnmanagedObject(observer), from: UnmanagedObject(object), keyPath: string(keyPath), context: nil,
            message: Selectors.removeObserver)
    }

    private static let removeObserverContext: RemoveObserverContext = { object, _, observer, keyPath, context in
        Registrations.remove(
            UnmanagedObject(observer), from: UnmanagedObject(object), keyPath: string(keyPath), context: context,
            message: Selectors.removeObserverContext)
    }

    // ── Notifications ───────────────────────────────────────────────────────────────────────────────

    private static func addBeingTold(to cls: Class) {
        // Reached only if the observer's class does not implement the method: raises, because the notification is lost.
        cls.addFunction(Selectors.observeValue, "v48@0:8@16@24@32^v40", as: ObserveValue.self) {
            observer, _, keyPath, object, change, context in
            RuntimeException.notHandled(
                UnmanagedObject(observer), keyPath: string(keyPath) ?? "(null)", object: UnmanagedObject(object),
                change: UnmanagedObject(change)?.retained(), context: context
            ).raise()
        }
        cls.addFunction(Selectors.observationInfo, "^v16@0:8", as: ObjectMethod.self) { object, _ in
            ObservationInfo.of(UnmanagedObject(object))?.unmanaged.address
        }
        cls.addFunction(Selectors.setObservationInfo, "v24@0:8^v16", as: SetObservationInfo.self) { object, _, info in
            Registrations.setInfo(info, of: UnmanagedObject(object))
        }
        cls.addFunction(Selectors.isKVOA, "B16@0:8", as: Predicate.self) { _, _ in false }
    }

    // ── Announcing changes ──────────────────────────────────────────────────────────────────────────

    private static func addChanging(to cls: Class) {
        cls.addFunction(Selectors.willChangeValue, "v24@0:8@16", willChangeValue)
        cls.addFunction(Selectors.didChangeValue, "v24@0:8@16", didChangeValue)
        cls.addFunction(Selectors.willChangeIndexes, "v40@0:8Q16@24@32", willChangeIndexes)
        cls.addFunction(Selectors.didChangeIndexes, "v40@0:8Q16@24@32", didChangeIndexes)
        cls.addFunction(Selectors.willChangeSet, "v40@0:8@16Q24@32", willChangeSet)
        cls.addFunction(Selectors.didChangeSet, "v40@0:8@16Q24@32", didChangeSet)
    }

    private typealias SetObservationInfo = @convention(c) (ID, SEL, UnsafeMutableRawPointer?) -> Void
    private typealias ChangeIndexes = @convention(c) (ID, SEL, UInt, ID?, ID?) -> Void
    private typealias ChangeSet = @convention(c) (ID, SEL, ID?, UInt, ID?) -> Void

    private static let willChangeValue: TakingObject = { object, _, key in
        guard let key = string(key) else { return }
        Change.announce(UnmanagedObject(object), key, .setting)
    }

    private static let willChangeIndexes: ChangeIndexes = { object, _, kind, indexes, key in
        guard let key = string(key) else { return }
        let object = UnmanagedObject(object)
        guard let kind = KeyValueChangeKind(rawValue: kind), let indexes = UnmanagedObject(indexes)?.retained(),
            NSIndexSet.ranges(of: indexes) != nil
        else { return badChange(object, Selectors.willChangeIndexes, "a kind of change and an NSIndexSet") }
        Change.announce(object, key, kind == .setting ? .setting : .indexed(kind, indexes))
    }

    private static let willChangeSet: ChangeSet = { object, _, key, mutation, members in
        guard let key = string(key) else { return }
        let object = UnmanagedObject(object)
        guard let mutation = KeyValueSetMutation(rawValue: mutation),
            let members = UnmanagedObject(members)?.retained(), NSSet.elements(of: members) != nil
        else { return badChange(object, Selectors.willChangeSet, "a kind of mutation and an NSSet") }
        Change.announce(object, key, .unordered(mutation, members))
    }

    private static func badChange(_ object: UnmanagedObject, _ message: Selector, _ what: String) {
        RuntimeException.badArgument(object, message, "the arguments must be a key, \(what)").raise()
    }

    private static let didChangeValue: TakingObject = { object, _, key in didChange(object, key) }
    private static let didChangeIndexes: ChangeIndexes = { object, _, _, _, key in didChange(object, key) }
    private static let didChangeSet: ChangeSet = { object, _, key, _, _ in didChange(object, key) }

    private static func didChange(_ object: ID, _ key: ID?) {
        guard let key = string(key) else { return }
        Change.end(UnmanagedObject(object), key)
    }

    // ── Declarations of keys ────────────────────────────────────────────────────────────────────────

    private static func addDeclarations(to metaclass: Class) {
        metaclass.addFunction(
            Selectors.automaticallyNotifies, "B24@0:8@16", as: (@convention(c) (ID, SEL, ID?) -> Bool).self
        ) { cls, _, key in
            guard let key = string(key) else { return true }
            return KeyDeclarations.isAutomatic(key, UnmanagedObject(cls))
        }
        metaclass.addFunction(Selectors.keyPathsForValuesAffecting, "@24@0:8@16", as: ObjectFromObject.self) {
            cls, _, key in
            let key = string(key) ?? ""
            return KeyDeclarations.keyPathsAffecting(key, UnmanagedObject(cls)).autoreleased().address
        }
        metaclass.addFunction(Selectors.setKeysTriggering, "v32@0:8@16@24", as: TakingObjects.self) {
            cls, _, keys, key in
            guard let key = string(key), let keys = UnmanagedObject(keys)?.retained() else { return }
            KeyDeclarations.setKeys(keys, triggering: key, of: Class(address: cls))
        }
    }
}

/// Returns the text of an NSString argument; nil for nil and for other objects.
func string(_ argument: ID?) -> String? {
    UnmanagedObject(argument).flatMap { NSString.string($0) }
}
