// KeyPathTests.swift - observing key paths through several objects.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key paths")
struct KeyPathTests {
    @Test("B080 Each object on a path is observed for as long as the path is, and no longer")
    func everyHop() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node(1)
        let middle = try cls.node(child: leaf)
        let (root, recorder) = (try cls.node(child: middle), try Recorder())
        try recorder.observing(root, "child.child.number") {
            #expect(root.observationInfo != nil)
            #expect(middle.observationInfo != nil)
            #expect(leaf.observationInfo != nil)
            #expect(middle.isa == leaf.isa)
            try leaf.setNumber(2)
            #expect(recorder.keyPaths == ["child.child.number"])
            #expect(recorder.changes == ["1 -> 2"])
        }
        #expect(areUntouched(root, middle, leaf))
    }

    @Test("B083 An object on the way may be nil at registration, and the old value is then null")
    func nilAtRegistration() throws {
        let cls = try makeNodeClass()
        let (root, leaf, recorder) = (try cls.node(), try cls.node(5), try Recorder())
        try recorder.observing(root, "child.number", [.initial, .old, .new]) {
            try root.setChild(leaf)
            #expect(recorder.changes == ["- -> <null>", "<null> -> 5"])
        }
    }

    @Test("B084 When nil becomes an object, the path notifies once, and the leaf is followed from then on")
    func nilBecomesAnObject() throws {
        let cls = try makeNodeClass()
        let (root, leaf, recorder) = (try cls.node(), try cls.node(5), try Recorder())
        let middle = try cls.node(child: leaf)
        try recorder.observing(root, "child.child.number") {
            try root.setChild(middle)
            try leaf.setNumber(6)
            #expect(recorder.changes == ["<null> -> 5", "5 -> 6"])
        }
        #expect(leaf.isUntouched)
    }

    @Test("B085 When an object becomes nil, the path notifies once, and the leaf is followed no more")
    func anObjectBecomesNil() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node(5)
        let middle = try cls.node(child: leaf)
        let (root, recorder) = (try cls.node(child: middle), try Recorder())
        try recorder.observing(root, "child.child.number") {
            try root.setChild(nil)
            try leaf.setNumber(6)
            #expect(recorder.changes == ["5 -> <null>"])
            #expect(middle.isUntouched)
            #expect(leaf.isUntouched)
        }
    }

    @Test("B087 Each change on the way counts once: two hops set and cleared are four, the head alone is three")
    func counting() throws {
        let cls = try makeNodeClass()
        let (root, recorder) = (try cls.node(), try Recorder())
        try recorder.observing(root, "child.child.child.number") {
            let middle = try cls.node()
            try root.setChild(middle)
            try middle.setChild(cls.node())
            try middle.setChild(nil)
            try root.setChild(nil)
            #expect(recorder.count == 4)
            try root.setChild(cls.node(child: cls.node()))
            try root.setChild(cls.node())
            try root.setChild(nil)
            #expect(recorder.count == 7)
        }
    }

    @Test("B089 The path to an object and the path through it each get their own old and new value for one change")
    func objectAndItsLeaf() throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(1), try cls.node(2))
        let (root, whole, leaf) = (try cls.node(child: first), try Recorder(), try Recorder())
        try whole.observing(root, "child") {
            try leaf.observing(root, "child.number") { try root.setChild(second) }
        }
        #expect(whole.changes == ["\(first) -> \(second)"])
        #expect(leaf.changes == ["1 -> 2"])
    }

    @Test("B090 After removal no object of the path notifies")
    func removalUnhooksEveryHop() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node()
        let middle = try cls.node(child: leaf)
        let (root, recorder) = (try cls.node(child: middle), try Recorder())
        try recorder.observing(root, "child.child.number") {}
        try leaf.setNumber(1)
        try middle.setChild(nil)
        try root.setChild(nil)
        #expect(recorder.count == 0)
    }

    @Test("B091 A path with nil on its way is removed quietly")
    func removalWithNil() throws {
        let cls = try makeNodeClass()
        let (root, recorder) = (try cls.node(), try Recorder())
        try recorder.observing(root, "child.child.number") {}
        try recorder.observing(root, "child.child.number") { try root.setChild(cls.node()) }
        try recorder.observing(root, "child.child.number") { try root.setChild(nil) }
    }

    @Test("B092 Removing one of two observers of a path leaves the other as it was")
    func oneOfTwo() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node()
        let (root, stays, goes) = (try cls.node(child: leaf), try Recorder(), try Recorder())
        try stays.observing(root, "child.number") {
            try goes.observing(root, "child.number") { try leaf.setNumber(1) }
            try leaf.setNumber(2)
            try root.setChild(nil)
        }
        #expect(goes.changes == ["0 -> 1"])
        #expect(stays.changes == ["0 -> 1", "1 -> 2", "2 -> <null>"])
        #expect(leaf.isUntouched)
    }

    @Test("B080 Paths to one leaf from different roots end one by one")
    func sharedLeaf() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node()
        let roots = try (0..<3).map { _ in try cls.node(child: leaf) }
        let recorder = try Recorder()
        for root in roots { try root.addObserver(recorder.object, forKeyPath: "child.number") }
        for (index, root) in roots.enumerated() {
            try leaf.setNumber(1)
            #expect(recorder.count == [3, 5, 6][index])
            try root.removeObserver(recorder.object, forKeyPath: "child.number")
        }
        #expect(leaf.isUntouched)
    }
}

