import MiniFoundation
import MiniRuntime
import Testing

@Suite("Lifetimes")
struct LifetimeTests {
    @Test("Collections release their elements when they die")
    func elements() throws {
        let cls = try makeTrackedClass()
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

    @Test("A replaced value is released, and so is what an init that fails was given")
    func replaced() throws {
        let cls = try makeTrackedClass()
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
                        try NSDictionary.cls.new(),
                    ]
                    _ = Object(boxing: [1, 2, 3]).description
                    _ = try [String: [Int?]].bridged(from: ["a": [1, nil]].bridgedObject)
                }
            }
            try work()
            let before = Runtime.liveObjectCount
            for _ in 0..<10 { try work() }
            precondition(
                Runtime.liveObjectCount == before, "\(before) objects before, \(Runtime.liveObjectCount) after")
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
