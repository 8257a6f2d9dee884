import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

@Suite("NSSet and NSMutableSet")
struct SetTests {
    private func set(_ values: Int...) -> Object { NSMutableSet.object(values.map { NSNumber.object($0) }) }

    @Test("A set has each member once, found by isEqual:", arguments: [0, 1, 3, 8, 9, 100])
    func members(_ count: Int) throws {
        let strings = (0..<count).map { NSString.object("\($0)") }
        let set = NSSet.object(strings + strings.map { NSString.object($0.description) })
        #expect(try set.count() == count)
        for index in 0..<count {
            #expect(try set.send("member:", "\(index)", as: Object?.self) == strings[index])
            #expect(try set.send("containsObject:", "\(index)", as: Bool.self))
        }
        #expect(try !set.send("containsObject:", "none", as: Bool.self))
        #expect(try set.send("member:", Object?.none, as: Object?.self) == nil)
        #expect(NSSet.elements(of: set) == strings)
        #expect(try NSArray.elements(of: set.send("allObjects", as: Object.self)) == strings)
        #expect(try set.send("anyObject", as: Object?.self) == strings.first)
        #expect(NSSet.elements(of: NSNull.object) == nil)
    }

    @Test("Sets are made of an object, an array, a C array and another set")
    func making() throws {
        #expect(try NSSet.cls.send("setWithObject:", NSNumber.object(1), as: Object.self).ints == [1])
        let array = NSArray.object(numbers(1, 2, 1))
        #expect(try NSSet.cls.send("setWithArray:", array, as: Object.self).ints == [1, 2])
        let mutable = try NSMutableSet.cls.send("setWithSet:", set(3, 4), as: Object.self)
        #expect(mutable.isa == NSMutableSet.cls)
        #expect(mutable.ints == [3, 4])
        let objects: [UnsafeMutableRawPointer?] = [array.receiverAddress, nil]
        try objects.withUnsafeBytes { bytes in
            let pointer = bytes.baseAddress!
            let made = try NSSet.cls.send("setWithObjects:count:", pointer, UInt(1), as: Object.self)
            #expect(NSSet.elements(of: made) == [array])
            expectException(
                "NSInvalidArgumentException",
                "*** +[NSSet setWithObjects:count:]: attempt to insert nil object from objects[1]"
            ) { _ = try NSSet.cls.send("setWithObjects:count:", pointer, UInt(2), as: Object?.self) }
        }
        expectException("NSInvalidArgumentException", "*** +[NSSet setWithObject:]: object cannot be nil") {
            _ = try NSSet.cls.send("setWithObject:", Object?.none, as: Object?.self)
        }
    }

    @Test("Sets are compared whatever the order, and mutable ones with immutable ones")
    func comparing() throws {
        let (small, large) = (set(1, 2), set(3, 2, 1))
        #expect(try small.send("isSubsetOfSet:", large, as: Bool.self))
        #expect(try !large.send("isSubsetOfSet:", small, as: Bool.self))
        #expect(try small.send("intersectsSet:", set(2, 9), as: Bool.self))
        #expect(try !small.send("intersectsSet:", set(9), as: Bool.self))
        #expect(try large.equals(NSSet.object(numbers(1, 2, 3))))
        #expect(try large.send("isEqualToSet:", set(1, 2, 3), as: Bool.self))
        #expect(try !large.equals(set(1, 2, 4)))
        #expect(try !large.equals(NSArray.object(numbers(3, 2, 1))))
        expectException(
            "NSInvalidArgumentException", "*** -[NSMutableSet isSubsetOfSet:]: set argument is not an NSSet"
        ) { _ = try small.send("isSubsetOfSet:", NSNull.object, as: Bool.self) }
    }

    @Test("Adding to an immutable set makes another one")
    func addingCopies() throws {
        let set = NSSet.object(numbers(1))
        #expect(try set.send("setByAddingObject:", NSNumber.object(2), as: Object.self).ints == [1, 2])
        #expect(try set.send("setByAddingObjectsFromSet:", self.set(1, 3), as: Object.self).ints == [1, 3])
        #expect(set.ints == [1])
        try set.expectCopyIsSelf()
        #expect(try set.send("mutableCopy", as: Object.self).isa == NSMutableSet.cls)
        #expect(try self.set(1).send("copy", as: Object.self).isa == NSSet.cls)
    }

    @Test("Union, difference, intersection and replacement")
    func arithmetic() throws {
        let set = set(1, 2, 3)
        try set.send("unionSet:", self.set(3, 4))
        #expect(set.ints == [1, 2, 3, 4])
        try set.send("minusSet:", self.set(1, 9))
        #expect(set.ints == [2, 3, 4])
        try set.send("intersectSet:", self.set(4, 3, 9))
        #expect(set.ints == [3, 4])
        try set.send("setSet:", self.set(7, 8))
        try set.send("addObjectsFromArray:", NSArray.object(numbers(8, 9)))
        #expect(set.ints == [7, 8, 9])
        try set.send("unionSet:", set)
        try set.send("intersectSet:", set)
        #expect(set.ints == [7, 8, 9])
        try set.send("minusSet:", set)
        #expect(try set.count() == 0)
        try set.send("unionSet:", Object?.none)
        expectException("NSInvalidArgumentException", "*** -[NSMutableSet unionSet:]: set argument is not an NSSet") {
            try set.send("unionSet:", NSArray.object([]))
        }
    }

