// ObservationSlot.swift - one word per object for key-value observing.
import CMiniRuntime

/// An object's observation info and isa, which change atomically.
@frozen public struct ObservationSlot {
    /// A pointer of the observing layer; not retained by the runtime.
    public var info: UnsafeMutableRawPointer?
    /// The object's isa.
    public var isa: Class

    @inlinable init(info: UnsafeMutableRawPointer?, isa: Class) {
        self.info = info
        self.isa = isa
    }
}

extension ObservationSlot {
    /// Sets the function that is called with the remaining observation info of a deallocated object: on the thread of
    /// its last release, with no lock held. Called once, by the observing layer.
    public static func setDestructor(_ destructor: @convention(c) (UnsafeMutableRawPointer?) -> Void) {
        mr_observation_info_set_destructor(destructor)
    }
}

extension UnmanagedObject {
    /// Retains the object unless it is dying; nil if it is. Its memory must still be valid. In a table of objects, that
    /// is so until the destructor (``ObservationSlot/setDestructor(_:)``) has removed the object.
    public func retainedIfAlive() -> Object? {
        mr_retain_if_alive(pointer) ? takeOwnership() : nil
    }

    /// The observation info, read without a lock; nil if the object has no observers.
    @inlinable public var observationInfoAddress: UnsafeMutableRawPointer? { mr_observation_info(pointer) }

    /// Calls `body` with the observation info, under the lock that guards it. `body` must be short and must not send
    /// messages. Returns nil, without calling `body`, if there is no observation info.
    @inlinable public func readObservationInfo<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result? {
        guard observationInfoAddress != nil else { return nil }
        let info = mr_observation_info_lock(pointer)
        defer { mr_observation_info_release(pointer) }
        return info.map(body)
    }

    /// Reads and changes observation info and isa under a lock of this object alone. `body` must be short and must not
    /// send messages. A tagged pointer can store neither: changes by `body` are lost.
    @inlinable public func withObservationSlot<Result>(_ body: (inout ObservationSlot) -> Result) -> Result {
        var slot = ObservationSlot(info: nil, isa: isa)
        guard !isTagged else { return body(&slot) }
        slot = ObservationSlot(info: mr_observation_info_lock(pointer), isa: isa)
        let result = body(&slot)
        mr_observation_info_unlock(pointer, slot.info, slot.isa.pointer)
        return result
    }
}
