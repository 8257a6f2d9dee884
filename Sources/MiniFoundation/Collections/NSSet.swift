// NSSet.swift - immutable unordered collections without equal members. Members are retained, and enumerated in
// insertion order.
//
// Primitives: count, member:, objectEnumerator.
import MiniRuntime

/// Immutable unordered collections without equal members. Objective-C: `NSSet`.
public enum NSSet {
    /// The runtime class.
    public static var cls: Class { family.immutable }

    /// Returns a set with these objects; of equal objects the first one wins. O(n).
    ///
    /// Sends `hash` to each object, and `isEqual:` to objects with the same hash. An exception that they raise ends the
    /// process unless a `try` send on this thread's stack can throw it. Objective-C: `+[NSSet setWithArray:]`.
    public static func object(_ members: some Sequence<Object>) -> Object { MemberTable.object(Array(members), cls) }

    /// Returns the members of an NSSet, read by messages. nil for other objects, and if an exception was raised. O(n).
    public static func elements(of object: Object) -> [Object]? { family.elements(of: object) }

    static var family: Family { Foundation.classes.pointee.sets }

    /// Returns `[set containsObject:object]`.
    static func contains(_ object: ID, in set: ID) -> Bool {
        family.overrides(Selectors.member, in: set)
            ? send(set, Selectors.member, word(object)) != nil : MemberTable(of: set).position(of: object) != nil
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSSet {
    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSSet")
        try builder.addStorage(MemberTable.Storage.self)
        builder.addEmptyConstructor("set")
        builder.addSetMaking("set")
        builder.addConstructor(
            ("setWithSet:", "initWithSet:"), "@",
            function: { me, selector, other in
                initialize(me) { MemberTable(of: $0).fill(NSSet.family.members(of: other, me, selector)) }
            } as ObjectFromObject)
        builder.addCopy("copyWithZone:", retainedSelf)
        builder.addCopy("mutableCopyWithZone:") { me, _, _ in
            members(of: me).map { MemberTable.create(NSMutableSet.cls, $0) }
        }
        addReading(to: builder)
        addComparing(to: builder)
        addDeriving(to: builder)
        builder.addCollection(
            equality: "isEqualToSet:",
            isEqual: { me, _, other in
                areEqual(me, other, NSSet.family) { other in everyMember(of: me) { NSSet.contains($0, in: other) } }
            },
            enumeration: { me, _, state, room, capacity in
                let request = EnumerationRequest(state, room, capacity)
                if NSSet.family.overrides(Selectors.objectEnumerator, in: me) {
                    return request.fill(me, by: Selectors.objectEnumerator)
                }
                return request.fill(MemberTable(of: me))
            },
            dealloc: { me, _ in
                MemberTable(of: me).releaseAll()
                superDealloc(me)
            })
        return builder.register()
    }

    private static func addReading(to builder: borrowing ClassBuilder) {
        builder.add(Selectors.count, "Q", function: { me, _ in UInt(MemberTable(of: me).count) } as WordMethod)
        builder.add(
            Selectors.member, "@", "@",
            function: { me, _, object in
                let table = MemberTable(of: me)
                return object.flatMap { table.position(of: $0) }.flatMap { table[$0].key }
            } as ObjectFromObject)
        builder.add(
            Selectors.objectEnumerator, "@",
            function: { me, _ in
                NSEnumerator.autoreleased(me, overriding: Selectors.objectEnumerator, NSSet.family) {
                    MemberTable(of: me).keys
                }
            } as ObjectMethod)
        builder.add(
            "containsObject:", "B", "@",
            function: { me, _, object in object.map { NSSet.contains($0, in: me) } ?? false } as BoolMethod)
        builder.add(
            "anyObject", "@",
            function: { me, _ in
                var found: ID?
                everyMember(of: me) {
                    found = $0
                    return false
                }
                return found
            } as ObjectMethod)
        builder.add("allObjects", "@", function: arrayOfMembers)
    }

    private static func addComparing(to builder: borrowing ClassBuilder) {
        builder.add(
            "isSubsetOfSet:", "B", "@",
            function: { me, selector, other in
                guard NSSet.family.accepts(other, me, selector) else { return other == nil && count(of: me) == 0 }
                return everyMember(of: me) { NSSet.contains($0, in: other!) }
            } as BoolMethod)
        builder.add(
            "intersectsSet:", "B", "@",
            function: { me, selector, other in
                NSSet.family.accepts(other, me, selector) && !everyMember(of: me) { !NSSet.contains($0, in: other!) }
            } as BoolMethod)
    }

    private static func addDeriving(to builder: borrowing ClassBuilder) {
        builder.add(
            "setByAddingObject:", "@", "@",
            function: { me, selector, object in
                isPresent(object, "object", me, selector) ? NSSet.adding([object!], to: me) : nil
            } as ObjectFromObject)
        builder.add(
            "setByAddingObjectsFromSet:", "@", "@",
            function: { me, selector, other in
                NSSet.adding(NSSet.family.members(of: other, me, selector), to: me)
            } as ObjectFromObject)
        builder.add(
            "setByAddingObjectsFromArray:", "@", "@",
            function: { me, selector, other in
                NSSet.adding(NSArray.family.members(of: other, me, selector), to: me)
            } as ObjectFromObject)
    }

    /// Returns a new set, autoreleased. nil if `objects` is nil, the result of a call that raised.
    private static func adding(_ objects: [ID]?, to set: ID) -> ID? {
        guard let objects, let members = members(of: set) else { return nil }
        return autoreleased(MemberTable.create(cls, members + objects))
    }
}
