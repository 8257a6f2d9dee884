// KeyValueCodingNilCollectionTests.swift - mutable collection proxies of a property that is nil.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// The three kinds of mutable proxies.
enum ProxyKind: String, CaseIterable {
    case array = "NSKeyValueMutableArray"
    case orderedSet = "NSKeyValueMutableOrderedSet"
    case set = "NSKeyValueMutableSet"

    func proxy(of object: Object, _ key: String) throws -> Object {
        switch self {
        case .array: try object.mutableArrayValue(forKey: key)
        case .orderedSet: try object.mutableOrderedSetValue(forKey: key)
        case .set: try object.mutableSetValue(forKey: key)
        }
    }

    /// The messages that take one object, and those without an argument.
    var taking: [String] {
        self == .array ? ["addObject:"] : self == .set ? ["addObject:", "removeObject:"] : []
    }
    var bare: [String] { ["count", "removeAllObjects"] }

    var empty: Object {
        switch self {
        case .array: NSArray.object([])
        case .orderedSet: NSOrderedSet.object([])
        case .set: NSSet.object([])
        }
    }
}

@Suite("Mutable collection proxies of nil")
struct KeyValueCodingNilCollectionTests {
    /// Makes an object with accessors for `items`.
    private func makeObject() throws -> Object {
        var builder = try ClassBuilder(uniqueName("Holder"))
        try builder.addProperty("items", Object?.self)
        return try builder.register().new()
    }

    /// Makes an object with an ivar for `items` and no accessors, a dictionary, and an object that has no values for
    /// unknown keys but stores them.
    private func makeObjectsWithoutSetter() throws -> [Object] {
        var withIvar = try ClassBuilder(uniqueName("Holder"))
        try withIvar.addIvar("_items", Object?.self)
        let inventing = try ClassBuilder(uniqueName("Inventing"))
        let (kept, key) = (NSMutableDictionary.object([]), "items")
        try inventing.addMethod("valueForUndefinedKey:") { (_: Object, _: String) in
            try kept.value(forKey: key)
        }
        try inventing.addMethod("setValue:forUndefinedKey:") { (_: Object, value: Object?, _: String) in
            try kept.setValue(value, forKey: key)
        }
        return try [withIvar.register().new(), NSMutableDictionary.object([]), inventing.register().new()]
    }

    @Test(
        "If the property has no setter, the proxy of nil is empty, and the first addition creates the collection",
        arguments: ProxyKind.allCases)
    func created(kind: ProxyKind) throws {
        for object in try makeObjectsWithoutSetter() {
            let proxy = try kind.proxy(of: object, "items")
            #expect(try proxy.send("count", as: UInt.self) == 0)
            #expect(try object.value(forKey: "items") == nil, "reading creates nothing")
            let recorder = try Recorder()
            try recorder.observing(object, "items", .new) { try proxy.send("addObject:", "a") }
            #expect(recorder.count == 1)
            try proxy.send("addObject:", "b")
            #expect(try texts(object.value(forKey: "items"))?.sorted() == ["a", "b"])
        }
    }

    @Test(
        "The first message to the proxy raises and names the message, the key and the object",
        arguments: ProxyKind.allCases)
    func raises(kind: ProxyKind) throws {
        do {
            let object = try makeObject()
            let proxy = try kind.proxy(of: object, "items")
            func expect(_ message: String, _ body: () throws -> Void) {
                let exception = raised(body)
                #expect(exception?.name == "NSInternalInconsistencyException", "\(message)")
                #expect(
                    exception?.reason
                        == "-[\(kind.rawValue) \(message)]: value for key items of object \(addressText(object)) is nil"
                )
            }
            for message in kind.taking { expect(message) { try proxy.send(Selector(message), "a".bridgedObject!) } }
            for message in kind.bare { expect(message) { try proxy.send(Selector(message)) } }
            switch kind {
            case .set:
                expect("unionSet:") { try proxy.send("unionSet:", NSSet.object(nsStrings("a"))) }
                expect("setSet:") { try proxy.send("setSet:", NSSet.object(nsStrings("a"))) }
                expect("member:") { _ = try proxy.send("member:", "a", as: Object?.self) }
                expect("objectEnumerator") { _ = try proxy.send("objectEnumerator", as: Object?.self) }
            case .array, .orderedSet:
                expect("insertObject:atIndex:") { try proxy.send("insertObject:atIndex:", "a", UInt(0)) }
                expect("removeObjectAtIndex:") { try proxy.send("removeObjectAtIndex:", UInt(0)) }
                expect("replaceObjectAtIndex:withObject:") {
                    try proxy.send("replaceObjectAtIndex:withObject:", UInt(0), "a")
                }
                expect("objectAtIndex:") { _ = try proxy.send("objectAtIndex:", UInt(0), as: Object?.self) }
                expect("removeLastObject") { try proxy.send("removeLastObject") }
                expect("insertObjects:atIndexes:") {
                    try proxy.send("insertObjects:atIndexes:", nsArray("a"), nsIndexSet(0))
                }
            }
            #expect(try object.value(forKey: "items") == nil, "nothing was created")
        }
    }

    @Test("Observers are not notified of a change that raised", arguments: ProxyKind.allCases)
    func observersAreNotNotified(kind: ProxyKind) throws {
        let (object, recorder) = (try makeObject(), try Recorder())
        try recorder.observing(object, "items", [.new, .old, .prior]) {
            let proxy = try kind.proxy(of: object, "items")
            #expect(raised { try proxy.send("addObject:", "a") } != nil)
            #expect(recorder.count == 0)
        }
    }

    @Test("A proxy that raised works once the property has a collection", arguments: ProxyKind.allCases)
    func worksLater(kind: ProxyKind) throws {
        let object = try makeObject()
        let proxy = try kind.proxy(of: object, "items")
        #expect(raised { try proxy.send("addObject:", "a") } != nil)
        try object.setValue(kind.empty, forKey: "items")
        try proxy.send("addObject:", "a")
        #expect(try texts(object.value(forKey: "items")) == ["a"])
    }

    @Test("A class with mutators of its own decides itself what an insertion into nil does")
    func ownMutators() throws {
        var builder = try ClassBuilder(uniqueName("Lazy"))
        try builder.addIvar("_list", Object?.self)
        try builder.addMethod("items") { (self: Object) in try self.ivar("_list", as: Object?.self) }
        try builder.addMethod("insertObject:inItemsAtIndex:") { (self: Object, object: Object, index: UInt) in
            let list = try self.ivar("_list", as: Object?.self) ?? NSMutableArray.object([])
            try list.send("insertObject:atIndex:", object, index)
            try self.setIvar("_list", to: list)
        }
        try builder.addMethod("removeObjectFromItemsAtIndex:") { (_: Object, _: UInt) in }
        let object = try builder.register().new()
        let proxy = try object.mutableArrayValue(forKey: "items")
        for text in ["a", "b"] { try proxy.send("addObject:", text) }
        #expect(try texts(object.value(forKey: "items")) == ["a", "b"])
    }
}
