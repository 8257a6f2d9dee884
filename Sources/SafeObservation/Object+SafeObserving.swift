// Object+SafeObserving.swift - observing without observers, tokens, or anything to remove.
//
// Asked of the observed object, or of the one that observes: whoever is asked owns the observation.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime

extension KeyValueObservingOptions {
    /// From the old value to the new one: `old` and `new`.
    public static let oldToNew: KeyValueObservingOptions = [.old, .new]
    /// At once, and whenever it changes: `initial` and `new`.
    public static let upToDate: KeyValueObservingOptions = [.initial, .new]
}

extension Object {
    // ── The observed object is asked ────────────────────────────────────────────────────────────────

    /// Calls `changes` when the value of a key path of this object changes, for as long as the object lives.
    ///
    ///     try foo.observe("name", options: .oldToNew) { foo, name, change in print("now \(name, default: "-")") }
    ///
    /// Several observations of one key path are fine.
    /// - Parameters:
    ///   - keyPath: keys with dots between them. Objects on the way may be nil, and may be replaced.
    ///   - options: which values the change holds, and whether `changes` is called at once and before changes as well.
    ///   - identifier: a name by which this observation, and others of that name, can be ended.
    ///   - queue: where `changes` runs; nil is the thread that sets the value, before the setter returns. On a queue it
    ///     runs later: the change says what the values were, the object may have others by then. What has not run when
    ///     the observation ends does not run any more.
    ///   - skipsEqualValues: leaves out changes whose old and new values are equal.
    ///   - changes: gets this object, so that it does not have to be captured; the new value, nil if it is nil or was not
    ///     asked for; and the change. What it throws is raised in whoever set the value; on a queue it ends the process.
    ///
    /// Throws what the registration raises. Any thread. After YJSafeKVO's
    /// `observeKeyPath:options:identifier:queue:changes:`.
    public func observe(
        _ keyPath: String, options: KeyValueObservingOptions = .oldToNew, identifier: String? = nil,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ receiver: Object, _ newValue: Object?, _ change: KeyValueObservedChange
            ) throws -> Void
    ) throws {
        let held = HeldObservation(
            .receiver, owner: self, target: self, keyPath: keyPath, identifier: identifier, options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .byMessage : nil) { receiver, _, change in
            try changes(receiver, change.newValueOrNil, change)
        }
    }

    /// Ends all observations of a key path that were made by
    /// ``observe(_:options:identifier:skipsEqualValues:on:changes:)``. Others are not touched. Nothing happens if
    /// there are none.
    public func unobserve(_ keyPath: String) {
        HiddenObservers.end(ownedBy: self) { $0.kind == .receiver && $0.keyPath == keyPath }
    }

    /// Ends those of them that were given this identifier.
    public func unobserve(_ keyPath: String, identifier: String) {
        HiddenObservers.end(ownedBy: self) {
            $0.kind == .receiver && $0.keyPath == keyPath && $0.identifier == identifier
        }
    }

    /// Ends all observations of this object that were made so.
    public func unobserveAll() {
        HiddenObservers.end(ownedBy: self) { $0.kind == .receiver }
    }

    // ── The observer is asked ───────────────────────────────────────────────────────────────────────

    /// Calls `changes` with this object and the target when the value of a key path of `target` changes, for as long as
    /// both live. Neither is retained.
    ///
    /// Throws what the registration raises. After YJSafeKVO's `observeTarget:keyPath:options:queue:changes:`.
    public func observe(
        target: Object, _ keyPath: String, options: KeyValueObservingOptions = .upToDate,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ observer: Object, _ target: Object, _ newValue: Object?, _ change: KeyValueObservedChange
            ) throws -> Void
    ) throws {
        let held = HeldObservation(.observer, owner: self, target: target, keyPath: keyPath, options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .byMessage : nil) { observer, target, change in
            try changes(observer, target, change.newValueOrNil, change)
        }
    }

    /// Calls `updates` when one of several values changes, and once for each now. If one cannot be observed, those before
    /// it are. After YJSafeKVO's `observeGroup:updates:`.
    public func observe(
        targets: [(object: Object, keyPath: String)],
        updates: @escaping @Sendable (_ observer: Object, _ target: Object, _ newValue: Object?) throws -> Void
    ) throws {
        for (target, keyPath) in targets {
            try observe(target: target, keyPath) { observer, target, value, _ in try updates(observer, target, value) }
        }
    }

    /// Ends this object's observations of a key path of `target`; those of other targets go on.
    public func unobserve(target: Object, _ keyPath: String) {
        HiddenObservers.end(ownedBy: self) {
            $0.kind == .observer && $0.keyPath == keyPath && $0.target == target
        }
    }

    /// Ends all of this object's observations of `target`.
    public func unobserve(target: Object) {
        HiddenObservers.end(ownedBy: self) { $0.kind == .observer && $0.target == target }
    }

    /// Ends everything that this object observes.
    public func unobserveTargets() {
        HiddenObservers.end(ownedBy: self) { $0.kind == .observer }
    }

    // ── Posting ─────────────────────────────────────────────────────────────────────────────────────

    /// Calls `handler` whenever the value of a key path of this object changes. After YJSafeKVO's `post:`.
    public func post(
        _ keyPath: String, _ handler: @escaping @Sendable (_ object: Object, _ newValue: Object?) throws -> Void
    ) throws {
        let held = HeldObservation(.post, owner: self, target: self, keyPath: keyPath, options: [.new])
        try held.begin { object, _, change in try handler(object, change.newValueOrNil) }
    }

    /// Ends what ``post(_:_:)`` began for a key path.
    public func stopPosting(_ keyPath: String) {
        HiddenObservers.end(ownedBy: self) { $0.kind == .post && $0.keyPath == keyPath }
    }
}

extension KeyValueObservedChange {
    /// The new value, with NSNull as nil.
    var newValueOrNil: Object? { newValue == NSNull.object ? nil : newValue }
}
