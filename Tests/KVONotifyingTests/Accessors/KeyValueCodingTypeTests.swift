// KeyValueCodingTypeTests.swift - the C types of properties, and the objects that box them.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key-value coding: types")
struct KeyValueCodingTypeTests {
    /// Sets and reads each value through accessors, and through an ivar alone.
    private func roundTrip<Value: MessageValue & Bridged & Equatable & Sendable>(_ values: Value...) throws {
        var builder = try ClassBuilder(uniqueName("Holder"))
        try builder.addProperty("first", Value.self)
        try builder.addIvar("_second", Value.self)
        let holder = try builder.register().new()
        for value in values {
            for key in ["first", "second"] {
                try holder.setValue(value, forKey: key)
                let read = try holder.value(forKey: key)
                #expect(try Value.bridged(from: read) == value)
                #expect(read.flatMap { NSValue.encoding(of: $0) } == Value.messageEncoding.description)
                #expect(try holder.ivar("_\(key)", as: Value.self) == value)
            }
        }
    }

    @Test("B156 Every scalar goes in and comes out boxed as its type, extremes included")
    func scalars() throws {
        try roundTrip(Int8.min, -1, 0, Int8.max)
        try roundTrip(UInt8.min, UInt8.max)
        try roundTrip(Int16.min, -1, Int16.max)
        try roundTrip(UInt16.min, UInt16.max)
        try roundTrip(Int32.min, -1, Int32.max)
        try roundTrip(UInt32.min, UInt32.max)
        try roundTrip(Int64.min, -1, Int64.max)
        try roundTrip(UInt64.min, UInt64.max)
        try roundTrip(Float.zero, -1.5, .greatestFiniteMagnitude)
        try roundTrip(Double.zero, -1.5, .greatestFiniteMagnitude)
        try roundTrip(true, false)
    }

    @Test("B156 Structures go in and come out as values of their encoding")
    func structures() throws {
        try roundTrip(CodingPoint(x: 1, y: 2))
        try roundTrip(CodingMixed(a: -1, b: 2.5, c: .max, d: 200))
    }

    @Test("A number of another type is converted as C does")
    func conversions() throws {
        var builder = try ClassBuilder(uniqueName("Holder"))
        try builder.addProperty("int", Int32.self)
        try builder.addProperty("double", Double.self)
        try builder.addProperty("bool", Bool.self)
        let holder = try builder.register().new()
        try holder.setValue(3.9, forKey: "int")
        try holder.setValue(3, forKey: "double")
        try holder.setValue(2, forKey: "bool")
        #expect(try holder.value(forKey: "int", as: Int.self) == 3)
        #expect(try holder.value(forKey: "double", as: Double.self) == 3)
        #expect(try holder.value(forKey: "bool", as: Bool.self))
    }

    @Test("Classes, selectors and pointers have values too")
    func pointers() throws {
        var builder = try ClassBuilder(uniqueName("Holder"))
        try builder.addProperty("kind", Class?.self)
        try builder.addProperty("action", Selector?.self)
        try builder.addProperty("memory", UnsafeMutableRawPointer?.self)
        let holder = try builder.register().new()
        #expect(try holder.value(forKey: "kind") == nil)
        try holder.setValue(NSString.cls.object, forKey: "kind")
        #expect(try holder.value(forKey: "kind") == NSString.cls.object)
        try holder.setValue(nil, forKey: "kind")
        #expect(try holder.send("kind", as: Class?.self) == nil)
        try holder.send("setAction:", Selector?.some("run"))
        let action = try #require(try holder.value(forKey: "action"))
        #expect(NSValue.encoding(of: action) == ":")
        try holder.send("setAction:", Selector?.none)
        try holder.setValue(action, forKey: "action")
        #expect(try holder.send("action", as: Selector?.self) == "run")
        #expect(try holder.value(forKey: "memory").flatMap { NSValue.encoding(of: $0) } == "^v")
        #expect(raised { try holder.setValue(nil, forKey: "memory") }?.reason.contains("setNilValueForKey") == true)
    }

    @Test("B155 Qualifiers in an encoding do not matter")
    func qualifiers() throws {
        let log = Log()
        let builder = try ClassBuilder(uniqueName("Holder"))
        try builder.addMethod("age", types: "Vi16@0:8") { (_: Object) in Int32(5) }
        try builder.addMethod("setAge:", types: "v20@0:8ri16") { (_: Object, age: Int32) in log.add("\(age)") }
        try builder.addMethod("name", types: "@\"NSString\"16@0:8") { (_: Object) in "Ann" }
        let holder = try builder.register().new()
        #expect(try holder.value(forKey: "age", as: Int.self) == 5)
        try holder.setValue(6, forKey: "age")
        #expect(log.all == ["6"])
        #expect(try holder.value(forKey: "name", as: String.self) == "Ann")
    }

    @Test("B160 Objects of a declared class, and blocks, are objects")
    func objectEncodings() throws {
        let cls = try ClassBuilder(uniqueName("Holder")).register()
        let get: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer? = { me, _ in me
        }
        let set: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer?) -> Void = {
            me, _, value in assert(value == nil || value == me)
        }
        for (key, type) in [("name", #"@"NSString""#), ("block", "@?"), ("plain", "@")] {
            cls.addMethod(
                Selector(key), IMP(address: unsafeBitCast(get, to: UnsafeRawPointer.self)), types: "\(type)16@0:8")
            cls.addMethod(
                Selector("set\(capitalized(key)):"), IMP(address: unsafeBitCast(set, to: UnsafeRawPointer.self)),
                types: "v24@0:8\(type)16")
            let holder = try cls.new()
            #expect(try holder.value(forKey: key) == holder)
            try holder.setValue(holder, forKey: key)
            try holder.setValue(nil, forKey: key)
        }
    }

    @Test("A setter that is a C function is given small and negative numbers as they are")
    func signExtension() throws {
        var builder = try ClassBuilder(uniqueName("Holder"))
        try builder.addIvar("_result", Int.self)
        let set: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int32) -> Void = { me, _, value in
            (me + 8).storeBytes(of: Int(value), as: Int.self)
        }
        let small: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int8) -> Void = { me, _, value in
            (me + 8).storeBytes(of: Int(value), as: Int.self)
        }
        builder.cls.addMethod(
            "setInt:", IMP(address: unsafeBitCast(set, to: UnsafeRawPointer.self)), types: "v20@0:8i16")
        builder.cls.addMethod(
            "setChar:", IMP(address: unsafeBitCast(small, to: UnsafeRawPointer.self)), types: "v20@0:8c16")
        let holder = try builder.register().new()
        for key in ["int", "char"] {
            try holder.setValue(-5, forKey: key)
            #expect(try holder.value(forKey: "result", as: Int.self) == -5)
        }
    }

    @Test("An array in an ivar is no value: the key is undefined")
    func cArrays() throws {
        var builder = try ClassBuilder(uniqueName("Holder"))
        try builder.addIvar("_numbers", encoding: TypeEncoding("[4i]"))
        let holder = try builder.register().new()
        #expect(raised { _ = try holder.value(forKey: "numbers") }?.name == "NSUnknownKeyException")
    }
}
