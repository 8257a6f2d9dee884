// Object+OnChange.swift - observations that live with an object, without observers, tokens, or anything to remove.
//
// The object that receives the call owns the observation: the observed object itself, or the observing one.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Object {
    /// Calls `handler` when the value of a key path of this object changes, for as long as the object lives.
    ///
    ///     try foo.onChange(of: "name") { foo, change in print("now \(change.newValue, default: "-")") }
    ///
    /// One key path may be observed several times. ``observe(_:options:skipsEqualValues:handler:)`` has the same
    /// parameters, and returns a token with which the observation ends.
    /// - Parameters:
    ///   - keyPath: keys, separated by dots. Objects on the path may be nil, and may be replaced.
    ///   - options: the values that the change contains, and whether `handler` is also called now and before each
    ///     change.
    ///   - identifier: a name, by which ``unobserve(_:identifier:)`` ends all observations with this name.
    ///   - queue: the queue on which `handler` runs; nil for the thread that sets the value, before the setter returns.
    ///     On a queue it runs later: the change contains the values at the time of the change, which the object may no
    ///     longer have. Calls that did not begin before the observation ended are dropped.
    ///   - skipsEqualValues: whether changes are left out whose old and new values are equal by `isEqual:`.
    ///   - handler: receives this object, so that it need not capture it, and the change. An error that it throws is
    ///     raised in the code that set the value; on a queue it ends the process.
    ///
    /// Throws an exception that the registration raises. Any thread. YJSafeKVO:
    /// `observeKeyPath:options:identifier:queue:changes:`.
    public func onChange(
        of keyPath: String, options: KeyValueObservingOptions = [.new], identifier: String? = nil,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        handler: @escaping @Sendable (_ object: Object, _ change: KeyValueObservedChange) throws -> Void
    ) throws {
        let held = ObjectObservation(
            .receiver, owner: self, target: self, keyPath: keyPath, identifier: identifier, options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .byMessage : nil) { object, _, change in
            try handler(object, change)
        }
    }

    /// Calls `handler` with this object and another one when the value of a key path of the other changes, for as long
    /// as both live. Neither is retained.
    ///
    /// The parameters are those of ``onChange(of:options:identifier:skipsEqualValues:on:handler:)``. Throws an
    /// exception that the registration raises. YJSafeKVO: `observeTarget:keyPath:options:queue:changes:`.
    public func onChange(
        of other: Object, _ keyPath: String, options: KeyValueObservingOptions = [.new],
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        handler: @escaping @Sendable (_ me: Object, _ other: Object, _ change: KeyValueObservedChange) throws -> Void
    ) throws {
        let held = ObjectObservation(.observer, owner: self, target: other, keyPath: keyPath, options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .byMessage : nil, handler)
    }

    // ── Ending early ────────────────────────────────────────────────────────────────────────────────

    /// Ends all observations of a key path that ``onChange(of:options:identifier:skipsEqualValues:on:handler:)`` began.
    public func unobserve(_ keyPath: String) {
        ObjectObservations.end(ownedBy: self) { $0.kind == .receiver && $0.keyPath == keyPath }
    }

    /// Ends the observations of a key path that ``onChange(of:options:identifier:skipsEqualValues:on:handler:)`` began
    /// with this identifier.
    public func unobserve(_ keyPath: String, identifier: String) {
        ObjectObservations.end(ownedBy: self) {
            $0.kind == .receiver && $0.keyPath == keyPath && $0.identifier == identifier
        }
    }

    /// Ends all observations of this object that ``onChange(of:options:identifier:skipsEqualValues:on:handler:)``
    /// began.
    public func unobserveAll() {
        ObjectObservations.end(ownedBy: self) { $0.kind == .receiver }
    }

    /// Ends this object's observations of a key path of another object. Observations of a third one go on.
    public func unobserve(_ other: Object, _ keyPath: String) {
        ObjectObservations.end(ownedBy: self) {
            $0.kind == .observer && $0.keyPath == keyPath && $0.target == other
        }
    }

    /// Ends all of this object's observations of another object.
    public func unobserve(_ other: Object) {
        ObjectObservations.end(ownedBy: self) { $0.kind == .observer && $0.target == other }
    }

    /// Ends all observations of other objects that ``onChange(of:_:options:skipsEqualValues:on:handler:)`` began for
    /// this object.
    public func unobserveOthers() {
        ObjectObservations.end(ownedBy: self) { $0.kind == .observer }
    }
}
