// KeyValueCodingMutableArrayTests.swift - the mutable array proxies of ordered to-many properties.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// The implementation of an ordered to-many property `names`.
enum OrderedBacking: CaseIterable {
    case mutators, bulkMutators, setter, ivar, immutableIvar

    var isBracketed: Bool { self != .mutators && self != .bulkMutators }

    /// Makes a class with the property, which is empty. Its mutators add to the log.
    func makeClass(_ log: Log, ordered: Bool = false) throws -> Class {
        var builder = try ClassBuilder(uniqueName("Team"))
        switch self {
        case .ivar, .immutableIvar: try builder.addIvar("_names", Object?.self)
        case .setter: try builder.addProperty("names", Object?.self)
        case .mutators, .bulkMutators:
            try builder.addIvar("_list", Object?.self)
            try builder.addMethod("names") { (self: Object) in try self.ivar("_list", as: Object?.self) }
            try addMutators(to: builder.cls, log)
        }
        let make = ordered ? NSMutableOrderedSet.object : NSMutableArray.object
        let (kind, ivar) = (self, isBracketed ? "_names" : "_list")
        try builder.addMethod("init") { (self: Object) -> Object in
            switch kind {
            case .setter, .immutableIvar:
                try self.setIvar(ivar, to: ordered ? NSOrderedSet.object([]) : NSArray.object([]))
            default: try self.setIvar(ivar, to: make([]))
            }
            return self
        }
        return builder.register()
    }

    private func addMutators(to cls: Class, _ log: Log) throws {
        if self == .mutators {
            try cls.addMethod("insertObject:inNamesAtIndex:") { (self: Object, object: Object, index: UInt) in
                log.add("insert \(index)")
                try self.ivar("_list", as: Object.self).send("insertObject:atIndex:", object, index)
            }
            try cls.addMethod("removeObjectFromNamesAtIndex:") { (self: Object, index: UInt) in
                log.add("remove \(index)")
                try self.ivar("_list", as: Object.self).send("removeObjectAtIndex:", index)
            }
        } else {
            try cls.addMethod("insertNames:atIndexes:") { (self: Object, objects: Object, indexes: Object) in
                log.add("insert \(indexes.indexes)")
                try self.ivar("_list", as: Object.self).send("insertObjects:atIndexes:", objects, indexes)
            }
            try cls.addMethod("removeNamesAtIndexes:") { (self: Object, indexes: Object) in
                log.add("remove \(indexes.indexes)")
                try self.ivar("_list", as: Object.self).send("removeObjectsAtIndexes:", indexes)
            }
            try cls.addMethod("replaceNamesAtIndexes:withNames:") { (self: Object, indexes: Object, objects: Object) in
                log.add("replace \(indexes.indexes)")
                try self.ivar("_list", as: Object.self).send("replaceObjectsAtIndexes:withObjects:", indexes, objects)
            }
        }
    }
}

extension Object {
    var indexes: [Int] { NSIndexSet.ranges(of: self)?.ranges.flatMap { Array($0) } ?? [] }
}

private func strings(_ texts: String...) -> Object { texts.bridgedObject! }

@Suite("Key-value coding: mutable arrays")
struct KeyValueCodingMutableArrayTests {
    @Test(
        "Whatever backs it, the property is changed by every message of a mutable array",
        arguments: OrderedBacking.allCases)
    func changing(_ backing: OrderedBacking) throws {
        let team = try backing.makeClass(Log()).new()
        let names = try team.mutableArrayValue(forKey: "names")
        #expect(names.isa.name == "NSKeyValueMutableArray")
        func expect(_ wanted: String...) throws {
            #expect(texts(names) == wanted)
            #expect(try texts(team.value(forKey: "names")) == wanted)
            #expect(try names.send("count", as: UInt.self) == UInt(wanted.count))
        }
        #expect(try names.send("count", as: UInt.self) == 0)
        try names.send("addObject:", "b")
        try names.send("insertObject:atIndex:", "a", UInt(0))
        try expect("a", "b")
        try names.send("addObjectsFromArray:", strings("c", "d"))
        try names.send("replaceObjectAtIndex:withObject:", UInt(1), "B")
        try expect("a", "B", "c", "d")
        try names.send("insertObjects:atIndexes:", strings("x", "y"), NSIndexSet.object([0, 3]))
        try expect("x", "a", "B", "y", "c", "d")
        try names.send("removeObjectsAtIndexes:", NSIndexSet.object([0, 3]))
        try names.send("replaceObjectsAtIndexes:withObjects:", NSIndexSet.object([0, 2]), strings("A", "C"))
        try expect("A", "B", "C", "d")
        try names.send("removeObjectAtIndex:", UInt(1))
        try names.send("removeLastObject")
        try names.send("exchangeObjectAtIndex:withObjectAtIndex:", UInt(0), UInt(1))
        try expect("C", "A")
        try names.send("removeObject:", "A")
        try names.send("setArray:", strings("p", "q"))
        try expect("p", "q")
        try names.send("removeAllObjects")
        try expect()
    }

