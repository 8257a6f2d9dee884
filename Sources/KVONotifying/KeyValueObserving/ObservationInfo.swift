// ObservationInfo.swift - who observes one object: a list for each observed key.
import MiniRuntime

/// All registrations on one object.
///
/// It hangs on the object's observation slot, +1, from the first registration to the last removal. Everything in it is
/// read and written under the object's slot lock.
final class ObservationInfo: @unchecked Sendable {
    // Sendable: `lists` is touched under the slot lock only, or when the object is dead and nobody else can reach it.
    private var lists: [(key: KeyRecord, list: ObserverList)] = []

    // ── In the slot ─────────────────────────────────────────────────────────────────────────────────

    private static func inside(_ slot: ObservationSlot) -> ObservationInfo? {
        slot.info.map { Unmanaged<ObservationInfo>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The info of an object; nil if nobody observes it.
    static func of(_ object: UnmanagedObject) -> ObservationInfo? {
        guard object.observationInfoAddress != nil else { return nil }
        return object.withObservationSlot { inside($0) }
    }

    /// Those who observe a key now, in order of registration, for a delivery to walk.
    static func snapshot(_ object: UnmanagedObject, _ key: KeyRecord) -> [Observance] {
        guard object.observationInfoAddress != nil else { return [] }
        return object.withObservationSlot { inside($0)?.list(for: key)?.observances ?? [] }
    }

    /// Registers, and points the object's isa at `notifying` if there is one and the isa is still that of the class
    /// observed.
    static func add(_ observance: Observance, to object: UnmanagedObject, notifying: Class?) {
        object.withObservationSlot { slot in
            if slot.info == nil { slot.info = Unmanaged.passRetained(ObservationInfo()).toOpaque() }
            inside(slot)!.append(observance)
            if let notifying, slot.isa == observance.key.cls.original { slot.isa = notifying }
        }
    }

    /// Removes the latest registration that `matches`. With the object's last one goes the info, and the isa goes back.
    static func remove(
        _ observer: UInt, _ keyPath: String, from object: UnmanagedObject, where matches: (Observance) -> Bool
    ) -> Observance? {
        guard object.observationInfoAddress != nil else { return nil }
        let (removed, emptied) = object.withObservationSlot { slot -> (Observance?, ObservationInfo?) in
            guard let info = inside(slot), let removed = info.removeLatest(observer, keyPath, matches) else {
                return (nil, nil)
            }
            guard info.lists.isEmpty else { return (removed, nil) }
            slot.info = nil
            // An isa that something else was put on top of is not ours to change.
            if slot.isa == removed.key.cls.notifying { slot.isa = removed.key.cls.original }
            return (removed, info)
        }
        if let emptied { Unmanaged.passUnretained(emptied).release() }
        return removed
    }

    /// Removes one registration, if it is still there.
    static func remove(_ observance: Observance, from object: UnmanagedObject) {
        _ = remove(observance.observerAddress, observance.keyPath, from: object) { $0 === observance }
    }

    /// After the object's death: what was left over, in words; nil if nothing was. It is let go, and with it the slot's
    /// reference.
    func forget() -> String? {
        guard !lists.isEmpty else { return nil }
        let text = description
        for (_, list) in lists { list.live.forEach { $0.markRemoved() } }
        Unmanaged.passUnretained(self).release()
        return text
    }

    /// The record of a key that somebody observes.
    static func observedKey(_ key: String, of object: UnmanagedObject) -> KeyRecord? {
        guard object.observationInfoAddress != nil else { return nil }
        return object.withObservationSlot { slot in inside(slot)?.lists.first { $0.key.key == key }?.key }
    }

    // ── Under the lock ──────────────────────────────────────────────────────────────────────────────

    private func list(for key: KeyRecord) -> ObserverList? {
        lists.first { $0.key === key }?.list
    }

    private func append(_ observance: Observance) {
        if let index = lists.firstIndex(where: { $0.key === observance.key }) {
            lists[index].list.append(observance)
        } else {
            var list = ObserverList()
            list.append(observance)
            lists.append((observance.key, list))
        }
    }

    private func removeLatest(
        _ observer: UInt, _ keyPath: String, _ matches: (Observance) -> Bool
    ) -> Observance? {
        guard let index = lists.firstIndex(where: { $0.key.key == keyPath }) else { return nil }
        let removed = lists[index].list.removeLatest(of: observer, where: matches)
        if lists[index].list.liveCount == 0 { lists.remove(at: index) }
        return removed
    }
}

extension ObservationInfo: CustomStringConvertible {
    var description: String {
        let lines = lists.flatMap { $0.list.live }.map { "\($0)\n" }
        return "<NSKeyValueObservationInfo \(hex(Unmanaged.passUnretained(self).toOpaque()))> (\n\(lines.joined()))"
    }
}
