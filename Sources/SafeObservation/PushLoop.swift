// PushLoop.swift - values are pushed on by one thread at a time.
import KVONotifying
import MiniRuntime

/// What a binding or a sink does when a source changes. A thread that comes while another one pushes leaves the change to
/// that, which pushes once more: the last value arrives. Any thread; no lock is held while values are pushed.
final class PushLoop: Sendable {
    private let push: @Sendable (_ changed: PipeSource.ID?) throws -> Void
    private let repeatsInside: Bool
    private let state = Locked(State())

    private struct State: Lockable {
        /// The thread that pushes.
        var runner: ObjectIdentifier?
        /// What has changed meanwhile, each source once.
        var waiting: [Turn] = []
        var isEnded = false
    }

    private struct Turn: Equatable {
        /// nil for any of them.
        let changed: PipeSource.ID?
    }

    /// - Parameters:
    ///   - repeatsInside: whether what pushing itself changes is pushed as well, afterwards. Else it is left alone.
    ///   - push: told which source has changed; nil if any may have.
    init(repeatsInside: Bool = false, _ push: @escaping @Sendable (_ changed: PipeSource.ID?) throws -> Void) {
        self.push = push
        self.repeatsInside = repeatsInside
    }

    /// Pushes the value on. Throws what was thrown first.
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

    /// Nothing is pushed any more, but by another thread at this moment.
    func end() {
        state.withLock { $0.isEnded = true }
    }

    /// false if values are being pushed already: further up this thread's stack, or on another thread, which is told.
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

/// Which thread asks.
private enum CurrentThread {
    private final class Mark {}

    private static let mark = ThreadLocal<Mark>()

    static var identifier: ObjectIdentifier {
        let known = mark.value ?? Mark()
        mark.value = known
        return ObjectIdentifier(known)
    }
}
