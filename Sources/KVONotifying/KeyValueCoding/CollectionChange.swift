// CollectionChange.swift - changes a to-many property whose class has no mutators, and notifies its observers.
//
//      set<Key>:, or an override of setValue:forKey:      changes a mutable copy of the collection and sets it
//      an ivar                                            changes the collection in the ivar; creates one if it is nil
//      neither                                            sends setValue:forUndefinedKey:
//
// If the class notifies automatically, observers receive the kind of the change (an insertion, for example), and the
// notification of the setter is suppressed.
import MiniFoundation
import MiniRuntime

/// A change of the collection behind a proxy.
struct CollectionChange {
    let target: ProxyTarget
    /// The class that a collection must have to be changed in place.
    let mutableClass: Class
    /// The key, if observers are to be notified; else nil.
    let automatic: Key?

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
        AutomaticNotification.around(
            object, ChangingProperty(automatic, .elements), mutation.messages, mutation, change)
    }

    // ── The collection ──────────────────────────────────────────────────────────────────────────────

    /// A class with a `setValue:forKey:` of its own keeps its values elsewhere.
    static func overridesSetValue(_ object: UnmanagedObject) -> Bool {
        object.isa.methodImplementation(Selectors.setValueForKey)
            != Class.nsObject.methodImplementation(Selectors.setValueForKey)
    }

    /// Returns the collection to change, and whether it must be stored afterwards. nil with an exception pending.
    private func collection(_ ivar: IvarAccess?) -> (collection: Object, isNew: Bool)? {
        let object = target.object.unmanaged
        let current = ivar.map { $0.value(of: object) } ?? target.collection
        if RuntimeException.isPending { return refuse() }
        guard let current else { return (mutableClass.createInstance()!, true) }
        let isMutable = current.isa.isSubclass(of: mutableClass)
        if ivar != nil && isMutable { return (current.retained(), false) }
        // Only a collection of the same kind can become mutable by copying.
        guard current.isa.isSubclass(of: mutableClass.superclass!) else {
            CodingException.wrongType(
                object, target.text, "A \(current.isa.name) was found where a kind of \(mutableClass.name) is wanted"
            ).raise()
            return nil
        }
        return current.message("mutableCopy").map { ($0.takeOwnership(), true) }
    }

    /// If the property cannot even be read, replaces the exception by that of `setValue:forUndefinedKey:`.
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
        PendingChanges.suppressing(object, target.text, set)
    }
}
