// Change.swift - one change of one key: before it, the change itself, after it.
//
//      will   walk the observers in order of registration: old values read, prior notifications sent
//      set    X's own setter
//      did    walk them in reverse: new value read for each, notification sent
//
// No lock is held anywhere here. An exception ends the walk it came out of, as an unwinding one would.
import MiniFoundation
import MiniRuntime

/// A change that has begun: who was there when it did, and the old values that they asked for.
struct PendingChange {
    let object: UnmanagedObject
    let key: KeyRecord
    /// Everybody is kept alive until the change is over.
    private var entries: [(observance: Observance, observer: Object?, old: Object?)] = []

    /// The will phase.
    init(_ object: UnmanagedObject, _ key: KeyRecord, _ observances: [Observance]) {
        self.object = object
        self.key = key
        if Trace.isOn { Trace.emit(TraceEvent(.willChange, object: object, text: key.key)) }
        entries.reserveCapacity(observances.count)
        for observance in observances where !observance.isRemoved {
            let observer = observance.loadObserver()
            let old = observance.options.contains(.old) ? currentValue(object, key) : nil
            if RuntimeException.isPending { return }
            entries.append((observance, observer, old))
            guard observance.options.contains(.prior) else { continue }
            notify(observance, observer, object, ChangeDictionary.setting(old: old, isPrior: true))
            if RuntimeException.isPending { return }
        }
    }

    /// The did phase.
    func finish() {
        if Trace.isOn { Trace.emit(TraceEvent(.didChange, object: object, text: key.key)) }
        for (observance, observer, old) in entries.reversed() where !observance.isRemoved {
            let new = observance.options.contains(.new) ? currentValue(object, key) : nil
            if RuntimeException.isPending { return }
            notify(observance, observer, object, ChangeDictionary.setting(old: old, new: new))
            if RuntimeException.isPending { return }
        }
    }
}

/// What a notifying setter does: tells the observers of `key`, if there are any, around `body`.
func changeValue(of object: UnmanagedObject, _ key: KeyRecord, _ body: () -> Void) {
    if overridesChangeMessages(object) {
        object.sendWords(Selectors.willChangeValue, (key.object.unmanaged.word, 0, 0, 0))
        if RuntimeException.isPending { return }
        body()
        if RuntimeException.isPending { return }
        object.sendWords(Selectors.didChangeValue, (key.object.unmanaged.word, 0, 0, 0))
        return
    }
    let observances = ObservationInfo.snapshot(object, key)
    guard !observances.isEmpty else { return body() }
    let change = PendingChange(object, key, observances)
    if RuntimeException.isPending { return }
    body()
    if RuntimeException.isPending { return }
    change.finish()
}

/// Whether somebody wants to see the will and did messages: then they are sent, else the way between them is shorter.
private func overridesChangeMessages(_ object: UnmanagedObject) -> Bool {
    let isa = object.isa
    return isa.methodImplementation(Selectors.willChangeValue) != NSObjectMethods.willChangeValue
        || isa.methodImplementation(Selectors.didChangeValue) != NSObjectMethods.didChangeValue
}

/// The value of a key by the message `valueForKey:`, with nil as NSNull. nil if that raised.
func currentValue(_ object: UnmanagedObject, _ key: KeyRecord) -> Object? {
    autoreleasepool {
        let value = object.sendWords(Selectors.valueForKey, (key.object.unmanaged.word, 0, 0, 0))
        if RuntimeException.isPending { return nil }
        return UnsafeMutableRawPointer(bitPattern: value).map { UnmanagedObject($0).retained() } ?? NSNull.object
    }
}

/// Sends one notification, or deals with an observer that has died.
func notify(_ observance: Observance, _ observer: Object?, _ object: UnmanagedObject, _ change: Object) {
    guard let observer else {
        LeftoverPolicy.apply(.observerDied(observance, object))
        if LeftoverPolicy.current == .forgive { ObservationInfo.remove(observance, from: object) }
        return
    }
    if Trace.isOn {
        Trace.emit(TraceEvent(.notification, object: object, other: observer.unmanaged, text: observance.keyPath))
    }
    _ = withExtendedLifetime((observer, change)) {
        observer.unmanaged.sendWords(
            Selectors.observeValue,
            (observance.key.object.unmanaged.word, object.word, change.unmanaged.word, observance.context))
    }
}
