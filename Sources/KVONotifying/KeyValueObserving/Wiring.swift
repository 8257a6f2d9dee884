// Wiring.swift - key paths and dependent keys: watches that follow the values.
//
//      person addObserver: forKeyPath: employer.name          fullName depends on first and last
//
//      Observance  person.employer                             Observance  person.fullName
//          next ─► Hop  company.name                               dependencies ─► Hop person.first, Hop person.last
//
// Before an intermediate changes its hop is taken down, afterwards one is put up on what is there then. Watches are
// taken down and put up without a lock; the lock of the registration is held only to say which of them count. Two
// threads that change one intermediate may both put one up: the one that read the value last stays.
import MiniFoundation
import MiniRuntime

enum Wiring {
    /// A key whose value was replaced without notice, and the class that should have given it.
    struct Replaced {
        let key: Key
        let cls: Class
    }

    /// Puts up everything that hangs on a watch. An exception may be pending afterwards: what is up by then stays until
    /// the registration is cut.
    static func extend(_ watch: Watch, on object: UnmanagedObject) {
        guard watch.branch != nil else { return }
        watchDependencies(of: watch, on: object)
        if !RuntimeException.isPending { follow(watch, on: object) }
    }

    // ── Dependent keys ──────────────────────────────────────────────────────────────────────────────

    private static func watchDependencies(of watch: Watch, on object: UnmanagedObject) {
        // Asked first: the way up is as long as the path.
        guard !watch.record.affecting.isEmpty, !isExpanded(watch.key, object, above: watch) else { return }
        guard let (keys, paths) = watch.record.dependencies() else { return }
        for record in keys {
            let hop = Hop(record, nil, on: object, of: watch.observance, affects: watch, previous: nil)
            putUp(hop, on: object)
            attach(hop, toDependenciesOf: watch)
        }
        for path in paths {
            if let hop = makeHop(path, on: object, of: watch.observance, affects: watch, previous: nil) {
                attach(hop, toDependenciesOf: watch)
            }
            if RuntimeException.isPending { return }
        }
    }

    /// Whether the dependencies of the key are being put up already further up: keys may depend on each other in rings.
    private static func isExpanded(_ key: Key, _ object: UnmanagedObject, above watch: Watch) -> Bool {
        var ancestor = (watch as? Hop).flatMap { $0.previous ?? $0.affects }
        while let watch = ancestor {
            if watch.key == key && watch.objectAddress == object.word { return true }
            ancestor = (watch as? Hop).flatMap { $0.previous ?? $0.affects }
        }
        return false
    }

    private static func attach(_ hop: Hop, toDependenciesOf watch: Watch) {
        let isLate = watch.observance.reach!.isOver.withLock { isOver in
            if !isOver && !watch.isRemoved { watch.branch!.dependencies.append(hop) }
            return isOver || watch.isRemoved
        }
        if isLate { takeDown(hop, knownAlive: nil) }
    }

    // ── Key paths ───────────────────────────────────────────────────────────────────────────────────

    /// Puts up a watch for the rest of the path on what the key's value is now.
    static func follow(_ watch: Watch, on object: UnmanagedObject) {
        guard let branch = watch.branch, let rest = branch.rest, !isOperator(rest), !isDelegated(watch) else { return }
        let reach = watch.observance.reach!
        let (generation, old) = reach.isOver.withLock { _ -> (UInt, Hop?) in
            defer { branch.next = nil }
            branch.generation += 1
            return (branch.generation, branch.next)
        }
        if let old { takeDown(old, knownAlive: nil) }
        guard let value = currentValue(object, watch.key), value != NSNull.object else { return }
        let hop = withExtendedLifetime(value) {
            makeHop(rest, on: value.unmanaged, of: watch.observance, affects: watch.affects, previous: watch)
        }
        guard let hop else { return }
        let isLate = reach.isOver.withLock { isOver in
            let isLate = isOver || watch.isRemoved || branch.generation != generation
            if !isLate { branch.next = hop }
            return isLate
        }
        if isLate { takeDown(hop, knownAlive: nil) }
    }

    /// An object that observes its own way follows the path by itself.
    private static func isDelegated(_ watch: Watch) -> Bool {
        (watch as? Hop)?.delegate != nil
    }

