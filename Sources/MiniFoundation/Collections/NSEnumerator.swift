// NSEnumerator.swift - one member after the other: a loop as an object. Retains its collection.
import MiniRuntime

/// Objects that hand out the members of a collection. Subclasses implement `nextObject`. Objective-C: `NSEnumerator`.
public enum NSEnumerator {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.enumerator }

    /// A +0 enumerator over any collection.
    static func autoreleased(_ collection: ID) -> ID {
        let enumerator = allocate(cls)
        storage(of: enumerator, as: Storage.self).pointee = Storage(
            collection: retain(collection), enumeration: Enumeration(collection))
        return MiniFoundation.autoreleased(enumerator)
    }

    /// What the built-in `objectEnumerator` or `keyEnumerator` answers, `members` being those in the built-in storage. An
    /// override that asks its superclass gets those: the collection itself is enumerated by way of the override.
    static func autoreleased(_ collection: ID, overriding primitive: Selector, _ family: Family, _ members: () -> [ID])
        -> ID
    {
        autoreleased(family.overrides(primitive, in: collection) ? NSArray.autoreleased(members()) : collection)
    }

    private struct Storage {
        /// nil if nobody gave it one; then there is no enumeration either.
        let collection: ID?
        var enumeration: Enumeration
    }

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSEnumerator")
        try builder.addStorage(Storage.self)
        builder.add("nextObject", "@", function: { me, _ in NSEnumerator.next(me) } as ObjectMethod)
        builder.add(
            "allObjects", "@",
            function: { me, _ in members(of: me).map { NSArray.autoreleased($0) } } as ObjectMethod)
        builder.addEnumeration { me, _, state, room, capacity in
            EnumerationRequest(state, room, capacity).fill { _ in send(me, Selectors.nextObject) }
        }
        builder.addDealloc { me, _ in
            let storage = storage(of: me, as: Storage.self)
            if let collection = storage.pointee.collection { release(collection) }
            superDealloc(me)
        }
        return builder.register()
    }

    private static func next(_ me: ID) -> ID? {
        let storage = storage(of: me, as: Storage.self)
        guard storage.pointee.collection != nil else { return nil }
        return withUnsafeMutablePointer(to: &storage.pointee.enumeration) { Enumeration.next($0) }
    }
}
