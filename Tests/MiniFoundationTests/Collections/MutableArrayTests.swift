import MiniFoundation
import MiniRuntime
import Testing

@Suite("NSMutableArray")
struct MutableArrayTests {
    private let array = NSMutableArray.object(numbers(10, 20, 30))

    @Test("Objects are inserted, added, replaced, exchanged and removed by index")
    func byIndex() throws {
        try array.send("insertObject:atIndex:", NSNumber.object(5), UInt(0))
        try array.send("insertObject:atIndex:", NSNumber.object(40), UInt(4))
        try array.send("addObject:", NSNumber.object(50))
        #expect(array.ints == [5, 10, 20, 30, 40, 50])
        try array.send("removeObjectAtIndex:", UInt(1))
        try array.send("removeLastObject")
        try array.send("replaceObjectAtIndex:withObject:", UInt(0), NSNumber.object(6))
        try array.send("exchangeObjectAtIndex:withObjectAtIndex:", UInt(0), UInt(3))
        #expect(array.ints == [40, 20, 30, 6])
        try array.send("setObject:atIndexedSubscript:", NSNumber.object(7), UInt(4))
        try array.send("setObject:atIndexedSubscript:", NSNumber.object(41), UInt(0))
        #expect(array.ints == [41, 20, 30, 6, 7])
        #expect(try array.send("firstObject", as: Object?.self) == NSNumber.object(41))
        try array.send("removeAllObjects")
        #expect(try array.count() == 0)
        #expect(try array.send("lastObject", as: Object?.self) == nil)
    }

    @Test("removeObject: removes all that are equal, and nothing else")
    func removeObject() throws {
        let array = NSMutableArray.object(numbers(1, 2, 1, 3, 1))
        try array.send("removeObject:", NSNumber.object(1.0))
        #expect(array.ints == [2, 3])
        try array.send("removeObject:", Object?.none)
        try array.send("removeObject:", NSNull.object)
        #expect(array.ints == [2, 3])
    }

    @Test("The contents of other arrays are added, or take the place of all; nil counts as empty")
    func arrays() throws {
        try array.send("addObjectsFromArray:", array)
        #expect(array.ints == [10, 20, 30, 10, 20, 30])
        try array.send("setArray:", NSArray.object(numbers(1, 2)))
        #expect(array.ints == [1, 2])
        try array.send("setArray:", array)
        #expect(array.ints == [1, 2])
        try array.send("addObjectsFromArray:", Object?.none)
        #expect(array.ints == [1, 2])
        try array.send("setArray:", Object?.none)
        #expect(try array.count() == 0)
        expectException(
            "NSInvalidArgumentException",
            "*** -[NSMutableArray addObjectsFromArray:]: array argument is not an NSArray"
        ) { try array.send("addObjectsFromArray:", NSNull.object) }
    }

    @Test("Index sets name the places before a removal and after an insertion")
    func indexSets() throws {
        try array.send(
            "insertObjects:atIndexes:", NSArray.object(numbers(1, 2, 3)), NSIndexSet.object([0, 2, 5]))
        #expect(array.ints == [1, 10, 2, 20, 30, 3])
        #expect(try array.send("objectsAtIndexes:", NSIndexSet.object([1, 3]), as: Object.self).ints == [10, 20])
        try array.send(
            "replaceObjectsAtIndexes:withObjects:", NSIndexSet.object([0, 5]), NSArray.object(numbers(7, 8)))
        #expect(array.ints == [7, 10, 2, 20, 30, 8])
        try array.send("removeObjectsAtIndexes:", NSIndexSet.object([0, 2, 5]))
        #expect(array.ints == [10, 20, 30])
        try array.send("removeObjectsAtIndexes:", NSIndexSet.object([Int]()))
        try array.send("insertObjects:atIndexes:", NSArray.object([]), NSIndexSet.object([Int]()))
        #expect(array.ints == [10, 20, 30])
    }

    @Test("An index out of bounds raises, and nothing has changed")
    func bounds() throws {
        func expect(_ message: String, _ bounds: String = "[0 .. 2]", of array: Object, _ body: () throws -> Void) {
            expectException("NSRangeException", "*** -[NSMutableArray \(message) beyond bounds \(bounds)", body)
        }
        let null = NSNull.object
        expect("insertObject:atIndex:]: index 5", of: array) { try array.send("insertObject:atIndex:", null, UInt(5)) }
        expect("removeObjectAtIndex:]: index 3", of: array) { try array.send("removeObjectAtIndex:", UInt(3)) }
        expect("replaceObjectAtIndex:withObject:]: index 3", of: array) {
            try array.send("replaceObjectAtIndex:withObject:", UInt(3), null)
        }
        expect("setObject:atIndexedSubscript:]: index 4", of: array) {
            try array.send("setObject:atIndexedSubscript:", null, UInt(4))
        }
        expect("exchangeObjectAtIndex:withObjectAtIndex:]: index 9", of: array) {
            try array.send("exchangeObjectAtIndex:withObjectAtIndex:", UInt(0), UInt(9))
        }
        expect("objectsAtIndexes:]: index 3 in index set", of: array) {
            _ = try array.send("objectsAtIndexes:", NSIndexSet.object([1, 3]), as: Object?.self)
        }
        expect("removeObjectsAtIndexes:]: index 3 in index set", of: array) {
            try array.send("removeObjectsAtIndexes:", NSIndexSet.object([1, 3]))
        }
        expect("insertObjects:atIndexes:]: index 5 in index set", "[0 .. 4]", of: array) {
            try array.send("insertObjects:atIndexes:", NSArray.object([null, null]), NSIndexSet.object([0, 5]))
        }
        #expect(array.ints == [10, 20, 30])
        let empty = NSMutableArray.object()
        expect("removeObjectAtIndex:]: index 0", "for empty array", of: empty) {
            try empty.send("removeObjectAtIndex:", UInt(0))
        }
    }

