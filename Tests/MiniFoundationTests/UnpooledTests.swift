// UnpooledTests.swift - collections and values that are read on threads without an autorelease pool.
import Glibc
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Collections that make their members when they are read: `count` instances of `member`.
private struct Makers {
    static let count = 40
    let member: Class, enumerator: Class
    let set: Object, array: Object

    init() throws {
        let member = try makeClass("Tracked")
        let enumerating = try ClassBuilder(uniqueName("Maker"), superclass: NSEnumerator.cls)
        let left = AssociationKey()
        try enumerating.addMethod("nextObject") { (me: Object) -> Object? in
            let made = try me.associatedObject(left).map { try Int.bridged(from: $0) } ?? 0
            me.setAssociatedObject(NSNumber.object(made + 1), for: left)
            return made < Self.count ? try member.new() : nil
        }
        let enumerator = enumerating.register()
        let unordered = try ClassBuilder(uniqueName("Set"), superclass: NSSet.cls)
        try unordered.addMethod("count") { (_: Object) in UInt(Self.count) }
        try unordered.addMethod("objectEnumerator") { (_: Object) -> Object in try enumerator.new() }
        let ordered = try ClassBuilder(uniqueName("Array"), superclass: NSArray.cls)
        try ordered.addMethod("count") { (_: Object) in UInt(Self.count) }
        try ordered.addMethod("objectAtIndex:") { (_: Object, _: UInt) -> Object in try member.new() }
        (self.member, self.enumerator) = (member, enumerator)
        (set, array) = (try unordered.register().new(), try ordered.register().new())
    }

    /// Whether no member and no enumerator is alive.
    var areGone: Bool { member.instanceCount == 0 && enumerator.instanceCount == 0 }
}

@Suite("Collections on threads without an autorelease pool")
struct UnpooledTests {
    @Test("A loop over a collection leaves nothing behind, also if it ends early")
    func loops() throws {
        let makers = try Makers()
        try unpooled {
            for collection in [makers.set, makers.array] {
                var count = 0
                for member in collection.elements {
                    #expect(member.isa == makers.member)
                    count += 1
                }
                #expect(count == Makers.count)
                #expect(makers.areGone)
                for _ in collection.elements.prefix(3) {}
                #expect(makers.areGone)
            }
        }
    }

    @Test("A loop may go on in another pool than the one in which it began")
    func poolsBetweenTurns() throws {
        let makers = try Makers()
        for collection in [makers.set, makers.array] {
            let iterator = collection.elements.makeIterator()
            var count = 0
            while let member = autoreleasepool({ iterator.next() }) {
                #expect(member.isa == makers.member)
                count += 1
            }
            #expect(count == Makers.count)
        }
        #expect(makers.areGone)
    }

    @Test("An enumerator keeps the members that it has read ahead")
    func enumerators() throws {
        let makers = try Makers()
        try unpooled {
            let enumerator = try makers.array.send("objectEnumerator", as: Object.self)
            for _ in 0..<Makers.count {
                #expect(try enumerator.send("nextObject", as: Object?.self)?.isa == makers.member)
            }
            #expect(try enumerator.send("nextObject", as: Object?.self) == nil)
            #expect(makers.areGone)
        }
    }

    @Test("What a proxy autoreleases while its text, value or indexes are read does not stay")
    func proxies() throws {
        let made = try makeClass("Tracked")
        let values = [NSString.object("text"), NSNumber.object(1), NSIndexSet.object([1, 2])]
        let proxies = try values.map { value in
            let builder = try ClassBuilder(uniqueName("Proxy"), superclass: NSProxy.cls)
            try builder.addMethod("forwardingTargetForSelector:") { (_: Object, _: Selector) -> Object in
                _ = try made.new().autoreleased()
                return value
            }
            return try builder.register().send("alloc", as: Object.self)
        }
        try unpooled {
            #expect(NSString.string(proxies[0]) == "text")
            let number = try Int.bridged(from: proxies[1])
            #expect(number == 1)
            #expect(NSIndexSet.ranges(of: proxies[2]) == RangeSet(1..<3))
            #expect(made.instanceCount == 0)
        }
    }

    @Test("What a key autoreleases for its hash does not stay")
    func keys() throws {
        let made = try makeClass("Tracked")
        let builder = try ClassBuilder(uniqueName("Key"))
        try builder.addMethod("hash") { (_: Object) -> UInt in
            _ = try made.new().autoreleased()
            return 1
        }
        try builder.addMethod("copy") { (me: Object) -> Object in me }
        let key = try builder.register().new()
        try unpooled {
            _ = NSDictionary.object([(key, key)])
            _ = NSSet.object([key])
            #expect(made.instanceCount == 0)
        }
    }
}
