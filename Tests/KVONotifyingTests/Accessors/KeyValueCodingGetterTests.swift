// KeyValueCodingGetterTests.swift - how valueForKey: finds a getter or an ivar.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key-value coding: reading")
struct KeyValueCodingGetterTests {
    @Test("A getter is looked for as get<Key>, <key>, is<Key>, _<key>, and before all ivars")
    func getterOrder() throws {
        let names = ["getAge", "age", "isAge", "_age"]
        for first in names.indices {
            var builder = try ClassBuilder(uniqueName("Person"))
            try builder.addIvar("_age", Int32.self)
            for (index, name) in names.enumerated() where index >= first {
                try builder.addMethod(Selector(name)) { (_: Object) in Int32(index) }
            }
            #expect(try builder.register().new().value(forKey: "age", as: Int.self) == first)
        }
    }

    @Test("Ivars are looked for as _<key>, _is<Key>, <key>, is<Key>")
    func ivarOrder() throws {
        let names = ["_age", "_isAge", "age", "isAge"]
        for first in names.indices {
            var builder = try ClassBuilder(uniqueName("Person"))
            for name in names[first...].reversed() { try builder.addIvar(name, Int32.self) }
            let person = try builder.register().new()
            for (index, name) in names.enumerated() where index >= first { try person.setIvar(name, to: Int32(index)) }
            #expect(try person.value(forKey: "age", as: Int.self) == first)
        }
    }

    @Test("What takes an argument, or returns nothing, is no getter")
    func wrongShapes() throws {
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addIvar("_age", Int32.self)
        try builder.addMethod("getAge") { (_: Object) in }
        try builder.addMethod("age", types: "i16@0:8") { (_: Object) in Int32(7) }
        let person = try builder.register().new()
        #expect(try person.value(forKey: "age", as: Int.self) == 7)
    }

    @Test("A key that nothing answers to raises with Apple's text")
    func undefinedKey() throws {
        let person = try ClassBuilder(uniqueName("Person")).register().new()
        let text =
            "[<\(person.isa) 0x\(String(person.address, radix: 16))> valueForUndefinedKey:]: "
            + "this class is not key value coding-compliant for the key k."
        #expect(throws: RuntimeException("NSUnknownKeyException", text)) { try person.value(forKey: "k") }
    }

    @Test("retain and autorelease are no getters", arguments: ["retain", "autorelease"])
    func countingMethods(_ key: String) throws {
        let object = try ClassBuilder(uniqueName("Person")).register().new()
        for _ in 0..<10 {
            #expect(throws: RuntimeException.self) { try object.value(forKey: key) }
        }
        #expect(object.retainCount == 1)
    }

    @Test("A class may answer undefined keys")
    func valueForUndefinedKey() throws {
        let builder = try ClassBuilder(uniqueName("Person"))
        try builder.addMethod("valueForUndefinedKey:") { (_: Object, key: String) in "no \(key)" }
        #expect(try builder.register().new().value(forKey: "x", as: String.self) == "no x")
    }

    @Test("A class that keeps its ivars to itself says so")
    func accessInstanceVariablesDirectly() throws {
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addIvar("_age", Int32.self)
        try builder.addClassMethod("accessInstanceVariablesDirectly") { (_: Object) in false }
        let person = try builder.register().new()
        #expect(raised { _ = try person.value(forKey: "age") }?.name == "NSUnknownKeyException")
        #expect(raised { try person.setValue(1, forKey: "age") }?.name == "NSUnknownKeyException")
    }

