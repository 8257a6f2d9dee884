// DictionaryElements.swift - changing a dictionary that is a property, entry by entry.
import MiniFoundation
import MiniRuntime

/// The entries of a dictionary that is a property, to be changed in place: `cart.quantities["apple"] = 1`.
///
/// Each function sends a message to the object, `addQuantities:` with the entries that come, or `removeQuantities:` with the set
/// of their keys. Observers are told which entries changed: an insertion, a replacement or a removal. Nothing is sent where
/// nothing changes. A property with `willSet` or `didSet`, and one that does not own its value, is set as a whole.
///
/// Each message is atomic. The cost is that of the entries given; it is that of the whole dictionary once after somebody has got
/// it by the getter and keeps it.
public struct DictionaryElements<Key: PropertyValue & Hashable, Value: PropertyValue>: Sendable {
    let property: CollectionProperty

    /// The value for a key; set, it is an insertion or a replacement, and nil a removal.
    public subscript(key: Key) -> Value? {
        get { property.value(for: key, as: Value.self) }
        nonmutating set {
            if let newValue { add([key: newValue]) } else { removeValue(forKey: key) }
        }
    }

    /// The value for a key, or `defaultValue` if there is none.
    public subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
        get { self[key] ?? defaultValue() }
        nonmutating set { add([key: newValue]) }
    }

    /// Sets a value, and returns the one that was there.
    @discardableResult public func updateValue(_ value: Value, forKey key: Key) -> Value? {
        let old = self[key]
        add([key: value])
        return old
    }

    /// Removes an entry, and returns its value; nil if there is none.
    @discardableResult public func removeValue(forKey key: Key) -> Value? {
        guard let old = self[key] else { return nil }
        let object = boxedElement(key)
        property.send(property.selectors?.remove, NSSet.object([object])) {
            try $0.send("removeObjectForKey:", object)
        }
        return old
    }

    /// Sets the values of other entries: a replacement of those whose keys are there, and an insertion of the others.
    /// - Parameters:
    ///   - other: the entries.
    ///   - combine: the value for a key that is there, of the present value and the other one.
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
