// ObservationInfo.swift - NSKeyValueObservationInfo, the object that -observationInfo answers: it stands for the
// registrations on one object, and is made when somebody asks for it.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime

/// What the runtime object holds.
final class ObservationInfo: Sendable {
    /// To be looked at only while it is known to be alive.
    private let object: UnmanagedObject
    /// The registrations that outlived the object.
    private let leftovers = Locked<[Observance]>([])

    private init(_ object: UnmanagedObject) {
        self.object = object
    }

    static let cls = HolderClass("NSKeyValueObservationInfo") { cls in
        cls.addFunction(
            "description", "@16@0:8",
            { info, _ in
                let info = UnmanagedObject(info)
                let held = HolderClass.held(by: info, as: ObservationInfo.self)
                return NSString.object(held.text(of: info)).autoreleased().address
            } as ObjectFromNothing)
    }

    /// What `-observationInfo` answers, made when it is first asked for. nil if nobody observes the object.
    static func of(_ object: UnmanagedObject) -> Object? {
        if let known = kvo_info(object.id, nil) { return UnmanagedObject(known).takeOwnership() }
        guard kvo_is_observed(object.id, nil) else { return nil }
        // With no lock held: the trace hook hears of it.
        let fresh = ObservationInfo.object(for: object)
        return withExtendedLifetime(fresh) {
            kvo_info(object.id, fresh.unmanaged.id).map { UnmanagedObject($0).takeOwnership() }
        }
    }

    /// A new one, for an object that is observed.
    static func object(for object: UnmanagedObject) -> Object {
        cls.instance(holding: ObservationInfo(object)).takeOwnership()
    }

    /// The object is gone, and these registrations are left.
    static func leave(_ observances: [Observance], in info: Object) {
        HolderClass.held(by: info.unmanaged, as: ObservationInfo.self).leftovers.exchange(observances)
    }

    private func text(of info: UnmanagedObject) -> String {
        let owner = kvo_object_of_info(object.address, info.id).map { UnmanagedObject($0).takeOwnership() }
        let observances = owner.map { Observance.all(of: $0.unmanaged) } ?? leftovers.read { copy $0 }
        return "<NSKeyValueObservationInfo \(hex(info.address))> (\n\(observances.map { "\($0)\n" }.joined()))"
    }
}
