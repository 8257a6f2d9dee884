// ObservedChanges.swift - the sequence of the changes of a property, and the reason of its end.
//
//      handler ──► NearEnd ──► AsyncStream ──► Iterator ──► for await
//                     └──────────► Ending ◄─────┘
//
// The reason is stored before the stream is finished, so it is known when the loop ends.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Synchronization
import TypedClasses

/// The changes of a property, as an asynchronous sequence. Returned by
/// ``TypedClasses/Ref/changes(of:options:skipsEqualValues:bufferingPolicy:)``.
///
/// Observing ends when the object dies, when the awaiting task is cancelled, or when the last copy of the sequence and
/// of its iterators goes. The object is not retained. Like an `AsyncStream`, it serves one loop: of two loops, each
/// receives some of the changes. Any thread.
public struct ObservedChanges<Value: PropertyValue>: AsyncSequence, Sendable {
    /// The type of a change.
    public typealias Element = ObservedChange<Value>
    /// The sequence throws no errors.
    public typealias Failure = Never

    /// The reason why a sequence has ended.
    public enum Termination: Hashable, Sendable {
        /// The object died. Changes that were buffered at that time are still delivered.
        case objectDied
        /// The awaiting task was cancelled, or the registration failed, which raised an exception.
        case cancelled
    }

    private let stream: AsyncStream<Element>
    private let ending: Ending

    @usableFromInline init(_ stream: AsyncStream<Element>, _ ending: Ending) {
        self.stream = stream
        self.ending = ending
    }

    /// The reason why observing has ended; nil while it goes on. Once set, it never changes. When a loop that received
    /// all changes has ended, the reason is set. Leaving a loop with `break` ends nothing. O(1).
    public var termination: Termination? {
        switch ending.reason {
        case .none: nil
        case .objectDied: .objectDied
        case .cancelled: .cancelled
        }
    }

    /// Returns an iterator, which takes changes out of the sequence.
    public func makeAsyncIterator() -> Iterator { Iterator(stream.makeAsyncIterator(), ending) }

    /// Delivers the changes to a loop.
    public struct Iterator: AsyncIteratorProtocol {
        private var changes: AsyncStream<Element>.Iterator
        private let ending: Ending

        fileprivate init(_ changes: AsyncStream<Element>.Iterator, _ ending: Ending) {
            self.changes = changes
            self.ending = ending
        }

        /// Waits for the next change, and returns it; nil after the end.
        public mutating func next() async -> Element? { await next(isolation: nil) }

        /// As `next()`, for a loop on an actor: if a change is waiting, returns it without leaving the actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            let change = await changes.next(isolation: actor)
            // The death of the object would have been stored by now. So this is a cancellation whose handler has not
            // stored it yet.
            if change == nil { ending.settle(.cancelled) }
            return change
        }
    }
}

/// The reason of a sequence's end, which is set once. Any thread.
@usableFromInline final class Ending: Sendable {
    @usableFromInline enum Reason: UInt8, AtomicRepresentable, Sendable {
        case none
        case objectDied
        case cancelled
    }

    private let settled = Atomic<Reason>(.none)

    @usableFromInline init() {}

    fileprivate var reason: Reason { settled.load(ordering: .acquiring) }

    /// Sets the reason. Does nothing if it is set already.
    @usableFromInline func settle(_ reason: Reason) {
        _ = settled.compareExchange(expected: .none, desired: reason, ordering: .acquiringAndReleasing)
    }
}

/// Feeds a sequence. Only the handler owns this object, and the handler is released when the observed object dies; then
/// `deinit` ends the sequence.
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
