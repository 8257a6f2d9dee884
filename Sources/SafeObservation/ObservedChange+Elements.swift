// ObservedChange+Elements.swift - the elements that a change of a collection inserts and removes.
import KVONotifying
import TypedClasses

extension ObservedChange where Value: CollectionValue, Value.Unwrapped == Value {
    /// The inserted elements, for an insertion or a replacement. nil for other changes, and if the options did not
    /// include new values.
    public var inserted: Value? { kind == .insertion || kind == .replacement ? newValue : nil }

    /// The removed elements, for a removal or a replacement. nil for other changes, and if the options did not include
    /// old values.
    public var removed: Value? { kind == .removal || kind == .replacement ? oldValue : nil }
}

extension ObservedChange
where
    Value: CollectionValue & Collection & ExpressibleByDictionaryLiteral, Value.Unwrapped == Value, Value.Key: Hashable,
    Value.Element == (key: Value.Key, value: Value.Value)
{
    /// The keys of the changed entries of a dictionary. nil for a setting, and if the options did not include the
    /// values.
    public var keys: Set<Value.Key>? {
        inserted == nil && removed == nil ? nil : Set([inserted, removed].compactMap(\.self).joined().map(\.key))
    }
}

extension ObservedChange
where Value: CollectionValue & BidirectionalCollection, Value.Unwrapped == Value, Value.Element: Equatable {
    /// The change as a difference that can be applied to a copy of the array before the change. Linear in the number of
    /// changed elements; if the whole array was set, as expensive as `newValue.difference(from: oldValue)`.
    ///
    /// nil if the options did not include the needed values: new values for an insertion, old values for a removal,
    /// both for all other changes. Also nil for a notification before the change.
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
