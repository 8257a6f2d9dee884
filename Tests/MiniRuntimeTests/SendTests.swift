// SendTests.swift - typed messages from Swift: every kind of argument and result, wrong ones, nil, super.
import MiniRuntime
import RuntimeTestSupport
import Testing

@Suite("Sending from Swift")
struct SendTests {
    /// Sends the value to a method that answers it, cold and cached.
    private func echo<Value: MessageValue & Equatable>(_ value: Value) throws {
        let cls = try makeClass { try $0.addMethod("echo:") { (self: Object, value: Value) -> Value in value } }
        let object = try cls.new()
        for _ in ["cold", "cached"] {
            let answer = try autoreleasepool { try object.send("echo:", value, as: Value.self) }
            #expect(answer == value)
        }
    }

    @Test("Integers of every width keep their value and sign")
    func integers() throws {
        for value in [Int8.min, -1, 0, .max] { try echo(value) }
        for value in [UInt8(0), .max] { try echo(value) }
        for value in [Int16.min, -1, .max] { try echo(value) }
        try echo(UInt16.max)
        for value in [Int32.min, -1, .max] { try echo(value) }
        try echo(UInt32.max)
        for value in [Int64.min, -1, .max] { try echo(value) }
        try echo(UInt64.max)
        try echo(Int.min)
        try echo(UInt.max)
    }

    @Test("Booleans and floating-point numbers")
    func scalars() throws {
        try echo(true)
        try echo(false)
        try echo(Float(-1.5))
        try echo(1e300)
        #if arch(x86_64)
        try echo(Float80(1) / 3)
        #endif
    }

    @Test("Objects, classes, selectors, pointers, and their absence")
    func pointers() throws {
        let object = try makeClass().new()
        try echo(object)
        try echo(object as Object?)
        try echo(nil as Object?)
        try echo(object.unmanaged)
        try echo(Class.nsObject)
        try echo(nil as Class?)
        try echo(Selector("init"))
        try echo(nil as Selector?)
        try echo(UnsafeRawPointer(bitPattern: 0x1234)!)
        try echo(nil as UnsafeMutableRawPointer?)
        try "text".withCString { try echo($0) }
        #expect(object.unmanaged.retainCount == 1)
    }

    @Test("Structures of every shape")
    func structures() throws {
        try echo(Point(x: 1, y: 2))
        try echo(Mixed(number: -3, real: 4.5))
        try echo(Triple(x: 1, y: 2, z: 3))
        try echo(Box(origin: Point(x: 1, y: 2), size: Point(x: 3, y: 4), tip: Point(x: 5, y: 6)))
    }

    @Test("More arguments than there are registers, of all kinds")
    func manyArguments() throws {
        let cls = try makeClass { builder in
            try builder.addMethod("a:b:c:d:e:f:g:h:i:j:k:l:m:n:o:p:") {
                (
                    self: Object, a: Int8, b: Double, c: UInt16, d: Float, e: Int32, f: Double, g: Int64, h: Float,
                    i: Bool, j: Double,
                    k: Double, l: Double, m: Double, n: Double, o: Point, p: UInt8
                ) -> Double in
                let integers = Double(a) + Double(b) + Double(c) + Double(e) + Double(g) + (i ? 1 : 0) + Double(p)
                let reals = Double(d) + f + Double(h) + j + k + l
                return integers * 1000 + reals + m * 10 + n * 100 + o.x * 0.5 + o.y * 0.25
            }
        }
        let object = try cls.new()
        for _ in ["cold", "cached"] {
            let sum = try object.send(
                "a:b:c:d:e:f:g:h:i:j:k:l:m:n:o:p:", Int8(-1), 2.0, UInt16(3), Float(4), Int32(5), 6.0, Int64(7),
                Float(8), true, 10.0,
                11.0, 12.0, 13.0, 14.0, Point(x: 2, y: 4), UInt8(200), as: Double.self)
            #expect(sum == 217_000 + 51 + 130 + 1400 + 2)
        }
    }

