// Change.swift - one change of one key: before it, the change itself, after it.
//
//      will   walk the watches in order: old values read, prior notifications sent, paths through the key taken down
//      set    X's own setter or mutator
//      did    paths put up again; walk the registrations in reverse: new value read for each, notification sent
//
// No lock is held anywhere here. An exception ends the walk it came out of, as an unwinding one would.
//
// A change is a structure without memory of its own: for a setter that notifies it lies on the stack, with its entries.
// Everything in it is counted by hand, for what Swift counts by itself in such a structure takes three times as long.
// What only some changes have, those of collections' elements, of keys that paths lead through and those with
// registrations that come and go meanwhile, is in ``Detours``, which the others do without.
import MiniFoundation
import MiniRuntime

/// A change that has begun: who was there when it did, and the old values that they asked for.
struct Change: ~Copyable {
    let object: UnmanagedObject
    let key: Key
    /// Borrowed: whoever makes the change keeps it until the change is over.
    private let watches: WatchSnapshot
    /// Whether the value is a number or structure: no path leads through it.
    private let isScalar: Bool
    /// With room for one for each watch.
    private let entries: UnsafeMutablePointer<Entry>
    private let ownsRoom: Bool
    private var count = 0
    private var told = Told()
    private var detours: Unmanaged<Detours>?

    /// A registration that is told once, however many ways lead from the key to what it observes. The snapshot, or the
    /// detours, keep it alive.
    struct Entry {
        fileprivate let observance: Unmanaged<Observance>
        /// What led to it first.
        fileprivate let watch: Unmanaged<Watch>
        /// +1: everybody is kept alive until the change is over.
        fileprivate let observer: UnmanagedObject?
        /// +1, the object that was registered with; nil if it is the one that changes.
        fileprivate let root: UnmanagedObject?
        /// +1
        fileprivate var old: UnmanagedObject?

        /// Whether the key is what was registered; else that depends on it, and is said to be set.
        fileprivate var isLastKey: Bool { watch._withUnsafeGuaranteedRef { $0.isLastKey } }
        fileprivate var options: KeyValueObservingOptions { observance._withUnsafeGuaranteedRef { $0.options } }

        fileprivate func release() {
            old?.releaseOrTerminate()
            root?.releaseOrTerminate()
            observer?.releaseOrTerminate()
        }
    }

    /// The dictionary with values that was sent last, +1, and what it says: who is told the same is sent the same one.
    private struct Told {
        var dictionary: UnmanagedObject?
        var old, new: UnmanagedObject?
        var isPrior = false

        func release() {
            dictionary?.releaseOrTerminate()
        }
    }

    private final class Detours {
        /// What it does to the elements of a collection; nil for a new value.
        var details: MutationDetails?
        /// Those whose value the change replaces, with what hangs on it.
        var followed: [(watch: Watch, owner: Object?)] = []
        /// A registration for which an intermediate was replaced without notice.
        var replacedSilently: (observance: Observance, key: Wiring.Replaced)?
        /// Those that registered anew during the change, and were told.
        var again: [Observance] = []
        /// What entries borrow that is not in the snapshot.
        var kept: [Watch] = []
        /// Where in the entries a registration is, when there are many.
        var positions: [UnsafeMutableRawPointer: Int] = [:]
    }

    /// - Parameter room: for as many entries as there are watches, until the change is over; nil if it needs its own.
    @inline(__always)
    init(
        _ object: UnmanagedObject, _ key: Key, _ watches: WatchSnapshot, isScalar: Bool,
        room: UnsafeMutablePointer<Entry>?
    ) {
        self.object = object
        self.key = key
        self.watches = watches
        self.isScalar = isScalar
        entries = room ?? .allocate(capacity: watches.count)
        ownsRoom = room == nil
    }

    @inline(__always)
    deinit {
        told.release()
        for index in 0..<count { entries[index].release() }
        if ownsRoom { entries.deallocate() }
        if let detours { detours.release() }
    }

    private mutating func detour() -> Detours {
        if let detours { return detours.takeUnretainedValue() }
        let fresh = Detours()
        detours = .passRetained(fresh)
        return fresh
    }

    private var details: MutationDetails? { detours?._withUnsafeGuaranteedRef { $0.details } }

