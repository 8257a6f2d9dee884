// DictionaryElements.swift - changes a dictionary that is a property, entry by entry.
import MiniFoundation
import MiniRuntime

/// The entries of a dictionary that is a property, for changes in place: `cart.quantities["apple"] = 1`.
///
/// Each function sends a message to the object, which notifies observers of the changed entries, an insertion, a
/// replacement or a removal: `addQuantities:` with the new entries, `removeQuantities:` with the set of the removed
/// keys, or `intersectQuantities:` with the set of the kept keys. A function that changes nothing sends nothing. A
/// property with `willSet` or `didSet`, one that does not own its value, and one of an existing class are set as a
/// whole instead.
///
/// Each message is atomic. A change costs as much as the given entries. If other code got the whole dictionary from the
/// getter and still owns it, the next change copies the dictionary once.
public struct DictionaryElements<Key: PropertyValue & Hashable, Value: PropertyValue>: Sendable {
    let property: CollectionProperty

    /// The value for a key; nil if there is none. Setting a value is an insertion or a replacement, setting nil a
    /// removal.
    public subscript(key: Key) -> Value? {
        get { property.value(for: key, as: Value.self) }
        nonmutating set {
            if let newValue { add([key: newValue]) } else { removeValue(forKey: key) }
        }
    }

    /// The value for a key, or `defaultValue` if there is none. Setting it is an insertion or a replacement.
    public subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
        get { self[key] ?? defaultValue() }
        nonmutating set { add([key: newValue]) }
    }

    /// Sets the value for a key, and returns the old value; nil if there was none.
    @discardableResult public func updateValue(_ value: Value, forKey key: Key) -> Value? {
        let old = self[key]
        add([key: value])
        return old
    }

    /// Removes the entry of a key, and returns its value; nil if there was none.
    @discardableResult public func removeValue(forKey key: Key) -> Value? {
        guard let old = self[key] else { return nil }
        let object = boxedElement(key)
        property.send(property.selectors?.remove, NSSet.object([object])) {
            try $0.send("removeObjectForKey:", object)
        }
        return old
    }

    /// Adds entries: a replacement for the keys that the dictionary has, and an insertion for the others.
    /// - Parameters:
    ///   - other: the entries to add.
    ///   - combine: returns the value for a key that both have, from the present value and the value of `other`.
    public func merge(
        _ other: [Key: Value], uniquingKeysWith combine: (_ present: Value, _ other: Value) throws -> Value
    ) rethrows {
        var (present, new): ([Key: Value], [Key: Value]) = ([:], [:])
        for (key, value) in other {
            if let old = self[key] { present[key] = try combine(old, value) } else { new[key] = value }
        }
        add(present)
        add(new)
    }

    /// Removes all entries: one removal.
    public func removeAll() {
        guard property.count > 0 else { return }
        property.send(property.selectors?.replace, NSSet.object([])) { try $0.send("removeAllObjects") }
    }

    private func add(_ entries: [Key: Value]) {
        guard !entries.isEmpty else { return }
        let objects = NSDictionary.object(
            entries.map { (key: boxedElement($0.key), value: boxedElement($0.value)) })
        property.send(property.selectors?.insert, objects) { try $0.send("addEntriesFromDictionary:", objects) }
    }
}
