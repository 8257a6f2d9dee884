import MiniFoundation
import MiniRuntime
import Testing

@Suite("NSOrderedSet and NSMutableOrderedSet")
struct OrderedSetTests {
    private let set = NSMutableOrderedSet.object(numbers(10, 20, 30))

    @Test("An ordered set has each member once, at an index")
    func reading() throws {
        let set = NSOrderedSet.object(numbers(3, 1, 3, 2))
        #expect(set.ints == [3, 1, 2])
        #expect(NSOrderedSet.elements(of: set) == numbers(3, 1, 2))
        #expect(try set.word("indexOfObject:", NSNumber.object(2)) == 2)
        #expect(try set.word("indexOfObject:", NSNull.object) == UInt(notFound))
        #expect(try set.send("containsObject:", NSNumber.object(1), as: Bool.self))
        #expect(try set.send("objectAtIndex:", UInt(1), as: Object?.self) == NSNumber.object(1))
        #expect(try set.send("objectAtIndexedSubscript:", UInt(2), as: Object?.self) == NSNumber.object(2))
        #expect(try set.send("firstObject", as: Object?.self) == NSNumber.object(3))
        #expect(try set.send("lastObject", as: Object?.self) == NSNumber.object(2))
        #expect(try set.send("objectsAtIndexes:", NSIndexSet.object([0, 2]), as: Object.self).ints == [3, 2])
        #expect(try set.send("array", as: Object.self).equals(NSArray.object(numbers(3, 1, 2))))
        #expect(try set.send("set", as: Object.self).equals(NSSet.object(numbers(1, 2, 3))))
        #expect(
            try NSOrderedSet.cls.send("orderedSetWithArray:", NSArray.object(numbers(1, 1)), as: Object.self).ints
                == [1])
        expectException("NSRangeException", "*** -[NSOrderedSet objectAtIndex:]: index 3 beyond bounds [0 .. 2]") {
            _ = try set.send("objectAtIndex:", UInt(3), as: Object?.self)
        }
    }

    @Test("Ordered sets are equal in the same order, mutable or not")
    func comparing() throws {
        #expect(try set.equals(NSOrderedSet.object(numbers(10, 20, 30))))
        #expect(try !set.equals(NSOrderedSet.object(numbers(20, 10, 30))))
        #expect(try set.send("isEqualToOrderedSet:", NSOrderedSet.object(numbers(10, 20, 30)), as: Bool.self))
        #expect(try !set.equals(NSArray.object(numbers(10, 20, 30))))
        #expect(try set.send("copy", as: Object.self).isa == NSOrderedSet.cls)
        #expect(try set.send("mutableCopy", as: Object.self).isa == NSMutableOrderedSet.cls)
        try NSOrderedSet.object([]).expectCopyIsSelf()
    }

    @Test("Members are inserted, added, replaced and removed; one that is there already stays where it is")
    func changing() throws {
        try set.send("insertObject:atIndex:", NSNumber.object(5), UInt(0))
        try set.send("insertObject:atIndex:", NSNumber.object(30), UInt(0))
        try set.send("addObject:", NSNumber.object(40))
        try set.send("addObject:", NSNumber.object(10))
        #expect(set.ints == [5, 10, 20, 30, 40])
        try set.send("removeObjectAtIndex:", UInt(1))
        try set.send("removeObject:", NSNumber.object(40))
        try set.send("removeObject:", NSNull.object)
        #expect(set.ints == [5, 20, 30])
        try set.send("replaceObjectAtIndex:withObject:", UInt(1), NSNumber.object(21))
        try set.send("replaceObjectAtIndex:withObject:", UInt(0), NSNumber.object(30))
        #expect(set.ints == [5, 21, 30])
        #expect(try set.word("indexOfObject:", NSNumber.object(20)) == UInt(notFound))
        #expect(try set.word("indexOfObject:", NSNumber.object(21)) == 1)
        let double = NSNumber.object(21.0)
        try set.send("replaceObjectAtIndex:withObject:", UInt(1), double)
        #expect(try set.send("objectAtIndex:", UInt(1), as: Object.self) == double)
        try set.send("removeAllObjects")
        #expect(try set.count() == 0)
    }

    @Test("Index sets work as on arrays; members that are there already leave no gap")
    func indexSets() throws {
        try set.send("insertObjects:atIndexes:", NSArray.object(numbers(1, 20, 2)), NSIndexSet.object([0, 4, 5]))
        #expect(set.ints == [1, 10, 20, 30, 2])
        try set.send("removeObjectsAtIndexes:", NSIndexSet.object([0, 2, 3]))
        #expect(set.ints == [10, 2])
        #expect(try set.word("indexOfObject:", NSNumber.object(2)) == 1)
        try set.send("replaceObjectsAtIndexes:withObjects:", NSIndexSet.object([0]), NSArray.object(numbers(9)))
        #expect(set.ints == [9, 2])
        expectException(
            "NSRangeException",
            "*** -[NSMutableOrderedSet removeObjectsAtIndexes:]: index 2 in index set beyond bounds [0 .. 1]"
        ) { try set.send("removeObjectsAtIndexes:", NSIndexSet.object([2])) }
        #expect(set.ints == [9, 2])
    }

    @Test("The arithmetic of sets, with either kind of set")
    func arithmetic() throws {
        try set.send("unionSet:", NSSet.object(numbers(30, 40)))
        try set.send("unionOrderedSet:", NSOrderedSet.object(numbers(50, 10)))
        #expect(set.ints == [10, 20, 30, 40, 50])
        try set.send("minusSet:", NSSet.object(numbers(10)))
        try set.send("minusOrderedSet:", NSOrderedSet.object(numbers(20)))
        #expect(set.ints == [30, 40, 50])
        try set.send("intersectSet:", NSSet.object(numbers(50, 30)))
        #expect(set.ints == [30, 50])
        try set.send("intersectOrderedSet:", NSOrderedSet.object(numbers(50)))
        #expect(set.ints == [50])
        expectException(
            "NSInvalidArgumentException",
            "*** -[NSMutableOrderedSet unionOrderedSet:]: ordered set argument is not an NSOrderedSet"
        ) { try set.send("unionOrderedSet:", NSSet.object([])) }
    }

    @Test("Whatever the order of changes, every member is found at its index", arguments: [1, 2, 3])
    func model(_ seed: UInt64) throws {
        var dice = Dice(state: seed)
        let set = NSMutableOrderedSet.object()
        var model: [Int] = []
        for _ in 0..<1500 {
            let value = Int.random(in: 0..<60, using: &dice)
            let index = Int.random(in: 0...model.count, using: &dice)
            switch Int.random(in: 0..<4, using: &dice) {
            case 0, 1:
                if !model.contains(value) { model.insert(value, at: index) }
                try set.send("insertObject:atIndex:", NSNumber.object(value), UInt(index))
            case 2 where index < model.count:
                if !model.contains(value) { model[index] = value }
                try set.send("replaceObjectAtIndex:withObject:", UInt(index), NSNumber.object(value))
            case 3 where index < model.count:
                model.remove(at: index)
                try set.send("removeObjectAtIndex:", UInt(index))
            default: break
            }
            #expect(set.ints == model)
            #expect(
                try set.word("indexOfObject:", NSNumber.object(value)) == UInt(model.firstIndex(of: value) ?? notFound))
        }
    }
}
