// ObservedChanges.swift - the sequence of the changes of a property, and why it ended.
//
//      handler ──► NearEnd ──► AsyncStream ──► Iterator ──► for await
//                     └──────────► Ending ◄─────┘
//
// Whoever ends the sequence says why before the stream is finished: so it is known when the loop ends.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Synchronization
import TypedClasses

/// The changes of a property, to be awaited: what ``TypedClasses/Ref/changes(of:options:skipsEqualValues:bufferingPolicy:)``
/// returns.
///
/// Observing goes on until the object dies, the task that awaits is cancelled, or the last copy of the sequence and of its
/// iterators goes. The object is not retained. Like an `AsyncStream`, for one loop: of two, each gets some of the changes.
/// Any thread.
public struct ObservedChanges<Value: PropertyValue>: AsyncSequence, Sendable {
    /// A change.
    public typealias Element = ObservedChange<Value>
    /// Nothing is thrown.
    public typealias Failure = Never

    /// Why a sequence has ended.
    public enum Termination: Hashable, Sendable {
        /// The object died. What was buffered then still comes.
        case objectDied
        /// The task that awaited was cancelled; or observing was refused, which was raised then.
        case cancelled
    }

    private let stream: AsyncStream<Element>
    private let ending: Ending

    @usableFromInline init(_ stream: AsyncStream<Element>, _ ending: Ending) {
        self.stream = stream
        self.ending = ending
    }

    /// Why nothing is observed any more; nil while it is. Never changes once it is there, and is there when the loop ends
    /// which has had all changes. A loop that is left with `break` ends nothing. O(1).
    public var termination: Termination? {
        switch ending.reason {
        case .none: nil
        case .objectDied: .objectDied
        case .cancelled: .cancelled
        }
    }

    /// An iterator, which takes the changes out of the sequence.
    public func makeAsyncIterator() -> Iterator { Iterator(stream.makeAsyncIterator(), ending) }

    /// What a loop asks for the next change.
    public struct Iterator: AsyncIteratorProtocol {
        private var changes: AsyncStream<Element>.Iterator
        private let ending: Ending

        fileprivate init(_ changes: AsyncStream<Element>.Iterator, _ ending: Ending) {
            self.changes = changes
            self.ending = ending
        }

        /// The next change, which is waited for; nil once there will be none.
        public mutating func next() async -> Element? { await next(isolation: nil) }

        /// The same for a loop on an actor, which is not left for a change that is there.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            let change = await changes.next(isolation: actor)
            // A death has been settled by now: what is left is a cancellation that is not through with saying so.
            if change == nil { ending.settle(.cancelled) }
            return change
        }
    }
}

/// Why a sequence has ended. Settled once. Any thread.
@usableFromInline final class Ending: Sendable {
    @usableFromInline enum Reason: UInt8, AtomicRepresentable, Sendable {
        case none
        case objectDied
        case cancelled
    }

    private let settled = Atomic<Reason>(.none)

    @usableFromInline init() {}

    fileprivate var reason: Reason { settled.load(ordering: .acquiring) }

    /// Does nothing the second time.
    @usableFromInline func settle(_ reason: Reason) {
        _ = settled.compareExchange(expected: .none, desired: reason, ordering: .acquiringAndReleasing)
    }
}

/// The near end of a sequence: only the handler owns it, and the handler goes with the observed object.
@usableFromInline final class NearEnd<Element: Sendable>: Sendable {
    @usableFromInline let continuation: AsyncStream<Element>.Continuation
    private let ending: Ending

    @usableFromInline init(_ continuation: AsyncStream<Element>.Continuation, _ ending: Ending) {
        self.continuation = continuation
        self.ending = ending
    }

    deinit {
        ending.settle(.objectDied)
        continuation.finish()
    }
}
