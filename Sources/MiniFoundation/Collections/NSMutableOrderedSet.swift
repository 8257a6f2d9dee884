// NSMutableOrderedSet.swift - mutable ordered collections without equal members. Use each on one thread at a time.
//
// Primitives: insertObject:atIndex:, removeObjectAtIndex:, replaceObjectAtIndex:withObject:. An object that is already
// a member elsewhere is neither inserted nor does it replace another: nothing happens. A wrong argument raises before
// anything changes.
import MiniRuntime

/// Mutable ordered collections without equal members. Objective-C: `NSMutableOrderedSet`.
public enum NSMutableOrderedSet {
    /// The runtime class.
    public static var cls: Class { NSOrderedSet.family.mutable }

    /// Returns a mutable ordered set with these objects. See ``NSOrderedSet/object(_:)``.
    public static func object(_ elements: [Object] = []) -> Object { MemberTable.object(elements, cls) }

    static func makeClass(superclass: Class) throws -> Class {
        let builder = try ClassBuilder("NSMutableOrderedSet", superclass: superclass)
        builder.addCapacityConstructor("orderedSetWithCapacity:")
        builder.addCopy("copyWithZone:") { me, _, _ in members(of: me).map { MemberTable.create(NSOrderedSet.cls, $0) }
        }
        addPrimitives(to: builder)
        addChangingOne(to: builder)
        addChangingMany(to: builder)
        builder.addOrderedChanging()
        builder.addSetArithmetic()
        addArithmetic(to: builder)
        return builder.register()
    }

    private static func addPrimitives(to builder: borrowing ClassBuilder) {
        builder.add(
            Selectors.insertObject, "v", "@", "Q",
            function: { me, selector, object, index in
                let table = MemberTable(of: me)
                guard isPresent(object, "object", me, selector), isInsertionIndex(index, table.count, me, selector),
                    case .absent(let hash) = table.search(object!)
                else { return }
                table.insert(hash: hash, key: retain(object!), value: (), at: Int(index))
            } as @convention(c) (ID, SEL, ID?, UInt) -> Void)
        builder.add(
            Selectors.removeObjectAtIndex, "v", "Q",
            function: { me, selector, index in
                let table = MemberTable(of: me)
                guard isInBounds(index, table.count, me, selector) else { return }
                let removed = table.remove(at: table.position(at: Int(index))).key
                table.compact()
                removed.map(release)
            } as TakingWord)
        builder.add(
            Selectors.replaceObject, "v", "Q", "@",
            function: { me, selector, index, object in
                let table = MemberTable(of: me)
                guard isPresent(object, "object", me, selector), isInBounds(index, table.count, me, selector) else {
                    return
                }
                let position = table.position(at: Int(index))
                switch table.search(object!) {
                case .absent(let hash):
                    table.replaceKey(at: position, hash: hash, key: retain(object!)).map(release)
                case .found(position):
                    table.replaceKey(at: position, hash: table[position].hash, key: retain(object!)).map(release)
                case .found, .raised: break
                }
            } as @convention(c) (ID, SEL, UInt, ID?) -> Void)
    }

    private static func addChangingOne(to builder: borrowing ClassBuilder) {
        builder.add(
            Selectors.addObject, "v", "@",
            function: { me, selector, object in
                let check = ExceptionCheck()
                guard isPresent(object, "object", me, selector), !NSOrderedSet.contains(object!, in: me), !check.raised
                else { return }
                send(me, Selectors.insertObject, word(object!), UInt(count(of: me)))
            } as TakingObject)
        builder.add(
            Selectors.removeObject, "v", "@",
            function: { me, _, object in
                guard let index = object.flatMap({ NSOrderedSet.index(of: $0, in: me) }) else { return }
                send(me, Selectors.removeObjectAtIndex, UInt(index))
            } as TakingObject)
    }

    private static func addChangingMany(to builder: borrowing ClassBuilder) {
        builder.add(
            Selectors.removeAllObjects, "v",
            function: { me, _ in
                guard NSOrderedSet.family.overrides(Selectors.removeObjectAtIndex, in: me) else {
                    return MemberTable(of: me).releaseAll()
                }
                sendRemovals(at: RangeSet(0..<count(of: me)), to: me)
            } as VoidMethod)
        builder.add(
            "insertObjects:atIndexes:", "v", "@", "@",
            function: { me, selector, list, argument in
                guard
                    let (objects, indexes) = objectsAndIndexes(
                        list, argument, count: count(of: me), inserting: true, me, selector)
                else { return }
                keepingAlive(objects) {
                    untilRaised(zip(indexes.each, objects)) { index, object in
                        // An object that is already a member is not inserted, so later indexes may be beyond the end.
                        send(me, Selectors.insertObject, word(object), UInt(min(index, count(of: me))))
                    }
                }
            } as TakingObjects)
        builder.add(
            "removeObjectsAtIndexes:", "v", "@",
            function: { me, selector, argument in
                if let indexes = indexes(argument, below: count(of: me), me, selector) {
                    NSMutableOrderedSet.remove(at: indexes, from: me)
                }
            } as TakingObject)
    }

    /// O(n); with messages, O(n) for each object.
    private static func remove(at indexes: RangeSet<Int>, from me: ID) {
        if NSOrderedSet.family.overrides(Selectors.removeObjectAtIndex, in: me) {
            return sendRemovals(at: indexes, to: me)
        }
        let table = MemberTable(of: me)
        let positions: [Int] = indexes.each.map(table.position)
        let removed = positions.compactMap { table.remove(at: $0).key }
        table.compact()
        removed.forEach(release)
    }

    private static func addArithmetic(to builder: borrowing ClassBuilder) {
        builder.add(
            "unionOrderedSet:", "v", "@",
            function: { me, selector, other in
                sendEach(NSOrderedSet.family.members(of: other, me, selector), as: Selectors.addObject, to: me)
            } as TakingObject)
        builder.add(
            "minusOrderedSet:", "v", "@",
            function: { me, selector, other in
                sendEach(NSOrderedSet.family.members(of: other, me, selector), as: Selectors.removeObject, to: me)
            } as TakingObject)
        builder.add(
            "intersectOrderedSet:", "v", "@",
            function: { me, selector, other in
                let accepted = NSOrderedSet.family.accepts(other, me, selector)
                intersect(me, other, accepted: accepted, NSOrderedSet.contains)
            } as TakingObject)
    }
}
