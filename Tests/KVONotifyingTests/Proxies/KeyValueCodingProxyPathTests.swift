// KeyValueCodingProxyPathTests.swift - mutable sets and ordered sets at the end of a key path, and unknown keys.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key-value coding: mutable sets along key paths")
struct KeyValueCodingProxyPathTests {
    /// Makes an object whose `child` has a collection under the key `tags`.
    private func makeFamily(_ ivar: String = "_tags") throws -> (parent: Object, child: Object) {
        var parents = try ClassBuilder(uniqueName("ProxyParent")), children = try ClassBuilder(uniqueName("ProxyChild"))
        try parents.addProperty("child", Object?.self)
        try children.addIvar(ivar, Object?.self)
        let (parent, child) = (try parents.register().new(), try children.register().new())
        try parent.setValue(child, forKey: "child")
        return (parent, child)
    }

    @Test("A path leads to the mutable set of the last object")
    func sets() throws {
        let (parent, child) = try makeFamily()
        try child.setValue(NSSet.object([]), forKey: "tags")
        let tags = try parent.mutableSetValue(forKeyPath: "child.tags")
        try tags.send("addObject:", "a")
        try tags.send("addObject:", "a")
        #expect(try texts(child.value(forKey: "tags")) == ["a"])
        #expect(raised { _ = try parent.mutableSetValue(forKeyPath: "nobody.tags") }?.name == "NSUnknownKeyException")
    }

    @Test("A path leads to the mutable ordered set of the last object")
    func orderedSets() throws {
        let (parent, child) = try makeFamily()
        try child.setValue(NSOrderedSet.object([]), forKey: "tags")
        let tags = try parent.mutableOrderedSetValue(forKeyPath: "child.tags")
        for text in ["b", "a", "b"] { try tags.send("addObject:", text) }
        #expect(try texts(child.value(forKey: "tags")) == ["b", "a"])
        #expect(
            raised { _ = try parent.mutableOrderedSetValue(forKeyPath: "nobody.tags") }?.name
                == "NSUnknownKeyException")
    }

    @Test("A set under a key that nobody has raises by setValue:forUndefinedKey: when it is changed")
    func unknownKey() throws {
        let child = try makeFamily("other").child, tags = try child.mutableSetValue(forKey: "tags")
        #expect(
            reason { try tags.send("addObject:", "a") }
                == "NSUnknownKeyException: [<\(child.isa) 0x> setValue:forUndefinedKey:]: "
                + "this class is not key value coding-compliant for the key tags.")
    }

    @Test("What a getter raises is what a change of its set raises, and nothing is set")
    func raisingGetter() throws {
        let log = Log(), builder = try ClassBuilder(uniqueName("ProxyRefuser"))
        try builder.addMethod("tags") { (_: Object) -> Object? in throw RuntimeException("Closed", "come tomorrow") }
        try builder.addMethod("setTags:") { (_: Object, _: Object?) in log.add("set") }
        let tags = try builder.register().new().mutableSetValue(forKey: "tags")
        for _ in ["cold", "cached"] {
            #expect(reason { try tags.send("addObject:", "a") } == "Closed: come tomorrow")
        }
        #expect(log.all.isEmpty)
    }
}
