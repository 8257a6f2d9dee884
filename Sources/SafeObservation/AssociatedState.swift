// AssociatedState.swift - a Swift object that hangs on a runtime object, and goes with it and not before.
import MiniRuntime

/// One kind of state that objects may have. Keep it in a static.
struct AssociatedState<State: AnyObject & Sendable>: Sendable {
    private let key = AssociationKey()
    private let cls: HolderClass
    private let making = Locked(0, rank: .associatedState)

    /// - Parameter className: that of the runtime objects that hold the state.
    init(_ className: String) {
        cls = HolderClass(className)
    }

    /// The state of an object; nil if it never had any.
    func existing(of object: Object) -> State? {
        object.associatedObject(key).map { holder in
            withExtendedLifetime(holder) { HolderClass.held(by: holder.unmanaged, as: State.self) }
        }
    }

    /// The state of an object, made if need be. Of two threads that come first, both get the same.
    func of(_ object: Object, make: () -> State) -> State {
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
