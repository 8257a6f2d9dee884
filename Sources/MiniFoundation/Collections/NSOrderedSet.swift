// NSOrderedSet.swift - objects in order and without equals, immutable. The storage is a set's table without holes, so a
// position among the entries is an index.
//
// Primitives: count, objectAtIndex:, indexOfObject:.
import MiniRuntime

/// Ordered collections without equal members, as objects. Objective-C: `NSOrderedSet`.
public enum NSOrderedSet {
    /// The runtime class.
    public static var cls: Class { family.immutable }

    /// An ordered set of these objects; of several equal ones the first counts. O(n). As ``NSSet/object(_:)``
    /// otherwise. Objective-C: `+[NSOrderedSet orderedSetWithArray:]`.
    public static func object(_ elements: [Object]) -> Object { MemberTable.object(elements, cls) }

    /// The elements of an NSOrderedSet, asked for by message; nil for other objects, and if an exception was raised.
    /// O(n).
    public static func elements(of object: Object) -> [Object]? { family.elements(of: object) }

    static var family: Family { Foundation.classes.pointee.orderedSets }

    /// `[set indexOfObject:object]`, nil for none.
    static func index(of object: ID, in set: ID) -> Int? {
        guard family.overrides(Selectors.indexOfObject, in: set) else {
            return MemberTable(of: set).position(of: object)
        }
        let index = UnmanagedObject(set).sendWords(Selectors.indexOfObject, (word(object), 0, 0, 0))
        return index == UInt(notFound) ? nil : Int(index)
    }

    /// `[set containsObject:object]`
    static func contains(_ object: ID, in set: ID) -> Bool { index(of: object, in: set) != nil }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSOrderedSet {
    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSOrderedSet")
        try builder.addStorage(MemberTable.Storage.self)
        builder.addMakingEmpty("orderedSet")
        builder.addSetMaking("orderedSet")
        builder.addMaking(
            ("orderedSetWithOrderedSet:", "initWithOrderedSet:"), "@",
            function: { me, selector, other in
                making(me) { MemberTable(of: $0).fill(NSOrderedSet.family.members(of: other, me, selector)) }
            } as ObjectFromObject)
        builder.addCopy("copyWithZone:", retainedSelf)
        builder.addCopy("mutableCopyWithZone:") { me, _, _ in
            members(of: me).map { MemberTable.create(NSMutableOrderedSet.cls, $0) }
        }
        addReading(to: builder)
        builder.addOrderedReading()
        addDeriving(to: builder)
        builder.addCollection(
            equality: "isEqualToOrderedSet:",
            isEqual: { me, _, other in
                areEqual(me, other, NSOrderedSet.family) { haveEqualElements(me, $0) }
            },
            enumeration: { me, _, state, room, capacity in
                let request = EnumerationRequest(state, room, capacity)
                if NSOrderedSet.family.overrides(Selectors.objectAtIndex, in: me) { return request.fillByIndex(me) }
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
            Selectors.objectAtIndex, "@", "Q",
            function: { me, selector, index in
                let table = MemberTable(of: me)
                return isInBounds(index, table.count, me, selector) ? table[Int(index)].key : nil
            } as ObjectFromWord)
        builder.add(
            Selectors.indexOfObject, "Q", "@",
            function: { me, _, object in
                UInt(object.flatMap { MemberTable(of: me).position(of: $0) } ?? notFound)
            } as @convention(c) (ID, SEL, ID?) -> UInt)
    }

    private static func addDeriving(to builder: borrowing ClassBuilder) {
        builder.add(
            "containsObject:", "B", "@",
            function: { me, _, object in object.map { NSOrderedSet.contains($0, in: me) } ?? false } as Question)
        builder.add("array", "@", function: arrayOfMembers)
        builder.add(
            "set", "@",
            function: { me, _ in
                members(of: me).map { autoreleased(MemberTable.create(NSSet.cls, $0)) }
            } as ObjectMethod)
    }
}
