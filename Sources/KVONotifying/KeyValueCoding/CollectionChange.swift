// CollectionChange.swift - changing a collection for which the class has no mutators, and telling so.
//
//      set<Key>:, or a setValue:forKey: of the class's own     a mutable copy is changed and set
//      an ivar                                                 the collection in it is changed; nil becomes one
//      neither                                                 setValue:forUndefinedKey: has the last word
//
// If the class notifies automatically, the change is bracketed by the messages that say what kind it is, and the setter
// does not notify for itself.
import MiniFoundation
import MiniRuntime

/// What is about to happen to a collection, and how its observers are told.
enum CollectionChange {
    /// NSKeyValueChange, and an NSIndexSet.
    case indexed(KeyValueChangeKind, Object)
    /// NSKeyValueSetMutationKind, and an NSSet.
    case unordered(KeyValueSetMutation, Object)

    /// Makes the change.
    /// - Parameters:
    ///   - mutableClass: what the collection must be to be changed.
    ///   - isAutomatic: whether it is to be told.
    ///   - mutate: changes the collection it is given, which raises nothing: the arguments were looked at before.
    func make(_ target: ProxyTarget, _ mutableClass: Class, isAutomatic: Bool, _ mutate: (UnmanagedObject) -> Void) {
        let object = target.object.unmanaged
        let ivar = Self.overridesSetValue(object) ? nil : Setter.ivar(of: object, target.text)
        guard let (collection, isNew) = collection(target, ivar, mutableClass) else { return }
        withExtendedLifetime(collection) {
            if isAutomatic { tell(object, target, CodingSelectors.willChangeIndexes, CodingSelectors.willChangeSet) }
            if RuntimeException.isPending { return }
            mutate(collection.unmanaged)
            if RuntimeException.isPending { return }
            if isNew { store(collection.unmanaged, target, ivar, isAutomatic: isAutomatic) }
            if RuntimeException.isPending { return }
            if isAutomatic { tell(object, target, CodingSelectors.didChangeIndexes, CodingSelectors.didChangeSet) }
        }
    }

    private func tell(_ object: UnmanagedObject, _ target: ProxyTarget, _ indexed: Selector, _ unordered: Selector) {
        let key = target.key.unmanaged.word
        switch self {
        case .indexed(let kind, let indexes):
            object.sendWords(indexed, (kind.rawValue, indexes.unmanaged.word, key, 0))
        case .unordered(let mutation, let objects):
            object.sendWords(unordered, (key, mutation.rawValue, objects.unmanaged.word, 0))
        }
    }

    // ── The collection ──────────────────────────────────────────────────────────────────────────────

    /// A class with a `setValue:forKey:` of its own keeps its values elsewhere.
    private static func overridesSetValue(_ object: UnmanagedObject) -> Bool {
        object.isa.methodImplementation(CodingSelectors.setValueForKey)
            != Class.nsObject.methodImplementation(CodingSelectors.setValueForKey)
    }

    /// The collection to change, and whether it must be put in place of the one that is there. nil with an exception
    /// pending.
    private func collection(_ target: ProxyTarget, _ ivar: IvarAccess?, _ mutableClass: Class)
        -> (collection: Object, isNew: Bool)?
    {
        let object = target.object.unmanaged
        let current = ivar.map { $0.value(of: object) } ?? target.collection
        if RuntimeException.isPending { return Self.refuse(target) }
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
        let copy = ID(bitPattern: current.sendWords("mutableCopy"))
        return RuntimeException.isPending ? nil : copy.map { (UnmanagedObject($0).takeOwnership(), true) }
    }

    /// What cannot even be read is reported as what cannot be written.
    private static func refuse(_ target: ProxyTarget) -> (Object, Bool)? {
        guard let raised = RuntimeException.takePending() else { return nil }
        guard raised.name == "NSUnknownKeyException" else {
            raised.raise()
            return nil
        }
        _ = target.object.unmanaged.message(CodingSelectors.setValueForUndefinedKey, nil, target.key.unmanaged)
        return nil
    }

    private func store(_ collection: UnmanagedObject, _ target: ProxyTarget, _ ivar: IvarAccess?, isAutomatic: Bool) {
        let object = target.object.unmanaged
        if let ivar {
            withUnsafePointer(to: collection.address) { ivar.store(UnsafeMutableRawPointer(mutating: $0), in: object) }
            return
        }
        func set() { _ = object.message(CodingSelectors.setValueForKey, collection, target.key.unmanaged) }
        guard isAutomatic else { return set() }
        AutomaticNotification.suppressed(object, target.text) { set() }
    }
}
