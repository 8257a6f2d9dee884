// Ref+Observe.swift - observing typed properties.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Ref {
    /// Calls `handler` when a property changes.
    ///
    ///     let token = person.observe(\.employer.name, options: [.old, .new]) { person, change in
    ///         print(change.oldValue ?? nil, "->", change.newValue ?? nil)
    ///     }
    ///
    /// - Parameters:
    ///   - member: a property, or one of another object that is reached through properties: its value is nil while an
    ///     object on the way is.
    ///   - options: which values the change holds, and whether the handler is called at once and before changes as well.
    ///   - skipsEqualValues: leaves out changes whose old and new values are equal.
    ///   - handler: runs on the thread that changes the value, with no lock held. What it throws is raised there.
    /// - Returns: keep it: the observation ends with it. What the handler throws for `.initial` has nowhere to go, and
    ///   ends the process unless a `try` send is under way.
    public func observe<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        handler: @escaping @Sendable (_ object: Ref, _ change: ObservedChange<P.Value>) throws -> Void
    ) -> ObservationToken {
        do {
            return try ObservationToken(
                of: object, keyPath: Self.keyPath(member), options: options,
                skipping: skipsEqualValues ? EqualValues.of(P.Value.self) : nil
            ) { object, change in
                guard let reference = Ref(object) else { return }
                try handler(reference, ObservedChange(change))
            }
        } catch {
            RuntimeException.raise(error)
            RuntimeException.terminateIfUncaught()
            return .ended(keyPath: Self.keyPath(member))
        }
    }
}

extension Object {
    /// Calls `handler` when the value of a key path changes.
    ///
    /// As ``TypedClasses/Ref/observe(_:options:skipsEqualValues:handler:)``, by name. Throws what the registration
    /// raises.
    public func observe(
        _ keyPath: String, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        handler: @escaping ObservationToken.Handler
    ) throws -> ObservationToken {
        try ObservationToken(
            of: self, keyPath: keyPath, options: options, skipsEqualValues: skipsEqualValues, handler: handler)
    }
}
