// ObservationInfo.swift - who observes one object: a list for each observed key.
//
//      object ── slot ──► ObservationInfo ◄──► NSKeyValueObservationInfo, what -observationInfo answers, once it is asked
//
// It hangs on the object from the first watch to the last, and is found there without a table. Everything in it is read
// and written under the lock of the object's slot, under which the isa changes as well.
import MiniFoundation
import MiniRuntime

/// All watches on one object.
final class ObservationInfo: @unchecked Sendable {
    // Sendable: the fields are touched under the slot lock only, or when the object is dead and nobody else can reach
    // them.
    // Most objects are observed for one key: its list needs no memory of its own.
    @exclusivity(unchecked) private var first: ObserverList?
    @exclusivity(unchecked) private var others: [ObserverList] = []
    /// What `-observationInfo` answers. The two own each other as long as this is in the slot.
    @exclusivity(unchecked) private var shown: Object?
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
            Unmanaged<ObservationInfo>.fromOpaque(info)._withUnsafeGuaranteedRef { $0.snapshot(of: key) }
        } ?? .empty
    }

    private func snapshot(of key: Key) -> WatchSnapshot {
        if let first, first.key == key { return first.snapshot }
        return others.first { $0.key == key }?.snapshot ?? .empty
    }

    /// Whether somebody came since `known`, and paths lead through the key.
    static func reachesFurther(_ object: UnmanagedObject, _ key: Key, than known: WatchSnapshot) -> Bool {
        object.readObservationInfo { info in
            Unmanaged<ObservationInfo>.fromOpaque(info)._withUnsafeGuaranteedRef { $0.reachesFurther(key, than: known) }
        } == true
    }

    private func reachesFurther(_ key: Key, than known: WatchSnapshot) -> Bool {
        if let first, first.key == key { return first.reachesFurther(than: known) }
        return others.first { $0.key == key }?.reachesFurther(than: known) == true
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
        let fresh = makingInfo ? ObservationInfo(object) : nil
        if let fresh { ObservedObjects.insert(fresh) }
        // Let go after the lock: a watch that was removed may be the last to own anything.
        var discarded: AnyObject?
        defer { withExtendedLifetime(discarded) {} }
        let info = object.withObservationSlot { slot -> ObservationInfo? in
            if slot.info == nil, let fresh { slot.info = Unmanaged.passRetained(fresh).toOpaque() }
            guard let info = inside(slot) else { return nil }
            info.append(watch)
            swap(&discarded, &info.discarded)
            let cls = watch.record.cls
            if watch.record.isAutomatic, let notifying = cls.notifying, slot.isa == cls.original {
                slot.isa = notifying
            }
            return info
        }
        if let fresh, info !== fresh { ObservedObjects.remove(fresh) }
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
        var emptied: Unmanaged<ObservationInfo>?
        // Let go after the lock: a watch may be the last to own anything.
        var discarded: AnyObject?
        let removed = object.withObservationSlot { slot -> Removed? in
            guard let info = inside(slot), let removed = body(info) else { return nil }
            swap(&discarded, &info.discarded)
            guard info.isEmpty else { return removed }
            emptied = .passUnretained(info)
            slot.info = nil
            // An isa that something else was put on top of is not ours to change.
            if slot.isa == removed.record.cls.notifying { slot.isa = removed.record.cls.original }
            return removed
        }
        withExtendedLifetime(discarded) {}
        emptied?.takeRetainedValue().leftSlot()
        return removed
    }

    /// Of one that is in the slot no more, and that nobody can reach from there.
    private func leftSlot() {
        ObservedObjects.remove(self)
        shown = nil
    }

    // ── Being shown ─────────────────────────────────────────────────────────────────────────────────

    /// What `-observationInfo` answers, made when it is first asked for. nil if nobody observes the object.
    static func shown(of object: UnmanagedObject) -> Object? {
        var fresh: (object: Object, of: ObservationInfo)?
        while object.observationInfoAddress != nil {
            let (info, shown) = object.withObservationSlot { slot -> (ObservationInfo?, Object?) in
                let info = inside(slot)
                if let info, let fresh, fresh.of === info, info.shown == nil { info.shown = fresh.object }
                return (info, info?.shown)
            }
            guard shown == nil, let info else { return shown }
            // With no lock held: the trace hook hears of it.
            fresh = (ObservationInfoObject.make(showing: info), info)
        }
        return nil
    }

    // ── Under the lock ──────────────────────────────────────────────────────────────────────────────

    private static func inside(_ slot: ObservationSlot) -> ObservationInfo? {
        slot.info.map { Unmanaged<ObservationInfo>.fromOpaque($0).takeUnretainedValue() }
    }

    private var isEmpty: Bool { first == nil && others.isEmpty }

    /// 0 is the first list.
    private func index(of key: Key) -> Int? {
        if let first, first.key == key { return 0 }
        return others.firstIndex { $0.key == key }.map { $0 + 1 }
    }

    private subscript(index: Int) -> ObserverList {
        get { index == 0 ? first! : others[index - 1] }
        _modify {
            if index == 0 { yield &first! } else { yield &others[index - 1] }
        }
    }

    private func append(_ watch: Watch) {
        watch.number = nextNumber
        nextNumber += 1
        if let index = index(of: watch.key) {
            discarded = self[index].append(watch)
        } else {
            var list = ObserverList(watch.key)
            discarded = list.append(watch)
            if first == nil { first = list } else { others.append(list) }
        }
    }

    private func latest(_ observer: UInt, _ key: Key, _ matches: (Observance) -> Bool) -> Observance? {
        index(of: key).flatMap { self[$0].latest(of: observer, where: matches) }
    }

    private func remove(_ observance: Observance) -> Observance? {
        guard let index = index(of: observance.key) else { return nil }
        discarded = self[index].remove(observance)
        dropIfEmpty(index)
        return observance
    }

    private func forget(_ hop: Hop) -> Bool {
        guard let index = index(of: hop.key) else { return false }
        discarded = self[index].forgetOne()
        dropIfEmpty(index)
        return true
    }

    private func dropIfEmpty(_ index: Int) {
        guard self[index].liveCount == 0 else { return }
        if index == 0 { first = nil } else { others.remove(at: index - 1) }
    }

    // ── The end ─────────────────────────────────────────────────────────────────────────────────────

    /// The object is gone: what was registered with it is left over, what led through it leads nowhere.
    func objectDied() {
        let watches = live
        (first, others) = (nil, [])
        leftovers = watches.compactMap(\.asObservance).filter { !$0.isSilent }
        for watch in watches {
            watch.markRemoved()
            Wiring.takeDownBranches(of: watch, knownAlive: nil)
        }
        if !leftovers.isEmpty { RunningDeallocs.handOver(shown ?? ObservationInfoObject.make(showing: self), of: self) }
        leftSlot()
    }

    /// In order of registration.
    private var live: [Watch] {
        ((first.map { [$0] } ?? []) + others).flatMap(\.live).sorted { $0.number < $1.number }
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
