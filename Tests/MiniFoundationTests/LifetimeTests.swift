import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Lifetimes")
struct LifetimeTests {
    @Test("Collections release their elements when they die")
    func elements() throws {
        let cls = try makeClass("Tracked")
        try autoreleasepool {
            let array = try NSArray.object([cls.new(), cls.new()])
            let dictionary = NSDictionary.object([
                (NSString.object("array"), array), (NSString.object("one"), try cls.new()),
            ])
            _ = try dictionary.send("allValues", as: Object.self)
            _ = try array.send("description", as: Object.self)
            #expect(cls.instanceCount == 3)
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("Collections that change release what they no longer hold, and the rest when they die")
    func changing() throws {
        let cls = try makeClass("Tracked")
        let fresh = { try cls.new() }
        try autoreleasepool {
            let array = NSMutableArray.object(try [fresh(), fresh(), fresh(), fresh(), fresh()])
            try array.send("removeObjectAtIndex:", UInt(1))
            try array.send("replaceObjectAtIndex:withObject:", UInt(0), fresh())
            try array.send("removeObjectsAtIndexes:", NSIndexSet.object([1, 2]))
            try array.send("insertObjects:atIndexes:", NSArray.object([fresh()]), NSIndexSet.object([0]))
            try array.send("setArray:", array)
            #expect(cls.instanceCount == 3)
            let set = NSMutableSet.object(try [fresh(), fresh()])
            try set.send("removeObject:", set.send("anyObject", as: Object.self))
            try set.send("addObjectsFromArray:", array)
            #expect(cls.instanceCount == 4)
            let ordered = NSMutableOrderedSet.object(try [fresh(), fresh(), fresh()])
            try ordered.send("removeObjectsAtIndexes:", NSIndexSet.object([0]))
            try ordered.send("replaceObjectAtIndex:withObject:", UInt(0), fresh())
            try ordered.send("insertObject:atIndex:", fresh(), UInt(1))
            #expect(cls.instanceCount == 7)
            let dictionary = NSMutableDictionary.object([(NSNumber.object(1), try fresh())])
            try dictionary.send("setObject:forKey:", fresh(), NSNumber.object(1))
            try dictionary.send("setObject:forKey:", fresh(), NSNumber.object(2))
            try dictionary.send("removeObjectForKey:", NSNumber.object(1))
            #expect(cls.instanceCount == 8)
            for collection in [array, set, ordered, dictionary] {
                _ = try collection.send("objectEnumerator", as: Object.self).send("nextObject", as: Object.self)
                _ = try collection.send("mutableCopy", as: Object.self).send("copy", as: Object.self)
            }
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("An element that looks while it is released finds the collection changed already")
    func deallocLooks() throws {
        let array = NSMutableArray.object(), seen = Log()
        let builder = try ClassBuilder(uniqueName("Looker"))
        let cls = builder.cls
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            seen.add("\(try array.count())")
            try self.sendSuper(of: cls, "dealloc")
        }
        let looker = builder.register()
        for _ in 0..<3 { try array.send("addObject:", looker.new()) }
        try array.send("removeObjectAtIndex:", UInt(0))
        try array.send("replaceObjectAtIndex:withObject:", UInt(0), NSNull.object)
        try array.send("removeAllObjects")
        #expect(seen.take() == ["2", "2", "0"])
    }

    @Test("A dealloc that runs while an exception is on its way still changes collections")
    func deallocWhilePending() throws {
        let set = NSMutableSet.object(numbers(1, 2))
        let builder = try ClassBuilder(uniqueName("Cleaner"))
        let cls = builder.cls
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            // Not by a try send, which would catch what is pending.
            set.unmanaged.sendWords("removeObject:", (NSNumber.object(1).unmanaged.word, 0, 0, 0))
            try self.sendSuper(of: cls, "dealloc")
        }
        let cleaner = builder.register()
        let list = NSMutableArray.object([try cleaner.new()])
        try cls.addMethod("fail:") { (self: Object, list: Object) in
            RuntimeException("NSGenericException", "on its way").raise()
            list.unmanaged.sendWords("removeAllObjects")
        }
        expectException("NSGenericException", "on its way") { try cleaner.new().send("fail:", list) }
        #expect(set.ints == [2])
    }

    @Test("A replaced value is released, and so is what an init that fails was given")
    func replaced() throws {
        let cls = try makeClass("Tracked")
        let key = NSString.object("key")
        try autoreleasepool {
            _ = try NSDictionary.object([(key, cls.new()), (key, cls.new())])
            _ = try? NSDictionary.cls.send("dictionaryWithObject:forKey:", cls.new(), Object?.none, as: Object?.self)
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("A box lets go of its value")
    func boxes() throws {
        final class Tracked {}
        weak var value: Tracked?
        do {
            let strong = Tracked()
            value = strong
            let box = Object(boxing: strong)
            #expect(try box.unboxed(as: Tracked.self) === strong)
        }
        #expect(value == nil)
    }

    // In a process of its own, where nobody else makes objects.
    @Test("Nothing is left of anything these classes do")
    func everything() async {
        await #expect(processExitsWith: .success) {
            func work() throws {
                try autoreleasepool {
                    let text = NSString.object("a text that is longer than fifteen bytes")
                    _ = try text.send("UTF8String", as: UnsafePointer<CChar>.self)
                    _ = try text.send("stringByAppendingString:", " and more", as: String.self)
                    let numbers = [NSNumber.object(1.5), NSNumber.object(UInt64.max), NSNumber.object(3)]
                    let value = NSValue.object(Rectangle(x: 1, y: 2, width: 3, height: 4))
                    let keys = (0..<20).map { NSString.object("key number \($0)") }
                    let dictionary = NSDictionary.object(keys.map { ($0, NSArray.object(numbers + [text, value])) })
                    _ = try dictionary.send("description", as: String.self)
                    _ = try dictionary.send("allKeys", as: Object.self).send("copy", as: Object.self)
                    _ = try NSNumber.cls.send("alloc", as: Object.self).send("initWithDouble:", 2.5, as: Object.self)
                    _ = try NSString.cls.send("alloc", as: Object.self).send("initWithString:", text, as: Object.self)
                    _ = try? NSString.cls.send("alloc", as: Object.self).send(
                        "initWithString:", Object?.none, as: Object?.self)
                    _ = try? NSValue.cls.send("alloc", as: Object.self)
                        .send(
                            "initWithBytes:objCType:", UnsafeRawPointer?.none, UnsafePointer<CChar>?.none,
                            as: Object?.self)
                    _ = [
                        try NSString.cls.new(), try NSValue.cls.new(), try NSArray.cls.new(),
                        try NSDictionary.cls.new(), try NSEnumerator.cls.new(), try NSMutableIndexSet.cls.new(),
                        try NSMutableSet.cls.new(), try NSMutableOrderedSet.cls.new(),
                    ]
                    let mutable = try dictionary.send("mutableCopy", as: Object.self)
                    for key in keys.dropLast() { try mutable.send("removeObjectForKey:", key) }
                    let set = NSMutableSet.object(keys + keys)
                    try set.send("minusSet:", NSSet.object(numbers))
                    _ = try set.send("copy", as: Object.self).send("setByAddingObject:", text, as: Object.self)
                    let ordered = NSMutableOrderedSet.object(keys)
                    try ordered.send("removeObjectsAtIndexes:", NSIndexSet.object([1, 5, 19]))
                    _ = try? ordered.send("insertObject:atIndex:", text, UInt(99))
                    _ = try ordered.send("set", as: Object.self).send("objectEnumerator", as: Object.self)
                    _ = try? NSSet.cls.send("alloc", as: Object.self).send("initWithArray:", text, as: Object?.self)
                    for _ in set.elements {}
                    _ = Object(boxing: [1, 2, 3]).description
                    _ = try [String: [Int?]].bridged(from: ["a": [1, nil]].bridgedObject)
                }
            }
            try work()
            let before = ObjectRuntime.liveObjectCount
            for _ in 0..<10 { try work() }
            precondition(
                ObjectRuntime.liveObjectCount == before,
                "\(before) objects before, \(ObjectRuntime.liveObjectCount) after")
        }
    }

    @Test("Threads that need the classes at the same time, first of all, all get them")
    func loading() async {
        await #expect(processExitsWith: .success) {
            await withTaskGroup(of: Bool.self) { group in
                for index in 0..<16 {
                    group.addTask {
                        switch index % 4 {
                        case 0: NSString.string(NSString.object("x")) == "x"
                        case 1: NSNumber.object(1).isTagged
                        case 2: Class(named: "NSDictionary") != nil
                        default: (try? Class.nsObject.new().send("description", as: String.self)) != nil
                        }
                    }
                }
                for await succeeded in group { precondition(succeeded) }
            }
        }
    }

    @Test("Strings, tables and invariants hold while threads share them")
    func sharing() async throws {
        let string = NSString.object("shared by many, and longer than fifteen bytes")
        let dictionary = NSDictionary.object((0..<50).map { (NSNumber.object($0), string) })
        let pointers = await withTaskGroup(of: UInt.self, returning: Set<UInt>.self) { group in
            for index in 0..<8 {
                group.addTask {
                    _ = try? dictionary.send("objectForKey:", NSNumber.object(index), as: Object.self)
                    _ = try? string.send("hash", as: UInt.self)
                    let bytes = try? string.send("UTF8String", as: UnsafePointer<CChar>.self)
                    return UInt(bitPattern: bytes)
                }
            }
            return await group.reduce(into: []) { $0.insert($1) }
        }
        #expect(pointers.count == 1)
    }
}
