// MessageSendTests.swift - arguments and results of every kind, through the messenger into C functions and closures.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

// C functions as IMPs. A structure of two doubles travels as two doubles do, one of an integer and a double as those
// two do.

private typealias Ints =
    @convention(c) (id?, SEL, Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64, Bool) -> Int64
private let ints: Ints = { _, _, a, b, c, d, e, f, g, h, i in
    let all: [Int64] = [Int64(a), Int64(b), Int64(c), Int64(d), Int64(e), Int64(f), g, Int64(h), i ? 1 : 0]
    return zip(all, [1, 2, 3, 5, 7, 11, 13, 17, 19]).reduce(0) { $0 + $1.0 * $1.1 }
}

private typealias Reals =
    @convention(c) (
        id?, SEL, Double, Float, Double, Float, Double, Double, Double, Double, Double, Float, Double
    ) -> Double
private let reals: Reals = { _, _, a, b, c, d, e, f, g, h, i, j, k in
    let all: [Double] = [a, Double(b), c, Double(d), e, f, g, h, i, Double(j), k]
    return zip(all, [1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29]).reduce(0) { $0 + $1.0 * $1.1 }
}

private typealias Mix =
    @convention(c) (id?, SEL, Int32, Double, UnsafePointer<CChar>, Float, id?, SEL, Int, Double, Int) -> Double
private let mix: Mix = { object, selector, a, b, c, d, e, f, g, h, i in
    let same = (e == object ? 1000 : 0) + (f == selector ? 2000 : 0)
    let all: [Double] = [Double(a), b, Double(strlen(c)), Double(d), Double(same), Double(g), h, Double(i)]
    return all.reduce(0, +)
}

private typealias Large = @convention(c) (id?, SEL, Int, mr_registers, Double) -> mr_registers
private let large: Large = { _, _, number, registers, real in
    var result = registers
    result.words.0 += UInt(number)
    result.floats.7 += real
    return result
}

private typealias Pair = @convention(c) (id?, SEL, ldiv_t, div_t) -> ldiv_t
private let pair: Pair = { _, _, long, short in
    ldiv_t(quot: long.quot + Int(short.quot), rem: long.rem + Int(short.rem))
}

private func makeSample() -> mr_registers {
    var sample = mr_registers()
    sample.words = (1, 2, 3, 4)
    sample.floats = (0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5)
    return sample
}

@Suite("Messages to C functions")
struct MessageSendTests {
    @Test("Integers of every width and sign, more than fit in registers")
    func integers() {
        let cls = makeClass(), object = new(cls)
        class_addMethod(cls, sel("ints"), imp(ints), "q60@0:8c16C20s24S28i32I36q40Q48B56")
        for _ in ["cold", "cached"] {
            let sum = messenger(Ints.self)(object, sel("ints"), -1, 255, -2, 65535, -3, .max, -4, 5, true)
            let expected: Int64 = 47_244_968_454
            #expect(sum == expected)
        }
        objc_release(object)
    }

    @Test("Floating-point numbers of both sizes, more than fit in registers")
    func floatingPoint() {
        let cls = makeClass(), object = new(cls)
        class_addMethod(cls, sel("reals"), imp(reals), "d92@0:8d16f24d28f36d40d48d56d64d72f80d84")
        for _ in ["cold", "cached"] {
            let sum = messenger(Reals.self)(object, sel("reals"), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
            #expect(sum == 130.0)  // each argument times a prime number of its own, and 1
        }
        objc_release(object)
    }

    @Test("Everything mixed: numbers, strings, objects, selectors")
    func mixed() {
        let cls = makeClass(), object = new(cls), selector = sel("mix")
        class_addMethod(cls, selector, imp(mix), "d84@0:8i16d20*28f36@40:48q56d64q72")
        for _ in ["cold", "cached"] {
            #expect(
                messenger(Mix.self)(object, selector, 1, 0.5, "four", 0.25, object, selector, 10, 0.125, 20) == 3035.875
            )
        }
        objc_release(object)
    }

