// DependentKeyTests.swift - keys that depend on other keys of the same object.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a node class whose `double` is twice its `number`.
private func makeDoublingClass() throws -> Class {
    let cls = try makeNodeClass(uniqueName("Doubling"))
    try cls.declare("double", affectedBy: "number")
    try cls.compute("double", from: "number") { 2 * $0 }
    return cls
}

@Suite("Dependent keys")
struct DependentKeyTests {
    @Test("B110 A class is asked for keyPathsForValuesAffecting<Key>, then for what was set in the old way")
    func whatIsAsked() throws {
        let cls = try makeDoublingClass()
        func answer(_ key: String) throws -> Set<String> {
            try Set.bridged(from: cls.send("keyPathsForValuesAffectingValueForKey:", key, as: Object?.self))
        }
        #expect(try answer("double") == ["number"])
        #expect(try answer("number") == [])
        try cls.setKeys(["number", "name"], triggerChangeNotificationsForDependentKey: "summary")
        #expect(try answer("summary") == ["number", "name"])
        try cls.setKeys(["name"], triggerChangeNotificationsForDependentKey: "double")
        #expect(try answer("double") == ["number"])
    }

    @Test("B111 A change of the affecting key notifies observers of the dependent one, with its own old and new value")
    func affectingKey() throws {
        let (object, recorder) = (try makeDoublingClass().new(), try Recorder())
        try recorder.observing(object, "double", [.old, .new, .initial]) { try object.setNumber(4) }
        #expect(recorder.keyPaths == ["double", "double"])
        #expect(recorder.changes == ["- -> 0", "0 -> 8"])
    }

    @Test("B112 An observer of the affecting key alone, or of another object, is not notified of the dependent one")
    func nobodyElse() throws {
        let cls = try makeDoublingClass()
        let (object, twin, recorder) = (try cls.new(), try cls.new(), try Recorder())
        try recorder.observing(object, "number") {
            try recorder.observing(twin, "double") { try object.setNumber(4) }
        }
        #expect(recorder.keyPaths == ["number"])
    }

