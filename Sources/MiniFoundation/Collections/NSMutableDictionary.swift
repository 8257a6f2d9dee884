// NSMutableDictionary.swift - mutable dictionaries. Use each on one thread at a time.
//
// Primitives: setObject:forKey:, removeObjectForKey:. A wrong argument raises before anything changes.
import MiniRuntime

/// Mutable dictionaries. Objective-C: `NSMutableDictionary`.
public enum NSMutableDictionary {
    /// The runtime class.
    public static var cls: Class { NSDictionary.family.mutable }

    /// Returns a mutable dictionary with these entries. See ``NSDictionary/object(_:)``.
    public static func object(_ entries: [(key: Object, value: Object)] = []) -> Object {
        NSDictionary.object(entries, cls)
    }

    static func makeClass(superclass: Class) throws -> Class {
        let builder = try ClassBuilder("NSMutableDictionary", superclass: superclass)
        builder.addCapacityConstructor("dictionaryWithCapacity:")
        builder.addCopy("copyWithZone:") { me, _, _ in
            NSDictionary.entries(of: me).map { NSDictionary.create(NSDictionary.cls, $0) }
        }
        addPrimitives(to: builder)
        addDerived(to: builder)
        return builder.register()
    }

    private static func addPrimitives(to builder: borrowing ClassBuilder) {
        builder.add(
            Selectors.setObjectForKey, "v", "@", "@",
            function: { me, selector, value, key in
                guard isPresent(key, "key", me, selector), isPresent(value, "object", me, selector) else { return }
                HashTable<ID>(of: me).set(value!, for: key!)
            } as TakingObjects)
        builder.add(
            Selectors.removeObjectForKey, "v", "@",
            function: { me, selector, key in
                let table = HashTable<ID>(of: me)
                guard isPresent(key, "key", me, selector), let position = table.position(of: key!) else { return }
                let removed = table.remove(at: position)
                table.shrinkIfSparse()
                removed.key.map(release)
                release(removed.value)
            } as TakingObject)
    }

    private static func addDerived(to builder: borrowing ClassBuilder) {
        builder.add(
            "setObject:forKeyedSubscript:", "v", "@", "@",
            function: { me, selector, value, key in
                guard isPresent(key, "key", me, selector) else { return }
                if let value {
                    send(me, Selectors.setObjectForKey, word(value), word(key!))
                } else {
                    send(me, Selectors.removeObjectForKey, word(key!))
                }
            } as TakingObjects)
        builder.add(
            Selectors.removeAllObjects, "v",
            function: { me, _ in
                if NSDictionary.family.overrides(Selectors.removeObjectForKey, in: me) {
                    sendEach(members(of: me), as: Selectors.removeObjectForKey, to: me)
                } else {
                    HashTable<ID>(of: me).releaseAll()
                }
            } as VoidMethod)
        builder.add(
            "removeObjectsForKeys:", "v", "@",
            function: { me, selector, keys in
                let keys = NSArray.family.members(of: keys, me, selector)
                sendEach(keys, as: Selectors.removeObjectForKey, to: me)
            } as TakingObject)
        builder.add(
            "addEntriesFromDictionary:", "v", "@",
            function: { me, selector, other in
                guard let entries = NSDictionary.entries(other, me, selector) else { return }
                NSMutableDictionary.set(entries, in: me) {}
            } as TakingObject)
        builder.add(
            "setDictionary:", "v", "@",
            function: { me, selector, other in
                guard let entries = NSDictionary.entries(other, me, selector) else { return }
                NSMutableDictionary.set(entries, in: me) { send(me, Selectors.removeAllObjects) }
            } as TakingObject)
    }

    private static func set(_ entries: [(key: ID, value: ID)], in me: ID, after preparation: () -> Void) {
        keepingAlive(entries.flatMap { [$0.key, $0.value] }) {
            preparation()
            for (key, value) in entries { send(me, Selectors.setObjectForKey, word(value), word(key)) }
        }
    }
}
