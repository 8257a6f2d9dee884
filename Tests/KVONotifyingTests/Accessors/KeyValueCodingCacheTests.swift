// KeyValueCodingCacheTests.swift - cached accessors: methods that are replaced or added later are used.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key-value coding: what is remembered")
struct KeyValueCodingCacheTests {
    private func imp(_ age: Int32) throws -> IMP { try IMP { (_: Object) in age } }

    @Test("A getter that is swizzled, replaced, added or overridden later is the one that is asked")
    func gettersChange() throws {
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addIvar("_age", Int32.self)
        let cls = builder.register()
        let sub = try ClassBuilder(uniqueName("Student"), superclass: cls).register()
        let (person, student) = (try cls.new(), try sub.new())
        func expect(_ one: Int, _ other: Int) throws {
            for _ in 0..<2 {
                #expect(try person.value(forKey: "age", as: Int.self) == one)
                #expect(try student.value(forKey: "age", as: Int.self) == other)
            }
        }
        try expect(0, 0)
        try cls.addMethod("_age") { (_: Object) in Int32(1) }
        try expect(1, 1)
        try cls.addMethod("getAge") { (_: Object) in Int32(2) }
        try expect(2, 2)
        try sub.addMethod("getAge") { (_: Object) in Int32(3) }
        try expect(2, 3)
        try cls.instanceMethod("getAge")!.setImplementation(imp(4))
        try expect(4, 3)
    }

    @Test("A setter that comes later is the one that is sent, and so is an IMP that changes")
    func settersChange() throws {
        let log = Log()
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addIvar("_age", Int32.self)
        let cls = builder.register()
        let person = try cls.new()
        try person.setValue(1, forKey: "age")
        #expect(try person.ivar("_age", as: Int32.self) == 1)
        try cls.addMethod("setAge:") { (_: Object, age: Int32) in log.add("first \(age)") }
        try person.setValue(2, forKey: "age")
        try cls.instanceMethod("setAge:")!.setImplementation(
            IMP { (_: Object, age: Int32) in log.add("second \(age)") })
        try person.setValue(3, forKey: "age")
        #expect(log.all == ["first 2", "second 3"])
    }

    @Test("Mutators that come later are used by a proxy that is older than they are")
    func mutatorsComeLater() throws {
        let log = Log()
        let cls = try OrderedBacking.setter.makeClass(log)
        let names = try cls.new().mutableArrayValue(forKey: "names")
        try names.send("addObject:", "a")
        try cls.addMethod("insertObject:inNamesAtIndex:") { (_: Object, _: Object, index: UInt) in
            log.add("\(index)")
        }
        try cls.addMethod("removeObjectFromNamesAtIndex:") { (_: Object, _: UInt) in }
        try names.send("addObject:", "b")
        #expect(log.all == ["1"])
    }

    @Test("A class that is disposed of leaves nothing behind for the next one at its address")
    func disposedClasses() throws {
        for number in 0..<50 {
            let builder = try ClassBuilder(uniqueName("Short"))
            if number.isMultiple(of: 2) { try builder.addMethod("age") { (_: Object) in Int32(number) } }
            let cls = builder.register()
            try autoreleasepool {
                let object = try cls.new()
                let age = try? object.value(forKey: "age", as: Int.self)
                #expect(age == (number.isMultiple(of: 2) ? number : nil))
            }
            try cls.dispose()
        }
    }

    @Test("Many keys of one class do not disturb each other")
    func manyKeys() throws {
        let builder = try ClassBuilder(uniqueName("Undefined"))
        try builder.addMethod("valueForUndefinedKey:") { (_: Object, key: String) in key }
        let object = try builder.register().new()
        for round in 0..<2 {
            autoreleasepool {
                for number in 0..<5000 where number % 7 == round || round == 0 {
                    let answer = try? object.value(forKey: "key\(number)", as: String.self)
                    if answer != "key\(number)" { Issue.record("key\(number) answered \(answer ?? "nothing")") }
                }
            }
        }
    }

    @Test("Each key has its own value, however long it is, and wherever its string was made")
    func keysOfEachLength() throws {
        let builder = try ClassBuilder(uniqueName("Wide"))
        let keys = (1...40).flatMap { length in ["a", "ü"].map { String(repeating: "k", count: length) + $0 } }
        for (number, key) in keys.enumerated() {
            try builder.addMethod(Selector(key)) { (_: Object) in Int32(number) }
        }
        let object = try builder.register().new()
        for _ in 0..<3 {
            for (number, key) in keys.enumerated() {
                // A string of its own, which takes the memory of the one before.
                let value = try object.send("valueForKey:", NSString.object(key + ""), as: Object?.self)
                #expect(try Int.bridged(from: value) == number)
                #expect(try object.value(forKey: key, as: Int.self) == number)
            }
        }
    }

    @Test("A remembered getter returns nil, raises, and is overridden by valueForKey: of a subclass")
    func rememberedGetters() throws {
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addProperty("friend", Object?.self)
        try builder.addMethod("age") { (_: Object) throws -> Int32 in throw RuntimeException("Shy", "no age") }
        let cls = builder.register()
        let person = try cls.new()
        for _ in 0..<3 {
            #expect(try person.value(forKey: "friend") == nil)
            #expect(raised { _ = try person.value(forKey: "age") }?.name == "Shy")
        }
        try person.setValue(person, forKey: "friend")
        #expect(try person.value(forKey: "friend") == person)
        try person.setValue(nil, forKey: "friend")
        let sub = try ClassBuilder(uniqueName("Student"), superclass: cls).register()
        let student = try sub.new()
        #expect(try student.value(forKey: "friend") == nil)
        try sub.addMethod("valueForKey:") { (_: Object, key: String) in "\(key)!" }
        #expect(try student.value(forKey: "friend", as: String.self) == "friend!")
    }

    @Test("Threads that read while getters are replaced see one of them, whole")
    func getterReplacedByThreads() throws {
        let builder = try ClassBuilder(uniqueName("Person"))
        let keys = (0..<40).map { "key\($0)" }
        for (number, key) in keys.enumerated() {
            try builder.addMethod(Selector(key)) { (_: Object) in Int32(number) }
        }
        let cls = builder.register()
        let person = try cls.new()
        onThreads(4) { thread in
            for round in 0..<200 {
                try autoreleasepool {
                    for (number, key) in keys.enumerated() {
                        let value = try person.value(forKey: key, as: Int.self)
                        if value != number && value != -number { Issue.record("\(key) is \(value)") }
                    }
                    let number = (round * 4 + thread) % keys.count
                    let other = try IMP { (_: Object) in Int32(-number) }
                    cls.instanceMethod(Selector(keys[number]))!.setImplementation(other)
                }
            }
        }
    }

    @Test("Threads may read and write while methods are added")
    func threads() async throws {
        let cls = try makePersonClass()
        await withTaskGroup(of: Int.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    var failures = 0
                    for number in 0..<300 {
                        autoreleasepool {
                            do {
                                let person = try cls.new()
                                try person.setValue(number, forKey: "age")
                                if try person.value(forKey: "age", as: Int.self) != number { failures += 1 }
                                if number % 20 == 0 {
                                    try cls.addMethod(Selector("method\(thread)x\(number)")) { (_: Object) in }
                                }
                            } catch { failures += 1 }
                        }
                    }
                    return failures
                }
            }
            for await failures in group { #expect(failures == 0) }
        }
        #expect(cls.instanceCount == 0)
    }
}
