import MiniFoundation
import MiniRuntime
import Testing

@Suite("NSNumber")
struct NumberTests {
    @Test("A number remembers the C type it was made of, whatever its size")
    func types() {
        #expect(NSNumber.object(true).objCType == "B")
        #expect([NSNumber.object(Int8.min), NSNumber.object(UInt8.max)].map(\.objCType) == ["c", "C"])
        #expect([NSNumber.object(Int16.min), NSNumber.object(UInt16.max)].map(\.objCType) == ["s", "S"])
        #expect([NSNumber.object(Int32.min), NSNumber.object(UInt32.max)].map(\.objCType) == ["i", "I"])
        #expect([NSNumber.object(Int64.min), NSNumber.object(UInt64.max)].map(\.objCType) == ["q", "Q"])
        #expect([NSNumber.object(3), NSNumber.object(UInt(3))].map(\.objCType) == ["q", "Q"])
        #expect([NSNumber.object(Float(1)), NSNumber.object(1.5)].map(\.objCType) == ["f", "d"])
    }

    /// One more than the largest integer of 56 bits.
    private static let limit: Int64 = 1 << 55

    @Test(
        "Integers of 56 bits are tagged pointers, larger ones are objects, and both read back exactly",
        arguments: [Int64(0), 1, -1, limit - 1, limit, -limit, -limit - 1, Int64.max, Int64.min])
    func signedLimits(_ value: Int64) throws {
        let number = NSNumber.object(value)
        #expect(number.isTagged == (-Self.limit..<Self.limit).contains(value))
        #expect(number.isa == NSNumber.cls)
        #expect(try number.send("longLongValue", as: Int64.self) == value)
        #expect(try number.description() == "\(value)")
        #expect(try Int64.bridged(from: number) == value)
    }

    @Test(
        "Unsigned integers keep all their bits",
        arguments: [UInt64(0), UInt64(limit) - 1, UInt64(limit), UInt64(limit) << 8, UInt64.max, 0xFF80_0000_0000_0000])
    func unsignedLimits(_ value: UInt64) throws {
        let number = NSNumber.object(value)
        #expect(number.isTagged == (value < UInt64(Self.limit)))
        #expect(try number.send("unsignedLongLongValue", as: UInt64.self) == value)
        #expect(try number.description() == "\(value)")
        #expect(try UInt64.bridged(from: number) == value)
    }

    @Test(
        "Floats, and doubles whose exponent is not extreme, are tagged pointers, and all read back exactly",
        arguments: [
            0, 0.1, -2.5, 1e-18, 3e19, 0x1.fffffffffffffp64, 0x1p65, 1e300, .leastNonzeroMagnitude, .infinity, .nan,
        ])
    func floatingLimits(_ value: Double) throws {
        let number = NSNumber.object(value), single = NSNumber.object(Float(value))
        #expect(number.isTagged == (value == 0 || (0x1p-63..<0x1p65).contains(abs(value))))
        #expect(single.isTagged)
        #expect([number.objCType, single.objCType] == ["d", "f"])
        #expect(try number.send("doubleValue", as: Double.self).bitPattern == value.bitPattern)
        #expect(try single.send("floatValue", as: Float.self).bitPattern == Float(value).bitPattern)
        #expect(try Double.bridged(from: number).bitPattern == value.bitPattern)
        #expect(NSNumber.compare(number, NSNumber.object(value)) == 0)
    }

    @Test("Every xxxValue converts as a C cast does")
    func conversions() throws {
        let number = NSNumber.object(Int32(-300))
        #expect(try number.send("charValue", as: Int8.self) == -44)
        #expect(try number.send("unsignedCharValue", as: UInt8.self) == 212)
        #expect(try number.send("shortValue", as: Int16.self) == -300)
        #expect(try number.send("unsignedShortValue", as: UInt16.self) == 65236)
        #expect(try number.send("intValue", as: Int32.self) == -300)
        #expect(try number.send("unsignedIntValue", as: UInt32.self) == 4_294_966_996)
        #expect(try number.send("longValue", as: Int.self) == -300)
        #expect(try number.send("integerValue", as: Int.self) == -300)
        #expect(try number.send("unsignedLongValue", as: UInt.self) == UInt(bitPattern: -300))
        #expect(try number.send("unsignedIntegerValue", as: UInt.self) == UInt(bitPattern: -300))
        #expect(try number.send("floatValue", as: Float.self) == -300)
        #expect(try number.send("doubleValue", as: Double.self) == -300)
        #expect(try number.send("boolValue", as: Bool.self))
    }

    @Test("Floating numbers lose their fraction, and those out of range become the nearest integer")
    func floatingConversions() throws {
        #expect(try NSNumber.object(-2.9).send("intValue", as: Int32.self) == -2)
        #expect(try NSNumber.object(1e30).send("longLongValue", as: Int64.self) == .max)
        #expect(try NSNumber.object(-1e30).send("longLongValue", as: Int64.self) == .min)
        #expect(try NSNumber.object(1e19).send("unsignedLongLongValue", as: UInt64.self) == 10_000_000_000_000_000_000)
        #expect(try NSNumber.object(Double.nan).send("intValue", as: Int32.self) == 0)
        #expect(try NSNumber.object(0.5).send("boolValue", as: Bool.self))
        #expect(try NSNumber.object(UInt64.max).send("doubleValue", as: Double.self) == 0x1p64)
    }

