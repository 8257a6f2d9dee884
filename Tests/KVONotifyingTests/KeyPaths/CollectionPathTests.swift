// CollectionPathTests.swift - key paths that contain collections, and collection operators in them.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a node class with an ordered to-many property `items`, which has a setter and two mutators.
private func makeListClass() throws -> Class {
    var builder = try ClassBuilder(uniqueName("List"), superclass: makeNodeClass())
    try builder.addProperty("items", Object?.self)
    try builder.addMethod("insertObject:inItemsAtIndex:") { (self: Object, item: Object, index: UInt) in
        try self.send("items", as: Object.self).send("insertObject:atIndex:", item, index)
    }
    try builder.addMethod("removeObjectFromItemsAtIndex:") { (self: Object, index: UInt) in
        try self.send("items", as: Object.self).send("removeObjectAtIndex:", index)
    }
    return builder.register()
}

@Suite("Paths and collections")
struct CollectionPathTests {
    @Test(
        "B098 A path that goes on through a collection raises at registration, and nothing stays behind",
        arguments: ["NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet"])
    func throughACollection(name: String) throws {
        let cls = try makeNodeClass()
        let middle = try cls.node(child: Class(named: name)!.new())
        let (root, recorder) = (try cls.node(child: middle), try Recorder())
        let exception = raised { try root.addObserver(recorder.object, forKeyPath: "child.child.number") }
        #expect(exception?.name == "NSInvalidArgumentException")
        #expect(
            exception.map { withoutAddresses($0.reason) }
                == "[<\(name) 0x> addObserver:forKeyPath:options:context:] is not supported. Key path: number")
        #expect(areUntouched(root, middle))
    }

    @Test("B098 So does one through an array with mutators, and through an array in a dictionary")
    func throughMutatorsAndDictionaries() throws {
        let (list, recorder) = (try makeListClass().new(), try Recorder())
        try list.send("setItems:", NSMutableArray.object())
        let dictionary = NSMutableDictionary.object([(NSString.object("all"), NSArray.object([]))])
        for (object, path) in [(list, "items.number"), (list, "items.@sum.number"), (dictionary, "all.number")] {
            let exception = raised { try object.addObserver(recorder.object, forKeyPath: path) }
            let rest = path.split(separator: ".", maxSplits: 1)[1]
            #expect(exception?.name == "NSInvalidArgumentException")
            #expect(exception?.reason.hasSuffix("is not supported. Key path: \(rest)") == true)
            #expect(object.isUntouched)
        }
    }

    @Test("B098 A collection that gets onto an observed path makes its setter raise, and the path works again after it")
    func collectionArrivesLater() throws {
        let cls = try makeNodeClass()
        let (root, leaf, recorder) = (try cls.node(), try cls.node(1), try Recorder())
        try recorder.observing(root, "child.number", []) {
            #expect(raised { try root.setChild(NSArray.object([])) }?.name == "NSInvalidArgumentException")
            #expect(recorder.count == 0)
            try root.setChild(leaf)
            try leaf.setNumber(2)
            #expect(recorder.count == 2)
        }
        #expect(leaf.isUntouched)
    }

    @Test("B099 The count of a collection is a setting with old and new count, changed by mutator, proxy or setter")
    func count() throws {
        let (list, recorder) = (try makeListClass().new(), try Recorder())
        try list.send("setItems:", NSMutableArray.object())
        try recorder.observing(list, "items.@count") {
            try list.send("insertObject:inItemsAtIndex:", NSString.object("a"), UInt(0))
            try list.mutableArrayValue(forKey: "items").send("addObject:", NSString.object("b"))
            try list.send("removeObjectFromItemsAtIndex:", UInt(0))
            try list.send("setItems:", NSMutableArray.object())
        }
        #expect(recorder.changes == ["0 -> 1", "1 -> 2", "2 -> 1", "1 -> 0"])
        #expect(recorder.notifications.allSatisfy { $0.kind == 1 && $0.entryCount == 3 })
    }

    @Test("B099 It notifies further down a path as well, and when the list itself is replaced")
    func countDownAPath() throws {
        let cls = try makeListClass()
        let (root, list, recorder) = (try cls.new(), try cls.new(), try Recorder())
        try list.send("setItems:", NSMutableArray.object())
        try recorder.observing(root, "child.items.@count") {
            try root.setChild(list)
            try list.send("insertObject:inItemsAtIndex:", NSString.object("a"), UInt(0))
            try root.setChild(nil)
            try list.send("insertObject:inItemsAtIndex:", NSString.object("b"), UInt(0))
        }
        #expect(recorder.changes == ["<null> -> 0", "0 -> 1", "1 -> <null>"])
        #expect(list.isUntouched)
    }

    @Test("B041 A to-many key at the end of a path notifies of the elements that changed")
    func toManyAtTheEnd() throws {
        let cls = try makeListClass()
        let list = try cls.new()
        try list.send("setItems:", NSMutableArray.object())
        let (root, recorder) = (try cls.node(child: list), try Recorder())
        try recorder.observing(root, "child.items") {
            try list.send("insertObject:inItemsAtIndex:", NSNumber.object(7), UInt(0))
            try root.setChild(nil)
        }
        #expect(recorder.notifications.map(\.kind) == [2, 1])
        #expect(recorder.notifications.first?.old == nil)
    }

    @Test("B100 A path may begin with an operator: what stands behind it drives the computed value")
    func computedProperty() throws {
        let cls = try makeNodeClass()
        try cls.addMethod("valueForKeyPath:") { (self: Object, path: String) -> Object? in
            guard path.hasPrefix("@double.") else {
                return try self.sendSuper(of: cls, "valueForKeyPath:", path, as: Object?.self)
            }
            let value = try self.value(forKeyPath: String(path.dropFirst("@double.".count)))
            return NSNumber.object(2 * (try value.map { try Int.bridged(from: $0) } ?? 0))
        }
        let child = try cls.node(5)
        let (object, recorder) = (try cls.node(1, child: child), try Recorder())
        try recorder.observing(object, "@double.number") { try object.setNumber(2) }
        try recorder.observing(object, "@double.child.number") {
            try child.setNumber(6)
            try object.setChild(nil)
        }
        #expect(recorder.keyPaths == ["@double.number", "@double.child.number", "@double.child.number"])
        #expect(recorder.changes == ["2 -> 4", "10 -> 12", "12 -> 0"])
        #expect(child.isUntouched)
    }

    @Test("B101 An operator without an argument watches the object before it, and nothing inside")
    func operatorWithoutArgument() throws {
        let cls = try makeNodeClass()
        let dictionary = NSMutableDictionary.object()
        let (root, recorder) = (try cls.node(child: dictionary), try Recorder())
        try recorder.observing(root, "child.@count") {
            try dictionary.send("setObject:forKey:", NSNumber.object(1), NSString.object("a"))
            #expect(recorder.count == 0)
            #expect(dictionary.isUntouched)
            try root.setChild(NSMutableDictionary.object())
            #expect(recorder.changes == ["1 -> 0"])
        }
    }
}
