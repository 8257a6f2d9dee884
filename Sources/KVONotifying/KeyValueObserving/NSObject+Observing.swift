// NSObject+Observing.swift - the messages of key-value observing, as methods in NSObject's table.
//
// C functions, found by the ordinary lookup: whoever overrides or swizzles one changes what happens. They translate
// pointers into the types of this module, and do nothing else.
import MiniFoundation
import MiniRuntime

private typealias Pointer = UnsafeMutableRawPointer

/// Adds the methods. Called by the runtime before the first message is looked up, or by the first use from Swift.
@c(mr_load_KVONotifying)
public func loadKVONotifying() {
    _ = CodingMethods.added
    _ = ObservingMethods.added
    _ = CollectionObservingMethods.added
}

enum ObservingMethods {
    static let added: Void = {
        ObservationSlot.setDestructor(ObservationInfoObject.destroy)
        KeyValueRegistration.reportAtExit()
        for (selector, implementation, types) in registering + changing {
            Class.nsObject.addMethod(selector, implementation, types: types)
        }
        for (selector, implementation, types) in classMethods {
            Class.nsObject.isa.addMethod(selector, implementation, types: types)
        }
    }()

    // ── Registering ─────────────────────────────────────────────────────────────────────────────────

    /// NSObject's own, by which an override is told.
    static let addObserver = imp(
        { object, _, observer, keyPath, options, context in
            Registration.add(
                UnmanagedObject(observer), to: UnmanagedObject(object), keyPath: string(keyPath),
                options: KeyValueObservingOptions(rawValue: options), context: context)
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?, UInt, UInt) -> Void)

    private static let removeObserver = imp(
        { object, _, observer, keyPath in
            Registration.remove(
                UnmanagedObject(observer), from: UnmanagedObject(object), keyPath: string(keyPath), context: nil,
                message: Selectors.removeObserver)
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?) -> Void)

    private static let removeObserverContext = imp(
        { object, _, observer, keyPath, context in
            Registration.remove(
                UnmanagedObject(observer), from: UnmanagedObject(object), keyPath: string(keyPath), context: context,
                message: Selectors.removeObserverContext)
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?, UInt) -> Void)

    /// Nobody below overrode it: the notification is lost, and that is a mistake.
    private static let observeValue = imp(
        { observer, _, keyPath, object, change, context in
            RuntimeException.notHandled(
                UnmanagedObject(observer), keyPath: string(keyPath) ?? "(null)", object: UnmanagedObject(object),
                change: UnmanagedObject(change)?.retained(), context: context
            ).raise()
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?, Pointer?, UInt) -> Void)

    private static let observationInfo = imp(
        { object, _ in
            UnmanagedObject(object).observationInfoAddress
        } as @convention(c) (Pointer, Pointer) -> Pointer?)

    private static let no = imp({ _, _ in false } as @convention(c) (Pointer, Pointer) -> Bool)

    private static let registering: [(Selector, IMP, String)] = [
        (Selectors.addObserver, addObserver, "v48@0:8@16@24Q32^v40"),
        (Selectors.removeObserver, removeObserver, "v32@0:8@16@24"),
        (Selectors.removeObserverContext, removeObserverContext, "v40@0:8@16@24^v32"),
        (Selectors.observeValue, observeValue, "v48@0:8@16@24@32^v40"),
        (Selectors.observationInfo, observationInfo, "^v16@0:8"),
        (Selectors.isKVOA, no, "B16@0:8"),
    ]

    // ── Saying that a value changes ─────────────────────────────────────────────────────────────────

    private static let willChangeValue = imp(
        { object, _, key in
            guard let key = string(key) else { return }
            PendingChanges.willChange(UnmanagedObject(object), key, .setting)
        } as @convention(c) (Pointer, Pointer, Pointer?) -> Void)

    private static let didChangeValue = imp(
        { object, _, key in
            guard let key = string(key) else { return }
            PendingChanges.didChange(UnmanagedObject(object), key)
        } as @convention(c) (Pointer, Pointer, Pointer?) -> Void)

