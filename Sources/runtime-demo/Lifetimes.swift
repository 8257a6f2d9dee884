// Lifetimes.swift - releasing an object where what its dealloc raises can be caught, and deallocs written in Swift.
import MiniRuntime

/// Gives up a reference; if it was the last one, the object dies here. Throws what its dealloc raises.
func release<Reference: MessageReceiver>(_ object: inout Reference?) throws {
    // Alive until it is retained: assigning nil releases it, and the optimizer may do that early.
    guard let last = withExtendedLifetime(object, { UnmanagedObject($0.receiverAddress)?.retain() }) else { return }
    object = nil
    last.release()
    try RuntimeException.throwIfPending()
}

extension Class {
    /// Gives the class a `dealloc` that calls `body`, then `[super dealloc]`. To be called before there are instances.
    func addDealloc(_ body: @escaping @Sendable (Object) throws -> Void) throws {
        try addMethod("dealloc") { [self] (me: UnmanagedObject) in
            // Retained for the length of the body, not beyond.
            try autoreleasepool { try body(me.retained()) }
            try me.sendSuper(of: self, "dealloc")
        }
    }
}
