// Mutation.swift - what is done to a property: a new value, or some elements of its collection.
import MiniFoundation
import MiniRuntime

/// How an unordered collection changes. Objective-C: `NSKeyValueSetMutationKind`.
public enum KeyValueSetMutation: UInt, Sendable {
    /// Members are added.
    case union = 1
    /// Members are removed.
    case minus = 2
    /// All but some members are removed.
    case intersect = 3
    /// The members are replaced by others.
    case set = 4
}

/// What a change does to the property it is a change of.
enum Mutation {
    /// A new value, for a property of any kind.
    case setting
    /// Elements of an ordered collection. The indexes are an NSIndexSet: those before a removal, after an insertion.
    case indexed(KeyValueChangeKind, Object)
    /// Members of an unordered collection, with the NSSet that the message came with.
    case unordered(KeyValueSetMutation, Object)
}

/// What a mutation means for one change: what the dictionaries will say of it.
///
/// Made before the change, from the collection as it is then.
final class MutationDetails {
    let mutation: Mutation
    private let key: Key
    /// An ordered set as it was: what changes nothing there is not reported.
    private var orderedSetBefore: [Object]?
    /// What goes, and what comes: known beforehand for unordered collections.
    private var removed: Object?
    private var added: Object?

    /// Reads the collection, if the mutation is one of elements and somebody wants to know of them. An exception may be
    /// pending afterwards.
    init(_ mutation: Mutation, _ object: UnmanagedObject, _ key: Key, wanted: KeyValueObservingOptions) {
        self.mutation = mutation
        self.key = key
        let isWanted = !wanted.isDisjoint(with: [.new, .old])
        switch mutation {
        case .setting: break
        case .indexed(let kind, let indexes):
            // The indexes of an ordered set are trimmed for those as well who want no values; a collection that cannot be
            // read is none of their business.
            readOrdered(object, kind, indexes)
            if !isWanted { _ = RuntimeException.takePending() }
        case .unordered(let mutation, let members):
            if isWanted { readUnordered(object, mutation, members) }
        }
    }

    var kind: KeyValueChangeKind {
        switch mutation {
        case .setting: .setting
        case .indexed(let kind, _): kind
        case .unordered(.union, _): .insertion
        case .unordered(.minus, _), .unordered(.intersect, _): .removal
        case .unordered(.set, _): .replacement
        }
    }

    private var hasOld: Bool { kind == .removal || kind == .replacement }
    private var hasNew: Bool { kind == .insertion || kind == .replacement }

    // ── Before ──────────────────────────────────────────────────────────────────────────────────────

    private func readOrdered(_ object: UnmanagedObject, _ kind: KeyValueChangeKind, _ indexes: Object) {
        guard let collection = currentCollection(object, key) else { return }
        if hasOld { removed = elements(of: collection, at: indexes) }
        if hasNew { orderedSetBefore = NSOrderedSet.elements(of: collection) }
    }

    private func readUnordered(_ object: UnmanagedObject, _ mutation: KeyValueSetMutation, _ members: Object) {
        let current = currentCollection(object, key).flatMap { NSSet.elements(of: $0) } ?? []
        if RuntimeException.isPending { return }
        let given = NSSet.elements(of: members) ?? []
        switch mutation {
        case .union: added = difference(given, members: current)
        case .minus: removed = intersection(current, with: given)
        case .intersect: removed = difference(current, members: given)
        case .set:
            removed = difference(current, members: given)
            added = difference(given, members: current)
        }
    }

    private func difference(_ elements: [Object], members others: [Object]) -> Object {
        let others = NSSet.object(others)
        return NSSet.object(elements.filter { !contains(others, $0) })
    }

    private func intersection(_ elements: [Object], with others: [Object]) -> Object {
        let others = NSSet.object(others)
        return NSSet.object(elements.filter { contains(others, $0) })
    }

    private func contains(_ set: Object, _ element: Object) -> Bool {
        withExtendedLifetime((set, element)) { set.unmanaged.asks(Selectors.containsObject, element.unmanaged) }
    }

    // ── What an observer is told ────────────────────────────────────────────────────────────────────

    /// The dictionary of the notification before the change.
    func dictionaryBefore(_ options: KeyValueObservingOptions) -> Object {
        ChangeDictionary.object(
            kind, old: options.contains(.old) && hasOld ? removed : nil, indexes: indexes, isPrior: true)
    }

    /// The dictionary of the notification after the change; nil with an exception pending.
    ///
    /// New is read now: an earlier observer may have changed it.
    func dictionaryAfter(_ options: KeyValueObservingOptions, _ object: UnmanagedObject) -> Object? {
        let (indexes, new) = newElements(object, isWanted: options.contains(.new))
        if RuntimeException.isPending { return nil }
        let old = options.contains(.old) ? oldElements(indexes) ?? (hasOld ? removed : nil) : nil
        return ChangeDictionary.object(kind, old: old, new: new, indexes: indexes)
    }

