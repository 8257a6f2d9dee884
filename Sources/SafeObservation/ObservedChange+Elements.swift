// ObservedChange+Elements.swift - which elements of a collection a change is about.
import KVONotifying
import TypedClasses

extension ObservedChange where Value: CollectionValue, Value.Unwrapped == Value {
    /// The elements that came, if this is an insertion or a replacement: `newValue`, which holds only those then. nil for other
    /// changes, and if new values were not asked for.
    public var inserted: Value? { kind == .insertion || kind == .replacement ? newValue : nil }

    /// The elements that went, if this is a removal or a replacement: `oldValue`, which holds only those then. nil for other
    /// changes, and if old values were not asked for.
    public var removed: Value? { kind == .removal || kind == .replacement ? oldValue : nil }
}

extension ObservedChange
where
    Value: CollectionValue & Collection & ExpressibleByDictionaryLiteral, Value.Unwrapped == Value, Value.Key: Hashable,
    Value.Element == (key: Value.Key, value: Value.Value)
{
    /// The keys of the entries of a dictionary that changed. nil for a setting, and if the values were not asked for.
    public var keys: Set<Value.Key>? {
        inserted == nil && removed == nil ? nil : Set([inserted, removed].compactMap(\.self).joined().map(\.key))
    }
}

extension ObservedChange
where Value: CollectionValue & BidirectionalCollection, Value.Unwrapped == Value, Value.Element: Equatable {
    /// The change as a difference, to be applied to a copy of the array as it was. Linear in the number of elements that
    /// changed; for a whole new array, that of finding it: `newValue.difference(from: oldValue)`.
    ///
    /// nil if a value that it needs was not asked for: new ones for an insertion, old ones for a removal, both for all others.
    /// Also nil for a notification before the change.
    public var difference: CollectionDifference<Value.Element>? {
        guard !isPrior else { return nil }
        guard let indexes else {
            guard let oldValue, let newValue else { return nil }
            return newValue.difference(from: oldValue)
        }
        let places = indexes.ranges.flatMap { Array($0) }
        guard kind == .insertion || removed?.count == places.count,
            kind == .removal || inserted?.count == places.count
        else { return nil }
        let removals = zip(places, removed.map(Array.init) ?? []).map { place, element in
            CollectionDifference.Change.remove(offset: place, element: element, associatedWith: nil)
        }
        let insertions = zip(places, inserted.map(Array.init) ?? []).map { place, element in
            CollectionDifference.Change.insert(offset: place, element: element, associatedWith: nil)
        }
        return CollectionDifference(removals + insertions)
    }
}
