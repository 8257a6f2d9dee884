// HeldObservation.swift - one observation that two objects hold: it ends with whichever dies first.
//
//      owner ──► HiddenObservers ──► HeldObservation ◄── HiddenObservers ◄── target
//                                     beginning ─► going on (KeyValueObservation) ─► ended
//
// The owner is who asked for it. It is in the lists before its registration is made: so whoever ends it inside an initial
// notification finds it, and the registration is taken back as soon as it is there.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import Synchronization

/// One observation on behalf of an object. Any thread.
final class HeldObservation: Sendable, Lockable {
    /// Who asked for an observation: each takes back only its own.
    enum Kind: Hashable, Sendable {
        /// The observed object was asked: `object.observe(keyPath, changes:)`.
        case receiver
        /// The observer was asked: `observer.observe(target, keyPath, changes:)`.
        case observer
        /// A property of the owner is bound to one of the target.
        case binding
        /// The owner posts its own changes.
        case post
        /// A controller of the owner's.
        case controller(ObjectIdentifier)
    }

    /// What is called: with the owner, alive, and the observed object.
    typealias Handler = @Sendable (_ owner: Object, _ target: Object, _ change: KeyValueObservedChange) throws -> Void

    let kind: Kind
    /// What it is ended by: the key path of the target; of a binding, that of the owner's property.
    let keyPath: String
    let identifier: String?
    let options: KeyValueObservingOptions
    /// Grows from one to the next.
    let number = HeldObservation.numbers.add(1, ordering: .relaxed).newValue
    private let ownerAddress: UInt
    private let owner: WeakReference
    private let weakTarget: WeakReference
    /// Whether the owner's own changes are told: of a binding, the way back.
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

    /// The observed object; nil once it is dead.
    var target: Object? { weakTarget.object }

    func isOwned(by object: Object) -> Bool { object.address == ownerAddress }

    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Registers. Throws what that raises; nothing is held then. An object that is dying begins nothing.
    /// - Parameter observedKeyPath: that of the target, if it is another than the one by which this is ended.
    func begin(
        observedKeyPath: String? = nil, on queue: DispatchQueue? = nil, skipping equal: EqualValues? = nil,
        _ handler: @escaping Handler
    ) throws {
        guard let owner = owner.object, let target = weakTarget.object else { return }
        HiddenObservers.of(owner).add(self)
        HiddenObservers.of(target).add(self)
        do {
            let mailbox = queue.map { makeMailbox($0, handler) }
            let observation = try KeyValueObservation(
                of: observesOwner ? owner : target, keyPath: observedKeyPath ?? keyPath, options: options,
                skipping: equal, mailbox: mailbox
            ) { [weak self] target, change in
                if let mailbox {
                    mailbox.post(Message(target: target, change: change))
                } else {
                    try self?.tell(handler, target, change)
                }
            }
            let isWanted = state.withLock { state in
                if !state.isEnded { state.observation = observation }
                return !state.isEnded
            }
            // Ended meanwhile: the registration goes with `observation`, and this takes it off the lists.
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

    /// A change on its way to a queue. Keeps the target alive.
    private struct Message: Sendable {
        let target: Object
        let change: KeyValueObservedChange
    }

    /// Where changes wait for a queue. Whether the observation still goes on is asked when their turn comes.
    private func makeMailbox(_ queue: DispatchQueue, _ handler: @escaping Handler) -> Mailbox<Message> {
        Mailbox(beginTurn: { [weak self] mailbox in
            guard let self else { return }
            queue.async {
                mailbox.tell { message in
                    do {
                        try self.tell(handler, message.target, message.change)
                    } catch {
                        // Nobody is up the stack to catch it.
                        RuntimeException.raiseOrTerminate(error)
                    }
                }
            }
        })
    }

    /// Ends it, and lets go of the handler. Does nothing the second time.
    func end() {
        let last = state.exchange(State(isEnded: true))
        last.observation?.invalidate()
        for object in [owner.object, weakTarget.object] { object.flatMap(HiddenObservers.existing)?.forget(self) }
        // The target may die here: not before it has been taken off the lists.
        withExtendedLifetime(last) {}
    }
}

extension HeldObservation: CustomStringConvertible {
    var description: String {
        let names: [(KeyValueObservingOptions, String)] = [
            (.new, "new"), (.old, "old"), (.initial, "initial"), (.prior, "prior"),
        ]
        let spelt = names.filter { options.contains($0.0) }.map(\.1).joined(separator: "|")
        return
            "\(target?.description ?? "a dead object") keyPath: \(keyPath) options: \(spelt.isEmpty ? "none" : spelt)"
    }
}
