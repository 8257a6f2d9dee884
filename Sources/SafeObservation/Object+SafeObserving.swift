// Object+SafeObserving.swift - observes without observers, tokens, or anything to remove.
//
// The object that receives the call owns the observation: the observed object itself, or the observing one.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime

extension KeyValueObservingOptions {
    /// The options `old` and `new`.
    public static let oldToNew: KeyValueObservingOptions = [.old, .new]
    /// The options `initial` and `new`.
    public static let upToDate: KeyValueObservingOptions = [.initial, .new]
}

extension Object {
    // ── Observing this object ───────────────────────────────────────────────────────────────────────

    /// Calls `changes` when the value of a key path of this object changes, for as long as the object lives.
    ///
    ///     try foo.observe("name", options: .oldToNew) { foo, name, change in print("now \(name, default: "-")") }
    ///
    /// One key path may be observed several times.
    /// - Parameters:
    ///   - keyPath: keys, separated by dots. Objects on the path may be nil, and may be replaced.
    ///   - options: the values that the change contains, and whether `changes` is also called now and before each
    ///     change.
    ///   - identifier: a name, by which ``unobserve(_:identifier:)`` ends all observations with this name.
    ///   - queue: the queue on which `changes` runs; nil for the thread that sets the value, before the setter returns.
    ///     On a queue it runs later: the change contains the values at the time of the change, which the object may no
    ///     longer have. Calls that did not begin before the observation ended are dropped.
    ///   - skipsEqualValues: whether changes are left out whose old and new values are equal by `isEqual:`.
    ///   - changes: receives this object, so that it need not capture it; the new value, nil if it is nil or if the
    ///     options do not include it; and the change. An error that it throws is raised in the code that set the value;
    ///     on a queue it ends the process.
    ///
    /// Throws an exception that the registration raises. Any thread. YJSafeKVO:
    /// `observeKeyPath:options:identifier:queue:changes:`.
    public func observe(
        _ keyPath: String, options: KeyValueObservingOptions = .oldToNew, identifier: String? = nil,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ receiver: Object, _ newValue: Object?, _ change: KeyValueObservedChange
            ) throws -> Void
    ) throws {
        let held = ObjectObservation(
            .receiver, owner: self, target: self, keyPath: keyPath, identifier: identifier, options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .byMessage : nil) { receiver, _, change in
            try changes(receiver, change.newValueOrNil, change)
        }
    }

    /// Ends all observations of a key path that ``observe(_:options:identifier:skipsEqualValues:on:changes:)`` began.
    /// Other observations go on.
    public func unobserve(_ keyPath: String) {
        ObjectObservations.end(ownedBy: self) { $0.kind == .receiver && $0.keyPath == keyPath }
    }

    /// Ends the observations of a key path that ``observe(_:options:identifier:skipsEqualValues:on:changes:)`` began
    /// with this identifier.
    public func unobserve(_ keyPath: String, identifier: String) {
        ObjectObservations.end(ownedBy: self) {
            $0.kind == .receiver && $0.keyPath == keyPath && $0.identifier == identifier
        }
    }

    /// Ends all observations of this object that ``observe(_:options:identifier:skipsEqualValues:on:changes:)`` began.
    public func unobserveAll() {
        ObjectObservations.end(ownedBy: self) { $0.kind == .receiver }
    }

    // ── Observing other objects ─────────────────────────────────────────────────────────────────────

    /// Calls `changes` with this object and the target when the value of a key path of `target` changes, for as long as
    /// both live. Neither is retained.
    ///
    /// The parameters are those of ``observe(_:options:identifier:skipsEqualValues:on:changes:)``. Throws an exception
    /// that the registration raises. YJSafeKVO: `observeTarget:keyPath:options:queue:changes:`.
    public func observe(
        target: Object, _ keyPath: String, options: KeyValueObservingOptions = .upToDate,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ observer: Object, _ target: Object, _ newValue: Object?, _ change: KeyValueObservedChange
            ) throws -> Void
    ) throws {
        let held = ObjectObservation(.observer, owner: self, target: target, keyPath: keyPath, options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .byMessage : nil) { observer, target, change in
            try changes(observer, target, change.newValueOrNil, change)
        }
    }

    /// Calls `updates` when one of several values changes, and once for each value now. If one of them cannot be
    /// observed, throws, and those before it remain observed. YJSafeKVO: `observeGroup:updates:`.
    public func observe(
        targets: [(object: Object, keyPath: String)],
        updates: @escaping @Sendable (_ observer: Object, _ target: Object, _ newValue: Object?) throws -> Void
    ) throws {
        for (target, keyPath) in targets {
            try observe(target: target, keyPath) { observer, target, value, _ in try updates(observer, target, value) }
        }
    }

    /// Ends this object's observations of a key path of `target`. Observations of other targets go on.
    public func unobserve(target: Object, _ keyPath: String) {
        ObjectObservations.end(ownedBy: self) {
            $0.kind == .observer && $0.keyPath == keyPath && $0.target == target
        }
    }

    /// Ends all of this object's observations of `target`.
    public func unobserve(target: Object) {
        ObjectObservations.end(ownedBy: self) { $0.kind == .observer && $0.target == target }
    }

    /// Ends all observations that ``observe(target:_:options:skipsEqualValues:on:changes:)`` began for this object.
    public func unobserveTargets() {
        ObjectObservations.end(ownedBy: self) { $0.kind == .observer }
    }

    // ── Posting ─────────────────────────────────────────────────────────────────────────────────────

    /// Calls `handler` whenever the value of a key path of this object changes, for as long as the object lives. Throws
    /// an exception that the registration raises. YJSafeKVO: `post:`.
    public func post(
        _ keyPath: String, _ handler: @escaping @Sendable (_ object: Object, _ newValue: Object?) throws -> Void
    ) throws {
        let held = ObjectObservation(.post, owner: self, target: self, keyPath: keyPath, options: [.new])
        try held.begin { object, _, change in try handler(object, change.newValueOrNil) }
    }

    /// Ends the observations of a key path that ``post(_:_:)`` began.
    public func stopPosting(_ keyPath: String) {
        ObjectObservations.end(ownedBy: self) { $0.kind == .post && $0.keyPath == keyPath }
    }
}

extension KeyValueObservedChange {
    /// The new value; nil if it is NSNull.
    var newValueOrNil: Object? { newValue == NSNull.object ? nil : newValue }
}
