// StrongIvar.swift - an ivar that owns an object, read and changed by any number of threads.
import CMiniRuntime

/// Where a strong ivar lies in the instances of a class. Its accessors, if they are atomic, and these functions exclude each
/// other.
package struct StrongIvar: Sendable {
    private let offset: Int

    /// The place of an ivar whose class is made. It must have been declared as `strong`, or as `copy`.
    package init(_ ivar: Ivar) {
        offset = ivar.offset
    }

    /// Gives `body` what the ivar holds, which is not released meanwhile.
    package func read<Result>(_ object: UnmanagedObject, _ body: (UnmanagedObject?) -> Result) -> Result {
        let held = mr_strong_load(location(object))
        defer { objc_release(held) }
        return body(held.map { UnmanagedObject($0) })
    }

    /// Lets `body` change the object that ``read(_:_:)`` gave, if the ivar still holds it and nobody else has it. The ivar is
    /// locked meanwhile: no message may be sent, and nothing released.
    /// - Returns: whether that was done.
    package func changeInPlace(_ held: UnmanagedObject, of object: UnmanagedObject, _ body: () -> Void) -> Bool {
        guard mr_strong_begin_change(location(object), held.pointer) else { return false }
        body()
        mr_strong_end_change(location(object))
        return true
    }

    /// Puts `new`, which the ivar then owns, in the place of what ``read(_:_:)`` gave; false if it holds another object by now.
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
