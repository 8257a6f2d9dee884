// SetterSemanticsTests.swift - the override of a setter keeps its effect, and other setters of the class do not matter.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes an observed object with a key `value` of that storage, and its recorder.
private func makeOwner(_ storage: PropertyStorage) throws -> (Object, Recorder) {
    var builder = try ClassBuilder(uniqueName("Owner"))
    try builder.addProperty("value", Object?.self, storage: storage)
    let (owner, recorder) = (try builder.register().new(), try Recorder())
    try owner.addObserver(recorder.object, forKeyPath: "value")
    return (owner, recorder)
}

@Suite("Setters keep their meaning")
struct SetterSemanticsTests {
    @Test("B159 A copying setter still copies")
    func copying() throws {
        let (owner, recorder) = try makeOwner(.copy)
        let given = NSMutableArray.object(nsStrings("a"))
        try owner.send("setValue:", given)
        try given.send("addObject:", nsString("b"))
        #expect(listing(try owner.send("value", as: Object.self)) == "[a]")
        #expect(recorder.count == 1)
        try owner.removeObserver(recorder.object, forKeyPath: "value")
    }

    @Test("B159 A retaining setter still retains, and releases what was there before")
    func retaining() throws {
        let (owner, recorder) = try makeOwner(.strong)
        let cls = try ClassBuilder(uniqueName("Retained")).register()
        try autoreleasepool { try owner.send("setValue:", cls.new()) }
        #expect(cls.instanceCount == 1)
        try autoreleasepool { try owner.send("setValue:", cls.new()) }
        #expect(cls.instanceCount == 1)
        try autoreleasepool { try owner.send("setValue:", Optional<Object>.none) }
        #expect(cls.instanceCount == 0)
        #expect(recorder.count == 3)
        try owner.removeObserver(recorder.object, forKeyPath: "value")
    }

    @Test("B159 Q21 A weak setter still does not retain, and its value becomes nil with the object")
    func weak() throws {
        let (owner, recorder) = try makeOwner(.weak)
        let cls = try ClassBuilder(uniqueName("WeaklyHeld")).register()
        try autoreleasepool {
            let value = try cls.new()
            try owner.send("setValue:", value)
            #expect(try owner.send("value", as: Object?.self) == value)
        }
        #expect(cls.instanceCount == 0)
        #expect(try owner.send("value", as: Object?.self) == nil)
        #expect(recorder.count == 1)
        try owner.removeObserver(recorder.object, forKeyPath: "value")
    }

    // ── nil ─────────────────────────────────────────────────────────────────────────────────────────

    @Test(
        "B157 Setting nil for a scalar by key-value coding raises NSInvalidArgumentException, and notifies no observer")
    func nilForScalar() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.setAge(5)
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.prior])
        let exception = raised { try person.setValue(nil, forKey: "age") }
        #expect(exception?.name == "NSInvalidArgumentException")
        #expect(exception?.reason.hasSuffix("could not set nil as the value for the key age.") == true)
        #expect(recorder.count == 0)
        #expect(try person.send("age", as: Int32.self) == 5)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B157 A class that takes nil for a scalar in setNilValueForKey: notifies once")
    func nilTaken() throws {
        let builder = try ClassBuilder(uniqueName("TakesNil"), superclass: makePersonClass())
        try builder.addMethod("setNilValueForKey:") { (self: Object, key: String) in
            #expect(key == "age")
            try self.setAge(-1)
        }
        let (person, recorder) = (try builder.register().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        try person.setValue(nil, forKey: "age")
        #expect(recorder.notifications.map(\.new) == ["-1"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    // ── Other properties ────────────────────────────────────────────────────────────────────────────

    @Test(
        "B153 A property of an odd type is no hindrance to observing another",
        arguments: ["(Number=id)", "[4i]", "b3", "^?", "{Opaque}", "t", "jd", "D", "{unclosed", ""])
    func oddNeighbours(encoding: String) throws {
        let builder = try ClassBuilder(uniqueName("Odd"), superclass: makePersonClass())
        let nothing = try IMP { (_: Object) in }
        let types = "v24@0:8\(encoding)16"
        builder.cls.addMethod("setOdd:", nothing, types: types)
        builder.cls.addMethod("odd", nothing, types: "\(encoding)16@0:8")
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        try object.setAge(8)
        #expect(recorder.notifications.map(\.new) == ["8"])
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B153 A property whose setter has a malformed encoding can be observed, and is announced by hand")
    func malformedSetter() throws {
        let builder = try ClassBuilder(uniqueName("Malformed"))
        builder.cls.addMethod("setOdd:", try IMP { (_: Object) in }, types: "v24@0:8{unclosed")
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "odd")
        try object.willChangeValue(forKey: "odd")
        try object.didChangeValue(forKey: "odd")
        #expect(recorder.count == 1)
        try object.removeObserver(recorder.object, forKeyPath: "odd")
    }
}
