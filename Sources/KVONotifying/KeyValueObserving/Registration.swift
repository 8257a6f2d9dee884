// Registration.swift - adding and removing observers.
import MiniFoundation
import MiniRuntime

enum Registration {
    /// What `addObserver:forKeyPath:options:context:` does.
    static func add(
        _ observer: UnmanagedObject?, to object: UnmanagedObject, keyPath: String?, options: KeyValueObservingOptions,
        context: UInt
    ) {
        let message = Selectors.addObserver.name
        guard let observer else { return RuntimeException.badArgument(message, object, "the observer is nil").raise() }
        guard let key = checkedKey(keyPath, message, object) else { return }
        guard !object.isTagged else {
            return RuntimeException.badArgument(message, object, "a tagged pointer has no isa, and cannot be observed")
                .raise()
        }
        let record = ClassRecord.record(for: object.isa)
        guard let keyRecord = record.keyRecord(key) else { return }
        record.hookSetters(of: keyRecord)
        let observance = Observance(observer, keyRecord, options, context)
        // Registered before the initial notification: removing inside it works, and a change made inside it is told.
        ObservationInfo.add(observance, to: object, notifying: keyRecord.isAutomatic ? record.notifying : nil)
        if Trace.isOn { Trace.emit(TraceEvent(.observerAdded, object: object, other: observer, text: key)) }
        if options.contains(.initial) { tellInitialValue(observance, observer, object) }
    }

    private static func tellInitialValue(
        _ observance: Observance, _ observer: UnmanagedObject, _ object: UnmanagedObject
    ) {
        var new: Object?
        if observance.options.contains(.new) {
            new = currentValue(object, observance.key)
            if let raised = RuntimeException.takePending() {
                ObservationInfo.remove(observance, from: object)
                return notCompliant(raised, observance, observer, object).raise()
            }
        }
        notify(observance, observer.retained(), object, ChangeDictionary.setting(new: new))
    }

    /// An unknown key is reported as a registration that cannot be; anything else as it was raised.
    private static func notCompliant(
        _ raised: RuntimeException, _ observance: Observance, _ observer: UnmanagedObject, _ object: UnmanagedObject
    ) -> RuntimeException {
        guard raised.name == "NSUnknownKeyException" else { return raised }
        let key = observance.keyPath
        return RuntimeException(
            raised.name,
            "[\(object.designation) addObserver:\(observer.designation) forKeyPath:@\"\(key)\" "
                + "options:\(observance.options.rawValue) context:\(hex(observance.context))] "
                + "was sent to an object that is not KVC-compliant for the \"\(key)\" property.")
    }

    /// What `removeObserver:forKeyPath:` and `removeObserver:forKeyPath:context:` do. Without a context any will match,
    /// else exactly that one, NULL included. The latest registration goes.
    static func remove(
        _ observer: UnmanagedObject?, from object: UnmanagedObject, keyPath: String?, context: UInt?, message: Selector
    ) {
        guard let observer else {
            return RuntimeException.badArgument(message.name, object, "the observer is nil").raise()
        }
        guard let key = checkedKey(keyPath, message.name, object) else { return }
        let removed = ObservationInfo.remove(observer.word, key, from: object) {
            context == nil || $0.context == context
        }
        guard removed != nil else { return RuntimeException.notRegistered(observer, key, object).raise() }
        if Trace.isOn { Trace.emit(TraceEvent(.observerRemoved, object: object, other: observer, text: key)) }
    }

    private static func checkedKey(_ keyPath: String?, _ message: String, _ object: UnmanagedObject) -> String? {
        guard let keyPath, !keyPath.isEmpty else {
            RuntimeException.badArgument(message, object, "the key path is \(keyPath == nil ? "nil" : "empty")").raise()
            return nil
        }
        guard !keyPath.contains(".") else {
            RuntimeException.badArgument(message, object, "the key path \"\(keyPath)\" has more than one key").raise()
            return nil
        }
        return keyPath
    }
}