    @Test("Neither nil nor nothing is a key")
    func badKeys() throws {
        let person = try ClassBuilder("CodingBadKeys").register().new()
        func noSuchKey(_ message: String) -> String {
            "NSUnknownKeyException: [<CodingBadKeys 0x> \(message)]: this class is not key value coding-compliant "
                + "for the key ."
        }
        #expect(
            reason { _ = try person.send("valueForKey:", Object?.none, as: Object?.self) }
                == "NSInvalidArgumentException: -[CodingBadKeys valueForKey:]: the key is nil")
        #expect(
            reason { _ = try person.value(forKey: "") }
                == noSuchKey("valueForKey:"))
        #expect(
            reason { _ = try person.send("valueForKey:", NSNull.object, as: Object?.self) }
                == "NSInvalidArgumentException: -[CodingBadKeys valueForKey:]: the key is a NSNull, not a string")
        #expect(
            reason { _ = try person.value(forKeyPath: "") }
                == noSuchKey("valueForKeyPath:"))
        #expect(
            reason { try person.setValue(1, forKey: "") }
                == noSuchKey("setValue:forKey:"))
    }

    @Test("B108 Keys need not be ASCII: é finds setÉ:, x setX:, URL setURL:")
    func unusualKeys() throws {
        for (key, setter) in [("é", "setÉ:"), ("x", "setX:"), ("URL", "setURL:"), ("ñame", "setÑame:"), ("日", "set日:")]
        {
            var builder = try ClassBuilder(uniqueName("Person"))
            try builder.addIvar("_storage", Int32.self)
            try builder.addMethod(Selector(key)) { (self: Object) in try self.ivar("_storage", as: Int32.self) }
            try builder.addMethod(Selector(setter)) { (self: Object, value: Int32) in
                try self.setIvar("_storage", to: value)
            }
            let person = try builder.register().new()
            try person.setValue(5, forKey: key)
            #expect(try person.value(forKey: key, as: Int.self) == 5)
        }
    }

    @Test("Composed and decomposed letters are different keys")
    func normalization() throws {
        let builder = try ClassBuilder(uniqueName("Person"))
        try builder.addMethod(Selector("\u{E9}")) { (_: Object) in Int32(1) }
        try builder.addMethod(Selector("e\u{301}")) { (_: Object) in Int32(2) }
        let person = try builder.register().new()
        for _ in 0..<2 {
            #expect(try person.value(forKey: "\u{E9}", as: Int.self) == 1)
            #expect(try person.value(forKey: "e\u{301}", as: Int.self) == 2)
        }
    }

    @Test("A getter that raises raises out of valueForKey:")
    func raisingGetter() throws {
        let builder = try ClassBuilder(uniqueName("Person"))
        try builder.addMethod("age") { (_: Object) -> Int32 in throw RuntimeException("Mine", "no age") }
        let person = try builder.register().new()
        #expect(throws: RuntimeException("Mine", "no age")) { try person.value(forKey: "age") }
    }

    @Test("An override of valueForKey: is asked by paths, proxies and operators")
    func overriding() throws {
        let builder = try ClassBuilder(uniqueName("Person"))
        try builder.addMethod("valueForKey:") { (_: Object, key: String) -> Object? in
            key == "list" ? NSArray.object([NSNumber.object(1)]) : NSString.object("<\(key)>")
        }
        let person = try builder.register().new()
        #expect(try person.value(forKeyPath: "a.length", as: Int.self) == 3)
        #expect(try NSArray.object([person]).value(forKeyPath: "@max.a", as: String.self) == "<a>")
        #expect(try texts(person.mutableArrayValue(forKey: "list")) == ["1"])
    }

    @Test("Method resolution is given its chance")
    func resolution() throws {
        let builder = try ClassBuilder(uniqueName("Person"))
        try builder.addClassMethod("resolveInstanceMethod:") { (self: Object, selector: Selector) -> Bool in
            guard selector == "age" else { return false }
            let cls = Class(address: UnsafeRawPointer(self.unmanaged.address))
            try cls.addMethod("age") { (_: Object) in Int32(9) }
            return true
        }
        #expect(try builder.register().new().value(forKey: "age", as: Int.self) == 9)
    }

    @Test("A getter whose name says that the caller owns the result leaks nothing")
    func ownedResults() throws {
        let made = try ClassBuilder(uniqueName("Made")).register()
        let builder = try ClassBuilder(uniqueName("Person"))
        try builder.addMethod("newThing") { (_: Object) in try made.new() }
        let person = try builder.register().new()
        try autoreleasepool {
            let thing = try person.value(forKey: "newThing")
            #expect(thing?.isa == made)
        }
        #expect(made.instanceCount == 0)
    }

    @Test("A tagged pointer has methods as keys and no ivars")
    func taggedPointers() throws {
        #expect(try NSNumber.object(5).value(forKey: "stringValue", as: String.self) == "5")
        #expect(raised { _ = try NSNumber.object(5).value(forKey: "storage") }?.name == "NSUnknownKeyException")
        #expect(raised { _ = try NSString.object("a").value(forKey: "storage") }?.name == "NSUnknownKeyException")
    }
}
