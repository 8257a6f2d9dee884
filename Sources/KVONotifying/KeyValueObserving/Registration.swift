// Registration.swift - adding and removing observers.
import MiniFoundation
import MiniRuntime

enum Registration {
    // ── Adding ──────────────────────────────────────────────────────────────────────────────────────

    /// What `addObserver:forKeyPath:options:context:` does.
    static func add(
        _ observer: UnmanagedObject?, to object: UnmanagedObject, keyPath: String?, options: KeyValueObservingOptions,
        context: UInt
    ) {
        let message = Selectors.addObserver
        guard let observer else { return RuntimeException.badArgument(object, message, "the observer is nil").raise() }
        guard let keyPath = checkedKeyPath(keyPath, message, object) else { return }
        guard !object.isTagged else {
            return RuntimeException.badArgument(object, message, "a tagged pointer has no isa, and cannot be observed")
                .raise()
        }
        guard !object.isa.isMetaclass else {
            return RuntimeException.badArgument(
                object, message, "a class object keeps its metaclass, which notifies nobody, and cannot be observed"
            ).raise()
        }
        let (key, rest) = splitKeyPath(keyPath)
        guard let record = ClassRecord.record(for: object.isa).keyRecord(key) else { return }
        let observance = Observance(observer, record, rest: rest, of: object, options, context)
        // Registered before the initial notification: removing inside it works, and a change made inside it is told.
        Wiring.putUp(observance, on: object)
        if Trace.isOn { Trace.emit(TraceEvent(.observerAdded, object: object, other: observer, text: keyPath)) }
        Wiring.extend(observance, on: object)
        if RuntimeException.isPending { return takeBack(observance, observer, object) }
        if options.contains(.initial) { tellInitialValue(observance, observer, object) }
    }

    private static func tellInitialValue(
        _ observance: Observance, _ observer: UnmanagedObject, _ object: UnmanagedObject
    ) {
        var new: UnmanagedObject?
        if observance.options.contains(.new) {
            new =
                observance.reach == nil
                ? currentValue(object, observance.record) : currentValue(object, of: observance)
            if RuntimeException.isPending { return takeBack(observance, observer, object) }
        }
        let change = ChangeDictionary.setting(old: nil, new: new, isPrior: false).takeOwnership()
        let observer = observer.retained()
        withExtendedLifetime((change, observer)) { notify(observance, observer.unmanaged, object, change.unmanaged) }
        if RuntimeException.isPending { takeBack(observance, observer.unmanaged, object) }
    }

    /// What cannot be registered leaves nothing behind. An unknown key is reported as a registration that cannot be;
    /// anything else as it was raised.
    private static func takeBack(_ observance: Observance, _ observer: UnmanagedObject, _ object: UnmanagedObject) {
        guard let raised = RuntimeException.takePending() else { return }
        ObservationInfo.remove(observance, from: object)
        if Trace.isOn {
            Trace.emit(TraceEvent(.observerRemoved, object: object, other: observer, text: observance.keyPathText))
        }
        Wiring.cut(observance, root: object)
        guard raised.name == "NSUnknownKeyException", let key = unknownKey(of: observance, object) else {
            return raised.raise()
        }
        RuntimeException.notCompliant(key, observance, observer, object).raise()
    }

    /// The key of the path that its object does not know.
    private static func unknownKey(of observance: Observance, _ object: UnmanagedObject) -> String? {
        var (current, path) = (object.retained(), String?.some(observance.keyPathText))
        while let (key, rest) = path.map(splitKeyPath) {
            let value = withExtendedLifetime(current) { currentValue(current.unmanaged, Key.named(key)) }
            if RuntimeException.takePending() != nil { return key }
            guard let value, value != NSNull.object else { return nil }
            (current, path) = (value, rest)
        }
        return nil
    }

    // ── Removing ────────────────────────────────────────────────────────────────────────────────────

    /// What `removeObserver:forKeyPath:` and `removeObserver:forKeyPath:context:` do. Without a context any will match,
    /// else exactly that one, NULL included. The latest registration goes.
    static func remove(
        _ observer: UnmanagedObject?, from object: UnmanagedObject, keyPath: String?, context: UInt?, message: Selector
    ) {
        guard let observer else {
            return RuntimeException.badArgument(object, message, "the observer is nil").raise()
        }
        guard let keyPath = checkedKeyPath(keyPath, message, object) else { return }
        let (key, rest) = splitKeyPath(keyPath)
        var replaced: Wiring.Replaced?
        // What reaches further than one key is looked at before it is taken out of the list: from then on it does not
        // hear of changes. Another thread may take it meanwhile.
        while true {
            let found = Key.known(key).flatMap {
                ObservationInfo.removeUnlessReaching(observer.word, $0, from: object) { observance in
                    (context == nil || observance.context == context) && observance.branch?.rest == rest
                }
            }
            guard let found else { return RuntimeException.notRegistered(observer, keyPath, object).raise() }
            if !found.reaches { break }
            replaced = found.isSilent ? nil : Wiring.replacedSilently(found, on: object)
            if ObservationInfo.remove(found, from: object) {
                Wiring.cut(found, root: object)
                break
            }
        }
        if Trace.isOn { Trace.emit(TraceEvent(.observerRemoved, object: object, other: observer, text: keyPath)) }
        if let replaced {
            RuntimeException.replacedSilently("Cannot remove an observer", observer, keyPath, replaced, object).raise()
        }
    }

    private static func checkedKeyPath(_ keyPath: String?, _ message: Selector, _ object: UnmanagedObject) -> String? {
        if let keyPath, isWellFormed(keyPath) { return keyPath }
        let complaint = keyPath.map { $0.isEmpty ? "empty" : "\"\($0)\", in which a key is missing" } ?? "nil"
        RuntimeException.badArgument(object, message, "the key path is \(complaint)").raise()
        return nil
    }

    /// Whether there is a key before, between and after the dots.
    private static func isWellFormed(_ keyPath: String) -> Bool {
        let dot = UInt8(ascii: ".")
        return keyPath.withBytes { bytes in
            var previous = dot
            for unit in bytes {
                if unit == dot && previous == dot { return false }
                previous = unit
            }
            return previous != dot
        }
    }
}
