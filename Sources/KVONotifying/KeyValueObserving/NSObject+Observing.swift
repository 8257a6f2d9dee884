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
    _ = NSObjectMethods.added
}

enum NSObjectMethods {
    static let added: Void = {
        for (selector, implementation, types) in instanceMethods {
            Class.nsObject.addMethod(selector, implementation, types: types)
        }
        for (selector, implementation, types) in classMethods {
            Class.nsObject.isa.addMethod(selector, implementation, types: types)
        }
    }()

    /// NSObject's own, by which an override is told.
    static let willChangeValue = imp(
        { object, _, key in
            guard let key = string(key) else { return }
            ManualChange.willChange(UnmanagedObject(object), key)
        } as @convention(c) (Pointer, Pointer, Pointer?) -> Void)

    static let didChangeValue = imp(
        { object, _, key in
            guard let key = string(key) else { return }
            ManualChange.didChange(UnmanagedObject(object), key)
        } as @convention(c) (Pointer, Pointer, Pointer?) -> Void)

    private static let addObserver = imp(
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

    private static let valueForKey = imp(
        { object, _, key in
            guard let key = string(key) else {
                RuntimeException.badArgument("valueForKey:", UnmanagedObject(object), "the key is nil").raise()
                return nil
            }
            return KeyValueCoding.value(of: UnmanagedObject(object), key)?.autoreleased().address
        } as @convention(c) (Pointer, Pointer, Pointer?) -> Pointer?)

    private static let valueForUndefinedKey = imp(
        { object, _, key in
            RuntimeException.unknownKey(
                string(key) ?? "(null)", UnmanagedObject(object), message: "valueForUndefinedKey:"
            ).raise()
            return nil
        } as @convention(c) (Pointer, Pointer, Pointer?) -> Pointer?)

    private static let yes = imp({ _, _ in true } as @convention(c) (Pointer, Pointer) -> Bool)
    private static let no = imp({ _, _ in false } as @convention(c) (Pointer, Pointer) -> Bool)

    private static let instanceMethods: [(Selector, IMP, String)] = [
        (Selectors.addObserver, addObserver, "v48@0:8@16@24Q32^v40"),
        (Selectors.removeObserver, removeObserver, "v32@0:8@16@24"),
        (Selectors.removeObserverContext, removeObserverContext, "v40@0:8@16@24^v32"),
        (Selectors.observeValue, observeValue, "v48@0:8@16@24@32^v40"),
        (Selectors.willChangeValue, willChangeValue, "v24@0:8@16"),
        (Selectors.didChangeValue, didChangeValue, "v24@0:8@16"),
        (Selectors.observationInfo, observationInfo, "^v16@0:8"),
        (Selectors.valueForKey, valueForKey, "@24@0:8@16"),
        (Selectors.valueForUndefinedKey, valueForUndefinedKey, "@24@0:8@16"),
        (Selectors.isKVOA, no, "B16@0:8"),
    ]

    private static let classMethods: [(Selector, IMP, String)] = [
        (Selectors.automaticallyNotifies, yes, "B24@0:8@16"),
        (Selectors.accessesIvars, yes, "B16@0:8"),
    ]
}

/// The IMP that a C function is.
private func imp<Function>(_ function: Function) -> IMP {
    IMP(address: unsafeBitCast(function, to: UnsafeRawPointer.self))
}

/// The text of an NSString argument; nil for nil, and for what has no text.
private func string(_ object: Pointer?) -> String? {
    UnmanagedObject(object).flatMap { NSString.string($0) }
}
