// SetterStructureTests.swift - setters of structures, unions and other C types, and setters that return a value.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

private protocol Sample: StructureValue, Bridged, Equatable {}

private struct Point: Sample {
    var x, y: Double
    static let messageEncoding: StaticString = "{CGPoint=dd}"
}

private struct Size: Sample {
    var width, height: Double
    static let messageEncoding: StaticString = "{CGSize=dd}"
}

private struct Rect: Sample {
    var origin: Point
    var size: Size
    static let messageEncoding: StaticString = "{CGRect={CGPoint=dd}{CGSize=dd}}"
}

private struct Range: Sample {
    var location, length: UInt
    static let messageEncoding: StaticString = "{_NSRange=QQ}"
}

private struct Mixed: Sample {
    var count: Int64
    var ratio: Double
    static let messageEncoding: StaticString = "{Mixed=qd}"
}

private struct Floats: Sample {
    var a, b, c: Float
    static let messageEncoding: StaticString = "{Floats=fff}"
}

private struct Tiny: Sample {
    var flag: Int8
    var number: Int16
    static let messageEncoding: StaticString = "{Tiny=cs}"
}

/// A structure larger than all argument registers together.
private struct Large: Sample {
    var head = Rect(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4))
    var body = Rect(origin: Point(x: 5, y: 6), size: Size(width: 7, height: 8))
    var tail = Rect(origin: Point(x: 9, y: 10), size: Size(width: 11, height: 12))
    var count: Int64 = -13
    static let messageEncoding: StaticString =
        "{Large={CGRect={CGPoint=dd}{CGSize=dd}}{CGRect={CGPoint=dd}{CGSize=dd}}{CGRect={CGPoint=dd}{CGSize=dd}}q}"
}

/// A union of an int and a double, which the tests use as the double.
private struct Number: Sample {
    var value: Double
    static let messageEncoding: StaticString = "(Number=id)"
}

private struct Complex: Sample {
    var real, imaginary: Double
    static let messageEncoding: StaticString = "jd"
}

private struct Wide: Sample {
    var value: Int128
    static let messageEncoding: StaticString = "t"
}

private struct UnsignedWide: Sample {
    var value: UInt128
    static let messageEncoding: StaticString = "T"
}

private func makeHolder<Value: MessageValue>(_ type: Value.Type, key: String = "value") throws -> Object {
    var builder = try ClassBuilder(uniqueName("StructureHolder"))
    try builder.addProperty(key, type)
    return try builder.register().new()
}

/// Sets a structure of an observed object. It must be stored and delivered once, boxed with the same encoding.
private func check<Value: Sample>(_ value: Value) throws {
    let (object, collector) = (try makeHolder(Value.self), try ChangeCollector())
    try object.addObserver(collector.object, forKeyPath: "value", options: [.new, .old])
    try object.send("setValue:", value)
    #expect(try object.send("value", as: Value.self) == value)
    let change = try #require(collector.changes.first)
    #expect(collector.changes.count == 1)
    #expect(change.newValue.flatMap { NSValue.encoding(of: $0) } == "\(Value.messageEncoding)")
    #expect(try change.newValue(as: Value.self) == value)
    #expect(try change.oldValue(as: Value.self) != value)
    try object.removeObserver(collector.object, forKeyPath: "value")
}

