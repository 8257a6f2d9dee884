// CollectionChange.swift - changes a to-many property whose class has no mutators, and notifies its observers.
//
//      set<Key>:, or an override of setValue:forKey:      changes a mutable copy of the collection and sets it
//      an ivar                                            changes the collection in the ivar
//      neither                                            sends setValue:forUndefinedKey:
//
// If the property is nil and has a setter, there is no collection to change, and the change raises. Without a setter,
// the change begins with an empty collection.
//
// If the class notifies automatically, observers receive the kind of the change (an insertion, for example), and the
// notification of the setter is suppressed.
import MiniFoundation
import MiniRuntime

extension ProxyMessage {
    /// Changes the collection of the property.
    /// - Parameters:
    ///   - mutation: the change that observers are notified of.
    ///   - automatic: the key, if observers are to be notified; else nil.
    ///   - mutate: changes the collection. It does not raise, because the arguments were checked before.
    func changeCollection(_ mutation: Mutation, _ automatic: HeldKey?, _ mutate: (UnmanagedObject) -> Void) {
        let ivar = overridesSetValue ? nil : Setter.ivar(of: object, target.text)
        guard let (collection, isNew) = collectionToChange(ivar) else { return }
        announcing(mutation, automatic) {
            withExtendedLifetime(collection) {
                mutate(collection.unmanaged)
                guard isNew, !RuntimeException.isPending else { return }
                store(collection.unmanaged, ivar, isNotified: automatic != nil)
            }
        }
    }

    /// Calls `body`, and notifies the observers of the change around it.
    /// - Parameter automatic: the key, if observers are to be notified; else nil.
    func announcing(_ mutation: Mutation, _ automatic: HeldKey?, _ body: () -> Void) {
        guard let automatic else { return body() }
        withExtendedLifetime(automatic.holder) {
            Notifier.around(object, automatic.key, false, mutation, body)
        }
    }

    // ── The collection ──────────────────────────────────────────────────────────────────────────────

    /// A class that overrides `setValue:forKey:` stores its values elsewhere.
    private var overridesSetValue: Bool {
        object.isa.methodImplementation(Selectors.setValueForKey)
            != Class.nsObject.methodImplementation(Selectors.setValueForKey)
    }

    /// Returns the collection to change, and whether it must be stored after the change; nil if an exception is pending
    /// afterwards.
    private func collectionToChange(_ ivar: IvarAccess?) -> (collection: Object, isNew: Bool)? {
        let current = ivar.map { $0.value(of: object) } ?? target.collection
        if RuntimeException.isPending { return refuseUnknownKey() }
        guard let current else {
            if createsCollection {
                return mutableClass.object.unmanaged.message("new").map { ($0.takeOwnership(), true) }
            }
            if !RuntimeException.isPending { raiseNilCollection() }
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
    private func refuseUnknownKey() -> (Object, Bool)? {
        guard let raised = RuntimeException.takePending() else { return nil }
        guard raised.name == "NSUnknownKeyException" else {
            raised.raise()
            return nil
        }
        _ = object.message(Selectors.setValueForUndefinedKey, nil, target.key.unmanaged)
        return nil
    }

    private func store(_ collection: UnmanagedObject, _ ivar: IvarAccess?, isNotified: Bool) {
        if let ivar {
            withUnsafePointer(to: collection.address) { ivar.store(UnsafeMutableRawPointer(mutating: $0), in: object) }
            return
        }
        func set() { _ = object.message(Selectors.setValueForKey, collection, target.key.unmanaged) }
        if isNotified { object.silencing(target.text, set) } else { set() }
    }
}
