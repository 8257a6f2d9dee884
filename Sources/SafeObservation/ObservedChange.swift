// ObservedChange.swift - a change of a typed property, as handlers receive it.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// A change of a property of type `Value`.
///
/// ``oldValue`` and ``newValue`` are optional only once, also for an optional property. ``old`` and ``new`` have the
/// type of the property, as a setter takes it. Foundation in Swift: `NSKeyValueObservedChange`.
public struct ObservedChange<Value: PropertyValue>: Sendable, Lockable {
    /// The kind of the change.
    public let kind: KeyValueChangeKind
    /// The value before the change, as the property had it; nil only if the options did not include it. For an optional
    /// property that was nil, it is `.some(nil)`. For a removal or a replacement (see `kind`), only the removed
    /// elements of the collection.
    public let old: Value?
    /// The value after the change, as the property has it; nil only if the options did not include it. For an insertion
    /// or a replacement, only the inserted elements of the collection.
    public let new: Value?
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
        old = oldValue
        new = newValue
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

extension ObservedChange {
    /// As ``old``, but without the optionals of the property: nil if the property was nil, too.
    @inlinable public var oldValue: Value.Unwrapped? { old?.unwrapped }

    /// As ``new``, but without the optionals of the property: nil if the property is nil, too.
    @inlinable public var newValue: Value.Unwrapped? { new?.unwrapped }

    /// Whether the change contains the value before the change, which may be nil.
    @inlinable public var hasOldValue: Bool { old != nil }

    /// Whether the change contains the value after the change, which may be nil.
    @inlinable public var hasNewValue: Bool { new != nil }
}
