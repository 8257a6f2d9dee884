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
public struct KeyValueObservedChange: Sendable {
    /// What kind of change it was.
    public let kind: KeyValueChangeKind
    /// The entry as it is: NSNull for a property that was nil; nil if there is none.
    public let oldValue: Object?
    /// The same after the change.
    public let newValue: Object?
    /// Which elements of an ordered collection changed; nil for other changes.
    public let indexes: RangeSet<Int>?
    /// Whether the notification was sent before the change.
    public let isPrior: Bool

    /// A change of one's own making, for tests of observers.
    public init(
        kind: KeyValueChangeKind, oldValue: Object? = nil, newValue: Object? = nil, indexes: RangeSet<Int>? = nil,
        isPrior: Bool = false
    ) {
        self.kind = kind
        self.oldValue = oldValue
        self.newValue = newValue
        self.indexes = indexes
        self.isPrior = isPrior
    }

    /// The change that a dictionary tells of. Throws ``/MiniFoundation/BridgingError`` for what is no change
    /// dictionary.
    public init(_ dictionary: Object) throws {
        func entry(_ key: KeyValueChangeKey) throws -> Object? {
            try dictionary.send("objectForKey:", key.object, as: Object?.self)
        }
        kind = try KeyValueChangeKind.bridged(from: entry(.kind))
        oldValue = try entry(.old)
        newValue = try entry(.new)
        indexes = try entry(.indexes).flatMap { NSIndexSet.ranges(of: $0) }
        isPrior = try entry(.notificationIsPrior) != nil
    }

    /// The change dictionary that says this.
    public var dictionary: Object {
        ChangeDictionary.object(
            kind, old: oldValue, new: newValue, indexes: indexes.map { NSIndexSet.object($0) }, isPrior: isPrior)
    }

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
