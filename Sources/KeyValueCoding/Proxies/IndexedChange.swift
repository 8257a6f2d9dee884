// IndexedChange.swift - changes an ordered to-many property, by the class's mutators or as a collection.
import MiniFoundation
import MiniRuntime

extension ProxyMessage {
    /// Inserts objects, one per index. The indexes are valid and in ascending order.
    func insert(_ objects: [Object], at indexes: [Int]) {
        guard !indexes.isEmpty, let mutators else { return }
        guard mutators.changeIndexes else {
            return change(.insertion, indexes, mutators) { collection, set in
                if indexes.count == 1 { return collection.sendVoid("insertObject:atIndex:", objects[0], indexes[0]) }
                collection.sendVoid("insertObjects:atIndexes:", NSArray.object(objects), set)
            }
        }
        send(mutators.insert, Array(zip(objects, indexes))) { many in
            object.sendVoid(many, NSArray.object(objects), NSIndexSet.object(indexes))
        } one: {
            object.sendVoid($0, $1.0, $1.1)
        }
    }

    /// Removes the objects at indexes that are valid and in ascending order.
    func remove(at indexes: [Int]) {
        guard !indexes.isEmpty, let mutators else { return }
        guard mutators.changeIndexes else {
            return change(.removal, indexes, mutators) { $0.sendVoid("removeObjectsAtIndexes:", $1) }
        }
        send(mutators.removeAtIndex, indexes.reversed()) {
            object.sendVoid($0, NSIndexSet.object(indexes))
        } one: {
            object.sendWords($0, (UInt($1), 0, 0, 0))
        }
    }

    /// Replaces objects, one per index.
    func replace(at indexes: [Int], with objects: [Object]) {
        guard !indexes.isEmpty, let mutators else { return }
        guard mutators.changeIndexes else {
            return change(.replacement, indexes, mutators) { collection, set in
                collection.sendVoid("replaceObjectsAtIndexes:withObjects:", set, NSArray.object(objects))
            }
        }
        guard mutators.replace.exists else { return removeAndInsert(at: indexes, objects, mutators) }
        send(mutators.replace, Array(zip(indexes, objects))) { many in
            object.sendVoid(many, NSIndexSet.object(indexes), NSArray.object(objects))
        } one: { one, item in
            withExtendedLifetime(item.1) { _ = object.sendWords(one, (UInt(item.0), item.1.unmanaged.word, 0, 0)) }
        }
    }

    /// Sends two mutators for each object, and notifies observers of one replacement: the mutators do not notify.
    private func removeAndInsert(at indexes: [Int], _ objects: [Object], _ mutators: ElementMutators) {
        func replace() {
            for (index, element) in zip(indexes, objects) where !RuntimeException.isPending {
                remove(at: [index])
                if !RuntimeException.isPending { insert([element], at: [index]) }
            }
        }
        guard mutators.automatic != nil else { return replace() }
        announcing(.indexed(.replacement, NSIndexSet.object(indexes)), mutators.automatic) {
            object.silencing(target.text, replace)
        }
    }

    /// Changes the property as a collection.
    private func change(
        _ kind: KeyValueChangeKind, _ indexes: [Int], _ mutators: ElementMutators,
        _ mutate: (UnmanagedObject, Object) -> Void
    ) {
        let set = NSIndexSet.object(indexes)
        changeCollection(.indexed(kind, set), mutators.automatic) { mutate($0, set) }
    }
}

extension UnmanagedObject {
    /// Sends a message whose arguments are an object and an index.
    fileprivate func sendVoid(_ selector: Selector, _ element: Object, _ index: Int) {
        _ = withExtendedLifetime(element) { sendWords(selector, (element.unmanaged.word, UInt(index), 0, 0)) }
    }
}