    @Test("Results of every width arrive with their sign")
    func results() {
        let cls = makeClass(), object = new(cls)
        let int8: @convention(c) (id?, SEL) -> Int8 = { _, _ in -8 }
        let uint8: @convention(c) (id?, SEL) -> UInt8 = { _, _ in 200 }
        let int16: @convention(c) (id?, SEL) -> Int16 = { _, _ in -1600 }
        let uint32: @convention(c) (id?, SEL) -> UInt32 = { _, _ in .max }
        let float: @convention(c) (id?, SEL) -> Float = { _, _ in 1.5 }
        let double: @convention(c) (id?, SEL) -> Double = { _, _ in -2.5 }
        let bool: @convention(c) (id?, SEL) -> Bool = { _, _ in true }
        let string: @convention(c) (id?, SEL) -> UnsafePointer<CChar>? = { _, selector in sel_getName(selector) }
        let selector: @convention(c) (id?, SEL) -> SEL = { _, selector in selector }
        let functions = [
            ("int8", imp(int8)), ("uint8", imp(uint8)), ("int16", imp(int16)), ("uint32", imp(uint32)),
            ("float", imp(float)),
            ("double", imp(double)), ("bool", imp(bool)), ("string", imp(string)), ("selector", imp(selector)),
        ]
        for (name, function) in functions { class_addMethod(cls, sel(name), function, nil) }
        for _ in ["cold", "cached"] {
            #expect(messenger((@convention(c) (id?, SEL) -> Int8).self)(object, sel("int8")) == -8)
            #expect(messenger((@convention(c) (id?, SEL) -> UInt8).self)(object, sel("uint8")) == 200)
            #expect(messenger((@convention(c) (id?, SEL) -> Int16).self)(object, sel("int16")) == -1600)
            #expect(messenger((@convention(c) (id?, SEL) -> UInt32).self)(object, sel("uint32")) == .max)
            #expect(messenger((@convention(c) (id?, SEL) -> Float).self)(object, sel("float")) == 1.5)
            #expect(messenger((@convention(c) (id?, SEL) -> Double).self)(object, sel("double")) == -2.5)
            #expect(messenger((@convention(c) (id?, SEL) -> Bool).self)(object, sel("bool")))
            #expect(
                text(messenger((@convention(c) (id?, SEL) -> UnsafePointer<CChar>?).self)(object, sel("string")))
                    == "string")
            #expect(messenger((@convention(c) (id?, SEL) -> SEL).self)(object, sel("selector")) == sel("selector"))
        }
        objc_release(object)
    }

    @Test("Structures in registers, both ways")
    func smallStructures() {
        let cls = makeClass(), object = new(cls)
        class_addMethod(cls, sel("pair"), imp(pair), "{ldiv_t=qq}40@0:8{ldiv_t=qq}16{div_t=ii}32")
        for _ in ["cold", "cached"] {
            let result = messenger(Pair.self)(
                object, sel("pair"), ldiv_t(quot: 100, rem: -200), div_t(quot: -7, rem: 9))
            #expect(result.quot == 93)
            #expect(result.rem == -191)
        }
        objc_release(object)
    }

    @Test("A structure on the stack, and one returned in memory")
    func largeStructures() {
        let cls = makeClass(), object = new(cls)
        class_addMethod(cls, sel("large"), imp(large), "{R=[4Q][8d]}128@0:8q16{R=[4Q][8d]}24d120")
        for _ in ["cold", "cached"] {
            let result = stretMessenger(Large.self)(object, sel("large"), 10, makeSample(), 0.25)
            #expect(result.words == (11, 2, 3, 4))
            #expect(result.floats.0 == 0.5)
            #expect(result.floats.7 == 7.75)
        }
        objc_release(object)
    }

    @Test("Arguments in registers and on the stack survive whatever the slow path runs")
    func slowPath() {
        let cls = makeClass(), object = new(cls), spoiler = new(makeClass())
        class_addMethod(object_getClass(spoiler), sel("ints"), imp(ints), nil)
        class_addMethod(object_getClass(spoiler), sel("reals"), imp(reals), nil)
        add(metaclass(cls), "resolveInstanceMethod:", "B24@0:8:16") { call in
            // Other values in every register that carries arguments.
            _ = messenger(Ints.self)(spoiler, sel("ints"), 99, 98, 97, 96, 95, 94, 93, 92, false)
            _ = messenger(Reals.self)(spoiler, sel("reals"), 99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 89)
            class_addMethod(cls, sel("lateInts"), imp(ints), nil)
            class_addMethod(cls, sel("lateReals"), imp(reals), nil)
            call.answer(true)
        }
        #expect(messenger(Reals.self)(object, sel("lateReals"), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 130.0)
        let other = makeClass("Sub", cls), late = new(other)
        let sum = messenger(Ints.self)(late, sel("lateInts"), 1, 1, 1, 1, 1, 1, 1, 1, true)
        #expect(sum == Int64(78))
        objc_release(object)
        objc_release(late)
        objc_release(spoiler)
    }

    @Test("The IMP is called with the receiver and the selector of the message")
    func receiverAndSelector() {
        let cls = makeClass(), object = new(cls), log = Log()
        let same: @convention(c) (id?, SEL) -> id? = { object, _ in object }
        class_addMethod(cls, sel("same"), imp(same), "@16@0:8")
        add(cls, "closure", "v16@0:8") { log.add("\(hex($0.object!)) \(text(sel_getName($0.argument(1)))!)") }
        for _ in ["cold", "cached"] {
            #expect(sendObject(object, "same") == object)
            send(object, "closure")
        }
        #expect(log.all == Array(repeating: "\(hex(object)) closure", count: 2))
        objc_release(object)
    }
}

