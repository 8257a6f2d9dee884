// ElementMutators.swift - the mutators that a class implements for a key.
//
//      insertObject:in<Key>AtIndex:          or  insert<Key>:atIndexes:
//      removeObjectFrom<Key>AtIndex:         or  remove<Key>AtIndexes:
//      replaceObjectIn<Key>AtIndex:withObject:  or  replace<Key>AtIndexes:with<Key>:      optional
//
//      add<Key>Object:     or  add<Key>:
//      remove<Key>Object:  or  remove<Key>:
//      intersect<Key>:  set<Key>:               optional
//
// A class that can both insert and remove, or both add and remove, is sent its own mutators, which notify if the object
// is observed. Otherwise the property is changed as a collection.
import MiniFoundation
import MiniRuntime

/// The mutators of a key, for the instances of one class.
final class ElementMutators: Sendable {
    /// The mutator for one element, and the mutator for several.
    struct Pair: Sendable {
        let one, many: Selector?
        var exists: Bool { (one ?? many) != nil }
    }

    let insert, removeAtIndex, replace: Pair
    let add, remove: Pair
    let intersect, set: Selector?
    /// The key, if observers are to be notified of changes made without mutators; else nil.
    let automatic: HeldKey?

    private init(_ search: AccessorSearch) {
        insert = Pair(
            one: search.selector(.object, .index) { "insertObject:in\($0)AtIndex:" },
            many: search.selector(.object, .object) { "insert\($0):atIndexes:" })
        removeAtIndex = Pair(
            one: search.selector(.index) { "removeObjectFrom\($0)AtIndex:" },
            many: search.selector(.object) { "remove\($0)AtIndexes:" })
        replace = Pair(
            one: search.selector(.index, .object) { "replaceObjectIn\($0)AtIndex:withObject:" },
            many: search.selector(.object, .object) { "replace\($0)AtIndexes:with\($0):" })
        add = Pair(
            one: search.selector(.object) { "add\($0)Object:" }, many: search.selector(.object) { "add\($0):" })
        remove = Pair(
            one: search.selector(.object) { "remove\($0)Object:" }, many: search.selector(.object) { "remove\($0):" })
        intersect = search.selector(.object) { "intersect\($0):" }
        set = search.selector(.object) { "set\($0):" }
        automatic = search.automaticKey()
    }

    /// Whether the class has the mutators that changes by index need. Otherwise none of them is used.
    var changeIndexes: Bool { insert.exists && removeAtIndex.exists }
    /// Whether the class has the mutators that changes of members need.
    var changeMembers: Bool { add.exists && remove.exists }

    private static let cache = AccessorCache<ElementMutators>()

    /// Returns the mutators of a property; nil if an exception is pending afterwards.
    static func find(_ target: ProxyTarget) -> ElementMutators? {
        cache.find(target.object.isa, target.text) {
            ElementMutators(AccessorSearch(target.object.unmanaged, target.text))
        }
    }
}

extension ProxyMessage {
    /// The mutators of the property; nil if an exception is pending afterwards.
    var mutators: ElementMutators? { ElementMutators.find(target) }

    /// Calls `many` with the mutator for several elements, or `one` with the other mutator for each item.
    func send<Item>(
        _ pair: ElementMutators.Pair, _ items: [Item], many: (Selector) -> Void, one: (Selector, Item) -> Void
    ) {
        if let selector = pair.many, pair.one == nil || items.count != 1 { return many(selector) }
        guard let selector = pair.one else { return }
        for item in items where !RuntimeException.isPending { one(selector, item) }
    }
}
