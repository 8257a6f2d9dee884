// Ref+SafeObserving.swift - observing typed properties without tokens, or anything to remove. Each function does what the
// one of Object by that name does, and hands on typed values.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Ref {
    // ── The observed object is asked ────────────────────────────────────────────────────────────────

    /// Calls `changes` when a property of this object changes, for as long as the object lives.
    ///
    ///     try foo.observe(\.name, options: .oldToNew) { foo, name, change in print("now \(name ?? "-")") }
    ///
    /// The new value is nil if it was not asked for. Else as
    /// ``MiniRuntime/Object/observe(_:options:identifier:skipsEqualValues:on:changes:)``.
    public func observe<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, options: KeyValueObservingOptions = .oldToNew, identifier: String? = nil,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ receiver: Ref, _ newValue: P.Value.Unwrapped?, _ change: ObservedChange<P.Value>
            ) throws -> Void
    ) throws {
        let held = HeldObservation(
            .receiver, owner: object, target: object, keyPath: Self.keyPath(member), identifier: identifier,
            options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .of(P.Value.self) : nil) { receiver, _, change in
            let (receiver, change) = (try Ref.bridged(from: receiver), try ObservedChange<P.Value>(change))
            try changes(receiver, change.newValue, change)
        }
    }

    /// Ends all observations of a property that were begun so. Nothing happens if there are none.
    public func unobserve<P: ReadableProperty>(_ member: KeyPath<Description, P>) {
        object.unobserve(Self.keyPath(member))
    }

    /// Ends those of them that were given this identifier.
    public func unobserve<P: ReadableProperty>(_ member: KeyPath<Description, P>, identifier: String) {
        object.unobserve(Self.keyPath(member), identifier: identifier)
    }

    /// Ends all observations of this object that were begun so.
    public func unobserveAll() {
        object.unobserveAll()
    }

    // ── The observer is asked ───────────────────────────────────────────────────────────────────────

    /// Calls `changes` with this object and the target when a property of `target` changes, for as long as both live.
    ///
    /// As ``MiniRuntime/Object/observe(target:_:options:skipsEqualValues:on:changes:)``.
    public func observe<Target, P: ReadableProperty>(
        target: Ref<Target>, _ member: KeyPath<Target, P>, options: KeyValueObservingOptions = .upToDate,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ observer: Ref, _ target: Ref<Target>, _ newValue: P.Value.Unwrapped?,
                _ change: ObservedChange<P.Value>
            ) throws -> Void
    ) throws {
        let held = HeldObservation(
            .observer, owner: object, target: target.object, keyPath: Ref<Target>.keyPath(member), options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .of(P.Value.self) : nil) { observer, target, change in
            let change = try ObservedChange<P.Value>(change)
            try changes(.bridged(from: observer), .bridged(from: target), change.newValue, change)
        }
    }

    /// The same for one property of several objects. If one cannot be observed, those before it are.
    public func observe<Target, P: ReadableProperty>(
        targets: [Ref<Target>], _ member: KeyPath<Target, P>, options: KeyValueObservingOptions = .upToDate,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ observer: Ref, _ target: Ref<Target>, _ newValue: P.Value.Unwrapped?,
                _ change: ObservedChange<P.Value>
            ) throws -> Void
    ) throws {
        for target in targets {
            try observe(
                target: target, member, options: options, skipsEqualValues: skipsEqualValues, on: queue,
                changes: changes)
        }
    }

    /// Ends this object's observations of a property of `target`; those of other targets go on.
    public func unobserve<Target, P: ReadableProperty>(target: Ref<Target>, _ member: KeyPath<Target, P>) {
        object.unobserve(target: target.object, Ref<Target>.keyPath(member))
    }

    /// Ends all of this object's observations of `target`.
    public func unobserve<Target>(target: Ref<Target>) {
        object.unobserve(target: target.object)
    }

    /// Ends everything that this object observes.
    public func unobserveTargets() {
        object.unobserveTargets()
    }

    // ── Posting ─────────────────────────────────────────────────────────────────────────────────────

    /// Calls `handler` whenever a property of this object changes.
    public func post<P: ReadableProperty>(
        _ member: KeyPath<Description, P>,
        _ handler: @escaping @Sendable (_ object: Ref, _ newValue: P.Value) throws -> Void
    ) throws {
        let keyPath = Self.keyPath(member)
        try object.post(keyPath) { object, newValue in
            try handler(.bridged(from: object), P.Value.fromObject(newValue ?? NSNull.object))
        }
    }

    /// Ends what ``post(_:_:)`` began for a property.
    public func stopPosting<P: ReadableProperty>(_ member: KeyPath<Description, P>) {
        object.stopPosting(Self.keyPath(member))
    }
}
