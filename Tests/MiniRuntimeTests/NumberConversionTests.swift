// NumberConversionTests.swift - integers and floating-point numbers of other types than a method has.
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Numbers of other types")
struct NumberConversionTests {
    /// A class with a method `echo:` of each number type, named by its encoding.
    private func echoes() throws -> Object {
        func add<Value: MessageValue>(_ type: Value.Type, _ name: String, _ builder: borrowing ClassBuilder) throws {
            try builder.addMethod(Selector("\(name):")) { (_: Object, value: Value) -> Value in value }
        }
        return try makeClass { builder in
            try add(Int8.self, "int8", builder)
            try add(UInt8.self, "uint8", builder)
            try add(Int16.self, "int16", builder)
            try add(UInt16.self, "uint16", builder)
            try add(Int32.self, "int32", builder)
            try add(UInt32.self, "uint32", builder)
            try add(Int64.self, "int64", builder)
            try add(UInt64.self, "uint64", builder)
            try add(Float.self, "float", builder)
            try add(Double.self, "double", builder)
        }.new()
    }

    @Test("An integer literal is the type that the method declares")
    func literals() throws {
        let object = try echoes()
        for name in ["int8:", "uint8:", "int16:", "uint16:", "int32:", "uint32:", "int64:", "uint64:"] {
            for _ in ["cold", "cached"] { #expect(try object.send(Selector(name), 5, as: Int.self) == 5) }
        }
        let cls = try makeClass { try $0.addProperty("age", Int32.self) }, person = try cls.new()
        try person.send("setAge:", 5)
        #expect(try person.send("age", as: Int.self) == 5)
        try person.send("setAge:", -5)
        #expect(try person.send("age", as: Int8.self) == -5)
    }

    @Test("A Bool is sent to a method that takes a signed char, and asked for from one that returns one")
    func booleansAsCharacters() throws {
        let object = try echoes()
        for _ in ["cold", "cached"] {
            for value in [true, false] { #expect(try object.send("int8:", value, as: Bool.self) == value) }
            #expect(try object.send("int8:", Int8(-2), as: Bool.self))
            #expect(throws: RuntimeError.self) { try object.send("int32:", true, as: Bool.self) }
        }
    }

    @Test("An unsigned result can be asked for as Int")
    func unsignedResult() throws {
        let object = try echoes()
        #expect(try object.send("uint64:", UInt64(7), as: Int.self) == 7)
        #expect(try object.send("int64:", 7, as: UInt.self) == 7)
        #expect(try object.send("uint64:", UInt64(Int64.max), as: Int.self) == .max)
    }

    @Test("Narrower and wider integers keep their value, at the ends of each range")
    func ranges() throws {
        let object = try echoes()
        #expect(try object.send("int8:", -128, as: Int.self) == -128)
        #expect(try object.send("uint8:", 255, as: Int16.self) == 255)
        #expect(try object.send("int16:", Int8(-1), as: Int64.self) == -1)
        #expect(try object.send("uint16:", UInt8(200), as: UInt64.self) == 200)
        #expect(try object.send("int32:", UInt32(Int32.max), as: Int.self) == Int(Int32.max))
        #expect(try object.send("int32:", Int(Int32.min), as: Int.self) == Int(Int32.min))
        #expect(try object.send("int64:", UInt8(255), as: Int.self) == 255)
        #expect(try object.send("uint64:", Int8(127), as: Int.self) == 127)
    }

    @Test("A value that does not fit is an error that names it, and nothing is sent")
    func misfits() throws {
        let log = Log()
        let cls = try makeClass { builder in
            try builder.addMethod("take:") { (_: Object, number: Int32) in log.add("\(number)") }
            try builder.addMethod("count") { (_: Object) -> UInt in .max }
            try builder.addMethod("many") { (_: Object) -> Int32 in -1 }
        }
        let object = try cls.new()
        for _ in ["cold", "cached"] {
            #expect(throws: RuntimeError.argumentRange("take:", index: 0, value: "5000000000", type: "i")) {
                try object.send("take:", 5_000_000_000)
            }
            #expect(throws: RuntimeError.argumentRange("take:", index: 0, value: "4294967295", type: "i")) {
                try object.send("take:", UInt32.max)
            }
            #expect(throws: RuntimeError.returnRange("count", value: "18446744073709551615", type: "q")) {
                try object.send("count", as: Int.self)
            }
            #expect(throws: RuntimeError.returnRange("many", value: "-1", type: "C")) {
                try object.send("many", as: UInt8.self)
            }
            #expect(throws: RuntimeError.argumentRange("uint8:", index: 0, value: "-1", type: "C")) {
                try echoes().send("uint8:", -1, as: Int.self)
            }
        }
        #expect(log.all == [])
        let (argument, result) = (
            RuntimeError.argumentRange("take:", index: 0, value: "5000000000", type: "i"),
            RuntimeError.returnRange("count", value: "18446744073709551615", type: "q")
        )
        #expect("\(argument)" == "'take:' takes 'i' as argument 1, which cannot be 5000000000")
        #expect("\(result)" == "'count' returned 18446744073709551615, which 'q' cannot be")
    }

    @Test("Integers of one width stand for each other, signed or not, as long as the value fits")
    func signs() throws {
        let cls = try makeClass {
            try $0.addProperty("age", Int32.self)
            try $0.addProperty("count", UInt.self)
            try $0.addProperty("small", UInt8.self)
        }
        let object = try cls.new()
        for _ in ["cold", "cached"] {
            try object.send("setAge:", UInt32(6))
            #expect(try object.send("age", as: UInt32.self) == 6)
            try object.send("setAge:", -1)
            #expect(throws: RuntimeError.returnRange("age", value: "-1", type: "I")) {
                try object.send("age", as: UInt32.self)
            }
            #expect(throws: RuntimeError.argumentRange("setAge:", index: 0, value: "4294967295", type: "i")) {
                try object.send("setAge:", UInt32.max)
            }
            #expect(try object.send("age", as: Int32.self) == -1)
            try object.send("setCount:", 7)
            #expect(throws: RuntimeError.argumentRange("setCount:", index: 0, value: "-1", type: "Q")) {
                try object.send("setCount:", -1)
            }
            #expect(try object.send("count", as: Int.self) == 7)
            try object.send("setSmall:", 255)
            #expect(throws: RuntimeError.argumentRange("setSmall:", index: 0, value: "256", type: "C")) {
                try object.send("setSmall:", 256)
            }
            #expect(try object.send("small", as: UInt8.self) == 255)
        }
    }

    @Test("A Double is a float where the method has one, and the other way")
    func reals() throws {
        let object = try echoes()
        for _ in ["cold", "cached"] {
            #expect(try object.send("float:", 1.5, as: Double.self) == 1.5)
            #expect(try object.send("double:", Float(1.5), as: Float.self) == 1.5)
            #expect(try object.send("float:", Double.infinity, as: Double.self) == .infinity)
            #expect(try object.send("float:", 0.1, as: Float.self) == 0.1)
            #expect(throws: RuntimeError.argumentRange("float:", index: 0, value: "1e+300", type: "f")) {
                try object.send("float:", 1e300)
            }
            #expect(throws: RuntimeError.argumentType("double:", index: 0, expected: "d", given: "q")) {
                try object.send("double:", 1)
            }
        }
    }

    @Test("Arguments that do not fit into registers are converted as well")
    func inMemory() throws {
        let cls = try makeClass { builder in
            try builder.addMethod("a:b:c:d:e:f:g:point:") {
                (_: Object, a: Int8, b: UInt16, c: Float, d: Int32, e: UInt64, f: Int64, g: UInt8, point: Point)
                    -> Double in
                let integers: [Int] = [Int(a), Int(b), Int(d), Int(e), Int(f), Int(g)]
                return Double(integers.reduce(0, +)) + Double(c) + point.x
            }
        }
        let object = try cls.new()
        for _ in ["cold", "cached"] {
            let sum = try object.send(
                "a:b:c:d:e:f:g:point:", -1, Int8(20), 300.0, 4000, 50_000, Int8(-6), 7, Point(x: 0.5, y: 0),
                as: Double.self)
            #expect(sum == 54_320.5)
        }
    }

    @Test("To super, to an IMP, and in an invocation, too")
    func elsewhere() throws {
        let base = try makeClass("Base") { builder in
            try builder.addMethod("add:") { (_: Object, number: Int16) -> Int16 in number + 1 }
        }
        let cls = try makeClass("Sub", base)
        let object = try cls.new()
        #expect(try object.sendSuper(of: cls, "add:", 5, as: Int.self) == 6)
        let implementation = base.instanceMethod("add:")!.implementation
        #expect(try implementation.call(object, "add:", 5, as: Int.self) == 6)
        let invocation = Invocation(base.instanceMethod("add:")!.signature!)
        invocation.selector = "add:"
        try invocation.setArgument(5, at: 2)
        #expect(try invocation.argument(at: 2, as: UInt8.self) == 5)
        try invocation.invoke(with: object)
        #expect(try invocation.returnValue(as: Int.self) == 6)
        #expect(throws: RuntimeError.argumentRange("add:", index: 0, value: "70000", type: "s")) {
            try invocation.setArgument(70_000, at: 2)
        }
        try invocation.setArgument(-2, at: 2)
        try invocation.invoke(with: object)
        #expect(throws: RuntimeError.returnRange("add:", value: "-1", type: "C")) {
            try invocation.returnValue(as: UInt8.self)
        }
        #expect(throws: RuntimeError.argumentType("add:", index: 0, expected: "s", given: "d")) {
            try invocation.setArgument(1.5, at: 2)
        }
        try invocation.setReturnValue(9)
        #expect(try invocation.returnValue(as: Int16.self) == 9)
        #expect(throws: RuntimeError.returnRange("add:", value: "40000", type: "s")) {
            try invocation.setReturnValue(40_000)
        }
    }
}
