// ElementMethods.swift - the methods by which a class changes single elements of a collection in one of its ivars.
//
//      arrays         insert<Key>:atIndexes:   remove<Key>AtIndexes:   replace<Key>AtIndexes:with<Key>:
//      sets           add<Key>:   remove<Key>:   intersect<Key>:
//      dictionaries   the same; the argument of add is a dictionary, that of the others a set of keys
//
// Each method checks its arguments and plans the change (ElementMessage.swift), then makes it (IvarCollection.swift).
import MiniRuntime

/// The selectors of a property whose class has such methods.
package enum ElementSelectors {
    /// Returns the selectors for an array.
    /// - Parameter key: the key as accessors spell it: `Songs`.
    package static func array(_ key: String) -> (insert: Selector, remove: Selector, replace: Selector) {
        (
            Selector("insert\(key):atIndexes:"), Selector("remove\(key)AtIndexes:"),
            Selector("replace\(key)AtIndexes:with\(key):")
        )
    }

    /// Returns the selectors for a set or a dictionary.
    /// - Parameter key: the key as accessors spell it: `Tags`.
    package static func set(_ key: String) -> (add: Selector, remove: Selector, intersect: Selector) {
        (Selector("add\(key):"), Selector("remove\(key):"), Selector("intersect\(key):"))
    }
}

extension ClassBuilder {
    /// Adds methods that change elements of an NSArray in a strong ivar. Leaves out methods that the class has.
    /// - Parameter key: the key as accessors spell it.
    package func addArrayElementMethods(_ key: String, _ ivar: Ivar) throws {
        let array = IvarCollection(cls: NSArray.cls, ivar: StrongIvar(ivar))
        let selectors = ElementSelectors.array(key)
        try addUnlessPresent(selectors.insert) { (me: UnmanagedObject, list: Object?, indexes: Object?) in
            array.change(me) { held in
                ElementMessage(me, selectors.insert).insertion(list, indexes, count: ObjectList(of: held).count)
            } apply: { (held, objects, places) -> [ID] in
                switch places {
                case .one(let index): ObjectList(of: held).take(objects[0], at: index)
                case .many(let indexes): ObjectList(of: held).insert(objects, at: indexes)
                }
                return []
            }
        }
        try addUnlessPresent(selectors.remove) { (me: UnmanagedObject, indexes: Object?) in
            array.change(me) { held in
                ElementMessage(me, selectors.remove).removal(indexes, count: ObjectList(of: held).count)
            } apply: { held, _, places in
                switch places {
                case .one(let index): [ObjectList(of: held).remove(at: index)]
                case .many(let indexes): ObjectList(of: held).remove(at: indexes)
                }
            }
        }
        try addUnlessPresent(selectors.replace) { (me: UnmanagedObject, indexes: Object?, list: Object?) in
            array.change(me) { held in
                ElementMessage(me, selectors.replace).replacement(list, indexes, count: ObjectList(of: held).count)
            } apply: { held, objects, places in
                switch places {
                case .one(let index): [ObjectList(of: held).replace(at: index, with: objects[0])]
                case .many(let indexes):
                    zip(indexes.each, objects).map { ObjectList(of: held).replace(at: $0, with: $1) }
                }
            }
        }
    }

    /// Adds methods that change members of an NSSet in a strong ivar. Leaves out methods that the class has.
    /// - Parameter key: the key as accessors spell it.
    package func addSetElementMethods(_ key: String, _ ivar: Ivar) throws {
        let set = IvarCollection(cls: NSSet.cls, ivar: StrongIvar(ivar))
        let selectors = ElementSelectors.set(key)
        try addUnlessPresent(selectors.add) { (me: UnmanagedObject, other: Object?) in
            guard let members = ElementMessage(me, selectors.add).members(other) else { return }
            set.change(me) { held in
                MemberTable(of: held).planAdding(members)
            } apply: { (held, members, hashes) -> [ID] in
                for (member, hash) in zip(members, hashes) {
                    MemberTable(of: held).append(hash: hash, key: member, value: ())
                }
                return []
            }
        }
        try addRemoving(selectors, from: set) { (entry: MemberTable.Entry) in [entry.key] }
    }

    /// Adds methods that change entries of an NSDictionary in a strong ivar. Leaves out methods that the class has.
    /// - Parameter key: the key as accessors spell it.
    package func addDictionaryElementMethods(_ key: String, _ ivar: Ivar) throws {
        let dictionary = IvarCollection(cls: NSDictionary.cls, ivar: StrongIvar(ivar))
        let selectors = ElementSelectors.set(key)
        try addUnlessPresent(selectors.add) { (me: UnmanagedObject, other: Object?) in
            guard let entries = ElementMessage(me, selectors.add).entries(other) else { return }
            dictionary.change(me) { held in
                HashTable<ID>(of: held).planSetting(entries)
            } apply: { held, objects, places in
                HashTable<ID>(of: held).set(objects, at: places)
            }
        }
        try addRemoving(selectors, from: dictionary) { (entry: HashTable<ID>.Entry) in [entry.key, entry.value] }
    }

    /// Adds the methods that remove the entries with some keys, and the entries with other keys.
    /// - Parameter objects: returns the objects that an entry owns.
    private func addRemoving<Value>(
        _ selectors: (add: Selector, remove: Selector, intersect: Selector), from collection: IvarCollection,
        _ objects: @escaping @Sendable (HashTable<Value>.Entry) -> [ID?]
    ) throws {
        try addUnlessPresent(selectors.remove) { (me: UnmanagedObject, keys: Object?) in
            guard let keys = ElementMessage(me, selectors.remove).members(keys) else { return }
            collection.change(me) { held in
                HashTable<Value>(of: held).planRemoving(keys)
            } apply: { held, _, positions in
                HashTable<Value>(of: held).remove(positions).flatMap(objects).compactMap(\.self)
            }
        }
        try addUnlessPresent(selectors.intersect) { (me: UnmanagedObject, keys: Object?) in
            guard let keys = ElementMessage(me, selectors.intersect).members(keys) else { return }
            collection.change(me) { held in
                HashTable<Value>(of: held).planRemovingAll(but: keys)
            } apply: { held, _, positions in
                HashTable<Value>(of: held).remove(positions).flatMap(objects).compactMap(\.self)
            }
        }
    }
}

extension ClassBuilder {
    private func addUnlessPresent(
        _ selector: Selector, _ body: @escaping @Sendable (UnmanagedObject, Object?) -> Void
    ) throws {
        if cls.instanceMethod(selector) == nil { try addMethod(selector, body) }
    }

    private func addUnlessPresent(
        _ selector: Selector, _ body: @escaping @Sendable (UnmanagedObject, Object?, Object?) -> Void
    ) throws {
        if cls.instanceMethod(selector) == nil { try addMethod(selector, body) }
    }
}
