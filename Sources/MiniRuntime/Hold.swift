// Hold.swift - keeps the memory of an object allocated without keeping the object alive.
import CMiniRuntime

/// A hold on an object: until it is released, the object's memory stays allocated, even after the object died. A hold
/// is no owner: it does not change the retain count.
package final class Hold: @unchecked Sendable {
    // Sendable: the pointer is immutable, and holds are counted atomically.
    private let pointer: OpaquePointer

    /// Holds an object that the caller keeps alive, or whose dealloc the caller runs; nil for a class, and for an
    /// object in memory that the program provided: the runtime does not free that memory.
    package init?(_ object: UnmanagedObject) {
        guard mr_can_be_held(object.pointer) else { return nil }
        pointer = object.pointer
        mr_hold(pointer)
    }

    deinit { mr_unhold(pointer) }

    /// Whether the object has been deallocated, so that only its memory is left.
    package var isDead: Bool { mr_object_is_dead(pointer) }

    /// The class of the object; the last one, if it has been deallocated.
    package var cls: Class { Class(mr_object_last_class(pointer)) }
}
