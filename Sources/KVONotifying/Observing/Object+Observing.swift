// Object+Observing.swift - the Swift API of key-value observing: each function sends the message of the same name.
//
// All functions throw ``RuntimeException`` for an exception that the message raises, and may be called on any thread.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

extension Object {
    /// Registers `observer` for changes of the property of this object that a key or key path names.
    ///
    ///     try person.addObserver(inspector, forKeyPath: "employer.name", options: [.new, .old])
    ///
    /// Neither object is retained. Each registration must be removed once, before either object dies (see
    /// ``LeftoverPolicy``).
    /// - Parameters:
    ///   - observer: receives `observeValueForKeyPath:ofObject:change:context:`, on the thread that changes the value.
    ///   - keyPath: keys, separated by dots. Objects on the path may be nil, and may be replaced.
    ///   - options: the contents of notifications, and whether to notify at once and before each change.
    ///   - context: passed to the observer with each notification, and never dereferenced.
    ///
    /// Throws ``/MiniRuntime/RuntimeException``: an exception that the initial notification raises;
    /// `NSUnknownKeyException` if a key that must be read does not exist; `NSInvalidArgumentException` for a path
    /// through a collection, a malformed key path, a class object, a constant or a tagged pointer.
    ///
    /// Any thread. O(1) amortised for one key. Objective-C: `addObserver:forKeyPath:options:context:`.
    @safe public func addObserver(
        _ observer: Object, forKeyPath keyPath: String, options: KeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer? = nil
    ) throws {
        // Benchmark row token: avoids creating an NSString for the key.
        if let known = Key.knownLasting(keyPath) {
            return try send(Selectors.addObserver, observer, known.unmanagedObject, options.rawValue, context)
        }
        try send(Selectors.addObserver, observer, keyPath, options.rawValue, context)
    }

    /// Removes the latest registration of `observer` for the key path, with any context.
    ///
    /// Throws `NSRangeException` if `observer` is not registered, and `NSInternalInconsistencyException` if an object
    /// on the path was replaced without a notification; the registration is removed in this case, too. Objective-C:
    /// `removeObserver:forKeyPath:`.
    public func removeObserver(_ observer: Object, forKeyPath keyPath: String) throws {
        try send(Selectors.removeObserver, observer, keyPath)
    }

    /// Removes the latest registration of `observer` for the key path with exactly this context; nil matches nil only.
    ///
    /// Throws like ``removeObserver(_:forKeyPath:)``. Objective-C: `removeObserver:forKeyPath:context:`.
    @safe public func removeObserver(
        _ observer: Object, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) throws {
        if let known = Key.knownLasting(keyPath) {
            return try send(Selectors.removeObserverContext, observer, known.unmanagedObject, context)
        }
        try send(Selectors.removeObserverContext, observer, keyPath, context)
    }

    /// An object whose description lists the registrations with this object; nil while it is not observed. Borrowed: it
    /// lives until the last registration is removed. Objective-C: `observationInfo`.
    public var observationInfo: UnsafeMutableRawPointer? {
        (try? send(Selectors.observationInfo, as: UnsafeMutableRawPointer?.self)) ?? nil
    }

    // ── Announcing changes ──────────────────────────────────────────────────────────────────────────

    /// Announces that the value of a key is about to change without its setter, which would notify. Must be followed by
    /// ``didChangeValue(forKey:)`` on the same thread. Objective-C: `willChangeValueForKey:`.
    public func willChangeValue(forKey key: String) throws {
        try send(Selectors.willChangeValue, key)
    }

    /// Ends a change that ``willChangeValue(forKey:)`` began, and notifies the observers. Objective-C:
    /// `didChangeValueForKey:`.
    public func didChangeValue(forKey key: String) throws {
        try send(Selectors.didChangeValue, key)
    }

