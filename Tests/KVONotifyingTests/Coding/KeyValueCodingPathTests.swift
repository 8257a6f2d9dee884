// KeyValueCodingPathTests.swift - reading and writing by key path.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key-value coding: key paths")
struct KeyValueCodingPathTests {
    private func makeChain() throws -> (outer: Object, inner: Object) {
        var builder = try ClassBuilder(uniqueName("Node"))
        try builder.addProperty("next", Object?.self)
        try builder.addProperty("age", Int32.self)
        let cls = builder.register()
        let (outer, inner) = (try cls.new(), try cls.new())
        try outer.setValue(inner, forKey: "next")
        return (outer, inner)
    }

    @Test("A path is read and written at its end")
    func readingAndWriting() throws {
        let (outer, inner) = try makeChain()
        try outer.setValue(3, forKeyPath: "next.age")
        #expect(try inner.value(forKey: "age", as: Int.self) == 3)
        #expect(try outer.value(forKeyPath: "next.age", as: Int.self) == 3)
        #expect(try outer.value(forKeyPath: "age", as: Int.self) == 0)
        try outer.setValue(4, forKeyPath: "age")
        #expect(try outer.value(forKeyPath: "age", as: Int.self) == 4)
    }

    @Test("A path that meets nil answers nil, and writing to it does nothing")
    func nilIntermediate() throws {
        let (outer, inner) = try makeChain()
        #expect(try outer.value(forKeyPath: "next.next.age") == nil)
        try outer.setValue(1, forKeyPath: "next.next.age")
        #expect(try inner.value(forKey: "age", as: Int.self) == 0)
        #expect(raised { _ = try outer.mutableArrayValue(forKeyPath: "next.next.list") } == nil)
        #expect(throws: RuntimeError.self) { try outer.mutableArrayValue(forKeyPath: "next.next.list") }
    }

    @Test("An unknown key in the middle names the object that does not have it")
    func unknownKeys() throws {
        let (outer, _) = try makeChain()
        let text = raised { _ = try outer.value(forKeyPath: "next.k.age") }?.reason
        #expect(
            text?.hasSuffix("valueForUndefinedKey:]: this class is not key value coding-compliant for the key k.")
                == true)
        for path in ["next..age", ".age", "next.age."] {
            #expect(raised { _ = try outer.value(forKeyPath: path) }?.name.hasPrefix("NS") == true, "\(path)")
        }
    }

    @Test("Each hop is a message: an object on the way may have its own idea of the rest")
    func hopsAreMessages() throws {
        let (outer, inner) = try makeChain()
        let log = Log()
        let builder = try ClassBuilder(uniqueName("Guide"))
        try builder.addMethod("valueForKeyPath:") { (_: Object, path: String) in
            log.add(path)
            return NSString.object("guided")
        }
        try builder.addMethod("setValue:forKeyPath:") { (_: Object, value: Object?, path: String) in
            log.add("\(path)=\(value!)")
        }
        try inner.setValue(builder.register().new(), forKey: "next")
        #expect(try outer.value(forKeyPath: "next.next.a.b.c", as: String.self) == "guided")
        try outer.setValue(7, forKeyPath: "next.next.d.e")
        #expect(log.all == ["a.b.c", "d.e=7"])
    }

    @Test("What a path leads to outlives the objects it leads through")
    func lifetimes() throws {
        let made = try ClassBuilder(uniqueName("Made")).register()
        var builder = try ClassBuilder(uniqueName("Temporary"))
        try builder.addProperty("thing", Object?.self)
        let temporary = builder.register()
        let root = try ClassBuilder(uniqueName("Root"))
        try root.addMethod("newTemporary") { (_: Object) in
            let object = try temporary.new()
            try object.setValue(made.new(), forKey: "thing")
            return object
        }
        let object = try root.register().new()
        try autoreleasepool {
            let thing = try object.value(forKeyPath: "newTemporary.thing")
            #expect(thing?.isa == made)
        }
        #expect(made.instanceCount == 0)
        #expect(temporary.instanceCount == 0)
    }

    @Test("A dictionary is searched for the whole path first, and has no operators")
    func dictionaries() throws {
        let nested = NSDictionary.object([(nsString("b"), nsString("nested"))])
        let dictionary = NSDictionary.object([(nsString("a.b"), nsString("dotted")), (nsString("a"), nested)])
        #expect(try dictionary.value(forKeyPath: "a.b", as: String.self) == "dotted")
        #expect(
            try NSDictionary.object([(nsString("a"), nested)]).value(forKeyPath: "a.b", as: String.self) == "nested")
        #expect(try dictionary.value(forKeyPath: "no.such") == nil)
        for path in ["@allKeys.@count", "@sum.n"] {
            let exception = raised { _ = try dictionary.value(forKeyPath: path) }
            #expect(exception?.reason.contains("this class does not implement the ") == true, "\(path)")
        }
        #expect(try dictionary.value(forKeyPath: "@count", as: Int.self) == 2)
    }

    @Test("Validation asks validate<Key>:error:, which may correct the value or refuse it")
    func validation() throws {
        let (outer, inner) = try makeChain()
        try inner.isa.addMethod("validateAge:error:") {
            (_: Object, value: UnsafeMutableRawPointer, error: UnsafeMutableRawPointer?) -> Bool in
            let given = value.load(as: UnsafeMutableRawPointer?.self)
            guard let age = UnmanagedObject(given) else { return true }
            if try Int.bridged(from: age.retained()) > 150 {
                let text = NSString.object("too old").autoreleased()
                error?.storeBytes(of: text.address, as: UnsafeMutableRawPointer?.self)
                return false
            }
            value.storeBytes(of: NSNumber.object(42).unmanaged.address, as: UnsafeMutableRawPointer?.self)
            return true
        }
        for (object, path) in [(inner, "age"), (outer, "next.age")] {
            var value = Object?.some(NSNumber.object(7))
            try object.validateValue(&value, forKeyPath: path)
            #expect(value == NSNumber.object(42))
            value = NSNumber.object(200)
            let error = #expect(throws: ValidationError.self) { try object.validateValue(&value, forKeyPath: path) }
            #expect(error?.object?.description == "too old")
            #expect(error?.description == "The value for the key '\(path)' is not valid: too old")
            #expect(value == NSNumber.object(200))
        }
        var anything: Object? = NSNull.object
        try inner.validateValue(&anything, forKey: "next")
        try outer.validateValue(&anything, forKeyPath: "next.next.age")
        #expect(anything == NSNull.object)
    }
}