    private static let willChangeIndexes = imp(
        { object, selector, kind, indexes, key in
            guard let key = string(key) else { return }
            let object = UnmanagedObject(object)
            guard let kind = KeyValueChangeKind(rawValue: kind), let indexes = UnmanagedObject(indexes)?.retained(),
                NSIndexSet.ranges(of: indexes) != nil
            else { return badChange(object, Selectors.willChangeIndexes, "a kind of change and an NSIndexSet") }
            PendingChanges.willChange(object, key, kind == .setting ? .setting : .indexed(kind, indexes))
        } as @convention(c) (Pointer, Pointer, UInt, Pointer?, Pointer?) -> Void)

    private static let didChangeIndexes = imp(
        { object, _, _, _, key in
            guard let key = string(key) else { return }
            PendingChanges.didChange(UnmanagedObject(object), key)
        } as @convention(c) (Pointer, Pointer, UInt, Pointer?, Pointer?) -> Void)

    private static let willChangeSet = imp(
        { object, _, key, mutation, members in
            guard let key = string(key) else { return }
            let object = UnmanagedObject(object)
            guard let mutation = KeyValueSetMutation(rawValue: mutation),
                let members = UnmanagedObject(members)?.retained(), NSSet.elements(of: members) != nil
            else { return badChange(object, Selectors.willChangeSet, "a kind of mutation and an NSSet") }
            PendingChanges.willChange(object, key, .unordered(mutation, members))
        } as @convention(c) (Pointer, Pointer, Pointer?, UInt, Pointer?) -> Void)

    private static let didChangeSet = imp(
        { object, _, key, _, _ in
            guard let key = string(key) else { return }
            PendingChanges.didChange(UnmanagedObject(object), key)
        } as @convention(c) (Pointer, Pointer, Pointer?, UInt, Pointer?) -> Void)

    private static func badChange(_ object: UnmanagedObject, _ message: Selector, _ what: String) {
        RuntimeException.badArgument(message.name, object, "the arguments must be a key, \(what)").raise()
    }

    private static let changing: [(Selector, IMP, String)] = [
        (Selectors.willChangeValue, willChangeValue, "v24@0:8@16"),
        (Selectors.didChangeValue, didChangeValue, "v24@0:8@16"),
        (Selectors.willChangeIndexes, willChangeIndexes, "v40@0:8Q16@24@32"),
        (Selectors.didChangeIndexes, didChangeIndexes, "v40@0:8Q16@24@32"),
        (Selectors.willChangeSet, willChangeSet, "v40@0:8@16Q24@32"),
        (Selectors.didChangeSet, didChangeSet, "v40@0:8@16Q24@32"),
    ]

    /// This module's own function for one of them.
    static func changingImplementation(_ selector: Selector) -> IMP {
        changing.first { $0.0 == selector }!.1
    }

    // ── What a class says of its keys ───────────────────────────────────────────────────────────────

    private static let automaticallyNotifies = imp(
        { cls, _, key in
            guard let key = string(key) else { return true }
            return KeyDeclarations.isAutomatic(key, UnmanagedObject(cls))
        } as @convention(c) (Pointer, Pointer, Pointer?) -> Bool)

    private static let keyPathsForValuesAffecting = imp(
        { cls, _, key in
            let key = string(key) ?? ""
            return KeyDeclarations.keyPathsAffecting(key, UnmanagedObject(cls)).autoreleased().address
        } as @convention(c) (Pointer, Pointer, Pointer?) -> Pointer?)

    private static let setKeysTriggering = imp(
        { cls, _, keys, key in
            guard let key = string(key), let keys = UnmanagedObject(keys)?.retained() else { return }
            KeyDeclarations.setKeys(keys, triggering: key, of: Class(address: cls))
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?) -> Void)

    private static let classMethods: [(Selector, IMP, String)] = [
        (Selectors.automaticallyNotifies, automaticallyNotifies, "B24@0:8@16"),
        (Selectors.keyPathsForValuesAffecting, keyPathsForValuesAffecting, "@24@0:8@16"),
        (Selectors.setKeysTriggering, setKeysTriggering, "v32@0:8@16@24"),
    ]
}

/// The IMP that a C function is.
func imp<Function>(_ function: Function) -> IMP {
    IMP(address: unsafeBitCast(function, to: UnsafeRawPointer.self))
}

/// The text of an NSString argument; nil for nil, and for what has no text.
func string(_ object: UnsafeMutableRawPointer?) -> String? {
    UnmanagedObject(object).flatMap { NSString.string($0) }
}