    @Test("B113 The dependent key may have a setter, which notifies as well")
    func ownSetter() throws {
        let cls = try makeNodeClass()
        try cls.declare("name", affectedBy: "number")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "name", [.new]) {
            try object.setName("Ann")
            try object.setNumber(1)
        }
        #expect(recorder.changes == ["- -> Ann", "- -> Ann"])
    }

    @Test("B114 Dependencies reach through each other")
    func transitive() throws {
        let cls = try makeDoublingClass()
        try cls.declare("quadruple", affectedBy: "double")
        try cls.declare("octuple", affectedBy: "quadruple")
        try cls.compute("octuple", from: "number") { 8 * $0 }
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "octuple") { try object.setNumber(1) }
        #expect(recorder.changes == ["0 -> 8"])
        #expect(object.isUntouched)
    }

    @Test("B115 With several affecting keys, each change notifies once")
    func severalAffectingKeys() throws {
        let cls = try makeNodeClass()
        try cls.declare("summary", affectedBy: "number", "name", "child")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "summary", []) {
            try object.setNumber(1)
            try object.setName("Ann")
            try object.setChild(cls.new())
            try object.setOther(cls.new())
            #expect(recorder.count == 3)
        }
    }

    @Test("B122 One affecting change notifies once, by however many routes it comes")
    func severalRoutes() throws {
        let cls = try makeNodeClass()
        try cls.declare("left", affectedBy: "number")
        try cls.declare("right", affectedBy: "number", "left")
        try cls.declare("top", affectedBy: "left", "right", "number")
        try cls.compute("top", from: "number")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "top", [.old, .new, .prior]) { try object.setNumber(1) }
        #expect(recorder.changes == ["prior 0 -> -", "0 -> 1"])
    }

    @Test("B057 B129 Prior is honoured: before in order of registration, after in reverse, dependent or not")
    func prior() throws {
        let (object, recorder) = (try makeDoublingClass().new(), try Recorder())
        try recorder.observing(object, "double", [.old, .new, .prior]) {
            try recorder.observing(object, "number", [.old, .new, .prior]) {
                try object.setNumber(1)
            }
        }
        #expect(recorder.keyPaths == ["double", "number", "number", "double"])
        #expect(recorder.changes == ["prior 0 -> -", "prior 0 -> -", "0 -> 1", "0 -> 2"])
    }

    @Test("B123 Keys that depend on each other in a ring: each observed key of it notifies once")
    func rings() throws {
        var builder = try ClassBuilder(uniqueName("Ring"))
        for key in ["a", "b", "c"] { try builder.addProperty(key, Int32.self) }
        let cls = builder.register()
        try cls.declare("a", affectedBy: "b")
        try cls.declare("b", affectedBy: "c")
        try cls.declare("c", affectedBy: "a")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "a", []) {
            try recorder.observing(object, "b", []) {
                try recorder.observing(object, "c", []) {
                    for setter in ["setA:", "setB:", "setC:"] { try object.send(Selector(setter), Int32(1)) }
                }
            }
        }
        #expect(recorder.keyPaths == ["c", "b", "a", "c", "b", "a", "c", "b", "a"])
    }

    @Test("B125 Overriding keyPathsForValuesAffectingValueForKey: adds to what the superclass says")
    func overriding() throws {
        let base = try makeDoublingClass()
        let cls = try ClassBuilder(uniqueName("More"), superclass: base).register()
        let metaclass = cls.isa
        try metaclass.addMethod("keyPathsForValuesAffectingValueForKey:") { (self: Object, key: String) -> Object in
            let selector: Selector = "keyPathsForValuesAffectingValueForKey:"
            let inherited = try self.sendSuper(of: metaclass, selector, key, as: Object.self)
            guard key == "double" else { return inherited }
            return NSSet.object((NSSet.elements(of: inherited) ?? []) + [NSString.object("name")])
        }
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "double", []) {
            try object.setNumber(1)
            try object.setName("Ann")
        }
        #expect(recorder.count == 2)
    }

    @Test("B128 Observing a key without a setter overrides those of the keys that affect it, and changes isa")
    func settersOfAffectingKeys() throws {
        let cls = try makeDoublingClass()
        try cls.declareManual("double")
        let (object, recorder) = (try cls.new(), try Recorder())
        let setter = object.imp("setNumber:")
        try recorder.observing(object, "double") {
            #expect(object.isa.name == "NSKVONotifying_\(cls.name)")
            #expect(object.imp("setNumber:") != setter)
        }
        #expect(object.imp("setNumber:") == setter)
    }

    @Test(
        "B128 If all affecting keys are manual, isa stays, and a pair by hand notifies observers of the dependent key")
    func manualAffectingKeys() throws {
        let cls = try makeDoublingClass()
        try cls.declareManual("double")
        try cls.declareManual("number")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "double") {
            #expect(object.isa == cls)
            try object.setNumber(1)
            #expect(recorder.count == 0)
            try object.willChangeValue(forKey: "number")
            try object.setNumber(2)
            try object.didChangeValue(forKey: "number")
            #expect(recorder.changes == ["2 -> 4"])
        }
    }

    @Test("B131 A key that is automatic, and depends on what its setter sets, notifies twice")
    func setterThatSetsTheAffectingKey() throws {
        let cls = try makeDoublingClass()
        try cls.addMethod("setDouble:") { (self: Object, double: Int32) in try self.setNumber(double / 2) }
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "double") { try object.send("setDouble:", Int32(6)) }
        #expect(recorder.changes == ["0 -> 6", "0 -> 6"])
    }

    @Test("A subclass inherits dependencies, and may say its own for the same key")
    func subclasses() throws {
        let base = try makeDoublingClass()
        let heir = try ClassBuilder(uniqueName("Heir"), superclass: base).register()
        let rebel = try ClassBuilder(uniqueName("Rebel"), superclass: base).register()
        try rebel.declare("double", affectedBy: "name")
        for (cls, count) in [(heir, 1), (rebel, 1), (base, 1)] {
            let (object, recorder) = (try cls.new(), try Recorder())
            try recorder.observing(object, "double", []) {
                try object.setNumber(1)
                #expect(recorder.count == (cls == rebel ? 0 : 1))
                try object.setName("Ann")
            }
            #expect(recorder.count == count)
        }
    }
}