    // ── Will ────────────────────────────────────────────────────────────────────────────────────────

    /// The will phase. An exception may be pending afterwards.
    @inline(__always)
    mutating func begin(_ mutation: Mutation) {
        if Trace.isOn { Trace.emit(TraceEvent(.willChange, object: object, text: key.name)) }
        if case .setting = mutation {} else if !look(at: mutation) { return }
        if watches.hasReach { return beginReaching() }
        for index in 0..<watches.count {
            let watch = watches[index]
            if watch._withUnsafeGuaranteedRef({ $0.isRemoved }) { continue }
            if !beginEntry(watch, root: nil) { return }
        }
    }

    /// What goes and what comes, before it does. false if looking raised.
    @inline(never)
    private mutating func look(at mutation: Mutation) -> Bool {
        var wanted: KeyValueObservingOptions = []
        for watch in watches.all where watch.isLastKey { wanted.formUnion(watch.observance.options) }
        detour().details = MutationDetails(mutation, object, key, wanted: wanted)
        return !RuntimeException.isPending
    }

    /// The same where some of the registrations reach along paths.
    @inline(never)
    private mutating func beginReaching() {
        // Those that are marked already were removed before, and are not to be mistaken for those that will be.
        let isAnyRemoved = (0..<watches.count).contains { watches[$0].takeUnretainedValue().isRemoved }
        let present = isAnyRemoved ? watches.all.filter { !$0.isRemoved } : nil
        for index in 0..<(present?.count ?? watches.count) {
            let watch = present.map { .passUnretained($0[index]) } ?? watches[index]
            guard let watch = watch._withUnsafeGuaranteedRef({ $0.isRemoved }) ? replacement(watch) : watch else {
                continue
            }
            if !begin(watch) { return }
        }
    }

    /// The watch that was put up in the place of a removed one since the change began: a callback may have led a path away
    /// and back. nil if the registration does not look at the key any more, or has had its turn.
    @inline(never)
    private mutating func replacement(_ watch: Unmanaged<Watch>) -> Unmanaged<Watch>? {
        let observance = watch.takeUnretainedValue().observance
        if observance.isRemoved || position(of: .passUnretained(observance)) != nil { return nil }
        guard let other = standing(of: observance) else { return nil }
        detour().kept.append(other)
        return .passUnretained(other)
    }

    /// The watch of a registration on the key now; nil if it does not look at it any more.
    private func standing(of observance: Observance) -> Watch? {
        ObservationInfo.watches(object, key).first { !$0.isRemoved && $0.observance === observance }
    }