// ── Through libffi ──────────────────────────────────────────────────────────────────────────────────

/// Calls by signature: what libffi puts in place a C function finds, and the other way round.
@Suite("Calls and closures by signature")
struct SignatureCallTests {
    private func call<Result>(
        _ types: String, _ arguments: [any BitwiseCopyable], to function: IMP? = nil, returning: Result.Type
    ) -> Result {
        let places = arguments.map { argument in
            let place = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 16)
            func store<Value: BitwiseCopyable>(_ value: Value) { place.storeBytes(of: value, as: Value.self) }
            store(argument)
            return place
        }
        let result = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 16)
        defer { (places + [result]).forEach { $0.deallocate() } }
        var pointers: [UnsafeMutableRawPointer?] = places
        if let function {
            mr_call(function, mr_signature_get(types), result, &pointers)
        } else {
            mr_send(mr_signature_get(types), result, &pointers)
        }
        return result.load(as: Result.self)
    }

    @Test("Structures of one to six doubles reach a closure and come back", arguments: 1...6)
    func doubles(count: Int) {
        let type = "{D\(count)=" + String(repeating: "d", count: count) + "}"
        let types = "\(type)16@0:8\(type)16d64"
        let cls = makeClass(), object = new(cls)
        add(cls, "twice", types) { call in
            for index in 0..<count {
                let value = call.arguments[2]!.load(fromByteOffset: index * 8, as: Double.self)
                call.result!.storeBytes(
                    of: value * 2 + call.argument(3, as: Double.self), toByteOffset: index * 8, as: Double.self)
            }
        }
        for _ in ["cold", "cached"] {
            let arguments: [any BitwiseCopyable] = [object, sel("twice"), makeSample().floats as RawEight, 100.0]
            let result = call(types, arguments, returning: RawEight.self)
            let values: [Double] = [result.0, result.1, result.2, result.3, result.4, result.5]
            let expected: [Double] = [101, 103, 105, 107, 109, 111]
            #expect(values.prefix(count) == expected.prefix(count))
        }
        objc_release(object)
    }

    @Test("Two doubles in a structure reach a C function as two doubles, and come back so")
    func twoDoubles() {
        let sum: @convention(c) (id?, SEL, Double, Double, Int) -> Double = { _, _, x, y, n in x * 10 + y + Double(n) }
        let result = call(
            "d40@0:8{P=dd}16q32", [nsObject, sel("s"), TwoDoubles(x: 1, y: 2), 7], to: imp(sum), returning: Double.self)
        #expect(result == 19)
        let types = "{P=dd}40@0:8{P=dd}16q32"
        let swap = closure(types) { call in
            let point: TwoDoubles = call.argument(2)
            call.answer(TwoDoubles(x: point.y + Double(call.argument(3, as: Int.self)), y: point.x))
        }
        // The first of two doubles returned in registers is where a double is.
        typealias First = @convention(c) (id?, SEL, Double, Double, Int) -> Double
        #expect(unsafeBitCast(swap, to: First.self)(nil, sel("s"), 1, 2, 40) == 42)
        imp_removeBlock(swap)
    }

    @Test("An integer and a double in a structure travel in one register of each kind")
    func integerAndDouble() {
        let sum: @convention(c) (id?, SEL, Int, Double) -> Double = { _, _, n, x in Double(n) + x }
        let value = IntegerAndDouble(n: 4, x: 0.5)
        #expect(call("d32@0:8{M=qd}16", [nsObject, sel("s"), value], to: imp(sum), returning: Double.self) == 4.5)
        let imp = closure("q32@0:8{M=qd}16") { call in
            let value: IntegerAndDouble = call.argument(2)
            call.answer(value.n * 100 + Int(value.x))
        }
        #expect(
            unsafeBitCast(imp, to: (@convention(c) (id?, SEL, Int, Double) -> Int).self)(nil, sel("s"), 3, 9) == 309)
        imp_removeBlock(imp)
    }

    @Test("The last integer register goes to a structure, and the doubles before it stay whole")
    func lastIntegerRegister() {
        let sum: @convention(c) (id?, SEL, Double, Int, Int, Int, Int, Double) -> Double = { _, _, a, b, c, d, e, x in
            a * 1000 + Double(b + c + d) * 100 + Double(e) * 10 + x
        }
        let value = IntegerAndDouble(n: 4, x: 5)
        let result = call(
            "d72@0:8d16q24q32q40{M=qd}48", [nsObject, sel("s"), 1.0, 1, 1, 1, value], to: imp(sum),
            returning: Double.self)
        #expect(result == 1345)
    }

    @Test("Three floats in a structure")
    func threeFloats() {
        let types = "{F=fff}28@0:8{F=fff}16", cls = makeClass(), object = new(cls)
        add(cls, "reverse", types) { call in
            let value: ThreeFloats = call.argument(2)
            call.answer(ThreeFloats(x: value.z, y: value.y, z: value.x))
        }
        for _ in ["cold", "cached"] {
            let result = call(
                types, [object, sel("reverse"), ThreeFloats(x: 1, y: 2, z: 3)], returning: ThreeFloats.self)
            #expect(result.x == 3)
            #expect(result.y == 2)
            #expect(result.z == 1)
        }
        #if arch(x86_64)
        // Two to a register.
        let sum: @convention(c) (id?, SEL, Double, Float) -> Float = { _, _, both, z in
            let bits = both.bitPattern
            return Float(bitPattern: UInt32(truncatingIfNeeded: bits)) * 100 + Float(bitPattern: UInt32(bits >> 32))
                * 10 + z
        }
        #expect(
            call(
                "f28@0:8{F=fff}16", [nsObject, sel("s"), ThreeFloats(x: 1, y: 2, z: 3)], to: imp(sum),
                returning: Float.self) == 123)
        #endif
        objc_release(object)
    }

    @Test("A large structure reaches a C function, and a C function's result comes back")
    func largeStructure() {
        let cls = makeClass(), object = new(cls), types = "{R=[4Q][8d]}128@0:8q16{R=[4Q][8d]}24d120"
        class_addMethod(cls, sel("large"), imp(large), types)
        for _ in ["cold", "cached"] {
            let result = call(types, [object, sel("large"), 10, makeSample(), 0.25], returning: mr_registers.self)
            #expect(result.words == (11, 2, 3, 4))
            #expect(result.floats.0 == 0.5)
            #expect(result.floats.7 == 7.75)
        }
        objc_release(object)
    }

    @Test("A large structure travels from C code through the messenger into a closure and back")
    func largeClosure() {
        let cls = makeClass(), object = new(cls)
        add(cls, "large", "{R=[4Q][8d]}128@0:8q16{R=[4Q][8d]}24d120") { call in
            var registers: mr_registers = call.argument(3)
            registers.words.1 += UInt(call.argument(2, as: Int.self))
            registers.floats.6 += call.argument(4, as: Double.self)
            call.answer(registers)
        }
        for _ in ["cold", "cached"] {
            let result = stretMessenger(Large.self)(object, sel("large"), 10, makeSample(), 0.25)
            #expect(result.words == (1, 12, 3, 4))
            #expect(result.floats.6 == 6.75)
            #expect(result.floats.7 == 7.5)
        }
        objc_release(object)
    }

    @Test("A closure's small results are widened with their sign, as a C caller expects")
    func closureResults() {
        let cls = makeClass(), object = new(cls)
        add(cls, "c", "c16@0:8") { $0.answer(Int8(-5)) }
        add(cls, "C", "C16@0:8") { $0.answer(UInt8(250)) }
        add(cls, "s", "s16@0:8") { $0.answer(Int16(-300)) }
        add(cls, "S", "S16@0:8") { $0.answer(UInt16(65000)) }
        add(cls, "i", "i16@0:8") { $0.answer(Int32(-70000)) }
        add(cls, "I", "I16@0:8") { $0.answer(UInt32.max - 1) }
        add(cls, "q", "q16@0:8") { $0.answer(Int64.min) }
        add(cls, "Q", "Q16@0:8") { $0.answer(UInt64.max) }
        add(cls, "B", "B16@0:8") { $0.answer(true) }
        add(cls, "f", "f16@0:8") { $0.answer(Float(0.25)) }
        add(cls, "d", "d16@0:8") { $0.answer(-1e300) }
        for _ in ["cold", "cached"] {
            // Read as the widest type of the same sign: what lies above the value must be its extension.
            #expect(messenger((@convention(c) (id?, SEL) -> Int8).self)(object, sel("c")) == -5)
            #expect(messenger((@convention(c) (id?, SEL) -> Int32).self)(object, sel("c")) == -5)
            #expect(messenger((@convention(c) (id?, SEL) -> UInt32).self)(object, sel("C")) == 250)
            #expect(messenger((@convention(c) (id?, SEL) -> Int32).self)(object, sel("s")) == -300)
            #expect(messenger((@convention(c) (id?, SEL) -> UInt32).self)(object, sel("S")) == 65000)
            #expect(messenger((@convention(c) (id?, SEL) -> Int32).self)(object, sel("i")) == -70000)
            #expect(messenger((@convention(c) (id?, SEL) -> UInt32).self)(object, sel("I")) == UInt32.max - 1)
            #expect(messenger((@convention(c) (id?, SEL) -> Int64).self)(object, sel("q")) == .min)
            #expect(messenger((@convention(c) (id?, SEL) -> UInt64).self)(object, sel("Q")) == .max)
            #expect(messenger((@convention(c) (id?, SEL) -> Bool).self)(object, sel("B")))
            #expect(messenger((@convention(c) (id?, SEL) -> Float).self)(object, sel("f")) == 0.25)
            #expect(messenger((@convention(c) (id?, SEL) -> Double).self)(object, sel("d")) == -1e300)
        }
        objc_release(object)
    }

    @Test("A closure finds arguments of every kind, those on the stack too")
    func closureArguments() {
        let cls = makeClass(), object = new(cls), log = Log()
        add(cls, "ints", "q60@0:8c16C20s24S28i32I36q40Q48B56") { call in
            let small: (Int8, UInt8, Int16) = (call.argument(2), call.argument(3), call.argument(4))
            let middle: (UInt16, Int32, UInt32) = (call.argument(5), call.argument(6), call.argument(7))
            let large: (Int64, UInt64, Bool) = (call.argument(8), call.argument(9), call.argument(10))
            log.add("\(small) \(middle) \(large)")
            call.answer(Int64(0))
        }
        add(cls, "reals", "d92@0:8d16f24d28f36d40d48d56d64d72f80d84") { call in
            let single = Set([3, 5, 11])
            let all = (2...12).map {
                single.contains($0) ? Double(call.argument($0, as: Float.self)) : call.argument($0)
            }
            call.answer(all.enumerated().reduce(0) { $0 * 2 + $1.element })
        }
        for _ in ["cold", "cached"] {
            _ = messenger(Ints.self)(object, sel("ints"), -1, 255, -2, 65535, -3, .max, -4, .max, true)
            let sum = messenger(Reals.self)(object, sel("reals"), 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1)
            #expect(sum == 1453.0)  // 0b10110101101
        }
        let line = "(-1, 255, -2) (65535, -3, 4294967295) (-4, 18446744073709551615, true)"
        #expect(log.all == [line, line])
        objc_release(object)
    }

    @Test("C strings, pointers, selectors, classes, objects and blocks reach a closure as they are")
    func closurePointers() {
        typealias Method =
            @convention(c) (id?, SEL, UnsafePointer<CChar>, UnsafeRawPointer?, SEL, Class, id?, id?) -> id?
        let cls = makeClass(), object = new(cls), log = Log(), aBlock = block("v16@0:8") { _ in }
        add(cls, "all", "@64@0:8*16^v24:32#40@48@?56") { call in
            log.add(String(cString: call.argument(2, as: UnsafePointer<CChar>.self)))
            log.add("\(call.argument(3, as: UnsafeRawPointer?.self) == nil)")
            log.add("\(text(sel_getName(call.argument(4)))!) \(name(call.argument(5)))")
            log.add("\(call.argument(6, as: id?.self) == object) \(call.argument(7, as: id?.self) == aBlock)")
            call.answer(call.argument(7, as: id?.self))
        }
        for _ in ["cold", "cached"] {
            #expect(
                messenger(Method.self)(object, sel("all"), "text", nil, sel("init"), nsObject, object, aBlock) == aBlock
            )
        }
        #expect(log.all.prefix(4) == ["text", "true", "init NSObject", "true true"])
        objc_release(aBlock)
        objc_release(object)
    }

    @Test("Scalar calls by register reach C functions of up to four words and eight floating-point numbers")
    func registers() {
        let function: @convention(c) (id?, SEL, Int, Double, Int32, Float, UnsafeRawPointer?, UInt8) -> Int = {
            _, _, a, b, c, d, e, f in
            [a, Int(b), Int(c), Int(d), Int(bitPattern: e), Int(f)].reduce(0, +)
        }
        var registers = mr_registers()
        registers.words = (1000, UInt(bitPattern: -3), 500, 7)
        registers.floats.0 = 20
        registers.floats.1 = Double(bitPattern: UInt64(Float(4).bitPattern))
        #expect(mr_call_word(imp(function), nsObject, sel("s"), &registers) == 1528)
        let double: @convention(c) (id?, SEL, Double) -> Double = { _, _, x in x * 2 }
        #expect(mr_call_double(imp(double), nil, sel("s"), &registers) == 40)
        let float: @convention(c) (id?, SEL, Double, Float) -> Float = { _, _, _, x in x * 2 }
        #expect(mr_call_float(imp(float), nil, sel("s"), &registers) == 8)
    }

    #if arch(x86_64)
    @Test("long double comes back on the x87 stack, however often")
    func longDouble() {
        let cls = makeClass(), object = new(cls), types = "D32@0:8D16"
        add(cls, "half", types) { $0.answer($0.argument(2, as: Float80.self) / 2) }
        for _ in 0..<20 {
            #expect(call(types, [object, sel("half"), Float80(3)], returning: Float80.self) == 1.5)
            var object: id? = object, selector = sel("half"), value = Float80(3)
            withUnsafeMutablePointer(to: &object) { object in
                withUnsafeMutablePointer(to: &selector) { selector in
                    withUnsafeMutablePointer(to: &value) { value in
                        var pointers: [UnsafeMutableRawPointer?] = [.init(object), .init(selector), .init(value)]
                        mr_send(mr_signature_get(types), nil, &pointers)  // dropped
                    }
                }
            }
        }
        objc_release(object)
    }
    #endif
}

private typealias RawEight = (Double, Double, Double, Double, Double, Double, Double, Double)
private struct TwoDoubles { var x, y: Double }
private struct IntegerAndDouble {
    var n: Int
    var x: Double
}
private struct ThreeFloats { var x, y, z: Float }
