// AssociatedState.swift - a Swift object that is attached to a runtime object until that object dies.

/// One kind of state that objects can have. Store it in a static property.
package struct AssociatedState<State: AnyObject & Sendable>: Sendable {
    private let key = AssociationKey()
    private let cls: HolderClass
    private let making = Locked(0, rank: .associatedState)

    /// - Parameter className: the name of the runtime class whose instances hold the state.
    package init(_ className: String) {
        cls = HolderClass(className)
    }

    /// Returns the state of an object; nil if it has none.
    package func existing(of object: Object) -> State? {
        object.associatedObject(key).map { holder in
            withExtendedLifetime(holder) { HolderClass.held(by: holder.unmanaged, as: State.self) }
        }
    }

    /// Returns the state of an object, and creates it if necessary. Concurrent first calls all return the same state.
    package func of(_ object: Object, make: () -> State) -> State {
        if let known = existing(of: object) { return known }
        let fresh = make()
        let holder = cls.instance(holding: fresh).takeOwnership()
        return making.withLock { _ in
            if let other = existing(of: object) { return other }
            object.setAssociatedObject(holder, for: key, policy: .retainForLife)
            return fresh
        }
    }
}
