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
    /// Whether the notification was sent before the change.
    public let isPrior: Bool
    /// What most changes do not have. Behind a reference, so that it costs the others one word.
    @usableFromInline let details: Details?

    @usableFromInline final class Details: Sendable {
        /// A change with indexes, which are read when they are asked for.
        @usableFromInline let indexed: KeyValueObservedChange?
        @usableFromInline let cause: KeyValueChangeCause?

        @usableFromInline init(indexed: KeyValueObservedChange?, cause: KeyValueChangeCause?) {
            self.indexed = indexed
            self.cause = cause
        }

        /// Returns the details of a change; nil without indexes.
        @usableFromInline static func of(_ change: KeyValueObservedChange) -> Details? {
            change.hasIndexes ? Details(indexed: change, cause: nil) : nil
        }

        @usableFromInline convenience init(indexes: RangeSet<Int>) {
            self.init(indexed: KeyValueObservedChange(kind: .setting, indexes: indexes), cause: nil)
        }
    }

    /// Creates a change, for tests of handlers. For an optional property, `.some(nil)` is the value nil, and nil leaves
    /// the value out.
    @inlinable public init(
        kind: KeyValueChangeKind = .setting, oldValue: Value? = nil, newValue: Value? = nil,
        indexes: RangeSet<Int>? = nil, isPrior: Bool = false
    ) {
        self.init(kind, oldValue, newValue, isPrior, indexes.map { Details(indexes: $0) })
    }

    @inlinable init(_ kind: KeyValueChangeKind, _ old: Value?, _ new: Value?, _ isPrior: Bool, _ details: Details?) {
        self.kind = kind
        self.old = old
        self.new = new
        self.isPrior = isPrior
        self.details = details
    }

    /// Converts a change to its typed form. Throws ``/MiniFoundation/BridgingError`` if other code stored a value that
    /// this type cannot represent.
    @inlinable public init(_ change: KeyValueObservedChange) throws {
        try self.init(
            change.kind, change.oldValue.map { try Value.fromObject($0) },
            change.newValue.map { try Value.fromObject($0) }, change.isPrior, .of(change))
    }

    /// Converts a change to its typed form, in a notification of a registration with these options.
    @inlinable init(_ change: KeyValueObservedChange, _ options: KeyValueObservingOptions) throws {
        try self.init(change)
        if options.contains(.cause) { self = withCause(.current) }
    }

    @usableFromInline func withCause(_ cause: KeyValueChangeCause?) -> ObservedChange {
        ObservedChange(kind, old, new, isPrior, Details(indexed: details?.indexed, cause: cause))
    }
}

extension ObservedChange {
    /// The indexes of the changed elements of an ordered collection; nil for other changes. O(number of ranges).
    @inlinable public var indexes: RangeSet<Int>? { details?.indexed?.indexes }

    /// Which property of which object changed, on which thread, and through which dependent keys; nil without the
    /// option ``/KVONotifying/KeyValueObservingOptions/cause``, and for the initial notification. In a transaction, the
    /// cause of the last set.
    @inlinable public var cause: KeyValueChangeCause? { details?.cause }

    /// As ``old``, but without the optionals of the property: nil if the property was nil, too.
    @inlinable public var oldValue: Value.Unwrapped? { old?.unwrapped }

    /// As ``new``, but without the optionals of the property: nil if the property is nil, too.
    @inlinable public var newValue: Value.Unwrapped? { new?.unwrapped }

    /// Whether the change contains the value before the change, which may be nil.
    @inlinable public var hasOldValue: Bool { old != nil }

    /// Whether the change contains the value after the change, which may be nil.
    @inlinable public var hasNewValue: Bool { new != nil }
}
