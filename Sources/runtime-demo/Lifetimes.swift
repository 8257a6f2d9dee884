// Lifetimes.swift - releases an object and throws the exceptions of its dealloc, and adds deallocs written in Swift.
import MiniRuntime

/// Releases a reference; if it was the last one, the object is deallocated here. Throws the exception that its dealloc
/// raises.
func release<Reference: MessageReceiver>(_ object: inout Reference?) throws {
    // Keeps the object alive until it is retained: assigning nil releases it, and the optimizer may do that early.
    guard let last = withExtendedLifetime(object, { UnmanagedObject($0.receiverAddress)?.retain() }) else { return }
    object = nil
    last.release()
    try RuntimeException.throwIfPending()
}

extension Class {
    /// Adds a `dealloc` that calls `body`, then `[super dealloc]`. Must be called before there are instances.
    func addDealloc(_ body: @escaping @Sendable (Object) throws -> Void) throws {
        try addMethod("dealloc") { [self] (me: UnmanagedObject) in
            // The pool ends the temporary reference before `[super dealloc]`.
            try autoreleasepool { try body(me.retained()) }
            try me.sendSuper(of: self, "dealloc")
        }
    }
}
