// ObservationSlot.swift - one word per object for key-value observing.
import CMiniRuntime

/// An object's observation info and its isa, which change together.
@frozen public struct ObservationSlot {
    /// Whatever the observing layer put there; not retained by the runtime.
    public var info: UnsafeMutableRawPointer?
    /// The object's isa.
    public var isa: Class

    @inlinable init(info: UnsafeMutableRawPointer?, isa: Class) {
        self.info = info
        self.isa = isa
    }
}

extension ObservationSlot {
    /// What is called with the info that is left of an object that is gone: on the thread that let it die, with no lock
    /// held. Set once, by the observing layer.
    public static func setDestructor(_ destructor: @convention(c) (UnsafeMutableRawPointer?) -> Void) {
        mr_observation_info_set_destructor(destructor)
    }
}

extension UnmanagedObject {
    /// Retains an object that may be dying; nil if it is. Its memory must still be there: in a table of objects, that is
    /// so until the destructor (``ObservationSlot/setDestructor(_:)``) has taken it out.
    public func retainedIfAlive() -> Object? {
        mr_retain_if_alive(pointer) ? takeOwnership() : nil
    }

    /// What the observing layer put into the slot, read without a lock; nil while nobody observes.
    @inlinable public var observationInfoAddress: UnsafeMutableRawPointer? { mr_observation_info(pointer) }

    /// Reads the observation info under the lock that it is changed under. `body` must be short, and must not send
    /// messages. nil, without calling it, if there is none.
    @inlinable public func readObservationInfo<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result? {
        guard observationInfoAddress != nil else { return nil }
        let info = mr_observation_info_lock(pointer)
        defer { mr_observation_info_release(pointer) }
        return info.map(body)
    }

    /// Reads and changes observation info and isa under a lock that belongs to this object alone. `body` must be short,
    /// and must not send messages. A tagged pointer has no room for either: what `body` changes is forgotten.
    @inlinable public func withObservationSlot<Result>(_ body: (inout ObservationSlot) -> Result) -> Result {
        var slot = ObservationSlot(info: nil, isa: isa)
        guard !isTagged else { return body(&slot) }
        slot = ObservationSlot(info: mr_observation_info_lock(pointer), isa: isa)
        let result = body(&slot)
        mr_observation_info_unlock(pointer, slot.info, slot.isa.pointer)
        return result
    }
}
