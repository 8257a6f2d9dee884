// ObjectObservation.swift - an observation that two objects hold: it ends when the first of them dies.
//
//      owner ──► ObjectObservations ──► ObjectObservation ◄── ObjectObservations ◄── target
//                                    beginning ─► going on (KeyValueObservation) ─► ended
//
// The owner is the object whose function was called. An observation is added to both lists before it is registered. So
// code that ends it during the initial notification finds it; the registration is then removed when it is complete.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import Synchronization

/// One observation on behalf of an object. Any thread.
final class ObjectObservation: Sendable, Lockable {
    /// The function that began an observation. Each function that ends observations ends only its own kind.
    enum Kind: Hashable, Sendable {
        /// Begun by the observed object: `object.observe(keyPath, changes:)`.
        case receiver
        /// Begun by the observing object: `observer.observe(target:keyPath, changes:)`.
        case observer
        /// Binds a property of the owner to a property of the target.
        case binding
        /// Begun by `post`, for the owner's own changes.
        case post
        /// Begun by a controller of the owner.
        case controller(ObjectIdentifier)
    }

    /// A closure that is called with the owner, which is alive, the observed object, and the change.
    typealias Handler = @Sendable (_ owner: Object, _ target: Object, _ change: KeyValueObservedChange) throws -> Void

    let kind: Kind
    /// The key path by which programs end the observation: the target's, or, for a binding, that of the owner's
    /// property.
    let keyPath: String
    let identifier: String?
    let options: KeyValueObservingOptions
    /// The position in the order in which observations were created.
    let number = ObjectObservation.numbers.add(1, ordering: .relaxed).newValue
    private let ownerAddress: UInt
    private let owner: WeakReference
    private let weakTarget: WeakReference
    /// Whether the owner's changes are observed, instead of the target's: the reverse direction of a binding.
    private let observesOwner: Bool
    private let state: Locked<State>

    private struct State: Lockable {
        var retainedTarget: Object?
        var observation: KeyValueObservation?
        var isEnded = false
    }

    private static let numbers = Atomic<Int>(0)

    init(
        _ kind: Kind, owner: Object, target: Object, keyPath: String, identifier: String? = nil,
        options: KeyValueObservingOptions, retainsTarget: Bool = false, observesOwner: Bool = false
    ) {
        self.observesOwner = observesOwner
        (self.kind, self.keyPath, self.identifier, self.options) = (kind, keyPath, identifier, options)
        ownerAddress = owner.address
        self.owner = WeakReference(owner)
        weakTarget = WeakReference(target)
        state = Locked(State(retainedTarget: retainsTarget ? target : nil))
    }

    /// The target; nil after its death.
    var target: Object? { weakTarget.object }

    func isOwned(by object: Object) -> Bool { object.address == ownerAddress }

    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Registers the observation. Does nothing if one of the objects is dying. Throws an exception that the
    /// registration raises, after removing the observation from both lists.
    /// - Parameter observedKeyPath: the observed key path, if it is not `keyPath`.
    func begin(
        observedKeyPath: String? = nil, on queue: DispatchQueue? = nil, skipping equal: EqualValues? = nil,
        _ handler: @escaping Handler
    ) throws {
        guard let owner = owner.object, let target = weakTarget.object else { return }
        ObjectObservations.of(owner).add(self)
        ObjectObservations.of(target).add(self)
        do {
            let mailbox = queue.map { makeMailbox($0, handler) }
            let observation = try KeyValueObservation(
                of: observesOwner ? owner : target, keyPath: observedKeyPath ?? keyPath, options: options,
                skipping: equal, mailbox: mailbox
            ) { [weak self] target, change in
                guard let mailbox else { return try self?.tell(handler, target, change) ?? () }
                mailbox.post(Message(target: target, change: change, cause: self?.currentCause))
            }
            let isWanted = state.withLock { state in
                if !state.isEnded { state.observation = observation }
                return !state.isEnded
            }
            // Ended during the registration: remove it from the lists. The registration ends with `observation`.
            if !isWanted { end() }
        } catch {
            end()
            throw error
        }
    }

    private func tell(_ handler: Handler, _ target: Object, _ change: KeyValueObservedChange) throws {
        guard !isEnded, let owner = owner.object else { return }
        try handler(owner, target, change)
    }

    /// A change for a queue. Retains the target.
    private struct Message: Sendable {
        let target: Object
        let change: KeyValueObservedChange
        let cause: KeyValueChangeCause?
    }

    private var currentCause: KeyValueChangeCause? { options.contains(.cause) ? .current : nil }

    /// Returns a mailbox for a queue. Each message is delivered only if the observation still goes on at that time.
    private func makeMailbox(_ queue: DispatchQueue, _ handler: @escaping Handler) -> Mailbox<Message> {
        Mailbox(beginTurn: { [weak self] mailbox in
            guard let self else { return }
            queue.async {
                mailbox.tell { message in
                    do {
                        try KeyValueChangeCause.with(message.cause) {
                            try self.tell(handler, message.target, message.change)
                        }
                    } catch {
                        // No caller on this thread can catch it.
                        RuntimeException.raiseOrTerminate(error)
                    }
                }
            }
        })
    }

    /// Ends the observation, and releases the handler. The second call does nothing.
    func end() {
        let last = state.exchange(State(isEnded: true))
        last.observation?.invalidate()
        for object in [owner.object, weakTarget.object] { object.flatMap(ObjectObservations.existing)?.forget(self) }
        // Releasing the target may end its life, so this comes after the removal from the lists.
        withExtendedLifetime(last) {}
    }
}

extension ObjectObservation: CustomStringConvertible {
    var description: String {
        let names: [(KeyValueObservingOptions, String)] = [
            (.new, "new"), (.old, "old"), (.initial, "initial"), (.prior, "prior"),
        ]
        let spelt = names.filter { options.contains($0.0) }.map(\.1).joined(separator: "|")
        return
            "\(target?.description ?? "a dead object") keyPath: \(keyPath) options: \(spelt.isEmpty ? "none" : spelt)"
    }
}
