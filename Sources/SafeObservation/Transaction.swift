// Transaction.swift - several sets, of which handlers are notified once, when all of them are made.
//
//      withTransaction { from.balance -= 5; to.balance += 5 }
//
//      set ──► HandlerObserver ──► │ first old, last new │ first old, last new │ ... ──► handlers, after the block
//      set ──► raw observer, at once
//
// The state belongs to one thread, so it needs no lock. While the handlers are called, further sets notify at once,
// except handlers whose own change still waits: it takes up the later change, so that each handler receives its changes
// in order.
import KVONotifying
import MiniRuntime
import Synchronization

/// Calls `body`, and then the handlers of the properties that it set: once for each property, with the value before the
/// first set and the value after the last one.
///
///     try withTransaction {
///         from.balance -= amount
///         to.balance += amount    // no handler sees money that is in neither account
///     }
///
/// This holds for everything that this module calls: handlers of tokens, controllers and `onChange(of:)`, bindings and
/// sinks, and for the changes that streams and other queues receive. It holds for the sets that this thread makes;
/// other threads notify as usual, and see each set. Not deferred are:
///
/// - observers that are registered by the raw messages, and `willChange` notifications (the option `prior`, and
///   `tracked`): they are notified at each set, as key-value observing promises;
/// - the initial notification of an observation that begins in `body`.
///
/// Changes of single elements of a collection are not merged: the handler receives each, in order, after `body`.
///
/// Handlers are called in the order in which their properties changed first. An object that changed is retained until
/// its handlers have been called; a handler whose observation has ended by then is not called. Sets that a handler
/// makes notify at once. A transaction inside another one ends with the outer one. Nothing is locked. Any thread.
///
/// - Parameter body: sets properties. If it throws, nothing is undone: the handlers are called for what was set.
/// - Returns: the result of `body`.
///
/// Throws the error that `body` throws, or an exception that is raised in it; otherwise the first error that a handler
/// throws. An error of a handler keeps no other handler from being called. GRDB: `DatabaseWriter.write(_:)`; MobX:
/// `runInAction`.
@discardableResult
public func withTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    let transaction = Transaction.begin()
    let outcome = Swift.Result { try RuntimeException.unwrapping { try RuntimeException.catching(body) } }
    let failure = transaction.end()
    let result = try outcome.get()
    if let failure { throw RuntimeException.original(of: failure) }
    return result
}

/// The changes of this thread that wait for the end of a transaction.
final class Transaction {
    /// The number of threads that have one. While it is zero, notifications look no further.
    private static let threads = Atomic<Int>(0)
    private static let ofThread = ThreadLocal<Transaction>()

    /// A change that waits, with its object, which is retained.
    private struct Waiting {
        let handler: HandlerObserver.Box
        let object: Object
        var change: KeyValueObservedChange
        var cause: KeyValueChangeCause?

        func deliver() throws {
            try KeyValueChangeCause.with(cause) { try handler.current?.handler(object, change) }
        }
    }

    /// The calls of `withTransaction` that have not returned.
    private var calls = 0
    /// Those of them whose `body` is running.
    private var bodies = 0
    /// The changes in the order of their delivery, each nil once it is delivered.
    private var waiting: [Waiting?] = []
    private var delivered = 0
    /// The index of the last change that waits for a handler.
    private var last: [ObjectIdentifier: Int] = [:]
    private var registering: HandlerObserver.Box?

    // ── Beginning and end ───────────────────────────────────────────────────────────────────────────

    static func begin() -> Transaction {
        let transaction = ofThread.value ?? Transaction()
        if transaction.calls == 0 {
            ofThread.value = transaction
            threads.add(1, ordering: .relaxed)
        }
        transaction.calls += 1
        transaction.bodies += 1
        return transaction
    }

    /// Calls the handlers, unless another `body` is running. Returns the first error.
    func end() -> (any Error)? {
        bodies -= 1
        let failure = bodies == 0 ? deliver() : nil
        calls -= 1
        if calls == 0 {
            Self.threads.subtract(1, ordering: .relaxed)
            Self.ofThread.value = nil
        }
        return failure
    }

    /// Calls the handlers of all changes that wait, also of those that are added by a handler, and also if a handler
    /// itself begins and ends a transaction.
    private func deliver() -> (any Error)? {
        var failure: (any Error)?
        while delivered < waiting.count {
            let next = waiting[delivered]!
            waiting[delivered] = nil
            let id = ObjectIdentifier(next.handler)
            if last[id] == delivered { last[id] = nil }
            delivered += 1
            do {
                // An exception that is raised in code that cannot throw is the error of this handler, and of no other.
                try RuntimeException.catching {
                    try autoreleasepool { try next.deliver() }
                }
            } catch {
                failure = failure ?? error
            }
        }
        waiting = []
        delivered = 0
        return failure
    }

    // ── Changes ─────────────────────────────────────────────────────────────────────────────────────

    /// Returns whether the change waits for the end of a transaction. Otherwise the caller calls the handler.
    static func defers(
        _ change: KeyValueObservedChange, of object: Object, for handler: HandlerObserver.Box
    ) -> Bool {
        guard threads.load(ordering: .relaxed) > 0, let transaction = ofThread.value else { return false }
        return transaction.takes(change, of: object, for: handler)
    }

    private func takes(_ change: KeyValueObservedChange, of object: Object, for handler: HandlerObserver.Box) -> Bool {
        let index = last[ObjectIdentifier(handler)]
        guard bodies > 0 || index != nil, handler !== registering, !change.isPrior else { return false }
        let cause = handler.current?.wantsCause == true ? KeyValueChangeCause.current : nil
        if let index, let earlier = waiting[index]?.change, earlier.kind == .setting, change.kind == .setting {
            waiting[index]!.change = KeyValueObservedChange(
                kind: .setting, oldValue: earlier.oldValue, newValue: change.newValue)
            waiting[index]!.cause = cause
        } else {
            last[ObjectIdentifier(handler)] = waiting.count
            waiting.append(Waiting(handler: handler, object: object, change: change, cause: cause))
        }
        return true
    }

    /// Calls `register`, whose initial notification of `handler` does not wait.
    static func whileRegistering(_ handler: HandlerObserver.Box, _ register: () throws -> Void) rethrows {
        guard threads.load(ordering: .relaxed) > 0, let transaction = ofThread.value else { return try register() }
        let outer = transaction.registering
        transaction.registering = handler
        defer { transaction.registering = outer }
        try register()
    }
}
