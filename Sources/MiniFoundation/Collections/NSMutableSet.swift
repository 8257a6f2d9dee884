// NSMutableSet.swift - mutable unordered collections without equal members. Use each on one thread at a time.
//
// Primitives: addObject:, removeObject:. A wrong argument raises before anything changes.
import MiniRuntime

/// Mutable unordered collections without equal members. Objective-C: `NSMutableSet`.
public enum NSMutableSet {
    /// The runtime class.
    public static var cls: Class { NSSet.family.mutable }

    /// Returns a mutable set with these objects. See ``NSSet/object(_:)``.
    public static func object(_ members: some Sequence<Object> = []) -> Object {
        MemberTable.object(Array(members), cls)
    }

    static func makeClass(superclass: Class) throws -> Class {
        let builder = try ClassBuilder("NSMutableSet", superclass: superclass)
        builder.addCapacityConstructor("setWithCapacity:")
        builder.addCopy("copyWithZone:") { me, _, _ in members(of: me).map { MemberTable.create(NSSet.cls, $0) } }
        addPrimitives(to: builder)
        builder.add(
            Selectors.removeAllObjects, "v",
            function: { me, _ in
                if NSSet.family.overrides(Selectors.removeObject, in: me) {
                    sendEach(members(of: me), as: Selectors.removeObject, to: me)
                } else {
                    MemberTable(of: me).releaseAll()
                }
            } as VoidMethod)
        builder.add("addObjectsFromArray:", "v", "@", function: addObjectsFromArray)
        builder.add(
            "setSet:", "v", "@",
            function: { me, selector, other in
                replaceAll(of: me, by: NSSet.family.members(of: other, me, selector))
            } as TakingObject)
        builder.addSetArithmetic()
        return builder.register()
    }

    private static func addPrimitives(to builder: borrowing ClassBuilder) {
        builder.add(
            Selectors.addObject, "v", "@",
            function: { me, selector, object in
                if isPresent(object, "object", me, selector) { MemberTable(of: me).add(object!) }
            } as TakingObject)
        builder.add(
            Selectors.removeObject, "v", "@",
            function: { me, selector, object in
                let table = MemberTable(of: me)
                guard isPresent(object, "object", me, selector), let position = table.position(of: object!) else {
                    return
                }
                let removed = table.remove(at: position).key
                table.shrinkIfSparse()
                removed.map(release)
            } as TakingObject)
    }
}
