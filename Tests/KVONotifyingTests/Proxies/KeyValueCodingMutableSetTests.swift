// KeyValueCodingMutableSetTests.swift - the mutable set proxies of unordered to-many properties.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// The implementation of an unordered to-many property `tags`.
enum UnorderedBacking: CaseIterable {
    case mutators, allMutators, setter, ivar, immutableIvar

    var isBracketed: Bool { self != .mutators && self != .allMutators }

    /// Makes a class with the property, which is empty. Its mutators add to the log.
    func makeClass(_ log: Log) throws -> Class {
        var builder = try ClassBuilder(uniqueName("Tagged"))
        let ivar = isBracketed ? "_tags" : "_set"
        if self == .setter {
            try builder.addProperty("tags", Object?.self)
        } else {
            try builder.addIvar(ivar, Object?.self)
        }
        if !isBracketed {
            try builder.addMethod("tags") { (self: Object) in try self.ivar("_set", as: Object?.self) }
            var mutators = [("addTagsObject:", "addObject:"), ("removeTagsObject:", "removeObject:")]
            if self == .allMutators {
                mutators += [
                    ("addTags:", "unionSet:"), ("removeTags:", "minusSet:"), ("intersectTags:", "intersectSet:"),
                    ("setTags:", "setSet:"),
                ]
            }
            for (name, message) in mutators {
                try builder.addMethod(Selector(name)) { (self: Object, argument: Object) in
                    log.add("\(name) \(texts(argument)?.sorted().description ?? argument.description)")
                    try self.ivar("_set", as: Object.self).send(Selector(message), argument)
                }
            }
        }
        let kind = self
        try builder.addMethod("init") { (self: Object) -> Object in
            switch kind {
            case .setter, .immutableIvar: try self.setIvar(ivar, to: NSSet.object([]))
            default: try self.setIvar(ivar, to: NSMutableSet.object([]))
            }
            return self
        }
        return builder.register()
    }
}

private func set(_ texts: String...) -> Object { NSSet.object(texts.map { NSString.object($0) }) }

@Suite("Key-value coding: mutable sets")
struct KeyValueCodingMutableSetTests {
    /// Performs all operations, one after the other.
    private func changeAll(_ tags: Object, _ check: ([String]) throws -> Void = { _ in }) throws {
        try tags.send("addObject:", "a")
        try check(["a"])
        try tags.send("unionSet:", set("a", "b", "c"))
        try check(["a", "b", "c"])
        try tags.send("removeObject:", "a")
        try check(["b", "c"])
        try tags.send("minusSet:", set("b", "x"))
        try check(["c"])
        try tags.send("setSet:", set("c", "d", "e"))
        try check(["c", "d", "e"])
        try tags.send("intersectSet:", set("d", "e", "f"))
        try check(["d", "e"])
        try tags.send("removeAllObjects")
        try check([])
    }

    @Test(
        "Whatever backs it, the property is changed by every message of a mutable set",
        arguments: UnorderedBacking.allCases)
    func changing(_ backing: UnorderedBacking) throws {
        let object = try backing.makeClass(Log()).new()
        let tags = try object.mutableSetValue(forKey: "tags")
        #expect(tags.isa.name == "NSKeyValueMutableSet")
        try changeAll(tags) { wanted in
            let (value, count) = (try object.value(forKey: "tags"), try tags.send("count", as: UInt.self))
            #expect(texts(tags)?.sorted() == wanted)
            #expect(texts(value)?.sorted() == wanted)
            #expect(count == UInt(wanted.count))
        }
        try tags.send("addObjectsFromArray:", ["x", "y"].bridgedObject)
        #expect(try tags.send("containsObject:", "x", as: Bool.self))
        #expect(try tags.send("member:", "z", as: Object?.self) == nil)
    }

    @Test("B171 Each operation notifies once, as what it is, whatever backs the property")
    func brackets() throws {
        for backing in UnorderedBacking.allCases where backing.isBracketed {
            let log = Log()
            let cls = try backing.makeClass(log)
            try addChangeLog(log, to: cls)
            try changeAll(cls.new().mutableSetValue(forKey: "tags"))
            let changes = [
                #"1 ["a"]"#, #"1 ["a", "b", "c"]"#, #"2 ["a"]"#, #"2 ["b", "x"]"#, #"4 ["c", "d", "e"]"#,
                #"3 ["d", "e", "f"]"#, "3 []",
            ]
            #expect(log.all == changes.flatMap { ["will \($0) tags", "did \($0) tags"] }, "\(backing)")
        }
    }

    @Test("A class with all mutators is sent the one for each operation")
    func allMutators() throws {
        let log = Log()
        let cls = try UnorderedBacking.allMutators.makeClass(log)
        try addChangeLog(log, to: cls)
        try changeAll(cls.new().mutableSetValue(forKey: "tags"))
        #expect(
            log.all == [
                "addTagsObject: a", #"addTags: ["a", "b", "c"]"#, "removeTagsObject: a", #"removeTags: ["b", "x"]"#,
                #"setTags: ["c", "d", "e"]"#, #"intersectTags: ["d", "e", "f"]"#, "intersectTags: []",
            ])
    }

    @Test("A class with the least is sent one message for each member")
    func leastMutators() throws {
        let log = Log()
        let tags = try UnorderedBacking.mutators.makeClass(log).new().mutableSetValue(forKey: "tags")
        try tags.send("addObjectsFromArray:", ["a", "b"].bridgedObject)
        try tags.send("intersectSet:", set("b"))
        #expect(log.all.sorted() == ["addTagsObject: a", "addTagsObject: b", "removeTagsObject: a"])
    }

    @Test("Bad arguments raise, and no observer is notified")
    func badArguments() throws {
        let log = Log()
        let cls = try UnorderedBacking.ivar.makeClass(log)
        try addChangeLog(log, to: cls)
        let tags = try cls.new().mutableSetValue(forKey: "tags")
        let start = "NSInvalidArgumentException: *** -[NSKeyValueMutableSet "
        #expect(reason { try tags.send("addObject:", Object?.none) } == start + "addObject:]: object cannot be nil")
        #expect(
            reason { try tags.send("removeObject:", Object?.none) } == start + "removeObject:]: object cannot be nil")
        #expect(reason { try tags.send("unionSet:", "a") } == start + "unionSet:]: the argument is not a collection")
        #expect(log.all.isEmpty)
    }

    @Test("Changing the property while its members are visited is safe")
    func changingWhileEnumerating() throws {
        let tags = try UnorderedBacking.setter.makeClass(Log()).new().mutableSetValue(forKey: "tags")
        try tags.send("unionSet:", set("a", "b", "c"))
        let members = try tags.send("objectEnumerator", as: Object.self)
        while let member = try members.send("nextObject", as: Object?.self) { try tags.send("removeObject:", member) }
        #expect(try tags.send("count", as: UInt.self) == 0)
    }

    @Test("A proxy keeps its object alive, and leaves nothing behind", arguments: UnorderedBacking.allCases)
    func lifetime(_ backing: UnorderedBacking) throws {
        let member = try ClassBuilder(uniqueName("Member")).register()
        let cls = try backing.makeClass(Log())
        try autoreleasepool {
            let tags = try cls.new().mutableSetValue(forKey: "tags")
            for _ in 0..<3 { try tags.send("addObject:", member.new()) }
            #expect(texts(tags)?.count == 3)
        }
        #expect(member.instanceCount == 0)
        #expect(cls.instanceCount == 0)
    }
}
