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