@Suite("Dependencies that cannot be")
struct ImpossibleDependencyTests {
    @Test(
        "B124 A key that is said to affect itself raises when it is first observed, alone and as part of a path",
        arguments: ["number", "number.digits"])
    func onItself(path: String) throws {
        let cls = try makeNodeClass()
        try cls.declare("number", affectedBy: path)
        let (object, recorder) = (try cls.new(), try Recorder())
        let exception = raised { try object.addObserver(recorder.object, forKeyPath: "number") }
        #expect(exception?.name == "NSInternalInconsistencyException")
        let what =
            path == "number"
            ? "the same key that was passed in, which is not valid."
            : "a key path that starts with the same key that was passed in, which is not valid. The property "
                + "identified by the key path already depends on the property identified by the key, never vice versa."
        #expect(
            exception?.reason.hasPrefix(
                "\(cls.name): A +keyPathsForValuesAffectingValueForKey: message returned a set that includes \(what)\n"
                    + "Passed-in key: number\nReturned key path set: ") == true)
        #expect(exception?.reason.contains(path) == true)
        #expect(object.isUntouched)
    }

    @Test("B124 So does a class in the middle of a path, and nothing of the path stays behind")
    func onItselfDownThePath() throws {
        let (good, bad) = (try makeNodeClass(), try makeNodeClass())
        try bad.declare("number", affectedBy: "number")
        let leaf = try bad.new()
        let middle = try good.node(child: leaf)
        let (root, recorder) = (try good.node(child: middle), try Recorder())
        #expect(
            raised { try root.addObserver(recorder.object, forKeyPath: "child.child.number") }?.name
                == "NSInternalInconsistencyException")
        #expect(areUntouched(root, middle, leaf))
    }

    @Test("B130 A dependency through an array raises, and nothing stays behind; its members can be observed instead")
    func throughAnArray() throws {
        let cls = try makeNodeClass()
        try cls.declare("total", affectedBy: "name", "other.number", "child.number")
        let (staff, helper) = (try (0..<2).map { _ in try cls.new() }, try cls.new())
        let (root, recorder) = (try cls.node(child: NSArray.object(staff)), try Recorder())
        try root.setOther(helper)
        let exception = raised { try root.addObserver(recorder.object, forKeyPath: "total") }
        #expect(exception?.name == "NSInvalidArgumentException")
        #expect(exception?.reason.hasSuffix("is not supported. Key path: number") == true)
        #expect(areUntouched([root, helper] + staff))

        let members = try root.send("child", as: Object.self)
        try members.addObserver(recorder.object, toObjectsAt: RangeSet(0..<2), forKeyPath: "number")
        try staff[1].setNumber(3)
        #expect(recorder.count == 1)
        try members.removeObserver(recorder.object, fromObjectsAt: RangeSet(0..<2), forKeyPath: "number")
    }

    @Test("What keyPathsForValuesAffectingValueForKey: raises is passed on, and the next attempt asks again")
    func raisingDeclaration() throws {
        let cls = try makeNodeClass()
        let isReady = Locked(false)
        try cls.isa.addMethod("keyPathsForValuesAffectingTotal") { (_: Object) -> Object in
            guard isReady.withLock({ $0 }) else { throw RuntimeException("NSGenericException", "not yet") }
            return NSSet.object([NSString.object("number")])
        }
        let (object, recorder) = (try cls.new(), try Recorder())
        #expect(raised { try object.addObserver(recorder.object, forKeyPath: "total") }?.reason == "not yet")
        #expect(object.isUntouched)
        isReady.withLock { $0 = true }
        try recorder.observing(object, "total", []) { try object.setNumber(1) }
        #expect(recorder.count == 1)
    }
}
