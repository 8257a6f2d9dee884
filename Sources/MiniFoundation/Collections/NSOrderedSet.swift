// NSOrderedSet.swift - immutable ordered collections without equal members. They are stored in a table of members
// without holes, in which positions are indexes.
//
// Primitives: count, objectAtIndex:, indexOfObject:.
import MiniRuntime

/// Immutable ordered collections without equal members. Objective-C: `NSOrderedSet`.
public enum NSOrderedSet {
    /// The runtime class.
    public static var cls: Class { family.immutable }

    /// Returns an ordered set with these objects; of equal objects the first one wins. O(n). Otherwise like
    /// ``NSSet/object(_:)``. Objective-C: `+[NSOrderedSet orderedSetWithArray:]`.
    public static func object(_ elements: [Object]) -> Object { MemberTable.object(elements, cls) }

    /// Returns the elements of an NSOrderedSet, read by messages. nil for other objects, and if an exception was
    /// raised. O(n).
    public static func elements(of object: Object) -> [Object]? { family.elements(of: object) }

    static var family: Family { Foundation.classes.pointee.orderedSets }

    /// Returns `[set indexOfObject:object]`; nil if there is none.
    static func index(of object: ID, in set: ID) -> Int? {
        guard family.overrides(Selectors.indexOfObject, in: set) else {
            let table = MemberTable(of: set)
            return table.position(of: object).map(table.index)
        }
        let index = UnmanagedObject(set).sendWords(Selectors.indexOfObject, (word(object), 0, 0, 0))
        return index == UInt(notFound) ? nil : Int(index)
    }

    /// Returns `[set containsObject:object]`.
    static func contains(_ object: ID, in set: ID) -> Bool { index(of: object, in: set) != nil }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSOrderedSet {
    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSOrderedSet")
        try builder.addStorage(MemberTable.Storage.self)
        builder.addEmptyConstructor("orderedSet")
        builder.addSetMaking("orderedSet")
        builder.addConstructor(
            ("orderedSetWithOrderedSet:", "initWithOrderedSet:"), "@",
            function: { me, selector, other in
                initialize(me) { MemberTable(of: $0).fill(NSOrderedSet.family.members(of: other, me, selector)) }
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
                return isInBounds(index, table.count, me, selector) ? table[table.position(at: Int(index))].key : nil
            } as ObjectFromWord)
        builder.add(
            Selectors.indexOfObject, "Q", "@",
            function: { me, _, object in
                let table = MemberTable(of: me)
                return UInt(object.flatMap { table.position(of: $0) }.map(table.index) ?? notFound)
            } as @convention(c) (ID, SEL, ID?) -> UInt)
    }

    private static func addDeriving(to builder: borrowing ClassBuilder) {
        builder.add(
            "containsObject:", "B", "@",
            function: { me, _, object in object.map { NSOrderedSet.contains($0, in: me) } ?? false } as BoolMethod)
        builder.add("array", "@", function: arrayOfMembers)
        builder.add(
            "set", "@",
            function: { me, _ in
                members(of: me).map { autoreleased(MemberTable.create(NSSet.cls, $0)) }
            } as ObjectMethod)
    }
}
