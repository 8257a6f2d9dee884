import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

private struct Quad: StructureValue, Equatable {
    var a, b, c, d: Double
    static let messageEncoding: StaticString = "{Quad=dddd}"
}

private struct Mixed: StructureValue, Equatable {
    var count: Int64
    var ratio: Double
    static let messageEncoding: StaticString = "{Mixed=qd}"
}

@Suite("Setters of every type")
struct SetterTypeTests {
    /// Sets a property of one type on an observed object, and reads it back.
    private func check<Value: MessageValue & Equatable>(_ value: Value, new: String?) throws {
        var builder = try ClassBuilder(uniqueName("Holder"))
        try builder.addProperty("value", Value.self)
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "value", options: [.new, .old])
        try object.send("setValue:", value)
        #expect(try object.send("value", as: Value.self) == value)
        #expect(recorder.count == 1)
        if let new { #expect(recorder.notifications.first?.new == new) }
        try object.removeObserver(recorder.object, forKeyPath: "value")
    }

    @Test("B146 B156 Integers of every width and sign, booleans and floating-point numbers notify, and come boxed")
    func scalars() throws {
        try check(Int8(-8), new: "-8")
        try check(UInt8(200), new: "200")
        try check(Int16(-1600), new: "-1600")
        try check(UInt16(60000), new: "60000")
        try check(Int32.min, new: "-2147483648")
        try check(UInt32.max, new: "4294967295")
        try check(Int64.min, new: "-9223372036854775808")
        try check(UInt64.max, new: "18446744073709551615")
        try check(true, new: "1")
        try check(Float(1.5), new: "1.5")
        try check(2.25, new: "2.25")
    }

    @Test("B147 Structures of any size notify")
    func structures() throws {
        try check(Quad(a: 1, b: 2, c: 3, d: 4), new: nil)
        try check(Mixed(count: -1, ratio: 0.5), new: nil)
    }

    @Test("Classes, selectors and pointers notify")
    func pointers() throws {
        try check(Optional(Class.nsObject), new: nil)
        try check(Optional(Selector("anything:")), new: nil)
        try check(context(0x1234), new: nil)
    }

    @Test("B149 A setter that returns something notifies, and what it returns comes back")
    func returningSetter() throws {
        let builder = try ClassBuilder(uniqueName("Chained"))
        try builder.addMethod("setAge:") { (self: Object, age: Int32) -> Int32 in age + 1 }
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age")
        #expect(try object.send("setAge:", Int32(41), as: Int32.self) == 42)
        #expect(recorder.count == 1)
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }
}
