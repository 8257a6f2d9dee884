// Unpooled.swift - a thread without an autorelease pool, whatever the thread of the test has.
import Testing

/// Runs `body` on a new thread, which has no autorelease pool. Returns the result of `body`, or throws its error.
package func unpooled<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let slot = Slot<Value>()
    onThreads(1) { _ in slot.result = Result(catching: body) }
    return try slot.result!.get()
}

/// The result of a thread.
private final class Slot<Value>: @unchecked Sendable {
    // Sendable: one thread writes the result, and has ended before another reads it.
    var result: Result<Value, any Error>?
}
