// Object+SafeObserving.swift - observing without observers, tokens, or anything to remove.
//
// Asked of the observed object, or of the one that observes: whoever is asked owns the observation.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime

extension KeyValueObservingOptions {
    /// From the old value to the new one: ``old`` and ``new``.
    public static let oldToNew: KeyValueObservingOptions = [.old, .new]
    /// At once, and whenever it changes: ``initial`` and ``new``.
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
    ///   - identifier: a name by which this observation, and others of that name, can be ended.
    ///   - queue: where `changes` runs; nil is the thread that sets the value, before the setter returns. On a queue it
    ///     runs later: the change says what the values were, the object may have others by then.
    ///   - changes: gets this object, so that it does not have to be captured; the new value, nil if it is nil or was not
    ///     asked for; and the change.
    /// Throws what the registration raises. Any thread. After YJSafeKVO's
    /// `observeKeyPath:options:identifier:queue:changes:`.
    public func observe(
        _ keyPath: String, options: KeyValueObservingOptions = .oldToNew, identifier: String? = nil,
        queue: DispatchQueue? = nil,
        changes: @escaping @Sendable (_ receiver: Object, _ newValue: Object?, _ change: KeyValueObservedChange) -> Void
    ) throws {
        let observation = try Observation(
            of: self, keyPath: keyPath, options: options,
            handler: deliver(on: queue) { object, change in changes(object, change.newValueOrNil, change) })
        HiddenObservers.of(self).add(
            .init(kind: .receiver, keyPath: keyPath, identifier: identifier, observation: observation))
    }

    /// Ends all observations of a key path that were made by ``observe(_:options:identifier:queue:changes:)``. Others are
    /// not touched. Nothing happens if there are none.
    public func unobserve(_ keyPath: String) {
        HiddenObservers.existing(of: self)?.end { $0.kind == .receiver && $0.keyPath == keyPath }
    }

    /// Ends those of them that were given this identifier.
    public func unobserve(_ keyPath: String, identifier: String) {
        HiddenObservers.existing(of: self)?.end {
            $0.kind == .receiver && $0.keyPath == keyPath && $0.identifier == identifier
        }
    }

    /// Ends all observations of this object that were made so.
    public func unobserveAll() {
        HiddenObservers.existing(of: self)?.end { $0.kind == .receiver }
    }

    // ── The observer is asked ───────────────────────────────────────────────────────────────────────

    /// Calls `changes` with this object and the target when the value of a key path of `target` changes, for as long as
    /// both live. Neither is retained.
    ///
    /// Throws what the registration raises. After YJSafeKVO's `observeTarget:keyPath:options:queue:changes:`.
    public func observe(
        target: Object, _ keyPath: String, options: KeyValueObservingOptions = .upToDate, queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ observer: Object, _ target: Object, _ newValue: Object?, _ change: KeyValueObservedChange
            ) -> Void
    ) throws {
        let weakSelf = WeakReference(self)
        let observation = try Observation(
            of: target, keyPath: keyPath, options: options,
            handler: deliver(on: queue) { target, change in
                guard let observer = weakSelf.object else { return }
                changes(observer, target, change.newValueOrNil, change)
            })
        HiddenObservers.of(self).add(.init(kind: .observer, keyPath: keyPath, observation: observation))
    }

    /// Calls `updates` when one of several values changes, and once for each now.
    public func observe(
        targets: [(object: Object, keyPath: String)],
        updates: @escaping @Sendable (_ observer: Object, _ target: Object, _ newValue: Object?) -> Void
    ) throws {
        for (target, keyPath) in targets {
            try observe(target: target, keyPath) { observer, target, value, _ in updates(observer, target, value) }
        }
    }

    /// Ends this object's observations of a key path of `target`; those of other targets go on.
    public func unobserve(target: Object, _ keyPath: String) {
        HiddenObservers.existing(of: self)?.end {
            $0.kind == .observer && $0.keyPath == keyPath && $0.observation.object == target
        }
    }

    /// Ends all of this object's observations of `target`.
    public func unobserve(target: Object) {
        HiddenObservers.existing(of: self)?.end { $0.kind == .observer && $0.observation.object == target }
    }

    /// Ends everything that this object observes.
    public func unobserveTargets() {
        HiddenObservers.existing(of: self)?.end { $0.kind == .observer }
    }

    // ── Posting ─────────────────────────────────────────────────────────────────────────────────────

    /// Calls `handler` whenever the value of a key path of this object changes. After YJSafeKVO's `post:`.
    public func post(
        _ keyPath: String, _ handler: @escaping @Sendable (_ object: Object, _ newValue: Object?) -> Void
    ) throws {
        let observation = try Observation(of: self, keyPath: keyPath, options: [.new]) { object, change in
            handler(object, change.newValueOrNil)
        }
        HiddenObservers.of(self).add(.init(kind: .post, keyPath: keyPath, observation: observation))
    }

    /// Ends what ``post(_:_:)`` began for a key path.
    public func stopPosting(_ keyPath: String) {
        HiddenObservers.existing(of: self)?.end { $0.kind == .post && $0.keyPath == keyPath }
    }
}

extension KeyValueObservedChange {
    /// The new value, with NSNull as nil.
    var newValueOrNil: Object? { newValue == NSNull.object ? nil : newValue }
}

/// A handler that runs on a queue, or where it is called.
func deliver(on queue: DispatchQueue?, _ handler: @escaping Observation.Handler) -> Observation.Handler {
    guard let queue else { return handler }
    return { object, change in
        queue.async {
            do {
                try autoreleasepool { try handler(object, change) }
            } catch {
                // Nobody is up the stack to catch it.
                RuntimeException.raise(error)
                RuntimeException.terminateIfUncaught()
            }
        }
    }
}
