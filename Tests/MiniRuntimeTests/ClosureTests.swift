// ClosureTests.swift - Swift closures as IMPs, method swizzling, isa-swizzling.
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Closures as IMPs")
struct ClosureTests {
    private final class Witness: Sendable {
        let log: Log
        init(_ log: Log) { self.log = log }
        deinit { log.add("destroyed") }
    }

    @Test("A removed closure lets go of what it captured")
    func removed() throws {
        let log = Log()
        let imp: IMP
        do {
            let witness = Witness(log)
            imp = try IMP { (self: Object) in withExtendedLifetime(witness) {} }
        }
        #expect(imp.isClosure)
        #expect(imp.closureTypes == "v16@0:8")
        try imp.call(Class.nsObject, "anything")
        #expect(log.all.isEmpty)
        #expect(imp.remove())
        #expect(log.all == ["destroyed"])
    }

    @Test("Two closures have two addresses, and functions are no closures")
    func addresses() throws {
        let first = try IMP { (self: Object) in }, second = try IMP { (self: Object) in }
        #expect(first != second)
        #expect(first.address != second.address)
        #expect(!IMP.forward.isClosure)
        #expect(IMP.forward.closureTypes == nil)
        #expect(!IMP.forward.remove())
        first.remove()
        second.remove()
    }

    @Test("An IMP is called with any receiver, and its types are checked")
    func called() throws {
        let imp = try IMP { (self: Object, number: Int32, point: Point) -> Point in
            Point(x: point.x + Double(number), y: point.y)
        }
        defer { imp.remove() }
        let object = try makeClass().new()
        for _ in ["once", "again"] {
            #expect(try imp.call(object, "move:", Int32(1), Point(x: 1, y: 2), as: Point.self) == Point(x: 2, y: 2))
        }
        #expect(throws: RuntimeError.self) {
            try imp.call(object, "move:", 1.5, Point(x: 1, y: 2), as: Point.self)
        }
    }

    @Test("nil for a parameter that must not be nil raises")
    func nilParameter() throws {
        let cls = try makeClass { try $0.addMethod("take:") { (self: Object, value: Object) -> Int32 in 1 } },
            object = try cls.new()
        let expected = RuntimeException("NSInvalidArgumentException", "argument 1 of 'take:' is nil, but must not be")
        for _ in ["cold", "cached"] {
            #expect(throws: expected) { try object.send("take:", nil as Object?, as: Int32.self) }
        }
        #expect(!RuntimeException.isPending)
    }

    @Test("IMPs can be shared, replaced and exchanged between classes")
    func methods() throws {
        let cls = try makeClass { builder in
            try builder.addMethod("one") { (self: Object) -> Int32 in 1 }
            try builder.addMethod("two") { (self: Object) -> Int32 in 2 }
        }
        let object = try cls.new(), one = try #require(cls.instanceMethod("one")),
            two = try #require(cls.instanceMethod("two"))
        one.exchangeImplementations(with: two)
        for _ in ["cold", "cached"] { #expect(try object.send("one", as: Int32.self) == 2) }
        let three = try IMP { (self: Object) -> Int32 in 3 }
        let old = one.setImplementation(three)
        for _ in ["cold", "cached"] { #expect(try object.send("one", as: Int32.self) == 3) }
        #expect(cls.addMethod("alias", old, types: "i16@0:8"))
        #expect(!cls.addMethod("alias", old, types: "i16@0:8"))
        #expect(try object.send("alias", as: Int32.self) == 2)
        #expect(cls.replaceMethod("alias", three, types: "i16@0:8") == old)
        #expect(cls.methodImplementation("alias") == three)
        #expect(cls.methodImplementation("nothing") == .forward)
    }
}

@Suite("Swizzling")
struct SwizzlingTests {
    @Test("A swizzled method may call the original")
    func swizzled() throws {
        let cls = try makeClass { try $0.addProperty("age", Int32.self) }, object = try cls.new()
        try cls.swizzle("setAge:") { (original: @escaping @Sendable (Object, Int32) throws -> Void) in
            { (self: Object, age: Int32) in try original(self, age + 1) }
        }
        for _ in ["cold", "cached"] {
            try object.send("setAge:", Int32(41))
            #expect(try object.send("age", as: Int32.self) == 42)
        }
        try cls.swizzle("age") { original in { (self: Object) -> Int32 in try original(self) * 2 } }
        for _ in ["cold", "cached"] { #expect(try object.send("age", as: Int32.self) == 84) }
    }

    @Test("The replaced IMP can be put back")
    func putBack() throws {
        let cls = try makeClass { try $0.addMethod("number") { (self: Object) -> Int32 in 1 } }, object = try cls.new()
        let original = try cls.swizzle("number") { _ in { (self: Object) -> Int32 in 2 } }
        #expect(try object.send("number", as: Int32.self) == 2)
        cls.instanceMethod("number")?.setImplementation(original)
        #expect(try object.send("number", as: Int32.self) == 1)
    }

    @Test("An inherited method is overridden, and the superclass keeps its own")
    func inherited() throws {
        let base = try makeClass("Base") { try $0.addMethod("number") { (self: Object) -> Int32 in 1 } }
        let cls = try makeClass("Sub", base)
        try cls.swizzle("number") { original in { (self: Object) -> Int32 in try original(self) + 10 } }
        let parent = try base.new(), child = try cls.new()
        for _ in ["cold", "cached"] {
            #expect(try parent.send("number", as: Int32.self) == 1)
            #expect(try child.send("number", as: Int32.self) == 11)
        }
        #expect(cls.methods.map(\.typeEncoding) == ["i16@0:8"])
    }

    @Test("What is not there, or of another type, is not swizzled")
    func refused() throws {
        let cls = try makeClass { try $0.addMethod("number") { (self: Object) -> Int32 in 1 } }
        #expect(throws: RuntimeError.noMethod("none", class: cls.name)) {
            try cls.swizzle("none") { original in { (self: Object) -> Int32 in 2 } }
        }
        #expect(throws: RuntimeError.encodingMismatch("closure", expected: "i16@0:8", given: "d16@0:8")) {
            try cls.swizzle("number") { original in { (self: Object) -> Double in 2 } }
        }
        #expect(try cls.new().send("number", as: Int32.self) == 1)
    }

    @Test("isa-swizzling changes what one object does, and goes back")
    func isaSwizzling() throws {
        let cls = try makeClass { try $0.addMethod("number") { (self: Object) -> Int32 in 1 } }
        let other = try makeClass("Other", cls) { try $0.addMethod("number") { (self: Object) -> Int32 in 2 } }
        let object = try cls.new(), untouched = try cls.new()
        #expect(object.setClass(other) == cls)
        for _ in ["cold", "cached"] {
            #expect(try object.send("number", as: Int32.self) == 2)
            #expect(try untouched.send("number", as: Int32.self) == 1)
        }
        #expect(object.isa == other)
        #expect(object.setClass(cls) == other)
        #expect(try object.send("number", as: Int32.self) == 1)
    }
}