    /// `@count` says something about the value itself: there is nothing to go on to.
    private static func isOperator(_ path: String) -> Bool {
        path.hasPrefix("@") && operatorArgument(path) == nil
    }

    /// A hop for the first key of a path, put up, with everything that hangs on it. nil for what cannot be observed, or
    /// with an exception pending.
    private static func makeHop(
        _ path: String, on object: UnmanagedObject, of observance: Observance, affects: Watch?, previous: Watch?
    ) -> Hop? {
        guard !object.isTagged else { return nil }
        if !observesItsOwnWay(object) {
            let (name, rest) = splitKeyPath(path)
            guard let record = ClassRecord.record(for: object.isa).keyRecord(name) else { return nil }
            let branch = rest == nil && record.affecting.isEmpty ? nil : Branch(rest: rest)
            let hop = Hop(record, branch, on: object, of: observance, affects: affects, previous: previous)
            putUp(hop, on: object)
            extend(hop, on: object)
            if RuntimeException.isPending { takeDown(hop, knownAlive: object) }
            return RuntimeException.isPending ? nil : hop
        }
        let (name, rest) = splitKeyPath(path)
        guard let record = ClassRecord.ofNobody.keyRecord(name) else { return nil }
        let branch = rest.map { Branch(rest: $0) }
        let hop = Hop(record, branch, on: object, of: observance, affects: affects, previous: previous)
        HopObserver.register(hop, with: object, path: path)
        return RuntimeException.isPending ? nil : hop
    }

    /// Whether the object's class has its own `addObserver:forKeyPath:options:context:`, which is asked then.
    private static func observesItsOwnWay(_ object: UnmanagedObject) -> Bool {
        object.isa.methodImplementation(Selectors.addObserver) != ObservingMethods.ownAddObserver
    }

    /// Puts a watch in its object's list. From then on it hears of changes: its setters are overridden first.
    static func putUp(_ watch: Watch, on object: UnmanagedObject) {
        watch.record.hookSetters()
        ObservationInfo.add(watch, to: object)
    }

    // ── Changes ─────────────────────────────────────────────────────────────────────────────────────

    /// Before the value of an intermediate changes: what hangs on the old value is taken down.
    ///
    /// - Returns: the first key from here on whose value is not the one that was followed, though no change of it was ever
    ///   announced.
    static func willChange(_ watch: Watch, on object: UnmanagedObject, checking: Bool) -> Replaced? {
        guard let branch = watch.branch, branch.rest != nil else { return nil }
        // Asked first: another thread's change that began before the registration leaves the hop alone once this one is
        // said to be under way, and may be over by the time that the values are compared.
        let isAlone = ChangesUnderWay.count(object, watch.key) <= 1
        let (wasChanging, generation, old) = watch.observance.reach!.isOver.withLock { _ -> (Bool, UInt, Hop?) in
            defer {
                branch.changing += 1
                branch.next = nil
            }
            branch.generation += 1
            return (branch.changing > 0, branch.generation, branch.next)
        }
        guard let old else { return nil }
        defer { takeDown(old, knownAlive: nil) }
        guard checking, isAlone, !wasChanging else { return nil }
        if !isWhatWasFollowed(old, watch, object, generation, own: 1) {
            return Replaced(key: watch.key, cls: object.toldClass)
        }
        return old.loadObject().flatMap { replacedSilently(old, on: $0) }
    }

    /// After it: what is there now is followed.
    static func didChange(_ watch: Watch, on object: UnmanagedObject) {
        guard let branch = watch.branch, branch.rest != nil else { return }
        if !watch.isRemoved { follow(watch, on: object) }
        watch.observance.reach!.isOver.withLock { _ in branch.changing -= 1 }
    }

    /// What was put up on a key while it was changing may have followed the value that is gone: it follows again.
    /// - Parameter known: those that were there when the change began.
    static func followLatecomers(_ key: Key, of object: UnmanagedObject, known: WatchSnapshot) {
        guard ObservationInfo.reachesFurther(object, key, than: known) else { return }
        let watches = ObservationInfo.snapshot(object, key)
        defer { watches.release() }
        let known = Set(known.all.map(ObjectIdentifier.init))
        for watch in watches.all where !watch.isRemoved && !known.contains(ObjectIdentifier(watch)) {
            var next: Watch? = watch
            while let watch = next {
                next = watch.affects
                let owner = watch.objectAddress == object.word ? nil : watch.loadObject()
                guard owner != nil || watch.objectAddress == object.word else { continue }
                RuntimeException.keepingPending {
                    withExtendedLifetime(owner) { followAnew(watch, on: owner?.unmanaged ?? object) }
                }
            }
        }
    }

