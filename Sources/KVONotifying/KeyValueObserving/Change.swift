// Change.swift - one change of one key: before it, the change itself, after it.
//
//      will   walk the watches in order: old values read, prior notifications sent, paths through the key taken down
//      set    X's own setter or mutator
//      did    paths put up again; walk the registrations in reverse: new value read for each, notification sent
//
// No lock is held anywhere here. An exception ends the walk it came out of, as an unwinding one would.
import MiniFoundation
import MiniRuntime

/// A change that has begun: who was there when it did, and the old values that they asked for.
final class PendingChange {
    let object: UnmanagedObject
    let key: Key
    private let details: MutationDetails
    private let watches: [Watch]
    private var entries: [Entry] = []
    /// Where in `entries` a registration is that looks at the key in more than one way.
    private var positions: [ObjectIdentifier: Int] = [:]
    /// A registration for which an intermediate was replaced without notice.
    private var replacedSilently: (observance: Observance, key: Wiring.Replaced)?

    /// A registration that is told once, however many ways lead from the key to what it observes.
    private struct Entry {
        let observance: Observance
        /// What led to it first.
        let watch: Watch
        /// Everybody is kept alive until the change is over.
        let observer: Object?
        /// The object that was registered with; nil if it is the one that changes.
        let root: Object?
        /// Whether the key is what was registered; else that depends on it, and is said to be set.
        let isLastKey: Bool
        var old: Object?
        /// Those whose value the change replaces, with what hangs on it.
        var followed: [(watch: Watch, owner: Object?)] = []
    }

    /// The will phase. An exception may be pending afterwards.
    init(_ object: UnmanagedObject, _ key: Key, _ mutation: Mutation, _ watches: [Watch]) {
        self.object = object
        self.key = key
        self.watches = watches
        if Trace.isOn { Trace.emit(TraceEvent(.willChange, object: object, text: key.name)) }
        var wanted: KeyValueObservingOptions = []
        for watch in watches where watch.isLastKey { wanted.formUnion(watch.observance.options) }
        details = MutationDetails(mutation, object, key, wanted: wanted)
        if RuntimeException.isPending { return }
        entries.reserveCapacity(watches.count)
        // Those that are marked already were removed before, and are not to be mistaken for those that will be.
        let present = watches.contains(where: \.isRemoved) ? watches.filter { !$0.isRemoved } : watches
        for watch in present {
            guard let watch = standing(watch) else { continue }
            begin(watch)
            if RuntimeException.isPending { return }
        }
    }

    /// The watch, or the one that was put up in its place since the change began: a callback may have led a path away and
    /// back. nil if the registration does not look at the key any more, or has had its turn.
    private func standing(_ watch: Watch) -> Watch? {
        if !watch.isRemoved { return watch }
        if watch.observance.isRemoved || positions[ObjectIdentifier(watch.observance)] != nil { return nil }
        return standing(of: watch.observance)
    }

    /// The watch of a registration on the key now; nil if it does not look at it any more.
    private func standing(of observance: Observance) -> Watch? {
        ObservationInfo.snapshot(object, key).first { !$0.isRemoved && $0.observance === observance }
    }

    private func begin(_ watch: Watch) {
        guard watch.observance.reach != nil else { return beginEntry(watch, root: nil) }
        let identifier = ObjectIdentifier(watch.observance)
        if let position = positions[identifier] { return takeDown(watch, position) }
        guard let (_, root) = target(of: watch.observance) else { return }
        positions[identifier] = entries.count
        beginEntry(watch, root: root)
    }

    /// The object that a watch looks at, with an owner if that is not the one that changes, which is alive: it gets the
    /// message. nil if it is dead.
    private func target(of watch: Watch) -> (object: UnmanagedObject, owner: Object?)? {
        if watch.objectAddress == object.word { return (object, nil) }
        return watch.loadObject().map { ($0.unmanaged, $0) }
    }

    private func beginEntry(_ watch: Watch, root: Object?) {
        let observance = watch.observance
        var entry = Entry(
            observance: observance, watch: watch, observer: observance.loadObserver(), root: root,
            isLastKey: watch.isLastKey)
        if observance.options.contains(.old) {
            entry.old = settingValue(entry)
            if RuntimeException.isPending { return }
        }
        entries.append(entry)
        takeDown(watch, entries.count - 1)
        guard observance.options.contains(.prior), !RuntimeException.isPending else { return }
        let change =
            entry.isLastKey
            ? details.dictionaryBefore(observance.options, old: entry.old)
            : ChangeDictionary.object(.setting, old: entry.old, isPrior: true)
        notify(entry, change)
    }

    /// The value that is registered, as far as it is one that is set: nil for a collection whose elements change.
    private func settingValue(_ entry: Entry) -> Object? {
        if !entry.isLastKey { return withRoot(of: entry) { currentValue($0, path: entry.observance.keyPath) } }
        if case .setting = details.mutation { return currentValue(object, key) }
        return nil
    }

