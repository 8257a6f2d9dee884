// Ref+SafeObserving.swift - observes typed properties without tokens, or anything to remove.
//
// Each function works as the function of `Object` with the same name, and passes typed values.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Ref {
    // ── Observing this object ───────────────────────────────────────────────────────────────────────

    /// Calls `changes` when a property of this object changes, for as long as the object lives.
    ///
    ///     try foo.observe(\.name, options: .oldToNew) { foo, name, change in print("now \(name ?? "-")") }
    ///
    /// The new value is nil if it is nil, or if the options do not include it. Otherwise as
    /// ``MiniRuntime/Object/observe(_:options:identifier:skipsEqualValues:on:changes:)``.
    public func observe<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, options: KeyValueObservingOptions = .oldToNew, identifier: String? = nil,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ receiver: Ref, _ newValue: P.Value.Unwrapped?, _ change: ObservedChange<P.Value>
            ) throws -> Void
    ) throws {
        let held = ObjectObservation(
            .receiver, owner: object, target: object, keyPath: Self.keyPath(member), identifier: identifier,
            options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .of(P.Value.self) : nil) { receiver, _, change in
            let (receiver, change) = (try Ref.bridged(from: receiver), try ObservedChange<P.Value>(change))
            try changes(receiver, change.newValue, change)
        }
    }

    /// Ends all observations of a property that ``observe(_:options:identifier:skipsEqualValues:on:changes:)`` began.
    public func unobserve<P: ReadableProperty>(_ member: KeyPath<Description, P>) {
        object.unobserve(Self.keyPath(member))
    }

    /// Ends the observations of a property that ``observe(_:options:identifier:skipsEqualValues:on:changes:)`` began
    /// with this identifier.
    public func unobserve<P: ReadableProperty>(_ member: KeyPath<Description, P>, identifier: String) {
        object.unobserve(Self.keyPath(member), identifier: identifier)
    }

    /// Ends all observations of this object that ``observe(_:options:identifier:skipsEqualValues:on:changes:)`` began.
    public func unobserveAll() {
        object.unobserveAll()
    }

    // ── Observing other objects ─────────────────────────────────────────────────────────────────────

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
        let held = ObjectObservation(
            .observer, owner: object, target: target.object, keyPath: Ref<Target>.keyPath(member), options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .of(P.Value.self) : nil) { observer, target, change in
            let change = try ObservedChange<P.Value>(change)
            try changes(.bridged(from: observer), .bridged(from: target), change.newValue, change)
        }
    }

    /// As ``observe(target:_:options:skipsEqualValues:on:changes:)``, for one property of several objects. If one of
    /// them cannot be observed, throws, and those before it remain observed.
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

    /// Ends this object's observations of a property of `target`. Observations of other targets go on.
    public func unobserve<Target, P: ReadableProperty>(target: Ref<Target>, _ member: KeyPath<Target, P>) {
        object.unobserve(target: target.object, Ref<Target>.keyPath(member))
    }

    /// Ends all of this object's observations of `target`.
    public func unobserve<Target>(target: Ref<Target>) {
        object.unobserve(target: target.object)
    }

    /// Ends all observations that ``observe(target:_:options:skipsEqualValues:on:changes:)`` began for this object.
    public func unobserveTargets() {
        object.unobserveTargets()
    }

    // ── Posting ─────────────────────────────────────────────────────────────────────────────────────

    /// Calls `handler` whenever a property of this object changes, for as long as the object lives. Throws an exception
    /// that the registration raises.
    public func post<P: ReadableProperty>(
        _ member: KeyPath<Description, P>,
        _ handler: @escaping @Sendable (_ object: Ref, _ newValue: P.Value) throws -> Void
    ) throws {
        let keyPath = Self.keyPath(member)
        try object.post(keyPath) { object, newValue in
            try handler(.bridged(from: object), P.Value.fromObject(newValue ?? NSNull.object))
        }
    }

    /// Ends the observations of a property that ``post(_:_:)`` began.
    public func stopPosting<P: ReadableProperty>(_ member: KeyPath<Description, P>) {
        object.stopPosting(Self.keyPath(member))
    }
}
