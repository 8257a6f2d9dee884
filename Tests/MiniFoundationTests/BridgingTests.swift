import MiniFoundation
import MiniRuntime
import Testing

@Suite("Bridging")
struct BridgingTests {
    enum Color: String, Bridged { case red, green }

    struct Temperature: Hashable, Bridged { var degrees: Double }

    final class Opaque: Bridged {}

    private func roundTrip<Value: Bridged & Equatable>(_ value: Value, _ cls: Class) throws {
        let object = try #require(value.bridgedObject)
        #expect(object.isa == cls)
        #expect(try Value.bridged(from: object) == value)
    }

    @Test("Every type comes back as what it was")
    func roundTrips() throws {
        try roundTrip(Int8.min, NSNumber.cls)
        try roundTrip(UInt16.max, NSNumber.cls)
        try roundTrip(Int.min, NSNumber.cls)
        try roundTrip(UInt.max, NSNumber.cls)
        try roundTrip(true, NSNumber.cls)
        try roundTrip(Float(0.1), NSNumber.cls)
        try roundTrip(0.1, NSNumber.cls)
        try roundTrip("Ann", NSString.cls)
        try roundTrip(["a", "b"], NSArray.cls)
        try roundTrip(["a": [1, 2], "b": []], NSDictionary.cls)
        try roundTrip(Set([1, 2, 3]), NSSet.cls)
        try roundTrip(RangeSet([0..<2, 5..<6]), NSIndexSet.cls)
        try roundTrip(Int?.some(3), NSNumber.cls)
        try roundTrip([1, nil, 3], NSArray.cls)
        try roundTrip(Point(x: 1, y: 2), NSValue.cls)
        try roundTrip(Color.green, NSString.cls)
        try roundTrip(Temperature(degrees: 20), SwiftBox.cls)
        try roundTrip(Class.nsObject.object, Class.nsObject.isa)
    }

    @Test("nil is nil, and NSNull reads as nil unless the object itself is asked for")
    func nils() throws {
        #expect(Int?.none.bridgedObject == nil)
        #expect(try Int?.bridged(from: nil) == nil)
        #expect(try String?.bridged(from: NSNull.object) == nil)
        #expect(try Object.bridged(from: NSNull.object) == NSNull.object)
        #expect(throws: BridgingError.wrongType(expected: "Int", found: "nil")) { try Int.bridged(from: nil) }
        #expect(throws: BridgingError.wrongType(expected: "Object", found: "nil")) { try Object.bridged(from: nil) }
    }

    @Test("The wrong type is an error that names both")
    func wrongTypes() throws {
        let text = NSString.object("3")
        #expect(throws: BridgingError.wrongType(expected: "Int32", found: "NSString")) { try Int32.bridged(from: text) }
        #expect(throws: BridgingError.wrongType(expected: "String", found: "NSNumber")) {
            try String.bridged(from: NSNumber.object(1))
        }
        #expect(throws: BridgingError.wrongType(expected: "Array<Int>", found: "NSString")) {
            try [Int].bridged(from: text)
        }
        #expect(throws: BridgingError.wrongType(expected: "Set<Int>", found: "NSArray")) {
            try Set<Int>.bridged(from: NSArray.object([]))
        }
        #expect(throws: BridgingError.wrongType(expected: "RangeSet<Int>", found: "NSString")) {
            try RangeSet<Int>.bridged(from: text)
        }
        #expect(throws: BridgingError.wrongType(expected: "Int", found: "NSString")) {
            try [Int].bridged(from: NSArray.object([NSNumber.object(1), text]))
        }
        #expect(throws: BridgingError.wrongType(expected: "Point", found: "NSValue")) {
            try Point.bridged(from: NSValue.object(Range64(location: 1, length: 2)))
        }
        #expect(throws: BridgingError.wrongType(expected: "Opaque", found: "Temperature")) {
            try Opaque.bridged(from: Temperature(degrees: 1).bridgedObject)
        }
        #expect(
            "\(BridgingError.wrongType(expected: "Int32", found: "NSString"))"
                == "Expected a value of type 'Int32', but found 'NSString'")
    }

    @Test("A number that does not fit is an error that names the type")
    func outOfRange() throws {
        #expect(throws: BridgingError.outOfRange(value: "300", type: "Int8")) {
            try Int8.bridged(from: NSNumber.object(300))
        }
        #expect(throws: BridgingError.outOfRange(value: "-1", type: "UInt")) {
            try UInt.bridged(from: NSNumber.object(-1))
        }
        #expect(throws: BridgingError.outOfRange(value: "1.5", type: "Int")) {
            try Int.bridged(from: NSNumber.object(1.5))
        }
        #expect(throws: BridgingError.outOfRange(value: "nan", type: "Int")) {
            try Int.bridged(from: NSNumber.object(Double.nan))
        }
        #expect(throws: BridgingError.outOfRange(value: "2", type: "Bool")) {
            try Bool.bridged(from: NSNumber.object(2))
        }
        #expect(throws: BridgingError.outOfRange(value: "1e+300", type: "Float")) {
            try Float.bridged(from: NSNumber.object(1e300))
        }
        #expect(throws: BridgingError.outOfRange(value: "blue", type: "Color")) {
            try Color.bridged(from: NSString.object("blue"))
        }
        #expect(try Int.bridged(from: NSNumber.object(3.0)) == 3)
        #expect(try Double.bridged(from: NSNumber.object(Int32(3))) == 3)
        #expect("\(BridgingError.outOfRange(value: "300", type: "Int8"))" == "The value 300 does not fit into 'Int8'")
    }

    @Test("Boxes of equal hashable values are equal; others equal only themselves")
    func boxes() throws {
        let box = Object(boxing: Temperature(degrees: 1))
        #expect(try box.equals(Object(boxing: Temperature(degrees: 1))))
        #expect(try !box.equals(Object(boxing: Temperature(degrees: 2))))
        let opaque = Opaque()
        #expect(try !Object(boxing: opaque).equals(Object(boxing: opaque)))
        #expect(try Object(boxing: opaque).unboxed(as: Opaque.self) === opaque)
        #expect(throws: BridgingError.wrongType(expected: "Int", found: "NSString")) {
            try NSString.object("x").unboxed(as: Int.self)
        }
        #expect(try Object(boxing: [1, 2]).description() == "[1, 2]")
    }
}

