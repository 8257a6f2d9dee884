// ObservedChange.swift - a change dictionary as a Swift value.
import MiniFoundation
import MiniRuntime

/// What an observer was told.
///
///     builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
///         (self: Object, keyPath: String, object: Object, change: Object, context: UnsafeMutableRawPointer?) in
///         let change = try KeyValueObservedChange(change)
///         print(keyPath, "is", try change.newValue(as: Int?.self) ?? 0)
///     }
///
/// Objective-C: the `change` argument; Foundation in Swift: `NSKeyValueObservedChange`.
public struct KeyValueObservedChange: Sendable, Lockable {
    /// The change dictionary, one of the class that observers are given.
    public let dictionary: Object

    /// A change of one's own making, for tests of observers.
    public init(
        kind: KeyValueChangeKind, oldValue: Object? = nil, newValue: Object? = nil, indexes: RangeSet<Int>? = nil,
        isPrior: Bool = false
    ) {
        dictionary = ChangeDictionary.object(
            kind, old: oldValue, new: newValue, indexes: indexes.map { NSIndexSet.object($0) }, isPrior: isPrior)
    }

    /// The change that a dictionary tells of. Throws ``/MiniFoundation/BridgingError`` for what is no change
    /// dictionary.
    public init(_ dictionary: Object) throws {
        guard !ChangeDictionary.isOne(dictionary) else {
            self.dictionary = dictionary
            return
        }
        func entry(_ key: KeyValueChangeKey) throws -> Object? {
            try dictionary.send("objectForKey:", key.object, as: Object?.self)
        }
        self.dictionary = try ChangeDictionary.object(
            .bridged(from: entry(.kind)), old: entry(.old), new: entry(.new), indexes: entry(.indexes),
            isPrior: entry(.notificationIsPrior) != nil)
    }

    /// What kind of change it was.
    public var kind: KeyValueChangeKind { ChangeDictionary.kind(of: dictionary) }
    /// The entry as it is: NSNull for a property that was nil; nil if there is none.
    public var oldValue: Object? { ChangeDictionary.entry(.old, of: dictionary) }
    /// The same after the change.
    public var newValue: Object? { ChangeDictionary.entry(.new, of: dictionary) }
    /// Which elements of an ordered collection changed; nil for other changes. O(number of ranges).
    public var indexes: RangeSet<Int>? {
        ChangeDictionary.entry(.indexes, of: dictionary).flatMap { NSIndexSet.ranges(of: $0) }
    }
    /// Whether the notification was sent before the change.
    public var isPrior: Bool { ChangeDictionary.entry(.isPrior, of: dictionary) != nil }

    /// The old value as a Swift value; nil if there is none. With an optional type, `.some(nil)` is a property that was
    /// nil. Throws ``/MiniFoundation/BridgingError``.
    public func oldValue<Value: Bridged>(as type: Value.Type) throws -> Value? {
        try oldValue.map { try Value.bridged(from: $0) }
    }

    /// The new value, likewise.
    public func newValue<Value: Bridged>(as type: Value.Type) throws -> Value? {
        try newValue.map { try Value.bridged(from: $0) }
    }
}
