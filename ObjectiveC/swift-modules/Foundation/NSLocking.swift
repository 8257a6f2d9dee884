// NSLocking.swift - running a closure under a lock.
extension NSLocking {
    /// Runs the closure while the calling thread has the lock. Throws what the closure throws.
    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}
