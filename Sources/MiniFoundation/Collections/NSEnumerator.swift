// NSEnumerator.swift - enumerators, which return one member of a collection after the other. They retain the
// collection.
import MiniRuntime

/// Objects that enumerate a collection. Subclasses implement `nextObject`. Objective-C: `NSEnumerator`.
public enum NSEnumerator {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.enumerator }

    /// Returns an enumerator of any collection, autoreleased.
    static func autoreleased(_ collection: ID) -> ID {
        let enumerator = allocate(cls)
        storage(of: enumerator, as: Storage.self).pointee = Storage(
            collection: retain(collection), enumeration: Enumeration(collection, owns: true))
        return MiniFoundation.autoreleased(enumerator)
    }

    /// Returns the result of the built-in `objectEnumerator` or `keyEnumerator`; `members` returns the members in the
    /// built-in storage. If a subclass overrides the method and calls super, the enumerator must use those members:
    /// enumerating the collection would call the override again.
    static func autoreleased(_ collection: ID, overriding primitive: Selector, _ family: Family, _ members: () -> [ID])
        -> ID
    {
        autoreleased(family.overrides(primitive, in: collection) ? NSArray.autoreleased(members()) : collection)
    }

    private struct Storage {
        /// nil if the enumerator was not created by ``autoreleased(_:)``; `enumeration` is then invalid.
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
            if let collection = storage.pointee.collection {
                withUnsafeMutablePointer(to: &storage.pointee.enumeration) { Enumeration.end($0) }
                release(collection)
            }
            superDealloc(me)
        }
        return builder.register()
    }

    private static func next(_ me: ID) -> ID? {
        let storage = storage(of: me, as: Storage.self)
        guard storage.pointee.collection != nil else { return nil }
        // Another batch may release the member, before the sender has used it.
        return withUnsafeMutablePointer(to: &storage.pointee.enumeration) { Enumeration.next($0) }.map {
            MiniFoundation.autoreleased(retain($0))
        }
    }
}
