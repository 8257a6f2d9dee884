// CollectionProperty.swift - the messages that read and change a property that holds a collection.
import MiniFoundation
import MiniRuntime

/// A property of one object that holds a collection. The functions of ``ArrayElements``, ``SetElements`` and
/// ``DictionaryElements`` change the collection through it.
public struct CollectionProperty: Sendable {
    private let object: Object
    private let getter, setter: Selector
    /// The messages that change elements; nil if only the setter may change the collection, because the property has
    /// `willSet` or `didSet`, is computed, does not own the collection, or belongs to an existing class.
    let selectors: CollectionSelectors?

    @usableFromInline init<Value: CollectionValue>(_ object: Object, _ property: Property<Value>) {
        self.object = object
        getter = property.propertyGetter
        setter = property.setter
        selectors = property.selectors
    }

    /// The number of elements.
    var count: Int { ask(0) { try Int($0.sendDraining("count", as: UInt.self)) } }

    /// Returns the elements of an array at some indexes, an NSIndexSet.
    func elements<Element: PropertyValue>(_ indexes: Object, as type: Element.Type) -> [Element] {
        ask([]) { array in
            try autoreleasepool {
                try [Element].fromStored(array.send("objectsAtIndexes:", indexes, as: Object?.self))
            }
        }
    }

    /// Returns the element of an array at an index. An exception, as for an index out of range, ends the process.
    func element<Element: PropertyValue>(at index: Int) -> Element {
        do {
            let element = try autoreleasepool { () throws -> Object in
                let array = try object.send(getter, as: Object.self)
                return try array.send("objectAtIndex:", UInt(bitPattern: index), as: Object.self)
            }
            return try Element.fromObject(element)
        } catch {
            terminate(error)
        }
    }

    /// Returns the member of a set that is equal to `member`.
    func member<Element: PropertyValue>(_ member: Element) -> Element? {
        ask(nil) { set in
            try autoreleasepool {
                try set.send("member:", boxedElement(member), as: Object?.self).map { try Element.fromObject($0) }
            }
        }
    }

    /// Returns the value of a dictionary for a key.
    func value<Key: PropertyValue, Value: PropertyValue>(for key: Key, as type: Value.Type) -> Value? {
        ask(nil) { dictionary in
            try autoreleasepool {
                try dictionary.send("objectForKey:", boxedElement(key), as: Object?.self).map {
                    try Value.fromObject($0)
                }
            }
        }
    }

    /// Sends a message that changes elements, or, if `selector` is nil, sets a changed copy of the collection. Leaves
    /// nothing in an autorelease pool. An exception ends the process unless a `try` send on this thread can catch it.
    /// - Parameter change: makes the same change to a mutable collection.
    func send(
        _ selector: Selector?, _ first: Object, _ second: Object? = nil, orElse change: (Object) throws -> Void
    ) {
        do {
            try RuntimeException.catching {
                try autoreleasepool {
                    guard let selector else { return try setChanged(change) }
                    guard let second else { return try object.send(selector, first) }
                    try object.send(selector, first, second)
                }
            }
        } catch {
            RuntimeException.raiseOrTerminate(error)
        }
    }

    private func setChanged(_ change: (Object) throws -> Void) throws {
        guard let present = try object.send(getter, as: Object?.self),
            let changed = try present.send("mutableCopy", as: Object?.self)
        else { return }
        try change(changed)
        try object.send(setter, changed.send("copy", as: Object?.self))
    }

    /// Calls `question` with the collection, and releases the collection before returning: a change copies a collection
    /// that has a second owner.
    /// - Parameter otherwise: the return value if the property is nil.
    private func ask<Answer>(_ otherwise: Answer, _ question: (Object) throws -> Answer) -> Answer {
        do {
            return try object.sendDraining(getter, as: Object?.self).map(question) ?? otherwise
        } catch {
            terminate(error)
        }
    }
}

/// The methods of a class that change the elements of a collection.
struct CollectionSelectors: Sendable {
    /// `insertSongs:atIndexes:` and `removeSongsAtIndexes:`; `addTags:` and `removeTags:`.
    let insert, remove: Selector
    /// `replaceSongsAtIndexes:withSongs:`; `intersectTags:`.
    let replace: Selector

    /// - Parameter key: the key as accessors spell it: `Songs`.
    init(_ kind: CollectionKind, _ key: String) {
        switch kind {
        case .array: (insert, remove, replace) = ElementSelectors.array(key)
        case .set, .dictionary: (insert, remove, replace) = ElementSelectors.set(key)
        }
    }
}
