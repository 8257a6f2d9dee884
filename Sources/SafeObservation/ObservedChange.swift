// ObservedChange.swift - a change of a typed property.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// What a handler is told of a property of type `Value`.
///
/// The values are optional once, also those of an optional property: nil is a property that is nil, or a value that was not
/// asked for. Where that makes a difference, ``hasOldValue`` and ``hasNewValue`` say which. Foundation in Swift:
/// `NSKeyValueObservedChange`.
public struct ObservedChange<Value: PropertyValue>: Sendable, Lockable {
    /// What kind of change it was.
    public let kind: KeyValueChangeKind
    /// The value before the change; nil if it was nil, or was not asked for. If elements of a collection changed, those that
    /// went: `kind` says whether.
    public let oldValue: Value.Unwrapped?
    /// The value after the change; nil if it is nil, or was not asked for. If elements of a collection changed, those that
    /// came.
    public let newValue: Value.Unwrapped?
    /// Whether the change says what the value was before, which may be nil.
    public let hasOldValue: Bool
    /// Whether the change says what the value is, which may be nil.
    public let hasNewValue: Bool
    /// Which elements of an ordered collection changed; nil for other changes.
    public let indexes: RangeSet<Int>?
    /// Whether the notification was sent before the change.
    public let isPrior: Bool

    /// A change of one's own making, for tests of handlers. For an optional property,
    /// `.some(nil)` says that the value is nil.
    @inlinable public init(
        kind: KeyValueChangeKind = .setting, oldValue: Value? = nil, newValue: Value? = nil,
        indexes: RangeSet<Int>? = nil, isPrior: Bool = false
    ) {
        self.kind = kind
        self.oldValue = oldValue?.unwrapped
        self.newValue = newValue?.unwrapped
        hasOldValue = oldValue != nil
        hasNewValue = newValue != nil
        self.indexes = indexes
        self.isPrior = isPrior
    }

    /// The typed form of a change. Throws ``/MiniFoundation/BridgingError`` if somebody stored a value that is none
    /// of this type.
    @inlinable public init(_ change: KeyValueObservedChange) throws {
        try self.init(
            kind: change.kind, oldValue: change.oldValue.map { try Value.fromObject($0) },
            newValue: change.newValue.map { try Value.fromObject($0) }, indexes: change.indexes,
            isPrior: change.isPrior)
    }
}
