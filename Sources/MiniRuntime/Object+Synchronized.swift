// Object+Synchronized.swift - an object as a lock of its own.
import CMiniRuntime

extension Object {
    /// Runs `body` while no other thread runs code that is synchronized on this object.
    ///
    /// Recursive, so that a thread may synchronize on one object twice. Unlike ``Locked`` it may hold while any code
    /// runs: whoever waits for it waits for that code. All tagged pointers share one monitor. Objective-C:
    /// `@synchronized`.
    public func synchronized<Result>(_ body: () throws -> Result) rethrows -> Result {
        objc_sync_enter(pointer)
        defer { objc_sync_exit(pointer) }
        return try withExtendedLifetime(self, body)
    }
}
