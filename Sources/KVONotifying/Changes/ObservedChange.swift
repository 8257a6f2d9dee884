// ObservedChange.swift - a change dictionary as a Swift value.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// The change that an observer is notified of.
///
///     builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
///         (self: Object, keyPath: String, object: Object, change: Object, context: UnsafeMutableRawPointer?) in
///         let change = try KeyValueObservedChange(change)
///         print(keyPath, "is", try change.newValue(as: Int?.self) ?? 0)
///     }
///
/// Objective-C: the `change` argument; Foundation in Swift: `NSKeyValueObservedChange`.
public struct KeyValueObservedChange: Sendable, Lockable {
    /// The change dictionary, an instance of the library's own class.
    public let dictionary: Object

    /// Creates a change, for tests of observers.
    public init(
        kind: KeyValueChangeKind, oldValue: Object? = nil, newValue: Object? = nil, indexes: RangeSet<Int>? = nil,
        isPrior: Bool = false
    ) {
        dictionary = ChangeDictionary.object(
            kind, old: oldValue, new: newValue, indexes: indexes.map { NSIndexSet.object($0) }, isPrior: isPrior)
    }

    /// Reads a change from a dictionary of any class. Throws ``/MiniFoundation/BridgingError`` if its entries are not
    /// those of a change dictionary.
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

    /// The kind of the change.
    public var kind: KeyValueChangeKind { ChangeDictionary.kind(of: dictionary) }
    /// The value before the change: NSNull for a property that was nil; nil without the option
    /// ``KeyValueObservingOptions/old``.
    public var oldValue: Object? { ChangeDictionary.entry(KVO_OLD_ENTRY, of: dictionary) }
    /// The value after the change: NSNull for a property that is nil; nil without the option
    /// ``KeyValueObservingOptions/new``.
    public var newValue: Object? { ChangeDictionary.entry(KVO_NEW_ENTRY, of: dictionary) }
    /// The indexes of the elements of an ordered collection that changed; nil for other changes. O(number of ranges).
    public var indexes: RangeSet<Int>? {
        ChangeDictionary.entry(KVO_INDEXES_ENTRY, of: dictionary).flatMap { NSIndexSet.ranges(of: $0) }
    }
    /// Whether `indexes` is not nil. O(1).
    package var hasIndexes: Bool { ChangeDictionary.entry(KVO_INDEXES_ENTRY, of: dictionary) != nil }
    /// Whether the notification was sent before the change.
    public var isPrior: Bool { ChangeDictionary.entry(KVO_IS_PRIOR_ENTRY, of: dictionary) != nil }

    /// Returns the old value as a Swift value; nil if the dictionary has none. With an optional type, `.some(nil)`
    /// means that the property was nil. Throws ``/MiniFoundation/BridgingError`` if the value has another type.
    public func oldValue<Value: Bridged>(as type: Value.Type) throws -> Value? {
        try oldValue.map { try Value.bridged(from: $0) }
    }

    /// Returns the new value as a Swift value, like ``oldValue(as:)``.
    public func newValue<Value: Bridged>(as type: Value.Type) throws -> Value? {
        try newValue.map { try Value.bridged(from: $0) }
    }
}
