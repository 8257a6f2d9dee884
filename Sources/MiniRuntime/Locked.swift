// Locked.swift - a value and the lock that guards it.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A value that one thread at a time can use.
///
/// As `Synchronization.Mutex`, but made of a `pthread_mutex_t`: the thread sanitizer knows that one, and reports races
/// where a `Mutex` is contended. Not recursive; run no foreign code inside.
public final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is touched with the mutex held only.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @exclusivity(unchecked) @usableFromInline var value: Value

    /// A lock around an initial value.
    public init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` with the value, the lock held.
    @inlinable public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
