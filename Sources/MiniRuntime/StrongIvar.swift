// StrongIvar.swift - an ivar that owns an object, and that any number of threads may read and change.
import CMiniRuntime

/// A strong ivar of the instances of a class. These functions, and the accessors of the ivar if they are atomic,
/// exclude each other.
package struct StrongIvar: Sendable {
    private let offset: Int

    /// Creates the access to an ivar that was added to its class as `strong` or `copy`.
    package init(_ ivar: Ivar) {
        offset = ivar.offset
    }

    /// Calls `body` with the object in the ivar, which stays retained while `body` runs.
    package func read<Result>(_ object: UnmanagedObject, _ body: (UnmanagedObject?) -> Result) -> Result {
        let held = mr_strong_load(location(object))
        defer { objc_release(held) }
        return body(held.map { UnmanagedObject($0) })
    }

    /// Calls `body` to change the object in the ivar in place, if the ivar still contains `held`, which ``read(_:_:)``
    /// passed to its closure, and nothing else refers to that object. The ivar is locked while `body` runs: `body` must
    /// not send messages or release objects.
    /// - Returns: whether `body` was called.
    package func changeInPlace(_ held: UnmanagedObject, of object: UnmanagedObject, _ body: () -> Void) -> Bool {
        guard mr_strong_begin_change(location(object), held.pointer) else { return false }
        body()
        mr_strong_end_change(location(object))
        return true
    }

    /// Replaces `held`, which ``read(_:_:)`` passed to its closure, by `new`. Returns false and changes nothing if the
    /// ivar contains another object now.
    package func replace(_ held: UnmanagedObject?, by new: Object, of object: UnmanagedObject) -> Bool {
        let isDone = withExtendedLifetime(new) {
            objc_retain(new.pointer)
            return mr_strong_replace(location(object), held?.pointer, new.pointer)
        }
        objc_release(isDone ? held?.pointer : new.pointer)
        return isDone
    }

    private func location(_ object: UnmanagedObject) -> UnsafeMutablePointer<OpaquePointer?> {
        (object.address + offset).assumingMemoryBound(to: OpaquePointer?.self)
    }
}