    @Test(
        "B166 addObject:, addObject:, removeObjectAtIndex: are Insertion 0, Insertion 1, Removal 0, whatever backs it")
    func brackets() throws {
        for backing in OrderedBacking.allCases {
            let log = Log()
            let cls = try backing.makeClass(log)
            try addChangeLog(log, to: cls)
            let names = try cls.new().mutableArrayValue(forKey: "names")
            try names.send("addObject:", "a")
            try names.send("addObject:", "b")
            try names.send("removeObjectAtIndex:", UInt(0))
            let expected =
                switch backing {
                case .mutators: ["insert 0", "insert 1", "remove 0"]
                case .bulkMutators: ["insert [0]", "insert [1]", "remove [0]"]
                default:
                    [
                        "will 2 [0] names", "did 2 [0] names", "will 2 [1] names", "did 2 [1] names",
                        "will 3 [0] names",
                        "did 3 [0] names",
                    ]
                }
            #expect(log.all == expected, "\(backing)")
        }
    }

    @Test("A message that changes many elements is one change, where the mutators allow it")
    func bulkBrackets() throws {
        for backing in OrderedBacking.allCases where backing != .mutators {
            let log = Log()
            let cls = try backing.makeClass(log)
            try addChangeLog(log, to: cls)
            let names = try cls.new().mutableArrayValue(forKey: "names")
            try names.send("addObjectsFromArray:", strings("a", "b", "c"))
            try names.send("replaceObjectsAtIndexes:withObjects:", NSIndexSet.object([0, 2]), strings("A", "C"))
            try names.send("removeAllObjects")
            try names.send("removeAllObjects")
            try names.send("addObjectsFromArray:", strings())
            let expected =
                backing.isBracketed
                ? [
                    "will 2 [0, 1, 2] names", "did 2 [0, 1, 2] names", "will 4 [0, 2] names", "did 4 [0, 2] names",
                    "will 3 [0, 1, 2] names", "did 3 [0, 1, 2] names",
                ] : ["insert [0, 1, 2]", "replace [0, 2]", "remove [0, 1, 2]"]
            #expect(log.all == expected, "\(backing)")
        }
    }