    @Test("the last object of an empty array is removed without an exception")
    func removeLastOfEmpty() throws {
        let empty = NSMutableArray.object()
        try empty.send("removeLastObject")
        #expect(empty.ints == [])
    }

    @Test("nil, and lists that do not fit, raise, and nothing has changed")
    func invalidArguments() throws {
        func expect(_ reason: String, _ body: () throws -> Void) {
            expectException("NSInvalidArgumentException", "*** -[NSMutableArray \(reason)", body)
        }
        expect("addObject:]: object cannot be nil") { try array.send("addObject:", Object?.none) }
        expect("insertObject:atIndex:]: object cannot be nil") {
            try array.send("insertObject:atIndex:", Object?.none, UInt(0))
        }
        expect("replaceObjectAtIndex:withObject:]: object cannot be nil") {
            try array.send("replaceObjectAtIndex:withObject:", UInt(0), Object?.none)
        }
        expect("removeObjectsAtIndexes:]: index set cannot be nil") {
            try array.send("removeObjectsAtIndexes:", Object?.none)
        }
        expect("removeObjectsAtIndexes:]: index set argument is not an NSIndexSet") {
            try array.send("removeObjectsAtIndexes:", NSNull.object)
        }
        expect("insertObjects:atIndexes:]: count of array (2) differs from count of index set (1)") {
            try array.send("insertObjects:atIndexes:", NSArray.object(numbers(1, 2)), NSIndexSet.object([0]))
        }
        #expect(array.ints == [10, 20, 30])
    }

    @Test("A mutable array equals an immutable one; copies are immutable, mutable copies are not")
    func copies() throws {
        let immutable = NSArray.object(numbers(10, 20, 30))
        #expect(try array.equals(immutable))
        let copy = try array.send("copy", as: Object.self)
        #expect(copy.isa == NSArray.cls)
        let mutable = try immutable.send("mutableCopy", as: Object.self)
        #expect(mutable.isa == NSMutableArray.cls)
        try array.send("removeLastObject")
        #expect(copy.ints == [10, 20, 30])
        #expect(mutable.ints == [10, 20, 30])
        #expect(try !array.equals(immutable))
        try immutable.expectCopyIsSelf()
        let made = try NSMutableArray.cls.send("arrayWithArray:", immutable, as: Object.self)
        try made.send("addObject:", NSNull.object)
        #expect(try made.count() == 4)
        #expect(try immutable.count() == 3)
        #expect(try NSMutableArray.cls.send("arrayWithCapacity:", UInt(9), as: Object.self).count() == 0)
        #expect(
            try immutable.send("arrayByAddingObject:", NSNumber.object(1), as: Object.self).ints == [10, 20, 30, 1])
    }

    @Test("Identity is asked for by address, equality by isEqual:")
    func identity() throws {
        let (one, other) = (NSString.object("x"), NSString.object("x"))
        let array = NSArray.object([one, other])
        #expect(try array.word("indexOfObjectIdenticalTo:", other) == 1)
        #expect(try array.word("indexOfObject:", other) == 0)
        #expect(try array.word("indexOfObjectIdenticalTo:", NSString.object("x")) == UInt(notFound))
    }

    @Test("Whatever the order of changes, it holds what a Swift array would", arguments: [1, 2, 3])
    func model(_ seed: UInt64) throws {
        var dice = Dice(state: seed)
        let array = NSMutableArray.object()
        var model: [Int] = []
        for step in 0..<2000 {
            let index = Int.random(in: 0...model.count, using: &dice)
            switch Int.random(in: 0..<10, using: &dice) {
            case 0..<5:
                model.insert(step, at: index)
                try array.send("insertObject:atIndex:", NSNumber.object(step), UInt(index))
            case 5..<8 where index < model.count:
                model.remove(at: index)
                try array.send("removeObjectAtIndex:", UInt(index))
            case 8 where index < model.count:
                let places = (0..<model.count).filter { _ in Bool.random(using: &dice) }
                model = model.indices.filter { !places.contains($0) }.map { model[$0] }
                try array.send("removeObjectsAtIndexes:", NSIndexSet.object(places))
            default:
                let places = (0..<model.count + 3).shuffled(using: &dice).prefix(3).sorted()
                for place in places { model.insert(-place, at: min(place, model.count)) }
                guard places.enumerated().allSatisfy({ model[$1] == -$1 }) else { return }
                let objects = NSArray.object(places.map { NSNumber.object(-$0) })
                try array.send("insertObjects:atIndexes:", objects, NSIndexSet.object(places))
            }
            #expect(array.ints == model)
        }
    }
}
