// ObservationSlot.swift - one word per object for key-value observing.
import CMiniRuntime

/// An object's observation info and its isa, which change together.
public struct ObservationSlot {
    /// Whatever the observing layer put there; not retained by the runtime.
    public var info: UnsafeMutableRawPointer?
    /// The object's isa.
    public var isa: Class
}

extension UnmanagedObject {
    /// The observation info, read without a lock. Objective-C: what `-observationInfo` answers.
    public var observationInfoAddress: UnsafeMutableRawPointer? { mr_observation_info(pointer) }

    /// Reads and changes observation info and isa under a lock that belongs to this object alone. `body` must be short,
    /// and must not send messages. A tagged pointer has no room for either: what `body` changes is forgotten.
    public func withObservationSlot<Result>(_ body: (inout ObservationSlot) -> Result) -> Result {
        var slot = ObservationSlot(info: nil, isa: isa)
        guard !isTagged else { return body(&slot) }
        mr_observation_info_lock(pointer)
        slot = ObservationSlot(info: mr_observation_info(pointer), isa: isa)
        let result = body(&slot)
        mr_observation_info_unlock(pointer, slot.info, slot.isa.pointer)
        return result
    }
}
