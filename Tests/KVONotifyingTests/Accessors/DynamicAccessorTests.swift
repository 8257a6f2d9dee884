// DynamicAccessorTests.swift - accessors that `+resolveInstanceMethod:` adds when they are first sent (@dynamic).
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a class whose `age`, `setAge:`, `name`, `setName:`, `members` and mutators are added when they are first sent.
private func makeDynamicClass(_ log: Log) throws -> Class {
    var builder = try ClassBuilder(uniqueName("Dynamic"))
    try builder.addIvar("_ageStorage", Int32.self)
    try builder.addIvar("_nameStorage", Object?.self)
    try builder.addIvar("_list", Object?.self)
    try builder.addMethod("init") { (self: Object) -> Object in
        try self.setIvar("_list", to: NSMutableArray.object([]))
        return self
    }
    try builder.addClassMethod("resolveInstanceMethod:") { (self: Object, selector: Selector) -> Bool in
        log.add("\(selector)")
        return try resolve(selector, in: Class(address: self.receiverAddress!))
    }
    return builder.register()
}

private func resolve(_ selector: Selector, in cls: Class) throws -> Bool {
    switch selector.name {
    case "age": try cls.addMethod(selector) { (self: Object) in try self.ivar("_ageStorage", as: Int32.self) }
    case "setAge:":
        try cls.addMethod(selector) { (self: Object, age: Int32) in try self.setIvar("_ageStorage", to: age) }
    case "name": try cls.addMethod(selector) { (self: Object) in try self.ivar("_nameStorage", as: Object?.self) }
    case "setName:":
        try cls.addMethod(selector) { (self: Object, name: Object?) in try self.setIvar("_nameStorage", to: name) }
    case "members": try cls.addMethod(selector) { (self: Object) in try self.ivar("_list", as: Object.self) }
    case "insertObject:inMembersAtIndex:":
        try cls.addMethod(selector) { (self: Object, object: Object, index: UInt) in
            try self.ivar("_list", as: Object.self).send("insertObject:atIndex:", object, index)
        }
    case "removeObjectFromMembersAtIndex:":
        try cls.addMethod(selector) { (self: Object, index: UInt) in
            try self.ivar("_list", as: Object.self).send("removeObjectAtIndex:", index)
        }
    default: return false
    }
    return true
}

@Suite("Accessors added by +resolveInstanceMethod:")
struct DynamicAccessorTests {
    @Test("A setter that nobody has sent yet notifies")
    func neverSent() throws {
        let (object, recorder) = (try makeDynamicClass(Log()).new(), try Recorder())
        try recorder.observing(object, "age") {
            try object.setAge(1)
            try object.setValue(2, forKey: "age")
        }
        #expect(recorder.changes == ["0 -> 1", "1 -> 2"])
        try object.setAge(3)
        #expect(recorder.count == 2)
    }

    @Test("A setter that was resolved while another key was observed notifies once its own key is observed")
    func resolvedWhileObserved() throws {
        let cls = try makeDynamicClass(Log())
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "age") {
            try object.send("setName:", "Ann")
            try recorder.observing(object, "name") { try object.send("setName:", "Bob") }
        }
        #expect(recorder.changes == ["Ann -> Bob"])
        #expect(cls.methods.contains { $0.selector == "setName:" }, "the method is in the class's own table")
        #expect(try object.value(forKey: "name", as: String.self) == "Bob")
    }

    @Test("Mutators of a to-many property notify of single elements")
    func mutators() throws {
        let object = try makeDynamicClass(Log()).new()
        let collector = try ChangeCollector()
        let lines = try collector.lines(of: object, "members") {
            try object.send("insertObject:inMembersAtIndex:", "a", UInt(0))
            try object.mutableArrayValue(forKey: "members").send("addObject:", "b")
            try object.send("removeObjectFromMembersAtIndex:", UInt(0))
        }
        #expect(lines == ["insertion at 0, new [a]", "insertion at 1, new [b]", "removal at 0, old [a]"])
    }

    @Test("+resolveInstanceMethod: is sent to the class itself, never to the notifying class")
    func receiver() throws {
        let receivers = Log()
        var builder = try ClassBuilder(uniqueName("Dynamic"))
        try builder.addProperty("age", Int32.self)
        try builder.addClassMethod("resolveInstanceMethod:") { (self: Object, selector: Selector) -> Bool in
            receivers.add(Class(address: self.receiverAddress!).name)
            return false
        }
        let cls = builder.register()
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "age") {
            #expect(raised { try object.send("neverImplemented") } != nil)
            #expect(raised { _ = try object.value(forKey: "never") } != nil)
        }
        #expect(Set(receivers.all) == [cls.name])
    }

    @Test("Dependent keys may be declared by class methods that +resolveClassMethod: adds")
    func declarations() throws {
        var builder = try ClassBuilder(uniqueName("Dynamic"))
        try builder.addProperty("first", Object?.self)
        try builder.addProperty("full", Object?.self)
        let metaclass = builder.cls.isa
        try builder.addClassMethod("resolveClassMethod:") { (_: Object, selector: Selector) -> Bool in
            guard selector == "keyPathsForValuesAffectingFull" else { return false }
            try metaclass.addMethod(selector) { (_: Object) in NSSet.object(nsStrings("first")) }
            return true
        }
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try recorder.observing(object, "full", []) { try object.send("setFirst:", "Ann") }
        #expect(recorder.keyPaths == ["full"])
    }
}