    /// false if something raised.
    private mutating func begin(_ watch: Unmanaged<Watch>) -> Bool {
        guard watch._withUnsafeGuaranteedRef({ $0.reaches }) else { return beginEntry(watch, root: nil) }
        let observance = watch._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.observance) }
        if position(of: observance) != nil {
            takeDown(watch.takeUnretainedValue())
            return !RuntimeException.isPending
        }
        guard let (root, isOwned) = observance._withUnsafeGuaranteedRef({ target(of: $0) }) else { return true }
        if watches.count > Self.searched { detour().positions[observance.toOpaque()] = count }
        return beginEntry(watch, root: isOwned ? root : nil)
    }

    /// Up to so many entries are searched one by one: a dictionary of one takes 100 ns.
    private static var searched: Int { 16 }

    private func position(of observance: Unmanaged<Observance>) -> Int? {
        if watches.count > Self.searched {
            return detours?._withUnsafeGuaranteedRef { $0.positions[observance.toOpaque()] }
        }
        return (0..<count).first { entries[$0].observance.toOpaque() == observance.toOpaque() }
    }

    /// The object that a watch looks at: +1, unless it is the one that changes, which is alive because it gets the message.
    /// nil if it is dead.
    private func target(of watch: Watch) -> (object: UnmanagedObject, isOwned: Bool)? {
        if watch.objectAddress == object.word { return (object, false) }
        return watch.loadTarget().map { ($0, true) }
    }

    /// false if something raised.
    @inline(__always)
    private mutating func beginEntry(_ watch: Unmanaged<Watch>, root: UnmanagedObject?) -> Bool {
        let observance = watch._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.observance) }
        let observer = observance._withUnsafeGuaranteedRef { $0.loadObserver() as UnmanagedObject? }
        let entry = Entry(observance: observance, watch: watch, observer: observer, root: root, old: nil)
        (entries + count).initialize(to: entry)
        count += 1
        return watches.hasReach || !entry.options.isDisjoint(with: [.old, .prior]) ? begin(entry, at: count - 1) : true
    }

    /// What some registrations want before the change. false if something raised.
    @inline(never)
    private mutating func begin(_ entry: Entry, at position: Int) -> Bool {
        let options = entry.options
        if options.contains(.old) {
            entries[position].old = settingValue(entry)
            if RuntimeException.isPending {
                count -= 1
                entries[position].release()
                return false
            }
        }
        if watches.hasReach { takeDown(entry.watch.takeUnretainedValue()) }
        if options.contains(.prior), !RuntimeException.isPending { tellBefore(entries[position]) }
        return !RuntimeException.isPending
    }

    private mutating func tellBefore(_ entry: Entry) {
        if let details, entry.isLastKey {
            let change = details.dictionaryBefore(entry.options)
            return withExtendedLifetime(change) { notify(entry, change.unmanaged) }
        }
        tell(entry, new: nil, isPrior: true)
    }

    /// The value that is registered, +1, as far as it is one that is set: nil for a collection whose elements change.
    private func settingValue(_ entry: Entry) -> UnmanagedObject? {
        entry.watch._withUnsafeGuaranteedRef { watch in
            if watch.isLastKey { return details == nil ? currentValue(object, watch.record) : nil }
            return entry.observance._withUnsafeGuaranteedRef { currentValue(entry.root ?? object, of: $0) }
        }
    }

    // ── Paths through the key ───────────────────────────────────────────────────────────────────────

    /// Takes down what hangs on the watch, and on those that it affects.
    private mutating func takeDown(_ watch: Watch) {
        var next: Watch? = watch
        while let watch = next {
            next = watch.affects
            guard watch.branch?.rest != nil, let (target, isOwned) = target(of: watch) else { continue }
            let owner = isOwned ? target.takeOwnership() : nil
            let replaced = withExtendedLifetime(owner) {
                Wiring.willChange(watch, on: target, checking: !watch.observance.isSilent)
            }
            let detour = detour()
            detour.followed.append((watch, owner))
            if let replaced, detour.replacedSilently == nil { detour.replacedSilently = (watch.observance, replaced) }
        }
    }

    /// Puts it up again on what is there now.
    private func putUp() {
        for (watch, owner) in detours?._withUnsafeGuaranteedRef({ $0.followed }) ?? [] {
            RuntimeException.keepingPending {
                withExtendedLifetime(owner) { Wiring.didChange(watch, on: owner?.unmanaged ?? object) }
            }
        }
        if !isScalar { Wiring.followLatecomers(key, of: object, known: watches) }
    }

    // ── Did ─────────────────────────────────────────────────────────────────────────────────────────

    /// The did phase.
    @inline(__always)
    mutating func finish() {
        if Trace.isOn { Trace.emit(TraceEvent(.didChange, object: object, text: key.name)) }
        if !isScalar || detours != nil, !finishPaths() { return }
        var position = count
        while position > 0 {
            position -= 1
            deliver(entries + position)
            if RuntimeException.isPending { return }
        }
    }

    /// false if something raised.
    @inline(never)
    private func finishPaths() -> Bool {
        putUp()
        if let (observance, key) = detours?._withUnsafeGuaranteedRef({ $0.replacedSilently }) {
            raiseReplaced(observance, key)
        }
        return !RuntimeException.isPending
    }

    private func raiseReplaced(_ observance: Observance, _ key: Wiring.Replaced) {
        guard let observer: Object = observance.loadObserver() else { return }
        let root = observance.loadObject()
        withExtendedLifetime((observer, root)) {
            RuntimeException.replacedSilently(
                "Cannot update for observer", observer.unmanaged, observance.keyPathText, key,
                root?.unmanaged ?? object
            ).raise()
        }
    }

    /// The change did not take place: nobody is told, but paths are followed again.
    func abandon() {
        if Trace.isOn { Trace.emit(TraceEvent(.changeAbandoned, object: object, text: key.name)) }
        putUp()
        // Observers that stand for hops were told that the change begins, and wait for its end.
        for position in 0..<count {
            if let hop = entries[position].observer.flatMap(HopObserver.hop) { PendingChanges.abandon(hop) }
        }
    }

    @inline(__always)
    private mutating func deliver(_ place: UnsafeMutablePointer<Entry>) {
        let isStanding = place.pointee.watch._withUnsafeGuaranteedRef { !$0.isRemoved }
        // Without reach the watch is the registration itself.
        if isStanding && !watches.hasReach { deliverStanding(place.pointee) } else { deliverIfStanding(place.pointee) }
    }

    @inline(never)
    private mutating func deliverIfStanding(_ entry: Entry) {
        if entry.observance._withUnsafeGuaranteedRef({ $0.isRemoved }) {
            guard let again = registeredAgain(entry) else { return }
            deliverStanding(again)
            again.observer?.releaseOrTerminate()
        } else if entry.watch._withUnsafeGuaranteedRef({ $0.isRemoved })
            && standing(of: entry.observance.takeUnretainedValue()) == nil
        {
            // The path was led away, and that was told.
            return
        } else {
            deliverStanding(entry)
        }
    }

    @inline(__always)
    private mutating func deliverStanding(_ entry: Entry) {
        if detours != nil, let details, entry.isLastKey { return deliver(details, entry) }
        // Read now: an earlier observer may have changed it.
        let new = entry.options.contains(.new) ? settingValue(entry) : nil
        if new == nil && RuntimeException.isPending { return }
        tell(entry, new: new, isPrior: false)
    }

    private func deliver(_ details: MutationDetails, _ entry: Entry) {
        guard let change = details.dictionaryAfter(entry.options, object) else { return }
        withExtendedLifetime(change) { notify(entry, change.unmanaged) }
    }

    /// Who was removed during the change and has registered again in the same way is the same for all it can tell.
    /// Returns an entry that borrows its root and old value, and owns its observer.
    private mutating func registeredAgain(_ entry: Entry) -> Entry? {
        let observance = entry.observance.takeUnretainedValue()
        let candidates = ObservationInfo.watches(entry.root ?? object, observance.key)
        // Nobody came since the change began.
        if entry.root == nil && candidates.last === watches.last?.takeUnretainedValue() { return nil }
        for watch in candidates {
            guard let other = watch.asObservance, !other.isRemoved, other.isEqual(to: observance),
                position(of: .passUnretained(other)) == nil, !detour().again.contains(where: { $0 === other }),
                let standing = standing(of: other)
            else { continue }
            detour().again.append(other)
            detour().kept.append(standing)
            return Entry(
                observance: .passUnretained(other), watch: .passUnretained(standing), observer: other.loadObserver(),
                root: entry.root, old: entry.old)
        }
        return nil
    }

    // ── Telling ─────────────────────────────────────────────────────────────────────────────────────

    /// Tells that a value is set.
    /// - Parameter new: +1, taken over.
    @inline(__always)
    private mutating func tell(_ entry: Entry, new: UnmanagedObject?, isPrior: Bool) {
        let isSame = told.old == entry.old && told.new == new && told.isPrior == isPrior
        if isSame, let dictionary = told.dictionary {
            new?.releaseOrTerminate()
            notify(entry, dictionary)
        } else if entry.old == nil && new == nil {
            notify(entry, ChangeDictionary.setting(isPrior: isPrior))
        } else {
            notify(entry, makeDictionary(entry.old, new, isPrior))
        }
    }

    /// - Parameter new: +1, taken over.
    private mutating func makeDictionary(
        _ old: UnmanagedObject?, _ new: UnmanagedObject?, _ isPrior: Bool
    ) -> UnmanagedObject {
        told.release()
        let dictionary = ChangeDictionary.setting(old: old?.retain(), new: new, isPrior: isPrior)
        told = Told(dictionary: dictionary, old: old, new: new, isPrior: isPrior)
        return dictionary
    }

    @inline(__always)
    private func notify(_ entry: Entry, _ change: UnmanagedObject) {
        entry.observance._withUnsafeGuaranteedRef {
            KVONotifying.notify($0, entry.observer, entry.root ?? object, change)
        }
    }
}