    /// Announces that elements of an ordered collection are about to change.
    ///
    /// `indexes` are the elements' indexes before a removal or replacement, or after an insertion. Objective-C:
    /// `willChange:valuesAtIndexes:forKey:`.
    public func willChange(_ kind: KeyValueChangeKind, valuesAt indexes: RangeSet<Int>, forKey key: String) throws {
        try send(Selectors.willChangeIndexes, kind.rawValue, NSIndexSet.object(indexes), key)
    }

    /// Ends a change that ``willChange(_:valuesAt:forKey:)`` began, and notifies the observers. Objective-C:
    /// `didChange:valuesAtIndexes:forKey:`.
    public func didChange(_ kind: KeyValueChangeKind, valuesAt indexes: RangeSet<Int>, forKey key: String) throws {
        try send(Selectors.didChangeIndexes, kind.rawValue, NSIndexSet.object(indexes), key)
    }

    /// Announces that members of an unordered collection are about to change.
    ///
    /// `members` is an NSSet: the argument of the mutation (``/KeyValueCoding/KeyValueSetMutation``). Objective-C:
    /// `willChangeValueForKey:withSetMutation:usingObjects:`.
    public func willChangeValue(
        forKey key: String, withSetMutation mutation: KeyValueSetMutation, using members: Object
    )
        throws
    {
        try send(Selectors.willChangeSet, key, mutation.rawValue, members)
    }

    /// Ends a change that ``willChangeValue(forKey:withSetMutation:using:)`` began, and notifies the observers.
    /// Objective-C: `didChangeValueForKey:withSetMutation:usingObjects:`.
    public func didChangeValue(forKey key: String, withSetMutation mutation: KeyValueSetMutation, using members: Object)
        throws
    {
        try send(Selectors.didChangeSet, key, mutation.rawValue, members)
    }

    // ── Elements of an array ────────────────────────────────────────────────────────────────────────

    /// Registers `observer` with the elements of this array at these indexes.
    ///
    /// Throws `NSRangeException` for an index beyond the end: then no element is observed. Stops at the first element
    /// that raises. O(indexes). Objective-C: `addObserver:toObjectsAtIndexes:forKeyPath:options:context:`.
    @safe public func addObserver(
        _ observer: Object, toObjectsAt indexes: RangeSet<Int>, forKeyPath keyPath: String,
        options: KeyValueObservingOptions = [], context: UnsafeMutableRawPointer? = nil
    ) throws {
        try send(
            Selectors.addObserverToElements, observer, NSIndexSet.object(indexes), keyPath, options.rawValue, context)
    }

    /// Removes the latest registration of `observer` from each element of this array at these indexes, with any
    /// context. Stops at the first element that raises. Objective-C: `removeObserver:fromObjectsAtIndexes:forKeyPath:`.
    public func removeObserver(_ observer: Object, fromObjectsAt indexes: RangeSet<Int>, forKeyPath keyPath: String)
        throws
    {
        try send(Selectors.removeObserverFromElements, observer, NSIndexSet.object(indexes), keyPath)
    }

    /// Removes the latest registration of `observer` with exactly this context from each element of this array at these
    /// indexes. Stops at the first element that raises. Objective-C:
    /// `removeObserver:fromObjectsAtIndexes:forKeyPath:context:`.
    @safe public func removeObserver(
        _ observer: Object, fromObjectsAt indexes: RangeSet<Int>, forKeyPath keyPath: String,
        context: UnsafeMutableRawPointer?
    ) throws {
        try send(Selectors.removeObserverFromElementsContext, observer, NSIndexSet.object(indexes), keyPath, context)
    }
}

extension Class {
    /// Declares that a change of one of `keys` notifies the observers of `dependentKey`. Replaces an earlier
    /// declaration.
    ///
    /// Affects later registrations only. Deprecated in Objective-C: a class method `keyPathsForValuesAffecting<Key>`
    /// takes precedence. Key paths are ignored. Objective-C: `setKeys:triggerChangeNotificationsForDependentKey:`.
    public func setKeys(_ keys: [String], triggerChangeNotificationsForDependentKey dependentKey: String) throws {
        try send(Selectors.setKeysTriggering, keys.bridgedObject, dependentKey)
    }
}
