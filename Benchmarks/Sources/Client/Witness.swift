// Witness.swift - records the calls of a handler.

/// The number of a handler's calls, and the newest value that it received.
final class Witness: @unchecked Sendable {
    // Sendable: used on one thread only.
    /// The number of calls of the handler.
    var told = 0
    /// The newest value that the handler received.
    var newest: Int32 = 0
}
