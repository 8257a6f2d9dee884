// ObservedChange.swift - a change of a typed property, as handlers receive it.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// A change of a property of type `Value`.
///
/// The values are optional only once, also for an optional property: nil means that the property is nil, or that the
/// options did not include the value. ``hasOldValue`` and ``hasNewValue`` distinguish the two. Foundation in Swift:
/// `NSKeyValueObservedChange`.
public struct ObservedChange<Value: PropertyValue>: Sendable, Lockable {
    /// The kind of the change.
    public let kind: KeyValueChangeKind
    /// The value before the change; nil if it was nil, or if the options did not include it. For a removal or a
    /// replacement (see `kind`), only the removed elements of the collection.
    public let oldValue: Value.Unwrapped?
    /// The value after the change; nil if it is nil, or if the options did not include it. For an insertion or a
    /// replacement, only the inserted elements of the collection.
    public let newValue: Value.Unwrapped?
    /// Whether the change contains the value before the change, which may be nil.
    public let hasOldValue: Bool
    /// Whether the change contains the value after the change, which may be nil.
    public let hasNewValue: Bool
    /// The indexes of the changed elements of an ordered collection; nil for other changes.
    public let indexes: RangeSet<Int>?
    /// Whether the notification was sent before the change.
    public let isPrior: Bool

    /// Creates a change, for tests of handlers. For an optional property, `.some(nil)` is the value nil, and nil leaves
    /// the value out.
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

    /// Converts a change to its typed form. Throws ``/MiniFoundation/BridgingError`` if other code stored a value that
    /// this type cannot represent.
    @inlinable public init(_ change: KeyValueObservedChange) throws {
        try self.init(
            kind: change.kind, oldValue: change.oldValue.map { try Value.fromObject($0) },
            newValue: change.newValue.map { try Value.fromObject($0) }, indexes: change.indexes,
            isPrior: change.isPrior)
    }
}
