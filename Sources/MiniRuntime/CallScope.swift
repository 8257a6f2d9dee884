// CallScope.swift - what every call from Swift is bracketed by: a slot for exceptions, and a pool where there is none.
//
//      begin ──► slot emptied, pool pushed ──► call ──► result retained ──► drain ──► exception thrown ──► end
import CMiniRuntime

/// The bracket around a call. Make it, call, take what the call returned, ``drain()``, and ``end()``.
struct CallScope {
    private let pendingBefore: OpaquePointer?
    private var pool: UnsafeMutableRawPointer?
    private let poolHeight: Int

    init() {
        pendingBefore = mr_catch_begin()
        pool = mr_pool_push_if_none()
        poolHeight = mr_pool_height()
    }

    /// Whether the object that the call returned was autoreleased as the last thing in it. If so, that is undone, and the
    /// caller has the +1.
    func takesOver(_ object: OpaquePointer?) -> Bool { mr_pool_take(object, poolHeight) }

    /// Releases what was autoreleased since the bracket began, if no pool was in place then. Throws what is pending.
    mutating func drain() throws {
        dropPool()
        try RuntimeException.throwIfPending()
    }

    /// The end of the bracket; drains if that has not been done. What was pending before is pending again.
    mutating func end() {
        dropPool()
        mr_catch_end(pendingBefore)
    }

    private mutating func dropPool() {
        guard let pool else { return }
        self.pool = nil
        objc_autoreleasePoolPop(pool)
    }
}
