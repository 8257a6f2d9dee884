// Object+Observing.swift - the Swift face of observing: each function sends the message of its name.
import MiniFoundation
import MiniRuntime

extension Object {
    /// Registers `observer` for changes of a property of this object, or of one that a path of keys leads to.
    ///
    ///     try person.addObserver(inspector, forKeyPath: "employer.name", options: [.new, .old])
    ///
    /// Nobody is retained. Each registration is to be removed once.
    /// - Parameters:
    ///   - observer: is sent `observeValueForKeyPath:ofObject:change:context:`, on the thread that changes the value.
    ///   - keyPath: keys with dots between them. Objects on the way may be nil, and may be replaced.
    ///   - options: what the notifications hold, and whether there are some before a change and at once.
    ///   - context: handed back with each notification, never looked into: so no call here is unsafe.
    ///
    /// Throws ``/MiniRuntime/RuntimeException``: what an initial notification raises; `NSUnknownKeyException` for a key
    /// that has to be read and cannot be; `NSInvalidArgumentException` for a path that leads through a collection.
    ///
    /// Any thread. Amortised O(1) for one key. Objective-C: `addObserver:forKeyPath:options:context:`.
    @safe public func addObserver(
        _ observer: Object, forKeyPath keyPath: String, options: KeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer? = nil
    ) throws {
        // token: making an NSString of the key takes as long as the rest.
        if let known = Key.knownLasting(keyPath) {
            return try send(Selectors.addObserver, observer, known.unmanagedObject, options.rawValue, context)
        }
        try send(Selectors.addObserver, observer, keyPath, options.rawValue, context)
    }

    /// Removes the latest registration of `observer`, whatever its context.
    ///
    /// Throws `NSRangeException` if there is none, and `NSInternalInconsistencyException` if an object on the path was
    /// replaced without a notification; the registration is gone then as well. Objective-C: `removeObserver:forKeyPath:`.
    public func removeObserver(_ observer: Object, forKeyPath keyPath: String) throws {
        try send(Selectors.removeObserver, observer, keyPath)
    }

    /// Removes the latest registration of `observer` with exactly this context; nil matches nil only.
    ///
    /// Throws as ``removeObserver(_:forKeyPath:)``. Objective-C: `removeObserver:forKeyPath:context:`.
    @safe public func removeObserver(
        _ observer: Object, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) throws {
        if let known = Key.knownLasting(keyPath) {
            return try send(Selectors.removeObserverContext, observer, known.unmanagedObject, context)
        }
        try send(Selectors.removeObserverContext, observer, keyPath, context)
    }

    /// An object that describes the registrations on this one, of the class NSKeyValueObservationInfo, and made when it is
    /// first asked for; nil while nobody observes. Borrowed: it goes with the last registration. Objective-C:
    /// `observationInfo`.
    public var observationInfo: UnsafeMutableRawPointer? {
        (try? send(Selectors.observationInfo, as: UnsafeMutableRawPointer?.self)) ?? nil
    }

    // ── Saying that a value changes ─────────────────────────────────────────────────────────────────

    /// Says that the value of a key is about to change, where no setter says so. To be followed by
    /// ``didChangeValue(forKey:)`` on the same thread. Objective-C: `willChangeValueForKey:`.
    public func willChangeValue(forKey key: String) throws {
        try send(Selectors.willChangeValue, key)
    }

    /// Says that the value has changed: observers are told. Objective-C: `didChangeValueForKey:`.
    public func didChangeValue(forKey key: String) throws {
        try send(Selectors.didChangeValue, key)
    }

    /// Says that elements of an ordered collection are about to change.
    ///
    /// `indexes` say where elements are before they are removed or replaced, or after they are inserted. Objective-C:
    /// `willChange:valuesAtIndexes:forKey:`.
    public func willChange(_ kind: KeyValueChangeKind, valuesAt indexes: RangeSet<Int>, forKey key: String) throws {
        try send(Selectors.willChangeIndexes, kind.rawValue, NSIndexSet.object(indexes), key)
    }

    /// Says that they have changed. Objective-C: `didChange:valuesAtIndexes:forKey:`.
    public func didChange(_ kind: KeyValueChangeKind, valuesAt indexes: RangeSet<Int>, forKey key: String) throws {
        try send(Selectors.didChangeIndexes, kind.rawValue, NSIndexSet.object(indexes), key)
    }

    /// Says that members of an unordered collection are about to change.
    ///
    /// `members` is an NSSet: those that are added or removed, that remain, or that the set will have.
    /// Objective-C: `willChangeValueForKey:withSetMutation:usingObjects:`.
    public func willChangeValue(
        forKey key: String, withSetMutation mutation: KeyValueSetMutation, using members: Object
    )
        throws
    {
        try send(Selectors.willChangeSet, key, mutation.rawValue, members)
    }

    /// Says that they have changed. Objective-C: `didChangeValueForKey:withSetMutation:usingObjects:`.
    public func didChangeValue(forKey key: String, withSetMutation mutation: KeyValueSetMutation, using members: Object)
        throws
    {
        try send(Selectors.didChangeSet, key, mutation.rawValue, members)
    }

    // ── Elements of an array ────────────────────────────────────────────────────────────────────────

    /// Registers `observer` with some elements of this array.
    ///
    /// Throws `NSRangeException` for an index beyond the end, and nobody is observed then. O(indexes).
    /// Objective-C: `addObserver:toObjectsAtIndexes:forKeyPath:options:context:`.
    @safe public func addObserver(
        _ observer: Object, toObjectsAt indexes: RangeSet<Int>, forKeyPath keyPath: String,
        options: KeyValueObservingOptions = [], context: UnsafeMutableRawPointer? = nil
    ) throws {
        try send(
            Selectors.addObserverToElements, observer, NSIndexSet.object(indexes), keyPath, options.rawValue, context)
    }

    /// Removes the latest registration of `observer` from some elements of this array, whatever their contexts.
    /// Objective-C: `removeObserver:fromObjectsAtIndexes:forKeyPath:`.
    public func removeObserver(_ observer: Object, fromObjectsAt indexes: RangeSet<Int>, forKeyPath keyPath: String)
        throws
    {
        try send(Selectors.removeObserverFromElements, observer, NSIndexSet.object(indexes), keyPath)
    }

    /// The same with exactly this context. Objective-C: `removeObserver:fromObjectsAtIndexes:forKeyPath:context:`.
    @safe public func removeObserver(
        _ observer: Object, fromObjectsAt indexes: RangeSet<Int>, forKeyPath keyPath: String,
        context: UnsafeMutableRawPointer?
    ) throws {
        try send(Selectors.removeObserverFromElementsContext, observer, NSIndexSet.object(indexes), keyPath, context)
    }
}

extension Class {
    /// Says that observers of `dependentKey` are to be told when one of `keys` changes; replaces what was said before.
    ///
    /// The old way: a class method `keyPathsForValuesAffecting<Key>` counts for more. Counts for registrations that are
    /// made from then on. Objective-C: `setKeys:triggerChangeNotificationsForDependentKey:`.
    public func setKeys(_ keys: [String], triggerChangeNotificationsForDependentKey dependentKey: String) throws {
        try send(Selectors.setKeysTriggering, keys.bridgedObject, dependentKey)
    }
}