    @Test("numberWithInt: and its kin, and initWithInt: and its kin, make numbers of their type")
    func making() throws {
        let cls = NSNumber.cls
        #expect(try cls.send("numberWithBool:", true, as: Object.self).objCType == "B")
        #expect(try cls.send("numberWithChar:", Int8(-3), as: Object.self).description() == "-3")
        #expect(try cls.send("numberWithUnsignedShort:", UInt16(3), as: Object.self).objCType == "S")
        #expect(try cls.send("numberWithInt:", Int32(-3), as: Object.self).description() == "-3")
        #expect(try cls.send("numberWithInteger:", -3, as: Object.self).objCType == "q")
        #expect(
            try cls.send("numberWithUnsignedLongLong:", UInt64.max, as: Object.self).description() == "\(UInt64.max)")
        #expect(try cls.send("numberWithFloat:", Float(0.1), as: Object.self).description() == "0.1")
        #expect(try cls.send("numberWithDouble:", 0.1, as: Object.self).description() == "0.1")
        let number = try cls.send("alloc", as: Object.self).send("initWithInt:", Int32(7), as: Object.self)
        #expect(number == NSNumber.object(Int32(7)))
        #expect(
            try cls.send("alloc", as: Object.self).send("initWithDouble:", 7.5, as: Object.self).description() == "7.5")
    }

    @Test("Numbers print as Foundation prints them: shortest digits, no fraction if there is none, booleans as 1 and 0")
    func printing() throws {
        #expect(try [NSNumber.object(true), NSNumber.object(false)].map { try $0.description() } == ["1", "0"])
        let doubles = [0.1, 3, -0.5, 1e22, 1e-7, 100000, .infinity, 1 / 3]
        let texts = ["0.1", "3", "-0.5", "1e+22", "1e-07", "100000", "inf", "0.3333333333333333"]
        #expect(try doubles.map { try NSNumber.object($0).description() } == texts)
        #expect(try NSNumber.object(Float(0.1)).send("stringValue", as: String.self) == "0.1")
        #expect("\(NSNumber.object(42))" == "42")
    }

    @Test("Equal numbers of different types are equal, and hash equally")
    func equality() throws {
        let ones = [
            NSNumber.object(true), NSNumber.object(Int8(1)), NSNumber.object(UInt64(1)), NSNumber.object(Float(1)),
            NSNumber.object(1.0),
        ]
        for one in ones {
            for other in ones { #expect(try one.equals(other)) }
            #expect(try !one.equals(NSNumber.object(2)))
            #expect(try !one.equals(NSString.object("1")))
        }
        #expect(try !NSNumber.object(Float(0.1)).equals(NSNumber.object(0.1)))
        #expect(try !NSNumber.object(Int64(1 << 53 + 1)).equals(NSNumber.object(0x1p53)))
        #expect(try NSNumber.object(UInt64(1) << 63).equals(NSNumber.object(0x1p63)))
        #expect(try NSNumber.object(Double.nan).equals(NSNumber.object(Double.nan)))
        #expect(try NSNumber.object(-0.0).equals(NSNumber.object(0)))
        #expect(try NSNumber.object(1).send("isEqual:", Object?.none, as: Bool.self) == false)
        #expect(try NSNumber.object(1).send("isEqualToNumber:", NSNumber.object(1.0), as: Bool.self))
    }

    @Test("compare: orders by value across types")
    func comparing() throws {
        let ascending = [
            NSNumber.object(-Double.infinity), NSNumber.object(Int64.min), NSNumber.object(-1), NSNumber.object(-0.5),
            NSNumber.object(false),
            NSNumber.object(Int8(1)), NSNumber.object(1.5), NSNumber.object(Int64.max), NSNumber.object(0x1p63),
            NSNumber.object(UInt64.max),
            NSNumber.object(0x1p64), NSNumber.object(Double.infinity),
        ]
        for (index, number) in ascending.enumerated() {
            for (otherIndex, other) in ascending.enumerated() {
                let expected = index < otherIndex ? -1 : index == otherIndex ? 0 : 1
                #expect(try number.send("compare:", other, as: Int.self) == expected)
                #expect(NSNumber.compare(number, other) == expected)
            }
        }
        expectException("NSInvalidArgumentException", "*** -[NSNumber compare:]: nil argument") {
            _ = try NSNumber.object(1).send("compare:", Object?.none, as: Int.self)
        }
    }

    @Test("A number is its own copy, tagged or not, and its bytes can be read like those of any value")
    func copying() throws {
        try NSNumber.object(1).expectCopyIsSelf()
        try NSNumber.object(1.5).expectCopyIsSelf()
        #expect(NSValue.withBytes(of: NSNumber.object(Int16(-2))) { Array($0) } == [0xFE, 0xFF])
        var double = 0.0
        try withUnsafeMutableBytes(of: &double) {
            try NSNumber.object(2.5).send("getValue:size:", $0.baseAddress!, UInt(8))
        }
        #expect(double == 2.5)
    }

    @Test("A number that was allocated and not initialized is 0")
    func uninitialized() throws {
        #expect(try NSNumber.cls.new().description() == "0")
    }
}
