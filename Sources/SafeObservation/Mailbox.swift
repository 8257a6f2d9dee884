// Mailbox.swift - queues changes for a handler that runs elsewhere: on an actor, a queue or an executor.
//
//      the thread that changes the value ──post──► │ change │ change │ ──► handler, one change at a time
//
// For a dispatch queue, each change enqueues one block, a turn, when it happens. So on a serial queue, a block that is
// enqueued after the change runs after the handler. A turn delivers all waiting changes, so a later turn may find none.
// On a concurrent queue, a turn that begins while another is running leaves its changes to that one: this keeps the
// order, and one thread at a time calls the handler.
//
// Actors and executors do not promise such an order. One task delivers the waiting changes, and those that are posted
// while it runs.
//
// Everything is inlinable, so that it is specialized for the type of the change.
import KVONotifying
import MiniRuntime
import Synchronization

/// A mailbox as the observation sees it: closed when the observation is invalidated.
@usableFromInline protocol Closable: Sendable {
    func close()
}

/// The changes of one observation that were not delivered yet. Any thread.
@usableFromInline final class Mailbox<Message: Sendable>: Closable {
    @usableFromInline let waiting = Locked<[Letter]>([])
    @usableFromInline let isClosed = Atomic<Bool>(false)
    /// The number of turns of the dispatch queue that have begun and not ended.
    @usableFromInline let turns = Atomic<Int>(0)
    /// Whether a task that delivers the changes is running.
    @usableFromInline let isBeingTold = Atomic<Bool>(false)
    @usableFromInline let isOfQueue: Bool
    @usableFromInline let begin: @Sendable (Mailbox) -> Void

    /// A structure, because a `Locked` requires a type that declares `Lockable`.
    @usableFromInline struct Letter: Lockable, Sendable {
        @usableFromInline let message: Message

        @inlinable init(_ message: Message) {
            self.message = message
        }
    }

    /// - Parameter beginTurn: enqueues a call of ``tell(_:)``. Called for each message.
    @inlinable init(beginTurn: @escaping @Sendable (Mailbox) -> Void) {
        isOfQueue = true
        begin = beginTurn
    }

    /// - Parameter beginTask: creates a task that calls ``tellAll(isolation:_:)``. Called for a message if no task is
    ///   running.
    @inlinable init(beginTask: @escaping @Sendable (Mailbox) -> Void) {
        isOfQueue = false
        begin = beginTask
    }

    /// Adds a message. O(1) amortized. Does nothing if the mailbox is closed.
    @inlinable func post(_ message: Message) {
        guard !isClosed.load(ordering: .acquiring) else { return }
        waiting.append(Letter(message))
        if isOfQueue || !isBeingTold.exchange(true, ordering: .acquiringAndReleasing) { begin(self) }
    }

    /// Runs one turn: calls `handler` with each waiting message, until the mailbox is closed. Returns at once if
    /// another turn is running.
    @inlinable func tell(_ handler: (Message) -> Void) {
        guard turns.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
        var taken = 1
        while taken > 0 {
            tellWaiting(handler)
            // Turns that began during this one left their messages to it: continue until none is left.
            taken = turns.subtract(taken, ordering: .acquiringAndReleasing).newValue
        }
    }

    /// Calls `handler` on the caller's actor with each message, until none is waiting or the mailbox is closed.
    @inlinable func tellAll(isolation: isolated (any Actor)? = #isolation, _ handler: (Message) -> Void) async {
        repeat {
            // Other work of the actor may run between two rounds. Messages that are posted now need no task of their
            // own.
            while tellWaiting(handler) { await Task.yield() }
            _ = isBeingTold.exchange(false, ordering: .acquiringAndReleasing)
            // A message that was posted just before the exchange created no task, so look again.
        } while waiting.read({ !$0.isEmpty }) && !isBeingTold.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// - Returns: false if no message was waiting.
    @discardableResult @inlinable func tellWaiting(_ handler: (Message) -> Void) -> Bool {
        let letters = waiting.exchange([])
        for letter in letters {
            if isClosed.load(ordering: .acquiring) { break }
            autoreleasepool { handler(letter.message) }
        }
        return !letters.isEmpty
    }

    /// Drops the waiting messages. The handler is not called again, except for a call that is running now on another
    /// thread.
    @inlinable func close() {
        isClosed.store(true, ordering: .releasing)
        waiting.exchange([])
    }
}
