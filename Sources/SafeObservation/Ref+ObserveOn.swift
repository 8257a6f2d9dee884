// Ref+ObserveOn.swift - observes typed properties with handlers that run on the main actor, an actor, a queue or an
// executor.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// A change for a handler that runs elsewhere, with its object, which is retained until the call.
@usableFromInline struct ChangeElsewhere<Description: ClassDescription, Value: PropertyValue>: Sendable {
    @usableFromInline let object: Ref<Description>
    @usableFromInline let change: ObservedChange<Value>

    @inlinable init(_ object: Ref<Description>, _ change: ObservedChange<Value>) {
        self.object = object
        self.change = change
    }
}

extension Ref {
    /// Calls `handler` on the main actor when a property changes.
    ///
    ///     token = person.observe(\.name, on: MainActor.shared) { [weak self] person, change in
    ///         self?.title = person.name
    ///     }
    ///
    /// The handler may use state of the main actor. It runs soon after the change and never inside the setter, on
    /// whichever thread the value is set: once for each change, in the order of the changes, and with the values of the
    /// change. The object may have other values by then. Changes that an object makes while it dies are left out,
    /// because it cannot be retained.
    ///
    /// If ``KeyValueObservation/invalidate()`` is called on the main actor, no call follows; if it is called elsewhere,
    /// it does not wait for a call that has begun.
    /// - Parameters:
    ///   - member: a property, or a property of another object that is reached through properties.
    ///   - options: the values that the change contains, and whether there is also a call for the present value and
    ///     before each change.
    ///   - skipsEqualValues: whether changes are left out whose old and new values are equal.
    ///   - actor: `MainActor.shared`.
    ///   - handler: receives the object and the change.
    /// - Returns: the token. Keep it, because the observation ends with it.
    @inlinable public func observe<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        on actor: MainActor,
        handler: @escaping @MainActor @Sendable (_ object: Ref, _ change: ObservedChange<P.Value>) -> Void
    ) -> KeyValueObservation {
        let mailbox = MailboxElsewhere<P>(beginTask: { mailbox in
            Task { @MainActor in await mailbox.tellAll { handler($0.object, $0.change) } }
        })
        return observe(member, options, skipsEqualValues, mailbox)
    }

    /// Calls `handler` on an actor when a property changes.
    ///
    ///     token = download.observe(\.progress, on: journal) { journal, download, change in
    ///         journal.write(change.newValue)
    ///     }
    ///
    /// The handler receives the actor, and may use its state. The observation does not retain the actor; after its
    /// death there are no calls. Otherwise as
    /// ``observe(_:options:skipsEqualValues:on:handler:)-(_,_,_,MainActor,_)``.
    @inlinable public func observe<P: ReadableProperty, Home: Actor>(
        _ member: KeyPath<Description, P>, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        on actor: Home,
        handler: @escaping @Sendable (_ actor: isolated Home, _ object: Ref, _ change: ObservedChange<P.Value>) -> Void
    ) -> KeyValueObservation {
        let mailbox = MailboxElsewhere<P>(beginTask: { [weak actor] mailbox in
            guard let actor else { return mailbox.close() }
            Task { await mailbox.tellAll(on: actor) { handler($0, $1.object, $1.change) } }
        })
        return observe(member, options, skipsEqualValues, mailbox)
    }

    /// Calls `handler` on a queue when a property changes.
    ///
    /// The calls are made one at a time, in the order of the changes, on a concurrent queue too. Otherwise as
    /// ``observe(_:options:skipsEqualValues:on:handler:)-(_,_,_,MainActor,_)``.
    @inlinable public func observe<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        on queue: DispatchQueue,
        handler: @escaping @Sendable (_ object: Ref, _ change: ObservedChange<P.Value>) -> Void
    ) -> KeyValueObservation {
        let mailbox = MailboxElsewhere<P>(beginTurn: { mailbox in
            queue.async { mailbox.tell { handler($0.object, $0.change) } }
        })
        return observe(member, options, skipsEqualValues, mailbox)
    }

    /// Calls `handler` on an executor when a property changes.
    ///
    /// The calls are made one at a time, in the order of the changes. Otherwise as
    /// ``observe(_:options:skipsEqualValues:on:handler:)-(_,_,_,MainActor,_)``.
    @inlinable public func observe<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        on executor: any TaskExecutor,
        handler: @escaping @Sendable (_ object: Ref, _ change: ObservedChange<P.Value>) -> Void
    ) -> KeyValueObservation {
        let mailbox = MailboxElsewhere<P>(beginTask: { mailbox in
            Task(executorPreference: executor) { await mailbox.tellAll { handler($0.object, $0.change) } }
        })
        return observe(member, options, skipsEqualValues, mailbox)
    }

    @usableFromInline typealias MailboxElsewhere<P: ReadableProperty> = Mailbox<ChangeElsewhere<Description, P.Value>>

    @inlinable func observe<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, _ options: KeyValueObservingOptions, _ skipsEqualValues: Bool,
        _ mailbox: Mailbox<ChangeElsewhere<Description, P.Value>>
    ) -> KeyValueObservation {
        let keyPath = described.read { $0[keyPath: member] }.propertyKeyPath
        let equal: EqualValues? = skipsEqualValues ? .of(P.Value.self) : nil
        return object.observe(keyPath, options, skipping: equal, mailbox: mailbox) { [described] object, change in
            try mailbox.post(ChangeElsewhere(Ref(unchecked: object, described), ObservedChange(change, options)))
        }
    }
}

extension Mailbox {
    /// As `tellAll(isolation:_:)`, on an actor that the handler receives.
    @inlinable func tellAll<Home: Actor>(
        on actor: isolated Home, _ handler: @Sendable (isolated Home, Message) -> Void
    ) async {
        await tellAll { handler(actor, $0) }
    }
}
