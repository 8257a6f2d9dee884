import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

@Suite("NSString")
struct StringTests {
    @Test(
        "Text goes in and comes out", arguments: ["", "Ann", "a string longer than fifteen bytes", "Zoë 東京 🎈", "a\0b"])
    func roundTrip(_ text: String) throws {
        let string = NSString.object(text)
        #expect(NSString.string(string) == text)
        #expect(NSString.string(string.unmanaged) == text)
        #expect(try string.description() == text)
        #expect(try string.send("length", as: UInt.self) == UInt(text.utf16.count))
        try string.expectCopyIsSelf()
    }

    @Test("UTF8String stays the same as long as the string lives")
    func utf8() throws {
        let string = NSString.object("Zoë, and then some more")
        let first = try string.send("UTF8String", as: UnsafePointer<CChar>.self)
        #expect(String(cString: first) == "Zoë, and then some more")
        #expect(try string.send("UTF8String", as: UnsafePointer<CChar>.self) == first)
    }

    @Test("UTF-8 that is none makes no string, from both messages; NULL raises")
    func invalid() throws {
        try ([65, -1, 0] as [CChar]).withUnsafeBufferPointer { bytes in
            let bytes = bytes.baseAddress!
            #expect(try NSString.cls.send("stringWithUTF8String:", bytes, as: Object?.self) == nil)
            let string = try NSString.cls.send("alloc", as: Object.self)
            #expect(try string.send("initWithUTF8String:", bytes, as: Object?.self) == nil)
        }
        expectException("NSInvalidArgumentException", "*** +[NSString stringWithUTF8String:]: NULL cString") {
            _ = try NSString.cls.send("stringWithUTF8String:", UnsafePointer<CChar>?.none, as: Object?.self)
        }
    }

    @Test("characterAtIndex: counts UTF-16 units, and raises beyond the end")
    func characters() throws {
        let string = NSString.object("a🎈")
        let units = try (0..<3).map { try string.send("characterAtIndex:", UInt($0), as: UInt16.self) }
        #expect(units == Array("a🎈".utf16))
        expectException("NSRangeException", "*** -[NSString characterAtIndex:]: Range or index out of bounds") {
            _ = try string.send("characterAtIndex:", UInt(3), as: UInt16.self)
        }
    }

    @Test("Strings are equal character by character: composed and decomposed forms differ")
    func equality() throws {
        let string = NSString.object("Zo\u{EB}")
        #expect(try string.equals(NSString.object("Zo\u{EB}")))
        #expect(try !string.equals(NSString.object("Zoe\u{308}")))
        #expect(try !string.equals(NSNumber.object(1)))
        #expect(try string.send("isEqual:", Object?.none, as: Bool.self) == false)
        #expect(try string.send("isEqualToString:", "Zo\u{EB}", as: Bool.self))
        #expect(try NSString.object("").equals(NSString.cls.new()))
    }

    @Test("compare:, hasPrefix:, hasSuffix: and stringByAppendingString: take strings, and raise for nil")
    func operations() throws {
        let string = NSString.object("bcd")
        #expect(try ["abc", "bcd", "bd"].map { try string.send("compare:", $0, as: Int.self) } == [1, 0, -1])
        let (composed, decomposed) = (NSString.object("Zo\u{EB}"), NSString.object("Zoe\u{308}"))
        #expect(try composed.send("compare:", decomposed, as: Int.self) == 1)
        #expect(try decomposed.send("compare:", composed, as: Int.self) == -1)
        #expect(try !decomposed.send("hasPrefix:", composed, as: Bool.self))
        #expect(try !composed.send("hasSuffix:", decomposed, as: Bool.self))
        #expect(try string.send("hasPrefix:", "bc", as: Bool.self))
        #expect(try !string.send("hasPrefix:", "cd", as: Bool.self))
        #expect(try string.send("hasSuffix:", "cd", as: Bool.self))
        #expect(try string.send("stringByAppendingString:", "e", as: String.self) == "bcde")
        expectException("NSInvalidArgumentException", "*** -[NSString stringByAppendingString:]: nil argument") {
            _ = try string.send("stringByAppendingString:", String?.none, as: String?.self)
        }
        expectException("NSInvalidArgumentException", "*** -[NSString hasPrefix:]: NSNumber is no string") {
            _ = try string.send("hasPrefix:", NSNumber.object(1), as: Bool.self)
        }
    }

    @Test("Messages carry Swift strings: arguments, results and optional ones")
    func messageValues() throws {
        var builder = try ClassBuilder(uniqueName("Named"))
        try builder.addProperty("name", String?.self, storage: .copy)
        try builder.addMethod("greet:") { (_: Object, name: String) in "Hello, \(name)!" }
        let object = try builder.register().new()
        #expect(try object.send("greet:", "Ann", as: String.self) == "Hello, Ann!")
        #expect(try object.send("name", as: String?.self) == nil)
        #expect(throws: RuntimeError.unexpectedNil("name")) { try object.send("name", as: String.self) }
        try object.send("setName:", "a name of more than fifteen bytes")
        #expect(try object.send("name", as: String.self) == "a name of more than fifteen bytes")
        try object.send("setName:", String?.none)
        #expect(try object.send("name", as: String?.self) == nil)
        #expect(try NSNumber.object(1).send("self", as: String?.self) == nil)
    }

    @Test("NSObject describes itself by an NSString now")
    func descriptionOfObjects() throws {
        let object = try Class.nsObject.new()
        #expect(try object.description() == object.description)
        #expect(object.description.hasPrefix("<NSObject: 0x"))
        #expect("\(NSString.object("text"))" == "text")
    }

    @Test("A subclass is made by the class messages, and inherits what strings do")
    func subclasses() throws {
        let cls = try ClassBuilder(uniqueName("SpecialString"), superclass: NSString.cls).register()
        let string = try cls.send("stringWithString:", "text", as: Object.self)
        #expect(string.isa == cls)
        #expect(try string.equals(NSString.object("text")))
    }
}
