// ObservationInfo.swift - who observes one object: a list for each observed key.
//
//      object ── slot ──► NSKeyValueObservationInfo, what -observationInfo answers ──► ObservationInfo
//
// It hangs on the object from the first watch to the last, and is found there without a table. Everything in it is read
// and written under the lock of the object's slot, under which the isa changes as well.
import MiniFoundation
import MiniRuntime

/// All watches on one object.
final class ObservationInfo: @unchecked Sendable {
    // Sendable: the fields are touched under the slot lock only, or when the object is dead and nobody else can reach
    // them.
    @exclusivity(unchecked) private var lists: [ObserverList] = []
    @exclusivity(unchecked) private var nextNumber: UInt = 0
    /// What a change of the lists has made superfluous, for its caller to let go.
    @exclusivity(unchecked) private var discarded: AnyObject?
    /// To be looked at only while it is known to be alive.
    let object: UnmanagedObject
    /// For ``ObservedObjects``.
    @exclusivity(unchecked) var links = ObservedObjects.Links()
    /// The registrations that outlived the object.
    private(set) var leftovers: [Observance] = []

    init(_ object: UnmanagedObject) {
        self.object = object
    }

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────

    /// The info of an object; nil if nobody observes it.
    static func of(_ object: UnmanagedObject) -> ObservationInfo? {
        guard object.observationInfoAddress != nil else { return nil }
        return object.withObservationSlot { inside($0) }
    }

    /// The watches on a key now, in the order they came.
    static func watches(_ object: UnmanagedObject, _ key: Key) -> [Watch] {
        let snapshot = snapshot(object, key)
        defer { snapshot.release() }
        return snapshot.all
    }

    /// The same for a delivery to walk: +1.
    static func snapshot(_ object: UnmanagedObject, _ key: Key) -> WatchSnapshot {
        object.readObservationInfo { info in
            ObservationInfoObject.borrowedInfo(info)._withUnsafeGuaranteedRef { $0.snapshot(of: key) }
        } ?? .empty
    }

    private func snapshot(of key: Key) -> WatchSnapshot {
        index(of: key).map { lists[$0].snapshot } ?? .empty
    }

    /// The key of that name, if it is observed.
    static func observedKey(_ name: String, of object: UnmanagedObject) -> Key? {
        guard object.observationInfoAddress != nil else { return nil }
        guard let key = Key.known(name) else { return nil }
        return object.withObservationSlot { inside($0)?.index(of: key) == nil ? nil : key }
    }

    // ── Adding and removing ─────────────────────────────────────────────────────────────────────────

    /// Adds a watch, and points the isa at the notifying class if the key is automatic and the isa is still that of the
    /// class observed.
    static func add(_ watch: Watch, to object: UnmanagedObject) {
        while !add(watch, to: object, makingInfo: object.observationInfoAddress == nil) {}
    }

    /// false if the info that was there is gone, and one has to be made after all: outside of the lock.
    private static func add(_ watch: Watch, to object: UnmanagedObject, makingInfo: Bool) -> Bool {
        let fresh = makingInfo ? ObservationInfoObject.make(ObservationInfo(object)) : nil
        // Let go after the lock: a watch that was removed may be the last to own anything.
        var discarded: AnyObject?
        defer { withExtendedLifetime(discarded) {} }
        let info = object.withObservationSlot { slot -> UnsafeMutableRawPointer? in
            slot.info = slot.info ?? fresh
            guard let info = slot.info else { return nil }
            let lists = ObservationInfoObject.info(info)
            lists.append(watch)
            swap(&discarded, &lists.discarded)
            let cls = watch.record.cls
            if watch.record.isAutomatic, let notifying = cls.notifying, slot.isa == cls.original {
                slot.isa = notifying
            }
            return info
        }
        if let fresh, info != fresh { ObservationInfoObject.destroyUnused(fresh) }
        return info != nil
    }

    /// The latest registration that `matches`, if there is one: removed, unless it reaches further than one key.
    static func removeUnlessReaching(
        _ observer: UInt, _ key: Key, from object: UnmanagedObject, where matches: (Observance) -> Bool
    ) -> Observance? {
        var found: Observance?
        _ = withLists(of: object) { info -> Observance? in
            found = info.latest(observer, key, matches)
            guard let found, !found.reaches else { return nil }
            return info.remove(found)
        }
        return found
    }

