// Registrations.swift - adds and removes observers: the code behind the messages of registering, and the end of an
// observed object. The table of registrations is in C (registry.c).
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum Registrations {
    // ── Adding ──────────────────────────────────────────────────────────────────────────────────────

    /// Implements `addObserver:forKeyPath:options:context:`. An exception may be pending afterwards.
    /// - Parameter named: the argument with the key path, which the observer receives if it does not change.
    static func add(
        _ observer: UnmanagedObject?, to object: UnmanagedObject, keyPath: String?, named: ID?,
        options: KeyValueObservingOptions, context: UInt
    ) {
        let message = Selectors.addObserver
        guard let observer else { return RuntimeException.badArgument(object, message, "the observer is nil").raise() }
        guard let keyPath = checkedKeyPath(keyPath, message, object) else { return }
        guard !object.isTagged else {
            return RuntimeException.badArgument(object, message, "a tagged pointer has no isa, and cannot be observed")
                .raise()
        }
        guard !mr_object_is_constant(object.pointer) else {
            return RuntimeException.badArgument(
                object, message, "a constant lies in memory that does not change, and cannot be observed"
            ).raise()
        }
        guard !object.isa.isMetaclass else {
            return RuntimeException.classObserved(object, message, keyPath.text).raise()
        }
        if let key = keyPath.known, let ready = kvo_property_ready(object.isa.pointer, key.raw) {
            return add(observer, to: object, ready, keyPath, named, options, context)
        }
        guard let property = KeyValueClass.of(object.isa).property(keyPath.key) else { return }
        withExtendedLifetime(property) {
            let held = KeyValueProperty.held(by: property)
            held.hookSetters()
            add(observer, to: object, held.raw, keyPath, named, options, context)
        }
    }

    private static func add(
        _ observer: UnmanagedObject, to object: UnmanagedObject, _ property: UnsafePointer<kvo_property>,
        _ keyPath: KeyPathText, _ named: ID?, _ options: KeyValueObservingOptions, _ context: UInt
    ) {
        let constant = named.flatMap { mr_object_is_constant(UnmanagedObject($0).pointer) ? UnmanagedObject($0) : nil }
        func add(_ path: UnmanagedObject, _ text: UnsafePointer<CChar>) {
            let made = kvo_add(
                object.pointer, observer.pointer, property, path.pointer, text,
                UInt32(truncatingIfNeeded: options.rawValue), UnsafeMutableRawPointer(bitPattern: context))
            if RuntimeException.isPending { takeBack(made, options) }
            kvo_observance_release(made)
        }
        guard keyPath.hasRest else {
            let key = property.pointee.key
            if let constant { kvc_key_name_by_constant(key, constant.pointer) }
            return add(UnmanagedObject(kvc_key_name(key)), key.pointee.text)
        }
        let path = constant?.retained() ?? NSString.object(keyPath.text)
        withExtendedLifetime(path) { keyPath.text.withCString { add(path.unmanaged, $0) } }
    }

    /// Undoes a failed registration and raises again. For an unknown key, the exception names the registration.
    private static func takeBack(
        _ made: UnsafeMutablePointer<kvo_observance>, _ options: KeyValueObservingOptions
    ) {
        guard let raised = RuntimeException.takePending() else { return }
        let (wasThere, text) = (kvo_remove_exactly(made), String(cString: kvo_text_of(made)))
        let (object, observer) = (UnmanagedObject(made.pointee.object), UnmanagedObject(made.pointee.observer))
        if wasThere, Trace.isOn {
            Trace.emit(TraceEvent(.observerRemoved, object: object, other: observer, text: text))
        }
        guard raised.name == "NSUnknownKeyException", let key = unknownKey(of: text, from: object) else {
            return raised.raise()
        }
        let context = UInt(bitPattern: made.pointee.context)
        RuntimeException.notCompliant(key, observer, text, options, context, object).raise()
    }

    /// Returns the first key of a path whose value cannot be read; nil if all can.
    private static func unknownKey(of text: String, from object: UnmanagedObject) -> String? {
        var (current, path) = (object.retained(), String?.some(text))
        while let (key, rest) = path.map(splitKeyPath) {
            let value = current.message(Selectors.valueForKey, NSString.object(key))
            if RuntimeException.takePending() != nil { return key }
            guard let value, value != NSNull.object else { return nil }
            (current, path) = (value, rest)
        }
        return nil
    }

    // ── Removing ────────────────────────────────────────────────────────────────────────────────────

    /// Implements `removeObserver:forKeyPath:` and `removeObserver:forKeyPath:context:`: removes the latest
    /// registration that matches. An exception may be pending afterwards.
    /// - Parameter context: nil matches any context; 0 matches a NULL context only.
    static func remove(
        _ observer: UnmanagedObject?, from object: UnmanagedObject, keyPath: String?, context: UInt?, message: Selector
    ) {
        guard let observer else {
            return RuntimeException.badArgument(object, message, "the observer is nil").raise()
        }
        guard let keyPath = checkedKeyPath(keyPath, message, object) else { return }
        guard let removal = remove(observer, object, keyPath, context), removal.found else {
            return RuntimeException.notRegistered(observer, keyPath.text, object).raise()
        }
        guard let key = removal.replaced.key, let owner = removal.replaced.object else { return }
        let replaced = (UnmanagedObject(key).takeOwnership(), UnmanagedObject(owner).takeOwnership())
        withExtendedLifetime(replaced) {
            RuntimeException.replacedSilently(
                "Cannot remove an observer", observer, keyPath.text, removal.replaced, object
            ).raise()
        }
    }

    /// Removes the latest registration that matches. nil for a key that does not exist, and so has no registrations.
    private static func remove(
        _ observer: UnmanagedObject, _ object: UnmanagedObject, _ keyPath: KeyPathText, _ context: UInt?
    ) -> kvo_removal? {
        // Held during the call, because the removed registration may be the last to hold the key.
        guard let held = keyPath.known.map(HeldKey.init(lasting:)) ?? HeldKey.known(keyPath.key) else { return nil }
        func remove(_ text: UnsafePointer<CChar>) -> kvo_removal {
            var request = kvo_request(
                object: object.pointer, observer: observer.pointer, key: held.key.raw, text: text,
                context: UnsafeMutableRawPointer(bitPattern: context ?? 0), is_any_context: context == nil)
            return kvo_remove(&request)
        }
        return withExtendedLifetime(held.holder) {
            keyPath.hasRest ? keyPath.text.withCString(remove) : remove(held.key.raw.pointee.text)
        }
    }

    /// Implements `setObservationInfo:`. With nil, removes all registrations of the object; with the object's own info,
    /// does nothing. The library keeps no other info than its own, so any other value raises.
    static func setInfo(_ info: UnsafeMutableRawPointer?, of object: UnmanagedObject) {
        guard let info else {
            return kvo_visit(
                object.pointer,
                { registration, _, _ in
                    guard kvo_is_registration(registration) else { return }
                    kvo_remove_exactly(UnsafeMutablePointer(mutating: registration))
                }, nil)
        }
        if info == ObservationInfo.of(object)?.unmanaged.address { return }
        RuntimeException.badArgument(
            object, Selectors.setObservationInfo, "the info is neither nil nor that of the object"
        ).raise()
    }

    /// Reports a registration whose observer is dead, according to the ``LeftoverPolicy``.
    static func observerDied(_ registration: UnsafePointer<kvo_observance>, _ object: UnmanagedObject) {
        guard Int(registration.pointee.options) & KVO_UNTIL_EITHER_DIES == 0 else { return }
        LeftoverPolicy.apply(
            .observerDied(
                Observance.className(registration.pointee.observer_class),
                UInt(bitPattern: registration.pointee.observer),
                NSString.string(UnmanagedObject(kvo_name_of(registration))) ?? "", object))
    }

    private static func checkedKeyPath(
        _ keyPath: String?, _ message: Selector, _ object: UnmanagedObject
    ) -> KeyPathText? {
        if let path = keyPath.flatMap(KeyPathText.init) { return path }
        RuntimeException.badArgument(object, message, "the key path is \(complaint(about: keyPath))").raise()
        return nil
    }

    private static func complaint(about keyPath: String?) -> String {
        guard let keyPath else { return "nil" }
        if keyPath.isEmpty { return "empty" }
        guard keyPath.utf8.contains(0) else { return "\"\(keyPath)\", in which a key is missing" }
        return "\"\(keyPath.replacing("\0", with: "\\0"))\", in which there is a NUL"
    }

    // ── The end ─────────────────────────────────────────────────────────────────────────────────────

    /// Sends `observedObjectDied:` to the observer of a registration with the option `untilEitherDies`, if it
    /// implements it.
    private static func tellEnd(of registration: Observance) {
        guard let observer = registration.observer,
            observer.isa.lookUpMethod(Selectors.observedObjectDied) != nil
        else { return }
        RuntimeException.keepingPending {
            _ = withExtendedLifetime(observer) {
                observer.unmanaged.sendWords(Selectors.observedObjectDied, (registration.context, 0, 0, 0))
            }
        }
    }

    /// Called when an observed object is dead, and its memory not yet freed. Removes its observances, and passes the
    /// registrations that were left to its dealloc, which reports them. Those with the option `untilEitherDies` are not
    /// reported: their observers are sent `observedObjectDied:`.
    static func objectDied(_ object: UnmanagedObject) {
        var info: Object?
        let observances = Observance.collected {
            info = kvo_object_died(object.pointer, Observance.append, $0).map { UnmanagedObject($0).takeOwnership() }
        }
        let registrations = observances.filter(\.isRegistration)
        for silent in registrations where silent.options.contains(.untilEitherDies) { tellEnd(of: silent) }
        let leftovers = registrations.filter { !$0.options.contains(.untilEitherDies) }
        guard !leftovers.isEmpty else { return }
        let left = info ?? ObservationInfo.object(for: object)
        ObservationInfo.leave(leftovers, in: left)
        object.leaveRemains(left)
    }
}
