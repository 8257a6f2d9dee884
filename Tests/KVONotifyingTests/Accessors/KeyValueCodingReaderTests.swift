// KeyValueCodingReaderTests.swift - collections that consist of countOf<Key> and similar methods.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key-value coding: to-many properties without a collection")
struct KeyValueCodingReaderTests {
    private static let names = ["a", "b", "c"].map { NSString.object($0) }

    /// Makes a class with `countOfNames`, and the methods that `add` adds.
    private func makeClass(_ add: (Class) throws -> Void) throws -> Class {
        let builder = try ClassBuilder(uniqueName("Readers"))
        try builder.addMethod("countOfNames") { (_: Object) in UInt(Self.names.count) }
        try add(builder.cls)
        return builder.register()
    }

    @Test("countOf<Key> and objectIn<Key>AtIndex: make an array")
    func objectInAtIndex() throws {
        let cls = try makeClass { cls in
            try cls.addMethod("objectInNamesAtIndex:") { (_: Object, index: UInt) in Self.names[Int(index)] }
        }
        let array = try #require(try cls.new().value(forKey: "names"))
        #expect(array.isa.name == "NSKeyValueArray")
        #expect(texts(array) == ["a", "b", "c"])
        #expect(try array.send("count", as: UInt.self) == 3)
        #expect(try array.send("containsObject:", "b", as: Bool.self))
        #expect(try array.send("isEqual:", NSArray.object(Self.names), as: Bool.self))
        #expect(try array.value(forKey: "@lastObject", as: String.self) == "c")
        #expect(
            throws: RuntimeException(
                "NSRangeException", "*** -[NSKeyValueArray objectAtIndex:]: index 3 beyond bounds [0 .. 2]")
        ) { try array.send("objectAtIndex:", UInt(3), as: Object?.self) }
    }

    @Test("countOf<Key> and <key>AtIndexes: make an array as well")
    func atIndexes() throws {
        let cls = try makeClass { cls in
            try cls.addMethod("namesAtIndexes:") { (_: Object, indexes: Object) in
                NSArray.object(NSIndexSet.ranges(of: indexes)!.ranges.joined().map { Self.names[$0] })
            }
        }
        #expect(try texts(cls.new().value(forKey: "names")) == ["a", "b", "c"])
    }

    @Test("countOf<Key>, enumeratorOf<Key> and memberOf<Key>: make a set")
    func set() throws {
        let members = NSSet.object(Self.names)
        let cls = try makeClass { cls in
            try cls.addMethod("enumeratorOfNames") { (_: Object) in
                try members.send("objectEnumerator", as: Object.self)
            }
            try cls.addMethod("memberOfNames:") { (_: Object, member: Object) in
                try members.send("member:", member, as: Object?.self)
            }
        }
        let set = try #require(try cls.new().value(forKey: "names"))
        #expect(set.isa.name == "NSKeyValueSet")
        #expect(texts(set)?.sorted() == ["a", "b", "c"])
        #expect(try set.send("containsObject:", "b", as: Bool.self))
        #expect(try !set.send("containsObject:", "x", as: Bool.self))
        #expect(try texts(set.send("copy", as: Object.self))?.sorted() == ["a", "b", "c"])
        #expect(try texts(set.send("mutableCopy", as: Object.self))?.sorted() == ["a", "b", "c"])
    }

    @Test("Not enough of these methods make nothing")
    func notEnough() throws {
        let cls = try makeClass { cls in
            try cls.addMethod("enumeratorOfNames") { (_: Object) in Object?.none }
        }
        #expect(raised { _ = try cls.new().value(forKey: "names") }?.name == "NSUnknownKeyException")
    }

    @Test("The array is a window on the object, keeps it alive, and a copy of it is an array of its own")
    func lifetime() throws {
        let cls = try makeClass { cls in
            try cls.addMethod("objectInNamesAtIndex:") { (_: Object, index: UInt) in Self.names[Int(index)] }
        }
        try autoreleasepool {
            let array = try #require(try cls.new().value(forKey: "names"))
            #expect(cls.instanceCount == 1)
            #expect(try array.send("copy", as: Object.self).isa == NSArray.cls)
            let mutable = try array.send("mutableCopy", as: Object.self)
            try mutable.send("removeLastObject")
            #expect(texts(mutable) == ["a", "b"])
            #expect(texts(array) == ["a", "b", "c"])
        }
        #expect(cls.instanceCount == 0)
    }
}
