// Locked.swift - a value and the lock that guards it.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A value that only one thread at a time can access.
///
/// Like `Synchronization.Mutex`, but built on a `pthread_mutex_t`, which ThreadSanitizer understands: with a contended
/// `Mutex` it reports false races. Not recursive; do not run foreign code in `withLock`.
public final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is accessed only while the mutex is held.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @exclusivity(unchecked) @usableFromInline var value: Value

    /// Creates a lock around an initial value.
    public init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` with the value while holding the lock.
    @inlinable public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
