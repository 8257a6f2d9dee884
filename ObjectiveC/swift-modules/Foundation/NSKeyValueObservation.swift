// NSKeyValueObservation.swift - observing by key paths of Swift: `person.observe(\.name) { person, change in ... }`.
import ObjectiveC
import Synchronization

/// A change of the value at a key path.
public struct NSKeyValueObservedChange<Value> {
    /// What happened to the value.
    public typealias Kind = NSKeyValueChange
    /// What happened: the value was set, or elements of a collection were inserted, removed or replaced.
    public let kind: Kind
    /// The new value, if the options asked for it and it is there.
    public let newValue: Value?
    /// The old value, if the options asked for it and it is there.
    public let oldValue: Value?
    /// The places in an ordered collection, if the change is of some of its elements.
    public let indexes: IndexSet?
    /// Whether the notification comes before the change.
    public let isPrior: Bool

    fileprivate init(_ change: [NSKeyValueChangeKey: Any]) {
        func value(_ key: NSKeyValueChangeKey) -> Value? {
            guard let found = change[key] else { return nil }
            if found is NSNull, let none = Optional<Any>.none as? Value { return none }
            return found as? Value
        }
        kind = NSKeyValueChange(rawValue: change[.kindKey] as! UInt)!
        newValue = value(.newKey)
        oldValue = value(.oldKey)
        indexes = change[.indexesKey] as? IndexSet
        isPrior = change[.notificationIsPriorKey] as? Bool ?? false
    }
}

/// An observation. It ends with `invalidate()`, with the last reference to it, or with the object.
public final class NSKeyValueObservation: NSObject {
    private let registration: Registration

    fileprivate init(_ registration: Registration) {
        self.registration = registration
    }

    /// Ends the observation. Further calls have no effect. Any thread.
    public func invalidate() { registration.end() }

    deinit { registration.end() }
}

/// The observer of an observation.
private final class Registration: NSObject {
    private weak var object: NSObject?
    private let keyPath: String
    private let handler: (NSObject, [NSKeyValueChangeKey: Any]) -> Void
    private let hasEnded = Atomic<Bool>(false)

    init(
        _ object: NSObject, _ keyPath: String, _ options: NSKeyValueObservingOptions,
        _ handler: @escaping (NSObject, [NSKeyValueChangeKey: Any]) -> Void
    ) {
        self.object = object
        self.keyPath = keyPath
        self.handler = handler
        super.init()
        objc_setAssociatedObject(object, key, Tie(self, object), .OBJC_ASSOCIATION_RETAIN)
        object.addObserver(self, forKeyPath: keyPath, options: options, context: nil)
    }

    /// The key of the association: the address of this object.
    private var key: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    func end() {
        guard let object else { return }  // its tie ends the observation
        remove(from: object)
        objc_setAssociatedObject(object, key, nil, .OBJC_ASSOCIATION_RETAIN)
    }

    func remove(from object: NSObject) {
        if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) {
            object.removeObserver(self, forKeyPath: keyPath)
        }
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard let object = object as? NSObject, let change else { return }
        handler(object, change)
    }
}

/// An associated object of the observed one, which ends the observation when that dies: weak references to it are nil
/// by then, and its memory is still there.
private final class Tie: NSObject {
    private let registration: Registration
    private let object: Unmanaged<NSObject>

    init(_ registration: Registration, _ object: NSObject) {
        self.registration = registration
        self.object = .passUnretained(object)
    }

    deinit { object._withUnsafeGuaranteedRef { registration.remove(from: $0) } }
}

/// What has properties that key paths of Swift can observe. Every NSObject is one.
public protocol _KeyValueCodingAndObserving {}
extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: NSObject {
    /// Calls `changeHandler` at each change of the value at `keyPath`, until the result is invalidated or released.
    ///
    /// - Parameter keyPath: `@objc dynamic` properties.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        NSKeyValueObservation(
            Registration(self, keyPath.text, options) { object, change in
                changeHandler(object as! Self, NSKeyValueObservedChange(change))
            })
    }

    /// Tells observers of the property that it will change. A call of ``didChangeValue(for:)`` must follow.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        willChangeValue(forKey: keyPath.text)
    }

    /// Tells observers of the property that it has changed.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        didChangeValue(forKey: keyPath.text)
    }
}
