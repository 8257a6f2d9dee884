// PushLoop.swift - lets one thread at a time push values through a pipe.
import KVONotifying
import MiniRuntime

/// Runs a binding or a sink when a source changes. If a source changes while another thread pushes, that thread pushes
/// again afterwards, so that the last value arrives. Any thread; no lock is held while values are pushed.
final class PushLoop: Sendable {
    private let push: @Sendable (_ changed: PipeSource.ID?) throws -> Void
    private let repeatsInside: Bool
    private let state = Locked(State())

    private struct State: Lockable {
        /// The thread that pushes now.
        var runner: ObjectIdentifier?
        /// The changes that came while a thread was pushing, one for each source.
        var waiting: [Turn] = []
        var isEnded = false
    }

    private struct Turn: Equatable {
        /// The source that changed; nil if all sources count as changed.
        let changed: PipeSource.ID?
    }

    /// - Parameters:
    ///   - repeatsInside: whether changes that `push` itself makes are pushed afterwards. Otherwise they are ignored.
    ///   - push: receives the source that changed; nil if all sources count as changed.
    init(repeatsInside: Bool = false, _ push: @escaping @Sendable (_ changed: PipeSource.ID?) throws -> Void) {
        self.push = push
        self.repeatsInside = repeatsInside
    }

    /// Pushes the value, and then the values of changes that came during the push. Throws the first error.
    func run(_ changed: PipeSource.ID?) throws {
        var turn: Turn? = Turn(changed: changed)
        guard begin(turn!) else { return }
        var failure: (any Error)?
        while let current = turn {
            do { try push(current.changed) } catch { failure = failure ?? error }
            turn = next()
        }
        if let failure { throw failure }
    }

    /// Ends the loop. Nothing is pushed afterwards, except by another thread that is pushing now.
    func end() {
        state.withLock { $0.isEnded = true }
    }

    /// Returns whether the caller is to push. If values are being pushed already, by this thread's callers or by
    /// another thread, adds the change to those that wait.
    private func begin(_ turn: Turn) -> Bool {
        let thread = CurrentThread.identifier
        return state.withLock { state in
            if state.isEnded { return false }
            guard let runner = state.runner else {
                state.runner = thread
                return true
            }
            if (repeatsInside || runner != thread) && !state.waiting.contains(turn) { state.waiting.append(turn) }
            return false
        }
    }

    private func next() -> Turn? {
        state.withLock { state in
            if !state.waiting.isEmpty && !state.isEnded { return state.waiting.removeFirst() }
            state.runner = nil
            return nil
        }
    }
}

/// Identifies the calling thread.
private enum CurrentThread {
    private final class Mark {}

    private static let mark = ThreadLocal<Mark>()

    static var identifier: ObjectIdentifier {
        if let known = mark.value { return ObjectIdentifier(known) }
        let new = Mark()
        mark.value = new
        return ObjectIdentifier(new)
    }
}
