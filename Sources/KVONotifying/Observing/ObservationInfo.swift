// ObservationInfo.swift - NSKeyValueObservationInfo, the class of the object that `-observationInfo` returns.
//
// It is created on first use and describes the registrations of one object: the current ones while the object lives,
// and those that were left after its death.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// The contents of an NSKeyValueObservationInfo.
final class ObservationInfo: Sendable {
    /// The observed object, not retained: it may be dead (kvo_object_of_info).
    private let object: UnmanagedObject
    /// The registrations that outlived the object.
    private let leftovers = Locked<[Observance]>([])

    private init(_ object: UnmanagedObject) {
        self.object = object
    }

    static let cls = HolderClass("NSKeyValueObservationInfo") { cls in
        cls.addFunction("description", "@16@0:8", as: ObjectMethod.self) { info, _ in
            let info = UnmanagedObject(info)
            let held = HolderClass.held(by: info, as: ObservationInfo.self)
            return NSString.object(held.text(of: info)).autoreleased().address
        }
        Registrations.addReports(to: cls)
    }

    /// Returns the observation info of an object, creating it on first use; nil if the object is not observed.
    static func of(_ object: UnmanagedObject) -> Object? {
        if let known = kvo_info(object.pointer, nil) { return UnmanagedObject(known).takeOwnership() }
        guard kvo_is_observed(object.pointer, nil) else { return nil }
        // Created with no lock held, because the trace hook is called.
        let fresh = ObservationInfo.object(for: object)
        return withExtendedLifetime(fresh) {
            kvo_info(object.pointer, fresh.unmanaged.pointer).map { UnmanagedObject($0).takeOwnership() }
        }
    }

    /// Returns a new observation info for an observed object.
    static func object(for object: UnmanagedObject) -> Object {
        cls.instance(holding: ObservationInfo(object)).takeOwnership()
    }

    /// Stores the registrations that were left when the object died.
    static func leave(_ observances: [Observance], in info: Object) {
        HolderClass.held(by: info.unmanaged, as: ObservationInfo.self).leftovers.exchange(observances)
    }

    private func text(of info: UnmanagedObject) -> String {
        let owner = kvo_object_of_info(object.address, info.pointer).map { UnmanagedObject($0).takeOwnership() }
        let observances = owner.map { Observance.all(of: $0.unmanaged) } ?? leftovers.read { copy $0 }
        return "<NSKeyValueObservationInfo \(hex(info.address))> (\n\(observances.map { "\($0)\n" }.joined()))"
    }
}
