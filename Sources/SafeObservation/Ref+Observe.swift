// Ref+Observe.swift - observes typed properties with closures.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Ref {
    /// Calls `handler` when a property changes.
    ///
    ///     let token = person.observe(\.employer.name, options: [.old, .new]) { person, change in
    ///         print(change.oldValue ?? "-", "->", change.newValue ?? "-")
    ///     }
    ///
    /// - Parameters:
    ///   - member: a property, or a property of another object that is reached through properties. Its value is nil
    ///     while an object on the path is nil.
    ///   - options: the values that the change contains, and whether the handler is also called now and before each
    ///     change.
    ///   - skipsEqualValues: whether changes are left out whose old and new values are equal.
    ///   - handler: runs on the thread that changes the value, with no lock held. An error that it throws is raised
    ///     there.
    /// - Returns: the token. Keep it, because the observation ends with it. An exception of the registration, and an
    ///   error that the handler throws for `.initial`, end the process unless a `try` send on this thread can catch
    ///   them.
    @inlinable public func observe<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        handler: @escaping @Sendable (_ object: Ref, _ change: ObservedChange<P.Value>) throws -> Void
    ) -> KeyValueObservation {
        // Inlinable for two reasons: the change is specialized for its type (benchmark row typed-observed-set), and a
        // key path that is passed to a function that is not inlinable adds an exclusivity check to each access of the
        // property (benchmark row typed-get-string-observed-other).
        let keyPath = described.read { $0[keyPath: member] }.propertyKeyPath
        let equal: EqualValues? = skipsEqualValues ? .of(P.Value.self) : nil
        if options.contains(.cause) { return observeWithCause(keyPath, options, skipping: equal, handler: handler) }
        return object.observe(keyPath, options, skipping: equal) { [described] object, change in
            try handler(Ref(unchecked: object, described), ObservedChange(change))
        }
    }

    /// As the function above, for options with `cause`: a function of its own, so that other changes are not tested for
    /// it.
    @usableFromInline func observeWithCause<Value: PropertyValue>(
        _ keyPath: String, _ options: KeyValueObservingOptions, skipping equal: EqualValues?,
        handler: @escaping @Sendable (_ object: Ref, _ change: ObservedChange<Value>) throws -> Void
    ) -> KeyValueObservation {
        object.observe(keyPath, options, skipping: equal) { [described] object, change in
            try handler(Ref(unchecked: object, described), ObservedChange(change, options))
        }
    }
}

extension Object {
    /// As ``observe(_:options:skipsEqualValues:handler:)``, but does not throw. An exception of the registration ends
    /// the process unless a `try` send on this thread can catch it.
    @usableFromInline func observe(
        _ keyPath: String, _ options: KeyValueObservingOptions, skipping equal: EqualValues?,
        handler: @escaping KeyValueObservation.Handler
    ) -> KeyValueObservation {
        observe(keyPath, options, skipping: equal, mailbox: nil, handler: handler)
    }

    @usableFromInline func observe(
        _ keyPath: String, _ options: KeyValueObservingOptions, skipping equal: EqualValues?,
        mailbox: (any Closable)?, handler: @escaping KeyValueObservation.Handler
    ) -> KeyValueObservation {
        do {
            return try KeyValueObservation(
                of: self, keyPath: keyPath, options: options, skipping: equal, mailbox: mailbox, handler: handler)
        } catch {
            RuntimeException.raiseOrTerminate(error)
            return .ended(keyPath: keyPath)
        }
    }

    /// Calls `handler` when the value of a key path changes.
    ///
    /// As ``TypedClasses/Ref/observe(_:options:skipsEqualValues:handler:)``, with a string. Throws an exception that
    /// the registration raises.
    public func observe(
        _ keyPath: String, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        handler: @escaping KeyValueObservation.Handler
    ) throws -> KeyValueObservation {
        try KeyValueObservation(
            of: self, keyPath: keyPath, options: options, skipsEqualValues: skipsEqualValues, handler: handler)
    }
}