    /// Removes one registration. false if it was not there any more.
    @discardableResult
    static func remove(_ observance: Observance, from object: UnmanagedObject) -> Bool {
        withLists(of: object) { info in
            info.latest(observance.observerAddress, observance.key) { $0 === observance }.flatMap(info.remove)
        } != nil
    }

    /// Removes a hop that is marked as removed.
    static func remove(_ hop: Hop, from object: UnmanagedObject) {
        _ = withLists(of: object) { $0.forget(hop) ? hop : nil }
    }

    /// Lets `body` remove a watch. With the last one goes the info, and the isa goes back.
    private static func withLists<Removed: Watch>(
        of object: UnmanagedObject, _ body: (ObservationInfo) -> Removed?
    ) -> Removed? {
        guard object.observationInfoAddress != nil else { return nil }
        var emptied: UnsafeMutableRawPointer?
        // Let go after the lock: a watch may be the last to own anything.
        var discarded: AnyObject?
        let removed = object.withObservationSlot { slot -> Removed? in
            guard let info = inside(slot), let removed = body(info) else { return nil }
            swap(&discarded, &info.discarded)
            guard info.lists.isEmpty else { return removed }
            emptied = slot.info
            slot.info = nil
            // An isa that something else was put on top of is not ours to change.
            if slot.isa == removed.record.cls.notifying { slot.isa = removed.record.cls.original }
            return removed
        }
        withExtendedLifetime(discarded) {}
        if let emptied { ObservationInfoObject.destroyUnused(emptied) }
        return removed
    }

    // ── Under the lock ──────────────────────────────────────────────────────────────────────────────

    private static func inside(_ slot: ObservationSlot) -> ObservationInfo? {
        slot.info.map(ObservationInfoObject.info)
    }

    private func index(of key: Key) -> Int? {
        lists.firstIndex { $0.key == key }
    }

    private func append(_ watch: Watch) {
        watch.number = nextNumber
        nextNumber += 1
        if let index = index(of: watch.key) {
            discarded = lists[index].append(watch)
        } else {
            var list = ObserverList(watch.key)
            discarded = list.append(watch)
            lists.append(list)
        }
    }

    private func latest(_ observer: UInt, _ key: Key, _ matches: (Observance) -> Bool) -> Observance? {
        index(of: key).flatMap { lists[$0].latest(of: observer, where: matches) }
    }

    private func remove(_ observance: Observance) -> Observance? {
        guard let index = index(of: observance.key) else { return nil }
        discarded = lists[index].remove(observance)
        dropIfEmpty(index)
        return observance
    }

    private func forget(_ hop: Hop) -> Bool {
        guard let index = index(of: hop.key) else { return false }
        discarded = lists[index].forgetOne()
        dropIfEmpty(index)
        return true
    }

    private func dropIfEmpty(_ index: Int) {
        if lists[index].liveCount == 0 { lists.remove(at: index) }
    }

    // ── The end ─────────────────────────────────────────────────────────────────────────────────────

    /// The object is gone: what was registered with it is left over, what led through it leads nowhere.
    func objectDied() {
        let watches = live
        lists = []
        leftovers = watches.compactMap(\.asObservance).filter { !$0.isSilent }
        for watch in watches {
            watch.markRemoved()
            Wiring.takeDownBranches(of: watch, knownAlive: nil)
        }
    }

    /// In order of registration.
    private var live: [Watch] {
        lists.flatMap(\.live).sorted { $0.number < $1.number }
    }

    /// The registrations now, in order. Any thread.
    var observances: [Observance] { watchesNow.compactMap(\.asObservance) }

    /// Everything that is watched now, in order; what is left over, once the object is dead.
    private var watchesNow: [Watch] {
        guard let owner = ObservedObjects.object(of: self) else { return leftovers }
        return withExtendedLifetime(owner) { object.withObservationSlot { _ in live } }
    }

    /// What `description` answers.
    func text(at address: UnsafeRawPointer) -> String {
        let lines = watchesNow.map { "\($0)\n" }
        return "<NSKeyValueObservationInfo \(hex(address))> (\n\(lines.joined()))"
    }
}
