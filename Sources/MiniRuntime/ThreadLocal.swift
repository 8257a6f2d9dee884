// ThreadLocal.swift - one object per thread.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A variable with one value per thread. A thread's value is released when the thread ends. Store it in a static
/// variable.
package struct ThreadLocal<Value: AnyObject>: Sendable {
    @usableFromInline let key: pthread_key_t

    /// Creates a variable that is nil on every thread.
    package init() {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { value in
            if let value { Unmanaged<AnyObject>.fromOpaque(value).release() }
        }
        precondition(status == 0, "no thread-specific key is left")
        self.key = key
    }

    /// This thread's value.
    @inlinable package var value: Value? {
        get { pthread_getspecific(key).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() } }
        nonmutating set {
            let old = pthread_getspecific(key)
            pthread_setspecific(key, newValue.map { Unmanaged.passRetained($0).toOpaque() })
            if let old { Unmanaged<Value>.fromOpaque(old).release() }
        }
    }
}