@Suite("Keys of paths")
struct KeyNameTests {
    @Test("B105 Q22 A dot always divides a path: a key of a dictionary that holds one cannot be observed")
    func keyWithADot() throws {
        let (dictionary, recorder) = (NSMutableDictionary.object(), try Recorder())
        try dictionary.addObserver(recorder.object, forKeyPath: "screen.width")
        try dictionary.send("setObject:forKey:", NSNumber.object(1), NSString.object("screen.width"))
        #expect(recorder.count == 0)
        try dictionary.removeObserver(recorder.object, forKeyPath: "screen.width")
        let person = try makePersonClass().new()
        #expect(
            raised { try person.addObserver(recorder.object, forKeyPath: "shoe.size") }?.name
                == "NSUnknownKeyException")
        #expect(person.isUntouched)
    }

    @Test("B106 The key is the setter's name: by the name of a getter isReady no observer is notified")
    func getterName() throws {
        var builder = try ClassBuilder(uniqueName("Task"))
        try builder.addIvar("_state", Bool.self)
        try builder.addMethod("isReady") { (self: Object) -> Bool in try self.ivar("_state", as: Bool.self) }
        try builder.addMethod("setReady:") { (self: Object, ready: Bool) in try self.setIvar("_state", to: ready) }
        let (task, byKey, byGetter) = (try builder.register().new(), try Recorder(), try Recorder())
        try byKey.observing(task, "ready") {
            try byGetter.observing(task, "isReady") { try task.send("setReady:", true) }
        }
        #expect(byKey.changes == ["0 -> 1"])
        #expect(byGetter.count == 0)
    }

    @Test("B107 Keys x and X share the setter setX:; it notifies of the one that was observed first, once")
    func keysThatShareASetter() throws {
        var builder = try ClassBuilder(uniqueName("Point"))
        try builder.addProperty("x", Int32.self)
        try builder.addMethod("X") { (self: Object) -> Int32 in try self.ivar("_x", as: Int32.self) }
        let (point, lower, upper) = (try builder.register().new(), try Recorder(), try Recorder())
        try lower.observing(point, "x") {
            try upper.observing(point, "X") { try point.send("setX:", Int32(1)) }
        }
        #expect(lower.changes == ["0 -> 1"])
        #expect(upper.count == 0)
    }

    @Test(
        "B108 Keys in any script notify by themselves, alone and in paths", arguments: ["größe", "été", "длина", "長さ"])
    func keysInAnyScript(key: String) throws {
        var builder = try ClassBuilder(uniqueName("Body"), superclass: makeNodeClass())
        try builder.addProperty(key, Int32.self)
        let cls = builder.register()
        let (root, leaf, recorder) = (try cls.node(), try cls.node(), try Recorder())
        let setter = Selector("set\(key.prefix(1).uppercased())\(key.dropFirst()):")
        try root.setChild(leaf)
        try recorder.observing(leaf, key) { try leaf.send(setter, Int32(1)) }
        try recorder.observing(root, "child.\(key)") { try leaf.send(setter, Int32(2)) }
        #expect(recorder.keyPaths == [key, "child.\(key)"])
        #expect(recorder.changes == ["0 -> 1", "1 -> 2"])
    }
}
