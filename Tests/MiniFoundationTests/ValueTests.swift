import MiniFoundation
import MiniRuntime
import Testing

@Suite("NSValue and NSNull")
struct ValueTests {
    @Test("A value keeps its bytes and its encoding, short and long")
    func bytes() throws {
        let value = NSValue.object(Rectangle(x: 1, y: 2, width: 3, height: 4))
        #expect(value.isa == NSValue.cls)
        #expect(value.objCType == "{CGRect={CGPoint=dd}{CGSize=dd}}")
        #expect(try Rectangle.bridged(from: value) == Rectangle(x: 1, y: 2, width: 3, height: 4))
        #expect(try Mixed.bridged(from: NSValue.object(Mixed(a: -1, b: 2))) == Mixed(a: -1, b: 2))
    }

    @Test("valueWithBytes:objCType: and getValue: work by message")
    func messages() throws {
        var point = Point(x: 1, y: 2)
        let value = try withUnsafeBytes(of: &point) { bytes in
            try "{CGPoint=dd}".withCString {
                try NSValue.cls.send("valueWithBytes:objCType:", bytes.baseAddress!, $0, as: Object.self)
            }
        }
        let type = try value.send("objCType", as: UnsafePointer<CChar>.self)
        #expect(String(cString: type) == "{CGPoint=dd}")
        var copy = Point(x: 0, y: 0)
        try withUnsafeMutableBytes(of: &copy) { try value.send("getValue:", $0.baseAddress!) }
        #expect(copy == point)
        #expect(throws: RuntimeException.self) {
            try withUnsafeMutableBytes(of: &copy) { try value.send("getValue:size:", $0.baseAddress!, UInt(4)) }
        }
    }

    @Test(
        "A malformed encoding, or one without size, makes no value",
        arguments: ["", "v", "{CGPoint", "{Unknown}", "dd", "?"])
    func malformed(_ encoding: String) {
        var bytes = (0, 0)
        #expect(NSValue.object(bytes: &bytes, encoding: encoding) == nil)
    }

    @Test("Values are equal if their types are equivalent and their bytes are the same")
    func equality() throws {
        let value = NSValue.object(Point(x: 1, y: 2))
        var point = Point(x: 1, y: 2)
        #expect(try value.equals(NSValue.object(Point(x: 1, y: 2))))
        #expect(try value.equals(#require(NSValue.object(bytes: &point, encoding: #"{CGPoint="x"d"y"d}"#))))
        #expect(try !value.equals(NSValue.object(Point(x: 1, y: 3))))
        #expect(try !value.equals(NSValue.object(Range64(location: 1, length: 2))))
        #expect(try !value.equals(NSNumber.object(1)))
        try value.expectCopyIsSelf()
    }

    @Test("Structures of geometry print by name, others as their bytes")
    func printing() throws {
        #expect(try NSValue.object(Point(x: 1, y: 2.5)).description() == "NSPoint: {1, 2.5}")
        #expect(
            try NSValue.object(Rectangle(x: 0, y: 0, width: 3, height: 4)).description() == "NSRect: {{0, 0}, {3, 4}}")
        #expect(try NSValue.object(Range64(location: 1, length: 2)).description() == "NSRange: {1, 2}")
        #expect(try NSValue.object(Mixed(a: 1, b: 2)).description() == "{length = 8, bytes = 0x0100000002000000}")
        var long = (UInt64(1), UInt64(2), UInt64(3), UInt64(4))
        #expect(
            try NSValue.object(bytes: &long, encoding: "[4Q]")?.description()
                == "{length = 32, bytes = 0x01000000 00000000 02000000 00000000 ... 04000000 00000000}")
        var size = (3.0, 4.0)
        #expect(try NSValue.object(bytes: &size, encoding: "{CGSize=dd}")?.description() == "NSSize: {3, 4}")
    }

    @Test("There is one NSNull, by whatever message it is asked for")
    func null() throws {
        #expect(try NSNull.cls.send("null", as: Object.self) == NSNull.object)
        #expect(try NSNull.cls.new() == NSNull.object)
        #expect(try NSNull.object.description() == "<null>")
        try NSNull.object.expectCopyIsSelf()
    }
}