    @Test(
        "B174 A bad index raises NSRangeException, changes nothing, and notifies no observer",
        arguments: OrderedBacking.allCases)
    func badIndexes(_ backing: OrderedBacking) throws {
        let log = Log()
        let cls = try backing.makeClass(log)
        try addChangeLog(log, to: cls)
        let names = try cls.new().mutableArrayValue(forKey: "names")
        try names.send("addObject:", "a")
        let before = log.all
        let two = NSIndexSet.object([0, 2])
        let attempts: [(String, () throws -> Void)] = [
            ("insertObject:atIndex:]: index 2", { try names.send("insertObject:atIndex:", "b", UInt(2)) }),
            ("removeObjectAtIndex:]: index 1", { try names.send("removeObjectAtIndex:", UInt(1)) }),
            (
                "replaceObjectAtIndex:withObject:]: index 1",
                { try names.send("replaceObjectAtIndex:withObject:", UInt(1), "b") }
            ),
            ("objectAtIndex:]: index 1", { _ = try names.send("objectAtIndex:", UInt(1), as: Object?.self) }),
            ("removeObjectsAtIndexes:]: index 2", { try names.send("removeObjectsAtIndexes:", two) }),
            (
                "replaceObjectsAtIndexes:withObjects:]: index 2",
                { try names.send("replaceObjectsAtIndexes:withObjects:", two, strings("x", "y")) }
            ),
            (
                "insertObjects:atIndexes:]: index 4",
                { try names.send("insertObjects:atIndexes:", strings("x", "y"), NSIndexSet.object([0, 4])) }
            ),
        ]
        for (text, attempt) in attempts {
            #expect(
                raised(attempt)
                    == RuntimeException(
                        "NSRangeException", "*** -[NSKeyValueMutableArray \(text) beyond bounds [0 .. 0]"))
        }
        #expect(texts(names) == ["a"])
        #expect(log.all == before)
    }

    @Test("Bad arguments raise NSInvalidArgumentException, and no observer is notified")
    func badArguments() throws {
        let log = Log()
        let cls = try OrderedBacking.setter.makeClass(log)
        try addChangeLog(log, to: cls)
        let names = try cls.new().mutableArrayValue(forKey: "names")
        let start = "NSInvalidArgumentException: *** -[NSKeyValueMutableArray "
        #expect(reason { try names.send("addObject:", Object?.none) } == start + "addObject:]: object cannot be nil")
        #expect(
            reason { try names.send("insertObjects:atIndexes:", strings("a"), NSIndexSet.object([0, 1])) }
                == "NSRangeException: *** -[NSKeyValueMutableArray insertObjects:atIndexes:]: "
                + "index 1 beyond bounds for empty array")
        #expect(
            reason { try names.send("insertObjects:atIndexes:", strings("a", "b"), NSIndexSet.object([0])) }
                == start + "insertObjects:atIndexes:]: count of array (2) differs from count of index set (1)")
        #expect(
            reason { try names.send("removeObjectsAtIndexes:", "a") }
                == start + "removeObjectsAtIndexes:]: the indexes are no NSIndexSet")
        #expect(
            reason { try names.send("addObjectsFromArray:", "a") }
                == start + "addObjectsFromArray:]: array argument is not an NSArray")
        #expect(
            reason { try names.send("removeLastObject") }?
                .hasPrefix("NSRangeException: *** -[NSKeyValueMutableArray removeLastObject]") == true)
        #expect(log.all.isEmpty)
    }

    @Test("A key that cannot be set raises by setValue:forUndefinedKey: when something is changed")
    func undefinedKeys() throws {
        let builder = try ClassBuilder("CodingNoNames")
        try builder.addMethod("readOnly") { (_: Object) in strings("a") }
        let object = try builder.register().new()
        for key in ["names", "readOnly"] {
            let names = try object.mutableArrayValue(forKey: key)
            #expect(
                reason { try names.send("insertObject:atIndex:", "b", UInt(0)) }?
                    .hasPrefix("NSUnknownKeyException: [<CodingNoNames 0x>") == true)
            #expect(
                key == "names"
                    || reason { try names.send("addObject:", "b") }
                        == "NSUnknownKeyException: [<CodingNoNames 0x> setValue:forUndefinedKey:]: "
                        + "this class is not key value coding-compliant for the key readOnly."
            )
        }
    }

    @Test("A property that is no array cannot be changed as one")
    func wrongCollection() throws {
        let person = try makePersonClass("CodingWrongCollection").new()
        try person.setValue(NSSet.object([]), forKey: "name")
        #expect(
            reason { try person.mutableArrayValue(forKey: "name").send("addObject:", "a") }
                == "NSInvalidArgumentException: [<CodingWrongCollection 0x> setValue:forKey:]: "
                + "bad value for the key name. A NSSet was found where a kind of NSMutableArray is wanted")
    }

    @Test("A class that says its key is not automatic is changed without a word")
    func manualKeys() throws {
        for backing in [OrderedBacking.setter, .ivar] {
            let log = Log()
            let cls = try backing.makeClass(log)
            try addChangeLog(log, to: cls)
            try cls.isa.addMethod("automaticallyNotifiesObserversForKey:") { (_: Object, _: String) in false }
            let names = try cls.new().mutableArrayValue(forKey: "names")
            try names.send("addObject:", "a")
            #expect(texts(names) == ["a"])
            #expect(log.all.isEmpty)
        }
    }

    @Test("The arrays in a dictionary can be changed through it")
    func dictionary() throws {
        let dictionary = NSMutableDictionary.object([(NSString.object("list"), NSArray.object([]))])
        let list = try dictionary.mutableArrayValue(forKey: "list")
        try list.send("addObject:", "a")
        try list.send("addObject:", "b")
        #expect(try texts(dictionary.value(forKey: "list")) == ["a", "b"])
    }

    @Test("A path leads to the proxy of the last object")
    func paths() throws {
        let person = try makePersonClass().new()
        let team = try OrderedBacking.ivar.makeClass(Log()).new()
        try person.setValue(team, forKey: "name")
        try person.mutableArrayValue(forKeyPath: "name.names").send("addObject:", "a")
        #expect(try texts(team.value(forKey: "names")) == ["a"])
        #expect(raised { _ = try person.mutableArrayValue(forKeyPath: "k.names") }?.name == "NSUnknownKeyException")
    }

    @Test("A proxy keeps its object alive, and leaves nothing behind", arguments: OrderedBacking.allCases)
    func lifetime(_ backing: OrderedBacking) throws {
        let member = try ClassBuilder(uniqueName("Member")).register()
        let cls = try backing.makeClass(Log())
        try autoreleasepool {
            let names = try cls.new().mutableArrayValue(forKey: "names")
            #expect(cls.instanceCount == 1)
            for _ in 0..<3 { try names.send("addObject:", member.new()) }
            try names.send("replaceObjectAtIndex:withObject:", UInt(0), member.new())
            try names.send("removeObjectAtIndex:", UInt(1))
            #expect(texts(names)?.count == 2)
        }
        #expect(member.instanceCount == 0)
        #expect(cls.instanceCount == 0)
    }
}

