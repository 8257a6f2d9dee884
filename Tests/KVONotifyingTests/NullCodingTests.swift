// NullCodingTests.swift - key-value coding where nil was put into a collection.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Key-value coding: NSNull")
struct NullCodingTests {
    @Test("The value of any key of NSNull is NSNull")
    func anyKey() throws {
        let null = NSNull.object
        #expect(try null.value(forKey: "name") == null)
        #expect(try null.value(forKeyPath: "employer.name") == null)
        #expect(throws: RuntimeException.self) { try null.setValue(1, forKey: "name") }
    }

    @Test("A path through an array with a nil in it leads on")
    func arrays() throws {
        let cls = try makeNodeClass()
        let nodes = NSArray.object([try cls.node(child: cls.node()), try cls.node()])
        let ages = try #require(try nodes.value(forKeyPath: "child.number"))
        let values = try #require(NSArray.elements(of: ages))
        #expect(values.count == 2 && values[0] != NSNull.object && values[1] == NSNull.object)
    }
}
