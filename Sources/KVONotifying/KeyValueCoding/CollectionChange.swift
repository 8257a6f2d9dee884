// CollectionChange.swift - changing a collection for which the class has no mutators, and telling so.
//
//      set<Key>:, or a setValue:forKey: of the class's own     a mutable copy is changed and set
//      an ivar                                                 the collection in it is changed; nil becomes one
//      neither                                                 setValue:forUndefinedKey: has the last word
//
// If the class notifies automatically, the change is told as the kind of change it is, and the setter does not notify
// for itself.
import MiniFoundation
import MiniRuntime

/// A change of the collection that a proxy stands for.
struct CollectionChange {
    let target: ProxyTarget
    /// What the collection must be to be changed.
    let mutableClass: Class
    /// The key, if the change is to be told.
    let automatic: Key?

    /// Makes the change.
    /// - Parameters:
    ///   - mutation: what its observers are told.
    ///   - mutate: changes the collection it is given, which raises nothing: the arguments were looked at before.
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
    private static func overridesSetValue(_ object: UnmanagedObject) -> Bool {
        object.isa.methodImplementation(Selectors.setValueForKey)
            != Class.nsObject.methodImplementation(Selectors.setValueForKey)
    }

    /// The collection to change, and whether it must be put in place of the one that is there. nil with an exception
    /// pending.
    private func collection(_ ivar: IvarAccess?) -> (collection: Object, isNew: Bool)? {
        let object = target.object.unmanaged
        let current = ivar.map { $0.value(of: object) } ?? target.collection
        if RuntimeException.isPending { return refuse() }
        guard let current else { return (mutableClass.createInstance()!, true) }
        let isMutable = current.isa.isSubclass(of: mutableClass)
        if ivar != nil && isMutable { return (current.retained(), false) }
        // Whatever is no collection of this kind cannot become one by being copied.
        guard current.isa.isSubclass(of: mutableClass.superclass!) else {
            CodingException.wrongType(
                object, target.text, "A \(current.isa.name) was found where a kind of \(mutableClass.name) is wanted"
            ).raise()
            return nil
        }
        return current.message("mutableCopy").map { ($0.takeOwnership(), true) }
    }

    /// What cannot even be read is reported as what cannot be written.
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
