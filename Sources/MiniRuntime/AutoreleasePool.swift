// AutoreleasePool.swift - an autorelease pool around a closure.
import CMiniRuntime

/// Runs `body`, then releases every object that `body` autoreleased on this thread. Pools can be nested.
/// Objective-C: `@autoreleasepool`.
@inlinable public func autoreleasepool<Result>(_ body: () throws -> Result) rethrows -> Result {
    let pool = objc_autoreleasePoolPush()
    defer { objc_autoreleasePoolPop(pool) }
    return try body()
}

/// As ``autoreleasepool(_:)`` on a thread that has no pool; else only runs `body`. For messages that are sent without a
/// ``CallScope``.
package func autoreleasepoolIfNone<Result>(_ body: () throws -> Result) rethrows -> Result {
    let pool = mr_pool_push_if_none()
    defer { if let pool { objc_autoreleasePoolPop(pool) } }
    return try body()
}

/// A place in the autorelease pools of this thread: what is autoreleased later lies above it.
package struct PoolMark {
    private let height = mr_pool_height()

    package init() {}

    /// Whether `object` is the last object that was autoreleased, above this mark: then the innermost pool owns it.
    package func isBelow(_ object: UnmanagedObject) -> Bool {
        guard mr_pool_take(object.pointer, height) else { return false }
        object.autorelease()
        return true
    }
}
