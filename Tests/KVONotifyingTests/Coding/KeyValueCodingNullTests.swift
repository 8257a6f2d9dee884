// KeyValueCodingNullTests.swift - keys and key paths of NSNull.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Key-value coding of NSNull")
struct KeyValueCodingNullTests {
    @Test("NSNull returns itself for every key and key path")
    func everyKey() throws {
        for key in ["name", "count", "description", "no such key"] {
            #expect(try NSNull.object.value(forKey: key) == NSNull.object)
        }
        #expect(try NSNull.object.value(forKeyPath: "employer.name") == NSNull.object)
    }

    @Test("A key path goes on through an array in which one object has nil for a key")
    func throughAnArray() throws {
        let cls = try makeNodeClass()
        let named = try cls.node(1, child: cls.node(2))
        try named.value(forKey: "child", as: Object.self).setName("Ann")
        let people = try NSArray.object([named, cls.node(3), NSNull.object])
        #expect(try texts(people.value(forKeyPath: "child.name")) == ["Ann", "<null>", "<null>"])
        let team = try cls.node(0, child: people)
        #expect(try texts(team.value(forKeyPath: "child.child.name")) == ["Ann", "<null>", "<null>"])
        #expect(try texts(people.value(forKeyPath: "child.child.child.name")) == ["<null>", "<null>", "<null>"])
    }

    @Test("It is a method in NSNull's table, which a swizzle finds; setting still raises")
    func isAMethod() throws {
        #expect(NSNull.cls.methods.contains { $0.selector == "valueForKey:" })
        #expect(
            reason { try NSNull.object.setValue(1, forKey: "age") }
                == "NSUnknownKeyException: [<NSNull 0x> setValue:forUndefinedKey:]: this class is not key value "
                + "coding-compliant for the key age.")
    }
}
