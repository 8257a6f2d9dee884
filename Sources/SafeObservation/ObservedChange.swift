// ObservedChange.swift - a change of a typed property.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// What a handler is told of a property of type `Value`.
///
/// `oldValue` and `newValue` are nil if they were not asked for. For an optional property, `.some(nil)` says that the value
/// is nil, which is something else. Foundation in Swift: `NSKeyValueObservedChange`.
public struct ObservedChange<Value: PropertyValue>: Sendable {
    /// What kind of change it was.
    public let kind: KeyValueChangeKind
    /// The value before the change.
    public let oldValue: Value?
    /// The value after the change.
    public let newValue: Value?
    /// Which elements of an ordered collection changed; nil for other changes.
    public let indexes: RangeSet<Int>?
    /// Whether the notification was sent before the change.
    public let isPrior: Bool

    /// A change of one's own making, for tests of handlers.
    public init(
        kind: KeyValueChangeKind = .setting, oldValue: Value? = nil, newValue: Value? = nil,
        indexes: RangeSet<Int>? = nil, isPrior: Bool = false
    ) {
        self.kind = kind
        self.oldValue = oldValue
        self.newValue = newValue
        self.indexes = indexes
        self.isPrior = isPrior
    }

    /// The typed form of a change. Throws ``/MiniFoundation/BridgingError`` if somebody stored a value that is none
    /// of this type.
    public init(_ change: KeyValueObservedChange) throws {
        try self.init(
            kind: change.kind, oldValue: change.oldValue.map { try Value.fromObject($0) },
            newValue: change.newValue.map { try Value.fromObject($0) }, indexes: change.indexes,
            isPrior: change.isPrior)
    }
}
