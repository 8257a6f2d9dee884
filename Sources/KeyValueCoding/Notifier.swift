// Notifier.swift - the interface for the layer that implements observing: changes that key-value coding makes without a
// setter or mutator of the class, in an ivar or in a collection.
import MiniRuntime

/// Notifies the observers of such changes.
package enum Notifier {
    /// A function that runs `body`, which makes a change of a key, and notifies the observers before and after it. The
    /// caller keeps the key alive.
    /// - Parameter isScalar: whether the value is a number or a structure.
    package typealias Around =
        @Sendable (
            _ object: UnmanagedObject, _ key: Key, _ isScalar: Bool, _ mutation: Mutation, _ body: () -> Void
        ) -> Void

    /// The function of the layer that implements observing. Without that layer only runs `body`.
    // Set once, before main(), while there is only one thread.
    package nonisolated(unsafe) static var around: Around = { _, _, _, _, body in body() }
}
