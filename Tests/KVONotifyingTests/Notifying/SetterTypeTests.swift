// SetterTypeTests.swift - setters of scalars and pointers: values of each type are stored and delivered unchanged.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Makes a class with a key `value` of that type, whose methods have the given encoding.
private func makeHolderClass<Value: MessageValue>(_ type: Value.Type, _ encoding: String) throws -> Class {
    var builder = try ClassBuilder(uniqueName("Holder"))
    try builder.addIvar("_value", encoding: TypeEncoding(encoding))
    try builder.addMethod("value", types: "\(encoding)16@0:8") { (self: Object) -> Value in
        try self.ivar("_value", as: Value.self)
    }
    try builder.addMethod("setValue:", types: "v24@0:8\(encoding)16") { (self: Object, value: Value) in
        try self.setIvar("_value", to: value)
    }
    return builder.register()
}

/// Sets a value of an observed object. It must be stored, and delivered once. Returns New.
@discardableResult
private func check<Value: MessageValue & Equatable>(_ value: Value, _ encoding: String) throws -> Object? {
    let (object, collector) = (try makeHolderClass(Value.self, encoding).new(), try ChangeCollector())
    try object.addObserver(collector.object, forKeyPath: "value", options: [.new, .old])
    try object.send("setValue:", value)
    #expect(try object.send("value", as: Value.self) == value, "read back, of type \(encoding)")
    #expect(collector.changes.map(\.kind) == [.setting], "notified, of type \(encoding)")
    try object.removeObserver(collector.object, forKeyPath: "value")
    return collector.changes.first?.newValue
}

/// The same for a number: New is an NSNumber of exactly that type.
private func checkNumber<Value: MessageValue & Equatable>(_ value: Value, _ encoding: String, _ text: String) throws {
    let new = try check(value, encoding)
    #expect(new?.isa.isSubclass(of: NSNumber.cls) == true)
    #expect(new.flatMap { NSValue.encoding(of: $0) } == encoding)
    #expect(new?.description == text)
}

@Suite("Setters of every type")
struct SetterTypeTests {
    @Test("B146 B156 Integers of every width and sign and floating-point numbers notify, and come boxed as their type")
    func numbers() throws {
        try checkNumber(Int8(-8), "c", "-8")
        try checkNumber(UInt8(200), "C", "200")
        try checkNumber(Int16(-1600), "s", "-1600")
        try checkNumber(UInt16(60000), "S", "60000")
        try checkNumber(Int32.min, "i", "-2147483648")
        try checkNumber(UInt32.max, "I", "4294967295")
        try checkNumber(Int64.min, "q", "-9223372036854775808")
        try checkNumber(UInt64.max, "Q", "18446744073709551615")
        try checkNumber(Float(1.5), "f", "1.5")
        try checkNumber(-2.25, "d", "-2.25")
    }

    @Test("B146 B152 A C99 bool notifies, and comes as a number that is 0 or 1")
    func booleans() throws {
        try checkNumber(true, "B", "1")
        try checkNumber(false, "B", "0")
    }

    @Test("B146 long, encoded as l and L, is an int of 32 bits")
    func longs() throws {
        for encoding in ["l", "L"] {
            var builder = try ClassBuilder(uniqueName("Long"))
            try builder.addIvar("_value", Int32.self)
            let setter = try IMP(types: "v24@0:8\(encoding)16") { message in
                let value = message.arguments[2]!.load(as: Int32.self)
                try message.receiver.retained().setIvar("_value", to: value)
            }
            builder.cls.addMethod("setValue:", setter, types: "v24@0:8\(encoding)16")
            let (object, recorder) = (try builder.register().new(), try Recorder())
            try object.addObserver(recorder.object, forKeyPath: "value", options: [.new])
            object.unmanaged.sendWords("setValue:", (70_000, 0, 0, 0))
            #expect(recorder.notifications.map(\.new) == ["70000"])
            try object.removeObserver(recorder.object, forKeyPath: "value")
        }
    }

    @Test("B146 Objects and classes notify, and come as they are")
    func objects() throws {
        let object = nsString("some object that is no tagged pointer")
        #expect(try check(Optional(object), "@") == object)
        #expect(try check(Optional(Class.nsObject), "#") == Class.nsObject.object)
    }

