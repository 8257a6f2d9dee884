// Object+Synchronized.swift - synchronizes threads on an object.
import CMiniRuntime

extension Object {
    /// Runs `body` while no other thread runs code that is synchronized on this object.
    ///
    /// Recursive: a thread may synchronize on the same object again inside `body`. `body` may run any code, unlike that
    /// of a ``Locked``; other threads wait until it returns. All tagged pointers share one monitor. Objective-C:
    /// `@synchronized`.
    public func synchronized<Result>(_ body: () throws -> Result) rethrows -> Result {
        objc_sync_enter(pointer)
        defer { objc_sync_exit(pointer) }
        return try withExtendedLifetime(self, body)
    }
}
