// Object+Observing.swift - the Swift face: each function sends the message of its name.
import MiniFoundation
import MiniRuntime

extension Object {
    /// Registers `observer` for changes of a property of this object.
    ///
    ///     try person.addObserver(inspector, forKeyPath: "age", options: [.new, .old])
    ///
    /// Nobody is retained. Each registration is to be removed once.
    /// - Parameters:
    ///   - observer: is sent `observeValueForKeyPath:ofObject:change:context:`, on the thread that changes the value.
    ///   - keyPath: the property's key.
    ///   - options: what the notifications hold, and whether there are some before a change and at once.
    ///   - context: handed back with each notification, never looked into.
    /// - Throws: ``RuntimeException``: what an initial notification raises, or `NSUnknownKeyException` for a key that
    ///   cannot be read.
    /// Any thread. Amortised O(1). Objective-C: `addObserver:forKeyPath:options:context:`.
    public func addObserver(
        _ observer: Object, forKeyPath keyPath: String, options: KeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer? = nil
    ) throws {
        try send(Selectors.addObserver, observer, keyPath, options.rawValue, context)
    }

    /// Removes the latest registration of `observer`, whatever its context.
    ///
    /// Throws `NSRangeException` if there is none. Objective-C: `removeObserver:forKeyPath:`.
    public func removeObserver(_ observer: Object, forKeyPath keyPath: String) throws {
        try send(Selectors.removeObserver, observer, keyPath)
    }

    /// Removes the latest registration of `observer` with exactly this context; nil matches nil only.
    ///
    /// Throws `NSRangeException` if there is none. Objective-C: `removeObserver:forKeyPath:context:`.
    public func removeObserver(
        _ observer: Object, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) throws {
        try send(Selectors.removeObserverContext, observer, keyPath, context)
    }

    /// Says that the value of a key is about to change, where no setter says so. To be followed by
    /// ``didChangeValue(forKey:)`` on the same thread. Objective-C: `willChangeValueForKey:`.
    public func willChangeValue(forKey key: String) throws {
        try send(Selectors.willChangeValue, key)
    }

    /// Says that the value has changed: observers are told. Objective-C: `didChangeValueForKey:`.
    public func didChangeValue(forKey key: String) throws {
        try send(Selectors.didChangeValue, key)
    }

    /// The value of a key, boxed if it is no object. Throws `NSUnknownKeyException`. Objective-C: `valueForKey:`.
    public func value(forKey key: String) throws -> Object? {
        try send(Selectors.valueForKey, key, as: Object?.self)
    }

    /// Where the registrations on this object are kept; nil while nobody observes it. Objective-C: `observationInfo`.
    public var observationInfo: UnsafeMutableRawPointer? {
        (try? send(Selectors.observationInfo, as: UnsafeMutableRawPointer?.self)) ?? nil
    }
}
