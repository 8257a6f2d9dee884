// Mailbox.swift - changes on their way to a handler that runs elsewhere: on an actor, a queue or an executor.
//
//      the thread that changes the value ──post──► │ change │ change │ ──► handler, one change after the other
//
// A queue: each change asks for a turn when it happens, so that a block that is put on the queue afterwards finds it told. A turn
// tells of all that waits, and the later ones of a serial queue find nothing. On a concurrent queue, a turn that finds another
// one running leaves its changes to that: so the order is kept, and the handler is called by one thread at a time.
//
// An actor or an executor promises no such order. There one task tells of what waits, and of what comes meanwhile.
import KVONotifying
import MiniRuntime
import Synchronization

/// What an observation closes when it is invalidated.
protocol Closable: Sendable {
    func close()
}

/// The changes of one observation that its handler has not been told of yet. Any thread.
final class Mailbox<Message: Sendable>: Closable {
    private let waiting = Locked<[Letter]>([])
    private let isClosed = Atomic<Bool>(false)
    /// How many turns of the queue have begun, and not ended.
    private let turns = Atomic<Int>(0)
    /// Whether there is a task that tells of what waits.
    private let isBeingTold = Atomic<Bool>(false)
    private let isOfQueue: Bool
    private let begin: @Sendable (Mailbox) -> Void

    /// A structure, as a lock guards none but what says so.
    private struct Letter: Lockable, Sendable {
        let message: Message
    }

    /// - Parameter beginTurn: has ``tell(_:)`` called soon on a queue. Called for each message.
    init(beginTurn: @escaping @Sendable (Mailbox) -> Void) {
        isOfQueue = true
        begin = beginTurn
    }

    /// - Parameter beginTask: makes a task that calls ``tellAll(isolation:_:)``. Called for a message that finds none.
    init(beginTask: @escaping @Sendable (Mailbox) -> Void) {
        isOfQueue = false
        begin = beginTask
    }

    /// Adds a message. O(1) amortised.
    func post(_ message: Message) {
        guard !isClosed.load(ordering: .acquiring) else { return }
        waiting.append(Letter(message: message))
        if isOfQueue || !isBeingTold.exchange(true, ordering: .acquiringAndReleasing) { begin(self) }
    }

    /// One turn: calls `handler` with each message that waits, unless the mailbox is closed meanwhile.
    func tell(_ handler: (Message) -> Void) {
        guard turns.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
        var taken = 1
        while taken > 0 {
            tellWaiting(handler)
            // What is left are turns that have come meanwhile, and left their messages to this one.
            taken = turns.subtract(taken, ordering: .acquiringAndReleasing).newValue
        }
    }

    /// Calls `handler`, on the caller's actor, with each message, until none waits or the mailbox is closed.
    func tellAll(isolation: isolated (any Actor)? = #isolation, _ handler: (Message) -> Void) async {
        repeat {
            // Others on the actor have their turn. What comes meanwhile needs no task of its own.
            while tellWaiting(handler) { await Task.yield() }
            _ = isBeingTold.exchange(false, ordering: .acquiringAndReleasing)
            // A message that came just before that line has found a task.
        } while waiting.read({ !$0.isEmpty }) && !isBeingTold.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// - Returns: false if nothing waited.
    @discardableResult private func tellWaiting(_ handler: (Message) -> Void) -> Bool {
        let letters = waiting.exchange([])
        for letter in letters {
            if isClosed.load(ordering: .acquiring) { break }
            autoreleasepool { handler(letter.message) }
        }
        return !letters.isEmpty
    }

    /// Nobody is told any more, but by a handler that runs at this moment elsewhere.
    func close() {
        isClosed.store(true, ordering: .releasing)
        waiting.exchange([])
    }
}
