// AutoreleasePool.swift - an autorelease pool around a closure.
import CMiniRuntime

/// Runs `body`, then releases every object that `body` autoreleased on this thread. Pools can be nested.
/// Objective-C: `@autoreleasepool`.
@inlinable public func autoreleasepool<Result>(_ body: () throws -> Result) rethrows -> Result {
    let pool = objc_autoreleasePoolPush()
    defer { objc_autoreleasePoolPop(pool) }
    return try body()
}
