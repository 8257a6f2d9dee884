// Ref+OnChange.swift - observations of typed properties that live with an object, without tokens, or anything to
// remove.
//
// Each function works as the function of `Object` with the same name, and passes typed values.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Ref {
    /// Calls `handler` when a property of this object changes, for as long as the object lives.
    ///
    ///     try person.onChange(of: \.name) { person, change in print("now \(change.newValue ?? "-")") }
    ///
    /// The handler receives the object, so that it need not capture it.
    /// ``observe(_:options:skipsEqualValues:handler:)`` returns a token instead, with which the observation ends.
    /// Otherwise as
    /// ``MiniRuntime/Object/onChange(of:options:identifier:skipsEqualValues:on:handler:)``.
    public func onChange<P: ReadableProperty>(
        of member: KeyPath<Description, P>, options: KeyValueObservingOptions = [.new], identifier: String? = nil,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        handler: @escaping @Sendable (_ object: Ref, _ change: ObservedChange<P.Value>) throws -> Void
    ) throws {
        let held = ObjectObservation(
            .receiver, owner: object, target: object, keyPath: Self.keyPath(member), identifier: identifier,
            options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .of(P.Value.self) : nil) { object, _, change in
            try handler(.bridged(from: object), ObservedChange(change, options))
        }
    }

    /// Calls `handler` with this object and another one when a property of the other changes, for as long as both live.
    ///
    ///     try label.onChange(of: person, \.name) { label, person, change in label.text = change.newValue ?? "" }
    ///
    /// As ``MiniRuntime/Object/onChange(of:_:options:skipsEqualValues:on:handler:)``.
    public func onChange<Other, P: ReadableProperty>(
        of other: Ref<Other>, _ member: KeyPath<Other, P>, options: KeyValueObservingOptions = [.new],
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        handler:
            @escaping @Sendable (_ me: Ref, _ other: Ref<Other>, _ change: ObservedChange<P.Value>) throws -> Void
    ) throws {
        let held = ObjectObservation(
            .observer, owner: object, target: other.object, keyPath: Ref<Other>.keyPath(member), options: options)
        try held.begin(on: queue, skipping: skipsEqualValues ? .of(P.Value.self) : nil) { me, other, change in
            try handler(.bridged(from: me), .bridged(from: other), ObservedChange(change, options))
        }
    }

    // ── Ending early ────────────────────────────────────────────────────────────────────────────────

    /// Ends all observations of a property that ``onChange(of:options:identifier:skipsEqualValues:on:handler:)`` began.
    public func unobserve<P: ReadableProperty>(_ member: KeyPath<Description, P>) {
        object.unobserve(Self.keyPath(member))
    }

    /// Ends the observations of a property that ``onChange(of:options:identifier:skipsEqualValues:on:handler:)`` began
    /// with this identifier.
    public func unobserve<P: ReadableProperty>(_ member: KeyPath<Description, P>, identifier: String) {
        object.unobserve(Self.keyPath(member), identifier: identifier)
    }

    /// Ends all observations of this object that ``onChange(of:options:identifier:skipsEqualValues:on:handler:)``
    /// began.
    public func unobserveAll() {
        object.unobserveAll()
    }

    /// Ends this object's observations of a property of another object. Observations of a third one go on.
    public func unobserve<Other, P: ReadableProperty>(_ other: Ref<Other>, _ member: KeyPath<Other, P>) {
        object.unobserve(other.object, Ref<Other>.keyPath(member))
    }

    /// Ends all of this object's observations of another object.
    public func unobserve<Other>(_ other: Ref<Other>) {
        object.unobserve(other.object)
    }

    /// Ends all observations of other objects that ``onChange(of:_:options:skipsEqualValues:on:handler:)`` began for
    /// this object.
    public func unobserveOthers() {
        object.unobserveOthers()
    }
}
