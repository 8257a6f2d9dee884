// CollectionChange.swift - changes a to-many property whose class has no mutators, and notifies its observers.
//
//      set<Key>:, or an override of setValue:forKey:      changes a mutable copy of the collection and sets it
//      an ivar                                            changes the collection in the ivar
//      neither                                            sends setValue:forUndefinedKey:
//
// If the property is nil, there is no collection to change, and the change raises.
//
// If the class notifies automatically, observers receive the kind of the change (an insertion, for example), and the
// notification of the setter is suppressed.
import MiniFoundation
import MiniRuntime

/// The property behind a proxy, and the message that the proxy received.
struct ProxyUse {
    let target: ProxyTarget
    let message: ProxyMessage
    /// The class that a collection must have to be changed in place.
    let mutableClass: Class
}

/// A change of the collection behind a proxy.
struct CollectionChange {
    let use: ProxyUse
    /// The key, if observers are to be notified; else nil.
    let automatic: HeldKey?

    private var target: ProxyTarget { use.target }
    private var mutableClass: Class { use.mutableClass }

    /// Makes the change.
    /// - Parameters:
    ///   - mutation: the change that observers are notified of.
    ///   - mutate: changes the collection. It does not raise, because the arguments were checked before.
    func make(_ mutation: Mutation, _ mutate: (UnmanagedObject) -> Void) {
        let object = target.object.unmanaged
        let ivar = Self.overridesSetValue(object) ? nil : Setter.ivar(of: object, target.text)
        guard let (collection, isNew) = collection(ivar) else { return }
        func change() {
            withExtendedLifetime(collection) {
                mutate(collection.unmanaged)
                if isNew && !RuntimeException.isPending { store(collection.unmanaged, ivar) }
            }
        }
        guard let automatic else { return change() }
        withExtendedLifetime(automatic.holder) {
            Change.around(
                object, ChangingProperty(automatic.key, .elements), mutation.messages, mutation, change)
        }
    }

    // ── The collection ──────────────────────────────────────────────────────────────────────────────

    /// A class that overrides `setValue:forKey:` stores its values elsewhere.
    private static func overridesSetValue(_ object: UnmanagedObject) -> Bool {
        object.isa.methodImplementation(Selectors.setValueForKey)
            != Class.nsObject.methodImplementation(Selectors.setValueForKey)
    }

    /// Returns the collection to change, and whether it must be stored afterwards. nil with an exception pending.
    private func collection(_ ivar: IvarAccess?) -> (collection: Object, isNew: Bool)? {
        let object = target.object.unmanaged
        let current = ivar.map { $0.value(of: object) } ?? target.collection
        if RuntimeException.isPending { return refuse() }
        guard let current else {
            ProxyException.nilCollection(use.message, target).raise()
            return nil
        }
        let isMutable = current.isKind(of: mutableClass)
        if ivar != nil && isMutable { return (current.retained(), false) }
        // Only a collection of the same kind can become mutable by copying.
        guard current.isKind(of: mutableClass.superclass!) else {
            if RuntimeException.isPending { return nil }
            CodingException.wrongType(
                object, target.text, "A \(current.isa.name) was found where a kind of \(mutableClass.name) is wanted"
            ).raise()
            return nil
        }
        return current.message("mutableCopy").map { ($0.takeOwnership(), true) }
    }

    /// Handles a property that could not be read. If the key is unknown, sends `setValue:forUndefinedKey:`, whose
    /// exception replaces the pending one.
    private func refuse() -> (Object, Bool)? {
        guard let raised = RuntimeException.takePending() else { return nil }
        guard raised.name == "NSUnknownKeyException" else {
            raised.raise()
            return nil
        }
        _ = target.object.unmanaged.message(Selectors.setValueForUndefinedKey, nil, target.key.unmanaged)
        return nil
    }

    private func store(_ collection: UnmanagedObject, _ ivar: IvarAccess?) {
        let object = target.object.unmanaged
        if let ivar {
            withUnsafePointer(to: collection.address) { ivar.store(UnsafeMutableRawPointer(mutating: $0), in: object) }
            return
        }
        func set() { _ = object.message(Selectors.setValueForKey, collection, target.key.unmanaged) }
        guard automatic != nil else { return set() }
        Change.suppressing(object, target.text, set)
    }
}