    @Test("B148 B151 Selectors, C strings and pointers of all kinds notify, and come as values of their encoding")
    func pointers() throws {
        let text: StaticString = "a text"
        let characters = UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
        func encoding(_ new: Object?) -> String? { new.flatMap { NSValue.encoding(of: $0) } }
        #expect(encoding(try check(Optional(Selector("anything:")), ":")) == ":")
        #expect(encoding(try check(Optional(characters), "*")) == "*")
        for pointer in ["^v", "^i", "^{Node=^{Node}i}", "^^d"] {
            #expect(encoding(try check(context(0x1234), pointer)) == pointer)
        }
    }

    @Test("B155 Qualifiers in front of a type change nothing")
    func qualifiers() throws {
        for qualifier in ["r", "n", "N", "o", "O", "R", "A", "rn", "An"] {
            #expect(try check(Int32(-5), qualifier + "i")?.description == "-5")
            #expect(try check(2.5, qualifier + "d")?.description == "2.5")
        }
        let object = nsString("some object that is no tagged pointer")
        #expect(try check(Optional(object), "r@") == object)
    }

    @Test("B155 A setter that is declared as oneway notifies")
    func onewaySetter() throws {
        var builder = try ClassBuilder(uniqueName("Oneway"))
        try builder.addProperty("age", Int32.self, isReadOnly: true)
        let setter = try IMP(types: "Vv20@0:8i16") { message in
            try message.receiver.retained().setIvar("_age", to: message.arguments[2]!.load(as: Int32.self))
        }
        builder.cls.addMethod("setAge:", setter, types: "Vv20@0:8i16")
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        try object.setAge(6)
        #expect(recorder.notifications.map(\.new) == ["6"])
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B160 An object whose encoding names its class notifies, and comes as it is")
    func namedObjects() throws {
        let object = nsString("some object that is no tagged pointer")
        #expect(try check(Optional(object), "@\"NSString\"") == object)
    }

    @Test("B160 A block notifies, and comes as the object that it is")
    func blocks() throws {
        var builder = try ClassBuilder(uniqueName("Button"))
        try builder.addIvar("_action", Object?.self)
        let setter = try IMP(types: "v24@0:8@?16") { message in
            let block = message.arguments[2]!.load(as: UnsafeMutableRawPointer.self)
            try message.receiver.retained().setIvar("_action", to: Optional(UnmanagedObject(block).retained()))
        }
        builder.cls.addMethod("setAction:", setter, types: "v24@0:8@?16")
        let (button, collector) = (try builder.register().new(), try ChangeCollector())
        let block = nsString("stands for a block, and is no tagged pointer")
        try button.addObserver(collector.object, forKeyPath: "action", options: [.new])
        _ = withExtendedLifetime(block) { button.unmanaged.sendWords("setAction:", (block.unmanaged.word, 0, 0, 0)) }
        #expect(collector.changes.map(\.newValue) == [block])
        try button.removeObserver(collector.object, forKeyPath: "action")
    }

    @Test("B158 Dozens of float and double properties of one class are observed at once, none is lost")
    func manyFloats() throws {
        var builder = try ClassBuilder(uniqueName("Mixer"))
        let numbers = 0..<40
        for number in numbers {
            try builder.addProperty("float\(number)", Float.self)
            try builder.addProperty("double\(number)", Double.self)
        }
        let (object, recorder) = (try builder.register().new(), try Recorder())
        let keys = numbers.flatMap { ["float\($0)", "double\($0)"] }
        for key in keys { try object.addObserver(recorder.object, forKeyPath: key, options: [.new]) }
        for number in numbers {
            try object.send(Selector("setFloat\(number):"), Float(number) + 0.5)
            try object.send(Selector("setDouble\(number):"), Double(number) + 0.25)
        }
        #expect(recorder.notifications.map(\.keyPath) == keys)
        #expect(recorder.notifications.map(\.new) == numbers.flatMap { ["\($0).5", "\($0).25"] })
        for key in keys { try object.removeObserver(recorder.object, forKeyPath: key) }
    }
}
