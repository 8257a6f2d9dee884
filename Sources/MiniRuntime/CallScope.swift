// CallScope.swift - the state around each call from Swift: an empty exception slot, and a pool if the thread has none.
//
//      begin ──► slot emptied, pool pushed ──► call ──► result retained ──► drain ──► exception thrown ──► end
import CMiniRuntime

/// The scope of a call. Create it, call the method, take the result, then call ``drain()`` and ``end()``.
struct CallScope {
    private let pendingBefore: OpaquePointer?
    private var pool: UnsafeMutableRawPointer?
    private let poolHeight: Int

    init() {
        pendingBefore = mr_try_begin()
        pool = mr_pool_push_if_none()
        poolHeight = mr_pool_height()
    }

    /// Returns whether the result of the call is the object that was autoreleased last. If so, removes it from the
    /// pool: the caller then owns its +1.
    func takesOver(_ object: OpaquePointer?) -> Bool { mr_pool_take(object, poolHeight) }

    /// Pops the pool, if the scope has created one, and throws the pending exception, if there is one.
    mutating func drain() throws {
        dropPool()
        try RuntimeException.throwIfPending()
    }

    /// Ends the scope. Pops its pool, unless ``drain()`` has done so. An exception that was pending when the scope
    /// began becomes pending again.
    mutating func end() {
        dropPool()
        mr_try_end(pendingBefore)
    }

    private mutating func dropPool() {
        guard let pool else { return }
        self.pool = nil
        objc_autoreleasePoolPop(pool)
    }
}
