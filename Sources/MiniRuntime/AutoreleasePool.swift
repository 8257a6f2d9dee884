// AutoreleasePool.swift - a pool for the length of a closure.
import CMiniRuntime

/// Runs `body`, then releases what was autoreleased on this thread meanwhile. Pools nest.
/// Objective-C: `@autoreleasepool`.
@inlinable public func autoreleasepool<Result>(_ body: () throws -> Result) rethrows -> Result {
    let pool = objc_autoreleasePoolPush()
    defer { objc_autoreleasePoolPop(pool) }
    return try body()
}
