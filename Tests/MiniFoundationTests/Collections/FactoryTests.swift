// FactoryTests.swift - class methods that make values, one by one.
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Class methods that make values")
struct FactoryTests {
    @Test("A number is made of every C type, and remembers it")
    func numberFactories() throws {
        let cls = NSNumber.cls
        func type(_ made: Object) -> String { "\(made.objCType ?? "none") \(made)" }
        #expect(try type(cls.send("numberWithBool:", true, as: Object.self)) == "B 1")
        #expect(try type(cls.send("numberWithChar:", Int8.min, as: Object.self)) == "c -128")
        #expect(try type(cls.send("numberWithUnsignedChar:", UInt8.max, as: Object.self)) == "C 255")
        #expect(try type(cls.send("numberWithShort:", Int16.min, as: Object.self)) == "s -32768")
        #expect(try type(cls.send("numberWithUnsignedShort:", UInt16.max, as: Object.self)) == "S 65535")
        #expect(try type(cls.send("numberWithInt:", Int32.min, as: Object.self)) == "i -2147483648")
        #expect(try type(cls.send("numberWithUnsignedInt:", UInt32.max, as: Object.self)) == "I 4294967295")
        #expect(try type(cls.send("numberWithLong:", Int.min, as: Object.self)) == "q \(Int.min)")
        #expect(try type(cls.send("numberWithUnsignedLong:", UInt.max, as: Object.self)) == "Q \(UInt.max)")
        #expect(try type(cls.send("numberWithFloat:", Float(-0.5), as: Object.self)) == "f -0.5")
    }

    @Test("A value is made of bytes and an encoding, and one with a pointer in it gives it back")
    func values() throws {
        var (pointer, size) = (UnsafeMutableRawPointer(bitPattern: 0x1234), Int32(3))
        func value(_ bytes: UnsafeRawPointer, _ encoding: String) throws -> Object {
            try encoding.withCString { try NSValue.cls.send("value:withObjCType:", bytes, $0, as: Object.self) }
        }
        let kept = try value(&pointer, "^v")
        #expect(kept.objCType == "^v")
        #expect(try kept.send("pointerValue", as: UnsafeMutableRawPointer?.self) == pointer)
        #expect(try value(&size, "i").send("pointerValue", as: UnsafeMutableRawPointer?.self) == nil)
    }

    @Test("A value of a type without size is not made, and the exception names the encoding")
    func sizeless() {
        var size = Int32(3)
        expectException(
            "NSInvalidArgumentException",
            "*** +[NSValue valueWithBytes:objCType:]: type encoding '{Unknown}' has no size"
        ) {
            try "{Unknown}".withCString { encoding in
                try withUnsafeBytes(of: &size) {
                    _ = try NSValue.cls.send("valueWithBytes:objCType:", $0.baseAddress!, encoding, as: Object?.self)
                }
            }
        }
    }

    @Test("Collections are made of one object, and of another collection")
    func collections() throws {
        let one = NSNumber.object(1)
        #expect(try NSArray.cls.send("arrayWithObject:", one, as: Object.self).ints == [1])
        let mutable = try NSMutableArray.cls.send("arrayWithObject:", one, as: Object.self)
        #expect(mutable.isa == NSMutableArray.cls)
        #expect(mutable.ints == [1])
        expectException(
            "NSInvalidArgumentException",
            "*** +[NSArray arrayWithObject:]: attempt to insert nil object from objects[0]"
        ) {
            _ = try NSArray.cls.send("arrayWithObject:", Object?.none, as: Object?.self)
        }
        let indexes = NSIndexSet.object([1, 2, 9])
        let copied = try NSMutableIndexSet.cls.send("alloc", as: Object.self)
            .send("initWithIndexSet:", indexes, as: Object.self)
        #expect(copied.isa == NSMutableIndexSet.cls)
        #expect(NSIndexSet.ranges(of: copied) == RangeSet([1..<3, 9..<10]))
        let array = NSArray.object(numbers(2, 3))
        #expect(try NSSet.object([one]).send("setByAddingObjectsFromArray:", array, as: Object.self).ints == [1, 2, 3])
    }

    @Test("A set's enumerator answers each member once, then nil")
    func enumerator() throws {
        let enumerator = try NSSet.object(numbers(1, 2)).send("objectEnumerator", as: Object.self)
        var found: [Int] = []
        while let next = try enumerator.send("nextObject", as: Object?.self) {
            found.append(try Int.bridged(from: next))
        }
        #expect(found == [1, 2])
        #expect(try enumerator.send("nextObject", as: Object?.self) == nil)
    }
}