    private func withRoot<Result>(of entry: Entry, _ body: (UnmanagedObject) -> Result) -> Result {
        withExtendedLifetime(entry.root) { body(entry.root?.unmanaged ?? object) }
    }

    // ── Paths through the key ───────────────────────────────────────────────────────────────────────

    /// Takes down what hangs on the watch, and on those that it affects.
    private func takeDown(_ watch: Watch, _ position: Int) {
        var next: Watch? = watch
        while let watch = next {
            next = watch.affects
            guard watch.branch?.rest != nil, let (target, owner) = target(of: watch) else { continue }
            let replaced = withExtendedLifetime(owner) {
                Wiring.willChange(watch, on: target, checking: !watch.observance.isSilent)
            }
            entries[position].followed.append((watch, owner))
            if let replaced, replacedSilently == nil { replacedSilently = (watch.observance, replaced) }
        }
    }

    /// Puts it up again on what is there now.
    private func putUp() {
        for entry in entries {
            for (watch, owner) in entry.followed {
                RuntimeException.keepingPending {
                    withExtendedLifetime(owner) { Wiring.didChange(watch, on: owner?.unmanaged ?? object) }
                }
            }
        }
        Wiring.followLatecomers(key, of: object, known: watches)
    }

    // ── Did ─────────────────────────────────────────────────────────────────────────────────────────

    /// The did phase.
    func finish() {
        if Trace.isOn { Trace.emit(TraceEvent(.didChange, object: object, text: key.name)) }
        putUp()
        if let (observance, key) = replacedSilently, let observer = observance.loadObserver() {
            let root = target(of: observance)
            withExtendedLifetime((observer, root?.owner)) {
                RuntimeException.replacedSilently(
                    "Cannot update for observer", observer.unmanaged, observance.keyPathText, key,
                    root?.object ?? object
                ).raise()
            }
        }
        if RuntimeException.isPending { return }
        for entry in entries.reversed() {
            deliver(entry)
            if RuntimeException.isPending { return }
        }
    }

    /// The change did not take place: nobody is told, but paths are followed again.
    func abandon() {
        if Trace.isOn { Trace.emit(TraceEvent(.changeAbandoned, object: object, text: key.name)) }
        putUp()
        // Observers that stand for hops were told that the change begins, and wait for its end.
        for entry in entries {
            if let hop = entry.observer.flatMap(HopObserver.hop) { PendingChanges.abandon(hop) }
        }
    }

    private func deliver(_ entry: Entry) {
        var entry = entry
        if entry.observance.isRemoved {
            guard let again = registeredAgain(entry.observance, entry) else { return }
            entry = again
        } else if entry.watch.isRemoved && standing(of: entry.observance) == nil {
            // The path was led away, and that was told.
            return
        }
        let options = entry.observance.options
        if entry.isLastKey {
            guard let change = details.dictionaryAfter(options, old: entry.old, object) else { return }
            return notify(entry, change)
        }
        let new = options.contains(.new) ? settingValue(entry) : nil
        if RuntimeException.isPending { return }
        notify(entry, ChangeDictionary.object(.setting, old: entry.old, new: new))
    }

    /// Who was removed during the change and has registered again in the same way is the same for all it can tell.
    private func registeredAgain(_ observance: Observance, _ entry: Entry) -> Entry? {
        let candidates = withRoot(of: entry) { ObservationInfo.snapshot($0, observance.key) }
        // Nobody came since the change began.
        if entry.root == nil && candidates.last === watches.last { return nil }
        for case let other as Observance in candidates where !other.isRemoved && other.isEqual(to: observance) {
            if entries.contains(where: { $0.observance === other }) { continue }
            guard let watch = standing(of: other) else { continue }
            let again = Entry(
                observance: other, watch: watch, observer: other.loadObserver(), root: entry.root,
                isLastKey: entry.isLastKey, old: entry.old)
            entries.append(again)
            return again
        }
        return nil
    }

    private func notify(_ entry: Entry, _ change: Object) {
        withRoot(of: entry) { KVONotifying.notify(entry.observance, entry.observer, $0, change) }
    }
}

/// Sends one notification, or deals with an observer that has died.
func notify(_ observance: Observance, _ observer: Object?, _ object: UnmanagedObject, _ change: Object) {
    guard let observer else {
        let isForgiven = observance.isSilent || LeftoverPolicy.current == .forgive
        if !isForgiven { LeftoverPolicy.apply(.observerDied(observance, object)) }
        if isForgiven {
            ObservationInfo.remove(observance, from: object)
            Wiring.cut(observance, root: nil)
        }
        return
    }
    let isTraced = Trace.isOn
    withExtendedLifetime((observer, change)) {
        let (observer, change, path) = (observer.unmanaged, change.unmanaged, observance.keyPathText)
        if isTraced {
            Trace.emit(TraceEvent(.notification, object: object, other: observer, argument: change, text: path))
        }
        _ = observer.sendWords(
            Selectors.observeValue,
            (observance.keyPath.unmanaged.word, object.word, change.word, observance.context))
        if isTraced { Trace.emit(TraceEvent(.notificationDone, object: object, other: observer, text: path)) }
    }
}