    /// Follows the key's value if it is another than the one that is followed, and no change of it is under way.
    private static func followAnew(_ watch: Watch, on object: UnmanagedObject) {
        guard let branch = watch.branch, branch.rest != nil else { return }
        let (next, isChanging) = watch.observance.reach!.isOver.withLock { _ in (branch.next, branch.changing > 0) }
        guard !isChanging, let value = currentValue(object, watch.key) else { return }
        if (value == NSNull.object ? nil : value) != next?.loadObject() { follow(watch, on: object) }
    }

    /// Whether the hop is on the object that is the key's value now. A hop whose object is dead, or a change by another
    /// thread that is under way or began meanwhile, leave nothing to complain about.
    /// - Parameter own: how many changes of the key are this thread's own.
    private static func isWhatWasFollowed(
        _ hop: Hop, _ watch: Watch, _ object: UnmanagedObject, _ generation: UInt, own: Int
    ) -> Bool {
        guard let followed = hop.loadObject(), let value = currentValue(object, watch.key) else { return true }
        if value == followed || ChangesUnderWay.count(object, watch.key) > own { return true }
        return watch.observance.reach!.isOver.withLock { _ in watch.branch!.generation != generation }
    }

    // ── The end ─────────────────────────────────────────────────────────────────────────────────────

    /// Takes down everything that a registration has put up.
    /// - Parameter root: the object it was made on; nil if that is gone.
    static func cut(_ observance: Observance, root: UnmanagedObject?) {
        guard let reach = observance.reach else { return }
        reach.isOver.withLock { $0 = true }
        takeDownBranches(of: observance, knownAlive: root)
    }

    /// The first key of a registration's path whose value was replaced without notice.
    static func replacedSilently(_ observance: Observance, on root: UnmanagedObject) -> Replaced? {
        observance.reach == nil ? nil : replacedSilently(observance as Watch, on: root.retained())
    }

    /// The first key of the path, from a watch on, whose value was.
    private static func replacedSilently(_ watch: Watch, on object: Object) -> Replaced? {
        var (watch, object) = (watch, object)
        while let branch = watch.branch {
            let isAlone = withExtendedLifetime(object) { ChangesUnderWay.count(object.unmanaged, watch.key) == 0 }
            let (next, isChanging, generation) = watch.observance.reach!.isOver.withLock { _ in
                (branch.next, branch.changing > 0, branch.generation)
            }
            guard let next, !isChanging, let followed = next.loadObject() else { return nil }
            if isAlone,
                !withExtendedLifetime(object, { isWhatWasFollowed(next, watch, object.unmanaged, generation, own: 0) })
            {
                return Replaced(key: watch.key, cls: object.unmanaged.toldClass)
            }
            (watch, object) = (next, followed)
        }
        return nil
    }

    /// Takes a hop out of its object's list, and all that hangs on it.
    /// - Parameter knownAlive: an object that may be dying, when weak references to it are nil already.
    static func takeDown(_ hop: Hop, knownAlive: UnmanagedObject?) {
        hop.markRemoved()
        takeDownBranches(of: hop, knownAlive: knownAlive)
        let object = hop.loadObject()
        withExtendedLifetime(object) {
            guard let object = knownAlive?.word == hop.objectAddress ? knownAlive : object?.unmanaged else {
                return hop.letGoOfDelegate()
            }
            if hop.delegate != nil {
                HopObserver.unregister(hop, from: object)
            } else {
                ObservationInfo.remove(hop, from: object)
            }
        }
    }

    /// Takes down what hangs on a watch.
    static func takeDownBranches(of watch: Watch, knownAlive: UnmanagedObject?) {
        guard let branch = watch.branch else { return }
        let hops = watch.observance.reach!.isOver.withLock { _ in
            defer { (branch.next, branch.dependencies) = (nil, []) }
            return branch.dependencies + (branch.next.map { [$0] } ?? [])
        }
        for hop in hops { takeDown(hop, knownAlive: knownAlive) }
    }
}
