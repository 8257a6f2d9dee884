// BareIvarTests.swift - ivars of object type whose class says nothing about who owns what is in them.
import CMiniRuntime
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Ivars without a layout")
struct BareIvarTests {
    /// A class with one ivar, `_friend`, as class_addIvar alone makes it.
    private func makeClass() -> MiniRuntime.Class {
        let cls = objc_allocateClassPair(nsObject, uniqueName("Bare"), 0)!
        class_addIvar(cls, "_friend", 8, 3, "@")
        objc_registerClassPair(cls)
        return MiniRuntime.Class(named: String(cString: class_getName(cls)))!
    }

    @Test("setValue:forKey: retains what it stores in an ivar that nobody has declared unretained")
    func coding() throws {
        let cls = makeClass(), friendClass = makeClass()
        let object = try cls.new()
        try object.setValue(friendClass.new(), forKey: "friend")
        #expect(friendClass.instanceCount == 1)
        let friend = try object.value(forKey: "friend")
        #expect(friend?.isa == friendClass)
        try object.setValue(nil, forKey: "friend")
        #expect(try object.value(forKey: "friend") == nil)
    }

    @Test("An ivar that a builder declares unretained is stored without a retain")
    func declared() throws {
        let friend = try makeClass().new()
        var builder = try ClassBuilder(uniqueName("Built"))
        try builder.addIvar("_friend", Object?.self, ownership: .unretained)
        let built = try builder.register().new()
        try built.setValue(friend, forKey: "friend")
        #expect(friend.retainCount == 1)
    }
}