    @Test("nil is neither added nor removed: it raises")
    func nils() throws {
        for name in ["addObject:", "removeObject:"] {
            expectException("NSInvalidArgumentException", "*** -[NSMutableSet \(name)]: object cannot be nil") {
                try set(1).send(Selector(name), Object?.none)
            }
        }
    }

    @Test("A member that raises while it is compared changes nothing")
    func raising() throws {
        let builder = try ClassBuilder(uniqueName("Grumpy"))
        try builder.addMethod("hash") { (_: Object) in UInt(1) }
        try builder.addMethod("isEqual:") { (_: Object, _: Object?) -> Bool in
            throw RuntimeException("NSGenericException", "do not compare me")
        }
        let cls = builder.register()
        let set = NSMutableSet.object([try cls.new()])
        let other = try cls.new()
        for name in ["addObject:", "removeObject:"] {
            expectException("NSGenericException", "do not compare me") { try set.send(Selector(name), other) }
        }
        #expect(try set.count() == 1)
    }

    @Test("An isEqual: that changes the set it is asked for is an exception, not a crash")
    func changingWhileComparing() throws {
        let builder = try ClassBuilder(uniqueName("Saboteur"))
        let set = NSMutableSet.object()
        try builder.addMethod("hash") { (_: Object) in UInt(1) }
        try builder.addMethod("isEqual:") { (_: Object, _: Object?) -> Bool in
            try set.send("removeAllObjects")
            return false
        }
        let cls = builder.register()
        try set.send("addObject:", cls.new())
        expectException(
            "NSGenericException", "*** Collection \(set.classAndAddress) was mutated while being enumerated."
        ) { try set.send("addObject:", cls.new()) }
        #expect(try set.count() == 0)
    }

    /// Members that all have the same hash. After `arm()`, comparing two of them empties the collection.
    private struct Saboteurs {
        let collection: Object
        let cls: Class
        private let isArmed: Object

        init(_ collection: Object) throws {
            let isArmed = NSMutableSet.object()
            let builder = try ClassBuilder(uniqueName("Saboteur"))
            try builder.addMethod("hash") { (_: Object) in UInt(1) }
            try builder.addMethod("copyWithZone:") { (me: UnmanagedObject, _: UnsafeMutableRawPointer?) in me.retained()
            }
            try builder.addMethod("isEqual:") { (_: Object, _: Object?) -> Bool in
                if try isArmed.count() > 0 { try collection.send("removeAllObjects") }
                return false
            }
            (self.collection, cls, self.isArmed) = (collection, builder.register(), isArmed)
        }

        func arm() throws { try isArmed.send("addObject:", NSNumber.object(1)) }
        func disarm() throws { try isArmed.send("removeAllObjects") }
    }

    @Test("A set that its members empty while it is copied or combined with itself: the members live until the end")
    func emptiedWhileCopied() throws {
        for (set, kind) in [(NSMutableSet.object(), "Set"), (NSMutableOrderedSet.object(), "OrderedSet")] {
            let saboteurs = try Saboteurs(set)
            for name in ["copy", "mutableCopy", "union\(kind):", "minus\(kind):", "intersect\(kind):"] {
                let selector = Selector(name)
                try saboteurs.disarm()
                try autoreleasepool {
                    for _ in 0..<20 { try set.send("addObject:", saboteurs.cls.new()) }
                    try saboteurs.arm()
                    if selector.argumentCount == 0 {
                        #expect(try set.send(selector, as: Object.self).count() == 20)
                    } else {
                        try? set.send(selector, set)
                    }
                }
                #expect(try set.count() == 0, "\(selector)")
                #expect(saboteurs.cls.instanceCount == 0, "\(selector)")
            }
        }
    }

    @Test("Members come in the order they were added, whatever was removed between them", arguments: [1, 2, 3])
    func model(_ seed: UInt64) throws {
        var dice = Dice(state: seed)
        let set = NSMutableSet.object()
        var model: [Int] = []
        for step in 0..<3000 {
            // Grows and shrinks in turns.
            let adds = Int.random(in: 0..<100, using: &dice) < (step / 500 % 2 == 0 ? 80 : 25)
            let value = Int.random(in: 0..<300, using: &dice)
            if adds {
                if !model.contains(value) { model.append(value) }
                try set.send("addObject:", NSNumber.object(value))
            } else {
                let value = model.randomElement(using: &dice) ?? value
                model.removeAll { $0 == value }
                try set.send("removeObject:", NSNumber.object(value))
            }
            #expect(try set.count() == model.count)
            if step % 20 == 0 { #expect(set.ints == model) }
            #expect(try set.send("containsObject:", NSNumber.object(value), as: Bool.self) == model.contains(value))
        }
    }

    @Test("Taking one member after the other is no slower at the end")
    func draining() throws {
        let set = NSMutableSet.object((0..<20_000).map { NSNumber.object($0) })
        var taken = 0
        while let member = try set.send("anyObject", as: Object?.self) {
            try set.send("removeObject:", member)
            taken += 1
        }
        #expect(taken == 20_000)
    }
}