@Suite("Boxing by encoding")
struct BoxingTests {
    private func box<Value>(_ value: Value, _ encoding: String) -> Object? {
        withUnsafeBytes(of: value) { Boxing.object(from: $0.baseAddress!, encoding: encoding) }
    }

    private func store<Value>(_ object: Object?, _ encoding: String, over value: Value) throws -> Value {
        var value = value
        try withUnsafeMutableBytes(of: &value) { try Boxing.store(object, at: $0.baseAddress!, encoding: encoding) }
        return value
    }

    @Test("Scalars become numbers of exactly their type, and come back")
    func scalars() throws {
        #expect(box(Int8(-1), "c")?.objCType == "c")
        #expect(box(UInt8(200), "C")?.description == "200")
        #expect(box(Int16(-2), "s")?.description == "-2")
        #expect(box(UInt16(9), "S")?.objCType == "S")
        #expect(box(Int32(-3), "i")?.description == "-3")
        #expect(box(UInt32.max, "I")?.description == "4294967295")
        #expect(box(Int64.min, "q")?.description == "\(Int64.min)")
        #expect(box(UInt64.max, "Q")?.objCType == "Q")
        #expect(box(true, "B")?.objCType == "B")
        #expect(box(Float(0.5), "f")?.objCType == "f")
        #expect(box(0.25, "d")?.description == "0.25")
        #expect(box(Int32(5), "Vri")?.objCType == "i")
        #expect(try store(NSNumber.object(-3.9), "i", over: Int32(0)) == -3)
        #expect(try store(NSNumber.object(300), "C", over: UInt8(0)) == 44)
        #expect(try store(NSNumber.object(5), "B", over: false))
        #expect(try store(NSNumber.object(5), "d", over: 0.0) == 5)
        #expect(try store(NSNumber.object(true), "f", over: Float(0)) == 1)
        #expect(try store(NSNumber.object(UInt64.max), "Q", over: UInt64(0)) == .max)
    }

    @Test("Objects and classes are themselves, nil included")
    func objects() throws {
        let object = NSString.object("x")
        #expect(box(object.address, "@") == object)
        #expect(box(object.address, "@\"NSString\"") == object)
        #expect(box(UInt(0), "@") == nil)
        #expect(box(Class.nsObject.object.address, "#") == Class.nsObject.object)
        #expect(try store(object, "@", over: UInt(0)) == object.address)
        #expect(try store(nil, "@\"NSString\"", over: UInt(1)) == 0)
        #expect(try store(Class.nsObject.object, "#", over: UInt(0)) == Class.nsObject.object.address)
        #expect(throws: BridgingError.wrongType(expected: "Class", found: "NSString")) {
            try store(object, "#", over: UInt(0))
        }
    }

    @Test("Structures, selectors and pointers become values of the declared encoding, and come back")
    func values() throws {
        let encoding = #"{CGPoint="x"d"y"d}"#
        let value = try #require(box(Point(x: 1, y: 2), encoding))
        #expect(value.objCType == encoding)
        #expect(try store(value, "{CGPoint=dd}", over: Point(x: 0, y: 0)) == Point(x: 1, y: 2))
        let selector = Selector("description")
        #expect(box(selector.address, ":")?.objCType == ":")
        #expect(try store(box(selector.address, ":"), ":", over: UInt(0)) == UInt(bitPattern: selector.address))
        #expect(box(UInt(64), "^i")?.objCType == "^i")
        #expect(box(UInt(64), "*")?.objCType == "*")
    }

    @Test("What does not fit is a typed error, and nothing is stored")
    func errors() throws {
        #expect(throws: BridgingError.wrongType(expected: "Int32", found: "nil")) {
            try store(nil, "i", over: Int32(0))
        }
        #expect(throws: BridgingError.wrongType(expected: "Double", found: "NSString")) {
            try store(NSString.object("1"), "d", over: 0.0)
        }
        #expect(throws: BridgingError.wrongType(expected: "{CGPoint=dd}", found: "{_NSRange=QQ}")) {
            try store(NSValue.object(Range64(location: 1, length: 2)), "{CGPoint=dd}", over: Point(x: 0, y: 0))
        }
        #expect(throws: BridgingError.wrongType(expected: "{CGPoint=dd}", found: "nil")) {
            try store(nil, "{CGPoint=dd}", over: Point(x: 0, y: 0))
        }
        #expect(throws: BridgingError.unsupportedEncoding("v")) { try store(nil, "v", over: 0) }
        #expect(throws: BridgingError.unsupportedEncoding("{broken")) { try store(nil, "{broken", over: 0) }
        #expect(box(0, "v") == nil)
        #expect(box(0, "") == nil)
        #expect(box(0, "{broken") == nil)
    }
}
