// NSMutableArray.swift - mutable ordered collections. Use each on one thread at a time.
//
// Primitives: insertObject:atIndex:, removeObjectAtIndex:, replaceObjectAtIndex:withObject:, addObject:,
// removeLastObject. A wrong argument raises before anything changes.
import MiniRuntime

/// Mutable ordered collections. Objective-C: `NSMutableArray`.
public enum NSMutableArray {
    /// The runtime class.
    public static var cls: Class { NSArray.family.mutable }

    /// Returns a mutable array with these objects. O(n).
    public static func object(_ elements: [Object] = []) -> Object { NSArray.object(elements, cls) }

    static func makeClass(superclass: Class) throws -> Class {
        let builder = try ClassBuilder("NSMutableArray", superclass: superclass)
        builder.addCapacityConstructor("arrayWithCapacity:")
        builder.addCopy("copyWithZone:") { me, _, _ in members(of: me).map { NSArray.create(NSArray.cls, $0) } }
        addPrimitives(to: builder)
        addChangingOne(to: builder)
        addChangingMany(to: builder)
        builder.addOrderedChanging()
        return builder.register()
    }

    private static func addPrimitives(to builder: borrowing ClassBuilder) {
        builder.add(
            Selectors.insertObject, "v", "@", "Q",
            function: { me, selector, object, index in
                let list = ObjectList(of: me)
                guard isPresent(object, "object", me, selector), isInsertionIndex(index, list.count, me, selector)
                else {
                    return
                }
                list.insert(object!, at: Int(index))
            } as @convention(c) (ID, SEL, ID?, UInt) -> Void)
        builder.add(
            Selectors.removeObjectAtIndex, "v", "Q",
            function: { me, selector, index in
                let list = ObjectList(of: me)
                if isInBounds(index, list.count, me, selector) { release(list.remove(at: Int(index))) }
            } as TakingWord)
        builder.add(
            Selectors.replaceObject, "v", "Q", "@",
            function: { me, selector, index, object in
                let list = ObjectList(of: me)
                guard isPresent(object, "object", me, selector), isInBounds(index, list.count, me, selector) else {
                    return
                }
                release(list.replace(at: Int(index), with: retain(object!)))
            } as @convention(c) (ID, SEL, UInt, ID?) -> Void)
        // These two methods also call the general primitives, for subclasses that override only those.
        builder.add(
            Selectors.addObject, "v", "@",
            function: { me, selector, object in
                guard isPresent(object, "object", me, selector) else { return }
                if NSArray.family.overrides(Selectors.insertObject, in: me) {
                    send(me, Selectors.insertObject, word(object!), UInt(count(of: me)))
                } else {
                    ObjectList(of: me).insert(object!, at: ObjectList(of: me).count)
                }
            } as TakingObject)
        builder.add(
            Selectors.removeLastObject, "v",
            function: { me, selector in
                let count = count(of: me)
                // An empty array stays empty, as on Apple's systems, whose documentation says that this raises.
                if count > 0 { send(me, Selectors.removeObjectAtIndex, UInt(count - 1)) }
            } as VoidMethod)
    }

    private static func addChangingOne(to builder: borrowing ClassBuilder) {
        builder.add(
            "setObject:atIndexedSubscript:", "v", "@", "Q",
            function: { me, selector, object, index in
                let count = count(of: me)
                guard isPresent(object, "object", me, selector), isInsertionIndex(index, count, me, selector) else {
                    return
                }
                if index == count {
                    send(me, Selectors.addObject, word(object!))
                } else {
                    send(me, Selectors.replaceObject, index, word(object!))
                }
            } as @convention(c) (ID, SEL, ID?, UInt) -> Void)
        builder.add(
            "exchangeObjectAtIndex:withObjectAtIndex:", "v", "Q", "Q",
            function: { me, selector, first, second in
                let count = count(of: me)
                guard isInBounds(first, count, me, selector), isInBounds(second, count, me, selector),
                    let one = send(me, Selectors.objectAtIndex, first),
                    let other = send(me, Selectors.objectAtIndex, second)
                else { return }
                keepingAlive([one, other]) {
                    untilRaised([(first, other), (second, one)]) { send(me, Selectors.replaceObject, $0, word($1)) }
                }
            } as @convention(c) (ID, SEL, UInt, UInt) -> Void)
        builder.add(
            Selectors.removeObject, "v", "@",
            function: { me, _, object in NSMutableArray.remove(object, from: me) } as TakingObject)
    }

    private static func addChangingMany(to builder: borrowing ClassBuilder) {
        builder.add(
            "setArray:", "v", "@",
            function: { me, selector, other in
                replaceAll(of: me, by: NSArray.family.members(of: other, me, selector))
            } as TakingObject)
        builder.add(
            Selectors.removeAllObjects, "v",
            function: { me, _ in
                let family = NSArray.family
                if !family.overrides(Selectors.removeLastObject, in: me),
                    !family.overrides(Selectors.removeObjectAtIndex, in: me)
                {
                    return ObjectList(of: me).removeAll()
                }
                untilRaised(0..<count(of: me)) { _ in send(me, Selectors.removeLastObject) }
            } as VoidMethod)
        builder.add(
            "insertObjects:atIndexes:", "v", "@", "@",
            function: { me, selector, list, argument in
                if let (objects, indexes) = objectsAndIndexes(
                    list, argument, count: count(of: me), inserting: true, me, selector)
                {
                    NSMutableArray.insert(objects, at: indexes, into: me)
                }
            } as TakingObjects)
        builder.add(
            "removeObjectsAtIndexes:", "v", "@",
            function: { me, selector, argument in
                if let indexes = indexes(argument, below: count(of: me), me, selector) {
                    NSMutableArray.remove(at: indexes, from: me)
                }
            } as TakingObject)
    }
}

// ── Changing many at once ───────────────────────────────────────────────────────────────────────────

extension NSMutableArray {
    /// O(n); with messages, O(n) for each object.
    private static func insert(_ objects: [ID], at indexes: RangeSet<Int>, into me: ID) {
        guard NSArray.family.overrides(Selectors.insertObject, in: me) else {
            return ObjectList(of: me).insert(objects.map(retain), at: indexes)
        }
        keepingAlive(objects) {
            untilRaised(zip(indexes.each, objects)) { index, object in
                send(me, Selectors.insertObject, word(object), UInt(index))
            }
        }
    }

    /// O(n); with messages, O(n) for each object.
    private static func remove(at indexes: RangeSet<Int>, from me: ID) {
        if NSArray.family.overrides(Selectors.removeObjectAtIndex, in: me) {
            sendRemovals(at: indexes, to: me)
        } else {
            ObjectList(of: me).remove(at: indexes).forEach(release)
        }
    }

    /// Removes all objects that are equal to `object`. If an `isEqual:` raises, the array does not change.
    private static func remove(_ object: ID?, from me: ID) {
        guard let object else { return }
        let check = ExceptionCheck()
        var indexes = RangeSet<Int>()
        var index = 0
        everyMember(of: me) { member in
            if isEqual(member, object) { indexes.insert(contentsOf: index..<index + 1) }
            index += 1
            return !check.raised
        }
        if !check.raised { remove(at: indexes, from: me) }
    }
}