@Suite("Setters of structures")
struct SetterStructureTests {
    @Test("B147 B156 Points, sizes, rectangles and ranges notify, and come boxed as values of their encoding")
    func knownStructures() throws {
        try check(Point(x: 1, y: -2))
        try check(Size(width: 3, height: 4))
        try check(Rect(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4)))
        try check(Range(location: 5, length: 6))
    }

    @Test("B147 B150 Structures of your own notify, of any size, and of integers and floating-point numbers mixed")
    func ownStructures() throws {
        try check(Mixed(count: -1, ratio: 0.5))
        try check(Floats(a: 1.5, b: 2.5, c: 3.5))
        try check(Tiny(flag: -1, number: 300))
        try check(Large())
    }

    @Test(
        "B147 The setter of a structure is no forwarded message: no method of another name appears, names may be long")
    func noForwarding() throws {
        let key = "aStructureWhoseNameIsLongerThanAnyBufferOnTheStackWouldBe"
        let setter = Selector("setA\(key.dropFirst()):")
        let (object, collector) = (try makeHolder(Rect.self, key: key), try ChangeCollector())
        let rect = Rect(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4))
        try object.addObserver(collector.object, forKeyPath: key, options: [.new])
        try object.send(setter, rect)
        #expect(try collector.changes.first?.newValue(as: Rect.self) == rect)
        #expect(object.imp(setter) != IMP.forward)
        #expect(!object.responds(to: Selector("_original_\(setter.name)")))
        try object.removeObserver(collector.object, forKeyPath: key)
    }

    @Test("B148 A union notifies")
    func unions() throws {
        try check(Number(value: 0.75))
    }

    @Test("B148 A setter that takes an array, by its address as C does, notifies")
    func arrays() throws {
        let builder = try ClassBuilder(uniqueName("Grid"))
        let log = Log()
        let setter = try IMP(types: "v24@0:8[3i]16") { message in
            let row = message.arguments[2]!.load(as: UnsafePointer<Int32>.self)
            log.add("\(row[0]) \(row[1]) \(row[2])")
        }
        builder.cls.addMethod("setRow:", setter, types: "v24@0:8[3i]16")
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "row")
        withUnsafePointer(to: (Int32(1), Int32(2), Int32(3))) { row in
            _ = object.unmanaged.sendWords("setRow:", (UInt(bitPattern: row), 0, 0, 0))
        }
        #expect(log.all == ["1 2 3"])
        #expect(recorder.count == 1)
        try object.removeObserver(recorder.object, forKeyPath: "row")
    }

    @Test("B154 128-bit integers and complex numbers notify")
    func wideNumbers() throws {
        try check(Wide(value: -170_141_183_460_469_231_731))
        try check(UnsignedWide(value: .max))
        try check(Complex(real: 1.5, imaginary: -0.5))
    }

    #if arch(x86_64)
    @Test("B154 A long double notifies")
    func longDouble() throws {
        let (object, collector) = (try makeHolder(Float80.self), try ChangeCollector())
        let value = Float80(1) / 3
        try object.addObserver(collector.object, forKeyPath: "value", options: [.new])
        try object.send("setValue:", value)
        #expect(try object.send("value", as: Float80.self) == value)
        #expect(collector.changes.map { $0.newValue.flatMap { NSValue.encoding(of: $0) } } == ["D"])
        try object.removeObserver(collector.object, forKeyPath: "value")
    }
    #endif

    // ── Return values ───────────────────────────────────────────────────────────────────────────────

    /// Expects that a setter that returns `result` notifies, and that its sender receives the result.
    private func checkReturned<Result: MessageValue & Equatable & Sendable>(_ result: Result) throws {
        let builder = try ClassBuilder(uniqueName("Answering"))
        try builder.addMethod("setAge:") { (_: Object, _: Int32) -> Result in result }
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age")
        #expect(try object.send("setAge:", Int32(1), as: Result.self) == result)
        #expect(recorder.count == 1)
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B149 A setter that returns a value notifies, and what it returns comes back")
    func returnedValues() throws {
        try checkReturned(Int8(-7))
        try checkReturned(UInt64.max)
        try checkReturned(true)
        try checkReturned(Float(0.5))
        try checkReturned(0.25)
        try checkReturned(Optional(Class.nsObject))
        try checkReturned(Optional(nsString("an answer, not a tagged pointer")))
        try checkReturned(Point(x: 1, y: 2))
        try checkReturned(Mixed(count: -1, ratio: 0.5))
        try checkReturned(Large())
    }

    @Test("B149 A setter that takes a structure and returns self can be chained")
    func chaining() throws {
        let builder = try ClassBuilder(uniqueName("Chained"))
        try builder.addMethod("setFrame:") { (self: Object, _: Rect) -> Object in self }
        try builder.addMethod("setRatio:") { (self: Object, _: Double) -> Object in self }
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "frame")
        try object.addObserver(recorder.object, forKeyPath: "ratio")
        let frame = Rect(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4))
        let answer = try object.send("setFrame:", frame, as: Object.self).send("setRatio:", 0.5, as: Object.self)
        #expect(answer == object)
        #expect(recorder.notifications.map(\.keyPath) == ["frame", "ratio"])
        try object.removeObserver(recorder.object, forKeyPath: "frame")
        try object.removeObserver(recorder.object, forKeyPath: "ratio")
    }
}
