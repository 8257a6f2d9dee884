// OrderedCollection.swift - methods shared by arrays and ordered sets, built on count and objectAtIndex:.
import MiniRuntime

extension ClassBuilder {
    /// Adds `firstObject`, `lastObject`, `objectAtIndexedSubscript:`, `objectsAtIndexes:`, `objectEnumerator`,
    /// `reverseObjectEnumerator`.
    func addOrderedReading() {
        add(
            "firstObject", "@",
            function: { me, _ in count(of: me) > 0 ? send(me, Selectors.objectAtIndex) : nil } as ObjectMethod)
        add(
            "lastObject", "@",
            function: { me, _ in
                let count = count(of: me)
                return count > 0 ? send(me, Selectors.objectAtIndex, UInt(count - 1)) : nil
            } as ObjectMethod)
        add(
            "objectAtIndexedSubscript:", "@", "Q",
            function: { me, selector, index in
                isInBounds(index, count(of: me), me, selector) ? send(me, Selectors.objectAtIndex, index) : nil
            } as ObjectFromWord)
        add(
            "objectsAtIndexes:", "@", "@",
            function: { me, selector, argument in
                if let index = argument.flatMap({ NSIndexSet.single(of: $0) }) {
                    guard isInBounds(UInt(index), count(of: me), me, selector, " in index set") else { return nil }
                    return send(me, Selectors.objectAtIndex, UInt(index)).map { NSArray.autoreleased([$0]) }
                }
                let check = ExceptionCheck()
                let indexes = indexes(argument, below: count(of: me), me, selector)
                let objects = indexes?.each.compactMap { send(me, Selectors.objectAtIndex, UInt($0)) }
                return check.raised ? nil : objects.map { NSArray.autoreleased($0) }
            } as ObjectFromObject)
        add(Selectors.objectEnumerator, "@", function: { me, _ in NSEnumerator.autoreleased(me) } as ObjectMethod)
        // Enumerates the elements that the collection has now, whatever is done to it meanwhile.
        add(
            "reverseObjectEnumerator", "@",
            function: { me, _ in
                members(of: me).map { NSEnumerator.autoreleased(NSArray.autoreleased($0.reversed())) }
            } as ObjectMethod)
    }

    /// Adds `addObjectsFromArray:`, `replaceObjectsAtIndexes:withObjects:`.
    func addOrderedChanging() {
        add("addObjectsFromArray:", "v", "@", function: addObjectsFromArray)
        add(
            "replaceObjectsAtIndexes:withObjects:", "v", "@", "@",
            function: { me, selector, argument, list in
                guard let (objects, indexes) = objectsAndIndexes(list, argument, count: count(of: me), me, selector)
                else { return }
                keepingAlive(objects) {
                    untilRaised(zip(indexes.each, objects)) { index, object in
                        send(me, Selectors.replaceObject, UInt(index), word(object))
                    }
                }
            } as TakingObjects)
    }
}

/// Removes objects by messages, starting at the end, so that earlier indexes stay valid.
func sendRemovals(at indexes: RangeSet<Int>, to me: ID) {
    untilRaised(indexes.ranges.reversed().lazy.map { $0.reversed() }.joined()) { index in
        send(me, Selectors.removeObjectAtIndex, UInt(index))
    }
}

/// Whether two ordered collections of the same count have equal elements.
func haveEqualElements(_ a: ID, _ b: ID) -> Bool {
    let check = ExceptionCheck()
    var others = Enumeration(b)
    return withUnsafeMutablePointer(to: &others) { others in
        everyMember(of: a) { member in
            guard let other = Enumeration.next(others) else { return false }
            return isEqual(member, other) && !check.raised
        }
    }
}
