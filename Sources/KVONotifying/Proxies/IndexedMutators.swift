// IndexedMutators.swift - changes an ordered to-many property, by the class's mutators or as a collection.
//
//      insertObject:in<Key>AtIndex:          or  insert<Key>:atIndexes:
//      removeObjectFrom<Key>AtIndex:         or  remove<Key>AtIndexes:
//      replaceObjectIn<Key>AtIndex:withObject:  or  replace<Key>AtIndexes:with<Key>:      optional
//
// A class that can both insert and remove is sent its own mutators, which notify if the object is observed.
import MiniFoundation
import MiniRuntime

/// The mutators of a key, for the instances of one class.
final class IndexedMutators: Sendable {
    private let insertOne, insertMany, removeOne, removeMany, replaceOne, replaceMany: Selector?
    /// Whether the class has a mutator that inserts and one that removes. Otherwise none is used.
    let hasRequiredMutators: Bool
    /// The key, if observers are to be notified of changes made without mutators; else nil.
    private let automatic: HeldKey?

    private init(_ search: AccessorSearch) {
        let name = search.name
        insertOne = search.selector("insertObject:in\(name)AtIndex:", .object, .index)
        insertMany = search.selector("insert\(name):atIndexes:", .object, .object)
        removeOne = search.selector("removeObjectFrom\(name)AtIndex:", .index)
        removeMany = search.selector("remove\(name)AtIndexes:", .object)
        replaceOne = search.selector("replaceObjectIn\(name)AtIndex:withObject:", .index, .object)
        replaceMany = search.selector("replace\(name)AtIndexes:with\(name):", .object, .object)
        hasRequiredMutators = (insertOne ?? insertMany) != nil && (removeOne ?? removeMany) != nil
        automatic = search.automaticKey()
    }

    private static let cache = AccessorCache<IndexedMutators>()

    /// Returns the mutators of a property; nil with an exception pending.
    static func find(_ target: ProxyTarget) -> IndexedMutators? {
        cache.find(target.object.isa, target.text) {
            IndexedMutators(AccessorSearch(target.object.unmanaged, target.text))
        }
    }

    // ── Changing ────────────────────────────────────────────────────────────────────────────────────

    /// Inserts objects, one per index. The indexes are valid and in ascending order.
    func insert(_ objects: [Object], at indexes: [Int], _ use: ProxyUse) {
        guard hasRequiredMutators else {
            return change(.insertion, indexes, use) { collection, set in
                guard indexes.count == 1 else {
                    return Self.send(collection, "insertObjects:atIndexes:", NSArray.object(objects), set)
                }
                Self.send(collection, "insertObject:atIndex:", objects[0], indexes[0])
            }
        }
        let object = use.target.object.unmanaged
        if let insertMany, insertOne == nil || indexes.count > 1 {
            return Self.send(object, insertMany, NSArray.object(objects), NSIndexSet.object(indexes))
        }
        for (index, element) in zip(indexes, objects) where !RuntimeException.isPending {
            Self.send(object, insertOne!, element, index)
        }
    }

    /// Removes the objects at indexes that are valid and in ascending order.
    func remove(at indexes: [Int], _ use: ProxyUse) {
        guard hasRequiredMutators else {
            return change(.removal, indexes, use) { collection, set in
                withExtendedLifetime(set) { _ = collection.message("removeObjectsAtIndexes:", set.unmanaged) }
            }
        }
        let object = use.target.object.unmanaged
        if let removeMany, removeOne == nil || indexes.count > 1 {
            let set = NSIndexSet.object(indexes)
            return withExtendedLifetime(set) { _ = object.message(removeMany, set.unmanaged) }
        }
        for index in indexes.reversed() where !RuntimeException.isPending {
            object.sendWords(removeOne!, (UInt(index), 0, 0, 0))
        }
    }

    /// Replaces objects, one per index.
    func replace(at indexes: [Int], with objects: [Object], _ use: ProxyUse) {
        guard hasRequiredMutators else {
            return change(.replacement, indexes, use) { collection, set in
                Self.send(collection, "replaceObjectsAtIndexes:withObjects:", set, NSArray.object(objects))
            }
        }
        let object = use.target.object.unmanaged
        if let replaceMany, replaceOne == nil || indexes.count > 1 {
            return Self.send(object, replaceMany, NSIndexSet.object(indexes), NSArray.object(objects))
        }
        for (index, element) in zip(indexes, objects) where !RuntimeException.isPending {
            if let replaceOne {
                object.sendWords(replaceOne, (UInt(index), element.unmanaged.word, 0, 0))
            } else {
                remove(at: [index], use)
                if !RuntimeException.isPending { insert([element], at: [index], use) }
            }
        }
    }

    private func change(
        _ kind: KeyValueChangeKind, _ indexes: [Int], _ use: ProxyUse,
        _ mutate: (UnmanagedObject, Object) -> Void
    ) {
        let set = NSIndexSet.object(indexes)
        CollectionChange(use: use, automatic: automatic)
            .make(.indexed(kind, set)) { mutate($0, set) }
    }

    private static func send(_ object: UnmanagedObject, _ selector: Selector, _ first: Object, _ second: Object) {
        _ = withExtendedLifetime((first, second)) { object.message(selector, first.unmanaged, second.unmanaged) }
    }

    private static func send(_ object: UnmanagedObject, _ selector: Selector, _ element: Object, _ index: Int) {
        _ = withExtendedLifetime(element) { object.sendWords(selector, (element.unmanaged.word, UInt(index), 0, 0)) }
    }
}
