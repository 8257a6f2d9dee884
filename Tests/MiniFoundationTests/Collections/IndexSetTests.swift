import MiniFoundation
import MiniRuntime
import Testing

@Suite("NSIndexSet and NSMutableIndexSet")
struct IndexSetTests {
    private let set = NSIndexSet.object([0, 1, 4])

    @Test("An index set answers for its indexes")
    func reading() throws {
        func index(_ name: Selector, _ argument: Int) throws -> Int {
            Int(try set.send(name, UInt(argument), as: UInt.self))
        }
        #expect(try set.count() == 3)
        #expect(try set.send("firstIndex", as: UInt.self) == 0)
        #expect(try set.send("lastIndex", as: UInt.self) == 4)
        #expect(try set.send("containsIndex:", UInt(1), as: Bool.self))
        #expect(try !set.send("containsIndex:", UInt(3), as: Bool.self))
        #expect(try !set.send("containsIndex:", UInt.max, as: Bool.self))
        #expect(try [0, 1, 3, 4].map { try index("indexGreaterThanIndex:", $0) } == [1, 4, 4, notFound])
        #expect(try [0, 1, 4, 9, notFound].map { try index("indexLessThanIndex:", $0) } == [notFound, 0, 1, 4, 4])
        #expect(try index("indexGreaterThanIndex:", notFound) == notFound)
        let empty = try NSIndexSet.cls.send("indexSet", as: Object.self)
        #expect(try empty.send("firstIndex", as: UInt.self) == UInt(notFound))
        #expect(try empty.send("lastIndex", as: UInt.self) == UInt(notFound))
        #expect(NSIndexSet.ranges(of: set) == RangeSet([0..<2, 4..<5]))
        #expect(NSIndexSet.ranges(of: NSNull.object) == nil)
    }

    @Test("Index sets are made of an index and of a range")
    func making() throws {
        let one = try NSIndexSet.cls.send("indexSetWithIndex:", UInt(7), as: Object.self)
        #expect(NSIndexSet.ranges(of: one) == RangeSet(7..<8))
        let range = Range64(location: 2, length: 3)
        let many = try NSMutableIndexSet.cls.send("indexSetWithIndexesInRange:", range, as: Object.self)
        #expect(many.isa == NSMutableIndexSet.cls)
        #expect(NSIndexSet.ranges(of: many) == RangeSet(2..<5))
        let reason = "Range {9223372036854775807, 1} exceeds maximum index value of NSNotFound - 1"
        expectException("NSRangeException", "*** +[NSIndexSet indexSetWithIndex:]: \(reason)") {
            _ = try NSIndexSet.cls.send("indexSetWithIndex:", UInt(notFound), as: Object?.self)
        }
    }

    @Test("Indexes are added and removed, one by one and many at once")
    func changing() throws {
        let set = NSMutableIndexSet.object()
        func ranges() -> [Range<Int>]? { NSIndexSet.ranges(of: set).map { Array($0.ranges) } }
        try set.send("addIndex:", UInt(3))
        try set.send("addIndex:", UInt(2))
        try set.send("addIndexes:", NSIndexSet.object([5, 9]))
        try set.send("addIndexesInRange:", Range64(location: 4, length: 3))
        #expect(ranges() == [2..<7, 9..<10])
        try set.send("removeIndex:", UInt(4))
        try set.send("removeIndexes:", NSIndexSet.object([2, 9, 100]))
        try set.send("removeIndexesInRange:", Range64(location: 6, length: 4))
        #expect(ranges() == [3..<4, 5..<6])
        expectException(
            "NSRangeException",
            "*** -[NSMutableIndexSet addIndexesInRange:]: "
                + "Range {18446744073709551615, 2} exceeds maximum index value of NSNotFound - 1"
        ) { try set.send("addIndexesInRange:", Range64(location: .max, length: 2)) }
        expectException("NSInvalidArgumentException", "*** -[NSMutableIndexSet addIndexes:]: index set cannot be nil") {
            try set.send("addIndexes:", Object?.none)
        }
        #expect(ranges() == [3..<4, 5..<6])
        try set.send("removeAllIndexes")
        #expect(ranges() == [])
    }

    @Test("Mutable and immutable ones are equal; copies are immutable, mutable copies are not")
    func copies() throws {
        let mutable = try set.send("mutableCopy", as: Object.self)
        #expect(mutable.isa == NSMutableIndexSet.cls)
        #expect(try mutable.equals(set))
        #expect(try set.send("isEqualToIndexSet:", mutable, as: Bool.self))
        let copy = try mutable.send("copy", as: Object.self)
        try mutable.send("addIndex:", UInt(9))
        #expect(copy.isa == NSIndexSet.cls)
        #expect(try copy.equals(set))
        #expect(try !mutable.equals(set))
        try set.expectCopyIsSelf()
    }

    @Test("An index set prints its ranges")
    func description() throws {
        #expect(
            try set.description()
                == "\(set.classAndAddress)[number of indexes: 3 (in 2 ranges), indexes: (0-1 4)]")
        let empty = NSMutableIndexSet.object()
        #expect(try empty.description() == "\(empty.classAndAddress)(no indexes)")
    }
}