    /// Of an ordered set, the members that were where something changed.
    private func oldElements(_ indexes: Object?) -> Object? {
        guard kind == .replacement, let before = orderedSetBefore, let indexes,
            let ranges = NSIndexSet.ranges(of: indexes)
        else { return nil }
        return NSArray.object(ranges.ranges.joined().filter { $0 < before.count }.map { before[$0] })
    }

    private var indexes: Object? {
        guard case .indexed(_, let indexes) = mutation else { return nil }
        return indexes
    }

    private func newElements(_ object: UnmanagedObject, isWanted: Bool) -> (indexes: Object?, new: Object?) {
        switch mutation {
        case .setting:
            return (nil, isWanted ? currentValue(object, key) : nil)
        case .unordered:
            return (nil, isWanted ? added : nil)
        case .indexed(let kind, let indexes):
            guard hasNew, isWanted || orderedSetBefore != nil else { return (indexes, nil) }
            guard let collection = currentCollection(object, key) else { return (indexes, nil) }
            let changed = indexesChanged(kind, indexes, in: collection)
            return (changed, isWanted ? elements(of: collection, at: changed) : nil)
        }
    }

    /// An ordered set takes no member twice: where one was inserted that was there, nothing changed.
    private func indexesChanged(_ kind: KeyValueChangeKind, _ indexes: Object, in collection: Object) -> Object {
        guard let before = orderedSetBefore, let after = NSOrderedSet.elements(of: collection),
            let ranges = NSIndexSet.ranges(of: indexes)
        else { return indexes }
        let members = NSSet.object(before)
        let changed = ranges.ranges.joined().filter { index in
            guard index < after.count else { return false }
            if kind == .insertion { return !contains(members, after[index]) }
            return index >= before.count || !isEqual(before[index], after[index])
        }
        return NSIndexSet.object(changed)
    }

    private func isEqual(_ a: Object, _ b: Object) -> Bool {
        withExtendedLifetime((a, b)) { a.unmanaged.asks(Selectors.isEqual, b.unmanaged) }
    }
}

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────

/// The value of a key by the message `valueForKey:`, with nil as NSNull. nil if that raised.
func currentValue(_ object: UnmanagedObject, _ key: Key) -> Object? {
    value(of: object, Selectors.valueForKey, key.object.unmanaged)?.takeOwnership()
}

/// The same by the record of the key, +1. Where nobody overrides `valueForKey:`, the getter that it would send is sent.
func currentValue(_ object: UnmanagedObject, _ record: KeyRecord) -> UnmanagedObject? {
    guard let getter = record.getter(of: object) else {
        return value(of: object, Selectors.valueForKey, record.key.object.unmanaged)
    }
    return getter._withUnsafeGuaranteedRef { getter in
        if getter.type.isNumber { return getter.ownedValue(of: object) }
        return autoreleasepool {
            let value = getter.ownedValue(of: object)
            return RuntimeException.isPending ? nil : value ?? NSNull.object.unmanaged.retain()
        }
    }
}

/// The value of what was registered with an object by the message `valueForKeyPath:`, with nil as NSNull, +1. nil if that
/// raised.
func currentValue(_ object: UnmanagedObject, of observance: Observance) -> UnmanagedObject? {
    if observance.branch?.rest == nil, observance.record.getter(of: object) != nil {
        return currentValue(object, observance.record)
    }
    let path = observance.keyPath
    return withExtendedLifetime(path) { value(of: object, Selectors.valueForKeyPath, path.unmanaged) }
}

private func value(of object: UnmanagedObject, _ message: Selector, _ key: UnmanagedObject) -> UnmanagedObject? {
    autoreleasepool {
        let value = object.message(message, key)?.retain()
        return RuntimeException.isPending ? nil : value ?? NSNull.object.unmanaged.retain()
    }
}

/// The collection that is the value of a key; nil if there is none, or reading it raised.
private func currentCollection(_ object: UnmanagedObject, _ key: Key) -> Object? {
    currentValue(object, key).flatMap { $0 == NSNull.object ? nil : $0 }
}

/// `[collection objectsAtIndexes:]`. Raises for an index beyond the end.
private func elements(of collection: Object, at indexes: Object) -> Object? {
    withExtendedLifetime((collection, indexes)) {
        autoreleasepool { collection.unmanaged.message(Selectors.objectsAtIndexes, indexes.unmanaged)?.retained() }
    }
}
