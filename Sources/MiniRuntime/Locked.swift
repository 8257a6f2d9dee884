// Locked.swift - a value and the lock that guards it.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A value that only one thread at a time can access.
///
/// As `Synchronization.Mutex`, but made of a `pthread_mutex_t`: the thread sanitizer knows that one, and reports races
/// where a `Mutex` is contended. Not recursive; run no foreign code inside, and let go of nothing inside that owns
/// something: ``exchange(_:)`` hands out what is replaced, to be released when the lock is free again.
///
/// The value must not be a function: the compiler wraps a function anew at each access through a generic type, so that
/// each call would take longer and more stack than the one before. Hold a function in a structure.
public final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is accessed only while the mutex is held.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @exclusivity(unchecked) @usableFromInline var value: Value

    /// A lock around an initial value. Ends the process if `Value` is a function, an optional one, or a tuple with one.
    public init(_ value: Value) {
        precondition(!holdsFunction(Value.self), "a Locked cannot hold a function: put it into a structure")
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

    /// Replaces the value, and returns the old one, which the caller releases after the lock was let go.
    ///
    /// What a value owns may do anything when it dies, and come back for this lock. Inside ``withLock(_:)`` the compiler
    /// is free to release a value as soon as nobody looks at it any more, which may be before the lock is free.
    @inline(never)
    public func exchange(_ newValue: consuming Value) -> Value {
        pthread_mutex_lock(mutex)
        swap(&value, &newValue)
        pthread_mutex_unlock(mutex)
        return newValue
    }
}

/// Whether values of a type are functions, optional functions, or tuples with such an element: by the first word of its
/// metadata, which Swift's ABI defines.
private func holdsFunction(_ type: Any.Type) -> Bool {
    let words = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    switch words[0] {
    case 0x302:  // function
        return true
    case 0x202:  // optional: kind, descriptor, wrapped type
        return holdsFunction(unsafeBitCast(words[2], to: Any.Type.self))
    case 0x301:  // tuple: kind, number of elements, labels, then a type and an offset for each
        return (0..<Int(words[1])).contains { holdsFunction(unsafeBitCast(words[3 + 2 * $0], to: Any.Type.self)) }
    default:
        return false
    }
}
