// ThreadLocal.swift - one object per thread.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A variable with one value per thread. A thread's value is released when the thread ends. Store it in a static
/// variable.
package struct ThreadLocal<Value: AnyObject>: Sendable {
    private let key: pthread_key_t

    /// Creates a variable that is nil on every thread.
    package init() {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { value in
            if let value { Unmanaged<AnyObject>.fromOpaque(value).release() }
        }
        precondition(status == 0, "no thread-specific key is left")
        self.key = key
    }

    // Other modules call this code unspecialized. A generic function, such as Optional's `map`, would look up the
    // metadata of `Value?` at each call.
    /// This thread's value.
    package var value: Value? {
        get {
            guard let known = pthread_getspecific(key) else { return nil }
            return Unmanaged<Value>.fromOpaque(known).takeUnretainedValue()
        }
        nonmutating set {
            let old = pthread_getspecific(key)
            if let newValue {
                pthread_setspecific(key, Unmanaged.passRetained(newValue).toOpaque())
            } else {
                pthread_setspecific(key, nil)
            }
            if let old { Unmanaged<Value>.fromOpaque(old).release() }
        }
    }
}
