// Witness.swift - counts the calls of a handler.

/// The changes that a handler has received.
final class Witness: @unchecked Sendable {
    // Sendable: one thread uses it.
    /// The number of calls of the handler.
    var told = 0
    /// The newest value.
    var newest: Int32 = 0
}