@Suite("Key-value coding: mutable ordered sets")
struct KeyValueCodingMutableOrderedSetTests {
    @Test("Whatever backs it, the property is changed, and holds nothing twice", arguments: OrderedBacking.allCases)
    func changing(_ backing: OrderedBacking) throws {
        let log = Log()
        let cls = try backing.makeClass(log, ordered: true)
        let team = try cls.new()
        let names = try team.mutableOrderedSetValue(forKey: "names")
        #expect(names.isa.name == "NSKeyValueMutableOrderedSet")
        try names.send("addObject:", "a")
        try names.send("addObject:", "b")
        try names.send("addObject:", "a")
        try names.send("insertObject:atIndex:", "c", UInt(0))
        #expect(texts(names) == ["c", "a", "b"])
        #expect(try names.send("indexOfObject:", "b", as: UInt.self) == 2)
        #expect(try names.send("indexOfObject:", "x", as: UInt.self) == UInt(notFound))
        #expect(try names.send("containsObject:", "a", as: Bool.self))
        try names.send("replaceObjectAtIndex:withObject:", UInt(0), "d")
        try names.send("removeObject:", "a")
        #expect(try texts(team.value(forKey: "names")) == ["d", "b"])
        #expect(raised { try names.send("removeObjectAtIndex:", UInt(2)) }?.name == "NSRangeException")
        try names.send("removeAllObjects")
        #expect(try names.send("count", as: UInt.self) == 0)
        #expect(try team.value(forKey: "names")?.isa.isSubclass(of: NSMutableOrderedSet.cls) == true)
    }

    @Test("Notifications are those of an array")
    func brackets() throws {
        for backing in OrderedBacking.allCases where backing.isBracketed {
            let log = Log()
            let cls = try backing.makeClass(log, ordered: true)
            try addChangeLog(log, to: cls)
            let names = try cls.new().mutableOrderedSetValue(forKey: "names")
            try names.send("addObject:", "a")
            try names.send("addObject:", "a")
            try names.send("removeObject:", "a")
            #expect(log.all == ["will 2 [0] names", "did 2 [0] names", "will 3 [0] names", "did 3 [0] names"])
        }
    }
}