    @Test("Three and four arguments arrive whole, in order, whatever kinds are mixed; results too, and what is raised")
    func longMessages() throws {
        let cls = try makeClass {
            try $0.addMethod("three:b:c:") { (_: Object, a: Int8, b: UInt16, c: Int64) -> Int64 in
                Int64(a) * 100 + Int64(b) + c
            }
            try $0.addMethod("mixed:b:c:d:") { (_: Object, a: Double, b: Int32, c: Float, d: Bool) -> Double in
                d ? a * Double(b) + Double(c) : -1
            }
            try $0.addMethod("object:b:c:d:") { (_: Object, a: Object?, b: Object?, c: Int, d: Int) -> Object? in
                c < d ? a : b
            }
            try $0.addMethod("void:b:c:d:") { (_: Object, a: Int, b: Int, c: Int, d: Int) in
                throw RuntimeException("NSGenericException", "\(a) \(b) \(c) \(d)")
            }
        }
        do {
            let (object, other) = (try cls.new(), try cls.new())
            for _ in ["cold", "cached"] {
                let number = try object.send("three:b:c:", Int8(-1), UInt16.max, Int64(1) << 40, as: Int64.self)
                #expect(number == -100 + 65535 + 1 << 40)
                #expect(try object.send("mixed:b:c:d:", 2.5, Int32(-2), Float(0.5), true, as: Double.self) == -4.5)
                #expect(try object.send("object:b:c:d:", object, other, -1, 1, as: Object?.self) == object)
                #expect(try object.send("object:b:c:d:", object, Object?.none, 1, -1, as: Object?.self) == nil)
                #expect(throws: RuntimeException("NSGenericException", "1 -2 3 -4")) {
                    try object.send("void:b:c:d:", 1, -2, 3, -4)
                }
                #expect(throws: RuntimeError.argumentCount("void:b:c:d:", expected: 4, given: 3)) {
                    try object.send("void:b:c:d:", 1, 2, 3)
                }
            }
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("A wrong number of arguments is an error that names both numbers")
    func argumentCount() throws {
        let cls = try makeClass { try $0.addProperty("age", Int32.self) }, object = try cls.new()
        for _ in ["cold", "cached"] {
            #expect(throws: RuntimeError.argumentCount("setAge:", expected: 1, given: 0)) { try object.send("setAge:") }
            #expect(throws: RuntimeError.argumentCount("setAge:", expected: 1, given: 2)) {
                try object.send("setAge:", Int32(1), Int32(2))
            }
            #expect(throws: RuntimeError.argumentCount("age", expected: 0, given: 1)) {
                try object.send("age", Int32(1), as: Int32.self)
            }
        }
        let error = RuntimeError.argumentCount("setAge:", expected: 1, given: 2)
        #expect("\(error)" == "'setAge:' takes 1 argument, but 2 were given")
    }

    @Test("A wrong type is an error that names both types, and nothing is sent")
    func argumentType() throws {
        let cls = try makeClass { try $0.addProperty("age", Int32.self) }, object = try cls.new()
        for _ in ["cold", "cached"] {
            #expect(throws: RuntimeError.argumentType("setAge:", index: 0, expected: "i", given: "d")) {
                try object.send("setAge:", 5.5)
            }
            #expect(throws: RuntimeError.argumentType("setAge:", index: 0, expected: "i", given: "@")) {
                try object.send("setAge:", object)
            }
            #expect(throws: RuntimeError.argumentType("setAge:", index: 0, expected: "i", given: "B")) {
                try object.send("setAge:", true)
            }
            #expect(throws: RuntimeError.returnType("age", expected: "i", given: "d")) {
                try object.send("age", as: Double.self)
            }
            #expect(throws: RuntimeError.returnType("age", expected: "i", given: "{Point=dd}")) {
                try object.send("age", as: Point.self)
            }
            #expect(throws: RuntimeError.returnType("setAge:", expected: "v", given: "i")) {
                try object.send("setAge:", Int32(1), as: Int32.self)
            }
        }
        #expect(try object.send("age", as: Int32.self) == 0)
        #expect(
            "\(RuntimeError.returnType("age", expected: "i", given: "d"))" == "'age' returns 'i', but 'd' was asked for"
        )
    }

    @Test("The text of such an error names the class, the selector, and both types as Swift calls them")
    func textOfWrongTypes() throws {
        let cls = try makeClass { try $0.addProperty("age", Int32.self) }, object = try cls.new()
        func text(_ body: () throws -> Void) -> String {
            do { try body() } catch { return "\(error)" }
            return ""
        }
        #expect(
            text { let _: Object = try object.send("age") }
                == "'-[\(cls.name) age]' returns Int32 ('i'), but Object ('@') was asked for")
        #expect(
            text { try object.send("setAge:", object) }
                == "'-[\(cls.name) setAge:]' takes Int32 ('i') as argument 1, but Object ('@') was given")
        #expect(
            text { let _: Int = try cls.send("class") }
                == "'+[\(cls.name) class]' returns Class ('#'), but Int ('q') was asked for")
    }

    @Test("A Swift structure that is not laid out as its encoding says is refused")
    func structureLayout() throws {
        struct Short: StructureValue {
            var x: Double
            static let messageEncoding: StaticString = "{Point=dd}"
        }
        let cls = try makeClass { try $0.addProperty("point", Point.self) }, object = try cls.new()
        #expect(throws: RuntimeError.self) { try object.send("setPoint:", Short(x: 1)) }
        #expect(throws: RuntimeError.self) { try object.send("point", as: Short.self) }
        #expect(throws: RuntimeError.self) { try object.ivar("_point", as: Short.self) }
    }

    @Test("A result may be dropped, whatever it is")
    func dropped() throws {
        let cls = try makeClass("Value")
        let maker = try makeClass { builder in
            try builder.addMethod("newValue") { (self: Object) -> Object in try cls.new() }
            try builder.addMethod("value") { (self: Object) -> Object in try cls.new() }
            try builder.addMethod("box") { (self: Object) -> Box in
                Box(origin: Point(x: 1, y: 2), size: Point(x: 3, y: 4), tip: Point(x: 5, y: 6))
            }
            try builder.addMethod("real") { (self: Object) -> Double in 1 }
        }
        try autoreleasepool {
            let object = try maker.new()
            for _ in ["cold", "cached"] {
                for name in ["newValue", "value", "box", "real"] { try object.send(Selector(name)) }
            }
        }
        #expect(cls.instanceCount == 0)
    }

    @Test(
        "Results are owned as the families of names say",
        arguments: ["value", "newValue", "copyValue", "mutableCopyValue", "allocValue", "newton"])
    func families(name: String) throws {
        let cls = try makeClass("Value")
        let maker = try makeClass { try $0.addMethod(Selector(name)) { (self: Object) -> Object in try cls.new() } }
        try autoreleasepool {
            for _ in ["cold", "cached"] {
                let value = try maker.new().send(Selector(name), as: Object.self)
                #expect(value.isa == cls)
            }
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("An init method may answer another object, nil, or raise, and nothing leaks")
    func initializers() throws {
        let other = try makeClass("Other")
        let cls = try makeClass { builder in
            try builder.addMethod("initSelf") { (self: Object) -> Object? in self }
            try builder.addMethod("initOther") { (self: Object) -> Object? in try other.new() }
            try builder.addMethod("initNil") { (self: Object) -> Object? in nil }
            try builder.addMethod("initRaise") { (self: Object) -> Object? in throw RuntimeException("E", "no") }
        }
        try autoreleasepool {
            for _ in ["cold", "cached"] {
                let object = try cls.send("alloc", as: Object.self)
                #expect(try object.send("initSelf", as: Object?.self) == object)
                #expect(try object.send("initOther", as: Object?.self)?.isa == other)
                #expect(try object.send("initNil", as: Object?.self) == nil)
                #expect(throws: RuntimeException("E", "no")) { try object.send("initRaise", as: Object?.self) }
                #expect(throws: RuntimeException.self) { try object.send("initNobodyHas", as: Object?.self) }
                try object.send("initSelf")
                #expect(object.unmanaged.retainCount == 1)
            }
        }
        #expect(cls.instanceCount == 0)
        #expect(other.instanceCount == 0)
    }

    @Test("nil answers zero, whatever is asked for, and nil where Swift has no zero is an error")
    func nilReceiver() throws {
        let none: Object? = nil
        for _ in ["cold", "cached"] {
            #expect(try none.send("number", as: Int32.self) == 0)
            #expect(try none.send("real:", 1.5, as: Double.self) == 0)
            #expect(try none.send("flag", as: Bool.self) == false)
            #expect(try none.send("box:", Point(x: 1, y: 1), as: Box.self).tip == Point(x: 0, y: 0))
            #expect(try none.send("object", as: Object?.self) == nil)
            #expect(throws: RuntimeError.unexpectedNil("object")) { try none.send("object", as: Object.self) }
            try none.send("whatever")
        }
    }

    @Test("Super sends begin above the class they are said in, structures included")
    func superSends() throws {
        let base = try makeClass("Base") { builder in
            try builder.addMethod("number:") { (self: Object, n: Int32) -> Int32 in n }
            try builder.addMethod("box") { (self: Object) -> Box in
                Box(origin: .init(x: 1, y: 1), size: .init(x: 2, y: 2), tip: .init(x: 3, y: 3))
            }
        }
        let middle = try makeClass("Middle", base), leaf = try makeClass("Leaf", middle)
        try middle.addMethod("number:") { (self: Object, n: Int32) -> Int32 in
            try self.sendSuper(of: middle, "number:", n, as: Int32.self) + 10
        }
        try leaf.addMethod("number:") { (self: Object, n: Int32) -> Int32 in
            try self.sendSuper(of: leaf, "number:", n, as: Int32.self) + 100
        }
        try leaf.addMethod("box") { (self: Object) -> Box in
            var box = try self.sendSuper(of: leaf, "box", as: Box.self)
            box.tip.y = 9
            return box
        }
        let object = try leaf.new()
        for _ in ["cold", "cached"] {
            #expect(try object.send("number:", Int32(1), as: Int32.self) == 111)
            #expect(try object.send("box", as: Box.self).tip == Point(x: 3, y: 9))
        }
        #expect(throws: RuntimeException.self) { try object.sendSuper(of: base, "number:", Int32(1), as: Int32.self) }
    }

    @Test("What responds is asked of the receiver")
    func responds() throws {
        let object = try makeClass().new(), none: Object? = nil
        #expect(object.responds(to: "init"))
        #expect(!object.responds(to: "fly"))
        #expect(!none.responds(to: "init"))
        #expect(Class.nsObject.responds(to: "new"))
    }

    @Test("A method added after Swift asked for it in vain is found")
    func addedLate() throws {
        let cls = try makeClass(), object = try cls.new()
        for _ in ["cold", "again"] {
            #expect(throws: RuntimeException.self) { try object.send("late", as: Int32.self) }
        }
        try cls.addMethod("late") { (self: Object) -> Int32 in 7 }
        for _ in ["cold", "cached"] { #expect(try object.send("late", as: Int32.self) == 7) }
        #expect(cls.cachedMethods.map(\.selector).contains("late"))
        #expect(cls.cacheCapacity > 0)
    }
}
